// Where CTL properties break that no single run refutes.
#include "analyse/branching/break.h"

#include "base/random.h"
#include "unit/analyse/variants/brute_force.h"

namespace whynot::analyse::branching {
namespace {

using why::SmallModel;

std::string said(const std::string& text) {
  SmallModel model(text);
  EXPECT_TRUE(model.ok()) << text;
  if (!model.ok()) return "";
  const auto found = where_it_breaks(model.system(), model.program->properties.at(0), nullptr, model.context);
  return found ? found->sentence : "";
}

const std::string two =
    "MODULE main\nVAR left : 0..2; right : 0..2;\n"
    "ASSIGN init(left) := 0; next(left) := case left = 0 : {1, 2}; TRUE : left; esac;\n"
    "init(right) := 0; next(right) := left = 1 ? 2 : right;\n";

TEST(Break, NamesWhatCannotBeReachedTogether) {
  EXPECT_EQ(
      said(two + "CTLSPEC EF (left = 2 & right = 2)\n"),
      "no reachable state (4 in all) satisfies left = 2 & right = 2; each part alone is reached (left = 2 at step "
      "1, right = 2 at step 2).");
  EXPECT_EQ(said(two + "CTLSPEC EF (left = 2 & right = 1)\n"),
            "no reachable state (4 in all) satisfies left = 2 & right = 1; never right = 1.");
}

TEST(Break, TheNearestMissOfThree) {
  const std::string sentence = said(two + "CTLSPEC EF (left = 1 & right = 2 & left = 2)\n");
  EXPECT_NE(sentence.find("; nearest is left = 1 & right = 2 at step 2"), std::string::npos) << sentence;
}

TEST(Break, LeadsToWhereTheGoalIsLost) {
  EXPECT_EQ(said(two + "CTLSPEC AG EF right = 2\n"),
            "from step 1 (right = 0) on no state that can be reached (1 in all) satisfies right = 2; in all of them "
            "right = 0, left = 2.");
  const std::string given = said(two + "CTLSPEC AG (left = 2 -> EF right = 2)\n");
  EXPECT_TRUE(given.starts_with("left is 2 at step 1, but from step 1")) << given;
}

TEST(Break, SaysWhichSideHoldsAndWhichFails) {
  EXPECT_EQ(said(two + "CTLSPEC EF left = 2 <-> EG left = 2\n"),
            "`EF left = 2` holds at step 0, but left is not 2 at step 0 (left = 0) already.");
  EXPECT_EQ(said(two + "CTLSPEC EF left = 1 -> EX right = 2\n"),
            "`EF left = 1` holds at step 0, but none of the 2 successors of step 0 satisfies right = 2 "
            "(right = 0).");
}

TEST(Break, OfADisjunctionBothSidesFail) {
  EXPECT_EQ(said(two + "CTLSPEC AG left = 0 | EF right = 1\n"),
            "`EF right = 1` is false at step 0, and left is not 0 at step 1 (left = 2).");
}

TEST(Break, WithoutFairnessRunsAreInfinite) {
  EXPECT_EQ(said("MODULE main\nVAR n : 0..3;\nINIT n = 0\nTRANS n < 3 & (next(n) = n | next(n) = n + 1)\n"
                 "CTLSPEC EF n = 3\n"),
            "`n = 3` is true only where no infinite run goes on.");
}

TEST(Break, GoesAlongARunThatShouldNotBe) {
  EXPECT_EQ(said(two + "CTLSPEC !(E [left != 2 U right = 2] & E [left != 1 U left = 2])\n"),
            "`E [left != 1 U left = 2]` holds at step 0, but `right = 2` is reached from step 0 at step 2 (right = 2) "
            "through `left != 2`.");
}

TEST(Break, KnowsAnOnlySuccessor) {
  EXPECT_EQ(said("MODULE main\nVAR on : boolean;\nASSIGN init(on) := FALSE; next(on) := FALSE;\nCTLSPEC EX on\n"),
            "the only successor of step 0 does not satisfy on (on = FALSE).");
}

TEST(Break, TellsEachSuccessor) {
  EXPECT_EQ(
      said(two + "CTLSPEC EX (left = 1 & right = 2)\n"),
      "none of the 2 successors of step 0 (left = 0, right = 0) satisfies left = 1 & right = 2 (left = 2, right = "
      "0: left = 1 fails; left = 1, right = 0: right = 2 fails).");
}

TEST(Break, SpeaksInValues) {
  EXPECT_EQ(said(two + "CTLSPEC EF left = 2 & AG left != 1\n"), "left is 1 at step 1.");
  EXPECT_EQ(said(two + "CTLSPEC EF left = 2 & AG (left = 1 -> right > 1)\n"),
            "left is 1 and right > 1 does not hold at step 1 (left = 1, right = 0).");
  EXPECT_EQ(said(two + "CTLSPEC EF left = 2 & AX (left = 2 & right = 0)\n"),
            "left is not 2 at step 1 (left = 1, right = 0).");
  EXPECT_EQ(said("MODULE main\nVAR on : boolean;\nASSIGN init(on) := TRUE;\nCTLSPEC EG on = FALSE\n"),
            "on is TRUE at step 0 already.");
}

TEST(Break, GoesAlongARunThatNeverMeetsTheGoal) {
  EXPECT_EQ(said(two + "CTLSPEC AF EG left = 2\n"),
            "from step 0 (left = 0) on no state of this run satisfies EG left = 2; the run stays in step 2 forever.");
  EXPECT_EQ(said(two + "CTLSPEC A [EX left = 2 U EG right = 2]\n"),
            "from step 0 (right = 0) on no state of this run satisfies EG right = 2; the run stays in step 1 forever.");
}

TEST(Break, CountsHowLongARunCanStay) {
  EXPECT_EQ(said("MODULE main\nVAR n : 0..5;\nASSIGN init(n) := 0; next(n) := n < 5 ? n + 1 : n;\nCTLSPEC EG n < 3\n"),
            "every run from step 0 (n = 0) leaves `n < 3`, after 3 steps at the latest.");
}

std::string random_graph(std::uint64_t seed) {
  Random random(seed);
  const auto value = [&] { return std::to_string(random.below(3)); };
  const auto pick = [&] { return "{" + value() + ", " + value() + "}"; };
  const auto guard = [&] { return std::string(random.chance(50) ? "x" : "y") + " = " + value(); };
  std::string text = "MODULE main\nVAR x : 0..2; y : 0..2;\nASSIGN init(x) := " + pick() + "; init(y) := 0;\n";
  for (const char* name : {"x", "y"}) {
    text += std::string("next(") + name + ") := case ";
    for (int i = 0; i < 3; ++i)
      text += guard() + " & " + guard() + " : " + (random.chance(40) ? pick() : value()) + "; ";
    text += std::string("TRUE : ") + name + "; esac;\n";
  }
  const std::string p = guard(), q = guard();
  static const char* const shapes[] = {"EF (P & Q)", "AG EF P", "AG (P -> EX Q)", "EG P",      "AG (P -> EF Q)",
                                       "EX (P & Q)", "AG EX P", "AX EF P",        "E [P U Q]", "AG (P -> EG Q)"};
  std::string shape = shapes[random.below(10)];
  for (std::size_t at; (at = shape.find('P')) != std::string::npos;) shape.replace(at, 1, "(" + p + ")");
  for (std::size_t at; (at = shape.find('Q')) != std::string::npos;) shape.replace(at, 1, "(" + q + ")");
  return text + "CTLSPEC " + shape + "\n";
}

bool is_true(SmallModel& model, Expr condition, const State& state) {
  const Slots slots(model.system());
  return CompiledExpr(model.pool, condition, [&](Expr leaf) { return slots.of(leaf); })
      .run(slots.values(state, nullptr, nullptr))
      .is_true();
}

// The longest way from the first state that stays in the condition, in states; nothing: it never has to leave.
std::optional<std::size_t> longest_stay(SmallModel& model, const Listed& listed, Expr inside) {
  std::vector<bool> at(listed.states.size(), false);
  at[0] = is_true(model, inside, listed.states[0]);
  for (std::size_t n = 0; n <= listed.states.size(); ++n) {
    if (std::find(at.begin(), at.end(), true) == at.end()) return n;
    std::vector<bool> after(at.size(), false);
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i])
        for (const std::size_t j : listed.next[i]) after[j] = is_true(model, inside, listed.states[j]);
    at = std::move(after);
  }
  return std::nullopt;
}

TEST(Break, OfRandomGraphsIsConfirmedByAListOfStates) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SmallModel model(random_graph(seed));
    ASSERT_TRUE(model.ok()) << random_graph(seed);
    const Property& property = model.program->properties.at(0);
    const Query query{&model.system(), &property, {}, 50, nullptr};
    const Verdict verdict = engine::engine_named("explicit")->start(query, model.context)->next();
    if (!std::holds_alternative<Violated>(verdict) || trace_of(verdict)) continue;
    const auto found = where_it_breaks(model.system(), property, nullptr, model.context);
    ASSERT_TRUE(found) << random_graph(seed);
    SCOPED_TRACE(random_graph(seed) + found->sentence);
    ASSERT_FALSE(replay_run(*model.stepper, found->way));
    const Listed from(model, found->way.steps.back().state);
    const std::size_t start = found->way.steps.size() - 1;
    const Expr rest = found->rest;
    if (rest.is(Op::EF)) {
      ASSERT_FALSE(from.first(model, rest.arg(0)));
      ASSERT_EQ(found->states, Integer(from.states.size()));
      for (const Reached& r : found->parts) {
        const auto first = from.first(model, r.part);
        ASSERT_EQ(r.step, first ? std::optional(*first + start) : std::nullopt);
      }
      for (const auto& [variable, value] : found->constants)
        ASSERT_TRUE(from.is_constant(model.pool.name_of(variable) == "x" ? 0 : 1));
    } else if (rest.is(Op::EX)) {
      for (const std::size_t next : from.next[0]) ASSERT_FALSE(is_true(model, rest.arg(0), from.states[next]));
    } else if (rest.is(Op::EG)) {
      ASSERT_EQ(longest_stay(model, from, rest.arg(0)), std::optional(found->within));
    } else {
      ASSERT_TRUE(rest.is(Op::EU));
    }
    ++tried;
  }
  EXPECT_GT(tried, 400u);
}

}  // namespace
}  // namespace whynot::analyse::branching
