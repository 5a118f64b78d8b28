// Cases 1 to 13: which cells a failure rests on, and the sentence that tells them.
#include "unit/command/why/why_cases.h"

namespace whynot::command {
namespace {

using WhySentenceCase = WhyCase;

TEST_F(WhySentenceCase, C01TheTriggerIsNamedThoughTheLoopIsLong) {
  const Told t = why(R"(MODULE main
VAR ask : boolean; answer : boolean; phase : 0..3;
ASSIGN init(ask) := FALSE; next(ask) := TRUE; init(answer) := FALSE; next(answer) := FALSE;
  init(phase) := 0; next(phase) := (phase + 1) mod 4;
LTLSPEC NAME p := G (ask -> F answer)
)");
  EXPECT_EQ(t.cells(), (Cells{"ask@1", "answer@1", "answer@2", "answer@3", "answer@4"}));
  EXPECT_EQ(t.sentence(),
            "ask is TRUE at step 1, but answer is never TRUE from step 1 on; the run repeats steps 1 to 4 forever.");
}

TEST_F(WhySentenceCase, C02BothTriggersAndOneConjunctOfTheAnswer) {
  const Told t = why(R"(MODULE main
VAR key : boolean; power : boolean; light : boolean; fan : boolean;
ASSIGN init(key) := FALSE; next(key) := TRUE; init(power) := FALSE; next(power) := key;
  init(light) := FALSE; next(light) := FALSE; init(fan) := FALSE; next(fan) := TRUE;
LTLSPEC NAME p := G ((key & power) -> F (light & fan))
)");
  EXPECT_EQ(t.cells(), (Cells{"key@2", "power@2", "light@2"}));
  EXPECT_EQ(t.sentence(),
            "key is TRUE and power is TRUE at step 2, but light is never TRUE from step 2 on; the run stays in step 2 "
            "forever.");
}

TEST_F(WhySentenceCase, C03ConstantsAreNoCauses) {
  const Told t = why(R"(MODULE main
VAR heat : 0..4;
ASSIGN init(heat) := 0; next(heat) := heat < 4 ? heat + 1 : heat;
LTLSPEC NAME p := G (heat = 3 -> FALSE)
)");
  EXPECT_EQ(t.cells(), (Cells{"heat@3"}));
  EXPECT_EQ(t.sentence(), "heat is 3 at step 3.");
  lacks(t, {"FALSE is"});
}

TEST_F(WhySentenceCase, C04DefinesKeepTheirNames) {
  const std::string model = R"(MODULE main
VAR head : 0..3; tail : 0..3;
DEFINE full := head = tail & head > 1;
ASSIGN init(head) := 0; next(head) := head < 3 ? head + 1 : head; init(tail) := 3; next(tail) := tail;
INVARSPEC NAME p := !full
)";
  const Told t = why(model);
  EXPECT_EQ(t.cells(), (Cells{"head@3", "tail@3"}));
  EXPECT_EQ(t.sentence(), "full is TRUE at step 3 (head = 3, tail = 3).");
  has(why(model, {"-v"}), {"full := head = tail & head > 1, line 3"});
}

TEST_F(WhySentenceCase, C05TheConjunctThatFailsInTheOrderOfTheSource) {
  const Told t = why(R"(MODULE main
VAR belt : boolean; brake : boolean; door : boolean;
ASSIGN init(belt) := TRUE; next(belt) := TRUE; init(brake) := TRUE; next(brake) := FALSE;
  init(door) := TRUE; next(door) := FALSE;
INVARSPEC NAME p := belt & brake & door
)");
  EXPECT_EQ(t.cells(), (Cells{"brake@1"}));
  EXPECT_EQ(t.cells(1), (Cells{"door@1"}));
  has(t, {"Why: brake is FALSE at step 1 (also: door is FALSE at step 1)."});
}

TEST_F(WhySentenceCase, C06AnUntilWhoseHoldBreaksFirst) {
  const Told t = why(R"(MODULE main
VAR run : boolean; stop : boolean; t : 0..4;
ASSIGN init(t) := 0; next(t) := t < 4 ? t + 1 : t;
  init(run) := TRUE; next(run) := t != 2; init(stop) := FALSE; next(stop) := t = 3;
LTLSPEC NAME p := run U stop
)");
  EXPECT_EQ(t.cells(), (Cells{"run@3", "stop@0", "stop@1", "stop@2", "stop@3"}));
  has(t, {"run is FALSE at step 3", "stop is not TRUE at steps 0 to 3"});
}

TEST_F(WhySentenceCase, C07NextSpeaksOfItsStepAlone) {
  const Told t = why(R"(MODULE main
VAR lamp : boolean;
ASSIGN init(lamp) := FALSE; next(lamp) := !lamp;
LTLSPEC NAME p := X X lamp
)");
  EXPECT_EQ(t.cells().size(), 1u);
  has(t, {"lamp is FALSE at step 2"});
}

TEST_F(WhySentenceCase, C08NothingCameBefore) {
  const Told t = why(R"(MODULE main
VAR paid : boolean; served : boolean; t : 0..3;
ASSIGN init(t) := 0; next(t) := t < 3 ? t + 1 : t; init(paid) := FALSE; next(paid) := FALSE;
  init(served) := FALSE; next(served) := t = 2;
LTLSPEC NAME p := G (served -> O paid)
)");
  EXPECT_EQ(t.cells(), (Cells{"served@3", "paid@0", "paid@1", "paid@2", "paid@3"}));
  EXPECT_EQ(t.sentence(), "served is TRUE at step 3, but paid was never TRUE up to then.");
}

TEST_F(WhySentenceCase, C09BothSidesOfAnEquivalence) {
  const Told t = why(R"(MODULE main
VAR red : boolean; green : boolean;
ASSIGN init(red) := TRUE; next(red) := FALSE; init(green) := TRUE; next(green) := red;
LTLSPEC NAME p := G (red <-> green)
)");
  EXPECT_EQ(t.cells(), (Cells{"red@1", "green@1"}));
  EXPECT_EQ(t.sentence(), "red is FALSE and green is TRUE at step 1.");
}

TEST_F(WhySentenceCase, C10AComparisonShowsItsValues) {
  const Told t = why(R"(MODULE main
VAR level : 0..20; most : 0..20;
ASSIGN init(level) := 2; next(level) := level < 14 ? level + 4 : level; init(most) := 11; next(most) := most;
INVARSPEC NAME p := level <= most
)");
  EXPECT_EQ(t.cells(), (Cells{"level@3", "most@3"}));
  EXPECT_EQ(t.sentence(), "level <= most does not hold at step 3 (level = 14, most = 11).");
}

TEST_F(WhySentenceCase, C11InstancesRatherThanParameters) {
  const Told t = why(R"(MODULE gate(signal)
VAR open : boolean;
ASSIGN init(open) := FALSE; next(open) := signal;
LTLSPEC NAME shut := G (signal -> !open)
MODULE main
VAR train : boolean; north : gate(train);
ASSIGN init(train) := FALSE; next(train) := TRUE;
)",
                     {"-p", "north.shut"});
  EXPECT_EQ(t.cells(), (Cells{"train@2", "north.open@2"}));
  EXPECT_EQ(t.sentence(), "train is TRUE and north.open is TRUE at step 2.");
  EXPECT_EQ(t.sentence().find("signal"), std::string::npos);
}

TEST_F(WhySentenceCase, C12OfTwoFailuresOneIsToldAndTheOtherCounted) {
  const Told t = why(R"(MODULE main
VAR left : boolean; right : boolean;
ASSIGN init(left) := TRUE; next(left) := FALSE; init(right) := TRUE; next(right) := FALSE;
LTLSPEC NAME p := (G left) & (G right)
)");
  EXPECT_EQ(t.cells(), (Cells{"left@1"}));
  EXPECT_EQ(t.cells(1), (Cells{"right@1"}));
  has(t, {"Why: left is FALSE at step 1 (also: right is FALSE at step 1)."});
}

TEST_F(WhySentenceCase, C13ManyAtomsOfOneCellAreOneClause) {
  std::string atoms = "floor != 2";
  for (int i = 3; i < 22; ++i) atoms += " | floor = " + std::to_string(i);
  const Told t =
      why("MODULE main\nVAR floor : 0..30;\nASSIGN init(floor) := 0; next(floor) := floor < 30 ? floor + 1 : floor;\n"
          "INVARSPEC NAME p := " +
          atoms + "\n");
  EXPECT_EQ(t.cells(), (Cells{"floor@2"}));
  EXPECT_EQ(t.sentence(), "floor is 2 at step 2.");
}

}  // namespace
}  // namespace whynot::command
