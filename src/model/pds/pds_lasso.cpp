// Replays stem and loop, then checks that the loop can be repeated and visits a repeat state.
#include "model/pds/pds_lasso.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace whynot {
namespace {

// The system's part: the reason why this is no lasso.
std::optional<std::string> refuse_stacks(const Pds& pds, const PdsLasso& lasso) {
  if (lasso.loop.empty()) return "the loop has no step";
  PdsRun run;
  run.start(pds.initial[lasso.initial]);
  for (std::size_t i = 0; i < lasso.stem.size(); ++i)
    if (!run.apply(pds.rules[lasso.stem[i]])) return fmt::format("step {} does not follow from step {}", i + 1, i);
  if (run.stack().empty()) return "the stack is empty where the loop starts";
  const std::uint32_t control = run.control();
  const std::vector<std::uint32_t> before = run.stack();
  for (std::size_t i = 0; i < lasso.loop.size(); ++i) {
    const std::size_t step = lasso.stem.size() + i;
    if (!run.apply(pds.rules[lasso.loop[i]]))
      return fmt::format("step {} does not follow from step {}", step + 1, step);
    if (run.stack().size() < before.size()) return fmt::format("step {} touches what lies below the loop", step + 1);
  }
  if (run.control() != control || run.stack().back() != before.back())
    return "the loop does not come back to where it starts";
  if (!std::equal(before.begin(), before.end() - 1, run.stack().begin())) return "the loop changes what lies below it";
  return std::nullopt;
}

// The automaton's part.  Each round of the loop takes a location to others; a run visits repeat states forever if
// rounds lead from some location back to it, by way of a repeat state.
class RoundsOfAutomaton {
 public:
  RoundsOfAutomaton(const Pds& pds, const Efsa& efsa, const PdsLasso& lasso, std::span<const EfsaLocation> shown)
      : pds_(pds), efsa_(efsa), lasso_(lasso), shown_(shown), automaton_(efsa, pds) {}

  bool repeats() {
    std::set<EfsaLocation> at;
    for (const EfsaLocation& location : automaton_.initial())
      if (is_shown(location, 0)) at.insert(location);
    for (std::size_t i = 0; i < lasso_.stem.size(); ++i) {
      std::set<EfsaLocation> next;
      for (const EfsaLocation& from : at)
        for (const EfsaLocation& to : after(from, lasso_.stem[i], i + 1)) next.insert(to);
      at = std::move(next);
    }
    for (const EfsaLocation& location : at) number(location);
    for (std::size_t i = 0; i < locations_.size(); ++i) take_round(static_cast<std::uint32_t>(i));
    return has_visiting_cycle();
  }

 private:
  using Reached = std::map<EfsaLocation, bool>;  // and whether a repeat state was visited on some way there

  bool is_shown(const EfsaLocation& location, std::size_t step) const {
    return shown_.empty() || agrees(location, shown_[step]);
  }

  std::uint32_t number(const EfsaLocation& location) {
    const auto [at, fresh] = numbers_.try_emplace(location, static_cast<std::uint32_t>(locations_.size()));
    if (fresh) locations_.push_back(location);
    return at->second;
  }

  std::vector<EfsaLocation> after(const EfsaLocation& from, std::uint32_t rule, std::size_t step) {
    const auto [row, fresh] = known_.try_emplace({from, pds_.rules[rule].events});
    if (fresh) row->second = automaton_.successors(from, pds_.rules[rule].events);
    std::vector<EfsaLocation> result;
    for (const EfsaLocation& to : row->second)
      if (is_shown(to, step)) result.push_back(to);
    return result;
  }

  void take_round(std::uint32_t origin) {
    Reached at{{locations_[origin], false}};
    for (std::size_t i = 0; i < lasso_.loop.size(); ++i) {
      Reached next;
      for (const auto& [from, visited] : at) {
        const bool visits = visited || efsa_.states[from.state].repeat;
        for (const EfsaLocation& to : after(from, lasso_.loop[i], lasso_.stem.size() + i + 1)) {
          bool& known = next.try_emplace(to, false).first->second;
          known = known || visits;
        }
      }
      at = std::move(next);
    }
    auto& row = rounds_.emplace_back();
    for (const auto& [to, visited] : at) row.emplace_back(number(to), visited);
  }

  // From the end of each round that visits: does the round's start come again?
  bool has_visiting_cycle() const {
    for (std::uint32_t origin = 0; origin < rounds_.size(); ++origin)
      for (const auto& [to, visits] : rounds_[origin])
        if (visits && leads_to(to, origin)) return true;
    return false;
  }

  bool leads_to(std::uint32_t from, std::uint32_t to) const {
    std::vector<std::uint32_t> open{from};
    std::vector<bool> seen(rounds_.size());
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == to) return true;
      if (seen[at]) continue;
      seen[at] = true;
      for (const auto& [next, visits] : rounds_[at]) open.push_back(next);
    }
    return false;
  }

  const Pds& pds_;
  const Efsa& efsa_;
  const PdsLasso& lasso_;
  std::span<const EfsaLocation> shown_;
  EfsaInterpreter automaton_;
  std::map<std::pair<EfsaLocation, std::uint32_t>, std::vector<EfsaLocation>> known_;  // what the interpreter said
  std::map<EfsaLocation, std::uint32_t> numbers_;
  std::vector<EfsaLocation> locations_;                              // where rounds start
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> rounds_;  // by start: where they end, and whether they visit
};

}  // namespace

std::vector<std::uint32_t> left_by_loop(const Pds& pds, const PdsLasso& lasso) {
  PdsRun run;
  run.start(pds.initial[lasso.initial]);
  for (std::uint32_t rule : lasso.stem) run.apply(pds.rules[rule]);
  const std::size_t height = run.stack().size();
  for (std::uint32_t rule : lasso.loop) run.apply(pds.rules[rule]);
  return {run.stack().rbegin() + 1, run.stack().rend() - static_cast<std::ptrdiff_t>(height - 1)};
}

std::optional<std::string> refuse_lasso(const Pds& pds, const Efsa& efsa, const PdsLasso& lasso,
                                        std::span<const EfsaLocation> shown) {
  if (auto refusal = refuse_stacks(pds, lasso)) return refusal;
  if (!RoundsOfAutomaton(pds, efsa, lasso, shown).repeats()) return fmt::format("it does not violate {}", efsa.name);
  return std::nullopt;
}

}  // namespace whynot
