// The reachable part of a model as an explicit graph, listed by the Stepper.  For small models: it is the
// engine that needs no encoding, and so the oracle of the others.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/context.h"
#include "model/stepper.h"

namespace whynot::engine {

struct Edge {
  std::uint32_t to = 0;
  std::uint32_t inputs = 0;  // into Graph::inputs
};

struct Graph {
  std::vector<State> states;
  std::vector<Inputs> inputs;            // the distinct ones
  std::vector<std::vector<Edge>> edges;  // out of each state, in the Stepper's order
  std::vector<std::uint32_t> initial;
  std::vector<std::uint32_t> depth;   // breadth first: the distance from an initial state
  std::vector<std::uint32_t> parent;  // on a shortest way; itself for initial states
  std::vector<std::uint32_t> parent_inputs;

  std::size_t size() const { return states.size(); }
};

// All reachable states, breadth first; nothing when the Context stops it or there are more than `limit`
// states (then `reason` says which).
std::optional<Graph> explore(const Stepper&, Context&, std::size_t limit, std::string& reason);

// The strongly connected components of the subgraph of the nodes where `inside`, by Tarjan's algorithm
// without recursion.  Each node's component number; nodes outside have `no_component`.  Components are
// numbered in reverse topological order.
constexpr std::uint32_t no_component = ~std::uint32_t{0};
struct Components {
  std::vector<std::uint32_t> of;
  std::vector<std::vector<std::uint32_t>> members;
};
template <class Successors>
Components components(std::size_t nodes, const std::vector<bool>& inside, Successors successors) {
  Components result;
  result.of.assign(nodes, no_component);
  std::vector<std::uint32_t> index(nodes, 0), low(nodes, 0), stack;
  std::vector<bool> on_stack(nodes, false);
  struct Frame {
    std::uint32_t node;
    std::size_t next = 0;
    std::vector<std::uint32_t> targets;
  };
  std::vector<Frame> frames;
  std::uint32_t counter = 0;
  const auto enter = [&](std::uint32_t node) {
    index[node] = low[node] = ++counter;
    stack.push_back(node);
    on_stack[node] = true;
    frames.push_back({node, 0, successors(node)});
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (!inside[root] || index[root]) continue;
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      if (frame.next < frame.targets.size()) {
        const std::uint32_t target = frame.targets[frame.next++];
        if (!inside[target]) continue;
        if (!index[target])
          enter(target);
        else if (on_stack[target])
          low[frame.node] = std::min(low[frame.node], index[target]);
        continue;
      }
      const std::uint32_t node = frame.node;
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[node]);
      if (low[node] != index[node]) continue;
      result.members.emplace_back();
      std::uint32_t member;
      do {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        result.of[member] = static_cast<std::uint32_t>(result.members.size() - 1);
        result.members.back().push_back(member);
      } while (member != node);
    }
  }
  return result;
}

}  // namespace whynot::engine
