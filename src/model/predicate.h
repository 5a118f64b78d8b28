// Predicates over positions of a trace (Vick, Kang & Tripakis, Def. 8): what facts, and with them classes, are
// made of.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "expr/expr.h"

namespace whynot {

// Expressions that stand for the number of a position: that of the n-th argument of a predicate, of the last position
// of the trace, or of the one where its loop starts (there is none without a loop).
Expr place_of_argument(ExprPool&, std::size_t n);
Expr place_of_last(ExprPool&);
Expr place_of_loop(ExprPool&);

struct Predicate {
  std::string name;
  std::size_t arity = 1;  // positions it speaks of
  Expr body;              // over At(x, n) and places
  // Steps of the trace that it names by their numbers (`x@2`): At(x, arity + n) is x at the n-th of them.
  std::vector<std::size_t> fixed;
  std::string sentence;    // in words, with {1}, {2}, … for the positions; may be empty
  bool distinct = false;   // only of different positions
  bool symmetric = false;  // of positions in any order: one order is enough
  // A built-in fact (and no user's predicate) about a variable: `x@i = v`, or x@i from `low` to `high`, an end without
  // a value being open; or another one, which `text` tells.
  Expr variable;
  Value value;
  Value low, high;
  // What is said of positions that nobody names, besides the body: a condition, over At(x, 0), that holds at all
  // positions of the loop, at some of them, at none between those of two arguments, at none before that of an argument,
  // at every position of the run, or at every one from that of an argument on.  But for what lies between or before,
  // At(x, 1) is x at the position after it, and an input, which belongs to the step from one to the other, is that of
  // the step that leaves.
  enum class Over { AllOfLoop, SomeOfLoop, NoneBetween, NoneBefore, Always, AllFrom };
  static constexpr std::size_t ways_over = 6;
  struct Span {
    Over over = Over::AllOfLoop;
    Expr condition;
    std::size_t from = 0, to = 0;  // arguments
  };
  std::vector<Span> spans = {};
  std::string text = {};               // in notation, with {1} for the position; empty: by the other members
  std::vector<std::string> args = {};  // of the notation, likewise
  unsigned price = 10;                 // what it costs a reader: among facts that do, cheap ones are kept
  // `x@i = y@j`, which is shown so.
  Expr left, right;
};

}  // namespace whynot
