#include "analyse/classify/minimise.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace whynot::classify {
namespace {

using Facts = std::vector<Fact>;

Facts joined(Facts a, const Facts& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Facts chain(std::size_t positions) {
  Facts gaps;
  for (PositionId p = 0; p + 1 < positions; ++p) gaps.push_back(gap_between(p, p + 1));
  return gaps;
}

std::vector<PositionId> mentioned_in(const Facts& facts) {
  std::set<PositionId> found;
  for (const Fact& f : facts) found.insert(f.at.begin(), f.at.end());
  found.erase(trace_start);
  return {found.begin(), found.end()};
}

}  // namespace

TraceClass renumbered(const Facts& facts) {
  const std::vector<PositionId> mentioned = mentioned_in(facts);
  TraceClass made{mentioned.size(), facts};
  for (Fact& f : made.facts)
    for (PositionId& p : f.at)
      if (p != trace_start)
        p = static_cast<PositionId>(std::lower_bound(mentioned.begin(), mentioned.end(), p) - mentioned.begin());
  return made;
}

solve::Answer Minimiser::without_passing_run(const Facts& facts, const Facts& hard) {
  std::vector<int> assumed;
  for (const Facts* some : {&facts, &hard})
    for (const Fact& f : *some) assumed.push_back(placing_.literal(f));
  return passing_.solve(assumed);
}

solve::Answer Minimiser::sufficient(const TraceClass& c) { return without_passing_run(c.facts, {}); }

// After Unsat: what the answer rested on.
void Minimiser::keep_core(Facts& facts) {
  std::erase_if(facts, [&](const Fact& f) { return !passing_.unroll().sat().failed(placing_.literal(f)); });
}

// Leaves out facts, the first ones first, until none can go.  REQUIRES that facts and hard ones suffice.
bool Minimiser::shrink(Facts& facts, const Facts& hard) {
  for (std::size_t needed = 0; needed < facts.size();) {
    Facts fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(needed));
    switch (without_passing_run(fewer, hard)) {
      case solve::Answer::Sat: ++needed; break;
      case solve::Answer::Unsat:
        keep_core(fewer);
        facts = std::move(fewer);
        break;
      case solve::Answer::Stopped: return false;
    }
  }
  return true;
}

// Leaves out all that is said of a position, where the rest suffices.
bool Minimiser::drop_positions(Facts& facts, const Facts& hard, Preference preference) {
  std::vector<PositionId> open = mentioned_in(facts);
  if (preference == Preference::LaterVariables) std::reverse(open.begin(), open.end());
  for (PositionId position : open) {
    Facts fewer = facts;
    std::erase_if(fewer, [&](const Fact& f) { return std::find(f.at.begin(), f.at.end(), position) != f.at.end(); });
    if (fewer.size() == facts.size()) continue;
    const solve::Answer answer = without_passing_run(fewer, hard);
    if (answer == solve::Answer::Stopped) return false;
    if (answer == solve::Answer::Sat) continue;
    keep_core(fewer);
    facts = std::move(fewer);
  }
  return true;
}

// Users' predicates are what they want to see, so they are tried last.
void Minimiser::sort_for(Preference preference, Facts& facts) const {
  std::unordered_map<Expr, std::size_t, ExprHash> rank;
  for (Expr v : vocabulary_.variables()) rank.emplace(v, rank.size());
  const auto key = [&](const Fact& f) {
    const Predicate& p = vocabulary_.predicate(f.predicate);
    const bool built_in = static_cast<bool>(p.variable);
    const std::size_t age = built_in ? rank.at(p.variable) : f.predicate;
    const bool early = preference == Preference::LaterVariables;
    return std::tuple(!built_in, early ? age : ~age, f.at);
  };
  std::stable_sort(facts.begin(), facts.end(), [&](const Fact& a, const Fact& b) { return key(a) < key(b); });
}

Insufficiency Minimiser::insufficiency(std::size_t positions) {
  Insufficiency found{passing_.trace(), {}};
  for (PositionId p = 0; p < positions; ++p) found.placement.push_back(placing_.step_of(p));
  return found;
}

Minimal Minimiser::minimise(Facts facts, std::size_t positions, const Facts& anchored, Preference preference) {
  Facts hard = joined(chain(positions), anchored);
  solve::Answer answer = without_passing_run(facts, hard);
  if (answer == solve::Answer::Sat && constants_) {
    for (PositionId p = 0; p < positions; ++p) hard.push_back(gap_between(trace_start, p, 0, p));
    answer = without_passing_run(facts, hard);
  }
  if (answer == solve::Answer::Sat) return insufficiency(positions);
  if (answer == solve::Answer::Stopped) return Halted{};
  if (!drop_positions(facts, hard, preference)) return Halted{};
  sort_for(preference, facts);
  if (!shrink(facts, hard)) return Halted{};
  return finish(std::move(facts), anchored, positions);
}

Minimal Minimiser::finish(Facts facts, const Facts& anchored, std::size_t positions) {
  Facts gaps;
  if (!order_of(gaps, joined(facts, anchored), positions)) return Halted{};
  return renumbered(joined(joined(std::move(facts), anchored), gaps));
}

// The order between the positions that facts mention.  All pairs are there at first; wide ones, which follow from
// narrow ones, are tried first.
bool Minimiser::order_of(Facts& gaps, const Facts& facts, std::size_t positions) {
  const std::vector<PositionId> mentioned = mentioned_in(facts);
  for (std::size_t width = mentioned.size(); width-- > 1;)
    for (std::size_t i = 0; i + width < mentioned.size(); ++i)
      gaps.push_back(gap_between(mentioned[i], mentioned[i + width]));
  switch (without_passing_run(gaps, facts)) {
    case solve::Answer::Unsat:
      keep_core(gaps);
      return shrink(gaps, facts);
    case solve::Answer::Stopped: return false;
    case solve::Answer::Sat: break;
  }
  return distances_of(gaps, facts, mentioned, positions);
}

// The chain of all positions says as much of the mentioned ones as their distances do, the first and the last
// position included.  One wide distance reads better than many narrow ones: those are tried first.
bool Minimiser::distances_of(Facts& gaps, const Facts& facts, std::vector<PositionId> mentioned, std::size_t positions) {
  mentioned.push_back(0);
  mentioned.push_back(static_cast<PositionId>(positions - 1));
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  gaps.clear();
  for (std::size_t width = 1; width < mentioned.size(); ++width)
    for (std::size_t i = 0; i + width < mentioned.size(); ++i)
      gaps.push_back(gap_between(mentioned[i], mentioned[i + width], mentioned[i + width] - mentioned[i]));
  if (constants_)
    for (auto p = mentioned.rbegin(); p != mentioned.rend(); ++p) gaps.insert(gaps.begin(), gap_between(trace_start, *p, 0, *p));
  switch (without_passing_run(gaps, facts)) {
    case solve::Answer::Unsat: break;
    case solve::Answer::Stopped: return false;
    case solve::Answer::Sat: WHYNOT_CHECK(false, "distances should say as much as the chain of all positions");
  }
  keep_core(gaps);
  return shrink(gaps, facts) && loosen(gaps, facts);
}

// Subsets by the number of facts: a set that does must hit every set of facts whose absence lets a run pass (an
// implicit hitting set, after Reiter); the smallest that does not yet do gives a further one.
Minimal Minimiser::smallest(Facts facts, std::size_t positions, const Facts& anchored) {
  const Facts hard = joined(chain(positions), anchored);
  Minimal found = minimise(facts, positions, anchored, Preference::EarlierVariables);
  return found;
}

// Each distance as small as the others allow.
bool Minimiser::loosen(Facts& gaps, const Facts& facts) {
  for (Fact& g : gaps) {
    std::uint32_t fails = 0, does = g.least;
    while (fails + 1 < does) {
      g.least = fails + (does - fails) / 2;
      const solve::Answer answer = without_passing_run(gaps, facts);
      if (answer == solve::Answer::Stopped) return false;
      (answer == solve::Answer::Unsat ? does : fails) = g.least;
    }
    g.least = does;
  }
  return true;
}

}  // namespace whynot::classify
