// Answers the classifier by breadth-first search in the product of the listed graph with the automata of the classes.
#include "analyse/classify/listed/graph_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analyse/classify/classifier.h"
#include "analyse/classify/flags.h"
#include "analyse/classify/generic.h"
#include "analyse/classify/listed/monitor.h"
#include "analyse/classify/listed/run_table.h"
#include "analyse/classify/listed/walk.h"
#include "analyse/classify/orbit/values.h"
#include "analyse/classify/outcome.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

using NodeId = RunGraph::NodeId;
using LabelId = RunGraph::LabelId;

constexpr std::size_t most_searched = 20'000'000;  // states of a product

// Whether conditions on single positions hold where a label is shown; each is evaluated once.
class LabelTruth {
 public:
  explicit LabelTruth(const RunGraph& graph) : graph_(graph) {}

  bool holds(Expr condition, LabelId label) {
    const auto [entry, fresh] = known_.try_emplace(condition);
    Condition& c = entry->second;
    if (fresh) compile(condition, c);
    std::int8_t& truth = c.truth[label];
    if (truth < 0) {
      std::vector<Value> values;
      for (Expr variable : c.reads) values.push_back(graph_.value(label, variable));
      // Nothing holds where a variable has no value.
      const bool known = std::all_of(values.begin(), values.end(), [](const Value& v) { return v.defined(); });
      truth = known && c.body->all_true(values) ? 1 : 0;
    }
    return truth > 0;
  }

 private:
  struct Condition {
    std::unique_ptr<CompiledExpr> body;
    std::vector<Expr> reads;
    std::vector<std::int8_t> truth;  // by label; -1: not known yet
  };
  void compile(Expr condition, Condition& c) {
    c.body = std::make_unique<CompiledExpr>(*graph_.system().pool, condition, [&](Expr leaf) {
      c.reads.push_back(leaf.is(Op::At) ? leaf.arg(0) : leaf);
      return static_cast<std::uint32_t>(c.reads.size() - 1);
    });
    c.truth.assign(graph_.labels(), -1);
  }

  const RunGraph& graph_;
  std::unordered_map<Expr, Condition, ExprHash> known_;
};

// A class's automaton over the labels of the graph.
class Watch {
 public:
  Watch(const RunGraph& graph, LabelTruth& truth, SplitClass c)
      : graph_(graph),
        truth_(truth),
        alone_(c.alone),
        monitor_(graph.system(), std::move(c)),
        letters_(graph.labels(), unread) {}

  Monitor::StateId next(Monitor::StateId from, LabelId label) {
    if (from == Monitor::accepting) return from;
    Monitor::LetterId& letter = letters_[label];
    if (letter == unread) letter = read(label);
    return monitor_.next(from, letter);
  }
  bool overflowed() const { return monitor_.overflowed(); }

 private:
  static constexpr Monitor::LetterId unread = ~Monitor::LetterId{0};

  Monitor::LetterId read(LabelId label) {
    std::vector<bool> fits;
    for (const std::vector<Expr>& conditions : alone_)
      fits.push_back(std::all_of(conditions.begin(), conditions.end(), [&](Expr e) { return truth_.holds(e, label); }));
    return monitor_.letter(std::move(fits), [&](Expr variable) { return graph_.value(label, variable); });
  }

  const RunGraph& graph_;
  LabelTruth& truth_;
  std::vector<std::vector<Expr>> alone_;
  Monitor monitor_;
  std::vector<Monitor::LetterId> letters_;
};

struct Length {
  std::size_t bound = 0;
  bool exact = false, unlimited = false;
};

// Breadth-first search of the product of the graph with some automata, from where runs of one polarity start.
class ProductSearch {
 public:
  // What a product state is to the search: to be left out, to be gone on from, or what is looked for.
  enum class Role { Skip, Pass, Goal };
  struct State {
    NodeId node = 0;
    bool bad = false;  // a violating node was met
    std::vector<Monitor::StateId> automata;
  };
  using Judge = std::function<Role(const State&, std::size_t length)>;

  ProductSearch(const RunGraph& graph, Context& context) : graph_(graph), context_(context) {}

  // Goals of an exact length count at that length only.
  Answer run(std::vector<Watch*> watches, Polarity polarity, Length length, const Judge& judge) {
    watches_ = std::move(watches);
    length_ = length;
    judge_ = &judge;
    for (NodeId n : graph_.starts(polarity)) {
      State s{n, graph_.violates(n), std::vector<Monitor::StateId>(watches_.size(), Monitor::initial)};
      if (enter(s, graph_.start_label(n), none, 0, 0)) return Answer::Sat;
    }
    for (std::size_t depth = 0; (length.unlimited || depth < length.bound) && !level_.empty(); ++depth) {
      const std::vector<std::uint32_t> level = std::exchange(level_, {});
      if (length.exact) seen_.clear();
      for (std::uint32_t at : level)
        if (expand(at, depth + 1)) return Answer::Sat;
      if (!reason_.empty()) return Answer::Stopped;
    }
    return Answer::Unsat;
  }

  Trace trace() const {
    std::vector<std::uint32_t> edges;
    std::uint32_t at = goal_;
    for (; arena_[at].parent != none; at = arena_[at].parent) edges.push_back(arena_[at].edge);
    std::reverse(edges.begin(), edges.end());
    return graph_.trace(arena_[at].node, edges);
  }
  std::size_t length() const {  // of the run that was found
    std::size_t steps = 0;
    for (std::uint32_t at = goal_; arena_[at].parent != none; at = arena_[at].parent) ++steps;
    return steps;
  }
  const std::string& reason() const { return reason_; }

 private:
  static constexpr std::uint32_t none = ~0u;
  struct Entry {
    NodeId node = 0;
    std::uint32_t automata = 0, parent = none, edge = 0;
    bool bad = false;
  };
  struct TupleHash {
    std::size_t operator()(const std::vector<Monitor::StateId>& tuple) const {
      std::size_t h = tuple.size();
      for (Monitor::StateId s : tuple) h = (h ^ s) * 0x9e3779b97f4a7c15u;
      return h ^ (h >> 29);
    }
  };

  bool expand(std::uint32_t at, std::size_t length) {
    const Entry from = arena_[at];
    const std::vector<Monitor::StateId> automata = *tuples_[from.automata];
    const auto& edges = graph_.edges_of(from.node);
    for (std::uint32_t i = 0; i < edges.size() && reason_.empty(); ++i) {
      State s{edges[i].to, from.bad || graph_.violates(edges[i].to), automata};
      if (enter(s, edges[i].label, at, i, length)) return true;
    }
    return false;
  }

  // Whether the goal is reached.
  bool enter(State& s, LabelId label, std::uint32_t parent, std::uint32_t edge, std::size_t length) {
    if (context_.should_stop()) return fail(context_.stop_reason());
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      s.automata[i] = watches_[i]->next(s.automata[i], label);
      if (watches_[i]->overflowed()) return fail("a class has too many partial matches to keep track of");
    }
    const Role role = (*judge_)(s, length);
    if (role == Role::Skip) return false;
    const auto [tuple, is_new] = tuple_ids_.emplace(s.automata, static_cast<std::uint32_t>(tuples_.size()));
    if (is_new) tuples_.push_back(&tuple->first);
    const std::uint64_t key = (std::uint64_t{s.node} << 33) | (std::uint64_t{tuple->second} << 1) | (s.bad ? 1 : 0);
    if (!seen_.emplace(key, 0).second) return false;
    if (arena_.size() >= most_searched) return fail("the product of the runs with the classes is too large");
    arena_.push_back({s.node, tuple->second, parent, edge, s.bad});
    const auto id = static_cast<std::uint32_t>(arena_.size() - 1);
    if (role == Role::Goal && (!length_.exact || length == length_.bound)) {
      goal_ = id;
      return true;
    }
    level_.push_back(id);
    return false;
  }

  bool fail(std::string reason) {
    if (reason_.empty()) reason_ = std::move(reason);
    return false;
  }

  const RunGraph& graph_;
  Context& context_;
  std::vector<Watch*> watches_;
  Length length_;
  const Judge* judge_ = nullptr;
  std::string reason_;
  std::vector<Entry> arena_;
  std::vector<std::uint32_t> level_;
  std::unordered_map<std::uint64_t, char> seen_;
  std::unordered_map<std::vector<Monitor::StateId>, std::uint32_t, TupleHash> tuple_ids_;
  std::vector<const std::vector<Monitor::StateId>*> tuples_;
  std::uint32_t goal_ = none;
};

// What both sides share.
struct Listing {
  const ListedRuns& runs;
  const Vocabulary& vocabulary;
  Length length;
  Context& context;
  LabelTruth truth;
  std::string stopped;

  std::unique_ptr<Watch> watch(const TraceClass& c) {
    std::optional<SplitClass> parts = split(vocabulary, c);
    return parts ? std::make_unique<Watch>(*runs.graph, truth, *std::move(parts)) : nullptr;
  }
};

class GraphViolating : public ViolatingRuns {
 public:
  explicit GraphViolating(Listing& listing) : listing_(listing) {}

  std::size_t sizes() const override { return listing_.length.bound + 1; }
  std::size_t telling_positions(std::size_t size, const Trace& trace) const override {
    return std::min(size + 1, trace.steps.size());
  }

  std::optional<ClassId> know(const TraceClass& c) override {
    auto made = listing_.watch(c);
    if (!made) return std::nullopt;
    watches_.push_back(std::move(made));
    return watches_.size() - 1;
  }
  void keep_only(ClassId c) override {
    kept_.push_back(c);
    search_.reset();
  }

  // Searches are breadth first: of runs of several lengths, one search tells the answer for all sizes.  Of runs of
  // exactly one length, small ones are violated early.
  Answer find(std::size_t size, std::span<const ClassId> in, std::span<const ClassId> outside) override {
    const bool exact = listing_.length.exact;
    Asked asked{{in.begin(), in.end()}, {outside.begin(), outside.end()}, exact ? size : 0};
    if (!search_ || asked != asked_ || answer_ == Answer::Stopped) {
      ++questions_;
      asked_ = std::move(asked);
      answer_ = search();
    }
    if (answer_ != Answer::Sat || exact || size + 1 >= sizes()) return answer_;
    return search_->length() <= size ? Answer::Sat : Answer::Unsat;
  }
  Trace trace() override { return search_->trace(); }
  std::size_t questions() const override { return questions_; }

 private:
  struct Asked {
    std::vector<ClassId> in, outside;
    std::size_t violated_by = 0;  // of runs of exactly one length: the position at which they are, at the latest
    friend bool operator==(const Asked&, const Asked&) = default;
  };

  Answer search() {
    std::vector<Watch*> watches;
    for (const std::vector<ClassId>* some : {&kept_, &asked_.in, &asked_.outside})
      for (ClassId c : *some) watches.push_back(watches_[c].get());
    const auto wanted = static_cast<std::ptrdiff_t>(kept_.size() + asked_.in.size());
    const bool exact = listing_.length.exact;
    search_.emplace(*listing_.runs.graph, listing_.context);
    const Answer answer = search_->run(
        std::move(watches), Polarity::Violating, listing_.length, [&](const ProductSearch::State& s, std::size_t at) {
          const auto is_in = [](Monitor::StateId state) { return state == Monitor::accepting; };
          if (std::any_of(s.automata.begin() + wanted, s.automata.end(), is_in)) return ProductSearch::Role::Skip;
          if (exact && !s.bad && at >= asked_.violated_by) return ProductSearch::Role::Skip;
          return s.bad && std::all_of(s.automata.begin(), s.automata.begin() + wanted, is_in)
                     ? ProductSearch::Role::Goal
                     : ProductSearch::Role::Pass;
        });
    if (answer == Answer::Stopped) listing_.stopped = search_->reason();
    return answer;
  }

  Listing& listing_;
  std::vector<std::unique_ptr<Watch>> watches_;
  std::vector<ClassId> kept_;
  Asked asked_;
  Answer answer_ = Answer::Stopped;
  std::optional<ProductSearch> search_;
  std::size_t questions_ = 0;
};

class GraphPassing : public PassingRuns {
 public:
  explicit GraphPassing(Listing& listing) : listing_(listing) {}

  Answer find(std::span<const Fact> facts) override {
    ++questions_;
    asked_ = TraceClass{0, {facts.begin(), facts.end()}};
    for (const Fact& f : facts)
      for (PositionId p : f.at)
        if (!is_fixed(p)) asked_.positions = std::max<std::size_t>(asked_.positions, p + 1);
    const auto watch = listing_.watch(renumbered(without_idle_positions(asked_.facts)));
    WHYNOT_CHECK(watch, "what facts may speak of should have been looked at before");
    ProductSearch search(*listing_.runs.graph, listing_.context);
    const Answer answer =
        search.run({watch.get()}, Polarity::Passing, listing_.length, [](const ProductSearch::State& s, std::size_t) {
          if (s.bad) return ProductSearch::Role::Skip;
          return s.automata[0] == Monitor::accepting ? ProductSearch::Role::Goal : ProductSearch::Role::Pass;
        });
    if (answer == Answer::Stopped) listing_.stopped = search.reason();
    if (answer == Answer::Sat) found_ = search.trace();
    if (answer == Answer::Sat) placed_ = listing_.vocabulary.satisfied(asked_, found_);
    WHYNOT_CHECK(answer != Answer::Sat || placed_, "a run that an automaton accepts should satisfy the facts");
    return answer;
  }
  bool rested_on(const Fact&) override { return true; }  // nobody can tell
  Trace trace() override { return found_; }
  std::size_t step_of(PositionId p) override { return p < placed_->size() ? (*placed_)[p] : 0; }
  std::size_t questions() const override { return questions_; }

 private:
  Listing& listing_;
  TraceClass asked_;
  Trace found_;
  std::optional<Placement> placed_;
  std::size_t questions_ = 0;
};

class GraphSpace : public Space {
 public:
  GraphSpace(const ListedRuns& runs, const Vocabulary& vocabulary, Length length, Context& context)
      : listing_{runs, vocabulary, length, context, LabelTruth(*runs.graph), ""},
        violating_(listing_),
        passing_(listing_) {}

  ViolatingRuns& violating() override { return violating_; }
  PassingRuns& passing() override { return passing_; }
  std::string stopped() const override { return listing_.stopped; }
  void confirm(const Trace& trace, Polarity polarity) const override {
    const auto refusal = listing_.runs.refusal(trace, polarity);
    if (refusal) WHYNOT_CHECK(false, fmt::format("a trace failed replay: {}", *refusal));
  }

 private:
  Listing listing_;
  GraphViolating violating_;
  GraphPassing passing_;
};

// The predicate that no automaton follows, if there is one.
std::optional<PredicateId> odd_predicate(const Vocabulary& vocabulary) {
  for (PredicateId id = 0; id < vocabulary.given(); ++id)
    if (!split(vocabulary, instance_of(vocabulary, id))) return id;
  return std::nullopt;
}

std::string untreated(const Predicate& odd, bool unlimited) {
  const std::string why =
      unlimited ? "they cannot be of any length" : fmt::format("there are more than {} of them", most_tabled_runs);
  return fmt::format(
      "`{}` speaks of the numbers of positions other than by order and distance: runs are looked at one by one then, "
      "and {}",
      odd.name, why);
}

void lift_traces(const ListedRuns& runs, Classes& classes) {
  const auto lift = [&](Trace& trace) {
    if (!trace.steps.empty()) trace = runs.lift(trace);
  };
  if (classes.first) lift(*classes.first);
  for (Class& c : classes.classes) {
    lift(c.representative);
    if (c.canonical) lift(*c.canonical);
  }
  if (!classes.insufficient) return;
  lift(classes.insufficient->counterexample);
  lift(classes.insufficient->passing);
}

// Each class by itself, however they are shown.
Classes with_images(Classes classes) {
  std::vector<Class> further;
  for (const Class& c : classes.classes)
    for (const TraceClass& image : c.images) {
      further.push_back(c);
      further.back().constraint = image;
    }
  classes.classes.insert(classes.classes.end(), further.begin(), further.end());
  return classes;
}

}  // namespace

Outcome classify_listed(const ListedRuns& runs, const Options& options, Context& context) {
  const TransitionSystem& system = runs.graph->system();
  Outcome outcome{std::make_unique<Vocabulary>(system, options.vocabulary, with_distinct_positions(system, options)),
                  NotTreated{}};
  Vocabulary& vocabulary = *outcome.vocabulary;
  const bool unlimited = options.mode == Mode::Any && runs.all;
  const Length length{runs.bound, options.mode == Mode::Exact, unlimited};
  const std::optional<PredicateId> odd = odd_predicate(vocabulary);
  const auto table = odd && !unlimited ? RunTable::of(runs, length.exact, vocabulary, context) : nullptr;
  if (odd && !table) {
    outcome.result = NotTreated{untreated(vocabulary.predicate(*odd), unlimited)};
    return outcome;
  }
  GraphSpace graph(runs, vocabulary, length, context);
  Space& space = table ? table->space() : graph;
  Classes classes = Classifier(space, options, vocabulary, context).run();
  classes.bound = runs.bound;
  Question question;
  question.system = &system;
  question.violation.bad = system.pool->temporal(Op::F, {runs.graph->violates()});
  question.exact = length.exact;
  question.bound = runs.bound;
  if (!options.anchor) merge_by_values(vocabulary, runs.alike, classes);
  const CountedClasses counted = counted_classes(classes, options, vocabulary);
  if (options.mode == Mode::Any)
    classes.uncounted = "there may be infinitely many of any length";
  else if (!classes.stopped.empty())
    leave_uncounted(classes);
  else
    take_counts(table ? table->count(counted) : count_states(question, *runs.graph, vocabulary, counted, context),
                runs.together, classes);
  if (unlimited && classes.stopped.empty() && !classes.insufficient) {
    classes.unbounded = classes.complete;
    for (Class& c : classes.classes) c.unbounded = c.explained;
  }
  if ((options.mode == Mode::Any && !unlimited) || !runs.whole) classes.complete = false;
  if (runs.all && classes.stopped.empty() && classes.classes.empty() && !classes.insufficient) classes.unbounded = true;
  if (options.certify && classes.doubt.empty())
    classes.doubt =
        doubt_about(runs, length.exact, vocabulary, with_images(classes), counted.within, context).value_or("");
  if (options.anchor && table) {
    const auto all = RunTable::of(runs, length.exact, vocabulary, context);
    if (all) add_generic_level(all->space(), options, vocabulary, classes, context);
  } else if (options.anchor) {
    GraphSpace all(runs, vocabulary, length, context);
    add_generic_level(all, options, vocabulary, classes, context);
  }
  add_plain_flags(classes);
  list_unused(vocabulary, classes);
  lift_traces(runs, classes);
  outcome.result = std::move(classes);
  return outcome;
}

}  // namespace whynot::analyse::classify
