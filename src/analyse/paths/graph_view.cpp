// Heads become nodes and rules edges; the erase relation is read off symbol by symbol.
#include "analyse/paths/graph_view.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "engine/pushdown/erase.h"
#include "engine/pushdown/rule_graph.h"

namespace whynot::analyse::paths {
namespace {

using namespace engine::pushdown;

constexpr std::size_t max_annotated = 60;

std::string node_name(const Product& product, Head h) {
  return fmt::format("{}, {}", product.control_text(product.control_of(h)), product.symbol_text(product.symbol_of(h)));
}

std::string edge_label(const Product& product, const RuleGraph::Edge& edge) {
  using Kind = RuleGraph::Edge::Kind;
  if (edge.kind == Kind::Direct) return "";
  return fmt::format("{}{}", edge.kind == Kind::Pop ? "-" : "", product.symbol_text(edge.symbol));
}

// Pairs of node names that follow each other in a counterexample.
std::set<std::pair<std::string, std::string>> steps_of(const PathsFinding& finding) {
  std::set<std::pair<std::string, std::string>> result;
  const auto name = [](const Step& step) {
    return fmt::format("{}, {}", step.state[0].op(), step.state[1].args().empty() ? "ε" : step.state[1].args()[0].op());
  };
  for (const Trace& trace : finding.traces)
    for (std::size_t i = 1; i < trace.steps.size(); ++i) result.emplace(name(trace.steps[i - 1]), name(trace.steps[i]));
  return result;
}

}  // namespace

Drawing graph_view(const Pds& pds, const Efsa& efsa, const PathsFinding& finding, const PathsOptions& options,
                   Context& context) {
  Product product(pds, efsa);
  Tabulation tabulation(product, options.all_final);
  tabulation.add_starts();
  Drawing view;
  view.title = fmt::format("rule graph of {}", efsa.name);
  if (!tabulation.run(context)) {  // half of it would show ways that lead nowhere
    view.title += fmt::format(": {}", context.stop_reason());
    return view;
  }
  const RuleGraph graph = rule_graph(product, tabulation);
  const auto on_traces = steps_of(finding);
  std::map<Head, std::size_t> place;
  for (Head h : graph.nodes) {
    std::string label = fmt::format("<{}>", node_name(product, h));
    if (graph.nodes.size() <= max_annotated) label += "\n" + annotation(product, tabulation, h).value_or("…");
    place[h] = view.nodes.size();
    view.nodes.push_back({label, Drawing::Look::Plain, product.is_final(product.control_of(h))});
  }
  for (const RuleGraph::Edge& edge : graph.edges) {
    const bool used = on_traces.contains({node_name(product, edge.from), node_name(product, edge.to)});
    view.edges.push_back({place.at(edge.from), place.at(edge.to), edge_label(product, edge), used});
  }
  return view;
}

std::vector<Erasure> erase_relation(const Pds& pds, const Efsa& efsa, const PathsOptions& options, Context& context) {
  Product product(pds, efsa);
  if (options.effect_of_all) product.take_every_state();
  Erase erase(product);
  std::vector<Erasure> result;
  for (Symbol symbol = 0; symbol < product.bottom(); ++symbol) {
    const Effect* const effect = erase.effect(symbol, context);
    if (!effect) break;
    const auto& controls = erase.controls();
    for (std::size_t row = 0; row < controls.size(); ++row)
      for (std::size_t column = 0; column < controls.size(); ++column)
        if (erase.has(*effect, row, column))
          result.push_back({product.control_text(controls[row]), product.symbol_text(symbol),
                            product.control_text(controls[column])});
  }
  return result;
}

}  // namespace whynot::analyse::paths
