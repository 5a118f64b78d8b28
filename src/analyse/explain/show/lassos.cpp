// Lists the states of the set that runs from the starts come to.  How far each is from a start, and how long the
// shortest way round from it to itself is, tells which lassos are shortest; on these, distances tell the positions of
// states, and sums over steps the number of lassos.
#include "analyse/explain/show/lassos.h"

#include <algorithm>
#include <map>

#include "analyse/explain/build/sets.h"

namespace whynot::analyse::explain {
namespace {

using engine::StateSet;

constexpr std::size_t most_merged = 600, most_steps_of_one = 200, far_off = ~std::size_t{0};

class Merging {
 public:
  Merging(engine::Oracle& oracle, const Starts& starts) : oracle_(oracle), starts_(starts) {}

  bool list(const StateSet& within) {
    for (const auto& [state, ways] : starts_) number(state);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const StateSet next = oracle_.intersect(oracle_.successors(oracle_.only(states_[i])), within);
      for (const State& t : listed(oracle_, next, most_steps_of_one + 1)) {
        const std::size_t to = number(t);
        next_[i].push_back(to);
        back_[to].push_back(i);
      }
      if (states_.size() > most_merged || next_[i].size() > most_steps_of_one || oracle_.stopped()) return false;
    }
    return !states_.empty();
  }

  std::optional<Lassos> merged() {
    std::vector<std::size_t> from(starts_.size());
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = i;  // they were numbered first
    const Distances stem = distances(from, next_);
    const std::vector<std::size_t> knots = best_knots(stem);
    if (knots.empty()) return std::nullopt;
    Lassos out;
    out.loop = stem[knots.front()];
    const Distances left = distances(knots, back_);
    for (std::size_t at = 0; at < out.loop; ++at)
      out.positions.push_back(where([&](std::size_t v) { return stem[v] == at && left[v] == out.loop - at; }));
    out.positions.resize(out.loop + round_, oracle_.subtract(oracle_.initial(), oracle_.initial()));
    const std::vector<Integer> ways = ways_along(start_ways(), out.loop, next_);
    for (const std::size_t knot : knots) {
      const Distances gone = distances({knot}, next_), to_go = distances({knot}, back_);
      for (std::size_t at = 0; at < round_; ++at)
        out.positions[out.loop + at] = oracle_.unite(
            out.positions[out.loop + at],
            where([&](std::size_t v) { return at == 0 ? v == knot : gone[v] == at && to_go[v] == round_ - at; }));
      std::vector<Integer> once(states_.size(), 0);
      once[knot] = 1;
      out.count += ways[knot] * ways_along(std::move(once), round_, next_)[knot];
    }
    return out;
  }

 private:
  using Distances = std::vector<std::size_t>;
  using Graph = std::vector<std::vector<std::size_t>>;

  std::size_t number(const State& s) {
    const auto [found, fresh] = numbers_.try_emplace(s, states_.size());
    if (fresh) {
      states_.push_back(s);
      next_.emplace_back();
      back_.emplace_back();
    }
    return found->second;
  }

  Distances distances(const std::vector<std::size_t>& from, const Graph& graph) const {
    Distances out(states_.size(), far_off);
    std::vector<std::size_t> open = from;
    for (const std::size_t v : from) out[v] = 0;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const std::size_t t : graph[open[i]])
        if (out[t] == far_off) {
          out[t] = out[open[i]] + 1;
          open.push_back(t);
        }
    return out;
  }

  // Where the loops of the shortest lassos begin; `round_` becomes their length.
  std::vector<std::size_t> best_knots(const Distances& stem) {
    std::vector<std::size_t> knots;
    std::size_t best = far_off;
    for (std::size_t v = 0; v < states_.size(); ++v) {
      const Distances gone = distances({v}, next_);
      std::size_t round = far_off;
      for (const std::size_t last : back_[v])
        if (gone[last] != far_off) round = std::min(round, gone[last] + 1);
      if (round == far_off || stem[v] == far_off) continue;
      const std::size_t all = stem[v] + round;
      if (all > best || (all == best && round > round_)) continue;
      if (all < best || round < round_) knots.clear();
      best = all;
      round_ = round;
      knots.push_back(v);
    }
    return knots;
  }

  std::vector<Integer> start_ways() const {
    std::vector<Integer> ways(states_.size(), 0);
    for (std::size_t i = 0; i < starts_.size(); ++i) ways[i] = starts_[i].second;
    return ways;
  }

  std::vector<Integer> ways_along(std::vector<Integer> ways, std::size_t steps, const Graph& graph) const {
    for (; steps > 0; --steps) {
      std::vector<Integer> after(states_.size(), 0);
      for (std::size_t v = 0; v < states_.size(); ++v)
        if (ways[v] != 0)
          for (const std::size_t t : graph[v]) after[t] += ways[v];
      ways = std::move(after);
    }
    return ways;
  }

  template <class Belongs>
  StateSet where(Belongs belongs) const {
    std::optional<StateSet> all;
    for (std::size_t v = 0; v < states_.size(); ++v) {
      if (!belongs(v)) continue;
      const StateSet one = oracle_.only(states_[v]);
      all = all ? oracle_.unite(*all, one) : one;
    }
    return all ? *all : oracle_.subtract(oracle_.initial(), oracle_.initial());
  }

  engine::Oracle& oracle_;
  const Starts& starts_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
  Graph next_, back_;
  std::size_t round_ = far_off;
};

}  // namespace

std::optional<Lassos> shortest_lassos(engine::Oracle& oracle, const Starts& starts, const StateSet& within) {
  Merging merging(oracle, starts);
  if (!merging.list(within)) return std::nullopt;
  return merging.merged();
}

}  // namespace whynot::analyse::explain
