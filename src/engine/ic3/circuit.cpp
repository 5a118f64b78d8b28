// Latches are the bits of variables that remember something.  A variable that nothing gives a value to is none: what it
// was in the step before says nothing about the next one, and cubes are shorter without it.
#include "engine/ic3/circuit.h"

#include <algorithm>

#include "engine/ic3/choices.h"
#include "model/property.h"

namespace whynot::engine::ic3 {

using encode::Start;
using encode::VariableBits;
using solve::Aig;
using solve::Lit;

namespace {

// By node: whether it has a part in one of these literals.
std::vector<bool> below(const Aig& g, const std::vector<Lit>& roots) {
  std::vector<bool> has_part(g.size(), false);
  for (Lit l : roots) has_part[l.node()] = true;
  for (auto n = static_cast<std::uint32_t>(g.size()); n-- > 1;) {
    if (!has_part[n] || !g.is_and(n)) continue;
    has_part[g.left(n).node()] = true;
    has_part[g.right(n).node()] = true;
  }
  return has_part;
}

// By variable: whether any value that the conditions on single states allow may follow any other, and may come first.
std::vector<bool> free_variables(const encode::BitSystem& system) {
  std::vector<Lit> start, step, always;
  for (const VariableBits& v : system.variables()) {
    if (v.init) start.push_back(v.init->holds);
    if (v.step) step.push_back(v.step->holds);
    if (v.always) always.push_back(v.always->holds);
  }
  for (const auto& condition : system.init()) start.push_back(condition.literal);
  for (const auto& condition : system.trans()) step.push_back(condition.literal);
  const std::vector<bool> at_start = below(system.graph(), start), in_step = below(system.graph(), step),
                          defining = below(system.graph(), always);
  std::vector<bool> free;
  for (const VariableBits& v : system.variables()) {
    const auto is_apart = [](const encode::Bits& bits, const std::vector<bool>& from) {
      return std::none_of(bits.begin(), bits.end(), [&](Lit bit) { return from[bit.node()]; });
    };
    const bool is_given = v.kind != VariableKind::State || v.init || v.step || v.always;
    free.push_back(!is_given && is_apart(v.current, at_start) && is_apart(v.current, defining) &&
                   is_apart(v.next, in_step));
  }
  return free;
}

}  // namespace

Circuit::Circuit(encode::BitSystem& system, Expr invariant, Context& context)
    : system_(system),
      invariant_(invariant),
      cone_(system.cone(std::span(&invariant, 1))),
      unroll_(system, cone_, Start::Anywhere, context),
      initial_(system, cone_, Start::Initial, context) {
  const std::size_t first_of_step = unroll_.required().size();
  const auto first_node = static_cast<std::uint32_t>(graph().size());
  unroll_.extend();
  leaves_ = speaks_of_transition(
      invariant, [&](Expr v) { return system.variables()[system.index_of(v)].kind == VariableKind::Input; });
  const Lit fails = !system.condition(invariant);
  fails_ = unroll_.at(fails, 0);
  if (!leaves_) fails_next_ = unroll_.at(fails, 1);
  find_latches();
  sort_conditions(first_of_step);
  settle_choices(first_of_step, first_node, context);
}

void Circuit::find_latches() {
  const std::vector<bool> is_free = free_variables(system_);
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    const bool is_function = v.always && v.always->function;
    if (!cone_[i] || is_free[i] || v.kind == VariableKind::Input || is_function) continue;
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
  for (std::size_t i = 0; i < first_of_step; ++i) {
    const Lit condition = unroll_.required()[i];
    (above[condition.node()] ? readings_ : states_).push_back(condition);
  }
}

// The bits of the next state that are inputs of the graph were added with the step.
void Circuit::settle_choices(std::size_t first_of_step, std::uint32_t first_node, Context& context) {
  const std::span<const Lit> required(unroll_.required());
  std::vector<std::uint32_t> open;
  for (std::uint32_t node : free_)
    if (node >= first_node) open.push_back(node);
  Choices choices(graph(), std::move(open), required.first(first_of_step), required.subspan(first_of_step), context);
  for (Latch& latch : latches_) latch.next = choices.apply(latch.next);
  fails_ = choices.apply(fails_);
  fails_next_ = choices.apply(fails_next_);
  steps_ = choices.conditions();
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
