// What of a formula is still owed at each moment of a run: the formula, progressed over the steps so far (Bacchus &
// Kabanza, "Planning for temporally extended goals", 1998).  What past operators look back at is kept in further
// variables of the model, so that a moment is a state and a formula about the future alone.
#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::why {

struct Moment {
  State state;  // of the model with the further variables
  Expr owed;    // null where a part of the formula has no value

  friend bool operator==(const Moment&, const Moment&) = default;
};

class Owing {
 public:
  // Whether the formula can be read so: nothing of the future below a past operator, no bounds on those.
  static bool takes(Expr formula);
  // REQUIRES takes(formula).  The system must outlive this.
  Owing(const TransitionSystem&, Expr formula);
  Owing(const Owing&) = delete;
  Owing& operator=(const Owing&) = delete;

  const TransitionSystem& system() const { return system_; }  // with the further variables
  std::size_t columns() const { return columns_; }            // without them
  Expr formula() const { return formula_; }                   // over them

  Moment start(State) const;
  // After a step out of the moment.
  Moment after(const Moment&, const Inputs&, const State& to);
  // The moments of a run, one for each step.
  std::vector<Moment> along(const Trace&);
  // What is owed is false whatever comes: a quick look that finds most of it.
  bool is_broken(const Moment&) const;

 private:
  void remember();
  Expr remembered(Expr past, std::span<const Expr> parts);
  Expr remembered_within(Expr past, Expr a);
  Expr add_memory(Expr past, bool first, Expr later);
  Expr progress(Expr owed, std::span<const Value> around);
  Expr progress_of(Expr temporal, std::span<const Expr> now);
  Expr value_of(Expr atom, std::span<const Value> around);

  TransitionSystem system_;
  ExprPool& pool_;
  Expr formula_;
  std::size_t columns_ = 0;
  std::optional<Slots> slots_;
  std::vector<CompiledExpr> memories_;  // their next values
  std::vector<bool> first_;             // and those at the start
  std::unordered_map<Expr, CompiledExpr, ExprHash> atoms_;
};

// Conjunctions and disjunctions as sets, so that what is the same looks the same.
Expr both(ExprPool&, Expr, Expr);
Expr either(ExprPool&, Expr, Expr);
Expr opposite(ExprPool&, Expr);

}  // namespace whynot::analyse::why
