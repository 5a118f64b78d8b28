// Both formulas are evaluated by the definitions of the operators, on small random structures whose values are drawn
// half from the constants in the formulas, since random numbers would hardly ever meet them.
#include "check/rewritings.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "base/random.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "model/system/truth.h"

namespace whynot::check {
namespace {

constexpr const char* disagreement = "a formula and what it was rewritten to differ";

// The variables that formulas speak of, and values of their types: often those that the formulas mention.
class RandomStates {
 public:
  RandomStates(const TransitionSystem& system, Expr formulas) {
    small.pool = system.pool;
    std::unordered_set<Expr, ExprHash> spoken_of;
    for_each_postorder(formulas, [&](Expr e) {
      if (e.is(Op::Variable)) spoken_of.insert(e);
      if (e.is(Op::Constant) && system.pool->value_of(e).defined()) mentioned_.push_back(system.pool->value_of(e));
    });
    for (const VariableDecl& v : system.variables)
      if (spoken_of.count(v.variable)) small.variables.push_back(v);
  }

  std::vector<Value> values(bool of_inputs, Random& random) const {
    std::vector<Value> result;
    for (const VariableDecl& v : small.variables)
      if ((v.kind == VariableKind::Input) == of_inputs) result.push_back(value(v.variable.type(), random));
    return result;
  }

  TransitionSystem small;  // without conditions

 private:
  Value value(Type type, Random& random) const {
    if (!mentioned_.empty() && random.chance(50)) {
      const Value& v = mentioned_[random.below(mentioned_.size())];
      if (type.contains(v)) return v;
    }
    Integer number = 0;
    const Integer size = type.size().value_or(1);
    for (Integer left = size; left > 0; left >>= 64) number = (number << 64) + random.next();
    return type.value(Integer(number % size));
  }

  std::vector<Value> mentioned_;
};

Trace random_word(const RandomStates& states, const std::shared_ptr<const Signature>& signature, Random& random) {
  Trace word;
  word.signature = signature;
  const std::size_t length = 1 + random.below(5);
  for (std::size_t i = 0; i < length; ++i)
    word.steps.push_back({states.values(false, random), i == 0 ? Inputs{} : states.values(true, random), {}});
  word.loop = random.below(length);
  word.closing_inputs = states.values(true, random);
  return word;
}

// A graph, and the states of CTL formulas in it: by the definitions of the operators, once more.
class RandomGraph {
 public:
  using Mask = std::uint32_t;  // a bit for each state
  explicit RandomGraph(Random& random) : states(1 + random.below(6)) {
    for (std::size_t s = 0; s < states; ++s)
      successors_.push_back((static_cast<Mask>(random.next() & random.next()) & all()) | Mask{1}
                                                                                             << random.below(states));
  }

  const std::size_t states;

  Mask all() const { return (Mask{1} << states) - 1; }
  Mask temporal(Expr e, Mask a, Mask b) const {
    const TimeBounds bounds = e.is(Op::EX) || e.is(Op::AX) ? TimeBounds{} : bounds_of(e);
    switch (e.op()) {
      case Op::EX: return some(a);
      case Op::AX: return every(a);
      case Op::EF: return until(all(), a, bounds, false);
      case Op::AF: return until(all(), a, bounds, true);
      case Op::EG: return all() & ~until(all(), all() & ~a, bounds, true);
      case Op::AG: return all() & ~until(all(), all() & ~a, bounds, false);
      case Op::EU: return until(a, b, bounds, false);
      default: return until(a, b, bounds, true);
    }
  }

 private:
  Mask some(Mask into) const {
    Mask result = 0;
    for (std::size_t s = 0; s < states; ++s)
      if ((successors_[s] & into) != 0) result |= Mask{1} << s;
    return result;
  }
  Mask every(Mask into) const { return all() & ~some(all() & ~into); }

  // From the end of the interval inwards; without an end, until nothing changes.
  Mask until(Mask hold, Mask goal, TimeBounds bounds, bool on_all) const {
    const auto before = [&](Mask later, bool may_end) {
      return (may_end ? goal : Mask{0}) | (hold & (on_all ? every(later) : some(later)));
    };
    if (bounds.hi < bounds.lo) return 0;
    Mask result = goal;
    const std::uint64_t steps = bounds.hi == no_bound ? states : bounds.hi - bounds.lo;
    for (std::uint64_t i = 0; i < steps; ++i) result = before(result, true);
    for (std::uint64_t i = 0; i < bounds.lo; ++i) result = before(result, false);
    return result;
  }

  std::vector<Mask> successors_;
};

// The states of a graph in which formulas are true.
class GraphTruth {
 public:
  using Mask = RandomGraph::Mask;
  // All that is below the root.
  GraphTruth(const RandomStates& states, Expr root) : states_(states), slots_(states.small) {
    for_each_postorder(root, [&](Expr e) {
      bool is_temporal = is_ctl(e.op());
      for (std::size_t i = 0; i < e.arity(); ++i) is_temporal = is_temporal || temporal_.count(e.arg(i));
      if (!is_temporal) return;
      temporal_.insert(e);
      order_.push_back(e);
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (!temporal_.count(e.arg(i))) facts_.push_back(e.arg(i));
    });
    if (!temporal_.count(root)) facts_.push_back(root);
    for (const Expr f : facts_)
      compiled_.emplace_back(*states.small.pool, f, [&](Expr leaf) { return slots_.of(leaf); });
  }

  void look_at(const RandomGraph& graph, Random& random) {
    for (const Expr f : facts_) masks_[f] = 0;
    for (std::size_t s = 0; s < graph.states; ++s) {
      const auto values = slots_.values(states_.values(false, random), nullptr, nullptr);
      for (std::size_t i = 0; i < facts_.size(); ++i)
        if (compiled_[i].all_true(values)) masks_[facts_[i]] |= Mask{1} << s;
    }
    for (const Expr e : order_) masks_[e] = combine(e, graph);
  }
  Mask of(Expr e) const { return masks_.at(e); }

 private:
  Mask combine(Expr e, const RandomGraph& graph) const {
    const auto arg = [&](std::size_t i) { return i < e.arity() ? masks_.at(e.arg(i)) : Mask{0}; };
    const Mask a = arg(0), b = arg(1);
    if (is_ctl(e.op())) return graph.temporal(e, a, b);
    switch (e.op()) {
      case Op::Not: return graph.all() & ~a;
      case Op::And: return a & b;
      case Op::Or: return a | b;
      case Op::Xor: return a ^ b;
      case Op::Iff:
      case Op::Eq: return graph.all() & ~(a ^ b);
      case Op::Implies: return graph.all() & (~a | b);
      case Op::Ite: return (a & b) | (~a & arg(2));
      default: break;
    }
    WHYNOT_CHECK(false, "only logical operators should stand above temporal ones");
    return 0;
  }

  const RandomStates& states_;
  Slots slots_;
  std::unordered_set<Expr, ExprHash> temporal_;
  std::vector<Expr> order_, facts_;
  std::vector<CompiledExpr> compiled_;
  std::unordered_map<Expr, Mask, ExprHash> masks_;
};

}  // namespace

Refusal disagree_on_words(const TransitionSystem& system, Expr formula, Expr rewritten, Context& context) {
  if (formula == rewritten) return std::nullopt;
  const Expr same = system.pool->iff(formula, rewritten);
  const RandomStates states(system, same);
  const auto signature = std::make_shared<const Signature>(signature_of(states.small));
  Random random(tried_words);
  for (std::size_t i = 0; i < tried_words; ++i) {
    if (context.should_stop()) return context.stop_reason();
    const TraceTruth truth(states.small, random_word(states, signature, random), same);
    for (std::size_t position = 0; position < truth.positions(); ++position)
      if (truth.at(formula, position) != truth.at(rewritten, position)) return disagreement;
  }
  return std::nullopt;
}

Refusal disagree_in_graphs(const TransitionSystem& system, Expr formula, Expr rewritten, Context& context) {
  if (formula == rewritten) return std::nullopt;
  const Expr same = system.pool->iff(formula, rewritten);
  const RandomStates states(system, same);
  GraphTruth truth(states, same);
  Random random(tried_words);
  for (std::size_t i = 0; i < tried_words; ++i) {
    if (context.should_stop()) return context.stop_reason();
    const RandomGraph graph(random);
    truth.look_at(graph, random);
    if (truth.of(formula) != truth.of(rewritten)) return disagreement;
  }
  return std::nullopt;
}

Refusal is_not_always(const TransitionSystem& system, const Property& property, Expr invariant, Context& context) {
  if (property.formula == invariant) return std::nullopt;
  const bool is_ctl = property.is_ctl();
  const Expr always = system.pool->temporal(is_ctl ? Op::AG : Op::G, {invariant});
  return is_ctl ? disagree_in_graphs(system, property.formula, always, context)
                : disagree_on_words(system, property.formula, always, context);
}

}  // namespace whynot::check
