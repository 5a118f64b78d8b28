// The states that a model can be in, as a graph: all of them where they are few, else those around a run or near the
// beginning; one by one, or in groups that agree in some columns.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/stepper.h"

namespace whynot::analyse::states {

struct Node {
  State state;             // the values of the columns of the graph
  std::size_t states = 1;  // how many it stands for
  bool initial = false;
  bool open = false;  // more steps lead out of it than the graph has
};
struct Edge {
  std::size_t from = 0, to = 0;
  std::string action;  // of one of its steps; empty where steps have no names
};

struct Graph {
  std::vector<std::size_t> columns;  // of the signature
  std::vector<Node> nodes;
  std::vector<Edge> edges;       // at most one from a node to another
  std::vector<std::size_t> run;  // the nodes of the run's steps
  std::size_t states = 0;        // that were looked at
  bool whole = false;            // these are all that can be reached, with all their steps
};

struct Wish {
  std::size_t most = 300;       // nodes
  std::vector<std::size_t> by;  // columns that tell groups apart; none: every state is a node
  const Trace* run = nullptr;   // is in the graph, whatever else is
};

// Counts its work, so that the same question gives the same graph.  REQUIRES a run of the model.
Graph reach(const Stepper&, const Wish&, Context&);

}  // namespace whynot::analyse::states
