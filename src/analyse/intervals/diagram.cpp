// Converts circuits node by node, over an order in which bits of the same weight are neighbours.
#include "analyse/intervals/diagram.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace whynot::analyse::intervals {

using encode::Lit;
using solve::Bdd;
using solve::BddLiteral;
using solve::BddManager;
using solve::BddVariable;

Layout::Layout(BddManager& manager, const std::map<Family::Place, std::size_t>& widths, Together together) {
  using Slot = std::tuple<std::size_t, std::size_t, Family::Place>;  // what comes first, first
  std::vector<Slot> slots;
  for (const auto& [place, width] : widths) {
    const std::size_t number = bits_.size();
    bits_[place];
    for (std::size_t weight = 0; weight < width; ++weight) {
      const std::size_t depth = width - 1 - weight, lightness = ~weight;
      if (together == Together::Weights)
        slots.push_back({lightness, 0, place});
      else
        slots.push_back({together == Together::Steps ? place.step : number, depth, place});
    }
  }
  std::sort(slots.begin(), slots.end());
  for (const auto& [first, second, place] : slots) bits_[place].push_back(manager.new_variable());
}

Diagram::Diagram(BddManager& manager, const Layout& layout, const Family& family)
    : manager_(manager), graph_(family.graph()), cube_(family.graph().size(), -1) {
  for (const auto& [place, bits] : family.fresh())
    for (std::size_t i = 0; i < bits.size(); ++i)
      variable_.emplace(bits[i].node(), layout.bits(place)[bits.size() - 1 - i]);
}

// Arguments have smaller numbers: the rest of the chain is settled in a loop.
bool Diagram::is_cube(std::uint32_t root) {
  std::vector<std::uint32_t> open = {root};
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    if (cube_[n] >= 0) {
      open.pop_back();
      continue;
    }
    bool settled = true, cube = graph_.is_and(n);
    for (Lit l : {graph_.left(n), graph_.right(n)}) {
      if (!graph_.is_and(n) || graph_.is_input(l.node())) continue;
      if (l.complemented() || l.node() == 0 || graph_.is_shared(l.node())) {
        cube = false;
      } else if (cube_[l.node()] < 0) {
        open.push_back(l.node());
        settled = false;
      } else {
        cube = cube && cube_[l.node()] == 1;
      }
    }
    if (settled) cube_[n] = cube ? 1 : 0;
  }
  return cube_[root] == 1;
}

// Wide conjunctions (a word compared with a constant) are built at once instead of bit by bit.  What is shared
// is no part of them: a tree is walked, not a graph.
Bdd Diagram::cube(std::uint32_t root) {
  std::vector<std::uint32_t> open = {root};
  std::vector<BddLiteral> literals;
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    open.pop_back();
    for (Lit l : {graph_.left(n), graph_.right(n)}) {
      if (graph_.is_and(l.node()))
        open.push_back(l.node());
      else
        literals.push_back({variable_.at(l.node()), !l.complemented()});
    }
  }
  std::sort(literals.begin(), literals.end(), [](const BddLiteral& a, const BddLiteral& b) {
    return std::pair(a.variable, a.positive) < std::pair(b.variable, b.positive);
  });
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  for (std::size_t i = 1; i < literals.size(); ++i)
    if (literals[i].variable == literals[i - 1].variable) return manager_.constant(false);
  return manager_.cube(literals);
}

Bdd Diagram::known(Lit l) const {
  const Bdd& f = made_.at(l.node());
  return l.complemented() ? !f : f;
}

Bdd Diagram::function(Lit root) {
  std::vector<std::uint32_t> open = {root.node()};
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    if (made_.count(n)) {
      open.pop_back();
      continue;
    }
    if (!graph_.is_and(n)) {
      made_.emplace(n, n == 0 ? manager_.constant(false) : manager_.variable(variable_.at(n)));
      continue;
    }
    if (is_cube(n)) {
      made_.emplace(n, cube(n));
      continue;
    }
    const Lit a = graph_.left(n), b = graph_.right(n);
    const std::size_t before = open.size();
    for (Lit l : {a, b})
      if (!made_.count(l.node())) open.push_back(l.node());
    if (open.size() == before) made_.emplace(n, known(a) & known(b));
  }
  return known(root);
}

namespace {

bool speaks_of(const std::set<BddVariable>& support, const std::vector<BddVariable>& block) {
  return std::any_of(block.begin(), block.end(), [&](BddVariable v) { return support.count(v) > 0; });
}

std::set<BddVariable> support_of(const Bdd& f) {
  const auto list = f.valid() ? f.support() : std::vector<BddVariable>();
  return {list.begin(), list.end()};
}

}  // namespace

Bdd project(BddManager& manager, const std::vector<Bdd>& parts, std::vector<std::vector<BddVariable>> blocks) {
  struct Part {
    Bdd f;
    std::set<BddVariable> support;
    std::size_t size;
  };
  std::vector<Part> left;
  const auto add = [&](const Bdd& f) { left.push_back({f, support_of(f), f.valid() ? f.node_count() : 0}); };
  const auto smaller = [](const Part& a, const Part& b) { return a.size < b.size; };
  for (const Bdd& f : parts)
    if (!f.is_true()) add(f);
  while (!blocks.empty()) {
    // The block whose parts are smallest together.
    std::vector<std::size_t> cost(blocks.size(), 0);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const Part& p : left)
        if (speaks_of(p.support, blocks[b])) cost[b] += p.size;
    const auto best = std::min_element(cost.begin(), cost.end()) - cost.begin();
    const std::vector<BddVariable> block = blocks[static_cast<std::size_t>(best)];
    blocks.erase(blocks.begin() + best);
    const auto middle =
        std::stable_partition(left.begin(), left.end(), [&](const Part& p) { return !speaks_of(p.support, block); });
    if (middle == left.end()) continue;
    std::vector<Part> involved(middle, left.end());
    left.erase(middle, left.end());
    std::stable_sort(involved.begin(), involved.end(), smaller);
    Bdd together = manager.constant(true);
    for (std::size_t i = 0; i + 1 < involved.size(); ++i) together &= involved[i].f;
    add(together.and_exists(involved.back().f, manager.cube_of(block)));
  }
  std::stable_sort(left.begin(), left.end(), smaller);
  Bdd all = manager.constant(true);
  for (const Part& p : left) all &= p.f;
  return all;
}

}  // namespace whynot::analyse::intervals
