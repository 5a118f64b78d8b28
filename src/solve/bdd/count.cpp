// Numbers of satisfying assignments, by one pass from the constant upwards over the levels that occur.
#include "solve/bdd/count.h"

#include <algorithm>
#include <cmath>

#include "solve/bdd/walk.h"

namespace whynot::solve::bdd {

namespace {

// m * 2^e: densities of functions with many variables leave the range of a double.
struct Scaled {
  double m = 0;
  long e = 0;
};

Scaled mean(const Scaled& a, const Scaled& b) {
  if (a.m == 0) return {b.m, b.e - 1};
  if (b.m == 0) return {a.m, a.e - 1};
  const Scaled& large = a.e >= b.e ? a : b;
  const Scaled& small = a.e >= b.e ? b : a;
  const double sum = large.m + std::ldexp(small.m, static_cast<int>(std::max(small.e - large.e, -2000L)));
  int shift = 0;
  const double m = std::frexp(sum, &shift);
  return {m, large.e + shift - 1};
}

}  // namespace

std::vector<Level> support_levels(const NodeStore& store, Edge f) {
  std::vector<bool> seen;
  for (Index i : store.below({&f, 1})) {
    const Level level = store.level(i << 1);
    if (level >= seen.size()) seen.resize(level + 1, false);
    seen[level] = true;
  }
  std::vector<Level> levels;
  for (Level level = 0; level < seen.size(); ++level)
    if (seen[level]) levels.push_back(level);
  return levels;
}

Integer sat_count(const NodeStore& store, Edge f, std::size_t variables) {
  const std::vector<Level> levels = support_levels(store, f);
  WHYNOT_CHECK(levels.size() <= variables, "the support should be among the variables counted");
  const NodeList list(store, {&f, 1});
  const auto rank = [&](Edge e) {
    return static_cast<std::size_t>(std::lower_bound(levels.begin(), levels.end(), store.level(e)) - levels.begin());
  };
  // A function and its negation are counted apart, and only where needed: a set of few assignments then
  // has small numbers throughout.
  const auto place = [&](Edge e) { return 2 * list.number(index_of(e)) + (e & 1); };
  std::vector<bool> needed(2 * (list.size() + 1), false);
  needed[place(f)] = true;
  for (std::size_t i = list.size(); i-- > 0;) {
    for (Edge e : {list.nodes()[i] << 1, list.nodes()[i] << 1 | 1})
      if (needed[place(e)]) needed[place(store.low(e))] = needed[place(store.high(e))] = true;
  }
  std::vector<Integer> counts(needed.size());  // over the ranks from the node's own on
  counts[true_edge] = 1;
  const auto count_from = [&](Edge e, std::size_t from) -> Integer { return counts[place(e)] << (rank(e) - from); };
  for (Index i : list.nodes()) {
    for (Edge e : {i << 1, i << 1 | 1}) {
      if (!needed[place(e)]) continue;
      const std::size_t below = rank(e) + 1;
      counts[place(e)] = count_from(store.low(e), below) + count_from(store.high(e), below);
    }
  }
  return count_from(f, 0) << (variables - levels.size());
}

double sat_count_double(const NodeStore& store, Edge f, std::size_t variables) {
  const NodeList list(store, {&f, 1});
  // For a function and its negation apart: subtraction would lose all digits of a small set.
  std::vector<Scaled> densities(2 * (list.size() + 1));
  densities[true_edge] = {0.5, 1};
  const auto density = [&](Edge e) -> Scaled& { return densities[2 * list.number(index_of(e)) + (e & 1)]; };
  for (Index i : list.nodes())
    for (Edge e : {i << 1, i << 1 | 1}) density(e) = mean(density(store.low(e)), density(store.high(e)));
  const Scaled d = density(f);
  const long exponent = d.e + static_cast<long>(variables);
  return std::ldexp(d.m, static_cast<int>(std::clamp(exponent, -2000L, 2000L)));
}

}  // namespace whynot::solve::bdd
