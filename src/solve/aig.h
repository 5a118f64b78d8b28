// And-inverter graphs: boolean functions as two-input ANDs with complemented edges.  Nodes are shared
// (structural hashing) and simplified as they are made: constants, and the cheap rules on two levels of
// Brummayer & Biere, "Local two-level and-inverter graph minimization without blowup" (MEMICS 2006).
//
// Arguments have smaller numbers than the nodes that use them, so that passes are loops over numbers.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace whynot::solve {

// A node or its complement.
class Lit {
 public:
  Lit() = default;  // FALSE
  static Lit of(std::uint32_t node, bool complemented) { return Lit(node * 2 + complemented); }

  std::uint32_t node() const { return code_ >> 1; }
  bool complemented() const { return code_ & 1; }
  std::uint32_t code() const { return code_; }
  Lit operator!() const { return Lit(code_ ^ 1); }
  Lit operator^(bool complement) const { return Lit(code_ ^ static_cast<std::uint32_t>(complement)); }

  friend bool operator==(Lit, Lit) = default;

 private:
  explicit Lit(std::uint32_t code) : code_(code) {}
  std::uint32_t code_ = 0;
};

class Aig {
 public:
  Aig();

  static Lit constant(bool value) { return Lit::of(0, value); }
  Lit input();
  Lit and_(Lit, Lit);
  Lit or_(Lit a, Lit b) { return !and_(!a, !b); }
  Lit xor_(Lit, Lit);
  Lit iff(Lit a, Lit b) { return !xor_(a, b); }
  Lit implies(Lit a, Lit b) { return !and_(a, !b); }
  Lit ite(Lit condition, Lit then, Lit otherwise);
  Lit all(std::span<const Lit>);  // balanced; TRUE when empty
  Lit any(std::span<const Lit>);  // balanced; FALSE when empty

  std::size_t size() const { return nodes_.size(); }  // node 0 is the constant FALSE
  bool is_and(std::uint32_t node) const { return !(nodes_[node].left == nodes_[node].right); }
  bool is_input(std::uint32_t node) const { return node != 0 && !is_and(node); }
  Lit left(std::uint32_t node) const { return nodes_[node].left; }
  Lit right(std::uint32_t node) const { return nodes_[node].right; }
  // Whether more than one node uses it.
  bool is_shared(std::uint32_t node) const { return nodes_[node].uses > 1; }

 private:
  struct Node {
    Lit left, right;  // equal in the constant and in inputs: no AND is ever made of equal literals
    std::uint32_t uses = 0;
  };
  // What two-level rules make of the AND: a literal, or a pair to try again with.
  bool simplify(Lit& a, Lit& b, Lit& result) const;
  bool simplify_below(Lit& a, Lit b, Lit& result) const;
  bool simplify_pair(Lit a, Lit b, Lit& result) const;
  Lit balanced(std::span<const Lit>);
  Lit make(Lit a, Lit b);
  void grow();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> table_;  // open addressing; size a power of two; 0 = free
};

// The value of every node for given values of the inputs: `input_value(node)` is asked for each input.
template <class InputValue>
std::vector<bool> evaluate(const Aig& aig, InputValue input_value) {
  std::vector<bool> values(aig.size(), false);
  for (std::uint32_t n = 1; n < aig.size(); ++n) {
    if (!aig.is_and(n)) {
      values[n] = input_value(n);
      continue;
    }
    const Lit a = aig.left(n), b = aig.right(n);
    values[n] = (values[a.node()] != a.complemented()) && (values[b.node()] != b.complemented());
  }
  return values;
}

}  // namespace whynot::solve
