// The analysis speaks of its program: spans, rules, numbers of traces.  A report outlives the program, so that here all
// of it becomes words.
#include "command/about/paths/finding.h"

#include <algorithm>

namespace whynot::command {
namespace {

using analyse::paths::PathsFinding;
using analyse::paths::PathsSite;

std::string_view word_of(const Verdict& verdict) {
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  return std::holds_alternative<Holds>(verdict) ? "holds" : "undecided";
}

// How all that are listed begin (the paper's section 4): the configuration up to which they go the same way.
report::PathPrefix prefix_of(const PathsFinding& found, const Pds& pds) {
  const std::size_t listed = std::min(listed_of(found), found.rules.size());
  if (listed < 2 || !found.loops.empty()) return {};
  std::size_t shared = found.rules[0].size();
  for (std::size_t i = 1; i < listed; ++i) {
    const auto& rules = found.rules[i];
    const auto end = std::mismatch(rules.begin(), rules.end(), found.rules[0].begin(), found.rules[0].end()).first;
    const bool starts_alike = found.initials[i] == found.initials[0];
    shared = std::min(shared, starts_alike ? static_cast<std::size_t>(end - rules.begin()) : 0);
  }
  if (shared == 0) return {};
  PdsRun run;
  run.start(pds.initial[found.initials[0]]);
  for (std::size_t i = 0; i < shared; ++i) run.apply(pds.rules[found.rules[0][i]]);
  report::PathPrefix prefix{shared, {}};
  for (auto symbol = run.stack().rbegin(); symbol != run.stack().rend(); ++symbol)
    prefix.stack.push_back(pds.symbols[*symbol]);
  return prefix;
}

report::PathPlace place_of(const Span& where, const Sources& sources) {
  if (where.file == 0) return {};
  return {std::string(sources.name(where.file)), sources.place(where).line};
}

report::PathSite site_of(const PathsSite& site, const Sources& sources, const std::string& id) {
  report::PathSite out;
  out.at = place_of(site.where, sources);
  out.function = site.function;
  out.point = site.point;
  out.states = site.states;
  out.events = site.events;
  out.named = site.named;
  for (const Span& where : site.places) out.places.push_back(place_of(where, sources));
  out.feasible = site.feasible;
  out.model = site.model;
  out.representative = id;
  out.count = site.count;
  return out;
}

}  // namespace

std::size_t listed_of(const PathsFinding& found) { return found.sites.empty() ? found.traces.size() : found.listed; }

void take_findings(const PathsFinding& found, const Pds& pds, const Sources& sources,
                   const std::vector<std::string>& ids, report::Paths& shown) {
  const auto id = [&](std::size_t i) { return i < ids.size() ? ids[i] : ""; };
  shown.verdict = word_of(found.verdict);
  shown.mode = mode_word(found.mode);
  shown.complete = found.complete;
  shown.reason = found.incomplete_because;
  shown.total = found.total;
  shown.missed_by_paper = found.missed_by_paper;
  shown.stack_shown = found.stack_shown;
  shown.common = found.common;
  if (found.common_sequence) shown.common_sequence = *found.common_sequence;
  shown.common_prefix = prefix_of(found, pds);
  shown.sites_complete = found.sites_complete;
  shown.infeasible_sites = found.infeasible_sites;
  shown.infeasible = found.infeasible;
  for (const PathsSite& site : found.sites)
    shown.sites.push_back(site_of(site, sources, site.representative ? id(*site.representative) : ""));
  for (const analyse::paths::PathsGroup& group : found.groups)
    shown.groups.push_back({group.final, group.events, group.count, id(group.representative)});
  for (std::size_t i = 0; i < found.loops.size(); ++i)
    shown.loops.push_back({id(i), found.loops[i].run.stem.size(), found.loops[i].leaves});
  for (std::size_t i = 0; i < std::min(ids.size(), listed_of(found)); ++i)
    if (!ids[i].empty()) shown.counterexamples.push_back(ids[i]);
}

}  // namespace whynot::command
