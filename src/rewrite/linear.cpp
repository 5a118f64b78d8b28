#include "rewrite/linear.h"

#include <unordered_map>

namespace whynot::rewrite {

bool is_linear(Expr ctl) {
  enum class Shape { Plain, Linear, Other };  // without temporal operators; in the fragment; neither known
  std::unordered_map<Expr, Shape, ExprHash> shape;
  for_each_postorder(ctl, [&](Expr e) {
    bool plain = !is_temporal(e.op()), linear = true;
    std::size_t temporal_args = 0;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      const Shape arg = shape.at(e.arg(i));
      temporal_args += arg != Shape::Plain;
      linear = linear && arg != Shape::Other;
    }
    plain = plain && temporal_args == 0;
    switch (e.op()) {
      case Op::And:
      case Op::AX:
      case Op::AG: break;
      // A choice must be decided now: p | f is (p & TRUE) | (!p & f).
      case Op::Or: linear = linear && temporal_args <= 1; break;
      case Op::AF:
      case Op::AU: linear = temporal_args == 0; break;
      default: linear = false; break;
    }
    const Shape unless_plain = linear ? Shape::Linear : Shape::Other;
    shape.emplace(e, plain ? Shape::Plain : unless_plain);
  });
  return shape.at(ctl) != Shape::Other;
}

}  // namespace whynot::rewrite
