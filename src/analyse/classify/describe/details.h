// What splits a class: facts that some of its counterexamples have and others have not, and that runs which pass have
// much more seldom, or much more often.
#pragma once
#include "analyse/classify/classify.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

// Fills in `details` of each class, at most two, with exact counts; nothing where counting takes too long.
void add_details(const Question&, Vocabulary&, Classes&, Context&);

}  // namespace whynot::analyse::classify
