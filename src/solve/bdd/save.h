// Functions as text.  Version 1:
//
//   whynot-bdd 1
//   variables 12
//   nodes 2
//   7 1 0          variable, low edge, high edge
//   3 2 0
//   roots 1
//   5
//   checksum 0123456789abcdef
//
// Node k of the list (from 1; 0 is the constant true) is written as edge 2k, its negation as 2k+1.  A node
// speaks of earlier nodes only.  The checksum is FNV-1a over all bytes before its line.  The order in
// which the variables were asked need not be the reader's.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "solve/bdd/kernel.h"

namespace whynot::solve::bdd {

struct SavedNode {
  BddVariable variable;
  std::uint32_t low, high;
};
struct Saved {
  std::size_t variables = 0;
  std::vector<SavedNode> nodes;
  std::vector<std::uint32_t> roots;
};

std::string write(const Kernel&, std::span<const Edge> roots);
// Checked in all parts, or nothing and a diagnostic.
std::optional<Saved> read(std::string_view text, FileId file, Diagnostics&);
// The edges of the roots.  Within Kernel::run; REQUIRES the variables.
std::vector<Edge> build(Kernel&, const Saved&);

}  // namespace whynot::solve::bdd
