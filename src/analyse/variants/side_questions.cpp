#include "analyse/variants/side_questions.h"

namespace whynot::analyse::variants {
namespace {

constexpr std::size_t large = 500;
// A question that is given up costs as much as many that are answered.
constexpr std::size_t price_of_nothing = 12;

}  // namespace

std::optional<Verdict> SideQuestions::verdict(const TransitionSystem& system, const Property& property, Keep* keep,
                                              engine::Runs runs) {
  if (is_used_up() || context_.is_halted()) return std::nullopt;
  asked_ += 1 + system.variables.size() / large;  // a large system has to be encoded each time
  Context limited(context_, allowance_.each);
  const Query query{&system, &property, {}, 50, keep};
  const engine::Answer answer = engine::decide(query, engine::engines(), limited, runs);
  if (engine::is_conclusive(answer.verdict)) return answer.verdict;
  asked_ += price_of_nothing;
  return std::nullopt;
}

std::optional<bool> SideQuestions::holds(const TransitionSystem& system, const Property& property, Keep* keep) {
  const auto found = verdict(system, property, keep, engine::Runs::Any);
  return found ? std::optional(std::holds_alternative<Holds>(*found)) : std::nullopt;
}

std::optional<Trace> SideQuestions::violation(const TransitionSystem& system, const Property& property, Keep* keep) {
  const auto found = verdict(system, property, keep, engine::Runs::Short);
  const Trace* trace = found ? trace_of(*found) : nullptr;
  return trace ? std::optional(*trace) : std::nullopt;
}

Property about(PropertyKind kind, Expr formula) {
  Property property;
  property.kind = kind;
  property.formula = formula;
  return property;
}

}  // namespace whynot::analyse::variants
