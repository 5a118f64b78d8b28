#include "engine/ic3/way.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace whynot::engine::ic3 {

using encode::Start;
using encode::Unroll;
using solve::Aig;
using solve::Answer;
using solve::Lit;

namespace {

// States one after the other: every state of a cube has a step into the next one.
std::optional<std::vector<Cube>> states_along(Queries& queries, const std::vector<Cube>& way) {
  queries.limit(std::numeric_limits<int>::max());
  std::vector<Cube> states{way.front()};
  for (std::size_t i = 1; i < way.size(); ++i) {
    const Answer answer = queries.successor(states.back(), way[i]);
    if (answer == Answer::Stopped) return std::nullopt;
    WHYNOT_CHECK(answer == Answer::Sat, "every state of a lifted cube should have a step into the next");
    states.push_back(queries.arrival());
  }
  return states;
}

std::optional<Trace> completed(Circuit& circuit, Trace trace, Context& context) {
  const std::vector<bool>& cone = circuit.cone();
  if (std::find(cone.begin(), cone.end(), false) == cone.end()) return trace;
  return encode::complete(circuit.system(), trace, context);
}

}  // namespace

std::optional<Trace> walk(Circuit& circuit, Queries& queries, const std::vector<Cube>& way, Context& context) {
  const auto states = states_along(queries, way);
  if (!states) return std::nullopt;
  Unroll unroll(circuit.system(), circuit.cone(), Start::Initial, context);
  unroll.extend_to(states->size() + circuit.leaves());
  for (std::size_t i = 0; i < states->size(); ++i) {
    const encode::Bits bits = circuit.latch_bits(unroll, i);
    for (Bit bit : (*states)[i].bits()) unroll.cnf().require(bits[latch_of(bit)] ^ !value_of(bit));
  }
  unroll.cnf().require(!unroll.at(circuit.system().condition(circuit.invariant()), states->size() - 1));
  const Answer answer = unroll.sat().solve();
  WHYNOT_CHECK(answer != Answer::Unsat, "the states of a way should be a run");
  if (answer == Answer::Stopped) return std::nullopt;
  return completed(circuit, unroll.trace(unroll.frames() - 1, std::nullopt), context);
}

Shortening::Shortening(Circuit& circuit, std::size_t least, std::size_t most, Context& context)
    : circuit_(circuit),
      context_(context),
      depth_(least),
      end_(most + 1),
      unroll_(circuit.system(), circuit.cone(), Start::Initial, context),
      goal_(invariant_goal(unroll_, circuit.invariant())) {}

bool Shortening::advance(std::uint64_t conflicts) {
  std::vector<int> assumed;
  for (Lit l : goal_->at(depth_)) assumed.push_back(unroll_.cnf().literal(l));
  switch (unroll_.sat().solve(assumed, conflicts)) {
    case Answer::Stopped: return false;
    case Answer::Unsat:
      goal_->exhaust(depth_);
      ++depth_;
      return true;
    case Answer::Sat: break;
  }
  found_ = completed(circuit_, unroll_.trace(depth_, std::nullopt), context_);
  if (!found_) return false;
  end_ = depth_;
  return true;
}

}  // namespace whynot::engine::ic3
