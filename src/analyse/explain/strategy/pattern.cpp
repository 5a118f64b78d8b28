#include "analyse/explain/strategy/pattern.h"

#include "analyse/explain/build/formula.h"

namespace whynot::analyse::explain {
namespace {

bool is_plain_until(Expr e, Op op) {
  return e.is(op) && bounds_of(e).unbounded() && is_plain(e.arg(e.arity() - 1)) && is_plain(e.arg(0));
}

}  // namespace

// What refutes a response or an existence is a loop: a short one is easier to look at.  What refutes an
// absence or a precedence is a way there, which is shortest anyway: what is simple about it comes first.
std::optional<Pattern> pattern_of(ExprPool&, const Property& property) {
  const Expr f = property.formula;
  if (property.kind == PropertyKind::Invariant || !f) return std::nullopt;
  if (is_plain_until(f, Op::AF)) return Pattern{"existence: AF p", "shortest_loop"};
  if (f.is(Op::Not) && is_plain_until(f.arg(0), Op::EU) && f.arg(0).arg(0).is(Op::Not))
    return Pattern{"precedence: !E [!q U p]", "smallest"};
  if (!f.is(Op::AG) || !bounds_of(f).unbounded()) return std::nullopt;
  const Expr inner = f.arg(0);
  if (is_plain(inner)) return Pattern{inner.is(Op::Not) ? "absence: AG !p" : "universality: AG p", "smallest"};
  if (is_plain_until(inner, Op::AF)) return Pattern{"recurrence: AG AF p", "shortest_loop"};
  if (inner.is(Op::Implies) && is_plain(inner.arg(0)) && is_plain_until(inner.arg(1), Op::AF))
    return Pattern{"response: AG (p -> AF q)", "shortest_loop"};
  return std::nullopt;
}

}  // namespace whynot::analyse::explain
