// The proof passages of an export to CafeOBJ: of each goal, whether it holds initially and the cases in which its
// induction step fails, each with all that it decides.
#pragma once
#include <string>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

std::string cafeobj_with_passages(const whynot::ots::Ots&, std::span<const whynot::ots::Predicate> goals, Context&);

}  // namespace whynot::analyse::falsify
