#include "command/about/beside/hint.h"

#include "analyse/variants/hint.h"
#include "expr/print.h"

namespace whynot::command {

std::optional<report::FairnessHint> hint_of(session::Workbench& bench, const Property& property, const Trace& trace) {
  if (!trace.loop) return std::nullopt;
  namespace variants = analyse::variants;
  variants::SideQuestions ask(bench.context(), {300, 80});
  const variants::Hint hint =
      variants::fairness_hint(bench.system(), property, trace, bench.stepper(), ask, bench.context());
  if (hint.never.empty()) return std::nullopt;
  report::FairnessHint told;
  for (const variants::Never& n : hint.never)
    for (const variants::Never::One& one : n.values)
      told.never_taken.push_back({bench.pool().name_of(n.variable), one.value, one.always});
  for (Expr e : hint.suffices) told.suffices.push_back(to_string(bench.pool(), e));
  told.smallest = hint.smallest;
  return told;
}

}  // namespace whynot::command
