// Facts are compared by where they are written, or by the value that was chosen; steps do not count.
#include "analyse/why/shared.h"

#include <algorithm>
#include <tuple>

namespace whynot::analyse::why {
namespace {

std::optional<SharedFact> fact_of(const Link& link) {
  if (is_chosen(link.kind)) return SharedFact{false, link.place.variable, link.value};
  if (link.kind != Link::Kind::Assigned) return std::nullopt;
  return SharedFact{true, link.place.variable, {}, link.where, link.branch, link.gives};
}

bool is_same(const SharedFact& a, const SharedFact& b) {
  if (a.is_branch != b.is_branch || a.variable != b.variable || a.with != b.with) return false;
  return a.is_branch ? a.where == b.where && a.branch == b.branch && a.gives == b.gives : a.value == b.value;
}

bool has(const std::vector<SharedFact>& facts, const SharedFact& fact) {
  return std::any_of(facts.begin(), facts.end(), [&](const SharedFact& f) { return is_same(f, fact); });
}

// The values of state variables at the step before that a link rests on.
std::vector<std::pair<std::size_t, Value>> read_before(const TransitionSystem& system, const Chain& chain,
                                                       const Link& link) {
  std::vector<std::pair<std::size_t, Value>> read;
  for (const Place& place : link.because) {
    const bool is_before = link.place.closing || place.step + 1 == link.place.step;
    if (!is_before || system.variables[place.variable].kind == VariableKind::Input) continue;
    const auto found =
        std::find_if(chain.links.begin(), chain.links.end(), [&](const Link& l) { return l.place == place; });
    if (found != chain.links.end()) read.emplace_back(place.variable, found->value);
  }
  return read;
}

std::vector<SharedWith> relations(const TransitionSystem& system, const Chain& chain, const Link& link) {
  std::vector<SharedWith> found;
  const auto read = read_before(system, chain, link);
  for (std::size_t i = 0; i < read.size(); ++i)
    for (std::size_t j = i + 1; j < read.size(); ++j)
      if (read[i].second == read[j].second && !read[i].second.is_boolean())
        found.push_back({read[i].first, read[j].first});
  for (const auto& [variable, value] : read) found.push_back({variable, {}, value});
  return found;
}

std::vector<SharedFact> facts_of(const TransitionSystem& system, const Chain& chain) {
  std::vector<SharedFact> facts;
  for (const Link& link : chain.links) {
    auto fact = fact_of(link);
    if (!fact) continue;
    if (!has(facts, *fact)) facts.push_back(*fact);
    if (!fact->is_branch || (link.place.step == 0 && !link.place.closing)) continue;
    for (const SharedWith& with : relations(system, chain, link)) {
      fact->with = with;
      if (!has(facts, *fact)) facts.push_back(*fact);
    }
  }
  return facts;
}

// All that happens in a run, whether something rests on it or not.
Chain everything(const TransitionSystem& system, const Trace& run) {
  std::vector<Place> places;
  for (std::size_t v = 0; v < system.variables.size(); ++v) {
    const bool is_input = system.variables[v].kind == VariableKind::Input;
    for (std::size_t step = is_input ? 1 : 0; step < run.steps.size(); ++step) places.push_back({step, v, false});
    if (run.loop) places.push_back({*run.loop, v, true});
  }
  return chain(system, run, places);
}

std::size_t column_of(const TransitionSystem& system, std::size_t variable) {
  std::size_t column = 0;
  for (std::size_t v = 0; v < variable; ++v) column += system.variables[v].kind != VariableKind::Input ? 1 : 0;
  return column;
}

// By the values that the run has, whether the branch rests on them there or not.
bool is_so(const TransitionSystem& system, const Trace& run, const Link& link, const SharedWith& with) {
  if (link.place.step == 0 && !link.place.closing) return false;
  const State& before = run.steps[link.place.closing ? run.steps.size() - 1 : link.place.step - 1].state;
  const Value& left = before[column_of(system, with.left)];
  return left == (with.right ? before[column_of(system, *with.right)] : with.value);
}

bool has(const TransitionSystem& system, const Trace& run, const Chain& all, const SharedFact& fact) {
  return std::any_of(all.links.begin(), all.links.end(), [&](const Link& link) {
    auto here = fact_of(link);
    if (!here) return false;
    if (fact.with && is_so(system, run, link, *fact.with)) here->with = fact.with;
    return is_same(*here, fact);
  });
}

// Without what goes with a branch where that tells nothing more: the branch alone tells runs apart as well, or two
// variables that are the same do.
void drop_idle(std::vector<SharedFact>& facts) {
  const auto says_as_much = [](const SharedFact& better, const SharedFact& fact) {
    SharedFact alone = fact;
    alone.with = better.with;
    const bool is_plainer = !better.with || (better.with->right && !fact.with->right);
    return is_plainer && is_same(better, alone) && better.passing <= fact.passing;
  };
  const std::vector<SharedFact> all = facts;
  std::erase_if(facts, [&](const SharedFact& fact) {
    return fact.with && std::any_of(all.begin(), all.end(), [&](const SharedFact& f) { return says_as_much(f, fact); });
  });
}

}  // namespace

Shared shared(const TransitionSystem& system, std::span<const Chain> causes, std::span<const Trace> passing) {
  Shared result{causes.size(), passing.size(), {}};
  if (causes.empty()) return result;
  result.facts = facts_of(system, causes[0]);
  for (const Chain& chain : causes.subspan(1)) {
    const std::vector<SharedFact> facts = facts_of(system, chain);
    std::erase_if(result.facts, [&](const SharedFact& f) { return !has(facts, f); });
  }
  for (const Trace& run : passing) {
    const Chain all = everything(system, run);
    for (SharedFact& fact : result.facts) fact.passing += has(system, run, all, fact) ? 1 : 0;
  }
  // With nothing to compare with, all of them count.
  if (!passing.empty()) std::erase_if(result.facts, [&](const SharedFact& f) { return f.passing == passing.size(); });
  drop_idle(result.facts);
  std::stable_sort(result.facts.begin(), result.facts.end(), [](const SharedFact& a, const SharedFact& b) {
    const auto rank = [](const SharedFact& f) { return std::tuple(f.passing, !f.is_branch, f.with && !f.with->right); };
    return rank(a) < rank(b);
  });
  return result;
}

}  // namespace whynot::analyse::why
