// What a text about an open model owes (a case that covers all cases, a divisor that is not 0) is settled before the
// text is used, wherever it comes from: the same diagnostics as in the model's file, and exit 3.
#include "command_line.h"

namespace whynot::command {
namespace {

struct Owed : CommandLine {
  static constexpr const char* counter =
      "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 4;\nDEFINE d := 3 mod x;\n";
  static constexpr const char* half_a_case = "case x = 0 : TRUE; x = 1 : TRUE; esac";
  static constexpr const char* divides = "3 mod x = 0 | x > 0";  // 0 is a value of x
  std::string model = "counter.smv";
  void SetUp() override {
    CommandLine::SetUp();
    model = file("counter.smv", counter);
  }
  // Refused, for this reason and no other.
  void expect_owed(const std::vector<std::string>& arguments, const std::string& code) {
    const Outcome outcome = whynot(arguments);
    EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find("error[" + code + "]"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out.find("holds"), std::string::npos) << outcome.out;
  }
};

TEST_F(Owed, AFormulaByEveryEngine) {
  for (const char* engine : {"auto", "bmc", "kind", "bdd", "explicit"}) {
    SCOPED_TRACE(engine);
    expect_owed({"check", model, "-f", half_a_case, "--engine", engine}, "smv.case-not-exhaustive");
    expect_owed({"check", model, "-f", divides, "--engine", engine}, "smv.division-by-zero");
  }
  expect_owed({"check", model, "-f", divides, "--race"}, "smv.division-by-zero");
}

TEST_F(Owed, OfEveryKind) {
  for (const char* formula : {"AG (3 mod x = 0)", "G (3 mod x = 0)", "F (3 / x = 1)", "EF d = 1"})
    expect_owed({"check", model, "-f", formula}, "smv.division-by-zero");
}

TEST_F(Owed, TheSameWordsAsInTheFile) {
  const std::string inside = file("inside.smv", std::string(counter) + "INVARSPEC " + half_a_case + "\n");
  const auto words = [](const std::string& err) {
    const std::size_t begin = err.find("error[");
    return begin == std::string::npos ? err : err.substr(begin, err.find('\n', begin) - begin);
  };
  EXPECT_EQ(words(whynot({"check", model, "-f", half_a_case}).err), words(whynot({"check", inside}).err));
}

TEST_F(Owed, AGuardPays) {
  EXPECT_EQ(whynot({"check", model, "-f", "x != 0 -> 3 mod x < 3"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "-f", "x = 0 | d < 3"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "-f", "case x = 0 : TRUE; TRUE : 3 mod x < 3; esac"}).code, 0);
}

// The model's own use is guarded, and says nothing for that of the formula; the place is the formula's.
TEST_F(Owed, WhatTheModelGuardsIsOwedAgain) {
  const std::string guarded = file("guarded.smv", std::string(counter) + "INVARSPEC x != 0 -> 3 mod x < 3\n");
  EXPECT_EQ(whynot({"check", guarded}).code, 0);
  const Outcome outcome = whynot({"check", guarded, "-f", "3 mod x < 3"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err.find("-f:1:1"), 0u) << outcome.err;
}

TEST_F(Owed, OneFormulaDoesNotPayForAnother) {
  expect_owed({"check", model, "-f", "x != 0 -> 3 mod x < 3", "-f", "3 mod x < 3"}, "smv.division-by-zero");
}

TEST_F(Owed, InTheOtherCommands) {
  for (const char* command : {"explain", "classify"})
    expect_owed({command, model, "-f", divides}, "smv.division-by-zero");
  expect_owed({"intervals", model, "-v", "x", "-f", divides}, "smv.division-by-zero");
}

TEST_F(Owed, Rows) {
  for (const char* text : {"3 mod x", "case x = 1 : 4; esac", "d"}) {
    SCOPED_TRACE(text);
    const std::string code = text[0] == 'c' ? "smv.case-not-exhaustive" : "smv.division-by-zero";
    expect_owed({"check", model, "-f", "x < 2", "--eval", text}, code);
    expect_owed({"simulate", model, "--eval", text}, code);
  }
  EXPECT_EQ(whynot({"simulate", model, "--eval", "x = 0 ? 0 : 3 mod x"}).code, 0);
}

TEST_F(Owed, TheConstraintOfASimulation) {
  expect_owed({"simulate", model, "--constraint", "3 mod x = 0"}, "smv.division-by-zero");
}

TEST_F(Owed, WhereEvidenceStartsAndStops) {
  for (const char* option : {"--start", "--stop"})
    expect_owed({"explain", model, "-f", "EF x = 2", option, "EF 3 mod x = 1"}, "smv.division-by-zero");
}

TEST_F(Owed, Strategies) {
  for (const char* words :
       {"avoid(3 mod x = 0)", "prefer(3 mod x = 0)", "nearest(3 mod x = 0; x)", "farthest(3 mod x = 0; x)",
        "alternate(x = 1, 3 mod x = 0)", "sequence(a: 3 mod x = 0 -> b; b: x = 1 -> a)", "hard avoid(3 mod x = 0)"}) {
    SCOPED_TRACE(words);
    expect_owed({"explain", model, "-f", "EF x = 2", "--strategy", words}, "smv.division-by-zero");
  }
}

TEST_F(Owed, WhatAScriptWishes) {
  const std::string script = file("wish.lua", "function wish(goal) return '3 mod x = 0' end\n");
  const Outcome outcome = whynot({"explain", model, "-f", "EF x = 2", "--strategy", script});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("error[smv.division-by-zero]"), std::string::npos) << outcome.err;
}

TEST_F(Owed, Predicates) {
  const std::vector<std::string> question{"classify", model, "-f", "x < 2", "--bound", "4"};
  const auto with = [&](std::string option, std::string value) {
    std::vector<std::string> all = question;
    all.insert(all.end(), {std::move(option), std::move(value)});
    return all;
  };
  expect_owed(with("--predicate", "p(i) := 3 mod x@i = 0"), "smv.division-by-zero");
  expect_owed(with("--predicate", "p(i) := case x@i = 0 : TRUE; esac"), "smv.case-not-exhaustive");
  expect_owed(with("--predicate", "p(i) := d@i = 0"), "smv.division-by-zero");  // a DEFINE that nothing else uses
  expect_owed(with("--predicates", file("p.pred", "q(i) := x@i = 1;\np(i) := 3 mod x@i = 0;\n")),
              "smv.division-by-zero");
  EXPECT_NE(whynot(with("--predicate", "p(i) := x@i != 0 & d@i = 0")).code, 3);
  const Outcome told = whynot(with("--predicate", "p(i) := 3 mod x@i = 0"));
  EXPECT_NE(told.err.find("this divisor may be zero, for example when x@i = 0"), std::string::npos) << told.err;
  EXPECT_EQ(told.err.find("--predicate:1:9"), 0u) << told.err;
}

TEST_F(Owed, TheConditionsOfAnAutomatonOverASystem) {
  const std::string automaton = file(
      "p.efsa",
      "property p\nstate a initial\nstate b final\na -> b on e\na -> a else\nevents x\nmap e <- when 3 mod x = 0\n");
  const Outcome outcome = whynot({"paths", model, "-a", automaton});
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
}

TEST_F(Owed, AtThePrompt) {
  const Outcome outcome = whynot({"shell", model}, std::string("check -f '") + divides + "'\n");
  EXPECT_EQ(outcome.code, 3) << outcome.out << outcome.err;
  EXPECT_NE(outcome.err.find("smv.division-by-zero"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace whynot::command
