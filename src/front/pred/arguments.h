// Conditions over the arguments of a predicate, rewritten.
#pragma once
#include <string>
#include <vector>

#include "model/predicate.h"

namespace whynot::front::pred {

// Of a span, over At(x, 0): next(x) is x at argument 1, the step after the one that it speaks of.
Expr looking_ahead(ExprPool&, Expr condition);
// With each argument n taken for argument at[n].
Expr moved(ExprPool&, Expr condition, const std::vector<std::size_t>& at);
// The values at positions as variables `x@i`.
Expr named(ExprPool&, Expr condition, const std::vector<std::string>& positions);

}  // namespace whynot::front::pred
