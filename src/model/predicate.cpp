#include "model/predicate.h"

#include <fmt/format.h>

namespace whynot {
namespace {

Type place_type(ExprPool& pool) { return pool.range_type(0, (1 << 20) - 1); }

}  // namespace

// Question marks keep these names apart from those of models.
Expr place_of_argument(ExprPool& pool, std::size_t n) {
  return pool.variable(fmt::format("place?{}", n), place_type(pool));
}
Expr place_of_last(ExprPool& pool) { return pool.variable("last?", place_type(pool)); }
Expr place_of_loop(ExprPool& pool) { return pool.variable("loop?", place_type(pool)); }

}  // namespace whynot
