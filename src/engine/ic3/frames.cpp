#include "engine/ic3/frames.h"

#include <algorithm>

namespace whynot::engine::ic3 {

void Frames::open() {
  lemmas_.emplace_back();
  queries_.open(nowhere_);
}

std::vector<Cube> Frames::all(std::size_t level) const {
  std::vector<Cube> result;
  for (std::size_t i = level; i < lemmas_.size(); ++i)
    result.insert(result.end(), lemmas_[i].begin(), lemmas_[i].end());
  result.insert(result.end(), nowhere_.begin(), nowhere_.end());
  return result;
}

bool Frames::excludes(const Cube& cube, std::size_t level) const {
  const auto excludes_it = [&](const Cube& lemma) { return lemma.contains(cube); };
  for (std::size_t i = level; i < lemmas_.size(); ++i)
    if (std::any_of(lemmas_[i].begin(), lemmas_[i].end(), excludes_it)) return true;
  return std::any_of(nowhere_.begin(), nowhere_.end(), excludes_it);
}

void Frames::exclude(const Cube& cube, std::size_t level, std::size_t known) {
  const bool is_excluded = excludes(cube, level);
  for (std::size_t i = 1; i < level + !is_excluded; ++i)
    std::erase_if(lemmas_[i], [&](const Cube& lemma) { return cube.contains(lemma); });
  if (is_excluded) return;
  lemmas_[level].push_back(cube);
  queries_.exclude(cube, known + 1, level);
}

void Frames::exclude_everywhere(const Cube& cube) {
  if (excludes(cube, top() + 1)) return;
  nowhere_.push_back(cube);
  if (top() > 0) queries_.exclude(cube, 1, top());
}

void Frames::refresh() {
  constexpr std::size_t most_stale = 300;
  std::size_t live = nowhere_.size();
  for (std::size_t i = top(); i >= 1; --i) {
    live += lemmas_[i].size();
    if (queries_.clauses(i) > 2 * live + most_stale) queries_.rebuild(i, all(i));
  }
}

}  // namespace whynot::engine::ic3
