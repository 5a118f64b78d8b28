// AG p by induction over several states: what the checker accepts of random models, against a list of all their states.
#include "agree/random_model.h"
#include "engine/partial/invariant_oracle.h"
#include "support/listed_logic.h"
#include "unit/analyse/explain/support.h"

namespace whynot::analyse::explain {
namespace {

// Whether the checker accepts that p is true of all runs by induction over so many states.
bool is_accepted(Loaded& loaded, const Property& property, std::size_t depth) {
  const TransitionSystem& system = loaded.program->system;
  const auto oracle = engine::partial::make_induction_oracle(system, normal_form(loaded.pool, property.formula), depth);
  Builder builder(system, *oracle, loaded.context);
  EXPECT_TRUE(builder.start(property));
  EXPECT_TRUE(builder.expand(builder.proof().root));
  EXPECT_EQ(builder.proof().at(builder.proof().root).rule, Rule::AG);
  Checker checker(system, *loaded.stepper, loaded.context);
  return !checker.check(builder.proof(), property.formula);
}

// The model without INIT: every state that it allows begins a run.
TransitionSystem begun_anywhere(const TransitionSystem& system) {
  TransitionSystem made = system;
  made.init.clear();
  made.init_assignments.clear();
  return made;
}

// Whether so many states in a row where it is true are always followed by another.
bool is_kept(const listed::Transitions& all, const listed::Set& truth, std::size_t depth) {
  listed::Set after = truth;  // at the end of so many true ones
  for (std::size_t i = 1; i < depth; ++i) {
    listed::Set next(truth.size(), false);
    for (const listed::Move& m : all.moves()) next[m.to] = next[m.to] || (after[m.from] && truth[m.to]);
    after = std::move(next);
  }
  return std::none_of(all.moves().begin(), all.moves().end(),
                      [&](const listed::Move& m) { return after[m.from] && !truth[m.to]; });
}

TEST(Induction, IsAcceptedWhereItIsRight) {
  std::size_t accepted = 0, refused = 0, deep = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Loaded loaded(agree::random_model(seed));
    if (!loaded.program) continue;
    const TransitionSystem anywhere = begun_anywhere(loaded.program->system);
    const auto stepper = make_stepper(anywhere);
    const listed::Transitions reached(loaded.program->system, *loaded.stepper, loaded.context),
        all(anywhere, *stepper, loaded.context);
    for (const Property& property : loaded.program->properties) {
      if (property.kind != PropertyKind::Invariant || reached.of_moves(property.formula)) continue;
      const bool holds = reached.always(property.formula);
      for (std::size_t depth = 1; depth < 4; ++depth) {
        const std::string about = fmt::format("seed {}, {}, {} states", seed, property.name, depth);
        const bool is_right = holds && is_kept(all, all.on_states(property.formula), depth);
        const bool is_taken = is_accepted(loaded, property, depth);
        EXPECT_EQ(is_taken, is_right) << about;
        (is_taken ? accepted : refused) += 1;
        deep += is_taken && depth > 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(accepted, 60u);
  EXPECT_GT(refused, 60u);
  EXPECT_GT(deep, 30u);
}

}  // namespace
}  // namespace whynot::analyse::explain
