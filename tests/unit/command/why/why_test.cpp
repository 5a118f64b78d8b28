// whynot why, and what check says of a failure.
#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

using WhyCommand = CommandLine;

TEST_F(WhyCommand, TellsTheTriggerOfTheLift) {
  const std::string lift = example("lift");
  const std::string told =
      "Why: call3.lit is TRUE at step 1, but floor is never 3 from step 1 on; the run repeats steps 1 to 4 forever.";
  for (const char* command : {"check", "why"}) {
    const Outcome o = whynot({command, lift, "-p", "served3"});
    EXPECT_EQ(o.code, 10);
    EXPECT_NE(o.out.find(told), std::string::npos) << o.out;
  }
}

// Where no counterexample is one run, cells are those of the run that is shown: the way to where the property breaks,
// or a run that puts it to use.
TEST_F(WhyCommand, CellsOfEveryRunThatIsShownAreExplained) {
  const std::string model = file(
      "m.smv",
      "MODULE main\nIVAR go : boolean;\nVAR at : {home, road, sea}; n : 0..1;\n"
      "ASSIGN init(at) := home; next(at) := case at = home & go : road; at = road : sea; TRUE : at; esac;\n"
      "next(n) := n;\nDEFINE away := at != home;\nCTLSPEC NAME back := AG EF at = home\n"
      "INVARSPEC NAME calm := at = road -> n < 2\nCTLSPEC NAME there := EX at = sea\nINVARSPEC NAME stays := !away\n");
  const Outcome way = whynot({"why", model, "-p", "back", "--cell", "at@1"});
  EXPECT_EQ(way.code, 10);
  EXPECT_NE(way.out.find("at = road at step 1: line 4 [at = home & go] gives road"), std::string::npos) << way.out;
  EXPECT_NE(whynot({"why", model, "-p", "back", "--cell", "at@1", "--instead", "home"}).out.find("needs go = FALSE"),
            std::string::npos);
  const Outcome use = whynot({"why", model, "-p", "calm", "--cell", "at@1"});
  EXPECT_EQ(use.code, 0);
  EXPECT_NE(use.out.find("at = road at step 1: line 4"), std::string::npos) << use.out;
  const Outcome none = whynot({"why", model, "-p", "there", "--cell", "at@0"});
  EXPECT_EQ(none.code, 3);
  EXPECT_NE(none.err.find("why.no-trace"), std::string::npos) << none.err;
}

TEST_F(WhyCommand, WhatCannotBeAskedOfACellIsSaid) {
  const std::string model = file("m.smv",
                                 "MODULE main\nIVAR go : boolean;\nVAR x : 0..3;\n"
                                 "ASSIGN init(x) := 0; next(x) := go & x < 3 ? x + 1 : x;\n"
                                 "DEFINE high := x > 1;\nINVARSPEC NAME low := !high\n");
  const auto asked = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"why", model, "-p", "low", "--cell"});
    const Outcome o = whynot(words);
    EXPECT_EQ(o.code, 3);
    return o.err;
  };
  const std::string define = asked({"high@2", "--instead", "FALSE"});
  EXPECT_NE(define.find("why.define"), std::string::npos) << define;
  EXPECT_NE(define.find("it reads x"), std::string::npos) << define;
  const std::string same = asked({"x@2", "--instead", "2"});
  EXPECT_NE(same.find("why.same-value"), std::string::npos) << same;
  EXPECT_NE(same.find("`x` is 2 there"), std::string::npos) << same;
  EXPECT_NE(asked({"go@0"}).find("--cell 'go@1'"), std::string::npos);
}

TEST_F(WhyCommand, CellsThatTheFailureDoesNotRestOnArePale) {
  const std::string model =
      file("m.smv",
           "MODULE main\nIVAR a : boolean; b : boolean;\nVAR x : boolean; y : 0..3; z : boolean;\n"
           "ASSIGN init(x) := FALSE; next(x) := a; init(y) := 0; next(y) := x & y < 3 ? y + 1 : y;\n"
           "init(z) := FALSE; next(z) := b;\nINVARSPEC NAME p := y = 0 | z\n");
  const Outcome o = whynot({"why", model, "-p", "p", "--contrast", "off"});
  EXPECT_NE(o.out.find("    x       FALSE  *TRUE   ·\n"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("    > a             TRUE   ·\n"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("· = the failure does not rest on it (--full shows all)"), std::string::npos) << o.out;
  const Outcome full = whynot({"why", model, "-p", "p", "--contrast", "off", "--full"});
  EXPECT_EQ(full.out.find("·"), std::string::npos) << full.out;
  const Outcome checked = whynot({"check", model, "-p", "p"});
  EXPECT_EQ(checked.out.find("·"), std::string::npos) << checked.out;
}

TEST_F(WhyCommand, RowsThatTellNothingAreLeftOut) {
  const std::string model =
      file("m.smv",
           "MODULE main\nIVAR a : boolean;\nVAR x : boolean; y : 0..3; u : boolean;\n"
           "ASSIGN init(x) := FALSE; next(x) := a; init(u) := FALSE; next(u) := !u; init(y) := 0;\n"
           "next(y) := x & (y < 3 | u) ? (y + 1) mod 4 : y;\nINVARSPEC NAME p := y != 2\n");
  const Outcome o = whynot({"why", model, "-p", "p", "--contrast", "off"});
  EXPECT_EQ(o.out.find("\n    u "), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("1 more column left out (--full shows all)"), std::string::npos) << o.out;
  EXPECT_NE(whynot({"why", model, "-p", "p", "--contrast", "off", "--full"}).out.find("\n    u "), std::string::npos);
}

TEST_F(WhyCommand, LongSentencesLeaveValuesToTheTrace) {
  std::string variables, sum;
  for (const char* name : {"first", "second", "third", "fourth", "fifth", "sixth"}) {
    variables += fmt::format("the_{0}_counter : 0..9; the_{0}_limit : 0..9;\n", name);
    sum += fmt::format("{1}the_{0}_counter > the_{0}_limit", name, sum.empty() ? "" : " | ");
  }
  const std::string model = file("m.smv", "MODULE main\nVAR " + variables + "INVARSPEC NAME p := " + sum + "\n");
  const auto sentence = [&](const Outcome& o) {
    return o.out.substr(o.out.find("Why:"), o.out.find('\n', o.out.find("Why:")) - o.out.find("Why:"));
  };
  const std::string told = sentence(whynot({"why", model, "-p", "p", "--contrast", "off"}));
  EXPECT_NE(told.find("the_sixth_counter > the_sixth_limit does not hold"), std::string::npos) << told;
  EXPECT_EQ(told.find('('), std::string::npos) << told;
  const std::string all = sentence(whynot({"why", model, "-p", "p", "--contrast", "off", "--all"}));
  EXPECT_NE(all.find("(the_first_counter = "), std::string::npos) << all;
}

TEST_F(WhyCommand, TracesACellBack) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3", "--cell", "floor@3"});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("floor = 1 at step 3: line 34 [wanted_below & floor > 1] gives floor - 1"), std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find("Rests on "), std::string::npos) << o.out;
}

// Sentences speak of DEFINEs, so they can be asked about.
TEST_F(WhyCommand, TracesADefineBack) {
  const std::string model = file("clash.smv", R"(MODULE main
VAR a : 0..3; b : 0..3; c : boolean;
DEFINE clash := a = b & a > 1;
ASSIGN init(a) := 0; next(a) := a < 3 ? a + 1 : a; init(b) := 2; next(b) := b;
INVARSPEC NAME p := !clash
)");
  const Outcome o = whynot({"why", model, "--cell", "clash@2"});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("clash = TRUE at step 2: line 3 defines it as a = b & a > 1"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("a = 2 at step 2: line 4"), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("c = "), o.out.rfind("c = ")) << o.out;
  EXPECT_EQ(whynot({"why", model, "--cell", "clash@9"}).code, 3);
  EXPECT_EQ(whynot({"why", model, "--cell", "clash@2", "--instead", "FALSE"}).code, 3);
}

// What helps is named, and what does not is left to --all.
TEST_F(WhyCommand, HintsNameWhatHelps) {
  const std::string model = file("hint.smv", R"(MODULE main
VAR done : boolean; seen : 0..3;
IVAR go : boolean; noise : 0..3;
ASSIGN init(done) := FALSE; next(done) := go ? TRUE : done; init(seen) := 0; next(seen) := noise;
LTLSPEC NAME p := F done
)");
  const Outcome o = whynot({"why", model});
  EXPECT_NE(o.out.find("go = TRUE is possible at every step of the loop and never happens."), std::string::npos);
  EXPECT_NE(o.out.find("With JUSTICE go the property holds."), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("noise = 1 is possible"), std::string::npos) << o.out;
}

// The first step of a loop has its value by the way there, and keeps it by the way back.
TEST_F(WhyCommand, TracesTheWayBackToTheLoopToo) {
  const std::string model = file("wait.smv", R"(MODULE main
VAR at : {idle, wait, serve}; other : boolean;
ASSIGN init(at) := idle;
  next(at) := case at = idle : wait; at = wait & other : wait; at = wait : serve; TRUE : idle; esac;
LTLSPEC NAME p := G (at = wait -> F at = serve)
)");
  const Outcome o = whynot({"why", model, "--cell", "at@1"});
  EXPECT_NE(o.out.find("at = wait at step 1: line 4 [at = idle] gives wait"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("at = wait back at step 1"), std::string::npos) << o.out;
}

TEST_F(WhyCommand, SaysItInJson) {
  const Outcome o = whynot({"why", example("lift"), "-p", "served3", "--cell", "floor@3", "--json", "--no-timing"});
  for (const char* part :
       {"\"kind\":\"why\"", "\"role\":\"trigger\"", "\"minimal\":true", "\"chain\":[", "\"roots\":["})
    EXPECT_NE(o.out.find(part), std::string::npos) << part << "\n" << o.out;
}

// What the fired branch reads is followed; what only kept earlier branches from firing is one line.
TEST_F(WhyCommand, TellsProducersFromBlockers) {
  const std::string model = file("m.smv", R"(MODULE main
VAR x : 0..3; a : boolean; b : boolean; c : boolean;
ASSIGN init(x) := 0; init(a) := TRUE; init(b) := FALSE; init(c) := TRUE;
  next(a) := a; next(b) := b; next(c) := c;
  next(x) := case
    b & c : 1;
    a | c : 3;
    TRUE  : x;
  esac;
INVARSPEC NAME p := x != 3
)");
  const std::string out = whynot({"why", model, "--cell", "x@1"}).out;
  EXPECT_NE(out.find("    x = 3 at step 1: line 7 [a | c] gives 3\n"
                     "      a = TRUE at step 0: the initial value, line 3\n"
                     "      also: b = FALSE at step 0   (earlier branches did not apply)\n"),
            std::string::npos)
      << out;
  EXPECT_NE(whynot({"why", model, "--cell", "x@1", "--all"}).out.find("b = FALSE at step 0: the initial value"),
            std::string::npos);
  const std::string json = whynot({"why", model, "--cell", "x@1", "--json"}).out;
  EXPECT_NE(json.find(R"({"column":"a","step":0,"closing":false,"role":"producer"})"), std::string::npos) << json;
  EXPECT_NE(json.find(R"({"column":"b","step":0,"closing":false,"role":"blocker"})"), std::string::npos) << json;
}

TEST_F(WhyCommand, RefusesCellsThatAreNotThere) {
  const std::string lift = example("lift");
  EXPECT_EQ(whynot({"why", lift, "-p", "served3", "--cell", "floor"}).code, 2);
  EXPECT_EQ(whynot({"why", lift, "-p", "served3", "--cell", "flor@1"}).code, 3);
  const std::string short_run = file("m.smv", "MODULE main\nVAR x : boolean;\nINVARSPEC x\n");
  const Outcome o = whynot({"why", short_run, "--cell", "x@9"});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("why.unknown-step"), std::string::npos) << o.err;
}

// Passing runs push as well, but none comes as far as the branch that gives 2.
TEST_F(WhyCommand, TellsWhatAllCounterexamplesShare) {
  const std::string model = file("m.smv", R"(MODULE main
VAR n : 0..3; idle : boolean;
IVAR push : boolean; noise : boolean;
ASSIGN init(n) := 0; init(idle) := TRUE; next(idle) := noise;
  next(n) := case
    push & n = 1 : 2;
    push & n = 0 : 1;
    TRUE : n;
  esac;
INVARSPEC NAME low := n < 2
)");
  const Outcome o = whynot({"why", model, "-n", "4"});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("Both counterexamples take line 6 [push & n = 1], where n becomes 2; neither of "),
            std::string::npos)
      << o.out;
  const Outcome json = whynot({"why", model, "-n", "4", "--json", "--no-timing"});
  EXPECT_NE(json.out.find("\"shared_by\":{\"counterexamples\":2,"), std::string::npos) << json.out;
  EXPECT_NE(whynot({"why", model, "--json"}).out.find("\"shared_by\":null"), std::string::npos);
}

// Passing runs take the branch too, but never at the limit.
TEST_F(WhyCommand, TellsWhatGoesWithABranchThatAllTake) {
  const Outcome o = whynot({"why", example("counter"), "-p", "within", "-n", "5"});
  EXPECT_NE(o.out.find("All 5 counterexamples take line 13 [value <= limit] with value = limit, where value becomes "
                       "value + 1; none of "),
            std::string::npos)
      << o.out;
  const std::string json = whynot({"why", example("counter"), "-p", "within", "-n", "5", "--json"}).out;
  EXPECT_NE(json.find(R"("with":"value = limit")"), std::string::npos) << json;
}

TEST_F(WhyCommand, SaysAtLengthWhatADefineIs) {
  const std::string model = file("m.smv", R"(MODULE main
VAR a : 0..3; b : 0..3;
DEFINE clash := a = b & a > 1;
ASSIGN init(a) := 0; next(a) := a < 3 ? a + 1 : a; init(b) := 2; next(b) := b;
INVARSPEC !clash
)");
  for (const char* command : {"check", "why"}) {
    EXPECT_NE(whynot({command, model, "-v"}).out.find("\n      clash := a = b & a > 1, line 3\n"), std::string::npos);
    EXPECT_EQ(whynot({command, model}).out.find("clash :="), std::string::npos);
  }
}

// What the failure rests on first, then what could have had a part in it, then a count.
TEST_F(WhyCommand, ShowsTheConeAfterTheChain) {
  const std::string model = file("m.smv", R"(MODULE main
VAR idle : 0..9; spare : 0..9; n : 0..9; gate : boolean;
ASSIGN init(idle) := 0; next(idle) := (idle + 1) mod 10; init(spare) := 0; next(spare) := (spare + 1) mod 10;
  init(gate) := FALSE; next(gate) := !gate;
  init(n) := 0; next(n) := case n < 3 : n + 1; spare = 9 & gate : 0; TRUE : n; esac;
INVARSPEC n < 3
)");
  const std::string out = whynot({"check", model, "--relevant", "--no-timing"}).out;
  const std::size_t n = out.find("\n    n "), spare = out.find("\n    spare"), gate = out.find("\n    gate");
  EXPECT_TRUE(n < spare && spare < gate && gate != std::string::npos) << out;
  EXPECT_EQ(out.find("\n    idle"), std::string::npos) << out;
  EXPECT_NE(out.find("1 more column left out"), std::string::npos) << out;
  EXPECT_EQ(whynot({"check", model, "--no-timing"}).out, out);  // which is what is shown anyway
  EXPECT_NE(whynot({"check", model, "--full"}).out.find("\n    idle"), std::string::npos);
  EXPECT_NE(whynot({"check", model, "--vars", "idle"}).out.find("\n    idle"), std::string::npos);
}

// A change in the middle of a long run is not lost among the steps of a counter.
TEST_F(WhyCommand, FoldsWhatOnlyGoesOn) {
  std::string text = "MODULE main\nVAR t : 0..300; a : boolean;\nIVAR go : boolean;\n";
  for (int i = 0; i < 60; ++i) text += "VAR c" + std::to_string(i) + " : 0..7;\n";
  text += "ASSIGN init(t) := 0; next(t) := t < 300 ? t + 1 : t; init(a) := FALSE; next(a) := a | (t = 100 & go);\n";
  for (int i = 0; i < 60; ++i) {
    const std::string c = "c" + std::to_string(i);
    text += "init(" + c + ") := 0; next(" + c + ") := (" + c + " + 1) mod 8;\n";
  }
  const std::string model = file("m.smv", text + "INVARSPEC NAME p := !(t = 120 & a)\n");
  const Outcome o = whynot({"check", model});
  EXPECT_LE(std::count(o.out.begin(), o.out.end(), '\n'), 60) << o.out;
  EXPECT_NE(o.out.find("60 more columns left out"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("    steps 102 to 120   t = 102 … 120\n"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("a = TRUE"), std::string::npos) << o.out;
}

TEST_F(WhyCommand, LeavesAHoldingPropertyAlone) { EXPECT_EQ(whynot({"why", example("lift"), "-p", "no_gap"}).code, 0); }

}  // namespace
}  // namespace whynot::command
