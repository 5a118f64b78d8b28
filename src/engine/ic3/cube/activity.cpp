#include "engine/ic3/cube/activity.h"

#include <algorithm>
#include <numeric>

namespace whynot::engine::ic3 {
namespace {

constexpr double decay = 0.95, largest = 1e100;

}  // namespace

Activity::Activity(const std::vector<Circuit::Latch>& latches) : value_(2 * latches.size(), 0), rank_(latches.size()) {
  std::vector<std::size_t> order(latches.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (latches[a].variable != latches[b].variable) return latches[a].variable < latches[b].variable;
    return latches[a].bit > latches[b].bit;
  });
  for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
}

void Activity::bump(const Cube& lemma) {
  for (Bit bit : lemma.bits()) value_[bit] += increment_;
  increment_ /= decay;
  if (increment_ < largest) return;
  for (double& value : value_) value /= largest;
  increment_ /= largest;
}

std::vector<Bit> Activity::most_active_first(const Cube& cube) const {
  std::vector<Bit> bits = cube.bits();
  std::stable_sort(bits.begin(), bits.end(), [&](Bit a, Bit b) {
    if (value_[a] != value_[b]) return value_[a] > value_[b];
    return rank_[latch_of(a)] < rank_[latch_of(b)];
  });
  return bits;
}

std::vector<Bit> Activity::least_active_first(const Cube& cube) const {
  std::vector<Bit> bits = most_active_first(cube);
  std::reverse(bits.begin(), bits.end());
  return bits;
}

}  // namespace whynot::engine::ic3
