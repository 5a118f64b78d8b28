// A system's conditions, cut into the small pieces that decision diagrams are built of: what must hold of a
// state, of an initial state, and of a step.  A variable with a defining function over the state it stands
// in (`x := e`, or an invariant that says so) is no unknown: it needs no bits, and whoever reads it reads its
// function.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "encode/bit_system.h"

namespace whynot::encode {

// One conjunct: `next` equals the literal, or without it the literal holds.
struct BddPart {
  std::optional<Lit> next;
  Lit literal;
};

struct BddParts {
  std::vector<BddPart> step;  // over current, input and next bits
  std::vector<Lit> allowed;   // over current bits, like the following
  std::vector<Lit> initial;
};
// Of the variables in the cone.
BddParts bdd_parts(BitSystem&, const std::vector<bool>& cone);

// Whether the variable is read through its function.
inline bool is_defined(const VariableBits& v) { return v.always && v.always->function.has_value(); }

// A bit of a variable: an unknown of the diagrams.
struct BitPlace {
  std::size_t variable = 0, bit = 0;
};

// Where an input of the graph belongs to.
struct BitRole {
  BitPlace place;
  bool is_next = false;
};
class BitRoles {
 public:
  explicit BitRoles(const BitSystem&);
  const BitRole& of(std::uint32_t node) const { return roles_.at(node); }

 private:
  std::unordered_map<std::uint32_t, BitRole> roles_;
};

}  // namespace whynot::encode
