// Two-level rules are tried until none applies, then the pair is looked up in a hash table.
#include "solve/aig.h"

namespace whynot::solve {
namespace {

std::size_t hash_pair(Lit a, Lit b) {
  std::uint64_t h = (static_cast<std::uint64_t>(a.code()) << 32) | b.code();
  h *= 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(h ^ (h >> 29));
}

// How a rule says that it applied.
bool becomes(Lit& result, Lit made) {
  result = made;
  return true;
}

}  // namespace

Aig::Aig() : nodes_(1), table_(1024, 0) {}

Lit Aig::input() {
  nodes_.emplace_back();
  return Lit::of(static_cast<std::uint32_t>(nodes_.size() - 1), false);
}

Lit Aig::and_(Lit a, Lit b) {
  Lit result;
  while (true) {  // each substitution goes one level down, so this ends
    if (a == b || b == constant(true)) return a;
    if (a == constant(true)) return b;
    if (a == !b || a == constant(false) || b == constant(false)) return constant(false);
    const Lit old_a = a, old_b = b;
    if (simplify(a, b, result)) return result;
    if (a == old_a && b == old_b) return make(a, b);
  }
}

// True: `result` is the AND.  False: the AND of a and b, which may have been replaced.
bool Aig::simplify(Lit& a, Lit& b, Lit& result) const {
  if (simplify_below(a, b, result) || simplify_below(b, a, result)) return true;
  return is_and(a.node()) && is_and(b.node()) && simplify_pair(a, b, result);
}

// Rules that look below a only.
bool Aig::simplify_below(Lit& a, Lit b, Lit& result) const {
  if (!is_and(a.node())) return false;
  const Lit x = left(a.node()), y = right(a.node());
  if (!a.complemented()) {
    if (b == x || b == y) return becomes(result, a);                  // (x y) x = x y
    if (b == !x || b == !y) return becomes(result, constant(false));  // (x y) !x = 0
    return false;
  }
  if (b == !x || b == !y) return becomes(result, b);  // !(x y) !x = !x
  if (b == x)
    a = !y;  // !(x y) x = x !y
  else if (b == y)
    a = !x;
  return false;
}

// Rules that look below both.
bool Aig::simplify_pair(Lit a, Lit b, Lit& result) const {
  const Lit ax = left(a.node()), ay = right(a.node()), bx = left(b.node()), by = right(b.node());
  const bool opposed = ax == !bx || ax == !by || ay == !bx || ay == !by;
  if (!a.complemented() && !b.complemented()) {
    if (opposed) return becomes(result, constant(false));  // (x y)(!x z) = 0
  } else if (a.complemented() != b.complemented()) {
    if (opposed) return becomes(result, a.complemented() ? b : a);  // !(x y)(!x z) = !x z
  } else {
    // !(x y) !(x !y) = !x
    if ((ax == bx && ay == !by) || (ax == by && ay == !bx)) return becomes(result, !ax);
    if ((ay == by && ax == !bx) || (ay == bx && ax == !by)) return becomes(result, !ay);
  }
  return false;
}

Lit Aig::make(Lit a, Lit b) {
  if (b.code() < a.code()) std::swap(a, b);
  std::size_t slot = hash_pair(a, b) & (table_.size() - 1);
  for (; table_[slot]; slot = (slot + 1) & (table_.size() - 1)) {
    const Node& node = nodes_[table_[slot]];
    if (node.left == a && node.right == b) return Lit::of(table_[slot], false);
  }
  const auto made = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({a, b, 0});
  ++nodes_[a.node()].uses;
  ++nodes_[b.node()].uses;
  table_[slot] = made;
  if (nodes_.size() * 2 > table_.size()) grow();
  return Lit::of(made, false);
}

void Aig::grow() {
  std::vector<std::uint32_t> old(table_.size() * 2, 0);
  old.swap(table_);
  for (std::uint32_t node : old) {
    if (!node) continue;
    std::size_t slot = hash_pair(nodes_[node].left, nodes_[node].right) & (table_.size() - 1);
    while (table_[slot]) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = node;
  }
}

Lit Aig::xor_(Lit a, Lit b) {
  // Complements move outside, so that a xor b and a xor !b share their nodes.
  const bool flip = a.complemented() != b.complemented();
  const Lit x = a ^ a.complemented(), y = b ^ b.complemented();
  return and_(!and_(x, y), !and_(!x, !y)) ^ flip;
}

Lit Aig::ite(Lit condition, Lit then, Lit otherwise) {
  if (then == otherwise) return then;
  if (then == !otherwise) return iff(condition, then);
  return !and_(!and_(condition, then), !and_(!condition, otherwise));
}

Lit Aig::balanced(std::span<const Lit> parts) {
  if (parts.size() == 1) return parts[0];
  const std::size_t half = parts.size() / 2;  // the depth is logarithmic
  return and_(balanced(parts.first(half)), balanced(parts.subspan(half)));
}

Lit Aig::all(std::span<const Lit> parts) { return parts.empty() ? constant(true) : balanced(parts); }

Lit Aig::any(std::span<const Lit> parts) {
  std::vector<Lit> negated;
  negated.reserve(parts.size());
  for (Lit part : parts) negated.push_back(!part);
  return !all(negated);
}

}  // namespace whynot::solve
