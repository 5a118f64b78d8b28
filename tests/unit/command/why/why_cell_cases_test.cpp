// Cases 14 to 18, 28 and 29: why a cell has its value, and why it has no other.
#include "unit/command/why/why_cases.h"

namespace whynot::command {
namespace {

using nlohmann::json;
using WhyCellCase = WhyCase;

TEST_F(WhyCellCase, C14TheBranchThatFiredAndWhatMattered) {
  const Told t = why(R"(MODULE main
VAR gear : 0..4; clutch : boolean; stick : boolean; oil : boolean;
ASSIGN init(gear) := 0; init(clutch) := TRUE; init(stick) := FALSE; init(oil) := TRUE;
  next(clutch) := clutch; next(stick) := stick; next(oil) := oil;
  next(gear) := case
    stick & oil  : 2;
    clutch | oil : 4;
    TRUE         : gear;
  esac;
INVARSPEC NAME p := gear != 4
)",
                     {"--cell", "gear@1"});
  has(t, {"gear = 4 at step 1: line 7 [clutch | oil] gives 4", "clutch = TRUE at step 0", "stick = FALSE at step 0"});
  EXPECT_EQ(Told::of(t.link("gear@1")["because"]), (Cells{"clutch@0", "stick@0"}));
  lacks(t, {"oil = TRUE at step 0:"});
}

TEST_F(WhyCellCase, C15StepsThatKeepAValueAreFolded) {
  const Told t = why(R"(MODULE main
VAR ring : boolean; alarm : boolean; t : 0..5;
ASSIGN init(t) := 0; next(t) := t < 5 ? t + 1 : t; init(ring) := FALSE; next(ring) := t = 1;
  init(alarm) := FALSE; next(alarm) := case ring : TRUE; alarm : TRUE; TRUE : FALSE; esac;
INVARSPEC NAME p := !(alarm & t = 5)
)",
                     {"--cell", "alarm@5", "--all"});
  has(t, {"alarm = TRUE at step 5 (kept since step 3): line 4 [ring] gives TRUE", "ring = TRUE at step 2: line 3",
          "t = 1 at step 1"});
  EXPECT_EQ(t.link("alarm@5")["since"], 3);
}

TEST_F(WhyCellCase, C16TheChainEndsAtInputsAndInitialChoices) {
  const Told t = why(R"(MODULE main
VAR sum : 0..15; start : 0..3;
IVAR coin : 0..4;
ASSIGN init(sum) := 0; next(sum) := (sum + coin + start) mod 16; next(start) := start;
INVARSPEC NAME p := sum < 10
)",
                     {"--cell", "sum@2"});
  EXPECT_EQ(Told::of(t.finding["roots"]), (Cells{"start@0", "coin@1", "coin@2"}));
  has(t, {"Rests on 3 choices of"});
}

TEST_F(WhyCellCase, C17AnotherInputWouldDo) {
  const Told t = why(R"(MODULE main
VAR fuel : 0..5;
IVAR fill : boolean;
ASSIGN init(fuel) := 0; next(fuel) := fill & fuel < 5 ? fuel + 1 : fuel;
INVARSPEC NAME p := fuel < 3
)",
                     {"--cell", "fuel@3", "--instead", "2"});
  EXPECT_EQ(t.finding["instead"]["answer"], "input");
  EXPECT_EQ(Told::of(t.finding["instead"]["because"]), (Cells{"fill@3"}));
  has(t, {"fuel = 2 at step 3 needs fill = FALSE on the way into step 3."});
}

TEST_F(WhyCellCase, C18TheStepBeforeExcludesIt) {
  const std::string model = R"(MODULE main
VAR depth : 0..4; anchor : boolean;
ASSIGN init(depth) := 0; init(anchor) := TRUE; next(anchor) := anchor;
  next(depth) := case anchor & depth = 2 : 2; depth < 4 : depth + 1; TRUE : depth; esac;
LTLSPEC NAME p := F depth = 4
)";
  const Told t = why(model, {"--cell", "depth@3", "--instead", "3"});
  EXPECT_EQ(t.finding["instead"]["answer"], "state");
  EXPECT_EQ(Told::of(t.finding["instead"]["because"]), (Cells{"anchor@2"}));
  has(t, {"depth cannot be 3 at step 3 because anchor = TRUE at step 2"});
  const Told never = why(model, {"--cell", "depth@3", "--instead", "3", "--history"});
  EXPECT_EQ(never.finding["instead"]["answer"], "never");
  has(never, {"depth is never 3 in any run"});
}

// Two that may both be in the hall: the lock is taken one step too late.
TEST_F(WhyCellCase, C28RulesOfASpecification) {
  const std::string spec = file("hall.ots", R"(ots HALL {
  sort Guest = loose
  sort Place = enum { out, door, hall }
  observer at(g: Guest) : Place = out
  observer taken        : Bool  = false
  transition knock(g: Guest) { when at(g) = out, not taken  at(g) := door }
  transition enter(g: Guest) { when at(g) = door            at(g) := hall  taken := true }
  transition leave(g: Guest) { when at(g) = hall            at(g) := out  taken := false }
  invariant alone(g: Guest, h: Guest) : at(g) = hall and at(h) = hall => g = h
  scope two { Guest = { ann, bob } }
}
)");
  const Told t = ask(spec, {"--cell", "at(bob)@4", "--all"});
  has(t, {"at(bob) = hall at step 4: enter(bob), line 7 [at(bob) = door] gives hall", "[at(bob) = out and not taken]",
          "Rests on"});
  EXPECT_EQ(t.link("at(bob)@4")["kind"], "rule");
  EXPECT_EQ(t.link("at(bob)@4")["rule"], "enter(bob)");
  for (const json& root : t.finding["roots"]) EXPECT_EQ(root["column"], "action") << root;
  has(ask(spec, {"--cell", "at(ann)@4", "--instead", "door"}),
      {"knock(ann), line 6, would give at(ann) = door, but was not possible at step 3: at(ann) = out does not hold."});
}

TEST_F(WhyCellCase, C29StepsOfAProgram) {
  const std::string program = file("job.pds", R"(pds job
init <b0>
proc main entry b0
  b0 -> call W ret b1
  b1 -> b1
proc W entry w0
  w0 -> w1 @ idle
  w0 -> w2
  w1 -> call W ret w3
  w2 -> w4
  w3 -> w4   @ leak
  w4 -> return

property tight
state ok initial
state bad final
ok -> ok on any
ok -> bad on leak
bad -> bad on any
)");
  const Told t = ask(program);
  has(t, {"Why: leak at step", "moves ok to bad, a final state."});
  lacks(t, {"idle at step"});
  const std::size_t last = t.finding["witnesses"][0]["cells"].back()["step"];
  const Told chain = ask(program, {"--cell", "stack@" + std::to_string(last), "--all"});
  has(chain, {"[returns from the call at step"});
  EXPECT_EQ(chain.link("stack@" + std::to_string(last))["kind"], "rule");
}

}  // namespace
}  // namespace whynot::command
