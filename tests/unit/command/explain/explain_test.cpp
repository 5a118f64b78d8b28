// whynot explain, end to end.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* button = R"(MODULE main
VAR p : boolean; r : boolean; f : boolean;
DEFINE
  q0 := !p & !r & !f; q1 := p & !r & !f; q2 := p & r & !f; q3 := !p & r & !f; q4 := p & r & f; q5 := !p & r & f; q6 := p & !r & f;
INIT q0
TRANS case
  q0 : next(q0) | next(q1); q1 : next(q2) | next(q3); q2 : next(q2) | next(q3) | next(q4) | next(q5);
  q3 : next(q3) | next(q2) | next(q5); q4 : next(q6) | next(q5); q5 : next(q0) | next(q1); q6 : next(q1); TRUE : FALSE; esac
CTLSPEC EF f
CTLSPEC AG (r -> AF f)
CTLSPEC AG (p -> AF r)
LTLSPEC G !f
INVARSPEC !f
)";

struct ExplainCommandLine : CommandLine {
  json report(std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.begin(), {"explain", file("button.smv", button)});
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err;
    return json::parse(o.out);
  }
  Outcome plain(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"explain", file("button.smv", button)});
    return whynot(arguments);
  }
};

// Every goal has a place; open leaves are counted; states are whole.
void check_shape(const json& finding) {
  std::size_t open = 0;
  std::vector<const json*> nodes{&finding["proof"]};
  while (!nodes.empty()) {
    const json& n = *nodes.back();
    nodes.pop_back();
    EXPECT_TRUE(n["goal"].is_string());
    EXPECT_NE(n["state"].is_null(), n["set"].is_null());
    EXPECT_TRUE(n["state"].is_null() || finding["states"].contains(n["state"].get<std::string>()));
    open += n["open"].get<bool>();
    EXPECT_EQ(n["open"].get<bool>(), n["rule"].is_null());
    for (const json& child : n["children"]) nodes.push_back(&child);
  }
  EXPECT_EQ(finding["open"], open);
  EXPECT_EQ(finding["proof"]["goal"], finding["proved"]);
  EXPECT_TRUE(finding["checked"]);
  for (const auto& [name, state] : finding["states"].items()) EXPECT_EQ(state.size(), 3u);
}

TEST_F(ExplainCommandLine, AlternativesAreListedAndTaken) {
  // s1 may go to s2 or s3, both of which settle `EF r` at once.
  const json first = report({"-f", "EF r", "--depth", "all", "--alternatives", "0.0"}, 0)["findings"][0];
  const json& offered = first["alternatives"];
  EXPECT_EQ(offered["at"], "0.0");
  EXPECT_EQ(offered["more"], false);
  ASSERT_EQ(offered["list"].size(), 2u);
  EXPECT_NE(offered["list"][0]["chosen"], offered["list"][1]["chosen"]);
  const std::size_t other = offered["list"][0]["chosen"].get<bool>() ? 2 : 1;
  const json second =
      report({"-f", "EF r", "--depth", "all", "--choose", "0.0:" + std::to_string(other), "--alternatives", "0.0"},
             0)["findings"][0];
  check_shape(second);
  EXPECT_EQ(second["alternatives"]["list"][other - 1]["chosen"], true);
  EXPECT_EQ(second["proof"]["children"][0]["children"][0]["by"], "user");
  EXPECT_NE(first["states"]["s2"], second["states"]["s2"]);
  EXPECT_EQ(second["open"], 0);

  EXPECT_NE(plain({"-f", "EF r", "--alternatives", "0.0"}).out.find("<- chosen"), std::string::npos);
  EXPECT_EQ(plain({"-f", "EF r", "--alternatives", "0.9"}).code, 3);
  EXPECT_EQ(plain({"-f", "EF r", "--choose", "0.0:9"}).code, 3);
  EXPECT_EQ(plain({"-f", "EF r", "--choose", "9:1"}).code, 3);
  for (const std::string malformed : {"0.0", ":1", "0:", "0:x", "0:1234567"})
    EXPECT_EQ(plain({"-f", "EF r", "--choose", malformed}).code, 2) << malformed;
}

TEST_F(ExplainCommandLine, ProvesWhatHoldsAndTheNegationOfWhatFails) {
  json r = report({"-p", "ctl1", "--depth", "all"}, 0);
  check_shape(r["findings"][0]);
  EXPECT_EQ(r["findings"][0]["proved"], "EF f");
  EXPECT_EQ(r["findings"][0]["proof"]["rule"], "EU");
  EXPECT_EQ(r["findings"][0]["proof"]["bound"], 3);
  EXPECT_EQ(r["traces"][0]["steps"].size(), 4u);
  r = report({"-p", "ctl2", "--depth", "all"}, 10);
  check_shape(r["findings"][0]);
  EXPECT_EQ(r["findings"][0]["proved"], "EF (r & EG !f)");
  EXPECT_EQ(r["findings"][0]["open"], 0);
  EXPECT_FALSE(r["traces"][0]["loop"].is_null());
  r = report({"-p", "ctl3", "-p", "invar1"}, 10);
  ASSERT_EQ(r["findings"].size(), 2u);
  check_shape(r["findings"][0]);
  EXPECT_EQ(r["findings"][0]["proof"]["goal"], "AG (p -> AF r)");
  EXPECT_EQ(r["findings"][1]["proved"], "EF f");
}

TEST_F(ExplainCommandLine, DepthBudgetAndStopLeaveGoalsOpen) {
  json r = report({"-p", "ctl2", "--depth", "1"}, 10);
  check_shape(r["findings"][0]);
  EXPECT_EQ(r["findings"][0]["open"], 1);
  r = report({"-p", "ctl2", "--depth", "0"}, 10);
  EXPECT_TRUE(r["findings"][0]["proof"]["open"]);
  r = report({"-p", "ctl2", "--budget", "2"}, 10);
  check_shape(r["findings"][0]);
  r = report({"-p", "ctl2", "--stop", "EG !f"}, 10);
  EXPECT_EQ(r["findings"][0]["open"], 1);
}

TEST_F(ExplainCommandLine, StrategiesChangeTheEvidenceAndAreNamed) {
  const json r = report({"-f", "EF r", "--strategy", "avoid(r & p)", "--depth", "all"}, 0);
  EXPECT_EQ(r["traces"][0]["steps"][2]["state"]["p"], false);
  EXPECT_NE(r.dump().find("strategy avoid(r & p)"), std::string::npos);
  EXPECT_EQ(report({"-f", "EF r", "--strategy", "prefer(p)"}, 0)["traces"][0]["steps"][2]["state"]["p"], true);
}

TEST_F(ExplainCommandLine, AbstractWitnessAndSeveralAtOnce) {
  const json r = report({"-f", "EF r", "--abstract"}, 0);
  const json& abstract = r["findings"][0]["abstract"];
  ASSERT_EQ(abstract.size(), 3u);
  EXPECT_EQ(abstract[2]["formula"], "r & !f");
  EXPECT_EQ(r["findings"][0]["witnesses"], "2");
  const json several = report({"-p", "ctl2", "--all-different", "--observe", "p"}, 10);
  ASSERT_EQ(several["findings"].size(), 3u);
  for (const json& f : several["findings"]) check_shape(f);
}

TEST_F(ExplainCommandLine, MistakesHaveTheirCodes) {
  EXPECT_EQ(plain({"-p", "ltl1", "--strategy", "shortest"}).code, 3);
  EXPECT_NE(plain({"-p", "ltl1", "--abstract"}).err.find("explain.not-ctl"), std::string::npos);
  EXPECT_NE(plain({"-f", "G !f", "--abstract"}).err.find("button.smv -f 'G !f'`"), std::string::npos);
  EXPECT_EQ(plain({"-p", "nobody"}).code, 3);
  EXPECT_EQ(plain({"-p", "ctl1", "--strategy", "nowhere.lua"}).code, 4);
  EXPECT_EQ(plain({}).code, 2);
  EXPECT_EQ(plain({"-p", "ctl1", "--depth", "deep"}).code, 2);
  EXPECT_EQ(plain({"-p", "ctl1", "--show", "some"}).code, 2);
  EXPECT_EQ(plain({"-p", "ctl1", "--strategy", "shortes"}).code, 2);
  EXPECT_NE(plain({"-p", "ctl1", "--strategy", "shortes"}).err.find("did you mean `shortest`"), std::string::npos);
  EXPECT_EQ(plain({"-p", "ctl1", "--strategy", "avoid(p + 1)"}).code, 3);
  EXPECT_EQ(plain({"-p", "ctl1", "--strategy", file("bad.lua", "function (")}).code, 3);
  EXPECT_EQ(plain({"-p", "ctl2", "--all-different", "--observe", "zz"}).code, 3);
  EXPECT_EQ(plain({"-p", "ctl1", "--stop", "EF ("}).code, 3);
}

TEST_F(ExplainCommandLine, DecisionDiagramsCanBeAskedFor) {
  const json r = report({"-p", "ctl2", "--engine", "bdd"}, 10);
  check_shape(r["findings"][0]);
  EXPECT_EQ(r["properties"][0]["engine"], "bdd");
  const Outcome other = plain({"-p", "ctl2", "--engine", "bmc"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("--engine bdd"), std::string::npos) << other.err;
}

TEST_F(ExplainCommandLine, TextShowsStatesInOrder) {
  const Outcome o = plain({"-p", "ctl2", "--no-timing"});
  EXPECT_EQ(o.code, 10);
  const std::size_t s0 = o.out.find("s0  p = FALSE"), s1 = o.out.find("`> s1"), s2 = o.out.find("`> s2");
  EXPECT_TRUE(s0 < s1 && s1 < s2 && s2 != std::string::npos) << o.out;
  EXPECT_NE(o.out.find("forever"), std::string::npos);
  EXPECT_NE(o.out.find("checked ok"), std::string::npos);
  const Outcome back = plain({"-p", "ctl2", "--no-timing", "--backward", "--show", "names:f", "-v"});
  EXPECT_LT(back.out.find("`> s2"), back.out.find("s0  f = FALSE"));
  EXPECT_NE(back.out.find("[EG-loop]"), std::string::npos) << back.out;
  EXPECT_EQ(plain({"-p", "ctl2", "--start", "EG !f", "--no-timing"}).out.find("s1"), std::string::npos);
  const Outcome elsewhere = plain({"-p", "ctl2", "--start", "EG r", "--stop", "AF f", "--no-timing"});
  EXPECT_NE(elsewhere.out.find("`> s1"), std::string::npos) << elsewhere.out;
  EXPECT_NE(elsewhere.out.find("no goal here is `EG r`"), std::string::npos) << elsewhere.out;
  EXPECT_NE(elsewhere.out.find("no goal here is `AF f`"), std::string::npos) << elsewhere.out;
  EXPECT_NE(plain({"-p", "ctl2", "--format", "dot"}).out.find("digraph"), std::string::npos);
  EXPECT_NE(plain({"-p", "ctl2", "--format", "svg"}).out.find("<svg"), std::string::npos);
}

TEST_F(ExplainCommandLine, ScriptsWalkThroughTheProof) {
  const std::string saved = file("saved.json", ""), drawing = file("d.dot", "");
  const std::string script =
      "# a walk\ngoal\nexpand\nwhy\nforward\nback\nuntil EG !f\nalternatives\nchoose 2\nundo\nchoose 1\nstrategy "
      "smallest\nstrategy\n"
      "strategy none\nexport dot " +
      drawing + "\nsave " + saved + "\nload " + saved + "\nshow\nquit\n";
  const Outcome o = plain({"-p", "ctl2", "--depth", "0", "--script", file("walk", script)});
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_NE(o.out.find("EG-loop"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("choices were made again"), std::string::npos) << o.out;
  EXPECT_EQ(plain({"-p", "ctl2", "--script", file("bad", "goal\nfly\n")}).code, 3);
  EXPECT_NE(plain({"-p", "ctl2", "--script", file("bad", "goal\nfly\n")}).err.find("bad:2: "), std::string::npos);
  EXPECT_EQ(plain({"-p", "ctl2", "--script", "nowhere"}).code, 4);
}

TEST_F(ExplainCommandLine, ASavedWalkNamesTheFirstChoiceThatAChangedModelHasNot) {
  const std::string saved = file("saved.json", "");
  const std::string walk = file("walk", "until EG !f\nchoose 1\nsave " + saved + "\n");
  ASSERT_EQ(plain({"-p", "ctl2", "--depth", "0", "--script", walk}).code, 10);
  std::string changed = button;
  const std::string stays = "q3 : next(q3) | next(q2)";
  changed.replace(changed.find(stays), stays.size(), "q3 : next(q2)");
  const std::string again = file("again", "load " + saved + "\n");
  const Outcome o = whynot({"explain", file("changed.smv", changed), "-p", "ctl2", "--depth", "0", "--script", again});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("choice 1 of 1 is the first that no longer exists"), std::string::npos) << o.err;
}

// Variables that are new, or gone, do not matter to choices between states.
TEST_F(ExplainCommandLine, ASavedWalkGoesThroughAModelWithOtherVariables) {
  const std::string x = "MODULE main\nVAR x : 0..3;\nINIT x = 0\n",
                    a = "VAR a : array 0..1 of boolean;\nINIT !a[0] & !a[1]\n", z = "VAR z : boolean;\nINIT z\n";
  const std::string saved = file("saved.json", "");
  const auto explore = [&](const std::string& text, const std::string& lines) {
    return whynot(
        {"explain", file("m.smv", text), "-f", "EX EX x < 3", "--depth", "0", "--script", file("lines", lines)});
  };
  const Outcome first = explore(x + a, "choose 9\nforward\nchoose 11\nsave " + saved + "\n");
  ASSERT_EQ(first.code, 0) << first.err;
  for (const std::string& model : {x + a, x + a + z, x + z, x}) {
    const Outcome o = explore(model, "load " + saved + "\n");
    EXPECT_EQ(o.code, 0) << o.err;
  }
  EXPECT_EQ(explore(x + a + "TRANS next(x) = x", "load " + saved + "\n").code, 3);
}

TEST_F(ExplainCommandLine, ASavedWalkIsWalkedAgainOnTheSameModel) {
  const std::string saved = file("saved.json", "");
  const std::string walk = "until EG !f\nchoose 1\nsave " + saved + "\nshow\n";
  const Outcome first = plain({"-p", "ctl2", "--depth", "0", "--no-timing", "--script", file("walk", walk)});
  const Outcome again =
      plain({"-p", "ctl2", "--depth", "0", "--no-timing", "--script", file("again", "load " + saved + "\nshow\n")});
  EXPECT_EQ(again.code, 10) << again.err;
  const auto shown = [](const std::string& out, const std::string& after) {
    const std::size_t at = out.find(after);
    return at == std::string::npos ? "nothing after " + after : out.substr(out.find('\n', at));
  };
  EXPECT_EQ(shown(first.out, "saved "), shown(again.out, "made again"));
  // Of another property, or no saved walk at all: told, and the session goes on.
  const Outcome other = plain({"-p", "ctl1", "--depth", "0", "--script", file("again", "load " + saved + "\n")});
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("explores `ctl2`"), std::string::npos) << other.err;
  for (const char* odd : {"{\"schema\": 5}", "[]", "{", "{\"schema\": \"whynot-exploration/1\", \"choices\": 1}"}) {
    const Outcome o = plain({"-p", "ctl2", "--depth", "0", "--script", file("odd", "load " + file("odd.json", odd))});
    EXPECT_EQ(o.code, 3) << odd;
    EXPECT_NE(o.err.find("is not a saved exploration"), std::string::npos) << o.err;
  }
  const std::string ill =
      "{\"schema\": \"whynot-exploration/1\", \"property\": \"ctl2\", \"holds\": \"no\", \"choices\": [7]}";
  const Outcome o = plain({"-p", "ctl2", "--depth", "0", "--script", file("ill", "load " + file("ill.json", ill))});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("choice 1 of 1 is the first that no longer exists"), std::string::npos) << o.err;
}

TEST_F(ExplainCommandLine, ChoicesSuggestAStrategy) {
  const std::string walk =
      "expand\nforward 1\nchoose 2\nback\nforward 2\nforward 1\nchoose 2\nback\nforward 2\nchoose 2\n";
  const Outcome o =
      plain({"-f", "(EF f | EF r) & ((EF f | EF p) & (EF r | EF p))", "--depth", "0", "--script", file("walk", walk)});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("strategy smallest"), std::string::npos) << o.out;
}

// In the shell and, for the page, in the report alike; not when it is in use already.
TEST_F(ExplainCommandLine, StepsThatAreTakenAgainAndAgainSuggestAPreference) {
  const std::string model = file("free.smv", "MODULE main\nVAR x : 0..3;\nINIT x = 0\n");
  const auto number_of = [](const json& finding, const std::string& text) {
    const json& list = finding["alternatives"]["list"];
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i]["text"].get<std::string>().ends_with(text)) return std::to_string(i + 1);
    return std::string("none");
  };
  std::vector<std::string> line = {"explain", model, "-f", "EX EX EX (x < 3)", "--depth", "all", "--json"};
  json finding;
  std::string goal = "root";
  const std::string wanted[] = {"x = 2", "the same state", "the same state"};
  for (const std::string& next : wanted) {
    line.insert(line.end(), {"--alternatives", goal});
    finding = json::parse(whynot(line).out)["findings"][0];
    EXPECT_FALSE(finding.contains("suggestion"));
    line.resize(line.size() - 2);
    line.insert(line.end(), {"--choose", goal + ":" + number_of(finding, next)});
    goal = goal == "root" ? "0" : goal + ".0";
  }
  finding = json::parse(whynot(line).out)["findings"][0];
  EXPECT_EQ(finding["suggestion"], json({{"strategy", "prefer(x = 2)"}, {"times", 3}})) << finding;
  line.insert(line.end(), {"--strategy", "prefer(x = 2)"});
  EXPECT_FALSE(json::parse(whynot(line).out)["findings"][0].contains("suggestion"));
}

// To and fro between two ends, of which either is near enough for every state.
constexpr const char* ends =
    "MODULE main\nVAR x : 0..6;\nASSIGN init(x) := 1..5;\n"
    "  next(x) := case x = 0 | x = 6 : x; TRUE : {x - 1, x + 1}; esac;\n";

struct SetsCommandLine : ExplainCommandLine {
  Outcome explore(const std::string& model, const std::string& formula, const std::string& lines) {
    return whynot({"explain", file("m.smv", model), "-f", formula, "--depth", "0", "--no-timing", "--script",
                   file("lines", lines)});
  }
};

TEST_F(SetsCommandLine, APartitionIsListedChosenAndTold) {
  std::vector<std::string> line = {"explain", file("ends.smv", ends), "-f",  "(EF x = 0) | (EF x = 6)", "--depth", "1",
                                   "--json",  "--alternatives",       "root"};
  json finding = json::parse(whynot(line).out)["findings"][0];
  const json& list = finding["alternatives"]["list"];
  ASSERT_EQ(list.size(), 4u) << list;
  EXPECT_EQ(list[0]["chosen"], true);
  EXPECT_EQ(list[1]["text"], "or-right: EF x = 6  (settled in 5 steps)");
  EXPECT_EQ(list[2]["text"],
            "or: EF x = 0 in 3 states where 1 <= x & x <= 3, EF x = 6 in 2 states where 4 <= x & x <= 5  "
            "(as `smallest` has it)");
  line.insert(line.end(), {"--choose", "root:3"});
  finding = json::parse(whynot(line).out)["findings"][0];
  EXPECT_EQ(finding["proof"]["rule"], "or");
  EXPECT_EQ(finding["proof"]["by"], "user");
  EXPECT_EQ(finding["alternatives"]["list"][2]["chosen"], true);
  // What a strategy chose is listed, though nobody would think of it.
  line.resize(line.size() - 2);
  line.insert(line.end(), {"--strategy", "prefer(x >= 3)"});
  finding = json::parse(whynot(line).out)["findings"][0];
  ASSERT_EQ(finding["alternatives"]["list"].size(), 5u);
  EXPECT_EQ(finding["alternatives"]["list"][4]["chosen"], true);
  EXPECT_EQ(finding["proof"]["by"], "strategy prefer(x >= 3)");
}

TEST_F(SetsCommandLine, SavedSetsAreMadeAgainWhereTheyProveTheGoal) {
  const std::string saved = file("saved.json", ""), f = "(EF x = 0) | (EF x = 6)";
  const Outcome first = explore(ends, f, "choose 3\nsave " + saved + "\nshow\n");
  EXPECT_EQ(first.code, 0) << first.err;
  const Outcome again = explore(ends, f, "load " + saved + "\nshow\n");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("the choice was made again"), std::string::npos) << again.out;
  EXPECT_EQ(first.out.substr(first.out.find("+ EF")), again.out.substr(again.out.find("+ EF")));
  std::string wider = ends, blocked = ends;
  wider.replace(wider.find("1..5"), 4, "2..5");
  EXPECT_EQ(explore(wider, f, "load " + saved + "\n").code, 0);
  blocked.replace(blocked.find("TRUE : {"), 8, "x = 4 : 3; TRUE : {");
  const Outcome gone = explore(blocked, f, "load " + saved + "\n");
  EXPECT_EQ(gone.code, 3);
  EXPECT_NE(gone.err.find("choice 1 of 1 is the first that no longer exists"), std::string::npos) << gone.err;
  const Outcome renamed = explore("MODULE main\nVAR y : 0..6;\n", "(EF y = 0) | (EF y = 6)", "load " + saved + "\n");
  EXPECT_EQ(renamed.code, 3);
}

// The rule that closes a goal is the one that was listed, also where fairness asks for layers.
TEST_F(SetsCommandLine, WhatIsListedIsWhatIsSaved) {
  const std::string
      saved = file("saved.json", ""),
      model = "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := {x, (x + 1) mod 4};\nJUSTICE x = 3\n";
  EXPECT_EQ(explore(model, "AF x = 2", "choose 1\nsave " + saved + "\n").code, 0);
  const Outcome o = explore(model, "AF x = 2", "load " + saved + "\n");
  EXPECT_EQ(o.code, 0) << o.err;
}

// A strategy's sets, which no list of alternatives has, are found again, too; from a state as from a set.
TEST_F(SetsCommandLine, SetsOfStrategiesAreSaved) {
  const std::string saved = file("saved.json", "");
  for (const char* strategy : {"largest", "farthest(x = 0)", "random(3)"}) {
    const std::string walk = fmt::format("strategy {}\nexpand\nforward\nexpand\nsave {}\n", strategy, saved);
    const Outcome first = explore(ends, "EX EX x > 0", walk);
    EXPECT_EQ(first.code, 0) << first.err;
    const Outcome again = explore(ends, "EX EX x > 0", "load " + saved + "\n");
    EXPECT_EQ(again.code, 0) << strategy << ": " << again.err;
  }
  const std::string one = "MODULE main\nVAR x : 0..6;\nASSIGN init(x) := 0;\n";
  ASSERT_EQ(explore(one, "EX x > 3", "strategy largest\nexpand\nsave " + saved + "\n").code, 0);
  const Outcome again = explore(one, "EX x > 3", "load " + saved + "\n");
  EXPECT_EQ(again.code, 0) << again.err;
}

// What strategies chose on the way to a goal is made again without them.
TEST_F(SetsCommandLine, StepsOnTheWayAreSavedWhereTheyWereSteered) {
  const std::string saved = file("saved.json", ""), model = "MODULE main\nVAR x : 0..6;\nINIT x = 0\n";
  for (const char* way : {"forward\nforward\nforward\n", "until EX x<6\nuntil x < 6\n"}) {
    const Outcome first =
        explore(model, "EX EX EX x < 6", fmt::format("strategy prefer(x = 4)\n{}save {}\nback\ngoal\n", way, saved));
    EXPECT_EQ(first.code, 0) << first.err;
    const Outcome again = explore(model, "EX EX EX x < 6", "load " + saved + "\ngoal\n");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.out.find("EX x < 6  at s1 (x = 4)"), std::string::npos) << again.out;
  }
  EXPECT_EQ(explore(model, "EX EX EX x < 6", "until EX (x <\n").code, 3);
}

// Undoing a second choice at a goal brings the first one back, with what hangs on it; only what counts is saved.
TEST_F(SetsCommandLine, UndoneChoicesGiveWayToEarlierOnes) {
  const std::string saved = file("saved.json", ""), model = "MODULE main\nVAR x : 0..6;\nINIT x = 0\n";
  const Outcome o = explore(
      model, "EX EX x < 6",
      "choose 3\nforward\nchoose 4\nback\nchoose 5\nsave " + saved + "\nundo\nwhy\nforward\nwhy\nsave " + saved + "\n");
  EXPECT_EQ(o.code, 0) << o.err;
  const std::size_t one = o.out.find("saved 1 choice to"), two = o.out.find("saved 2 choices to");
  EXPECT_TRUE(one < two && two != std::string::npos) << o.out;
  const std::string after = o.out.substr(one);
  EXPECT_NE(after.find("EX EX x < 6  at s0 (x = 0)\n  EX x < 6 holds in a next state   [EX]  by user"),
            std::string::npos)
      << after;
  EXPECT_NE(after.find("EX x < 6  at s1 (x = 2)\n  x < 6 is true in a next state   [EX]  by user"), std::string::npos)
      << after;
}

TEST_F(SetsCommandLine, AskingLeavesSetsToThePerson) {
  const Outcome o = explore(ends, "EX x > 0", "strategy ask\nalternatives\nchoose 2\n");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("EX: next 6 states where"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("(as `smallest` has it)"), std::string::npos) << o.out;
  EXPECT_EQ(explore(ends, "EX x > 0", "strategy ask\nexpand\n").code, 3);
}

TEST_F(ExplainCommandLine, LuaChoosesTheView) {
  const std::string view = file("view.lua",
                                "function start() return 'r & EG !f' end\nfunction show() return 'names:p' end\n"
                                "function say(goal) if goal.state.r then return 'SEEN ' .. goal.summary end end\n");
  const Outcome o = plain({"-p", "ctl2", "--strategy", view, "--no-timing"});
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_NE(o.out.find("SEEN r is true"), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("`> s1"), std::string::npos) << o.out;
  // What goes wrong in a script is told with its line; the evidence is there all the same.
  const Outcome looping =
      plain({"-p", "ctl2", "--strategy", file("l.lua", "function wish()\n while true do end\nend")});
  EXPECT_EQ(looping.code, 10);
  EXPECT_NE(looping.err.find("l.lua:2: the script runs too long"), std::string::npos) << looping.err;
  const Outcome odd = plain({"-p", "ctl2", "--strategy", file("o.lua", "function words() return 'loud' end")});
  EXPECT_NE(odd.err.find("`loud` should be prose, rules or none"), std::string::npos) << odd.err;
}

// In a session, too, and once; it goes on without the script.
TEST_F(ExplainCommandLine, ASessionTellsWhatIsWrongWithAScript) {
  const std::string looping = file("l.lua", "function pick_state(states)\n while true do end\nend");
  const Outcome o = plain({"-f", "EX EX TRUE", "--depth", "0", "--script",
                           file("walk", "strategy " + looping + "\nexpand\nforward\nexpand\nwhy\n")});
  EXPECT_EQ(o.code, 0) << o.err;
  const std::size_t told = o.out.find("l.lua:2: the script runs too long");
  EXPECT_NE(told, std::string::npos) << o.out;
  EXPECT_EQ(o.out.find("runs too long", told + 40), std::string::npos) << o.out;
}

// What starts no infinite run is not counted among the states where something holds.
TEST_F(ExplainCommandLine, DeadEndsAreNotCounted) {
  const std::string model = file("dead.smv",
                                 "MODULE main\nVAR x : 0..4;\nINIT x = 0\n"
                                 "TRANS x < 4 & (next(x) = x + 1 | x < 3 & next(x) = x)\n");
  const Outcome o = whynot({"explain", model, "-f", "AG x < 3", "--no-timing"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("x < 3 is true in all 3 states that can be reached and start a fair run"), std::string::npos)
      << o.out;
}

TEST_F(ExplainCommandLine, PatternsNameTheirStrategy) {
  for (const auto& [formula, name] : std::vector<std::pair<std::string, std::string>>{{"AG (r -> AF f)", "response"},
                                                                                      {"AG !f", "absence"},
                                                                                      {"AG (f -> r)", "universality"},
                                                                                      {"!E [!r U f]", "precedence"},
                                                                                      {"AG AF f", "recurrence"},
                                                                                      {"AF f", "existence"}})
    EXPECT_NE(plain({"-f", formula}).out.find(name + ": "), std::string::npos) << formula;
  // In a session, too, until another one is used.
  const Outcome o = plain({"-p", "ctl2", "--script", file("walk", "strategy\nshow\n")});
  EXPECT_NE(o.out.find("response: AG (p -> AF q), so the strategy is shortest_loop"), std::string::npos) << o.out;
  for (const char* walk : {"strategy none\nstrategy\nshow\n", "strategy smallest\nstrategy\nshow\n"})
    EXPECT_EQ(plain({"-p", "ctl2", "--script", file("walk", walk)}).out.find("shortest_loop"), std::string::npos)
        << walk;
  EXPECT_EQ(plain({"-p", "ctl2", "--abstract"}).out.find("shortest_loop"), std::string::npos);
}

}  // namespace
}  // namespace whynot::command
