#include <fmt/format.h>

#include "encode/unroll.h"
#include "engine/certify.h"
#include "engine/certify_circuit.h"
#include "model/property.h"

namespace whynot::engine {
namespace {

using encode::Start;
using encode::Unroll;
using solve::Lit;

// Questions about a system, each to a solver of its own.
class InductionExaminer {
 public:
  // States are told apart by what matters for the invariant, as the engine does.
  InductionExaminer(const TransitionSystem& system, Expr invariant, Context& context)
      : bits_(system),
        context_(context),
        cone_(bits_.cone(std::span(&invariant, 1))),
        holds_(bits_.condition(invariant)) {
    leaves_ = speaks_of_transition(
        invariant, [&](Expr v) { return bits_.variables()[bits_.index_of(v)].kind == VariableKind::Input; });
  }

  Unroll runs(Start start) { return Unroll(bits_, cone_, start, context_, solve::Proofs::Kept); }
  // An invariant that speaks of a transition needs the frame after it.
  std::size_t frames_for(std::size_t position) const { return position + 1 + leaves_; }
  Lit holds(Unroll& unroll, std::size_t position) { return unroll.at(holds_, position); }

  // Nothing if no run satisfies what is required; else what that means.
  Refusal none(Unroll& unroll, const std::string& otherwise) {
    return contradiction(unroll.sat(), context_, otherwise);
  }

 private:
  encode::BitSystem bits_;
  Context& context_;
  std::vector<bool> cone_;
  Lit holds_;
  bool leaves_ = false;
};

// All states of a run are different.
void require_simple(Unroll& unroll) {
  for (std::size_t i = 0; i < unroll.frames(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      unroll.cnf().require(!encode::equal(unroll.graph(), unroll.identity(j), unroll.identity(i)));
}

}  // namespace

Refusal refuses(const TransitionSystem& system, Expr invariant, const Induction& induction, Context& context) {
  InductionExaminer examiner(system, invariant, context);
  for (std::size_t i = 0; i < induction.k; ++i) {  // one by one: a run may end before it is k steps long
    Unroll base = examiner.runs(Start::Initial);
    base.extend_to(examiner.frames_for(i));
    base.cnf().require(!examiner.holds(base, i));
    if (auto refusal = examiner.none(base, fmt::format("the invariant fails after {} steps", i))) return refusal;
  }
  Unroll step = examiner.runs(Start::Anywhere);
  step.extend_to(induction.k + 1);
  if (induction.simple_paths) require_simple(step);
  step.extend_to(examiner.frames_for(induction.k));
  for (std::size_t i = 0; i < induction.k; ++i) step.cnf().require(examiner.holds(step, i));
  step.cnf().require(!examiner.holds(step, induction.k));
  return examiner.none(step, fmt::format("the invariant does not follow from {} steps in which it holds", induction.k));
}

}  // namespace whynot::engine
