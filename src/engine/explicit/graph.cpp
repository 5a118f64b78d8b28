#include "engine/explicit/graph.h"

#include <fmt/format.h>

#include <unordered_map>

namespace whynot::engine {
namespace {

struct ValuesHash {
  std::size_t operator()(const std::vector<Value>& values) const {
    std::size_t h = values.size();
    for (const Value& v : values) h = h * 0x100000001b3u ^ v.hash();
    return h;
  }
};
using Index = std::unordered_map<std::vector<Value>, std::uint32_t, ValuesHash>;

}  // namespace

std::optional<Graph> explore(const Stepper& stepper, Context& context, std::size_t limit, std::string& reason) {
  Graph graph;
  Index states, inputs;
  const auto number = [](Index& index, std::vector<std::vector<Value>>& list, std::vector<Value> values) {
    const auto [found, fresh] = index.try_emplace(values, static_cast<std::uint32_t>(list.size()));
    if (fresh) list.push_back(std::move(values));
    return found->second;
  };
  const auto stopped = [&]() -> std::optional<Graph> {
    reason = graph.size() > limit ? fmt::format("more than {} states", limit) : context.stop_reason();
    return std::nullopt;
  };
  const auto arrive = [&](std::uint32_t state, std::uint32_t from, std::uint32_t by) {
    if (state < graph.edges.size()) return;
    graph.edges.emplace_back();
    graph.depth.push_back(from == state ? 0 : graph.depth[from] + 1);
    graph.parent.push_back(from);
    graph.parent_inputs.push_back(by);
  };
  const bool listed = stepper.initial(context, [&](State state) {
    const std::uint32_t id = number(states, graph.states, std::move(state));
    if (id == graph.edges.size()) graph.initial.push_back(id);
    arrive(id, id, 0);
    return graph.size() <= limit;
  });
  if (!listed || graph.size() > limit) return stopped();
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    const State state = graph.states[from];
    const bool all = stepper.successors(state, context, [&](Successor successor) {
      const std::uint32_t by = number(inputs, graph.inputs, std::move(successor.inputs));
      const std::uint32_t to = number(states, graph.states, std::move(successor.state));
      arrive(to, from, by);
      graph.edges[from].push_back({to, by});
      return graph.size() <= limit;
    });
    if (!all || graph.size() > limit) return stopped();
    if (from % 1024 == 0)
      context.progress(fmt::format("explicit {} states, {} to do", graph.size(), graph.size() - from));
  }
  return graph;
}

}  // namespace whynot::engine
