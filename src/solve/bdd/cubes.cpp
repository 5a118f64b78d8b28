// Walks over paths to the constant, and Minato's recursion for covers with a table of results.
#include "solve/bdd/cubes.h"

#include <algorithm>

namespace whynot::solve::bdd {

namespace {

// A place in a walk over branches: what is below it, and how many literals lead there.
template <class Place>
struct Branch {
  Place place;
  std::size_t literals;  // of the cube that stay
  bool has_literal;
  BddLiteral literal;  // then put
};

template <class Place>
void enter(const Branch<Place>& b, BddCube& cube) {
  cube.resize(b.literals);
  if (b.has_literal) cube.push_back(b.literal);
}

}  // namespace

void for_each_cube(const Kernel& kernel, Edge f, const CubeVisitor& visit) {
  std::vector<Branch<Edge>> open{{f, 0, false, {}}};
  BddCube cube;
  while (!open.empty()) {
    const Branch<Edge> b = open.back();
    open.pop_back();
    if (b.place == false_edge) continue;
    enter(b, cube);
    if (b.place == true_edge) {
      if (!visit(cube)) return;
      continue;
    }
    const BddVariable v = kernel.variable_at(kernel.level(b.place));
    open.push_back({kernel.high(b.place), cube.size(), true, {v, true}});
    open.push_back({kernel.low(b.place), cube.size(), true, {v, false}});
  }
}

BddCube pick_cube(const Kernel& kernel, Edge f) {
  BddCube cube;
  while (f != true_edge) {
    const bool up = kernel.low(f) == false_edge;
    cube.push_back({kernel.variable_at(kernel.level(f)), up});
    f = up ? kernel.high(f) : kernel.low(f);
  }
  return cube;
}

Edge Kernel::cube(std::vector<BddLiteral> literals) {
  std::sort(literals.begin(), literals.end(),
            [&](const BddLiteral& a, const BddLiteral& b) { return level_of_[a.variable] > level_of_[b.variable]; });
  Edge r = true_edge;
  for (const BddLiteral& l : literals) {
    const Level at = level_of_[l.variable];
    WHYNOT_CHECK(at < level(r), "a cube should have no variable twice");
    r = l.positive ? make(at, false_edge, r) : make(at, r, false_edge);
  }
  return r;
}

Edge Kernel::pick_minterm(Edge f, Edge variables) {
  if (f == false_edge) return false_edge;
  std::vector<bool> up(variable_count(), false);
  for (const BddLiteral& l : pick_cube(*this, f)) up[l.variable] = l.positive;
  std::vector<BddLiteral> literals;
  for (Edge c = variables; c != true_edge; c = high(c)) {
    const BddVariable v = variable_at_[level(c)];
    literals.push_back({v, up[v]});
  }
  return cube(std::move(literals));
}

Cover::Cover(Kernel& kernel, Edge lower, Edge upper) : kernel_(kernel), splits_(2) {
  root_ = build(lower, upper).part;
  known_.clear();
}

Cover::Built Cover::build(Edge lower, Edge upper) {
  if (lower == false_edge) return {0, false_edge};
  if (upper == true_edge) return {1, true_edge};
  const std::uint64_t key = std::uint64_t{lower} << 32 | upper;
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  Kernel& k = kernel_;
  const Level top = std::min(k.level(lower), k.level(upper));
  const Edge lower0 = k.low_at(lower, top), lower1 = k.high_at(lower, top);
  const Edge upper0 = k.low_at(upper, top), upper1 = k.high_at(upper, top);
  // What only the one side allows needs the literal; whatever is left then goes without it.
  const Built negative = build(k.conjoin(lower0, negate(upper1)), upper0);
  const Built positive = build(k.conjoin(lower1, negate(upper0)), upper1);
  const Edge left0 = k.conjoin(lower0, negate(negative.function));
  const Edge left1 = k.conjoin(lower1, negate(positive.function));
  const Built without = build(k.disjoin(left0, left1), k.conjoin(upper0, upper1));
  Built built = without;
  if (negative.part != 0 || positive.part != 0) {
    const Edge r0 = k.disjoin(negative.function, without.function);
    built.function = k.make(top, r0, k.disjoin(positive.function, without.function));
    built.part = static_cast<Part>(splits_.size());
    splits_.push_back({k.variable_at(top), negative.part, positive.part, without.part});
  }
  known_.emplace(key, built);
  return built;
}

void Cover::for_each(const CubeVisitor& visit) const {
  std::vector<Branch<Part>> open{{root_, 0, false, {}}};
  BddCube cube;
  while (!open.empty()) {
    const Branch<Part> b = open.back();
    open.pop_back();
    if (b.place == 0) continue;
    enter(b, cube);
    if (b.place == 1) {
      if (!visit(cube)) return;
      continue;
    }
    const Split& s = splits_[b.place];
    open.push_back({s.without, cube.size(), false, {}});
    open.push_back({s.positive, cube.size(), true, {s.variable, true}});
    open.push_back({s.negative, cube.size(), true, {s.variable, false}});
  }
}

}  // namespace whynot::solve::bdd
