// The causes (atoms at steps) come from the analysis of the trace.  Here the steps of one atom are gathered into one
// clause, the first few clauses make the sentence, and the cells that the atoms read are marked.
#include "session/why.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/system/causes.h"
#include "model/system/path_formula.h"
#include "model/system/slots.h"

namespace whynot::session {
namespace {

constexpr std::size_t groups_shown = 4;

// One atom and the steps at which it is a cause; it has the same truth at all of them.
struct Group {
  Expr atom;
  bool value;
  std::vector<std::size_t> steps;
};

std::vector<Group> grouped(const std::vector<AtomAt>& causes, const TraceTruth& truth) {
  std::vector<Group> groups;
  for (const AtomAt& cause : causes) {
    const bool value = truth.at(cause.atom, cause.step) == Truth::True;
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const Group& g) { return g.atom == cause.atom && g.value == value; });
    if (same == groups.end())
      groups.push_back({cause.atom, value, {cause.step}});
    else
      same->steps.push_back(cause.step);
  }
  return groups;
}

// "at step 3", "at steps 0 to 3", "at steps 0, 2 and 5", "at every step".
std::string when(const std::vector<std::size_t>& steps, std::size_t length) {
  if (steps.size() == length && length > 1) return "at every step";
  if (steps.size() == 1) return fmt::format("at step {}", steps[0]);
  if (steps.back() - steps.front() + 1 == steps.size())
    return fmt::format("at steps {} to {}", steps.front(), steps.back());
  if (steps.size() > 6) return fmt::format("at {} of the steps {} to {}", steps.size(), steps.front(), steps.back());
  const auto last = steps.end() - 1;
  return fmt::format("at steps {} and {}", fmt::join(steps.begin(), last, ", "), *last);
}

std::string clause(const ExprPool& pool, const Group& group, std::size_t length, const ExprNames& names) {
  return fmt::format("{} is {} {}", to_string(pool, group.atom, 80, &names), group.value ? "true" : "false",
                     when(group.steps, length));
}

std::vector<report::Cause> cells(const TransitionSystem& system, const Trace& trace,
                                 const std::vector<AtomAt>& causes) {
  const Slots slots(system);
  std::vector<report::Cause> result;
  for (const AtomAt& cause : causes) {
    for (Expr leaf : leaves(cause.atom)) {
      const std::uint32_t slot = slots.of(leaf);
      const bool input = slot >= slots.inputs_begin() && slot < slots.next_begin();
      // Inputs and next values stand in the step that the transition leads into.
      const auto step = slot < slots.inputs_begin() ? cause.step : trace.after(cause.step).value_or(cause.step);
      const Expr variable = leaf.is(Op::Next) ? leaf.arg(0) : leaf;
      const std::string name = system.pool->name_of(variable);
      const Value value = slots.around(trace, cause.step)[slot];
      report::Cause cell{step, name, fmt::format("{} = {}", name, value.to_string())};
      const auto same = [&](const report::Cause& c) { return c.step == cell.step && c.column == cell.column; };
      if (std::none_of(result.begin(), result.end(), same) && (!input || trace.after(cause.step)))
        result.push_back(std::move(cell));
    }
  }
  return result;
}

}  // namespace

ExprNames define_names(const TransitionSystem& system) {
  ExprNames names;
  for (const Define& define : system.defines)
    if (define.value && define.value.arity() > 0) names.try_emplace(define.value, define.name);
  return names;
}

Expr formula_on_run(ExprPool& pool, const Property& property) {
  if (property.kind == PropertyKind::Invariant) return pool.temporal(Op::G, {property.formula});
  if (property.is_ltl()) return property.formula;
  return property.formula ? path_formula(pool, property.formula, Polarity::Violating) : Expr();
}

Why explain_failure(const TransitionSystem& system, const Property& property, const Trace& trace) {
  const Expr formula = formula_on_run(*system.pool, property);
  if (!formula) return {};
  const TraceTruth truth(system, trace, formula);
  if (truth.at(formula, 0) != Truth::False) return {};
  const std::vector<AtomAt> causes = causes_of_failure(system, trace, formula);
  const std::vector<Group> groups = grouped(causes, truth);
  Why why{"", cells(system, trace, causes)};
  const std::size_t shown = std::min(groups.size(), groups_shown);
  const ExprNames names = define_names(system);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) why.sentence += i + 1 == groups.size() ? ", and " : ", ";
    why.sentence += clause(*system.pool, groups[i], trace.steps.size(), names);
  }
  if (groups.size() > shown) why.sentence += fmt::format(", and {} more", groups.size() - shown);
  if (trace.loop && !groups.empty())
    why.sentence += *trace.loop + 1 == trace.steps.size()
                        ? fmt::format("; from step {} the run stays as it is for ever", *trace.loop)
                        : fmt::format("; from step {} the run repeats for ever", *trace.loop);
  return why;
}

}  // namespace whynot::session
