// What the first way of asking leaves open, asked once more: observers as functions, and quantifiers treated by the
// models that they exclude.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"
#include "solve/smt.h"

namespace whynot::analyse::falsify {

// Formulas over one state and some values of their free variables, to be satisfied together.
using Question = std::vector<whynot::ots::Term>;

// That the step of the transition breaks the predicate, with what is known in the state before.
Question question_of_step(const whynot::ots::Ots&, const whynot::ots::Predicate&, const whynot::ots::Transition&,
                          std::span<const whynot::ots::Predicate> known);
// That an initial state violates the predicate.
Question question_of_start(const whynot::ots::Ots&, const whynot::ots::Predicate&);

struct ThoroughAnswer {
  solve::SmtAnswer answer = solve::SmtAnswer::Unknown;
  std::uint64_t steps = 0;  // of the solver
  std::string reason;       // when Unknown
};
// REQUIRES that the encoder does not refuse the specification.  Without a context nobody can stop it.
ThoroughAnswer ask_thoroughly(const whynot::ots::Ots&, const Question&, std::uint64_t steps, Context*);

}  // namespace whynot::analyse::falsify
