// Functions as sums of products: the disjoint cubes that the graph itself shows, single ones picked from
// it, and irredundant covers.
#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

using CubeVisitor = std::function<bool(const BddCube&)>;

void for_each_cube(const Kernel&, Edge f, const CubeVisitor&);

// Literals along one branch to true, low before high.  REQUIRES f satisfiable.
BddCube pick_cube(const Kernel&, Edge f);

// An irredundant sum of products of some function between two bounds (Minato 1992, after Morreale 1970).
// Cubes are kept as a graph of shared parts, like the functions they come from: there may be very many.
class Cover {
 public:
  // Within Kernel::run.  REQUIRES lower <= upper.
  Cover(Kernel&, Edge lower, Edge upper);

  void for_each(const CubeVisitor&) const;

 private:
  using Part = std::uint32_t;  // 0: no cube; 1: the empty cube
  struct Split {               // cubes with the variable negated, with it, without it
    BddVariable variable;
    Part negative, positive, without;
  };
  struct Built {
    Part part;
    Edge function;
  };
  Built build(Edge lower, Edge upper);

  Kernel& kernel_;
  std::vector<Split> splits_;
  std::unordered_map<std::uint64_t, Built> known_;
  Part root_;
};

}  // namespace whynot::solve::bdd
