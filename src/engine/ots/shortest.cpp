// All shortest counterexamples.  A state of such a run is as many steps from the start as the run needed to come to it,
// so the levels of the search hold them all: those from which a violation is reached in the steps that are left are
// found backwards, level by level, and the runs by going forwards along them.
#include <algorithm>
#include <unordered_map>

#include "engine/ots/explorer.h"

namespace whynot::engine::ots {

using whynot::ots::Predicate;

namespace {

struct RootHash {
  std::size_t operator()(const Root& r) const { return hash_of(r); }
};

}  // namespace

std::vector<Ways> Explorer::ways_to(std::size_t depth, const Predicate& p, Context& context) {
  const auto begin_of = [&](std::size_t d) { return d == 0 ? 0 : static_cast<std::size_t>(depths_[d - 1].states); };
  const CompiledQuery query = program_.compile_violation(p);
  Worker& worker = *workers_[0];
  tables_.cells.share(false);
  const auto look_at = [&](std::size_t state) {
    while (tables_.cells.crowded()) tables_.cells.grow();
    packing_.unpack(worker.store.cells, roots_[state], worker.state);
  };
  std::vector<Ways> ways(depth + 1);
  for (std::size_t i = begin_of(depth); i < begin_of(depth + 1) && !context.should_stop(); ++i) {
    look_at(i);
    if (worker.machine.satisfiable(worker.state, query)) ways[depth][i] = {};
  }
  for (std::size_t d = depth; d-- > 0;) {
    std::unordered_map<Root, std::size_t, RootHash> next;
    for (const auto& [state, onwards] : ways[d + 1]) next.emplace(roots_[state], state);
    Chunk chunk;
    for (std::size_t i = begin_of(d); i < begin_of(d + 1) && !context.should_stop(); ++i) {
      chunk.take(i, i + 1, queries_.size());
      look_at(i);
      expand_state(worker, chunk, i, true);
      std::vector<std::size_t> to;
      for (const Root& r : chunk.successors)
        if (const auto at = next.find(r); at != next.end()) to.push_back(at->second);
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
      if (!to.empty()) ways[d][i] = std::move(to);
    }
  }
  return ways;
}

void Explorer::for_each_shortest(std::size_t violation, const Predicate& p, Context& context,
                                 const std::function<bool(Trace)>& found) try {
  if (options_.fabric) return for_each_shortest_in_step(violation, p, context, found);
  std::size_t depth = 0;
  while (depths_[depth].states <= violation) ++depth;
  const std::vector<Ways> ways = ways_to(depth, p, context);
  if (context.should_stop()) return;
  for_each_way(ways, context, [&](std::span<const std::size_t> chain) {
    std::vector<Root> roots;
    for (const std::size_t state : chain) roots.push_back(roots_[state]);
    return found(trace_along(roots, p));
  });
} catch (const Overflow&) {  // in a state that the search did not come to look at: there are no further ones to show
} catch (const TableFull&) {}

void for_each_way(const std::vector<Ways>& ways, Context& context,
                  const std::function<bool(std::span<const std::size_t>)>& found) {
  const std::size_t depth = ways.size() - 1;
  std::vector<std::size_t> starts, chain, turns;  // turns: which way was taken last at each depth
  for (const auto& [start, onwards] : ways[0]) starts.push_back(start);
  const auto choices = [&](std::size_t d) -> const std::vector<std::size_t>& {
    return d == 0 ? starts : ways[d - 1].at(chain[d - 1]);
  };
  turns.push_back(0);
  while (!turns.empty() && !context.should_stop()) {
    const std::size_t d = turns.size() - 1;
    chain.resize(d);
    if (turns[d] == choices(d).size()) {
      turns.pop_back();
      continue;
    }
    chain.push_back(choices(d)[turns[d]++]);
    if (d < depth)
      turns.push_back(0);
    else if (!found(chain))
      return;
  }
}

}  // namespace whynot::engine::ots
