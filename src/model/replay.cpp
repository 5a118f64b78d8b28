#include "model/replay.h"

#include "model/pds/replay_program.h"
#include "model/system/replay_system.h"

namespace whynot {
namespace {

std::optional<Refusal> replay_on_system(const Model& model, const Trace& trace, const Claim& claim) {
  if (!claim.property) return replay_run(*model.stepper, trace, claim.from_initial);
  return replay_system(model.system(), *model.stepper, trace, *claim.property, claim.polarity, claim.from_initial);
}

std::optional<Refusal> replay_on_specification(const Model& model, const Trace& trace, const Claim& claim) {
  const auto& stepper = static_cast<const ots::OtsStepper&>(*model.stepper);
  const ots::Predicate* violated =
      claim.property && claim.polarity == Polarity::Violating ? &goal_of(*claim.property).predicate : nullptr;
  return replay_specification(stepper, trace, violated, claim.from_initial);
}

}  // namespace

std::optional<Refusal> replay(const Model& model, const Trace& trace, const Claim& claim) {
  switch (model.kind()) {
    case Kind::System: return replay_on_system(model, trace, claim);
    case Kind::Specification: return replay_on_specification(model, trace, claim);
    case Kind::Program: return replay_program(model.program().pds, trace, claim);
  }
  return std::nullopt;
}

}  // namespace whynot
