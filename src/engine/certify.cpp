#include "engine/certify.h"

#include <fmt/format.h>

#include "encode/unroll.h"
#include "model/property.h"

namespace whynot::engine {
namespace {

using encode::Start;
using encode::Unroll;
using solve::Aig;
using solve::Lit;

using Refusal = std::optional<std::string>;

// Questions about a system, each to a solver of its own.
class Examiner {
 public:
  enum class Variables { All, OfInvariant };
  Examiner(const TransitionSystem& system, Expr invariant, Variables variables, Context& context)
      : bits_(system), context_(context), holds_(bits_.condition(invariant)) {
    cone_ = variables == Variables::All ? bits_.everything() : bits_.cone(std::span(&invariant, 1));
    leaves_ = speaks_of_transition(
        invariant, [&](Expr v) { return bits_.variables()[bits_.index_of(v)].kind == VariableKind::Input; });
  }

  Unroll runs(Start start) { return Unroll(bits_, cone_, start, context_, solve::Proofs::Kept); }
  // An invariant that speaks of a transition needs the frame after it.
  std::size_t frames_for(std::size_t position) const { return position + 1 + leaves_; }
  Lit holds(Unroll& unroll, std::size_t position) { return unroll.at(holds_, position); }

  // Nothing if no run satisfies what is required; else what that means.
  Refusal none(Unroll& unroll, const std::string& otherwise) {
    switch (unroll.sat().solve()) {
      case solve::Answer::Sat: return otherwise;
      case solve::Answer::Stopped: return std::string(stop_word(context_.stopped()));
      case solve::Answer::Unsat: break;
    }
    switch (unroll.sat().check_proof()) {
      case solve::ProofCheck::Accepted: return std::nullopt;
      case solve::ProofCheck::Stopped: return std::string(stop_word(context_.stopped()));
      case solve::ProofCheck::Refused: break;
    }
    return "the solver's proof is none";
  }

 private:
  encode::BitSystem bits_;
  Context& context_;
  std::vector<bool> cone_;
  Lit holds_;
  bool leaves_ = false;
};

// The set's circuit over the bits of a frame; nothing when it speaks of bits that are not there.
std::optional<Lit> placed(const InductiveSet& set, Unroll& unroll, std::size_t frame) {
  solve::Substitution copy(set.graph, unroll.graph());
  const auto& variables = unroll.system().variables();
  std::size_t next = 0;
  for (std::uint32_t node = 1; node < set.graph.size(); ++node) {
    if (!set.graph.is_input(node)) continue;
    if (next >= set.bits.size()) return std::nullopt;
    const auto [variable, bit] = set.bits[next++];
    if (variable >= variables.size() || bit >= variables[variable].current.size()) return std::nullopt;
    if (variables[variable].kind == VariableKind::Input) return std::nullopt;
    copy.set(node, unroll.bits(variable, frame)[bit]);
  }
  return copy.apply(set.states);
}

// All states of a run are different.
void require_simple(Unroll& unroll) {
  for (std::size_t i = 0; i < unroll.frames(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      unroll.cnf().require(!encode::equal(unroll.graph(), unroll.identity(j), unroll.identity(i)));
}

}  // namespace

Refusal refuses(const TransitionSystem& system, Expr invariant, const InductiveSet& set, Context& context) {
  Examiner examiner(system, invariant, Examiner::Variables::All, context);
  const auto is_foreign = [] { return Refusal("the set speaks of bits that the model does not have"); };

  Unroll start = examiner.runs(Start::Initial);
  const auto initial = placed(set, start, 0);
  if (!initial) return is_foreign();
  start.cnf().require(!*initial);
  if (auto refusal = examiner.none(start, "an initial state is not in the set")) return refusal;

  Unroll step = examiner.runs(Start::Anywhere);
  step.extend();
  const auto before = placed(set, step, 0), after = placed(set, step, 1);
  step.cnf().require(*before);
  step.cnf().require(!*after);
  if (auto refusal = examiner.none(step, "a step leaves the set")) return refusal;

  Unroll inside = examiner.runs(Start::Anywhere);
  inside.extend_to(examiner.frames_for(0));
  inside.cnf().require(*placed(set, inside, 0));
  inside.cnf().require(!examiner.holds(inside, 0));
  return examiner.none(inside, "the invariant fails in a state of the set");
}

Refusal refuses(const TransitionSystem& system, Expr invariant, const Induction& induction, Context& context) {
  // States are told apart by what matters for the invariant, as the engine does.
  Examiner examiner(system, invariant, Examiner::Variables::OfInvariant, context);
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
