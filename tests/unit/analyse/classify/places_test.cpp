// Placements against the list of all of them.
#include "analyse/classify/facts/places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace whynot::analyse::classify {
namespace {

std::vector<Placement> all_of(Places& places) {
  std::vector<Placement> found;
  EXPECT_TRUE(places.for_each(1'000'000, [&](const Placement& p) {
    found.push_back(p);
    return true;
  }));
  return found;
}

// A condition that holds of some steps, drawn at random, of one to three positions.
struct Drawn {
  std::vector<std::size_t> of;
  std::set<std::vector<std::size_t>> allowed;

  bool holds(const Placement& p) const {
    std::vector<std::size_t> at;
    for (std::size_t n : of) at.push_back(p[n]);
    return allowed.count(at) > 0;
  }
};

TEST(Places, AreThoseThatTryingAllFinds) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const std::size_t positions = 1 + random() % 4, steps = 1 + random() % 4;
    std::vector<Drawn> conditions(1 + random() % 5);
    for (Drawn& c : conditions) {
      std::set<std::size_t> of;
      for (std::size_t n = random() % 4; n-- > 0;) of.insert(random() % positions);
      c.of.assign(of.begin(), of.end());
      for (std::size_t n = 0; n < 20; ++n) {
        std::vector<std::size_t> at(c.of.size());
        for (std::size_t& step : at) step = random() % steps;
        c.allowed.insert(at);
      }
    }
    const bool distinct = random() % 4 == 0;
    Places places(positions, steps);
    for (const Drawn& c : conditions) places.require(c.of, [&c](const Placement& p) { return c.holds(p); });
    if (distinct) places.require_distinct();

    std::vector<Placement> expected;
    std::size_t count = 1;
    for (std::size_t n = 0; n < positions; ++n) count *= steps;
    for (std::size_t number = 0; number < count; ++number) {
      Placement p(positions);
      for (std::size_t n = positions, rest = number; n-- > 0; rest /= steps) p[n] = rest % steps;
      const bool differ = std::set<std::size_t>(p.begin(), p.end()).size() == positions;
      if ((differ || !distinct) &&
          std::all_of(conditions.begin(), conditions.end(), [&](const Drawn& c) { return c.holds(p); }))
        expected.push_back(p);
    }
    EXPECT_EQ(all_of(places), expected) << "seed " << seed;
  }
}

// Sixty positions in order, of which each has to stand on an even step: there is one placement, and no way back.
TEST(Places, ChainsAreNotTriedInAllWays) {
  const std::size_t positions = 60, steps = 119;
  Places places(positions, steps);
  for (std::size_t n = 0; n < positions; ++n) {
    places.require({n}, [n](const Placement& p) { return p[n] % 2 == 0; });
    if (n > 0) places.require({n - 1, n}, [n](const Placement& p) { return p[n - 1] < p[n]; });
  }
  std::size_t found = 0;
  EXPECT_TRUE(places.for_each(positions * steps, [&](const Placement& p) {
    for (std::size_t n = 0; n < positions; ++n) EXPECT_EQ(p[n], 2 * n);
    return ++found < 2;
  }));
  EXPECT_EQ(found, 1u);
  Places loose(8, 10);
  EXPECT_FALSE(loose.for_each(1000, [](const Placement&) { return true; }));
}

}  // namespace
}  // namespace whynot::analyse::classify
