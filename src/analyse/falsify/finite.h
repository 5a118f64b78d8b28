// Failing induction steps with few elements: a state and a transition that the concrete semantics confirms.
//
// Loose sorts have 1, 2, 3, … elements; quantifiers over finitely many values are written out, so that the solver is
// asked about formulas that it decides.  Of a collection over infinitely many values a few members are sought.  What
// the solver finds is read as a state; where it violates a known invariant for some values of its parameters, that
// instance is added and the solver asked again.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

// The predicate and all that is known hold before the step; after it the predicate is violated.
struct FailingStep {
  std::shared_ptr<const whynot::ots::Scope> scope;
  std::shared_ptr<const Signature> signature;
  State before, after;
  Action action;
  std::vector<Value> instance;  // of the predicate's parameters
};

// `known` and the axioms of the specification hold in the state before; the predicate should be among them.  Sorts have
// at most as many elements as the scopes, smallest first, give them.
std::optional<FailingStep> find_failing_step(const whynot::ots::Ots&, const whynot::ots::Predicate&,
                                             const whynot::ots::Transition&,
                                             std::span<const whynot::ots::Predicate> known,
                                             std::span<const std::shared_ptr<const whynot::ots::Scope>>, Context&);

// Of 1, 2, … elements of each loose sort, those that the specification names among them.
std::vector<std::shared_ptr<const whynot::ots::Scope>> small_scopes(whynot::ots::Ots&);

}  // namespace whynot::analyse::falsify
