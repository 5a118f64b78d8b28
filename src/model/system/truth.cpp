// Evaluates atoms step by step, then combines rows bottom up by the laws of model/ltl.h.
#include "model/system/truth.h"

#include <algorithm>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot {
namespace {

struct KleeneLogic {
  static Truth constant(bool value) { return value ? Truth::True : Truth::False; }
  static Truth unknown() { return Truth::Unknown; }
  static Truth negation(Truth t) { return static_cast<Truth>(2 - static_cast<int>(t)); }
  static Truth both(Truth a, Truth b) { return std::min(a, b); }
  static Truth either(Truth a, Truth b) { return std::max(a, b); }
};

Truth as_truth(const Value& v) { return v.defined() ? KleeneLogic::constant(v.as_boolean()) : Truth::Unknown; }

}  // namespace

// By how many rounds an operator may be late behind its operands: a round for one that looks at all of the
// past or one step back, and as many as its bound spans for a bounded one.
std::size_t rounds_until_stable(Expr formula, std::size_t loop_length) {
  std::unordered_map<Expr, std::size_t, ExprHash> rounds;
  for_each_postorder(formula, [&](Expr e) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < e.arity(); ++i) most = std::max(most, rounds.at(e.arg(i)));
    if (is_past(e.op())) most += e.b() == no_bound || e.is(Op::Y) || e.is(Op::Z) ? 1 : e.b() / loop_length + 1;
    if (is_past(e.op()) && e.b() == no_bound) most += e.a() / loop_length;
    rounds.emplace(e, most);
  });
  return rounds.at(formula);
}

bool is_connective(Expr e) {
  switch (e.op()) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Iff:
    case Op::Implies:
    case Op::Ite: return e.type().is_boolean();
    case Op::Eq: return e.arg(0).type().is_boolean() && e.arg(1).type().is_boolean();
    default: return false;
  }
}

TraceTruth::TraceTruth(const TransitionSystem& system, const Trace& trace, Expr formula) : formula_(formula) {
  WHYNOT_CHECK(!trace.steps.empty(), "a trace should have at least one step");
  lay_out(trace, trace.loop ? rounds_until_stable(formula, trace.steps.size() - *trace.loop) : 0);
  evaluate_atoms(system, trace, formula);
  combine_all();
}

TraceTruth TraceTruth::with_flipped(std::span<const AtomAt> flipped) const {
  TraceTruth changed = *this;
  for (const AtomAt& flip : flipped) {
    Row& row = changed.table_.at(flip.atom);
    for (std::size_t p = 0; p < positions(); ++p)
      if (step_[p] == flip.step) row[p] = KleeneLogic::negation(row[p]);
  }
  changed.combine_all();
  return changed;
}

void TraceTruth::combine_all() {
  const auto row_of = [&](Expr part) -> const Row& { return table_.at(part); };
  for_each_postorder(formula_, [&](Expr e) {
    if (is_temporal(e.op()) || is_connective(e)) table_[e] = combined_row(e, KleeneLogic(), positions_, row_of);
  });
}

void TraceTruth::lay_out(const Trace& trace, std::size_t rounds) {
  const std::size_t steps = trace.steps.size(), length = trace.loop ? steps - *trace.loop : 0;
  positions_.count = steps + rounds * length;
  if (trace.loop) positions_.wrap = positions_.count - length;
  for (std::size_t p = 0; p < positions(); ++p) step_.push_back(p < steps ? p : *trace.loop + (p - steps) % length);
}

// Atoms are evaluated as they stand, step by step; so are the boolean parts inside of them.
void TraceTruth::evaluate_atoms(const TransitionSystem& system, const Trace& trace, Expr formula) {
  std::vector<Expr> atoms;
  for_each_postorder(formula, [&](Expr e) {
    if (e.type().is_boolean() && !is_temporal(e.op()) && !is_connective(e)) atoms.push_back(e);
  });
  const Slots slots(system);
  const CompiledExpr program(*system.pool, atoms, [&](Expr leaf) { return slots.of(leaf); });
  std::vector<std::vector<Value>> by_step(trace.steps.size());
  for (std::size_t i = 0; i < by_step.size(); ++i) program.run_all(slots.around(trace, i), by_step[i]);
  for (std::size_t n = 0; n < program.nodes().size(); ++n) {
    if (!program.nodes()[n].type().is_boolean()) continue;
    Row row(positions());
    for (std::size_t p = 0; p < positions(); ++p) row[p] = as_truth(by_step[step_[p]][n]);
    table_.emplace(program.nodes()[n], std::move(row));
  }
}

}  // namespace whynot
