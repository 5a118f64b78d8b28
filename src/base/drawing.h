// Graphs to look at: boxes with a few lines of text, arrows between them.  Written for Graphviz, or drawn here as SVG
// in layers (after Sugiyama, Tagawa & Toda 1981): arrows point down wherever the graph allows it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace whynot {

struct Drawing {
  enum class Look { Plain, Folded, Good, Bad, Dim };  // told apart by lines and marks as well as by colour
  struct Node {
    std::string label;  // lines separated by \n
    Look look = Look::Plain;
    bool doubled = false;  // a second outline
  };
  struct Edge {
    std::size_t from = 0, to = 0;  // nodes
    std::string label;
    bool strong = false;
  };

  std::string title;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

std::string to_dot(const Drawing&);
// Drawings of thousands of nodes take long and show nothing: beyond `max_drawn` nodes a sentence stands in, and where
// there are none.
constexpr std::size_t max_drawn = 2000;
std::string to_svg(const Drawing&);

}  // namespace whynot
