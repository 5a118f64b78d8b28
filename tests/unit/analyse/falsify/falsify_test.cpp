// Induction-guided falsification against the explicit search: it never verifies what fails.
#include "analyse/falsify/falsify.h"

#include <gtest/gtest.h>

#include "engine/ots/search.h"
#include "ots_support.h"
#include "support/random_maps.h"
#include "support/rounds.h"

namespace whynot::analyse::falsify {
namespace {

Falsification run(OtsInput& input, const whynot::ots::Scope& scope, const char* goal, std::size_t depth,
                  std::size_t rounds_of_lemmas) {
  Context context;
  const Predicate p = input.predicate(goal);
  const auto space = engine::ots::explore(input.ots(), scope, std::span(&p, 1), {depth, true, 1, {}}, context);
  FalsifyOptions options;
  options.rounds = rounds_of_lemmas;
  return falsify(input.ots(), p, {}, *space, options, context);
}

// A lemma from a case of `t1` has a parameter that is none of the transition `t1`, by which it is kept or not.
TEST(Falsify, LemmasHaveParametersOfTheirOwn) {
  OtsInput input(R"(ots T {
    sort K = enum { k0, k1 }
    observer m : map K Nat = [_ := 0]
    observer n : map K Nat = [_ := 2]
    observer s : set (map K Nat) = {}
    transition t0 { m := n }
    transition t1(k: K) { n := n[k := 0]  s += m }
    invariant I : m = n => m in s or |s| <= 1
    scope all {}
  })");
  const Falsification found = run(input, input.scope("all"), "I", 2, 20);
  EXPECT_EQ(found.outcome, Outcome::Falsified);
  ASSERT_TRUE(found.trace);
  EXPECT_EQ(found.trace->steps.size(), 6u);
}

TEST(Falsify, AgreesWithABruteForceOnRandomMaps) {
  std::size_t decided = 0;
  for (unsigned seed = 500; seed < 500 + rounds(12); ++seed) {
    const RandomMaps model(seed);
    const auto reached = model.reach(6, 400);
    OtsInput input(model.text());
    const Falsification found = run(input, input.scope("all"), "I", 1, 4);
    decided += found.outcome != Outcome::Open;
    if (reached.violation) {
      EXPECT_NE(found.outcome, Outcome::Verified) << model.text();
    }
    if (found.trace && reached.violation) {
      EXPECT_GE(found.trace->steps.size() - 1, *reached.violation) << model.text();
    }
  }
  EXPECT_GT(decided, 0u);
}

// What the solver's models say of equal maps is not to be trusted.
TEST(Prove, CasesWithEqualMaps) {
  OtsInput input(R"(ots T {
    observer up : map Bool Bool = [_ := false]
    observer done : Bool = false
    transition flip(b: Bool) { when up != [_ := true]  up := up[b := true] }
    invariant I : up = [_ := true] => done
    scope all {}
  })");
  Context context;
  const Proof proof = prove(input.ots(), input.predicate("I"), {}, LemmaForm::Paper, 1, context);
  EXPECT_FALSE(proof.proved());
  ASSERT_TRUE(proof.steps[0].result.decided) << proof.steps[0].result.reason;
  EXPECT_EQ(proof.steps[0].lemmas, std::vector<std::string>{"[_ := true] = up[b := true] => up = [_ := true] or done"});
  EXPECT_EQ(run(input, input.scope("all"), "I", 1, 5).outcome, Outcome::Falsified);
}

// Steps that nobody looked at are not proved, also where no solver is needed for them.
TEST(Prove, WhatWasStoppedIsNotProved) {
  OtsInput input(R"(ots T {
    observer n : Nat = 0
    observer b : Bool = true
    transition up { n := n + 1 }
    transition flip { b := not b }
    invariant I : n = 0
    invariant J : b or not b
  })");
  for (const char* name : {"I", "J"}) {
    Context context;
    context.request_stop(Stop::Interrupted);
    const Proof proof = prove(input.ots(), input.predicate(name), {}, LemmaForm::Paper, 3, context);
    EXPECT_FALSE(proof.proved()) << name;
    EXPECT_FALSE(proof.steps[0].proved() || proof.steps[0].fails) << name;
    ASSERT_EQ(proof.steps.size(), 2u);
    EXPECT_EQ(proof.steps[1].result.reason, "interrupted");
  }
  Context context;
  EXPECT_TRUE(prove(input.ots(), input.predicate("J"), {}, LemmaForm::Paper, 1, context).proved());
  EXPECT_FALSE(prove(input.ots(), input.predicate("I"), {}, LemmaForm::Paper, 1, context).proved());
}

}  // namespace
}  // namespace whynot::analyse::falsify
