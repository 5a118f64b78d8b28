#include "engine/health.h"

#include "encode/code.h"
#include "encode/unroll.h"
#include "engine/symbolic/ctl.h"

namespace whynot::engine {
namespace {

using encode::Bdd;
using symbolic::Model;
using symbolic::ModelStore;
using symbolic::Path;
using symbolic::Space;

std::optional<Health> examine(Model& model) {
  Health health;
  if (!model.prepare()) return std::nullopt;
  health.has_initial_state = model.space().initial().is_satisfiable();
  if (model.every_run_is_fair()) return model.space().failed() ? std::nullopt : std::optional(health);
  if (!model.explore()) return std::nullopt;
  Space& space = model.space();
  const Bdd goes_on = space.relation().preimage(space.relation().allowed());
  health.has_step = goes_on.is_satisfiable();
  const Bdd stuck = space.reached() - goes_on;  // what follows a reached state is reached
  if (space.failed()) return std::nullopt;
  if (stuck.is_false() && model.fairness().justice.empty()) return health;
  using Runs = Health::Runs;
  const Bdd fair = model.ctl().fair();
  health.runs = space.initial().intersects(fair) ? Runs::Some : Runs::None;
  if (space.initial().leq(fair)) health.runs = Runs::All;
  if (stuck.is_satisfiable()) {
    const Path path = path_to(space, stuck);
    if (space.failed()) return std::nullopt;
    health.deadlock = trace_of(space, path);
  }
  return space.failed() ? std::nullopt : std::optional(health);
}

}  // namespace

std::optional<Health> examine(const TransitionSystem& system, Keep* keep, Context& context) {
  for (const VariableDecl& v : system.variables)
    if (!encode::has_code(v.variable.type())) return std::nullopt;
  const auto store = ModelStore::of(system, keep, context);
  Model& model = store->model_for({});  // what is outside can neither stop a run nor make it unfair
  model.watch(&context);
  std::optional<Health> health = examine(model);
  model.watch(nullptr);
  if (health && health->deadlock) health->deadlock = encode::complete(store->bits(), *health->deadlock, context);
  return health;
}

}  // namespace whynot::engine
