// Cases 19 to 27, 30 and 31: what sealed a failure, what would have helped, what holds for want of something, and
// models that are shipped.
#include "unit/command/why/why_cases.h"

namespace whynot::command {
namespace {

using nlohmann::json;
using WhyRunCase = WhyCase;

TEST_F(WhyRunCase, C19SealedAtAStepByAChoice) {
  const Told t = why(R"(MODULE main
VAR at : {home, road, ice, lake};
ASSIGN init(at) := home;
  next(at) := case at = home : {road, ice}; at = ice : lake; TRUE : at; esac;
INVARSPEC NAME p := at != lake
)");
  EXPECT_EQ(t.finding["sealed"]["step"], 1);
  EXPECT_EQ(t.finding["sealed"]["from_start"], false);
  has(t, {"Sealed: from step 1 on every run fails; at = road instead of ice at step 1 would have avoided it."});
  EXPECT_EQ(t.changed(), (Cells{"at@1"}));
}

TEST_F(WhyRunCase, C20NeverSealedOneChoiceEachTimeRound) {
  const Told t = why(R"(MODULE main
VAR job : {none, queued, done}; jam : boolean;
ASSIGN init(job) := none;
  next(job) := case job = none : queued; job = queued & jam : queued; job = queued : done; TRUE : none; esac;
LTLSPEC NAME p := G (job = queued -> F job = done)
)");
  EXPECT_TRUE(t.finding["sealed"]["step"].is_null());
  has(t, {"Not sealed", "jam = FALSE instead of TRUE on the way back to step 1, each time round"});
  EXPECT_EQ(t.roots(), (Cells{"jam@1", "jam@1'"}));
  EXPECT_EQ(t.finding["contrast"][0]["changes"][0]["each_round"], true);
}

TEST_F(WhyRunCase, C21SealedFromTheStartByAnInitialChoice) {
  const Told t = why(R"(MODULE main
FROZENVAR make : {sound, faulty};
VAR stage : 0..3;
ASSIGN init(stage) := 0; next(stage) := make = sound & stage < 3 ? stage + 1 : stage;
LTLSPEC NAME p := F stage = 3
)");
  EXPECT_EQ(t.finding["sealed"]["from_start"], true);
  has(t, {"Sealed from the start: with make = faulty every run fails.", "make = sound instead of faulty"});
  EXPECT_EQ(t.changed(), (Cells{"make@0"}));
}

TEST_F(WhyRunCase, C22TheLeftSideIsNeverTrue) {
  const std::string model = R"(MODULE main
VAR ask : boolean; grant : boolean;
ASSIGN init(ask) := FALSE; next(ask) := ask & grant;
LTLSPEC NAME p := G (ask -> F grant)
)";
  const Told t = why(model, {}, "vacuity");
  EXPECT_EQ(t.outcome.code, 0);
  EXPECT_EQ(t.finding["status"], "suspicious");
  EXPECT_EQ(t.finding["reason"], "antecedent");
  EXPECT_EQ(t.finding["part"], "ask");
  EXPECT_TRUE(t.finding["witness"].is_null()) << t.finding;
  const std::string path = file("m.smv", model);
  const Outcome checked = whynot({"check", path});
  EXPECT_NE(checked.err.find("vacuity.antecedent"), std::string::npos) << checked.err;
  EXPECT_NE(checked.err.find("`ask` is never TRUE"), std::string::npos) << checked.err;
  EXPECT_EQ(whynot({"check", path, "--werror"}).code, 3);
}

TEST_F(WhyRunCase, C23TheAnswerDoesNotNeedTheTrigger) {
  const Told t = why(R"(MODULE main
VAR ask : boolean; pulse : boolean;
ASSIGN init(pulse) := TRUE; next(pulse) := !pulse;
LTLSPEC NAME p := G (ask -> F pulse)
)",
                     {}, "vacuity");
  EXPECT_EQ(t.finding["status"], "note");
  EXPECT_EQ(t.finding["reason"], "irrelevant");
  EXPECT_EQ(t.finding["part"], "ask");
  has(t, {"holds whatever `ask` is: `G F pulse` holds already"});
}

TEST_F(WhyRunCase, C24AnInterestingWitness) {
  const std::string model = R"(MODULE main
VAR ask : boolean; grant : boolean;
ASSIGN init(ask) := FALSE; next(ask) := case grant : FALSE; ask : TRUE; TRUE : {TRUE, FALSE}; esac;
  init(grant) := FALSE; next(grant) := ask;
LTLSPEC NAME p := G (ask -> F grant)
)";
  const Told t = why(model, {}, "vacuity");
  EXPECT_EQ(t.outcome.code, 0);
  EXPECT_EQ(t.finding["status"], "interesting");
  EXPECT_EQ(t.outcome.err.find("vacuity"), std::string::npos) << t.outcome.err;
  const json steps = json::parse(whynot({"why", file("m.smv", model), "--json"}).out)["traces"][0]["steps"];
  EXPECT_EQ(steps[1]["state"]["ask"], true);
  EXPECT_EQ(steps[2]["state"]["grant"], true);
}

TEST_F(WhyRunCase, C25AnInputThatIsPossibleAndNeverTaken) {
  const Told t = why(R"(MODULE main
VAR sent : boolean;
IVAR push : boolean;
ASSIGN init(sent) := FALSE; next(sent) := push ? TRUE : sent;
LTLSPEC NAME p := F sent
)");
  has(t, {"push = TRUE is possible at every step of the loop and never happens.",
          "With JUSTICE push the property holds."});
  EXPECT_EQ(t.finding["fairness"]["suffices"], json::parse(R"(["push"])"));
}

TEST_F(WhyRunCase, C26TheDeadEndAndTheWayToIt) {
  const std::string model = file("m.smv", R"(MODULE main
VAR step : 0..4;
INIT step = 1
TRANS step < 3 & next(step) = step + 1
LTLSPEC NAME p := F step = 4
)");
  const Outcome o = whynot({"check", model});
  EXPECT_NE(
      o.err.find("deadlock: step = 3, reached in 2 steps (step = 1, 2, 3), has no successor (TRANS, line 4: step < 3)"),
      std::string::npos)
      << o.err;
  EXPECT_NE(o.err.find("no fair infinite run starts in an initial state: every CTL and LTL property holds"),
            std::string::npos)
      << o.err;
}

TEST_F(WhyRunCase, C27WhatCannotBeReached) {
  const Told t = why(R"(MODULE main
VAR left : 0..3; right : 0..3;
ASSIGN init(left) := 0; next(left) := case left = 0 : {1, 3}; TRUE : left; esac;
  init(right) := 0; next(right) := left = 1 ? 3 : right;
CTLSPEC NAME p := EF (left = 3 & right = 3)
)");
  has(t, {"no reachable state (4 in all) satisfies left = 3 & right = 3",
          "each part alone is reached (left = 3 at step 1, right = 3 at step 2)"});
}

TEST_F(WhyRunCase, C30AnImportedTraceIsExplainedAsWhatWasFound) {
  const std::string model = example("counter"), report = folder / "r.json";
  whynot({"check", model, "-p", "within", "--json", "-o", report});
  const std::string foreign = file("t.txt", whynot({"trace", "convert", report, "--format", "nusmv"}).out);
  const Outcome own = whynot({"why", model, "-p", "within", "--no-timing"});
  EXPECT_EQ(whynot({"why", model, "-p", "within", "--trace", foreign, "--no-timing"}).out, own.out);
  EXPECT_NE(own.out.find("Why: "), std::string::npos) << own.out;
  std::string wrong = whynot({"trace", "convert", report, "--format", "nusmv"}).out;
  const std::size_t at = wrong.find("value = 0ud8_2");
  ASSERT_NE(at, std::string::npos) << wrong;
  wrong.replace(at, 14, "value = 0ud8_7");
  const Outcome refused = whynot({"why", model, "-p", "within", "--trace", file("wrong.txt", wrong)});
  EXPECT_EQ(refused.code, 10) << refused.err;
  EXPECT_NE(refused.err.find("step "), std::string::npos) << refused.err;
  EXPECT_EQ(refused.out.find("Why: "), std::string::npos) << refused.out;
}

TEST_F(WhyRunCase, C31Lift) {
  const Told t = ask(example("lift"), {"-p", "served3"});
  EXPECT_EQ(t.cells(), (Cells{"call3.lit@1", "floor@1", "floor@2", "floor@3", "floor@4"}));
  EXPECT_TRUE(t.finding["sealed"]["step"].is_null());
  EXPECT_EQ(t.changed(), (Cells{"call1.lit@2"}));
  EXPECT_EQ(t.finding["contrast"][0]["single"], 1);
  EXPECT_EQ(t.finding["contrast"][0]["keeps_trigger"], true);
  has(t, {"call1.lit = FALSE instead of TRUE at step 2, each time round"});
}

TEST_F(WhyRunCase, C31Net) {
  const Told t = ask(example("net"), {"-p", "reach_b"});
  EXPECT_EQ(t.cells(), (Cells{"packet.ipdst@0", "location@0", "location@1", "location@2", "location@3"}));
  has(t, {"packet.ipdst2 is 4 at step 0, but location is never b"});
  EXPECT_EQ(t.roots(), (Cells{"packet.ipdst@0", "packet.ipsrc@0"}));
  EXPECT_EQ(t.finding["sealed"]["from_start"], true);
  EXPECT_EQ(t.changed(), (Cells{"packet.ipsrc@0"}));
  EXPECT_EQ(t.finding["contrast"][0]["single"], 4);
  EXPECT_EQ(t.finding["contrast"][0]["keeps_trigger"], true);
}

TEST_F(WhyRunCase, C31Counter) {
  const Told t = ask(example("counter"), {"-p", "within", "--cell", "value@3", "--instead", "2"});
  EXPECT_EQ(t.cells(), (Cells{"value@3", "limit@3"}));
  EXPECT_EQ(t.finding["instead"]["answer"], "state");
  EXPECT_EQ(Told::of(t.finding["instead"]["because"]), (Cells{"value@2", "limit@2"}));
  const Told run = ask(example("counter"), {"-p", "within"});
  EXPECT_EQ(run.finding["sealed"]["step"], 3);
  EXPECT_EQ(run.finding["contrast"][0]["single"], 3);
  has(run, {"reset = TRUE instead of FALSE on the way into step 3 would have avoided it"});
}

TEST_F(WhyRunCase, C31Mutex) {
  const std::string mutex = example("mutex");
  const Told both = ask(mutex, {"-p", "always_both"});
  EXPECT_EQ(both.cells(), (Cells{"p0.at@0", "p0.at@1"}));
  EXPECT_TRUE(both.finding["sealed"]["step"].is_null());
  has(both, {"No one or two changed choices help", "a passing run"});
  std::ifstream in(mutex);
  std::string text, line;
  while (std::getline(in, line))
    if (!line.starts_with("JUSTICE")) text += line + "\n";
  const Told starving = ask(file("unfair.smv", text), {"-p", "no_starvation"});
  EXPECT_EQ(starving.cells().count("p0.at@1"), 1u);
  const json& suffices = starving.finding["fairness"]["suffices"];
  EXPECT_EQ(suffices, json::parse(R"(["who = 0", "who = 1", "p1.at != critical"])")) << suffices;
}

TEST_F(WhyRunCase, C31Elevator) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);  // several files, which are written here
  EXPECT_EQ(whynot({"examples", "elevator3"}).code, 0);
  std::filesystem::current_path(before);
  const Told t = ask(folder / "elevator3.smv", {"-p", "from_elsewhere"});
  EXPECT_EQ(t.cells().count("floor@3"), 1u);
  EXPECT_EQ(t.finding["contrast"][0]["single"], 6);
}

}  // namespace
}  // namespace whynot::command
