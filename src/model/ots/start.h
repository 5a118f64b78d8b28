// Initial states one by one, where rigid observers with axioms have few among many.
#pragma once
#include <functional>
#include <vector>

#include "base/context.h"
#include "model/ots/evaluate.h"

namespace whynot::ots {

// Calls `found` with each initial state until it returns false; `choices` are the values that each cell may have. False
// when the Context stopped it.
bool for_each_start(const Ots&, const Evaluator&, std::vector<std::vector<Value>> choices, Context&,
                    const std::function<bool(State)>& found);

}  // namespace whynot::ots
