#include "analyse/classify/unbounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analyse/classify/monitor.h"
#include "engine/portfolio.h"

namespace whynot::classify {
namespace {

constexpr std::size_t most_product_states = 2'000, most_positions = 12;
constexpr std::uint64_t effort = 20'000'000;  // of one proof

class Product {
 public:
  explicit Product(const Question& question) : pool_(*question.system->pool), system_(*question.system) {
    system_.obligations.clear();
    for (const VariableDecl& v : system_.variables)
      if (v.kind == VariableKind::Input) inputs_.push_back(v.variable);
    add_violation(question.violation.bad.arg(0));
  }

  const TransitionSystem& system() const { return system_; }
  Expr violated() const { return violated_; }

  // "The class has been seen", over the product's variables; nothing where no small automaton does it.
  std::optional<Expr> add(const Vocabulary& vocabulary, const TraceClass& c) {
    const std::optional<SplitClass> parts = split(vocabulary, c);
    if (!parts || !parts->ties.empty() || parts->positions > most_positions) return std::nullopt;
    Monitor monitor(vocabulary.system(), *parts);
    const std::size_t states = explore(monitor, parts->positions);
    if (states == 0) return std::nullopt;
    const Type type = pool_.range_type(0, states - 1);
    const Expr state = pool_.variable(fmt::format("class?{}", classes_++), type);
    std::vector<Expr> now, next;
    for (const std::vector<Expr>& alone : parts->alone) {
      std::vector<Expr> here, there;
      for (Expr body : alone) {
        here.push_back(at_start(body));
        there.push_back(after_step(body));
      }
      now.push_back(pool_.all(here));
      next.push_back(pool_.all(there));
    }
    Expr value = step_value(monitor, Monitor::initial, now);
    add_variable(state, value, [&] {
      Expr chosen = pool_.integer(Integer(Monitor::accepting));
      for (std::size_t s = 0; s < states; ++s)
        if (s != Monitor::accepting)
          chosen = pool_.ite(pool_.eq(state, pool_.integer(Integer(s))), step_value(monitor, static_cast<Monitor::StateId>(s), next), chosen);
      return chosen;
    }());
    return pool_.eq(state, pool_.integer(Integer(Monitor::accepting)));
  }

 private:
  bool is_input(Expr v) const { return std::find(inputs_.begin(), inputs_.end(), v) != inputs_.end(); }

  void add_variable(Expr variable, Expr initial, Expr next) {
    system_.variables.push_back({variable, VariableKind::State, {}});
    system_.init_assignments.push_back({variable, initial, {}});
    system_.next_assignments.push_back({variable, next, {}});
  }

  // True from the position on where the violation shows.
  void add_violation(Expr bad) {
    violated_ = pool_.variable("violated?", pool_.boolean_type());
    const bool leaves = speaks_of_transition(bad, [&](Expr v) { return is_input(v); });
    const Expr shows = leaves ? bad : substitute(pool_, bad, [&](Expr leaf) { return leaf.is(Op::Variable) ? next_of(leaf) : leaf; });
    add_variable(violated_, leaves ? pool_.boolean(false) : bad, pool_.or_(violated_, shows));
  }

  // Frozen variables keep their values, and have no next ones.
  Expr next_of(Expr variable) const {
    for (const VariableDecl& v : system_.variables)
      if (v.variable == variable && v.kind == VariableKind::State) return pool_.next(variable);
    return variable;
  }

  Expr replaced(Expr body, const std::function<Expr(Expr)>& value) const {
    std::unordered_map<Expr, Expr, ExprHash> done;
    for_each_postorder(body, [&](Expr e) {
      std::vector<Expr> args;
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
      done.emplace(e, e.is(Op::At) ? value(e.arg(0)) : args.empty() ? e : rebuild(pool_, e, args));
    });
    return done.at(body);
  }
  // No transition leads to the first position, so nothing is true of inputs there.
  Expr at_start(Expr body) const {
    bool reads_input = false;
    for_each_postorder(body, [&](Expr e) { reads_input = reads_input || (e.is(Op::At) && is_input(e.arg(0))); });
    return reads_input ? pool_.boolean(false) : replaced(body, [](Expr v) { return v; });
  }
  Expr after_step(Expr body) const {
    return replaced(body, [&](Expr v) { return is_input(v) ? v : next_of(v); });
  }

  // All states that some sequence of letters leads to; 0 when they are too many.
  static std::size_t explore(Monitor& monitor, std::size_t positions) {
    std::vector<Monitor::StateId> open = {Monitor::initial};
    std::vector<bool> seen = {true, true};
    while (!open.empty()) {
      const Monitor::StateId from = open.back();
      open.pop_back();
      for (std::size_t bits = 0; bits < (std::size_t{1} << positions); ++bits) {
        const Monitor::StateId to = monitor.next(from, monitor.letter(fits(bits, positions)));
        if (monitor.states() > most_product_states || monitor.overflowed()) return 0;
        if (to >= seen.size()) seen.resize(to + 1, false);
        if (seen[to]) continue;
        seen[to] = true;
        open.push_back(to);
      }
    }
    return monitor.states();
  }
  static std::vector<bool> fits(std::size_t bits, std::size_t positions) {
    std::vector<bool> made;
    for (std::size_t p = 0; p < positions; ++p) made.push_back((bits >> p) & 1);
    return made;
  }

  // The state after a step, decided by the conditions one after the other; equal outcomes are not decided.
  Expr step_value(Monitor& monitor, Monitor::StateId from, const std::vector<Expr>& conditions) const {
    const std::size_t n = conditions.size();
    std::vector<Expr> outcome;
    for (std::size_t bits = 0; bits < (std::size_t{1} << n); ++bits)
      outcome.push_back(pool_.integer(Integer(monitor.next(from, monitor.letter(fits(bits, n))))));
    for (std::size_t p = n; p-- > 0;) {
      const std::size_t half = std::size_t{1} << p;
      for (std::size_t i = 0; i < half; ++i)
        outcome[i] = outcome[i] == outcome[i + half] ? outcome[i] : pool_.ite(conditions[p], outcome[i + half], outcome[i]);
      outcome.resize(half);
    }
    return outcome[0];
  }

  ExprPool& pool_;
  TransitionSystem system_;
  std::vector<Expr> inputs_;
  Expr violated_;
  std::size_t classes_ = 0;
};

Proof prove(const Product& product, Expr invariant, std::size_t& longest, Context& context) {
  Property property;
  property.name = "classes";
  property.formula = invariant;
  Context limited(context, effort);
  const Query query{&product.system(), &property, Polarity::Violating, {}, {}, std::nullopt, nullptr};
  const Verdict verdict = engine::decide(query, engine::engines(), limited).verdict;
  if (std::holds_alternative<Holds>(verdict)) return Proof::Proved;
  const auto* violated = std::get_if<Violated>(&verdict);
  if (!violated) return Proof::Open;
  if (const Trace* trace = std::get_if<Trace>(&violated->evidence)) longest = std::max(longest, trace->depth());
  return Proof::Refuted;
}

}  // namespace

UnboundedAnswer prove_unbounded(const Question& question, const Vocabulary& vocabulary, const std::vector<TraceClass>& classes,
                                Context& context) {
  UnboundedAnswer answer;
  ExprPool& pool = *question.system->pool;
  answer.sufficiency.assign(classes.size(), Proof::Open);
  const Expr bad = question.violation.bad;
  if (question.violation.lassos || !bad.is(Op::F) || contains_op(bad.arg(0), is_ltl)) return answer;
  Product all(question);
  std::vector<Expr> seen;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    Product alone(question);
    const auto accepted = alone.add(vocabulary, classes[i]);
    if (!accepted) continue;
    answer.sufficiency[i] = prove(alone, pool.implies(*accepted, alone.violated()), answer.longest, context);
    seen.push_back(*all.add(vocabulary, classes[i]));
  }
  if (seen.size() == classes.size())
    answer.coverage = prove(all, pool.implies(all.violated(), pool.any(seen)), answer.longest, context);
  return answer;
}

}  // namespace whynot::classify
