// Messages that people tripped over, as they should read.
#include "command_line.h"

namespace whynot::command {
namespace {

struct Messages : CommandLine {
  // What `check` says of a model, with whatever options.
  std::string said(const std::string& body, const std::vector<std::string>& options = {}) {
    std::vector<std::string> words{"check", file("m.smv", "MODULE main\n" + body)};
    words.insert(words.end(), options.begin(), options.end());
    const auto outcome = whynot(words);
    return outcome.out + outcome.err;
  }
};

#define EXPECT_SAYS(text, part)                              \
  do {                                                       \
    const std::string whole = text;                          \
    EXPECT_NE(whole.find(part), std::string::npos) << whole; \
  } while (false)

TEST_F(Messages, AVariableIsNamedNotItsConstant) {
  EXPECT_SAYS(said("VAR x : boolean; n : 0..20;\nASSIGN init(x) := TRUE; init(n) := 0; next(n) := n < 20 ? n + 1 : n;\n"
                   "next(x) := n < 13;\nINVARSPEC x;\n"),
              "x is FALSE at step 14");
}

TEST_F(Messages, WhatOneRunCannotShowHasItsState) {
  const std::string text = said(
      "VAR s : {a, b, c};\nASSIGN init(s) := a; next(s) := case s = a : {b, c}; TRUE : s; esac;\n"
      "CTLSPEC NAME both := EF (s = b & EX s = c);\n");
  EXPECT_SAYS(text, "one run cannot show this; here is the state where it breaks: s = a");
  EXPECT_SAYS(text, "-p both   (why, state by state)");
}

TEST_F(Messages, ACaseThatMatchesNothingSaysOnWhat) {
  EXPECT_SAYS(said("VAR s : {idle, done}; req : boolean;\n"
                   "ASSIGN next(s) := case s = idle : done; s = done & !req : idle; esac;\nINVARSPEC s = idle;\n"),
              "the case is not exhaustive: nothing matches s = done, req = TRUE");
}

TEST_F(Messages, ADeadlockSaysWhereAndWhy) {
  const std::string text = said("VAR x : 0..5;\nINIT x = 0\nTRANS x < 3 & next(x) = x + 1\nINVARSPEC x < 9\n");
  EXPECT_SAYS(text, "deadlock: x = 3, reached in 3 steps");
  EXPECT_SAYS(text, "has no successor (TRANS, line 4");
}

TEST_F(Messages, AMissingSemicolonIsCalledSo) {
  EXPECT_SAYS(said("VAR x : boolean;\nASSIGN\n init(x) := TRUE\n next(x) := !x;\n"),
              "`;` is missing at the end of line 4");
}

TEST_F(Messages, WordsOfOtherLanguagesAreTranslated) {
  EXPECT_SAYS(said("VAR x : boolean;\nASSIGN next(x) := if (x) then FALSE else TRUE;\n"),
              "write `c ? a : b` or `case c : a; TRUE : b; esac`");
  EXPECT_SAYS(said("VAR x : boolean;\nINVARSPEC x == TRUE;\n"), "`=` is equality here; write `=`");
  EXPECT_SAYS(said("VAR x : boolean;\nINVARSPEC x && x;\n"), "write `&`");
}

TEST_F(Messages, StepsOfTwoRunsAreToldAsPeopleDo) {
  EXPECT_SAYS(whynot({"classify", example("net"), "-p", "reach_b", "--bound", "4", "--no-discover"}).out,
              "steps 0, 1, 2 and 3 of t1 are steps 0, 1, 2 and 3 of t2");
}

TEST_F(Messages, MoreCounterexamplesAreProposedWhereThereMayBeSome) {
  const std::string waits =
      "VAR x : 0..2; w : boolean;\nASSIGN init(x) := 0; next(x) := w ? x : (x < 2 ? x + 1 : x);\n"
      "INVARSPEC NAME p := x < 2;\n";
  EXPECT_SAYS(said(waits), "-p p -n 5   (further counterexamples)");
  EXPECT_SAYS(said(waits, {"-n", "2", "--different", "w"}), "-p p -n 4 --different w   (further counterexamples)");
  const std::string one = said(waits, {"-n", "4", "--different", "x"});  // those that only wait are one
  EXPECT_EQ(one.find("further counterexamples"), std::string::npos) << one;
}

TEST_F(Messages, WhatCounterexamplesDifferInIsShown) {
  const std::string text = said(
      "VAR a : 0..3; st : {idle, busy};\nASSIGN init(a) := 0; next(a) := a < 3 ? a + 1 : a; init(st) := idle;\n"
      "INVARSPEC a < 3;\n",
      {"-n", "2", "--different", "st"});
  EXPECT_SAYS(text, "*busy");  // though the failure does not rest on it
}

TEST_F(Messages, RouterTablesAreAboutAddresses) {
  const std::string campus = std::string(WHYNOT_EXAMPLES) + "/intervals/campus";
  const std::string text = whynot({"check", campus, "--reach", "edge_rtr,core_rtr,10.1.0.0/16"}).out;
  EXPECT_SAYS(text, "packet.ipdst = 10.1.");
}

TEST_F(Messages, ANumberBelowItsRangeSaysTheRange) {
  EXPECT_SAYS(said("VAR x : boolean;\nINVARSPEC x;\n", {"--bound", "-1"}), "--bound must be 0 or more");
}

}  // namespace
}  // namespace whynot::command
