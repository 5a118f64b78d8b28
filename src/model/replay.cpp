#include "model/replay.h"

#include "model/pds/replay_program.h"

namespace whynot {
namespace {

std::optional<Refusal> replay_system(const Model& model, const Trace& trace, const Claim& claim) {
  if (!claim.property) return replay_run(*model.stepper, trace);
  return replay(model.system(), *model.stepper, trace, *claim.property, claim.polarity);
}

std::optional<Refusal> replay_specification(const Model& model, const Trace& trace, const Claim& claim) {
  const auto& stepper = static_cast<const ots::OtsStepper&>(*model.stepper);
  const ots::Predicate* violated =
      claim.property && claim.polarity == Polarity::Violating ? &goal_of(*claim.property).predicate : nullptr;
  const auto reason = refuse_trace(stepper, trace, violated, claim.from_initial);
  if (!reason) return std::nullopt;
  return Refusal{trace.steps.empty() ? 0 : trace.steps.size() - 1, *reason};
}

}  // namespace

std::optional<Refusal> replay(const Model& model, const Trace& trace, const Claim& claim) {
  switch (model.kind()) {
    case Kind::System: return replay_system(model, trace, claim);
    case Kind::Specification: return replay_specification(model, trace, claim);
    case Kind::Program: return replay_program(model.program().pds, trace, claim);
  }
  return std::nullopt;
}

}  // namespace whynot
