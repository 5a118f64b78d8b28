#include "engine/ic3/facts.h"

#include <algorithm>

namespace whynot::engine::ic3 {
namespace {

constexpr std::size_t most_clauses = 1000;

}  // namespace

std::shared_ptr<Facts> Facts::of(Keep* keep) {
  const auto make = [] { return std::make_shared<Facts>(); };
  return keep ? keep->get<Facts>(make) : make();
}

void Facts::add(Fact fact) {
  if (fact.empty() || fact.size() > most_clauses) return;
  const std::lock_guard lock(mutex_);
  facts_.push_back(std::move(fact));
}

std::vector<Fact> Facts::after(std::size_t first) const {
  const std::lock_guard lock(mutex_);
  return {facts_.begin() + static_cast<std::ptrdiff_t>(std::min(first, facts_.size())), facts_.end()};
}

// A part of a fact need not be one.
std::vector<Cube> FactReader::fresh() {
  std::vector<Cube> result;
  for (const Fact& fact : facts_->after(read_)) {
    ++read_;
    std::vector<Cube> cubes;
    for (const Clause& clause : fact)
      if (auto cube = places_.cube(clause)) cubes.push_back(*std::move(cube));
    if (cubes.size() == fact.size()) result.insert(result.end(), cubes.begin(), cubes.end());
  }
  return result;
}

}  // namespace whynot::engine::ic3
