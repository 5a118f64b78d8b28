// The formula in negation normal form down to its atoms, as a table whose rows are evaluated over any algebra.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analyse/why/reading.h"

namespace whynot::analyse::why {

class NormalForm {
 public:
  explicit NormalForm(const Reading&);

  struct Node {
    Op op = Op::Constant;        // Constant, Variable (an atom or its negation), And, Or, or temporal
    std::uint32_t a = 0, b = 0;  // operands; of an atom its number; of a constant its truth
    bool positive = true;        // of an atom
    TimeBounds bounds = {};
  };
  std::size_t size() const { return nodes_.size(); }
  // Whether some atom stands there with both polarities: then setting each to what helps is only a guess.
  bool is_mixed() const { return mixed_; }

  // The truth at position 0.  `leaf(atom, positive, position)` gives that of a literal.
  template <class T, class Algebra, class Leaf>
  T at_start(Algebra&& in, const Positions& word, Leaf leaf) const;

 private:
  struct Pair {
    std::uint32_t yes = 0, no = 0;
  };
  Pair pair_of(Expr, const Reading&);
  Pair connective(Expr, Pair a, Pair b, Pair c);
  std::uint32_t add(Node node);
  std::uint32_t both(std::uint32_t a, std::uint32_t b) { return add({Op::And, a, b}); }
  std::uint32_t either(std::uint32_t a, std::uint32_t b) { return add({Op::Or, a, b}); }
  void keep_reachable(std::uint32_t root);

  std::vector<Node> nodes_;  // operands first, the formula last
  std::unordered_map<Expr, Pair, ExprHash> made_;
  bool mixed_ = false;
};

template <class T, class Algebra, class Leaf>
T NormalForm::at_start(Algebra&& in, const Positions& word, Leaf leaf) const {
  std::vector<std::vector<T>> rows(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    std::vector<T>& row = rows[i];
    if (node.op == Op::Constant) {
      row.assign(word.count, in.constant(node.a != 0));
    } else if (node.op == Op::Variable) {
      row.reserve(word.count);
      for (std::size_t p = 0; p < word.count; ++p) row.push_back(leaf(node.a, node.positive, p));
    } else if (node.op == Op::And || node.op == Op::Or) {
      row.reserve(word.count);
      for (std::size_t p = 0; p < word.count; ++p)
        row.push_back(unfold(node.op, in, rows[node.a][p], rows[node.b][p], rows[node.b][p]));
    } else if (!is_shift(node.op) && !node.bounds.unbounded()) {
      row = bounded_row(node.op, node.bounds, in, word, rows[node.a], rows[node.b]);
    } else if (is_future(node.op)) {
      row = future_row(node.op, in, word, rows[node.a], rows[node.b]);
    } else {
      row = past_row(node.op, in, word, rows[node.a], rows[node.b]);
    }
  }
  return rows.back()[0];
}

}  // namespace whynot::analyse::why
