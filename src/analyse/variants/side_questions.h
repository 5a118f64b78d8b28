// Questions beside the one that was asked, about variants of the model or of the property: each gets little effort, all
// together not much more, and both are counted in work, so that the same input gives the same answers everywhere.
#pragma once
#include <cstdint>
#include <optional>

#include "engine/turns/portfolio.h"

namespace whynot::analyse::variants {

struct Allowance {
  std::uint64_t each = 300;    // effort of a question
  std::size_t questions = 60;  // of a small system; of a large one each counts for several
};

class SideQuestions {
 public:
  SideQuestions(Context& context, Allowance allowance) : context_(context), allowance_(allowance) {}

  // A conclusive verdict, or nothing: not decided with so little effort.
  std::optional<Verdict> verdict(const TransitionSystem&, const Property&, Keep* = nullptr,
                                 engine::Runs = engine::Runs::Short);
  // Nothing: not decided.
  std::optional<bool> holds(const TransitionSystem&, const Property&, Keep* = nullptr);
  // The run that violates the formula, where it is violated and one run shows it.
  std::optional<Trace> violation(const TransitionSystem&, const Property&, Keep* = nullptr);

  bool is_used_up() const { return asked_ >= allowance_.questions; }

 private:
  Context& context_;
  Allowance allowance_;
  std::size_t asked_ = 0;
};

// A property that nobody wrote.
Property about(PropertyKind, Expr formula);

}  // namespace whynot::analyse::variants
