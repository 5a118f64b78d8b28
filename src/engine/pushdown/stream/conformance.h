// Whether a trace that is at hand satisfies the recursion condition of a mode; for telling which of the
// traces of one mode another one leaves out.
#pragma once
#include "base/context.h"
#include "engine/pushdown/stream/recursion.h"
#include "engine/pushdown/stream/stream.h"

namespace whynot::engine::pushdown {

class Conformance {
 public:
  Conformance(Product& product, const Tabulation& tabulation, const Distances& distances, RecursionMode mode,
              Context& context)
      : product_(product),
        stacks_(product, distances),
        recursion_(product, tabulation, distances, stacks_, mode, context) {}

  bool admits(const Run& run) {
    Stack stack = recursion_.initial(product_.pds().initial[run.start.initial].stack);
    for (std::uint32_t index : run.rules) {
      const HeadRule rule = product_.rule(index);
      if (rule.is_exit()) stack = stacks_.below(stack);
      if (!rule.is_call()) continue;
      stack = recursion_.call(rule.under, stack, rule.head);
      if (!recursion_.necessary(stack)) return false;
    }
    return true;
  }

 private:
  Product& product_;
  Stacks stacks_;
  Recursion recursion_;
};

}  // namespace whynot::engine::pushdown
