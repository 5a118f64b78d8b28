#include "engine/ic3/circuit.h"

#include "model/property.h"

namespace whynot::engine::ic3 {

using encode::Start;
using encode::VariableBits;
using solve::Aig;
using solve::Lit;

Circuit::Circuit(encode::BitSystem& system, Expr invariant, Context& context)
    : system_(system),
      invariant_(invariant),
      cone_(system.cone(std::span(&invariant, 1))),
      unroll_(system, cone_, Start::Anywhere, context),
      initial_(system, cone_, Start::Initial, context) {
  const std::size_t first_of_step = unroll_.required().size();
  unroll_.extend();
  leaves_ = speaks_of_transition(
      invariant, [&](Expr v) { return system.variables()[system.index_of(v)].kind == VariableKind::Input; });
  const Lit fails = !system.condition(invariant);
  fails_ = unroll_.at(fails, 0);
  if (!leaves_) fails_next_ = unroll_.at(fails, 1);
  find_latches();
  sort_conditions(first_of_step);
}

void Circuit::find_latches() {
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || v.kind == VariableKind::Input || (v.always && v.always->function)) continue;
    const encode::Bits now = unroll_.bits(i, 0), then = unroll_.bits(i, 1), start = initial_.bits(i, 0);
    for (std::size_t b = 0; b < now.size(); ++b) {
      latches_.push_back({i, b, now[b], then[b]});
      start_.push_back(start[b]);
    }
  }
  std::vector<bool> is_latch(graph().size(), false);
  for (const Latch& latch : latches_) is_latch[latch.current.node()] = true;
  for (std::uint32_t n = 1; n < graph().size(); ++n)
    if (graph().is_input(n) && !is_latch[n]) free_.push_back(n);
}

// By node: whether a free bit has a part in it.
std::vector<bool> Circuit::above_free_bits() {
  const Aig& g = graph();
  std::vector<bool> above(g.size(), false);
  for (std::uint32_t n : free_) above[n] = true;
  for (std::uint32_t n = 1; n < g.size(); ++n)
    if (g.is_and(n)) above[n] = above[g.left(n).node()] || above[g.right(n).node()];
  return above;
}

void Circuit::sort_conditions(std::size_t first_of_step) {
  const std::vector<bool> above = above_free_bits();
  for (std::size_t i = 0; i < unroll_.required().size(); ++i) {
    const Lit condition = unroll_.required()[i];
    if (i >= first_of_step)
      steps_.push_back(condition);
    else
      (above[condition.node()] ? readings_ : states_).push_back(condition);
  }
}

Lit Circuit::at_start(std::size_t latch) { return start_[latch]; }

encode::Bits Circuit::latch_bits(encode::Unroll& unroll, std::size_t frame) const {
  encode::Bits result;
  std::size_t variable = cone_.size();
  encode::Bits code;
  for (const Latch& latch : latches_) {
    if (latch.variable != variable) code = unroll.bits(latch.variable, frame);
    variable = latch.variable;
    result.push_back(code[latch.bit]);
  }
  return result;
}

}  // namespace whynot::engine::ic3
