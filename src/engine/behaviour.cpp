#include "engine/behaviour.h"

#include <algorithm>

namespace whynot::engine {

using solve::Aig;
using solve::Lit;

Behaviour::Behaviour(const encode::BitSystem& system, const Trace& trace, std::vector<std::size_t> variables)
    : variables_(std::move(variables)), depth_(trace.depth()), loop_(trace.loop) {
  std::vector<std::size_t> column_of;
  std::size_t columns = 0, inputs = 0;
  for (const encode::VariableBits& v : system.variables())
    column_of.push_back(v.kind == VariableKind::Input ? inputs++ : columns++);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    codes_.emplace_back();
    for (std::size_t index : variables_) {
      const encode::VariableBits& v = system.variables()[index];
      const bool is_input = v.kind == VariableKind::Input;
      const Inputs* out = trace.inputs_out_of(i);
      // Beyond the end of a finite trace there are no inputs to compare.
      if (is_input && !out)
        codes_.back().push_back(-1);
      else
        codes_.back().push_back(
            encode::code_of(v.type(), is_input ? (*out)[column_of[index]] : trace.steps[i].state[column_of[index]]));
    }
  }
}

std::size_t Behaviour::step(std::size_t position) const {
  if (position < codes_.size()) return position;
  return *loop_ + (position - *loop_) % (codes_.size() - *loop_);
}

Lit Behaviour::agrees(encode::Unroll& unroll, std::size_t last) {
  Aig& g = unroll.graph();
  while (agreement_.size() <= last) {
    const std::size_t position = agreement_.size();
    Lit same = position == 0 ? Aig::constant(true) : agreement_.back();
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (const Integer& code = codes_[step(position)][i]; code >= 0)
        same = g.and_(same, encode::equal_constant(g, unroll.bits(variables_[i], position), code));
    agreement_.push_back(same);
  }
  return agreement_[last];
}

// Whether the run is the same from both positions on.  It repeats itself with the length of the loop.
bool Behaviour::same_from(std::size_t a, std::size_t b) const {
  for (std::size_t j = 0; j < 2 * codes_.size(); ++j)
    if (codes_[step(a + j)] != codes_[step(b + j)]) return false;
  return true;
}

Lit Behaviour::shown(encode::Unroll& unroll, Goal& goal, std::size_t bound) {
  if (!loop_) return bound >= depth_ ? agrees(unroll, depth_) : Aig::constant(false);
  Aig& g = unroll.graph();
  const Lit loops = goal.loops(bound);
  const Lit as_prefix = g.and_(!loops, agrees(unroll, bound));
  if (bound == 0) return as_prefix;
  Lit starts = Aig::constant(false);
  for (std::size_t start = 0; start < bound; ++start)
    if (same_from(start, bound)) starts = g.or_(starts, goal.loop_starts_at(start));
  return g.or_(as_prefix, g.and_(g.and_(loops, starts), agrees(unroll, bound - 1)));
}

}  // namespace whynot::engine
