// Small directed graphs for drawings, whatever they show.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace whynot::report {

struct GraphVertex {
  std::vector<std::string> lines;  // the first one is its title
  std::string kind;                // a style: "state", "set", "open", "bad"
};

struct GraphEdge {
  std::size_t from = 0, to = 0;
  std::string label;
  bool back = false;               // against the direction of reading: closes a loop
};

struct Graph {
  std::string title;
  std::vector<GraphVertex> vertices;
  std::vector<GraphEdge> edges;
};

}  // namespace whynot::report
