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

}  // namespace

Json json_of(const Paths& paths) {
  Json groups = Json::array();
  for (const PathGroup& group : paths.groups)
    groups.push_back({{"final", group.final_point},
                      {"events", group.events},
                      {"count", group.count},
                      {"representative", group.representative.empty() ? Json(nullptr) : Json(group.representative)}});
  Json out = {{"kind", "paths"},
              {"property", paths.property},
              {"verdict", paths.verdict},
              {"mode", paths.mode},
              {"complete", paths.complete},
              {"missed_by_paper", paths.missed_by_paper},
              {"groups", std::move(groups)},
              {"counterexamples", paths.counterexamples},
              {"common", paths.common},
              {"common_sequence", paths.common_sequence}};
  if (paths.total) out["total"] = to_string(*paths.total);
  if (!paths.reason.empty()) out["reason"] = paths.reason;
  if (paths.stack_shown) out["stack_shown"] = *paths.stack_shown;
  for (const PathLoop& loop : paths.loops)
    out["loops"].push_back({{"trace", loop.trace.empty() ? Json(nullptr) : Json(loop.trace)},
                            {"start", loop.start},
                            {"leaves", loop.leaves}});
  if (!paths.allowed.empty())
    out["refinement"] = {
        {"allowed", paths.allowed}, {"gone", paths.gone}, {"remaining", paths.remaining}, {"added", paths.added}};
  if (!paths.graph.nodes.empty()) out["graph"] = json_of_rule_graph(paths.graph);
  return out;
}

}  // namespace whynot::report
