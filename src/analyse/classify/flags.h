// What a reader should know before believing that a class explains something.
#pragma once
#include "analyse/classify/classify.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

// Adds to the flags of each class: it only says in other words that the property is violated; it keeps positions
// apart of which nothing else is said; it is not explained at all.
void add_flags(const Question&, const Vocabulary&, Classes&, Context&);
// Without the first, which takes a system's conditions.
void add_plain_flags(Classes&);

}  // namespace whynot::analyse::classify
