// The runs of a transition system, asked for by solvers: one holds the violating runs with a literal for each
// class, one the passing runs with a literal for each fact.
#pragma once
#include <memory>

#include "analyse/classify/solver/runs.h"
#include "analyse/classify/space.h"
#include "model/stepper.h"

namespace whynot::analyse::classify {

// All must outlive it.
std::unique_ptr<Space> make_solver_space(const Question&, const Stepper&, const Vocabulary&, Context&);

}  // namespace whynot::analyse::classify
