// whynot why: how a run could have passed, why a cell has no other value, and traces from a file.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;
using WhyContrastCommand = CommandLine;

TEST_F(WhyContrastCommand, FindsTheOneChangeThatHelpsTheLift) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3"});
  EXPECT_EQ(o.code, 10);
  for (const char* part :
       {"Not sealed: from every state of the run it can still pass.",
        "It would pass with call1.lit = FALSE instead of TRUE at step 2, each time round (the only single change that "
        "helps and keeps the trigger).",
        "Rests on 8 choices of call1.lit, call2.lit, call3.lit.", "--cell floor@3", "t2, a passing run"})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\n" << o.out;
}

// The first step of a loop has two ways in: what is chosen on one is not chosen on the other.
TEST_F(WhyContrastCommand, ChangesTheInputOnTheWayBack) {
  const std::string model =
      file("back.smv",
           "MODULE main\nIVAR u : boolean;\nVAR c : boolean;\nASSIGN init(c) := FALSE; next(c) := u "
           "| c;\nLTLSPEC NAME p := G (c -> F u);\n");
  const Outcome o = whynot({"why", model});
  EXPECT_NE(o.out.find("c is TRUE at step 1, but u is never TRUE after step 1"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("u = TRUE instead of FALSE on the way back to step 2, each time round (the only single change"),
            std::string::npos)
      << o.out;
  const json report = json::parse(whynot({"why", model, "--json"}).out);
  const json& cells = report["findings"][0]["witnesses"][0]["cells"];
  EXPECT_EQ(std::count_if(cells.begin(), cells.end(), [](const json& c) { return c.value("closing", false); }), 1)
      << cells;
}

TEST_F(WhyContrastCommand, NamesTheInitialValueThatSealsTheNet) {
  const Outcome o = whynot({"why", example("net"), "-p", "reach_b", "--json", "--no-timing"});
  EXPECT_EQ(o.code, 10);
  for (const char* part : {"\"sealed\":{", "\"from_start\":true", "\"contrast\":[{", "\"column\":\"packet.ipsrc\"",
                           "\"single\":4", "\"keeps_trigger\":true", "\"role\":\"passing\""})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\n" << o.out;
}

TEST_F(WhyContrastCommand, MarksWhatDiffers) {
  const Outcome o = whynot({"why", example("net"), "-p", "reach_b"});
  EXPECT_NE(o.out.find("location       a   r1   r3  *r2 |*b |"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("packet.ipsrc  *0  *0   *0   *0  |*0 |"), std::string::npos)
      << o.out;  // though it never changes
  EXPECT_NE(o.out.find("* = differs from t1"), std::string::npos) << o.out;
}

TEST_F(WhyContrastCommand, MarksWhatDiffersInListsToo) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3", "--width", "60"});
  const std::size_t passing = o.out.find("a passing run");
  ASSERT_NE(passing, std::string::npos) << o.out;
  EXPECT_NE(o.out.find("  *call1.lit = FALSE\n", passing), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("* = differs from t1", passing), std::string::npos) << o.out;
}

TEST_F(WhyContrastCommand, NamesTheInputThatSealsTheCounter) {
  const Outcome o = whynot({"why", example("counter"), "-p", "within"});
  EXPECT_NE(o.out.find("Sealed: from step 3 on every run fails; reset = TRUE instead of FALSE on the way into step 3 "
                       "would have avoided it."),
            std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find("one of at least 3 single changes that help"), std::string::npos) << o.out;
}

TEST_F(WhyContrastCommand, ShowsAPassingRunWhereNoChangeHelps) {
  const Outcome o = whynot({"why", example("mutex"), "-p", "always_both"});
  EXPECT_NE(o.out.find("Not sealed"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("No one or two changed choices help; t2 is a passing run that leaves this one after step 0."),
            std::string::npos)
      << o.out;
}

// A counter beside it makes every loop as long as its own, and has no part in what is told.
TEST_F(WhyContrastCommand, WhatHasNoPartInItIsLeftOut) {
  const std::string model = file("m.smv", R"(MODULE main
VAR order : boolean; door : {shut, open}; age : 0..19;
ASSIGN init(door) := shut; init(age) := 0; next(age) := (age + 1) mod 20;
  next(door) := order ? {shut, open} : door;
INVARSPEC NAME closed := door = shut;
LTLSPEC NAME opens := G (order -> F door = open);
)");
  const Outcome closed = whynot({"why", model, "-p", "closed"});
  for (const char* part :
       {"Sealed: from step 1 on every run fails; door = shut instead of open at step 1 would have "
        "avoided it.",
        "    door    shut  *shut\n", "forever from step 1 on (--full shows all)", "* = differs from t1"})
    EXPECT_NE(closed.out.find(part), std::string::npos) << part << "\n" << closed.out;
  const std::string passing = closed.out.substr(closed.out.find("a passing run"));
  EXPECT_EQ(passing.find("age"), std::string::npos) << closed.out;
  const Outcome opens = whynot({"why", model, "-p", "opens"});
  EXPECT_NE(opens.out.find("Not sealed"), std::string::npos) << opens.out;
  EXPECT_LE(std::count(opens.out.begin(), opens.out.end(), '\n'), 60) << opens.out;
}

// An invariant is about runs that stop, and about runs that are not fair: nothing is said of those.
TEST_F(WhyContrastCommand, SaysOfWhichRuns) {
  const std::string steps =
      "MODULE main\nVAR x : 0..3;\nINIT x in {0, 2};\n"
      "TRANS (x = 0 & next(x) = 1) | (x = 1 & next(x) = 1)";
  const std::string invariant = ";\nINVARSPEC x != 1;\n", ltl = ";\nLTLSPEC G x != 1;\n";
  const std::string stops = file("stops.smv", steps + invariant);
  for (const char* command : {"why", "check"}) {
    const Outcome o = whynot({command, stops});
    EXPECT_NE(o.out.find("Sealed from the start: every infinite run fails."), std::string::npos) << o.out;
    EXPECT_EQ(o.out.find("every run"), std::string::npos) << o.out;
  }
  EXPECT_NE(whynot({"why", stops, "--json"}).out.find("\"runs\":\"infinite\""), std::string::npos);
  const Outcome fair =
      whynot({"why", file("fair.smv", steps + " | (x = 2 & next(x) = 2);\nJUSTICE x = 1" + invariant)});
  EXPECT_NE(fair.out.find("Sealed from the start: every fair run fails."), std::string::npos) << fair.out;
  const Outcome of_infinite = whynot({"why", file("ltl.smv", steps + ltl)});
  EXPECT_NE(of_infinite.out.find("Sealed from the start: every run fails."), std::string::npos) << of_infinite.out;
}

TEST_F(WhyContrastCommand, NamesOnlyTheInitialValuesThatMatter) {
  const std::string model = file("m.smv", R"(MODULE main
VAR e : boolean; ix : 0..3; v : 0..3; a : array 0..3 of 0..3; s : {run, bad};
ASSIGN init(s) := run; next(s) := ix = 0 & a[0] = 3 ? bad : s; next(ix) := ix; next(a[0]) := a[0];
INVARSPEC s != bad;
)");
  for (const char* command : {"why", "check"}) {
    const Outcome o = whynot({command, model});
    EXPECT_NE(o.out.find("Sealed from the start: with ix = 0 and a[0] = 3 every run fails."), std::string::npos)
        << o.out;
  }
}

TEST_F(WhyContrastCommand, CanBeLeftOut) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3", "--contrast", "off"});
  EXPECT_EQ(o.out.find("ealed"), std::string::npos) << o.out;
  EXPECT_EQ(whynot({"why", example("lift"), "--contrast", "many"}).code, 2);
}

TEST_F(WhyContrastCommand, IsOneLineOfCheck) {
  const Outcome o = whynot({"check", example("lift"), "-p", "served3"});
  EXPECT_NE(o.out.find("It would pass with call1.lit = FALSE instead of TRUE at step 2, each time round"),
            std::string::npos)
      << o.out;
  const Outcome without = whynot({"check", example("lift"), "-p", "served3", "--no-why"});
  EXPECT_EQ(without.out.find("It would pass"), std::string::npos) << without.out;
}

TEST_F(WhyContrastCommand, SaysWhyAnotherValueIsNotThere) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3", "--cell", "floor@3", "--instead", "3"});
  EXPECT_NE(o.out.find("floor cannot be 3 at step 3 because floor = 2 and call1.lit = TRUE at step 2."),
            std::string::npos)
      << o.out;
  const Outcome history =
      whynot({"why", example("lift"), "-p", "served3", "--cell", "floor@3", "--instead", "3", "--history", "--json"});
  EXPECT_NE(history.out.find("\"answer\":\"history\""), std::string::npos) << history.out;
}

TEST_F(WhyContrastCommand, ProvesThatAValueNeverComes) {
  const std::string model = file("m.smv", R"(MODULE main
VAR pos : 0..3; brake : boolean;
ASSIGN init(pos) := 0; init(brake) := TRUE; next(brake) := brake;
  next(pos) := case brake & pos = 1 : 1; pos < 3 : pos + 1; TRUE : pos; esac;
LTLSPEC NAME p := F pos = 3
)");
  const Outcome o = whynot({"why", model, "-p", "p", "--cell", "pos@2", "--instead", "2", "--history"});
  EXPECT_NE(o.out.find("pos cannot be 2 at step 2 because brake = TRUE at step 1;"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("pos is never 2 in any run (proved)."), std::string::npos) << o.out;
}

TEST_F(WhyContrastCommand, NamesInputsAndConstraints) {
  const std::string model = file("m.smv", R"(MODULE main
VAR level : 0..3; full : boolean;
IVAR pump : boolean;
INIT !full
TRANS level = 1 -> next(full)
ASSIGN init(level) := 0; next(level) := pump & level < 3 ? level + 1 : level;
INVARSPEC NAME p := level < 2
)");
  const Outcome input = whynot({"why", model, "--cell", "level@2", "--instead", "1"});
  EXPECT_NE(input.out.find("level = 1 at step 2 needs pump = FALSE on the way into step 2."), std::string::npos)
      << input.out;
  const Outcome forced = whynot({"why", model, "--cell", "full@2"});
  EXPECT_NE(forced.out.find("full = TRUE at step 2: no other value is left by TRANS (line 5)"), std::string::npos)
      << forced.out;
  const Outcome excluded = whynot({"why", model, "--cell", "full@2", "--instead", "FALSE"});
  EXPECT_NE(excluded.out.find("full cannot be FALSE at step 2 because level = 1 at step 1 (TRANS (line 5))."),
            std::string::npos)
      << excluded.out;
}

TEST_F(WhyContrastCommand, RefusesValuesAndTracesThatAreNotThere) {
  const std::string lift = example("lift");
  const Outcome value = whynot({"why", lift, "-p", "served3", "--cell", "floor@3", "--instead", "9"});
  EXPECT_EQ(value.code, 3);
  EXPECT_NE(value.err.find("why.unknown-value"), std::string::npos) << value.err;
  EXPECT_EQ(whynot({"why", lift, "--instead", "1"}).code, 2);
  EXPECT_EQ(whynot({"why", lift, "--history"}).code, 2);
}

TEST_F(WhyContrastCommand, ExplainsATraceFromAFile) {
  const std::string lift = example("lift");
  const Outcome own = whynot({"why", lift, "-p", "served3", "--no-timing"});
  const Outcome report = whynot({"check", lift, "-p", "served3", "--json"});
  const std::string json = file("r.json", report.out);
  const Outcome converted = whynot({"trace", "convert", json, "--format", "nusmv"});
  const std::string foreign = file("t.txt", converted.out);
  const Outcome given = whynot({"why", lift, "-p", "served3", "--trace", foreign, "--no-timing"});
  EXPECT_EQ(given.out, own.out);
  EXPECT_EQ(whynot({"why", lift, "-p", "served3", "--trace", json + "@t1"}).code, 10);
  const Outcome unknown = whynot({"why", lift, "-p", "served3", "--trace", json + "@t7"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("why.unknown-trace"), std::string::npos) << unknown.err;
}

TEST_F(WhyContrastCommand, RefusesATraceThatIsNoRun) {
  const std::string model = file("m.smv",
                                 "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : x;\n"
                                 "INVARSPEC NAME p := x != 2\n");
  std::string report = whynot({"check", model, "--json"}).out;
  const std::string right = "\"state\":{\"x\":1}";
  const std::size_t at = report.find(right);
  ASSERT_NE(at, std::string::npos) << report;
  report.replace(at, right.size(), "\"state\":{\"x\":0}");
  const Outcome o = whynot({"why", model, "--trace", file("wrong.json", report)});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.err.find("trace.refused"), std::string::npos) << o.err;
  EXPECT_EQ(o.out.find("Why:"), std::string::npos) << o.out;
}

}  // namespace
}  // namespace whynot::command
