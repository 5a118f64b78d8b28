#include "engine/symbolic/fairness.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::engine::symbolic {
namespace {

using Justice = Fairness::Justice;

// The states of a set where a justice condition is met, staying in the set.
Bdd meeting(const Space& space, const Justice& justice, const Bdd& set) {
  return set & (justice.by_step ? space.relation().preimage(set, justice.condition) : justice.condition);
}

// A hull that shrinks.
struct ShrinkingHull {

  // Whether something was lost.
  bool keep(const Bdd& rest, Removed::Why why, std::size_t index, const Bdd& closure = {}) {
    if (rest == states) return false;
    if (removed) removed->push_back({why, index, states - rest, closure});
    states = rest;
    return true;
  }

  void drop_dead_ends() {
    while (keep(space.preimage(states, states), Removed::Why::NoWayOn, 0)) {}
  }

  const Space& space;
  Bdd states;
  std::vector<Removed>* removed;
};

// What a loop has to pass in a component: states, or steps by a label.
struct Duty {
  Bdd states;
  Bdd label;  // of the step to take from there
};

// The duties in a component; false when it has not what it takes.
bool find_duties(const Space& space, const Fairness& fairness, const Bdd& component, std::vector<Duty>& duties) {
  const Bdd yes = space.bits().manager().constant(true);
  for (const Justice& justice : fairness.justice) {
    duties.push_back({meeting(space, justice, component), justice.by_step ? justice.condition : yes});
    if (!duties.back().states.is_satisfiable()) return false;
  }
  for (const Fairness::Compassion& c : fairness.compassion) {
    if (!component.intersects(c.p)) continue;
    duties.push_back({component & c.q, yes});
    if (!duties.back().states.is_satisfiable()) return false;
  }
  return true;
}

// Round the component past every duty, the nearest first, and back.
bool walk_round(const Space& space, const Bdd& component, std::vector<Duty> duties, Path& path) {
  const std::size_t entry = path.states.size() - 1;
  const Bdd start = path.back();
  while (!duties.empty()) {
    Bdd goal = space.nothing();
    for (const Duty& duty : duties) goal |= duty.states;
    if (!walk(space, path, component, goal, 0)) return false;
    const auto met = std::find_if(duties.begin(), duties.end(), [&](const Duty& d) { return path.back().intersects(d.states); });
    if (met == duties.end()) return false;
    if (!met->label.is_true()) take_step(space, path, met->label, component);
    duties.erase(met);
  }
  const bool is_closed = path.states.size() - 1 > entry && path.back() == start;
  if (!is_closed && !walk(space, path, component, start, 1)) return false;
  path.states.pop_back();  // the entry again
  path.labels.pop_back();
  path.loop = entry;
  return true;
}

}  // namespace

Bdd fair_hull(const Space& space, const Fairness& fairness, const Bdd& within, std::vector<Removed>* removed) {
  ShrinkingHull hull{space, within, removed};
  hull.drop_dead_ends();
  Bdd before;
  do {
    before = hull.states;
    for (std::size_t i = 0; i < fairness.justice.size(); ++i) {
      const Bdd leads_there = space.backwards(hull.states, meeting(space, fairness.justice[i], hull.states));
      if (hull.keep(leads_there, Removed::Why::Justice, i)) hull.drop_dead_ends();
    }
    for (std::size_t i = 0; i < fairness.compassion.size(); ++i) {
      const Fairness::Compassion& c = fairness.compassion[i];
      const Bdd leads_to_q = space.backwards(hull.states, hull.states & c.q);
      if (hull.keep((hull.states - c.p) | leads_to_q, Removed::Why::Compassion, i, hull.states - leads_to_q)) hull.drop_dead_ends();
    }
  } while (hull.states != before);
  return hull.states;
}

bool close_fair_loop(const Space& space, const Fairness& fairness, const Bdd& hull, Path& path) {
  Bdd region = hull;
  while (!space.failed()) {
    const Bdd state = path.back();
    const Bdd ahead = space.forwards(region, space.image(state, region));
    const Bdd component = space.backwards(ahead, state & ahead);
    std::vector<Duty> duties;
    if (component.is_satisfiable() && find_duties(space, fairness, component, duties))
      return walk_round(space, component, std::move(duties), path);
    // Components that lie ahead are fewer and fewer, and the last ones are fair.
    region = ahead - component;
    if (!walk(space, path, ahead, region, 1)) return false;
  }
  return false;
}

}  // namespace whynot::engine::symbolic
