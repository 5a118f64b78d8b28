// Shrinks the hull until it is stable, remembering what was removed; a lasso then visits each promise in turn.
#include "engine/symbolic/fairness.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "base/check.h"

namespace whynot::engine::symbolic {
namespace {

using Justice = Fairness::Justice;

// The states of a set where a justice condition is met, staying in the set.
Bdd meeting(const Space& space, const Justice& justice, const Bdd& set) {
  return set & (justice.by_step ? space.relation().preimage(set, justice.condition) : justice.condition);
}

// A condition that the hull has to meet, and what is known of asking for it.
struct Demand {
  bool is_justice;
  std::size_t index;      // among the conditions of its kind
  std::size_t steps = 0;  // from the farthest state to where it is met, the last time
  std::size_t asked = 0;  // the question that it was last
  bool settled = false;   // met by all states there are

  std::tuple<bool, int, std::size_t> key() const { return {settled, std::bit_width(steps), asked}; }
};

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

  // Drops the states that cannot meet the demand.  Whether there were some.
  bool heed(const Fairness& fairness, Demand& demand) {
    std::vector<Bdd> rings;
    bool lost = false;
    if (demand.is_justice) {
      const Bdd leads_there = space.backwards(states, meeting(space, fairness.justice[demand.index], states), &rings);
      lost = keep(leads_there, Removed::Why::Justice, demand.index);
    } else {
      const Fairness::Compassion& c = fairness.compassion[demand.index];
      const Bdd leads_to_q = space.backwards(states, states & c.q, &rings);
      lost = keep((states - c.p) | leads_to_q, Removed::Why::Compassion, demand.index, states - leads_to_q);
    }
    demand.steps = rings.size();
    if (lost) drop_dead_ends();
    return lost;
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
    const auto met =
        std::find_if(duties.begin(), duties.end(), [&](const Duty& d) { return path.back().intersects(d.states); });
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

// Where a demand is met nearly everywhere it costs little to ask again whether it still is.  Such ones come first, and
// the others when nothing else makes the hull smaller.
Bdd fair_hull(const Space& space, const Fairness& fairness, const Bdd& within, std::vector<Removed>* removed) {
  ShrinkingHull hull{space, within, removed};
  hull.drop_dead_ends();
  std::vector<Demand> demands;
  for (std::size_t i = 0; i < fairness.justice.size(); ++i) demands.push_back({true, i});
  for (std::size_t i = 0; i < fairness.compassion.size(); ++i) demands.push_back({false, i});
  const auto sooner = [](const Demand& a, const Demand& b) { return a.key() < b.key(); };
  for (std::size_t question = 1; !demands.empty(); ++question) {
    Demand& demand = *std::min_element(demands.begin(), demands.end(), sooner);
    if (demand.settled) break;
    demand.asked = question;
    if (hull.heed(fairness, demand)) {
      for (Demand& d : demands) d.settled = false;
    } else {
      demand.settled = true;
    }
  }
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
