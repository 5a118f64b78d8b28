#include "report/drawings.h"

#include "report/witness.h"

namespace whynot::report {

Graph graph_of(const Evidence& evidence) {
  const Witness witness = witness_of(evidence);
  Graph graph;
  graph.title = evidence.headline + (evidence.label.empty() ? "" : " (" + evidence.label + ")");
  for (const WitnessPlace& place : witness.places) {
    GraphVertex vertex{{place.name}, place.open ? "open" : place.is_set ? "set" : "state"};
    std::string values;
    for (const std::string& v : place.values) values += (values.empty() ? "" : ", ") + v;
    if (!values.empty()) vertex.lines.push_back(values);
    vertex.lines.insert(vertex.lines.end(), place.says.begin(), place.says.end());
    graph.vertices.push_back(std::move(vertex));
  }
  for (const Witness::Edge& e : witness.edges) graph.edges.push_back({e.from, e.to, e.label, e.back});
  return graph;
}

std::vector<Graph> drawings_of(const Report& report) {
  std::vector<Graph> graphs;
  for (const Finding& finding : report.findings)
    if (const auto* evidence = std::get_if<Evidence>(&finding)) graphs.push_back(graph_of(*evidence));
  return graphs;
}

}  // namespace whynot::report
