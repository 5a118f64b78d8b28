#include "report/dot.h"

#include <fmt/format.h>

namespace whynot::report {
namespace {

std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string style_of(const std::string& kind) {
  if (kind == "set") return ", style=\"rounded,filled\", fillcolor=\"#eef4fb\"";
  if (kind == "open") return ", style=\"rounded,dashed\"";
  return kind == "bad" ? ", style=\"rounded,filled\", fillcolor=\"#fbeeee\"" : ", style=rounded";
}

}  // namespace

std::string write_dot(const std::vector<Graph>& graphs) {
  std::string out = "digraph evidence {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n  edge [fontname=\"sans-serif\", fontsize=9];\n";
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Graph& graph = graphs[g];
    out += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", g, quoted(graph.title));
    for (std::size_t i = 0; i < graph.vertices.size(); ++i) {
      std::string label;
      for (const std::string& line : graph.vertices[i].lines) label += quoted(line) + "\\l";
      out += fmt::format("    g{}n{} [label=\"{}\"{}];\n", g, i, label, style_of(graph.vertices[i].kind));
    }
    for (const GraphEdge& e : graph.edges)
      out += fmt::format("    g{}n{} -> g{}n{} [label=\"{}\"{}];\n", g, e.from, g, e.to, quoted(e.label), e.back ? ", style=dashed, constraint=false" : "");
    out += "  }\n";
  }
  return out + "}\n";
}

}  // namespace whynot::report
