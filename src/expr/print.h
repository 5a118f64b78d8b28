// Expressions as SMV text, with no more parentheses than needed: what reading it back gives is the same
// expression.
#pragma once
#include <string>
#include <unordered_map>

#include "expr/expr.h"

namespace whynot {

// Names for subexpressions: what the user wrote as a DEFINE reads better under its name.  With names, comparisons are
// written in the order that the user gave them.
using ExprNames = std::unordered_map<Expr, std::string, ExprHash>;

// Shared parts are written out, so a DAG can be much larger as text than in memory: beyond `limit`
// characters the rest is cut and the text ends in "…".
std::string to_string(const ExprPool&, Expr, std::size_t limit = 4000, const ExprNames* names = nullptr);

}  // namespace whynot
