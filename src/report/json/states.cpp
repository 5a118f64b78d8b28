#include "report/findings.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

Json node_part(const StateGraph& graph, const GraphNode& node) {
  Json state = Json::object();
  for (std::size_t c = 0; c < graph.columns.size(); ++c)
    append(state, valid_utf8(graph.columns[c]), json_of(node.state[c]));
  Json out = {{"state", std::move(state)}};
  if (graph.grouped) out["states"] = node.states;
  if (node.initial) out["initial"] = true;
  if (node.open) out["open"] = true;
  return out;
}

}  // namespace

Json json_of(const StateGraph& graph) {
  Json nodes = Json::array(), edges = Json::array();
  for (const GraphNode& node : graph.nodes) nodes.push_back(node_part(graph, node));
  for (const GraphEdge& edge : graph.edges) {
    edges.push_back({{"from", edge.from}, {"to", edge.to}});
    if (!edge.action.empty()) edges.back()["action"] = valid_utf8(edge.action);
  }
  Json out = {{"kind", "graph"},
              {"property", text_or_null(valid_utf8(graph.property))},
              {"trace", text_or_null(graph.trace)},
              {"whole", graph.whole},
              {"by", Json::array()},
              {"states", graph.states}};
  if (graph.grouped)
    for (const std::string& column : graph.columns) out["by"].push_back(valid_utf8(column));
  out["nodes"] = std::move(nodes);
  out["edges"] = std::move(edges);
  out["run"] = graph.run;
  out["loop"] = graph.loop ? Json(*graph.loop) : Json(nullptr);
  return out;
}

}  // namespace whynot::report
