// What is said beside a verdict: vacuity, dead ends, fairness, where CTL breaks, and how much of a long trace is shown.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct Beside : CommandLine {
  json report(std::vector<std::string> arguments, int code) {
    arguments.push_back("--json");
    arguments.push_back("--no-timing");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
  static json finding(const json& report, const std::string& kind) {
    for (const json& f : report["findings"])
      if (f["kind"] == kind) return f;
    return {};
  }
  std::string idle() {
    return file("idle.smv",
                "MODULE main\nVAR press : boolean; lamp : boolean;\n"
                "ASSIGN init(press) := FALSE; next(press) := press & lamp;\nLTLSPEC NAME lit := G (press -> F lamp)\n");
  }
};

TEST_F(Beside, CheckWarnsOfALeftSideThatIsNeverTrue) {
  const Outcome o = whynot({"check", idle()});
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(o.err.find("idle.smv:4:"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("warning[vacuity.antecedent]: `lit` holds because `press` is never TRUE"), std::string::npos)
      << o.err;
  const json said = report({"check", idle()}, 0);
  EXPECT_EQ(said["diagnostics"][0]["code"], "vacuity.antecedent");
  EXPECT_EQ(finding(said, "vacuity")["status"], "suspicious");
}

TEST_F(Beside, WarningsAreErrorsForThoseWhoSaySo) {
  EXPECT_EQ(whynot({"check", idle(), "--werror"}).code, 3);
  EXPECT_EQ(whynot({"check", example("counter"), "-p", "within", "--werror"}).code, 10);
}

TEST_F(Beside, WhyOfAPropertyThatHoldsForNothing) {
  const json said = report({"why", idle(), "-p", "lit"}, 0);
  const json f = finding(said, "vacuity");
  EXPECT_EQ(f["property"], "lit");
  EXPECT_EQ(f["status"], "suspicious");
  EXPECT_EQ(f["reason"], "antecedent");
  EXPECT_EQ(f["part"], "press");
  EXPECT_EQ(f["line"], 4);
  EXPECT_EQ(f["witness"], nullptr);
}

TEST_F(Beside, WhyOfAPropertyThatIsOfUseShowsARun) {
  const std::string model =
      file("lamp.smv",
           "MODULE main\nVAR press : boolean; lamp : boolean;\nASSIGN init(press) := FALSE; init(lamp) := FALSE;\n"
           "next(press) := case lamp : FALSE; press : TRUE; TRUE : {TRUE, FALSE}; esac; next(lamp) := press;\n"
           "LTLSPEC NAME lit := G (press -> F lamp)\n");
  const json said = report({"why", model, "-p", "lit"}, 0);
  const json f = finding(said, "vacuity");
  EXPECT_EQ(f["status"], "interesting");
  ASSERT_EQ(f["witness"], "t1");
  EXPECT_EQ(said["traces"][0]["replayed"], true);
  EXPECT_EQ(said["traces"][0]["steps"][1]["state"]["press"], true);
  EXPECT_EQ(said["traces"][0]["steps"][2]["state"]["lamp"], true);
  EXPECT_NE(whynot({"why", model, "-p", "lit"}).out.find("is put to use by this run"), std::string::npos);
  EXPECT_TRUE(report({"check", model}, 0)["diagnostics"].empty());
}

TEST_F(Beside, ADeadEndIsNamedWithTheWayToIt) {
  const std::string model = file("ends.smv",
                                 "MODULE main\nVAR level : 0..3; other : boolean;\nINIT level = 0\n"
                                 "TRANS level < 2 & next(level) = level + 1\nLTLSPEC NAME top := F level = 3\n");
  const Outcome o = whynot({"check", model});
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(
      o.err.find("deadlock: level = 2, reached in 2 steps (level = 0, 1, 2), has no successor (TRANS, line 4: level "
                 "< 2)"),
      std::string::npos)
      << o.err;
  const json f = finding(report({"why", model, "-p", "top"}, 0), "vacuity");
  EXPECT_EQ(f["reason"], "no-run");
  EXPECT_EQ(f["witness"], "t1");
}

TEST_F(Beside, TheConstraintThatLeavesNoRunIsNamed) {
  const Outcome o = whynot({"check", file("unfair.smv",
                                          "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := x;\n"
                                          "JUSTICE x = 3\nLTLSPEC F x = 2\n")});
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(o.err.find("unfair.smv:4:"), std::string::npos) << o.err;
  EXPECT_NE(
      o.err.find("[vacuity.no-run]: there is no fair infinite run: this excludes them all (JUSTICE, line 4: x = 3)"),
      std::string::npos)
      << o.err;
}

TEST_F(Beside, WhyHintsAtFairness) {
  const std::string model =
      file("go.smv",
           "MODULE main\nVAR ready : boolean;\nIVAR go : boolean;\n"
           "ASSIGN init(ready) := FALSE; next(ready) := go ? TRUE : ready;\nLTLSPEC NAME p := F ready\n");
  const json hint = finding(report({"why", model, "-p", "p"}, 10), "why")["fairness"];
  EXPECT_EQ(hint["never_taken"][0]["column"], "go");
  EXPECT_EQ(hint["never_taken"][0]["value"], true);
  EXPECT_EQ(hint["never_taken"][0]["always_possible"], true);
  EXPECT_EQ(hint["suffices"], json::array({"go"}));
  const std::string out = whynot({"why", model, "-p", "p"}).out;
  EXPECT_NE(out.find("go = TRUE is possible at every step of the loop and never happens."), std::string::npos) << out;
  EXPECT_NE(out.find("With JUSTICE go the property holds."), std::string::npos) << out;
}

TEST_F(Beside, CheckTellsWhereABranchingPropertyBreaks) {
  const std::string model = file("trap.smv",
                                 "MODULE main\nVAR at : {start, open, trap};\nASSIGN init(at) := start;\n"
                                 "next(at) := case at = start : {open, trap}; at = open : start; TRUE : at; esac;\n"
                                 "CTLSPEC NAME back := AG EF at = start\n");
  const json said = report({"check", model}, 10);
  const json& property = said["properties"][0];
  EXPECT_EQ(property["reason"], "one run cannot show this; here is the state where it breaks: at = trap");
  EXPECT_NE(property["why"].get<std::string>().find("from step 1 (at = trap)"), std::string::npos) << property["why"];
  ASSERT_EQ(property["traces"].size(), 1u);
  EXPECT_EQ(said["traces"][0]["steps"][1]["state"]["at"], "trap");
  EXPECT_EQ(finding(report({"why", model, "-p", "back"}, 10), "why")["sentence"], property["why"]);
}

TEST_F(Beside, ALongTraceFitsOnAScreen) {
  std::string text = "MODULE main\nVAR n : 0..200;\n", next = "ASSIGN init(n) := 0; next(n) := n < 200 ? n + 1 : n;\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("c{} : 0..{};\n", i, i + 2);
    next += fmt::format("init(c{0}) := 0; next(c{0}) := (c{0} + 1) mod {1};\n", i, i + 3);
  }
  const std::string model = file("long.smv", text + next + "INVARSPEC NAME p := n < 120\n");
  const auto lines = [](const std::string& s) { return std::count(s.begin(), s.end(), '\n'); };
  const Outcome o = whynot({"check", model, "--engine", "bdd"});
  EXPECT_EQ(o.code, 10);
  EXPECT_LE(lines(o.out), 70) << o.out;
  EXPECT_NE(o.out.find("40 more columns left out (--full shows all)"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("n = 120"), std::string::npos) << o.out;
  EXPECT_GT(lines(whynot({"check", model, "--engine", "bdd", "--full"}).out), 4000);
}

TEST_F(Beside, RelevantColumnsAreThoseThatTheFailureRestsOn) {
  const std::string model =
      file("two.smv",
           "MODULE main\nVAR a : 0..5; b : 0..5; c : 0..5;\nASSIGN init(a) := 0; init(b) := 0; "
           "init(c) := 0;\nnext(a) := b; next(b) := b < 5 ? b + 1 : b; next(c) := (c + 1) mod 6;\n"
           "INVARSPEC NAME p := a < 3\n");
  EXPECT_EQ(finding(report({"why", model, "-p", "p"}, 10), "why")["relevant"], json::array({"a", "b"}));
  const std::string out = whynot({"check", model, "--relevant"}).out;
  EXPECT_NE(out.find("1 more column left out"), std::string::npos) << out;
  EXPECT_EQ(out.find("\n    c "), std::string::npos) << out;
  const std::string trace = folder / "t.json";
  ASSERT_EQ(whynot({"check", model, "--json", "-o", trace}).code, 10);
  const Outcome shown = whynot({"trace", "show", trace, "--model", model, "-p", "p", "--relevant"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_NE(shown.out.find("1 more column left out"), std::string::npos) << shown.out;
  EXPECT_EQ(whynot({"trace", "show", trace, "--relevant"}).code, 2);
}

// Of many columns those that the property reads; of a bounded EF that nothing meets it in time.
TEST_F(Beside, CheckTellsWhereABoundedPropertyBreaks) {
  std::string text = "MODULE main\nVAR at : 0..9;\nASSIGN init(at) := 0; next(at) := at < 9 ? at + 1 : at;\n";
  for (int i = 0; i < 10; ++i) text += fmt::format("VAR idle{} : boolean;\n", i);
  const json said = report({"check", file("m.smv", text + "CTLSPEC NAME soon := EBF 1..3 at = 7\n")}, 10);
  const json& property = said["properties"][0];
  EXPECT_EQ(property["reason"], "one run cannot show this; here is the state where it breaks: at = 0");
  EXPECT_EQ(property["why"], "no run from step 0 (at = 0) on meets at = 7 within 1 to 3 steps.");
  const Outcome never = whynot({"check", file("n.smv", "MODULE main\nVAR x : boolean;\nCTLSPEC EBF 2..4 (3 != 3)\n")});
  EXPECT_EQ(never.out.find("()"), std::string::npos) << never.out;
}

TEST_F(Beside, ThreeConstraintsMendTheProtocolWithoutFairness) {
  std::ifstream in(example("mutex"));
  std::string text;
  for (std::string line; std::getline(in, line);)
    if (line.find("JUSTICE") == std::string::npos) text += line + "\n";
  const json f = finding(report({"why", file("unfair.smv", text), "-p", "no_starvation"}, 10), "why");
  EXPECT_EQ(f["fairness"]["suffices"], json::array({"who = 0", "who = 1", "p1.at != critical"}));
  EXPECT_EQ(f["fairness"]["smallest"], true);
}

}  // namespace
}  // namespace whynot::command
