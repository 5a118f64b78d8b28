// Expressions as SMV text, with no more parentheses than needed: what reading it back gives is the same
// expression.
#pragma once
#include <string>

#include "expr/expr.h"

namespace whynot {

// Shared parts are written out, so a DAG can be much larger as text than in memory: beyond `limit`
// characters the rest is cut and the text ends in "…".
std::string to_string(const ExprPool&, Expr, std::size_t limit = 4000);

}  // namespace whynot
