#include "front/common/facts.h"

namespace whynot::front {

std::uint8_t Facts::of(Expr root) {
  if (visited(root)) return bits_[root.id()];
  for_each_postorder(std::span<const Expr>(&root, 1), seen_, [&](Expr e) {
    std::uint8_t bits = 0;
    for (std::size_t i = 0; i < e.arity(); ++i) bits |= bits_[e.arg(i).id()];
    if (e.is(Op::Next)) bits |= HasNext;
    if (e.is(Op::Variable) && inputs_.contains(e.id())) bits |= HasInput;
    if (whynot::is_ltl(e.op())) bits |= HasLtl;
    if (whynot::is_ctl(e.op())) bits |= HasCtl;
    if (hazards_.contains(e.id())) bits |= HasHazard;
    if (e.id() >= bits_.size()) bits_.resize(e.id() + e.id() / 2 + 64);
    bits_[e.id()] = bits;
  });
  return bits_[root.id()];
}

}  // namespace whynot::front
