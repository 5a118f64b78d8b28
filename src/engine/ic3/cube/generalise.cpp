#include "engine/ic3/cube/generalise.h"

#include <algorithm>

namespace whynot::engine::ic3 {
namespace {

using solve::Answer;

constexpr std::size_t most_obstacles = 3;  // excluded for the sake of one bit

}  // namespace

Cube Generaliser::apart_from_start(Cube core, const Cube& cube) {
  while (true) {
    const Answer answer = queries_.meets_start(core);
    if (answer == Answer::Unsat) return core;
    if (answer == Answer::Stopped) return cube;
    std::vector<Bit> bits = core.bits();
    for (Bit bit : activity_.most_active_first(cube))
      if (!queries_.start().has(bit)) {
        bits.push_back(bit);
        break;
      }
    core = Cube(std::move(bits));
  }
}

std::size_t Generaliser::exclude(const Cube& core, const Cube& cube, std::size_t level, Zeal zeal) {
  const Cube lemma = generalised(apart_from_start(core, cube), level, zeal);
  while (level < frames_.top() && queries_.predecessor(lemma, level) == Answer::Unsat) ++level;
  activity_.bump(lemma);
  frames_.exclude(lemma, level);
  return level;
}

Cube Generaliser::generalised(Cube cube, std::size_t level, Zeal zeal) {
  for (Bit bit : activity_.least_active_first(cube)) {
    if (!cube.has(bit)) continue;
    if (auto smaller = inductive_below(cube.without(bit), level, zeal)) cube = *std::move(smaller);
  }
  return cube;
}

// A cube around the given one that can be excluded from the frame.
std::optional<Cube> Generaliser::inductive_below(Cube cube, std::size_t level, Zeal zeal) {
  std::size_t obstacles = 0;
  while (cube.size() > 0 && is_apart_from_start(cube)) {
    const Answer answer = queries_.predecessor(cube, level - 1);
    if (answer == Answer::Stopped) return std::nullopt;
    if (answer == Answer::Unsat) return apart_from_start(queries_.core(), cube);
    if (zeal == Zeal::Low) return std::nullopt;
    const Cube state = level > 1 ? queries_.lifted(queries_.found(), cube) : queries_.found().state;
    if (obstacles < most_obstacles && exclude_obstacle(state, level)) {
      ++obstacles;
      continue;
    }
    obstacles = 0;
    Cube joined = cube.common_with(state);
    if (joined == cube) return std::nullopt;
    cube = std::move(joined);
  }
  return std::nullopt;
}

// Obstacles of obstacles are not looked at.
bool Generaliser::exclude_obstacle(const Cube& state, std::size_t level) {
  if (level <= 1 || !is_apart_from_start(state)) return false;
  if (queries_.predecessor(state, level - 2) != Answer::Unsat) return false;
  exclude(queries_.core(), state, level - 1, Zeal::Low);
  return true;
}

}  // namespace whynot::engine::ic3
