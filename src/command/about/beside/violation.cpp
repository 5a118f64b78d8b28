#include "command/about/beside/violation.h"

#include "analyse/variants/side_questions.h"
#include "engine/partial/endless.h"
#include "model/system/path_formula.h"

namespace whynot::command {
namespace {

namespace variants = analyse::variants;

constexpr variants::Allowance for_going_on{10'000, 1};

// Whether an infinite run begins in the state; nothing: that is not decided.
std::optional<bool> goes_on(session::Workbench& bench, const State& state) {
  const TransitionSystem& system = bench.system();
  if (system.trans.empty() && system.invar.empty()) return true;
  const TransitionSystem from_there = engine::partial::started_in(system, state);
  const Expr never = bench.pool().temporal(Op::F, {bench.pool().boolean(false)});
  variants::SideQuestions ask(bench.context(), for_going_on);
  const auto ends = ask.holds(from_there, variants::about(PropertyKind::Ltl, never));
  return ends ? std::optional(!*ends) : std::nullopt;
}

}  // namespace

std::optional<Refusal> refuses_violation(session::Workbench& bench, const Trace& trace, const Property& property) {
  const std::size_t last = trace.steps.empty() ? 0 : trace.steps.size() - 1;
  if (property.kind == PropertyKind::Compute) return Refusal{0, "no trace settles a number (COMPUTE)"};
  if (property.kind == PropertyKind::Cover) {
    const Property never = property.never_covered(bench.pool());
    if (!replay(bench.model(), trace, {&never})) return std::nullopt;
    return Refusal{last, "the trace does not reach what is to be covered"};
  }
  if (auto refusal = replay(bench.model(), trace, {&property})) return refusal;
  const bool is_branching = property.is_ctl();
  if (bench.model().kind() != Kind::System || (!property.is_ltl() && !is_branching)) return std::nullopt;
  if (is_branching && !path_formula(bench.pool(), property.formula, Polarity::Violating))
    return Refusal{0, "no single trace shows that the property fails"};
  if (trace.loop) return std::nullopt;
  const auto on = goes_on(bench, trace.steps.back().state);
  if (!on) return Refusal{last, "whether an infinite run goes on from there is not decided"};
  if (*on) return std::nullopt;
  return Refusal{last, "no infinite run goes on from there: CTL and LTL speak of infinite runs only"};
}

}  // namespace whynot::command
