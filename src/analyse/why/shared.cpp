// Facts are compared by where they are written, or by the value that was chosen; steps do not count.
#include "analyse/why/shared.h"

#include <algorithm>

namespace whynot::analyse::why {
namespace {

std::optional<SharedFact> fact_of(const Link& link) {
  if (is_chosen(link.kind)) return SharedFact{false, link.place.variable, link.value};
  if (link.kind != Link::Kind::Assigned) return std::nullopt;
  return SharedFact{true, link.place.variable, {}, link.where, link.branch, link.gives};
}

bool is_same(const SharedFact& a, const SharedFact& b) {
  if (a.is_branch != b.is_branch || a.variable != b.variable) return false;
  return a.is_branch ? a.where == b.where && a.branch == b.branch && a.gives == b.gives : a.value == b.value;
}

bool has(const std::vector<SharedFact>& facts, const SharedFact& fact) {
  return std::any_of(facts.begin(), facts.end(), [&](const SharedFact& f) { return is_same(f, fact); });
}

std::vector<SharedFact> facts_of(const Chain& chain) {
  std::vector<SharedFact> facts;
  for (const Link& link : chain.links)
    if (auto fact = fact_of(link); fact && !has(facts, *fact)) facts.push_back(*std::move(fact));
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

}  // namespace

Shared shared(const TransitionSystem& system, std::span<const Chain> causes, std::span<const Trace> passing) {
  Shared result{causes.size(), passing.size(), {}};
  if (causes.empty()) return result;
  result.facts = facts_of(causes[0]);
  for (const Chain& chain : causes.subspan(1)) {
    const std::vector<SharedFact> facts = facts_of(chain);
    std::erase_if(result.facts, [&](const SharedFact& f) { return !has(facts, f); });
  }
  for (const Trace& run : passing) {
    const std::vector<SharedFact> facts = facts_of(everything(system, run));
    for (SharedFact& fact : result.facts) fact.passing += has(facts, fact) ? 1 : 0;
  }
  // With nothing to compare with, all of them count.
  if (!passing.empty()) std::erase_if(result.facts, [&](const SharedFact& f) { return f.passing == passing.size(); });
  std::stable_sort(result.facts.begin(), result.facts.end(), [](const SharedFact& a, const SharedFact& b) {
    return std::pair(a.passing, !a.is_branch) < std::pair(b.passing, !b.is_branch);
  });
  return result;
}

}  // namespace whynot::analyse::why
