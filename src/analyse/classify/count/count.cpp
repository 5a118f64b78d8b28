// Counts runs length by length: how many lead to each node of the product of the model with the automata of the
// classes.
#include "analyse/classify/count/count.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "analyse/classify/count/count_diagrams.h"
#include "analyse/classify/listed/monitor.h"
#include "analyse/classify/listed/step_table.h"
#include "base/check.h"
#include "model/system/slots.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_listed_states = 50'000, most_listed_steps = 500'000, most_product_nodes = 1'000'000;
constexpr std::uint64_t listing_effort = 100'000;

struct VectorHash {
  std::size_t operator()(const std::vector<Value>& values) const {
    std::size_t h = values.size();
    for (const Value& v : values) h = h * 1099511628211u + v.hash();
    return h;
  }
  std::size_t operator()(const std::vector<std::uint32_t>& numbers) const {
    std::size_t h = numbers.size();
    for (std::uint32_t n : numbers) h = (h ^ n) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
  }
};

class Counter {
 public:
  // With `within`, the last of the monitors is not that of a class: only the runs that it accepts are counted.
  Counter(const Question& question, StepSource& steps, Context& context, std::vector<Monitor> monitors,
          const CountedClasses& counted)
      : question_(question),
        table_(steps),
        context_(context),
        monitors_(std::move(monitors)),
        classes_(counted.classes.size()),
        entry_(counted.entry),
        counts_(counted.entries()),
        slots_(*question.system),
        bad_(*question.system->pool, question.violation.bad.arg(0), [this](Expr leaf) { return slots_.of(leaf); }),
        at_leaving_(speaks_of_transition(question.violation.bad.arg(0), [&](Expr v) { return is_input(v); })) {}

  std::variant<Counts, Uncounted> run() {
    if (!table_.ready()) return Uncounted{"the steps of the model are too many to list"};
    counts_.apart = true;
    if (!start()) return Uncounted{reason_};
    for (std::size_t length = 0;; ++length) {
      if (!question_.exact || length == question_.bound) collect();
      if (length == question_.bound) return counts_;
      if (!advance()) return Uncounted{reason_};
    }
  }

 private:
  struct Edge {
    std::uint32_t to, letters;
    bool bad;  // the violation shows when this step is taken, or in the state it leads to
  };
  using Level = std::unordered_map<std::uint32_t, Integer>;  // node: runs that lead to it
  struct Node {
    std::uint32_t state, automata;
    bool bad;
  };

  bool is_input(Expr variable) const {
    for (const VariableDecl& v : question_.system->variables)
      if (v.variable == variable) return v.kind == VariableKind::Input;
    return false;
  }
  bool fail(std::string reason) {
    if (reason_.empty()) reason_ = std::move(reason);
    return false;
  }

  static std::string too_many_states() { return fmt::format("there are more than {} states", most_listed_states); }

  std::uint32_t state_id(const State& state) {
    const auto [known, is_new] = state_ids_.emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (is_new) states_.push_back(&known->first);
    return known->second;
  }
  // Of all automata at once.
  std::uint32_t letters_id(const State& state, const Inputs* inputs) {
    std::vector<std::uint32_t> letters;
    for (Monitor& m : monitors_) letters.push_back(m.letter(state, inputs));
    return intern(letters, letter_ids_, letters_);
  }
  static std::uint32_t intern(const std::vector<std::uint32_t>& tuple,
                              std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, VectorHash>& ids,
                              std::vector<std::vector<std::uint32_t>>& tuples) {
    const auto [known, is_new] = ids.emplace(tuple, static_cast<std::uint32_t>(tuples.size()));
    if (is_new) tuples.push_back(tuple);
    return known->second;
  }
  std::uint32_t node_id(std::uint32_t state, std::uint32_t automata, bool bad) {
    const std::uint64_t key = (std::uint64_t{state} << 33) | (std::uint64_t{automata} << 1) | (bad ? 1 : 0);
    const auto [known, is_new] = node_ids_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({state, automata, bad});
    return known->second;
  }
  std::uint32_t automata_after(std::uint32_t automata, std::uint32_t letters) {
    const std::uint64_t key = (std::uint64_t{automata} << 32) | letters;
    if (const auto known = automata_steps_.find(key); known != automata_steps_.end()) return known->second;
    std::vector<std::uint32_t> next = automata_[automata];
    for (std::size_t i = 0; i < next.size(); ++i) {
      next[i] = monitors_[i].next(next[i], letters_[letters][i]);
      if (monitors_[i].overflowed()) fail("a class has too many partial matches to keep track of");
    }
    const std::uint32_t to = intern(next, automata_ids_, automata_);
    automata_steps_.emplace(key, to);
    return to;
  }

  bool is_bad(const State& state, const Inputs* inputs, const State* next) const {
    return bad_.run(slots_.values(state, inputs, next)).is_true();
  }

  bool start() {
    const std::uint32_t before =
        intern(std::vector<std::uint32_t>(monitors_.size(), Monitor::initial), automata_ids_, automata_);
    std::vector<State> initial;
    const bool whole = table_.initial([&](State s) {
      initial.push_back(std::move(s));
      return table_.is_listed() || initial.size() <= most_listed_states;
    });
    if (!whole) return fail("counting took too long");
    if (!table_.is_listed() && initial.size() > most_listed_states) return fail(too_many_states());
    for (const State& s : initial) {
      const std::uint32_t automata = automata_after(before, letters_id(s, nullptr));
      level_[node_id(state_id(s), automata, !at_leaving_ && is_bad(s, nullptr, nullptr))] += 1;
    }
    return reason_.empty();
  }

  // False, with the reason, when the steps were not all gone through or are too many.
  bool listed_enough(bool whole) {
    if (!whole) return fail("counting took too long");
    if (table_.is_listed()) return true;
    if (steps_ > most_listed_steps)
      return fail(fmt::format("there are more than {} steps between states", most_listed_steps));
    return states_.size() <= most_listed_states || fail(too_many_states());
  }

  const std::vector<Edge>* edges_of(std::uint32_t state) {
    if (edges_.size() <= state) edges_.resize(std::max<std::size_t>(state + 1, edges_.size() * 2));
    if (edges_[state]) return &*edges_[state];
    const State from = *states_[state];
    std::vector<Edge> made;
    const bool whole = table_.successors(from, [&](const Inputs& inputs, const State& to) {
      const bool bad = at_leaving_ ? is_bad(from, &inputs, &to) : is_bad(to, nullptr, nullptr);
      const std::uint32_t letters = letters_id(to, &inputs);
      made.push_back({state_id(to), letters, bad});
      ++steps_;
      return table_.is_listed() || (steps_ <= most_listed_steps && states_.size() <= most_listed_states);
    });
    if (!listed_enough(whole)) return nullptr;
    edges_[state] = std::move(made);
    return &*edges_[state];
  }

  bool advance() {
    Level next;
    for (const auto& [id, runs] : level_) {
      const Node node = nodes_[id];
      const std::vector<Edge>* edges = edges_of(node.state);
      if (!edges) return false;
      for (const Edge& e : *edges)
        next[node_id(e.to, automata_after(node.automata, e.letters), node.bad || e.bad)] += runs;
      if (nodes_.size() > most_product_nodes)
        return fail(fmt::format("the product with the classes has more than {} states", most_product_nodes));
      if (context_.should_stop()) return fail("counting took too long");
    }
    level_ = std::move(next);
    return reason_.empty();
  }

  void collect() {
    for (const auto& [id, runs] : level_) {
      const Node& node = nodes_[id];
      const std::vector<std::uint32_t>& automata = automata_[node.automata];
      if (classes_ < automata.size() && automata.back() != Monitor::accepting) continue;
      std::vector<std::size_t> in;
      for (std::size_t i = 0; i < classes_; ++i)
        if (automata[i] == Monitor::accepting && (in.empty() || in.back() != entry_[i])) in.push_back(entry_[i]);
      if (!node.bad) {
        for (std::size_t i : in) counts_.passing[i] += runs;
        continue;
      }
      counts_.add(in, runs);
    }
  }

  const Question& question_;
  StepSource& table_;
  Context& context_;
  std::vector<Monitor> monitors_;
  std::size_t classes_;
  std::vector<std::size_t> entry_;
  Counts counts_;
  Slots slots_;
  CompiledExpr bad_;
  bool at_leaving_;
  std::string reason_;

  std::unordered_map<State, std::uint32_t, VectorHash> state_ids_;
  std::vector<const State*> states_;  // keys of the map, which stay where they are
  std::vector<std::optional<std::vector<Edge>>> edges_;
  std::size_t steps_ = 0;
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, VectorHash> letter_ids_, automata_ids_;
  std::vector<std::vector<std::uint32_t>> letters_, automata_;
  std::unordered_map<std::uint64_t, std::uint32_t> automata_steps_, node_ids_;
  std::vector<Node> nodes_;
  Level level_;
};

}  // namespace

void Counts::add(const std::vector<std::size_t>& in_classes, const Integer& runs) {
  total += runs;
  if (in_classes.empty()) outside += runs;
  if (in_classes.size() == 1) only_in[in_classes[0]] += runs;
  for (std::size_t i : in_classes) {
    in[i] += runs;
    for (std::size_t j : in_classes)
      if (!in_both.empty()) in_both[i][j] += runs;
  }
}

std::variant<Counts, Uncounted> count_states(const Question& question, StepSource& steps, const Vocabulary& vocabulary,
                                             const CountedClasses& classes, Context& context) {
  const Expr bad = question.violation.bad;
  if (question.violation.lassos || !bad.is(Op::F) || contains_op(bad.arg(0), is_ltl))
    return Uncounted{"only violations of invariants are counted state by state"};
  std::vector<TraceClass> all = classes.classes;
  if (classes.within) all.push_back(*classes.within);
  std::vector<Monitor> monitors;
  for (const TraceClass& c : all) {
    std::optional<SplitClass> parts = split(vocabulary, c);
    if (!parts) return Uncounted{"a class speaks of the numbers of positions"};
    monitors.emplace_back(*question.system, *std::move(parts));
  }
  return Counter(question, steps, context, std::move(monitors), classes).run();
}

std::variant<Counts, Uncounted> count_runs(const Question& question, const Vocabulary& vocabulary,
                                           const CountedClasses& classes, Context& context) {
  Context limited(context, listing_effort);
  StepTable steps(*question.system, limited);
  auto counted = count_states(question, steps, vocabulary, classes, limited);
  if (std::holds_alternative<Counts>(counted)) return counted;
  auto by_diagrams = count_by_diagrams(question, vocabulary, classes, context);
  if (std::holds_alternative<Counts>(by_diagrams)) return by_diagrams;
  return Uncounted{fmt::format("{}; {}", std::get<Uncounted>(counted).reason, std::get<Uncounted>(by_diagrams).reason)};
}

}  // namespace whynot::analyse::classify
