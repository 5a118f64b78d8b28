// The finding of `paths`, field for field as the contract has it.
#include "report/findings.h"

namespace whynot::report {
namespace {

Json json_of_rule_graph(const Drawing& graph) {
  Json nodes = Json::array(), edges = Json::array();
  for (const Drawing::Node& node : graph.nodes) {
    const std::size_t line = node.label.find('\n');
    nodes.push_back({{"head", node.label.substr(0, line)},
                     {"annotation", line == std::string::npos ? Json(nullptr) : Json(node.label.substr(line + 1))},
                     {"final", node.doubled}});
  }
  for (const Drawing::Edge& edge : graph.edges)
    edges.push_back({{"from", edge.from}, {"to", edge.to}, {"label", edge.label}, {"on_counterexample", edge.strong}});
  return {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
}

Json json_of_groups(const std::vector<PathGroup>& groups) {
  Json out = Json::array();
  for (const PathGroup& group : groups)
    out.push_back({{"final", group.final_point},
                   {"events", group.events},
                   {"count", group.count},
                   {"representative", group.representative.empty() ? Json(nullptr) : Json(group.representative)}});
  return out;
}

std::string unquoted(const std::string& text) {
  return text.size() > 1 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

Json json_of_place(const PathPlace& place) {
  return {{"file", place.file.empty() ? Json(nullptr) : Json(place.file)},
          {"line", place.line == 0 ? Json(nullptr) : Json(place.line)}};
}

Json json_of_sites(const std::vector<PathSite>& sites) {
  Json out = Json::array();
  for (const PathSite& site : sites) {
    Json one = json_of_place(site.at), places = Json::array();
    for (const PathPlace& place : site.places) places.push_back(json_of_place(place));
    one["function"] = site.function.empty() ? Json(nullptr) : Json(site.function);
    one["point"] = site.point;
    one["states"] = site.states;
    one["events"] = site.events;
    if (!site.named.empty()) one["named"] = site.named;
    one["places"] = std::move(places);
    one["feasible"] = site.feasible;
    if (!site.model.empty()) one["model"] = site.model;
    for (const std::string& value : site.model)
      if (const std::size_t at = value.find(" ≈ "); at != value.npos)
        one["guesses"].push_back(
            {{"name", value.substr(0, at)}, {"value", unquoted(value.substr(at + 5))}, {"guessed", true}});
    one["representative"] = site.representative.empty() ? Json(nullptr) : Json(site.representative);
    one["count"] = site.count;
    out.push_back(std::move(one));
  }
  return out;
}

Json json_of_refinement(const PathRefinement& refinement) {
  return {{"allowed", refinement.allowed},
          {"before", refinement.before.empty() ? Json(nullptr) : Json(refinement.before)},
          {"gone", counterexamples_in(refinement.gone)},
          {"remaining", counterexamples_in(refinement.remaining)},
          {"added", counterexamples_in(refinement.added)},
          {"complete", refinement.complete},
          {"groups",
           {{"gone", json_of_groups(refinement.gone)},
            {"remaining", json_of_groups(refinement.remaining)},
            {"added", json_of_groups(refinement.added)}}}};
}

}  // namespace

Json json_of(const Paths& paths) {
  Json out = {{"kind", "paths"},
              {"property", paths.property},
              {"verdict", paths.verdict},
              {"mode", paths.mode},
              {"complete", paths.complete},
              {"missed_by_paper", paths.missed_by_paper},
              {"sites", json_of_sites(paths.sites)},
              {"sites_complete", paths.sites_complete},
              {"groups", json_of_groups(paths.groups)},
              {"counterexamples", paths.counterexamples},
              {"common", paths.common},
              {"common_sequence", paths.common_sequence}};
  if (paths.common_prefix.steps > 0)
    out["common_prefix"] = {{"steps", paths.common_prefix.steps}, {"stack", paths.common_prefix.stack}};
  if (paths.infeasible_sites > 0) out["infeasible_sites"] = paths.infeasible_sites;
  if (paths.infeasible > 0) out["infeasible"] = paths.infeasible;
  if (paths.total) out["total"] = to_string(*paths.total);
  if (!paths.reason.empty()) out["reason"] = paths.reason;
  if (paths.stack_shown) out["stack_shown"] = *paths.stack_shown;
  for (const PathLoop& loop : paths.loops)
    out["loops"].push_back({{"trace", loop.trace.empty() ? Json(nullptr) : Json(loop.trace)},
                            {"start", loop.start},
                            {"leaves", loop.leaves}});
  if (paths.refinement) out["refinement"] = json_of_refinement(*paths.refinement);
  for (const auto& [from, symbol, to] : paths.erase) out["erase"].push_back({from, symbol, to});
  if (!paths.graph.nodes.empty()) out["graph"] = json_of_rule_graph(paths.graph);
  return out;
}

}  // namespace whynot::report
