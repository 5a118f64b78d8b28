// Picks states ring by ring, and the inputs between neighbours afterwards.
#include "engine/symbolic/evidence/path.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::engine::symbolic {
namespace {

// Appends a state of each ring in turn, the last of them in the goal.
void descend(const Space& space, Path& path, const std::vector<Bdd>& rings, std::size_t first, const Bdd& goal) {
  const Bdd yes = space.bits().manager().constant(true);
  std::vector<Bdd> way{space.pick_state(rings.back() & goal)};
  for (std::size_t i = rings.size() - 1; i-- > first;)
    way.push_back(space.pick_state(space.preimage(way.back(), rings[i])));
  std::reverse(way.begin(), way.end());
  for (const Bdd& state : way) path.states.empty() ? path.start(state, space) : path.step(yes, state, space);
}

}  // namespace

void Path::start(const Bdd& state, const Space& space) {
  states.push_back(state);
  labels.push_back(space.bits().manager().constant(true));
}

void Path::step(const Bdd& label, const Bdd& state, const Space& space) {
  labels.back() = label;
  start(state, space);
}

// From both ends where all states are known, once diagrams are large on the one side and small on the other.
Path path_to(Space& space, const Bdd& target) {
  constexpr std::size_t large = 5'000, much = 4;  // nodes; times as many
  std::vector<Bdd> ahead{space.rings().front()}, behind{target};
  Bdd seen = target;
  while (!space.failed() && !ahead.back().intersects(behind.back())) {
    const bool is_known = ahead.size() < space.rings().size();
    const std::size_t nodes = is_known || !space.is_explored() ? 0 : ahead.back().node_count();
    const bool goes_back = nodes > large && much * behind.back().node_count() < nodes;
    if (goes_back) {
      behind.push_back(space.preimage(behind.back(), space.reached()) - seen);
      seen |= behind.back();
    } else if (is_known || space.grow()) {
      ahead.push_back(space.rings()[ahead.size()]);
    } else {
      WHYNOT_CHECK(space.failed(), "the target should be among the states that can be reached");
    }
  }
  Path path;
  descend(space, path, ahead, 0, behind.back());
  const Bdd yes = space.bits().manager().constant(true);
  for (std::size_t i = behind.size() - 1; i-- > 0;)
    path.step(yes, space.pick_state(space.image(path.back(), behind[i])), space);
  return path;
}

bool walk(const Space& space, Path& path, const Bdd& within, const Bdd& goal, std::size_t least) {
  if (least == 0 && path.back().intersects(goal)) return true;
  std::vector<Bdd> rings{path.back()};
  Bdd seen = space.nothing();  // the start may be come back to
  while (rings.back().is_satisfiable()) {
    const Bdd fresh = space.image(rings.back(), within) - seen;
    rings.push_back(fresh);
    seen |= fresh;
    if (!fresh.intersects(goal)) continue;
    descend(space, path, rings, 1, goal);
    return !space.failed();
  }
  return false;
}

bool walk_leg(const Space& space, Path& path, const Leg& leg) {
  std::vector<Bdd> rings{path.back()};
  const auto taken = [&] { return rings.size() - 1; };
  while (taken() < leg.steps.lo || !rings.back().intersects(leg.goal)) {
    if (taken() == leg.steps.hi || !rings.back().is_satisfiable()) return false;
    const Bdd next = space.image(rings.back(), space.care());
    rings.push_back(taken() + 1 >= leg.window_from ? next & leg.window : next);
  }
  if (taken() > 0) descend(space, path, rings, 1, leg.goal);
  return !space.failed();
}

void take_step(const Space& space, Path& path, const Bdd& label, const Bdd& into) {
  BddBits& bits = space.bits();
  const Bdd steps =
      space.relation().steps_from(path.back()) & label.cofactor(path.back()) & bits.to_next(into).cofactor(path.back());
  const Bdd targets = bits.to_current(steps.exists(bits.cube_of(BddBits::Role::Input)));
  const Bdd frozen = path.back().exists(bits.cube_of(BddBits::Role::Current));
  path.step(label, space.pick_state(targets & frozen), space);
}

Trace trace_of(const Space& space, const Path& path) {
  BddBits& bits = space.bits();
  Trace trace;
  trace.signature = std::make_shared<Signature>(signature_of(bits.system().system()));
  trace.loop = path.loop;
  const auto inputs_between = [&](std::size_t from, std::size_t to) {
    const Bdd steps = space.relation().steps_from(path.states[from]) & path.labels[from].cofactor(path.states[from]);
    return bits.inputs_of(bits.pick_inputs(steps & bits.to_next(path.states[to])));
  };
  for (std::size_t i = 0; i < path.states.size(); ++i) {
    trace.steps.push_back({bits.state_of(path.states[i]), {}, std::nullopt});
    if (i > 0) trace.steps.back().inputs = inputs_between(i - 1, i);
  }
  if (path.loop) trace.closing_inputs = inputs_between(path.states.size() - 1, *path.loop);
  return trace;
}

}  // namespace whynot::engine::symbolic
