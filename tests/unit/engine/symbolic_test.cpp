// The engine of decision diagrams against the explicit one, which lists states and shares no code with it:
// verdicts, values of COMPUTE, shortest counterexamples of invariants, and every trace replayed.
#include <gtest/gtest.h>

#include "engine/bmc.h"
#include "engine/explicit/explicit.h"
#include "engine/symbolic_engine.h"
#include "expr/print.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

Expr random_ctl(ExprPool& pool, RandomSystem& made, int depth) {
  Random& random = made.random();
  if (depth <= 0 || random.chance(10)) return made.boolean(1, false, false);
  const auto sub = [&] { return random_ctl(pool, made, depth - 1); };
  const auto bounds = [&] {
    const std::uint64_t lo = random.below(3);
    return random.chance(20) ? TimeBounds{lo, lo + random.below(4)} : TimeBounds{};
  };
  const Op unary[] = {Op::EF, Op::AF, Op::EG, Op::AG};
  switch (random.below(6)) {
    case 0: return pool.not_(sub());
    case 1: return pool.make(random.chance(50) ? Op::And : Op::Implies, pool.boolean_type(), {sub(), sub()});
    case 2: return pool.temporal(random.chance(50) ? Op::EX : Op::AX, {sub()});
    case 3: return pool.temporal(random.chance(50) ? Op::EU : Op::AU, {sub(), sub()}, bounds());
    default: return pool.temporal(unary[random.below(4)], {sub()}, bounds());
  }
}

std::string word(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return "holds";
  if (std::holds_alternative<Violated>(verdict)) return "violated";
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return "unknown: " + unknown->reason;
  if (const auto* computed = std::get_if<Computed>(&verdict))
    return computed->value ? to_string(*computed->value) : "infinity";
  return "none";
}

Property random_property(ExprPool& pool, RandomSystem& made) {
  Property p;
  p.name = "p";
  switch (made.random().below(4)) {
    case 0:
      p.kind = PropertyKind::Invariant;
      p.formula = made.boolean(2, true, made.random().chance(40));
      break;
    case 1:
      p.kind = PropertyKind::Ltl;
      p.formula = made.ltl(3, made.random().chance(40));
      break;
    case 2:
      p.kind = PropertyKind::Ctl;
      p.formula = random_ctl(pool, made, 3);
      break;
    default:
      p.kind = PropertyKind::Compute;
      p.compute = Compute{made.random().chance(50), made.boolean(1, false, false), made.boolean(1, false, false)};
  }
  return p;
}

class Agreement {
 public:
  Agreement(std::uint64_t seed, RandomSystem::Options options)
      : made_(pool_, seed, options), stepper_(make_stepper(made_.system())) {}

  void expect_same(const Property& p, Keep* keep) {
    Context context;
    const Query query{&made_.system(), &p, {}, {}, keep};
    const Verdict judge = judge_of(query, context);
    expect_agrees(p, judge, symbolic_engine().start(query, context)->next());
    // In turns, each with little effort, the answer is the same.
    const auto search = symbolic_engine().start(query, context);
    std::optional<Verdict> turns;
    for (std::uint64_t effort = 1; !(turns = search->advance(effort)); effort *= 2) {}
    expect_agrees(p, judge, *turns);
  }

  Property property() { return random_property(pool_, made_); }

 private:
  // The explicit engine reads no next values in LTL: there bounded search has the word, as far as it goes.
  static Verdict judge_of(Query query, Context& context) {
    const bool reads_next =
        query.property->formula && contains_op(query.property->formula, [](Op op) { return op == Op::Next; });
    if (query.property->kind != PropertyKind::Ltl || !reads_next)
      return explicit_engine().start(query, context)->next();
    query.bound = 8;
    return bmc_engine().start(query, context)->next();
  }

  void expect_agrees(const Property& p, const Verdict& judge, const Verdict& verdict) {
    const std::string text = p.formula ? to_string(pool_, p.formula) : "";
    if (word(judge).find("too large") != std::string::npos) return;
    const bool is_bounded = word(judge) == "none";
    if (!is_bounded) {
      ASSERT_EQ(word(judge), word(verdict)) << text;
    }
    const Trace *ours = trace_of(verdict), *theirs = trace_of(judge);
    ASSERT_TRUE(ours || !theirs) << text;  // we may show the way to a bad state where no trace tells all
    if (!ours) return;
    const auto refusal = replay_system(made_.system(), *stepper_, *ours, p);
    ASSERT_FALSE(refusal) << text << ": " << refusal->reason;
    if (p.kind == PropertyKind::Invariant) {
      ASSERT_EQ(ours->depth(), theirs->depth());
    }
  }

  ExprPool pool_;
  RandomSystem made_;
  std::unique_ptr<Stepper> stepper_;
};

TEST(Symbolic, AgreesWithTheExplicitEngine) {
  for (std::uint64_t seed = 1; seed <= rounds(1500); ++seed) {
    SCOPED_TRACE(seed);
    Agreement agreement(seed, {});
    Keep keep;
    for (int i = 0; i < 3; ++i) agreement.expect_same(agreement.property(), seed % 2 ? &keep : nullptr);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// Such systems are explored agent by agent.
TEST(Symbolic, AgreesOnInterleavedSystems) {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    SCOPED_TRACE(seed);
    Agreement agreement(seed, {.may_stop = seed % 3 == 0, .interleaved = true, .scheduled = seed % 2 == 0});
    Keep keep;
    for (int i = 0; i < 3; ++i) agreement.expect_same(agreement.property(), &keep);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace whynot::engine
