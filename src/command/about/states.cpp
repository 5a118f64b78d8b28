// whynot states: the states that can be reached, as a graph, with the counterexample of a property or a given run in
// it.
#include "analyse/states/states.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/about/decide.h"
#include "command/cells.h"
#include "model/replay.h"
#include "session/traces.h"

namespace whynot::command {
namespace {

constexpr std::size_t most_drawn_columns = 12;

Drawing drawing_of(const report::StateGraph& graph) {
  Drawing drawing;
  drawing.title = graph.property.empty() ? "reachable states" : graph.property;
  for (const report::GraphNode& node : graph.nodes) {
    std::string label;
    for (std::size_t c = 0; c < std::min(graph.columns.size(), most_drawn_columns); ++c)
      label += fmt::format("{}{} = {}", label.empty() ? "" : "\n", graph.columns[c], node.state[c].to_string());
    drawing.nodes.push_back({label, node.open ? Drawing::Look::Dim : Drawing::Look::Plain, node.initial});
  }
  const auto on_run = [&](const report::GraphEdge& edge) {
    const auto leads = [&](std::size_t from, std::size_t to) {
      return graph.run[from] == edge.from && graph.run[to] == edge.to;
    };
    for (std::size_t i = 1; i < graph.run.size(); ++i)
      if (leads(i - 1, i)) return true;
    return graph.loop && leads(graph.run.size() - 1, *graph.loop);
  };
  for (const report::GraphEdge& edge : graph.edges)
    drawing.edges.push_back({edge.from, edge.to, edge.action, on_run(edge)});
  for (const std::uint64_t node : graph.run) drawing.nodes[node].look = Drawing::Look::Bad;
  return drawing;
}

struct StatesAsked {
  analyse::states::Wish wish = {};
  std::string about = {};           // the property that a given run is about
  std::optional<Trace> trace = {};  // given, rather than found
  bool of_properties = false;       // a graph for each, with its counterexample
};

class States final : public Analysis {
 public:
  States(session::Workbench& bench, StatesAsked asked) : bench_(bench), asked_(std::move(asked)) {}

  Answer treat(const Property& property) override {
    Answer answer = decide(bench_, property, {});
    const Trace* trace = trace_of(answer.verdict);
    answer.findings.emplace_back(graph_of(property.name, trace, answer.traces.empty() ? "" : answer.traces.front()));
    return answer;
  }

  Together together() override {
    if (asked_.of_properties) return {};
    const Trace* trace = asked_.trace ? &*asked_.trace : nullptr;
    const std::string id = trace ? bench_.cite(*trace, asked_.about) : "";
    report::StateGraph graph = graph_of(asked_.about, trace, id);
    const bool cut = !graph.whole && bench_.context().should_stop();
    return {{std::move(graph)}, cut};
  }

 private:
  report::StateGraph graph_of(const std::string& property, const Trace* trace, const std::string& id) {
    analyse::states::Wish wish = asked_.wish;
    wish.run = trace;
    analyse::states::Graph found = analyse::states::reach(bench_.stepper(), wish, bench_.context());
    report::StateGraph graph;
    graph.property = property;
    graph.trace = trace ? id : "";
    graph.whole = found.whole;
    graph.grouped = !wish.by.empty();
    graph.states = found.states;
    for (const std::size_t column : found.columns)
      graph.columns.push_back(bench_.stepper().signature()->columns[column].name);
    for (analyse::states::Node& node : found.nodes)
      graph.nodes.push_back({std::move(node.state), node.states, node.initial, node.open});
    for (analyse::states::Edge& edge : found.edges) graph.edges.push_back({edge.from, edge.to, std::move(edge.action)});
    graph.run.assign(found.run.begin(), found.run.end());
    if (trace && trace->loop) graph.loop = *trace->loop;
    graph.drawing = drawing_of(graph);
    return graph;
  }

  session::Workbench& bench_;
  StatesAsked asked_;
};

// A run from a file, that of the property if there is one; nothing after errors.
std::optional<Trace> given_run(Run& run, session::Workbench& bench, const std::string& about) {
  const std::string path = run.arguments.text("trace");
  const auto entries = session::read_traces(path, run.in, &bench.model(), bench.sources(), bench.diagnostics());
  if (!entries) return std::nullopt;
  const auto found =
      std::find_if(entries->begin(), entries->end(), [&](const auto& entry) { return entry.property == about; });
  const Trace& trace = (found == entries->end() ? entries->begin() : found)->trace;
  const auto refusal = replay(bench.model(), trace);
  if (!refusal) return trace;
  bench.diagnostics().error("trace.refused", fmt::format("step {}: {}", refusal->step, refusal->reason), {1, 0, 0});
  return std::nullopt;
}

// The places of the columns of --by; nothing after errors.
std::optional<std::vector<std::size_t>> columns_of(session::Workbench& bench, const std::vector<std::string>& names) {
  if (!bench.knows_columns(names)) return std::nullopt;
  std::vector<std::size_t> out;
  const auto& columns = bench.stepper().signature()->columns;
  for (const std::string& name : names)
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].name == name && std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  return out;
}

}  // namespace

Prepared states_of_model(Run& run, session::Workbench& bench, Properties& properties) {
  const Arguments& a = run.arguments;
  const bool is_system = bench.model().kind() == Kind::System;
  const bool names_some = !a.all("property").empty() || !a.all("formula").empty();
  if (bench.model().kind() == Kind::Specification && bench.model().specification().any_scope)
    return UsageError{"`whynot states` needs a scope", "e.g. --scope NAME, or none"};
  if (names_some && !is_system && !a.has("trace"))
    return UsageError{"`whynot states` looks for counterexamples of systems only", "give the run: --trace FILE"};
  StatesAsked asked;
  asked.wish.most = std::max<std::size_t>(a.count("limit").value_or(asked.wish.most), 1);
  const auto by = columns_of(bench, a.list("by"));
  if (!by) return Prepared::Failed{};
  asked.wish.by = *by;
  asked.of_properties = names_some && !a.has("trace");
  if (names_some && properties.size() == 1) asked.about = properties[0].name;
  if (a.has("trace")) {
    asked.trace = given_run(run, bench, asked.about);
    if (!asked.trace) return Prepared::Failed{};
  }
  if (!asked.of_properties) properties.clear();
  return std::make_unique<States>(bench, std::move(asked));
}

}  // namespace whynot::command
