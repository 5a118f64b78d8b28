// Leaves out facts, in stages from whole positions down to single facts, as long as no passing run satisfies the
// rest.
#include "analyse/classify/minimise.h"

#include <algorithm>
#include <map>
#include <set>

#include "analyse/classify/facts/atoms.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

using Facts = std::vector<Fact>;

constexpr std::size_t long_trace = 32;  // positions

Facts joined(Facts a, const Facts& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Facts chain(std::size_t positions) {
  Facts gaps;
  for (PositionId p = 0; p + 1 < positions; ++p) gaps.push_back(gap_between(p, p + 1));
  return gaps;
}

// Each position right after the one before.
Facts succession(std::size_t positions) {
  Facts gaps;
  for (PositionId p = 0; p + 1 < positions; ++p) gaps.push_back(gap_between(p, p + 1, 1, 1));
  return gaps;
}

bool is_late(Minimiser::Preference p) {
  return p == Minimiser::Preference::LaterVariables || p == Minimiser::Preference::LaterComparisons;
}
bool is_for_comparisons(Minimiser::Preference p) {
  return p == Minimiser::Preference::EarlierComparisons || p == Minimiser::Preference::LaterComparisons;
}

bool is_least_distance(const Fact& f) { return f.is_gap() && !is_fixed(f.at[0]) && f.most == any_distance; }

}  // namespace

std::vector<PositionId> mentioned_in(const Facts& facts) {
  std::set<PositionId> found;
  for (const Fact& f : facts)
    for (PositionId p : f.at)
      if (!is_fixed(p)) found.insert(p);
  return {found.begin(), found.end()};
}

Facts without_idle_positions(Facts facts) {
  std::map<PositionId, std::vector<std::size_t>> said;  // of each position, by index into facts
  for (std::size_t i = 0; i < facts.size(); ++i)
    for (PositionId p : facts[i].at)
      if (!is_fixed(p)) said[p].push_back(i);
  std::vector<bool> gone(facts.size(), false);
  for (const auto& [position, about] : said) {
    if (about.size() != 2) continue;
    Fact& into = facts[about[0]].at.back() == position ? facts[about[0]] : facts[about[1]];
    Fact& out_of = &into == &facts[about[0]] ? facts[about[1]] : facts[about[0]];
    if (!is_least_distance(into) || !is_least_distance(out_of) || into.at[1] != position || out_of.at[0] != position)
      continue;
    if (into.at[0] == position || out_of.at[1] == position) continue;
    out_of.at[0] = into.at[0];
    out_of.least += into.least;
    gone[static_cast<std::size_t>(&into - facts.data())] = true;
    std::vector<std::size_t>& before = said[into.at[0]];
    std::replace(before.begin(), before.end(), static_cast<std::size_t>(&into - facts.data()),
                 static_cast<std::size_t>(&out_of - facts.data()));
  }
  Facts left;
  for (std::size_t i = 0; i < facts.size(); ++i)
    if (!gone[i]) left.push_back(std::move(facts[i]));
  return left;
}

bool waits(const TraceClass& c) {
  const auto is_idle = [&](PositionId p) {
    return std::none_of(c.facts.begin(), c.facts.end(), [&](const Fact& f) {
      return !f.is_gap() && std::find(f.at.begin(), f.at.end(), p) != f.at.end();
    });
  };
  return std::any_of(c.facts.begin(), c.facts.end(), [&](const Fact& f) {
    return f.is_gap() && f.least > 1 && (is_idle(f.at[0]) || is_idle(f.at[1]));
  });
}

TraceClass renumbered(const Facts& facts) {
  const std::vector<PositionId> mentioned = mentioned_in(facts);
  TraceClass made{mentioned.size(), facts};
  for (Fact& f : made.facts)
    for (PositionId& p : f.at)
      if (!is_fixed(p))
        p = static_cast<PositionId>(std::lower_bound(mentioned.begin(), mentioned.end(), p) - mentioned.begin());
  return made;
}

namespace {

bool mentions(const Fact& f, PositionId p) { return std::find(f.at.begin(), f.at.end(), p) != f.at.end(); }

// A position of which nothing but a least distance to another one is said might as well be the first one.
void start_from_first(Facts& facts) {
  for (Fact& f : facts) {
    if (!f.is_gap() || is_fixed(f.at[0]) || f.most != any_distance) continue;
    if (std::count_if(facts.begin(), facts.end(), [&](const Fact& g) { return mentions(g, f.at[0]); }) == 1)
      f.at[0] = trace_start;
  }
}

// The step that gaps from the start leave to a position of which something is said; nothing if there are several.
std::optional<std::uint32_t> only_step(const Facts& facts, PositionId p) {
  std::uint32_t least = 0, most = any_distance;
  bool said = false;
  for (const Fact& f : facts) {
    said = said || (!f.is_gap() && mentions(f, p));
    if (!f.is_gap() || f.at[0] != trace_start || f.at[1] != p) continue;
    least = std::max(least, f.least);
    most = std::min(most, f.most);
  }
  return said && least == most ? std::optional(least) : std::nullopt;
}

void fix_position(Facts& facts, PositionId p, std::uint32_t step) {
  std::erase_if(facts, [&](const Fact& f) { return f.is_gap() && f.at[0] == trace_start && f.at[1] == p; });
  for (Fact& f : facts) {
    if (!f.is_gap()) {
      std::replace(f.at.begin(), f.at.end(), p, fixed_position(step));
    } else if (f.at[0] == p) {
      f = gap_between(trace_start, f.at[1], f.least + step, f.most == any_distance ? any_distance : f.most + step);
    } else if (f.at[1] == p) {
      f = gap_between(trace_start, f.at[0], f.most == any_distance || f.most > step ? 0 : step - f.most,
                      step - f.least);
    }
  }
}

}  // namespace

Facts with_fixed_positions(Facts facts) {
  const auto is_constant = [](const Fact& f) { return f.is_gap() && f.at[0] == trace_start; };
  if (std::none_of(facts.begin(), facts.end(), is_constant)) return facts;
  start_from_first(facts);
  for (PositionId p : mentioned_in(facts))
    if (const auto step = only_step(facts, p)) fix_position(facts, p, *step);
  return facts;
}

Answer Minimiser::without_passing_run(const Facts& facts, const Facts& hard) {
  const Answer answer = passing_.find(joined(facts, hard));
  if (answer == Answer::Sat) ++passing_seen_;
  return answer;
}

Answer Minimiser::sufficient(const TraceClass& c) { return without_passing_run(c.facts, {}); }

// After Unsat: what the answer rested on.
void Minimiser::keep_core(Facts& facts) {
  std::erase_if(facts, [&](const Fact& f) { return !passing_.rested_on(f); });
}

// Leaves out facts, the first ones first, until none can go.  REQUIRES that facts and hard ones suffice.
bool Minimiser::shrink(Facts& facts, const Facts& hard) {
  for (std::size_t needed = 0; needed < facts.size();) {
    Facts fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(needed));
    switch (without_passing_run(fewer, hard)) {
      case Answer::Sat: ++needed; break;
      case Answer::Unsat:
        keep_core(fewer);
        facts = std::move(fewer);
        break;
      case Answer::Stopped: return false;
    }
  }
  return true;
}

// Leaves out all that is said of some positions, if the rest suffices.
Answer Minimiser::drop(Facts& facts, const Facts& hard, std::span<const PositionId> positions) {
  const auto is_dropped = [&](PositionId p) {
    return std::find(positions.begin(), positions.end(), p) != positions.end();
  };
  Facts fewer = facts;
  std::erase_if(fewer, [&](const Fact& f) { return std::any_of(f.at.begin(), f.at.end(), is_dropped); });
  if (fewer.size() == facts.size()) return Answer::Unsat;
  const Answer answer = without_passing_run(fewer, hard);
  if (answer != Answer::Unsat) return answer;
  if (!vocabulary_.grammar().is_rich()) keep_core(fewer);  // prices, not the solver, decide there what stays
  facts = std::move(fewer);
  return answer;
}

// Leaves out facts of one price after those of a higher one, so that cheap ones stay.  What an answer rested on says
// only which facts of the same price may go with one: the solver knows no prices.
bool Minimiser::shrink_by_price(Facts& facts, const Facts& hard, Preference preference) {
  for (std::size_t begin = 0; begin < facts.size();) {
    const unsigned price = price_for(preference, facts[begin]);
    std::size_t end = begin;
    while (end < facts.size() && price_for(preference, facts[end]) == price) ++end;
    Facts fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin), fewer.begin() + static_cast<std::ptrdiff_t>(end));
    const Answer answer = without_passing_run(fewer, hard);
    if (answer == Answer::Stopped) return false;
    if (answer == Answer::Unsat)
      facts = std::move(fewer);
    else if (!shrink_between(facts, begin, end, hard))
      return false;
    else
      begin = end;
  }
  return true;
}

// Of the facts from `begin` to `end`, which moves as some go.
bool Minimiser::shrink_between(Facts& facts, std::size_t begin, std::size_t& end, const Facts& hard) {
  for (std::size_t needed = begin; needed < end;) {
    Facts fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(needed));
    const Answer answer = without_passing_run(fewer, hard);
    if (answer == Answer::Stopped) return false;
    if (answer == Answer::Sat) {
      ++needed;
      continue;
    }
    const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(needed),
               to = fewer.begin() + static_cast<std::ptrdiff_t>(end - 1);
    const auto gone = std::remove_if(from, to, [&](const Fact& f) { return !passing_.rested_on(f); });
    end -= 1 + static_cast<std::size_t>(to - gone);
    fewer.erase(gone, to);
    facts = std::move(fewer);
  }
  return true;
}

unsigned Minimiser::price_for(Preference preference, const Fact& f) const {
  const Predicate& p = vocabulary_.predicate(f.predicate);
  if (!p.variable) return 0;  // somebody's own
  return is_for_comparisons(preference) && compares(p) ? 1 : p.price;
}

// One position after the other; of long traces first whole stretches, halved again and again (after Zeller's delta
// debugging), since most of them say nothing.
bool Minimiser::drop_positions(Facts& facts, const Facts& hard, Preference preference) {
  std::vector<PositionId> open = mentioned_in(facts);
  if (is_late(preference)) std::reverse(open.begin(), open.end());
  for (std::size_t size = open.size() > long_trace ? open.size() / 2 : 1; size > 0; size /= 2)
    for (std::size_t begin = 0; begin < open.size();) {
      const auto stretch = std::span(open).subspan(begin, std::min(size, open.size() - begin));
      const Answer answer = drop(facts, hard, stretch);
      if (answer == Answer::Stopped) return false;
      if (answer == Answer::Sat)
        begin += size;
      else
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(begin),
                   open.begin() + static_cast<std::ptrdiff_t>(begin + stretch.size()));
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
    const auto known = built_in ? rank.find(p.variable) : rank.end();  // a part may speak of others
    const std::size_t age = known == rank.end() ? f.predicate : known->second;
    const bool early = is_late(preference);
    // The dearest are tried first.
    const unsigned cheap = vocabulary_.grammar().is_rich() ? ~price_for(preference, f) : 0;
    return std::tuple(!built_in, cheap, early ? age : ~age, f.at);
  };
  std::stable_sort(facts.begin(), facts.end(), [&](const Fact& a, const Fact& b) { return key(a) < key(b); });
}

Insufficiency Minimiser::insufficiency(std::size_t positions) {
  Insufficiency found{passing_.trace(), {}};
  for (PositionId p = 0; p < positions; ++p) found.placement.push_back(passing_.step_of(p));
  return found;
}

// Whether all facts about the trace suffice; `hard` is what is held while some of them are left out.
Answer Minimiser::enough(const Facts& facts, std::size_t positions, const Facts& anchored, Facts& hard) {
  hard = joined(chain(positions), anchored);
  const Answer answer = without_passing_run(facts, hard);
  if (answer == Answer::Sat && vocabulary_.grammar().is_rich()) {
    const Answer closely = without_passing_run(facts, joined(succession(positions), anchored));
    if (closely != Answer::Sat) hard = joined(succession(positions), anchored);
    if (closely != Answer::Sat || !constants_) return closely;
  }
  if (answer != Answer::Sat || !constants_) return answer;
  for (PositionId p = 0; p < positions; ++p) hard.push_back(gap_between(trace_start, p, 0, p));
  return without_passing_run(facts, hard);
}

Minimal Minimiser::minimise(Facts facts, std::size_t positions, const Facts& anchored, Preference preference) {
  Facts hard;
  const Answer answer = enough(facts, positions, anchored, hard);
  if (answer == Answer::Sat) return insufficiency(positions);
  if (answer == Answer::Stopped) return Halted{};
  if (!drop_positions(facts, hard, preference)) return Halted{};
  sort_for(preference, facts);
  const bool done = vocabulary_.grammar().is_rich() ? shrink_by_price(facts, hard, preference) : shrink(facts, hard);
  if (!done) return Halted{};
  return finish(std::move(facts), anchored, positions);
}

Minimal Minimiser::finish(Facts facts, const Facts& anchored, std::size_t positions) {
  Facts gaps;
  if (!order_of(gaps, joined(facts, anchored), positions)) return Halted{};
  Facts all = joined(joined(std::move(facts), anchored), gaps);
  return renumbered(constants_ ? with_fixed_positions(std::move(all)) : all);
}

// The order between the positions that facts mention.  All pairs are there at first; wide ones, which follow from
// narrow ones, are tried first.
bool Minimiser::order_of(Facts& gaps, const Facts& facts, std::size_t positions) {
  const std::vector<PositionId> mentioned = mentioned_in(facts);
  for (std::size_t width = mentioned.size(); width-- > 1;)
    for (std::size_t i = 0; i + width < mentioned.size(); ++i)
      gaps.push_back(gap_between(mentioned[i], mentioned[i + width]));
  switch (without_passing_run(gaps, facts)) {
    case Answer::Unsat: keep_core(gaps); return shrink(gaps, facts);
    case Answer::Stopped: return false;
    case Answer::Sat: break;
  }
  if (vocabulary_.grammar().is_rich()) {  // "in the next step" reads better than "at least 3 steps later"
    const Answer answer = closeness_of(gaps, facts, mentioned);
    if (answer != Answer::Sat) return answer == Answer::Unsat;
  }
  return distances_of(gaps, facts, mentioned, positions);
}

// How far exactly each mentioned position is behind the one before, where that is needed.  Sat: it does not do.
Answer Minimiser::closeness_of(Facts& gaps, const Facts& facts, const std::vector<PositionId>& mentioned) {
  Facts close;
  for (std::size_t i = 0; i + 1 < mentioned.size(); ++i) {
    const std::uint32_t distance = mentioned[i + 1] - mentioned[i];
    close.push_back(gap_between(mentioned[i], mentioned[i + 1], distance, distance));
  }
  close.insert(close.end(), gaps.begin(), gaps.end());
  const Answer answer = without_passing_run(close, facts);
  if (answer != Answer::Unsat) return answer;
  keep_core(close);
  if (!shrink(close, facts)) return Answer::Stopped;
  gaps = std::move(close);
  return answer;
}

// The chain of all positions says as much of the mentioned ones as their distances do, the first and the last
// position included.  One wide distance reads better than many narrow ones: those are tried first.
bool Minimiser::distances_of(Facts& gaps, const Facts& facts, std::vector<PositionId> mentioned,
                             std::size_t positions) {
  mentioned.push_back(0);
  mentioned.push_back(static_cast<PositionId>(positions - 1));
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  gaps.clear();
  for (std::size_t width = 1; width < mentioned.size(); ++width)
    for (std::size_t i = 0; i + width < mentioned.size(); ++i)
      gaps.push_back(gap_between(mentioned[i], mentioned[i + width], mentioned[i + width] - mentioned[i]));
  Answer answer = without_passing_run(gaps, facts);
  if (answer == Answer::Sat && constants_) {  // not before: facts that distances ask for would be superfluous
    for (auto p = mentioned.rbegin(); p != mentioned.rend(); ++p)
      gaps.insert(gaps.begin(), gap_between(trace_start, *p, 0, *p));
    answer = without_passing_run(gaps, facts);
  }
  if (answer == Answer::Sat && vocabulary_.grammar().is_rich()) {
    for (std::size_t i = 0; i + 1 < mentioned.size(); ++i) {
      const std::uint32_t distance = mentioned[i + 1] - mentioned[i];
      gaps.insert(gaps.begin(), gap_between(mentioned[i], mentioned[i + 1], distance, distance));
    }
    answer = without_passing_run(gaps, facts);
  }
  if (answer == Answer::Stopped) return false;
  WHYNOT_CHECK(answer == Answer::Unsat, "distances should say as much as the chain of all positions");
  keep_core(gaps);
  return shrink(gaps, facts) && loosen(gaps, facts);
}

// A set of at most `left` facts that meets each of the sets; by trying, deepest where sets are few.
bool Minimiser::hit(const std::vector<std::vector<std::size_t>>& sets, std::size_t left,
                    std::vector<std::size_t>& chosen, std::size_t& budget) {
  const auto is_hit = [&](const std::vector<std::size_t>& set) {
    return std::any_of(set.begin(), set.end(),
                       [&](std::size_t f) { return std::find(chosen.begin(), chosen.end(), f) != chosen.end(); });
  };
  const auto open = std::find_if_not(sets.begin(), sets.end(), is_hit);
  if (open == sets.end()) return true;
  if (left == 0 || budget == 0) return false;
  --budget;
  for (std::size_t f : *open) {
    chosen.push_back(f);
    if (hit(sets, left - 1, chosen, budget)) return true;
    chosen.pop_back();
  }
  return false;
}

// A set of facts that does must meet, for every passing run, the set of facts that the run lacks (an implicit
// hitting set, after Reiter): the smallest set that meets all of those known so far either does, or shows another
// passing run.  When the budget is used up, what minimise() finds has to do.
Minimal Minimiser::smallest(Facts facts, std::size_t positions, const Facts& anchored) {
  Minimal found = minimise(facts, positions, anchored, Preference::EarlierVariables);
  if (!std::holds_alternative<TraceClass>(found)) return found;
  Facts hard;
  if (enough(facts, positions, anchored, hard) == Answer::Stopped) return Halted{};
  const auto& known = std::get<TraceClass>(found).facts;
  const auto is_value = [](const Fact& f) { return !f.is_gap(); };
  const auto most = static_cast<std::size_t>(std::count_if(known.begin(), known.end(), is_value)) - anchored.size();
  std::vector<std::vector<std::size_t>> lacking;
  std::size_t budget = 200'000;
  for (std::size_t size = 1; size < most; ++size) {
    for (std::vector<std::size_t> chosen; budget > 0 && hit(lacking, size, chosen, budget); chosen.clear()) {
      Facts few;
      for (std::size_t f : chosen) few.push_back(facts[f]);
      const Answer answer = without_passing_run(few, hard);
      if (answer == Answer::Stopped) return Halted{};
      if (answer == Answer::Unsat) return finish(std::move(few), anchored, positions);
      const Insufficiency run = insufficiency(positions);
      lacking.emplace_back();
      for (std::size_t f = 0; f < facts.size(); ++f)
        if (!vocabulary_.holds(facts[f], run.passing, run.placement)) lacking.back().push_back(f);
    }
  }
  return found;
}

// The end of what a gap from the start allows, as late as the others allow.  REQUIRES that without the gap they do not
// suffice: so doubling comes to an end.
bool Minimiser::loosen_end(Fact& gap, const Facts& gaps, const Facts& facts) {
  std::uint32_t does = gap.most, fails = any_distance;
  for (std::uint32_t further = 1; fails == any_distance || does + 1 < fails;) {
    gap.most = fails == any_distance ? does + further : does + (fails - does) / 2;
    const Answer answer = without_passing_run(gaps, facts);
    if (answer == Answer::Stopped) return false;
    (answer == Answer::Unsat ? does : fails) = gap.most;
    further *= 2;
  }
  gap.most = does;
  return true;
}

// Each distance as small as the others allow.
bool Minimiser::loosen(Facts& gaps, const Facts& facts) {
  for (Fact& g : gaps) {
    if (g.most != any_distance && !loosen_end(g, gaps, facts)) return false;
    std::uint32_t fails = 0, does = g.least;
    while (fails + 1 < does) {
      g.least = fails + (does - fails) / 2;
      const Answer answer = without_passing_run(gaps, facts);
      if (answer == Answer::Stopped) return false;
      (answer == Answer::Unsat ? does : fails) = g.least;
    }
    g.least = does;
  }
  return true;
}

}  // namespace whynot::analyse::classify
