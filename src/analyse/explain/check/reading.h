// What formulas say, as the checker reads them: it compares the goals of a proof with the parts of its
// conclusions without building any formula.
#pragma once
#include <optional>
#include <vector>

#include "expr/expr.h"

namespace whynot::analyse::explain {

// A formula, or the opposite of what it says.
struct Claim {
  Expr formula;
  bool negated = false;
};

// Whether `goal`, with its negations pushed inwards, says the same.
bool says(const ExprPool&, Expr goal, Claim);

// `a` until `b`, or release; of EF and AF the hold is a null handle, which stands for TRUE.
struct UntilReading {
  bool exists = false, negated = false;
  Expr hold, goal;
  TimeBounds bounds;
};
std::optional<UntilReading> read_until(Expr);

// What has to be proved for a conjunction; nothing for what is none.
std::vector<Claim> parts(Expr);
// The ways to prove a disjunction (or, <->, …): one of these lists of claims.
std::vector<std::vector<Claim>> alternatives(Expr);

}  // namespace whynot::analyse::explain
