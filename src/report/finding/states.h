// The reachable states as a graph, with a run in it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/drawing.h"
#include "expr/value.h"

namespace whynot::report {

struct GraphNode {
  std::vector<Value> state;  // aligned with the graph's columns
  std::uint64_t states = 1;  // how many it stands for
  bool initial = false;
  bool open = false;  // more steps lead out of it than the graph has
};

struct GraphEdge {
  std::uint64_t from = 0, to = 0;
  std::string action;  // may be empty
};

struct StateGraph {
  std::string property, trace;  // may be empty
  bool whole = false;           // these are all that can be reached
  bool grouped = false;         // by the columns; else these are all there are
  std::vector<std::string> columns;
  std::uint64_t states = 0;
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  std::vector<std::uint64_t> run;     // the nodes of the steps of the trace
  std::optional<std::uint64_t> loop;  // the step that its last one returns to
  Drawing drawing;
};

}  // namespace whynot::report
