// The paper's two graphs (section 4), as views on a finished tabulation.  The rule-graph has the reachable
// heads as nodes; its edges say what a step does to the rest of the stack.  The B-graph annotates a node
// with the regular expression of all rests of the stack it is reached with.
//
// Unlike the paper's, edges of returns lead only to where the procedure was called from, and annotations
// come from the automaton of reachable configurations: the paper's concatenation over labels loses some
// stacks and invents others.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/pushdown/product.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::engine::pushdown {

struct RuleGraph {
  struct Edge {
    enum class Kind : std::uint8_t { Direct, Push, Pop } kind = Kind::Direct;
    Head from = none, to = none;
    Symbol symbol = none;  // pushed on or popped from the rest of the stack

    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  std::vector<Head> nodes;
  std::vector<Edge> edges;  // sorted, without duplicates
};

RuleGraph rule_graph(Product&, const Tabulation&);

// `s3* m1`, or ε.  Nothing if it would be too large to read.
std::optional<std::string> annotation(const Product&, const Tabulation&, Head);

}  // namespace whynot::engine::pushdown
