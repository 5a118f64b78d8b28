#include <fmt/format.h>

#include <algorithm>

#include "report/findings.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t most_listed = 40;

// "on step 2" or "on steps 2 and 5" of the run.
std::string run_steps_at(const StateGraph& graph, std::size_t node) {
  std::string out;
  for (std::size_t i = 0; i < graph.run.size(); ++i)
    if (graph.run[i] == node) out += fmt::format("{}{}", out.empty() ? "" : ", ", i);
  return out.empty() ? "" : fmt::format("  [step {}]", out);
}

std::string node_text(const StateGraph& graph, std::size_t node) {
  const GraphNode& n = graph.nodes[node];
  std::string values, next;
  for (std::size_t c = 0; c < graph.columns.size(); ++c)
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", printable(graph.columns[c]),
                          printable(n.state[c].to_string()));
  for (const GraphEdge& edge : graph.edges)
    if (edge.from == node) next += fmt::format(" {}", edge.to);
  return fmt::format("    {:>3}{} {}{} ->{}{}{}\n", node, n.initial ? "*" : " ", values,
                     graph.grouped ? fmt::format(" ({})", counted(n.states, "state")) : "", next, n.open ? " ..." : "",
                     run_steps_at(graph, node));
}

}  // namespace

std::string text_of(const StateGraph& graph, const Report&, const Style& style) {
  if (style.verbosity < 0) return "";
  const std::string groups = graph.grouped ? fmt::format(" in {}", counted(graph.nodes.size(), "group")) : "";
  std::string out = fmt::format(
      "    {}{}, {}: {}\n", counted(graph.states, "state"), groups, counted(graph.edges.size(), "step"),
      graph.whole ? "all that can be reached (* initial)" : "there are more (* initial, ... steps that are not shown)");
  if (graph.nodes.empty()) return out;
  out += "\n";
  const std::size_t listed = style.full ? graph.nodes.size() : std::min(graph.nodes.size(), most_listed);
  for (std::size_t i = 0; i < listed; ++i) out += node_text(graph, i);
  if (listed < graph.nodes.size())
    out += fmt::format("    ... {} more: --full lists them, --format svg draws them, --by x,y groups them\n",
                       graph.nodes.size() - listed);
  return out;
}

}  // namespace whynot::report
