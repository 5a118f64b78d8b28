// What is said of a failure, and about which cells.
#include "analyse/why/failure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "analyse/why/wording.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

struct Said {
  std::string sentence;
  std::string cells;  // "a@1 b@1", of the first witness
};

Said said_of(const std::string& text) {
  SmallModel model(text);
  EXPECT_TRUE(model.ok()) << text;
  if (!model.ok()) return {};
  const Property& property = model.program->properties.at(0);
  const auto trace = model.counterexample(property);
  EXPECT_TRUE(trace) << text;
  if (!trace) return {};
  const Failure found = failure(model.system(), property, *trace);
  std::vector<std::string> cells;
  for (const Cause& cause : found.witnesses.at(0).causes)
    cells.push_back(fmt::format("{}@{}", cause.column, cause.step));
  EXPECT_TRUE(found.witnesses[0].minimal);
  return {found.sentence, fmt::format("{}", fmt::join(cells, " "))};
}

TEST(Failure, NamesTheTriggerOfAResponse) {
  const Said said = said_of(R"(MODULE main
VAR asked : boolean; given : boolean; clock : 0..2;
ASSIGN init(asked) := FALSE; next(asked) := TRUE; init(given) := FALSE; next(given) := FALSE;
  init(clock) := 0; next(clock) := (clock + 1) mod 3;
LTLSPEC G (asked -> F given)
)");
  EXPECT_EQ(said.sentence,
            "asked is TRUE at step 1, but given is never TRUE from step 1 on; the run repeats steps 1 to 3 forever.");
  EXPECT_EQ(said.cells, "asked@1 given@1 given@2 given@3");
}

TEST(Failure, NeedsOneConjunctOfTheAnswerAndAllOfTheTrigger) {
  const Said said = said_of(R"(MODULE main
VAR a : boolean; b : boolean; c : boolean; d : boolean;
ASSIGN init(a) := FALSE; next(a) := TRUE; init(b) := FALSE; next(b) := a;
  init(c) := FALSE; next(c) := FALSE; init(d) := FALSE; next(d) := TRUE;
LTLSPEC G ((b & a) -> F (d & c))
)");
  EXPECT_EQ(said.sentence,
            "b is TRUE and a is TRUE at step 2, but c is never TRUE from step 2 on; the run stays in step 2 forever.");
  EXPECT_EQ(said.cells, "b@2 a@2 c@2");
}

TEST(Failure, NeverBlamesAConstant) {
  const Said said = said_of(R"(MODULE main
VAR n : 0..4;
ASSIGN init(n) := 0; next(n) := n < 4 ? n + 1 : n;
LTLSPEC G (n = 3 -> FALSE)
)");
  EXPECT_EQ(said.sentence, "n is 3 at step 3.");
  EXPECT_EQ(said.cells, "n@3");
}

TEST(Failure, KnowsAConstantThatLooksLikeMore) {
  EXPECT_EQ(said_of("MODULE main\nVAR a : boolean;\nINVARSPEC (!0b_01) = 0b_11\n").sentence,
            "it fails on every run, whatever the values are.");
}

TEST(Failure, TellsNextValuesAtTheStepAfter) {
  const Said said = said_of(R"(MODULE main
VAR n : 0..4; up : boolean;
ASSIGN init(n) := 0; next(n) := n < 4 ? n + 1 : n; init(up) := TRUE; next(up) := n < 2;
LTLSPEC G next(up)
)");
  EXPECT_EQ(said.sentence, "up is FALSE at step 3.");
  EXPECT_EQ(said.cells, "up@3");
}

TEST(Failure, ShowsAllThatAComparisonCompares) {
  const char* const model = R"(MODULE main
VAR a : 0..3; b : 0..3; c : boolean;
DEFINE level := (c ? 2 : 0) + b;
ASSIGN init(a) := 0; next(a) := a; init(b) := 0; next(b) := b; init(c) := FALSE; next(c) := TRUE;
)";
  EXPECT_EQ(said_of(std::string(model) + "INVARSPEC level < 2\n").sentence,
            "level < 2 does not hold at step 1 (level = 2).");
  EXPECT_EQ(said_of(std::string(model) + "INVARSPEC count(c, a = 0, b = 0) < 3\n").sentence,
            "count(c, a = 0, b = 0) < 3 does not hold at step 1 (c = TRUE, a = 0, b = 0).");
  EXPECT_EQ(said_of(std::string(model) + "INVARSPEC b + a + 1 = a + b\n").sentence,
            "b + a + 1 = a + b does not hold at step 0 (b = 0, a = 0).");
}

TEST(Failure, WritesElementsByTheirIndex) {
  EXPECT_EQ(said_of(R"(MODULE main
VAR a : array 0..2 of 0..3; i : 0..2;
ASSIGN init(i) := 0; next(i) := (i + 1) mod 3; init(a[0]) := 0; init(a[1]) := 2; init(a[2]) := 0;
  next(a[0]) := a[0]; next(a[1]) := a[1]; next(a[2]) := a[2];
INVARSPEC a[i] < 2
)")
                .sentence,
            "a[i] < 2 does not hold at step 1 (i = 1, a[1] = 2).");
}

TEST(Failure, SaysWhichStepAStepBeyondTheLoopIs) {
  const Said said = said_of("MODULE main\nVAR x : boolean;\nASSIGN init(x) := FALSE; next(x) := x;\nLTLSPEC X X x\n");
  EXPECT_EQ(said.sentence.substr(0, 20), "x is FALSE at step 2");
}

TEST(Failure, KeepsTheNameOfADefineAndShowsWhatItIsMadeOf) {
  const Said said = said_of(R"(MODULE main
VAR a : 0..3; b : 0..3; other : boolean;
DEFINE meet := (a = b & a > 1) | (other & !other);
ASSIGN init(a) := 0; next(a) := a < 3 ? a + 1 : a; init(b) := 2; next(b) := b;
INVARSPEC !meet
)");
  EXPECT_EQ(said.sentence, "meet is TRUE at step 2 (a = 2, b = 2).");
  EXPECT_EQ(said.cells, "a@2 b@2");
}

TEST(Failure, WritesComparisonsAsTheSourceHasThem) {
  EXPECT_EQ(said_of(R"(MODULE main
VAR speed : 0..9; limit : 0..9;
ASSIGN init(speed) := 0; next(speed) := speed < 8 ? speed + 2 : speed; init(limit) := 5; next(limit) := limit;
INVARSPEC limit >= speed
)")
                .sentence,
            "limit >= speed does not hold at step 3 (limit = 5, speed = 6).");
  EXPECT_EQ(said_of(R"(MODULE main
VAR speed : 0..9;
ASSIGN init(speed) := 0; next(speed) := speed < 8 ? speed + 2 : speed;
LTLSPEC G !(speed > 3)
)")
                .sentence,
            "speed > 3 holds at step 2 (speed = 4).");
}

// Two properties may write one comparison in two ways, and call a constant by a name.
TEST(Failure, WritesAsThePropertyItselfDoes) {
  const std::string model = R"(MODULE main
VAR a : 0..7; b : 0..7;
DEFINE sum := a + b; most := 9; a_lot := sum > most;
ASSIGN init(a) := 1; next(a) := a < 7 ? a + 1 : a; init(b) := 2; next(b) := b < 7 ? b + 1 : b;
)";
  const auto sentence = [&](const std::string& other, const std::string& asked) {
    return said_of(model + asked + other).sentence;
  };
  const std::string one_way = "INVARSPEC sum <= 9\n", other_way = "INVARSPEC 9 >= sum\n";
  EXPECT_EQ(sentence(other_way, one_way), "sum <= 9 does not hold at step 4 (sum = 11).");
  EXPECT_EQ(sentence(one_way, other_way), "9 >= sum does not hold at step 4 (sum = 11).");
  EXPECT_EQ(sentence("", "INVARSPEC sum <= most\n"), "sum <= most does not hold at step 4 (sum = 11, most = 9).");
  EXPECT_EQ(sentence("", "LTLSPEC G (most >= sum)\n"), "most >= sum does not hold at step 4 (most = 9, sum = 11).");
  EXPECT_EQ(sentence("", "LTLSPEC G !a_lot\n"), "a_lot is TRUE at step 4 (a = 5, b = 6).");
}

TEST(Failure, KeepsANameThatOnlyRenames) {
  const std::string model = R"(MODULE cell(given)
VAR kept : boolean;
DEFINE full := kept; asked := given;
ASSIGN init(kept) := FALSE; next(kept) := given;
LTLSPEC G (asked -> !full)
MODULE main
VAR go : boolean; left : cell(go);
ASSIGN init(go) := FALSE; next(go) := TRUE;
)";
  const Said said = said_of(model);
  EXPECT_EQ(said.sentence, "left.asked is TRUE and left.full is TRUE at step 2 (go = TRUE, left.kept = TRUE).");
  EXPECT_EQ(said.cells, "go@2 left.kept@2");
}

TEST(Failure, OfWhatHasAlwaysBeenTheFirstTimeCounts) {
  const Said said = said_of(R"(MODULE main
VAR ready : boolean; start : boolean; n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n; init(ready) := FALSE; next(ready) := n > 0;
  init(start) := FALSE; next(start) := n = 2;
LTLSPEC G (start -> H ready)
)");
  EXPECT_EQ(said.sentence, "start is TRUE at step 3, and ready is FALSE at step 0.");
}

// What belongs to the trigger stands with it, though the answer speaks of it too.
TEST(Failure, TellsTriggerAndAnswerApart) {
  const Said said = said_of(R"(MODULE main
VAR asked : boolean; given : boolean; n : 0..2;
ASSIGN init(n) := 0; next(n) := n < 2 ? n + 1 : n; init(asked) := FALSE; next(asked) := n = 1;
  init(given) := FALSE; next(given) := FALSE;
LTLSPEC G ((asked & !given) -> X given)
)");
  EXPECT_EQ(said.sentence, "asked is TRUE and given is FALSE at step 2, and given is FALSE at step 3.");
}

// What is said twice of one atom is said in the order of time: the trigger comes first.
TEST(Failure, TellsOneAtomInTheOrderOfTime) {
  const Said said = said_of(R"(MODULE main
VAR st : {off, on, hot}; n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n; init(st) := off; next(st) := case n = 0 : on; n = 1 : on; TRUE : hot; esac;
LTLSPEC G (st = on -> X X st = on)
)");
  EXPECT_EQ(said.sentence, "st is on at step 1, and st is not on at step 3 (st = hot).");
}

TEST(Failure, TellsTheLoopOnce) {
  const Said said = said_of(R"(MODULE main
VAR a : boolean; b : boolean;
ASSIGN init(a) := FALSE; next(a) := FALSE; init(b) := FALSE; next(b) := FALSE;
LTLSPEC (F a) & (F b)
)");
  EXPECT_EQ(said.sentence, "a is never TRUE; the run stays in step 0 forever (also: b is never TRUE).");
}

TEST(Failure, SaysWhatItsDefinesStandFor) {
  SmallModel model(R"(MODULE main
VAR a : 0..3; b : 0..3;
DEFINE clash := a = b & a > 1;
  other := a = 0;
ASSIGN init(a) := 0; next(a) := a < 3 ? a + 1 : a; init(b) := 2; next(b) := b;
INVARSPEC !clash
)");
  ASSERT_TRUE(model.ok());
  const Property& property = model.program->properties.at(0);
  const auto trace = model.counterexample(property);
  ASSERT_TRUE(trace);
  const Failure found = failure(model.system(), property, *trace);
  ASSERT_EQ(found.definitions.size(), 1u);
  EXPECT_EQ(found.definitions[0].name, "clash");
  EXPECT_EQ(found.definitions[0].text, "a = b & a > 1");
  EXPECT_EQ(model.sources.place(found.definitions[0].where).line, 3u);
}

TEST(Failure, TakesTheFirstConjunctAndMentionsAnIndependentOne) {
  const std::string model = R"(MODULE main
VAR a : boolean; b : boolean; c : boolean;
ASSIGN init(a) := TRUE; next(a) := TRUE; init(b) := TRUE; next(b) := FALSE; init(c) := TRUE; next(c) := FALSE;
)";
  const Said said = said_of(model + "INVARSPEC a & c & b\n");
  EXPECT_EQ(said.sentence, "c is FALSE at step 1 (also: b is FALSE at step 1).");
  EXPECT_EQ(said.cells, "c@1");
  EXPECT_EQ(said_of(model + "LTLSPEC (G b) & (G c)\n").sentence, "b is FALSE at step 1 (also: c is FALSE at step 1).");
}

TEST(Failure, OfUntilTheGoalCountsUpToWhereTheHoldBreaks) {
  const Said said = said_of(R"(MODULE main
VAR keeps : boolean; there : boolean; n : 0..3;
ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : n;
  init(keeps) := TRUE; next(keeps) := n != 1; init(there) := FALSE; next(there) := n = 2;
LTLSPEC keeps U there
)");
  EXPECT_EQ(said.sentence, "keeps is FALSE at step 2, and there is not TRUE at steps 0 to 2.");
  EXPECT_EQ(said.cells, "there@0 there@1 keeps@2 there@2");
}

TEST(Failure, LooksAtTheStepThatNextMeans) {
  EXPECT_EQ(said_of(R"(MODULE main
VAR n : 0..5;
ASSIGN init(n) := 0; next(n) := n < 5 ? n + 1 : n;
LTLSPEC X X n != 2
)")
                .sentence,
            "n is 2 at step 2.");
}

TEST(Failure, LooksBack) {
  const Said said = said_of(R"(MODULE main
VAR paid : boolean; sent : boolean; n : 0..2;
ASSIGN init(n) := 0; next(n) := n < 2 ? n + 1 : n; init(paid) := FALSE; next(paid) := FALSE;
  init(sent) := FALSE; next(sent) := n = 1;
LTLSPEC G (sent -> O paid)
)");
  EXPECT_EQ(said.sentence, "sent is TRUE at step 2, but paid was never TRUE up to then.");
  EXPECT_EQ(said.cells, "paid@0 paid@1 sent@2 paid@2");
}

TEST(Failure, NamesBothSidesOfAnEquivalence) {
  EXPECT_EQ(said_of(R"(MODULE main
VAR p : boolean; q : boolean;
ASSIGN init(p) := FALSE; next(p) := TRUE; init(q) := FALSE; next(q) := p;
LTLSPEC G (p <-> q)
)")
                .sentence,
            "p is TRUE and q is FALSE at step 1.");
}

TEST(Failure, NamesInstancesAndNotParameters) {
  const Said said = said_of(R"(MODULE follower(lead)
VAR is : boolean;
ASSIGN init(is) := FALSE; next(is) := lead;
LTLSPEC G (lead -> !is)
MODULE main
VAR start : boolean; right : follower(start);
ASSIGN init(start) := FALSE; next(start) := TRUE;
)");
  EXPECT_EQ(said.sentence, "start is TRUE and right.is is TRUE at step 2.");
}

TEST(Failure, SaysOnceWhatManyAtomsSayOfOneVariable) {
  const std::string model = R"(MODULE main
VAR k : 0..20;
ASSIGN init(k) := 0; next(k) := k < 20 ? k + 1 : 0;
)";
  const Said said = said_of(model + "INVARSPEC k != 1 | k = 2 | k = 3 | k = 4 | k = 5 | k = 6 | k = 7 | k = 8\n");
  EXPECT_EQ(said.sentence, "k is 1 at step 1.");
  EXPECT_EQ(said.cells, "k@1");
  EXPECT_EQ(said_of(R"(MODULE main
VAR k : 0..5;
ASSIGN init(k) := 0; next(k) := (k + 1) mod 2;
LTLSPEC F (k = 3 | k = 4)
)")
                .sentence,
            "k is never 3 or 4; the run repeats steps 0 to 1 forever.");
}

// What a step of a loop is two steps later is no statement about all that comes.
TEST(Failure, LooksAheadInALoopWithoutSayingNever) {
  const Said said = said_of(R"(MODULE main
VAR ask : boolean; give : boolean;
ASSIGN init(ask) := FALSE; next(ask) := TRUE; init(give) := TRUE; next(give) := FALSE;
LTLSPEC G (ask -> X X give)
)");
  EXPECT_EQ(said.sentence, "ask is TRUE and give is FALSE at step 1; the run stays in step 1 forever.");
}

TEST(Failure, LooksBackInALoopWithoutSayingAlways) {
  const Said said = said_of(R"(MODULE main
VAR on : boolean;
ASSIGN init(on) := FALSE; next(on) := TRUE;
LTLSPEC G (on -> Z !on)
)");
  EXPECT_EQ(said.sentence, "on is TRUE at step 1; the run stays in step 1 forever.");
}

TEST(Failure, DefinesOfOneVariableKeepTheirNames) {
  const std::string model = R"(MODULE main
VAR r : unsigned word[4]; k : 0..3;
DEFINE high := r[3:2]; odd := r[0:0] = 0ub1_1; two := k = 2;
ASSIGN init(r) := 0ud4_3; next(r) := r + 0ud4_1; init(k) := 0; next(k) := k < 3 ? k + 1 : 0;
)";
  EXPECT_EQ(said_of(model + "INVARSPEC high = 0ub2_00 | odd\n").sentence,
            "high is not 0ud2_0 and odd is FALSE at step 1 (high = 0ud2_1, r = 0ud4_4).");
  EXPECT_EQ(said_of(model + "INVARSPEC two\n").sentence, "two is FALSE at step 0 (k = 0).");
}

TEST(Failure, WritesFunctionsAsTheSourceHasThem) {
  const std::string model = R"(MODULE main
VAR x : -3..3; y : 0..3;
ASSIGN init(x) := 0; next(x) := x > -3 ? x - 1 : x; init(y) := 3; next(y) := y;
)";
  EXPECT_EQ(said_of(model + "INVARSPEC abs(x) < 2\n").sentence, "abs(x) < 2 does not hold at step 2 (x = -2).");
  EXPECT_EQ(said_of(model + "INVARSPEC min(y, x) > -1\n").sentence, "min(y, x) > -1 does not hold at step 1 (x = -1).");
  EXPECT_EQ(said_of(model + "INVARSPEC max(x, y) = x\n").sentence,
            "max(x, y) = x does not hold at step 0 (x = 0, y = 3).");
}

TEST(Failure, TellsStepsByStretches) {
  EXPECT_EQ(at_steps({0, 1, 2, 3, 6, 7, 8}), "at steps 0 to 3 and 6 to 8");
  EXPECT_EQ(at_steps({0, 2, 5}), "at steps 0, 2 and 5");
  EXPECT_EQ(at_steps({0, 1, 5}), "at steps 0, 1 and 5");
  EXPECT_EQ(at_steps({4, 5}), "at steps 4 to 5");
  EXPECT_EQ(at_steps({0, 2, 4, 6, 8, 10, 12}), "at 7 of the steps 0 to 12");
}

TEST(Failure, TellsAtLengthOnlyWhenAsked) {
  std::string model = "MODULE main\nVAR\n", formula = "FALSE";
  for (int i = 0; i < 12; ++i) {
    model += fmt::format("  v{} : boolean;\n", i);
    formula += fmt::format(" | !v{}", i);
  }
  SmallModel small(model + "INVARSPEC " + formula + "\n");
  const Property& property = small.program->properties.at(0);
  const auto trace = small.counterexample(property);
  ASSERT_TRUE(trace);
  const std::string brief = failure(small.system(), property, *trace).sentence;
  EXPECT_NE(brief.find("… and 6 others of the same kind: --all"), std::string::npos) << brief;
  const std::string whole = failure(small.system(), property, *trace, true).sentence;
  EXPECT_NE(whole.find("v11 is TRUE at step 0"), std::string::npos) << whole;
}

TEST(Failure, SpeaksOfInputsOnTheWayIntoAStep) {
  const Said said = said_of(R"(MODULE main
VAR x : boolean;
IVAR up : boolean;
ASSIGN init(x) := FALSE; next(x) := TRUE;
LTLSPEC G (x -> up)
)");
  EXPECT_NE(said.sentence.find("x is TRUE at step 1"), std::string::npos) << said.sentence;
  EXPECT_NE(said.sentence.find("up is FALSE on the way "), std::string::npos) << said.sentence;
}

}  // namespace
}  // namespace whynot::analyse::why
