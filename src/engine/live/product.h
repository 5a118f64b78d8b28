// The model together with what an LTL formula remembers, as a transition system of its own (the tableau of Lichtenstein
// & Pnueli 1985): a variable for each temporal operator, which says what will be true next or was true before.  Its
// infinite runs that keep all promises, again and again, are the fair runs of the model on which the formula holds.
#pragma once
#include <optional>
#include <vector>

#include "model/system/transition_system.h"

namespace whynot::engine::live {

struct Promise {
  Expr kept;                         // true of the steps that keep it
  std::optional<std::size_t> index;  // as Certificate::Stage counts them; nothing: any step keeps it
};

struct Product {
  TransitionSystem system;        // the model's variables, in the same order, then those that remember
  std::vector<Expr> remembered;   // what the latter stand for, in their order
  std::vector<Promise> promises;  // at least one
};

// REQUIRES negation normal form, without bounds.
Product product_of(const TransitionSystem&, Expr formula);

// What each of the variables that remember stands for, as a formula for people.
std::vector<Expr> meaning_of_memories(const Product&);

// The formula, and COMPASSION written as formulas beside it.
Expr with_compassion(const TransitionSystem&, Expr formula);

}  // namespace whynot::engine::live
