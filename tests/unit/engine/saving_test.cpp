// Saved states against the explicit engine on tiny systems with fairness; every proof is confirmed from its
// certificate, and none that was changed, or that is told of a property that fails.
#include "engine/live/saving.h"

#include <gtest/gtest.h>

#include <optional>

#include "check/certificate_check.h"
#include "engine/engine.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine::live {
namespace {

using check::Certificate;
using whynot::testing::RandomSystem;

constexpr std::uint64_t many_conflicts = 1'000'000;

class RandomQuestion {
 public:
  explicit RandomQuestion(std::uint64_t seed)
      : made_(pool_, seed, {.may_stop = seed % 2 == 0, .fairness = seed % 4 != 3, .inputs = true}) {
    property_.kind = PropertyKind::Ltl;
    property_.formula = made_.ltl(3, seed % 3 == 0);
  }

  // Nothing where the explicit engine does not know.
  std::optional<bool> holds() {
    const Verdict verdict =
        engine_named("explicit")->start({&made_.system(), &property_, {}, {}, nullptr}, context_)->next();
    if (std::holds_alternative<Holds>(verdict)) return true;
    return std::holds_alternative<Violated>(verdict) ? std::optional(false) : std::nullopt;
  }

  Saving& decided() {
    const Expr violates = negation_normal_form(pool_, path_formula(pool_, property_), true);
    saving_.emplace(made_.system(), with_compassion(made_.system(), expand_bounds(pool_, violates)),
                    ic3::Facts::of(nullptr), context_);
    while (saving_->advance(many_conflicts)) {}
    return *saving_;
  }

  check::Refusal refuses(const Certificate& certificate) {
    return check::refuses(made_.system(), property_, true, certificate, context_);
  }

 private:
  ExprPool pool_;
  Context context_;
  RandomSystem made_;
  Property property_;
  std::optional<Saving> saving_;
};

TEST(Saving, AgreesAndIsConfirmed) {
  std::size_t proved = 0, failed = 0;
  for (std::uint64_t seed = 0; seed < rounds(800); ++seed) {
    RandomQuestion asked(seed);
    const auto holds = asked.holds();
    if (!holds) continue;
    const Saving& saving = asked.decided();
    ASSERT_EQ(saving.is_proved(), *holds) << seed;
    ASSERT_EQ(saving.has_failed(), !*holds) << seed;
    ++(*holds ? proved : failed);
    if (!*holds) continue;
    const auto refusal = asked.refuses(saving.certificate());
    ASSERT_FALSE(refusal) << seed << ": " << *refusal;
  }
  EXPECT_GT(proved, rounds(100));
  EXPECT_GT(failed, rounds(100));
}

// Whatever set it claims: all states, none, or any change of a gate of a proof of something else.
TEST(Saving, NobodyIsMadeToBelieveWhatIsFalse) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < rounds(400); ++seed) {
    RandomQuestion asked(seed);
    if (asked.holds() != std::optional(false)) continue;
    Certificate forged = asked.decided().all_bits();
    for (const Certificate::Lit reached : {0, 1, 2, 3}) {
      if (reached / 2 >= forged.gates.nodes.size()) continue;
      forged.reached = reached;
      EXPECT_TRUE(asked.refuses(forged)) << seed << " " << reached;
      ++tried;
    }
  }
  EXPECT_GT(tried, rounds(200));
}

// A clause less, or a literal turned around, is refused, or is as good: then the property is true anyway.
TEST(Saving, ChangedProofsAreLookedAtAgain) {
  std::size_t refused = 0;
  for (std::uint64_t seed = 0; seed < rounds(300); ++seed) {
    RandomQuestion asked(seed);
    if (asked.holds() != std::optional(true)) continue;
    Certificate changed = asked.decided().certificate();
    for (std::size_t i = changed.gates.nodes.size(); i-- > 1;)
      if (!changed.gates.is_input(i)) {
        changed.gates.nodes[i].a ^= 1;
        break;
      }
    refused += asked.refuses(changed).has_value();
  }
  EXPECT_GT(refused, rounds(40));
}

}  // namespace
}  // namespace whynot::engine::live
