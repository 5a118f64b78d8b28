// Circuits over the bits of loose variables as decision diagrams.  Bits of the same weight stand side by side
// for all variables and steps, the most significant on top: sums and comparisons of them stay small.  Or the bits of
// a step stand together: what is said of each of many steps stays small.  Or those of each variable at each step: what
// is said of each of many variables stays small.  Always the bits of any one number are in the order that intervals
// need.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "analyse/intervals/family.h"
#include "solve/bdd.h"

namespace whynot::analyse::intervals {

enum class Together { Weights, Steps, Numbers };

// Variables for the bits of places.
class Layout {
 public:
  // The width of each place.
  Layout(solve::BddManager&, const std::map<Family::Place, std::size_t>& widths, Together);
  // Most significant bit first.
  const std::vector<solve::BddVariable>& bits(const Family::Place& p) const { return bits_.at(p); }
  const std::map<Family::Place, std::vector<solve::BddVariable>>& all() const { return bits_; }

 private:
  std::map<Family::Place, std::vector<solve::BddVariable>> bits_;
};

// The functions of one family's circuits.
class Diagram {
 public:
  // All must outlive this.
  Diagram(solve::BddManager&, const Layout&, const Family&);
  solve::Bdd function(encode::Lit);

 private:
  bool is_cube(std::uint32_t node);
  solve::Bdd cube(std::uint32_t node);
  solve::Bdd known(encode::Lit) const;

  solve::BddManager& manager_;
  const encode::Aig& graph_;
  std::unordered_map<std::uint32_t, solve::BddVariable> variable_;  // by input of the graph
  std::unordered_map<std::uint32_t, solve::Bdd> made_;
  std::vector<signed char> cube_;  // 1: a conjunction of inputs and their negations; 0: not; -1: not looked at
};

// The conjunction of `parts` with the variables of `blocks` quantified away, each block as soon as the parts
// that speak of it are together.
solve::Bdd project(solve::BddManager&, const std::vector<solve::Bdd>& parts,
                   std::vector<std::vector<solve::BddVariable>> blocks);

}  // namespace whynot::analyse::intervals
