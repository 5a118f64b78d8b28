// whynot explain, end to end: first screens of models that diagrams do not take, runs of LTL properties, strategies
// that steer, certificates.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

// Products of words are too much for diagrams; what counts is a small counter beside them.
constexpr const char* product = R"(MODULE main
VAR c : 0..7; b : boolean; x : unsigned word[24]; z : unsigned word[24];
ASSIGN
  init(c) := 0; next(c) := c < 5 ? c + 1 : 5;
  init(b) := FALSE; next(b) := !b;
  next(x) := x * z; next(z) := z + x;
CTLSPEC NAME reached := AG (c < 4 | x * z = z)
CTLSPEC NAME bounded := AG (c <= 5 | x * z = z)
CTLSPEC NAME toggles := AG AF (b | (x * z = z & c = 7))
INVARSPEC NAME kept := c <= 5 | x * z = z
)";

struct FirstScreen : CommandLine {
  json explain(const char* model, std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.begin(), {"explain", file("m.smv", model)});
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
};

TEST_F(FirstScreen, AProofIsLaidAlongTheRunThatAnEngineFound) {
  const json r = explain(product, {"-p", "reached"}, 10);
  const json& f = r["findings"].at(0);
  EXPECT_TRUE(f["checked"]);
  EXPECT_EQ(f["open"], 0);
  EXPECT_EQ(f["proof"]["rule"], "EU");
  EXPECT_EQ(f["proof"]["bound"], 4);
  EXPECT_EQ(r["traces"].at(0)["steps"].size(), 5u);
  EXPECT_NE(r["properties"][0]["engine"], "bdd");
}

// Where not every run goes on, what a finite one shows takes a way on from its end.
TEST_F(FirstScreen, AProofAlongARunThatHasToGoOn) {
  const std::string model =
      "MODULE main\nVAR c : 0..7; d : boolean; x : unsigned word[24]; z : unsigned word[24];\n"
      "ASSIGN init(c) := 0; next(c) := c < 5 ? c + 1 : 5; next(x) := x; next(z) := z;\nTRANS next(d) != d\n"
      "CTLSPEC NAME reached := AG (c < 4 | x * z = z)\n";
  const json r = explain(model.c_str(), {"-p", "reached"}, 10);
  const json& f = r["findings"].at(0);
  EXPECT_TRUE(f["checked"]);
  EXPECT_EQ(f["open"], 0);
  EXPECT_NE(r["properties"][0]["engine"], "bdd");
}

TEST_F(FirstScreen, AnInductiveInvariantIsTheCertificate) {
  for (const char* name : {"bounded", "kept"}) {
    const json r = explain(product, {"-p", name}, 0);
    const json& f = r["findings"].at(0);
    EXPECT_TRUE(f["checked"]) << name;
    EXPECT_EQ(f["proof"]["rule"], "AG");
    EXPECT_EQ(f["proof"]["certificate"]["kind"], "invariant");
    EXPECT_EQ(f["proof"]["children"].at(0)["rule"], "atom");
  }
}

// Too many clauses for an invariant, and a product that no diagram takes: two steps back it is easily seen.
TEST_F(FirstScreen, InductionOverSeveralStatesIsACertificate) {
  const char* const mixed = R"(MODULE main
VAR a : unsigned word[32]; b : unsigned word[32]; c : unsigned word[32]; d : unsigned word[32]; z : unsigned word[32];
IVAR i : unsigned word[32];
ASSIGN init(a) := 0ud32_0; init(b) := 0ud32_1; init(c) := 0ud32_0; init(d) := 0ud32_1; init(z) := 0ud32_3;
  next(a) := b; next(b) := mix_a xor i xor z; next(c) := mix_d; next(d) := c xor i xor z; next(z) := z * z + i;
DEFINE
  mix_a := a xor (a << 1) xor (a << 2) xor (a << 5) xor (a << 7) xor (a << 11) xor (a << 13) xor (a << 17);
  mix_d := d xor (d << 1) xor (d << 2) xor (d << 5) xor (d << 7) xor (d << 11) xor (d << 13) xor (d << 17);
CTLSPEC NAME same := AG (b = d)
INVARSPEC NAME same_too := b = d
)";
  for (const char* name : {"same", "same_too"}) {
    const json r = explain(mixed, {"-p", name}, 0);
    EXPECT_EQ(r["properties"][0]["engine"], "kind");
    const json& f = r["findings"].at(0);
    EXPECT_TRUE(f["checked"]) << name;
    EXPECT_EQ(f["open"], 0);
    EXPECT_EQ(f["proof"]["rule"], "AG");
    EXPECT_EQ(f["proof"]["certificate"], json::parse(R"({"kind": "induction", "formula": "b = d", "states": 2})"));
    EXPECT_EQ(f["proof"]["summary"],
              "b = d is true in the first 2 states of every run, and after any 2 such states in a row");
  }
}

TEST_F(FirstScreen, UntilsMayTakeLongerThanTheyMust) {
  const char* grid =
      "MODULE main\nVAR x : 0..2; y : 0..2;\nASSIGN init(x) := 0; init(y) := 0;\n"
      "next(x) := case x < 2 : {x, x + 1}; TRUE : x; esac; next(y) := case y < 2 : {y, y + 1}; TRUE : y; esac;\n"
      "CTLSPEC NAME corner := EF (x = 2 & y = 2)\n";
  const json list = explain(grid, {"-p", "corner", "--alternatives", "root"}, 0)["findings"][0]["alternatives"]["list"];
  ASSERT_EQ(list.size(), 4u);
  EXPECT_TRUE(list[0]["chosen"]);
  EXPECT_NE(list[1]["text"].get<std::string>().find("(settled in 3 steps)"), std::string::npos) << list;
  const json by = explain(grid, {"-p", "corner", "--choose", "root:2", "--alternatives", "root"}, 0)["findings"][0];
  EXPECT_EQ(by["proof"]["bound"], 3);
  EXPECT_TRUE(by["checked"]);
  EXPECT_TRUE(by["alternatives"]["list"][1]["chosen"]) << by["alternatives"];
}

TEST_F(FirstScreen, WhatHasNoProofIsToldWithItsVerdict) {
  const Outcome o = whynot({"explain", file("m.smv", product), "-p", "toggles"});
  EXPECT_NE((o.out + o.err).find("explain.no-proof"), std::string::npos) << o.out << o.err;
}

constexpr const char* lift = R"(MODULE main
VAR floor : 1..3; open : boolean;
ASSIGN
  init(floor) := 1; next(floor) := case open : floor; floor = 1 : {1, 2}; floor = 2 : {1, 2, 3}; TRUE : {2, 3}; esac;
  init(open) := FALSE; next(open) := {FALSE, TRUE};
CTLSPEC NAME third := AG AF floor = 3
CTLSPEC NAME low := AG floor <= 3
CTLSPEC NAME moves := AF (floor = 1 | open)
LTLSPEC NAME again := G F floor = 3
LTLSPEC NAME within := G floor <= 3
LTLSPEC NAME past := G (floor = 2 -> O open)
)";

TEST_F(FirstScreen, AvoidIsObeyedThroughWhatCannotBeAvoided) {
  const json r = explain(lift, {"-p", "third", "--strategy", "avoid(floor = 1)"}, 10);
  const json& trace = r["traces"].at(0);
  ASSERT_FALSE(trace["loop"].is_null());
  for (std::size_t i = 1; i < trace["steps"].size(); ++i) EXPECT_EQ(trace["steps"][i]["state"]["floor"], 2);
  const json& use = r["findings"][0]["strategies"].at(0);
  EXPECT_EQ(use["text"], "avoid(floor = 1)");
  EXPECT_GT(use["decided"], 0);
  EXPECT_EQ(use["could_not"], 0);
  EXPECT_EQ(use["price"], 0);
  const json paid = explain(lift, {"-p", "third", "--strategy", "avoid(floor < 3)"}, 10);
  EXPECT_GT(paid["findings"][0]["strategies"][0]["could_not"], 0);
  EXPECT_EQ(paid["findings"][0]["strategies"][0]["price"], 1);  // round and round in one state
}

TEST_F(FirstScreen, AHardStrategyLeavesAGoalOpenAndSaysWhy) {
  const json r = explain(lift, {"-p", "third", "--strategy", "hard avoid(floor < 3)"}, 10);
  const json& f = r["findings"][0];
  EXPECT_EQ(f["open"], 1);
  EXPECT_TRUE(f["proof"]["open"]);
  EXPECT_EQ(f["proof"]["because"], "hard avoid(floor < 3): all evidence has states against it, the best has 1");
  const Outcome o = whynot({"explain", file("m.smv", lift), "-p", "third", "--strategy", "hard avoid(floor < 3)"});
  EXPECT_NE(o.out.find("left open by hard avoid(floor < 3): all evidence has states against it"), std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find("1 goal left open by strategies (…+)"), std::string::npos) << o.out;
}

TEST_F(FirstScreen, StrategiesThatLeaveGoalsOpenForOtherReasonsSayThemToo) {
  const json far = explain(lift, {"-f", "EF floor = 3", "--strategy", "within(0)"}, 0);
  EXPECT_EQ(far["findings"][0]["proof"]["children"][0]["because"], "within(0): this takes more steps");
  const json asked = explain(lift, {"-f", "EX EX TRUE", "--strategy", "ask"}, 0);
  EXPECT_EQ(asked["findings"][0]["proof"]["because"], "ask: there is a choice");
}

// From a state on: the set that is not left, in a few clauses.
TEST_F(FirstScreen, AnInvariantWithinAProofIsShortToo) {
  const char* model =
      "MODULE main\nVAR a : {idle, want, use}; b : {idle, want, use}; t : boolean;\n"
      "ASSIGN init(a) := idle; init(b) := idle; init(t) := FALSE;\n"
      "next(a) := case a = idle : {idle, want}; a = want & !t & b != use : use; a = use : {use, idle}; TRUE : a; "
      "esac;\n"
      "next(b) := case b = idle : {idle, want}; b = want & t & a != use : use; b = use : {use, idle}; TRUE : b; esac;\n"
      "next(t) := case a = use | b = use : t; a = idle & b = idle : !t; TRUE : t; esac;\nCTLSPEC NAME can := AG EF b = "
      "use\n";
  const json proof = explain(model, {"-p", "can"}, 10)["findings"][0]["proof"];
  std::vector<json> open{proof};
  std::string formula;
  while (!open.empty()) {
    const json node = open.back();
    open.pop_back();
    if (node.contains("certificate") && !node["certificate"].is_null()) formula = node["certificate"]["formula"];
    for (const json& child : node["children"]) open.push_back(child);
  }
  EXPECT_FALSE(formula.empty());
  EXPECT_LT(formula.size(), 80u) << formula;
}

TEST_F(FirstScreen, ScriptsAndNamesGoTogether) {
  const std::string script = file("mine.lua", "function wish(leaf) return 'floor != 1' end");
  const json r = explain(lift, {"-p", "third", "--strategy", script + ", shortest_loop"}, 10);
  EXPECT_EQ(r["findings"][0]["strategies"].size(), 2u);
  EXPECT_EQ(r["findings"][0]["strategies"][1]["text"], "shortest_loop");
}

TEST_F(FirstScreen, CertificatesStandOnGoalsAboutAllRuns) {
  const json always = explain(lift, {"-p", "low"}, 0)["findings"][0]["proof"];
  EXPECT_EQ(always["certificate"]["kind"], "invariant");
  EXPECT_FALSE(always["certificate"]["formula"].get<std::string>().empty());
  const json layered = explain(lift, {"-p", "moves"}, 0)["findings"][0]["proof"];
  EXPECT_EQ(layered["certificate"]["kind"], "layers") << layered.dump(1);
}

TEST_F(FirstScreen, AnLtlPropertyIsEvaluatedAlongItsRun) {
  const json r = explain(lift, {"-p", "again", "--depth", "all"}, 10);
  const json& f = r["findings"].at(0);
  EXPECT_EQ(f["proved"], "F G floor != 3");
  EXPECT_EQ(f["open"], 0);
  EXPECT_EQ(f["traces"], json::array({"t1"}));
  const std::size_t steps = r["traces"].at(0)["steps"].size();
  std::vector<const json*> open{&f["proof"]};
  while (!open.empty()) {
    const json& n = *open.back();
    open.pop_back();
    EXPECT_FALSE(n.contains("state"));
    EXPECT_LT(n["position"].get<std::size_t>(), steps);
    const json& floor = r["traces"][0]["steps"][n["position"].get<std::size_t>()]["state"]["floor"];
    EXPECT_TRUE(n["rule"] != "atom" || floor != 3);
    for (const json& child : n["children"]) open.push_back(&child);
  }
  EXPECT_EQ(f["proof"]["children"].at(0)["rule"], "G");
  const json past = explain(lift, {"-p", "past", "--depth", "all"}, 10);
  EXPECT_NE(past.dump().find("\"rule\":\"H\""), std::string::npos) << past.dump(1);
  const Outcome holds = whynot({"explain", file("m.smv", lift), "-p", "within"});
  EXPECT_EQ(holds.code, 0) << holds.err;
  EXPECT_NE((holds.out + holds.err).find("explain.all-runs"), std::string::npos) << holds.out << holds.err;
}

// The sessions of the paper's sections 3 and 5, as they stand among the examples.
TEST_F(FirstScreen, TheSessionsOfThePaperGoAsTheyAreWritten) {
  const std::string folder = std::string(WHYNOT_EXAMPLES) + "/evidence/";
  const auto read = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  const auto walk = [&](const std::string& name, const std::string& model, std::vector<std::string> question) {
    std::vector<std::string> arguments{"explain", folder + model};
    arguments.insert(arguments.end(), question.begin(), question.end());
    arguments.insert(arguments.end(), {"--depth", "0", "--no-timing", "--script", folder + name + ".walk"});
    EXPECT_EQ(whynot(arguments).out, read(folder + name + ".out")) << name;
  };
  walk("counterexample", "button.smv", {"-p", "answered"});
  walk("best_loop", "button.smv", {"-f", "EX EG p"});
  walk("disjunct", "button.smv", {"-p", "both"});
  walk("known", "elevator3.smv", {"-p", "always_third"});
  walk("partial", "button.smv", {"-f", "EX EF f"});
  walk("strategies", "button.smv", {"-p", "either"});
}

TEST_F(FirstScreen, AFormulaWithoutOperatorsIsAboutInitialStates) {
  const json r = explain(lift, {"-f", "floor = 1"}, 0);
  EXPECT_EQ(r["properties"][0]["kind"], "ctl");
  EXPECT_EQ(r["findings"][0]["proved"], "floor = 1");
}

// Not all that can be reached, where less is kept by every step: w has no part in it.
TEST_F(FirstScreen, AlwaysIsShownByAShortInvariant) {
  const std::string model = file("m.smv", R"(MODULE main
VAR x : 0..7; w : 0..7; y : 0..7;
ASSIGN init(x) := 0; next(x) := x < 4 ? {x, x + 1} : 0; init(w) := 0; next(w) := w < 5 ? w + 1 : w;
  init(y) := 0; next(y) := x;
CTLSPEC NAME low := AG x <= 4
CTLSPEC NAME after := AG y <= 4
)");
  const auto asked = [&](const char* name) {
    const Outcome o = whynot({"explain", model, "-p", name, "--json", "--certify"});
    EXPECT_EQ(o.code, 0) << o.err;
    return nlohmann::json::parse(o.out);
  };
  const auto low = asked("low"), after = asked("after");
  EXPECT_EQ(low["findings"][0]["proof"]["certificate"]["formula"], "x <= 4");
  EXPECT_EQ(low["properties"][0]["certified"], true);
  const std::string formula = after["findings"][0]["proof"]["certificate"]["formula"];
  EXPECT_TRUE(formula.starts_with("(y <= 4) & ")) << formula;
  EXPECT_EQ(formula.find("w"), std::string::npos) << formula;
  // No more is needed to see it.
  EXPECT_EQ(whynot({"check", model, "--kind", "invar", "-f", formula}).code, 0);
  EXPECT_EQ(whynot({"check", model, "--kind", "invar", "-f", fmt::format("!({}) | y <= 4", formula)}).code, 0);
}

// All values of a number, though its bits could stand for others.
TEST_F(FirstScreen, SetsAreSaidOfValuesRatherThanOfBits) {
  const json r = explain(
      "MODULE main\nVAR stop : 0..4; full : boolean;\nASSIGN init(stop) := 0; next(stop) := {stop, (stop + 1) mod 5};\n"
      "CTLSPEC NAME moves := AG EF (stop = 4 & full)\n",
      {"-p", "moves"}, 0);
  EXPECT_EQ(r["findings"][0]["proof"]["certificate"]["formula"], "TRUE");
}

}  // namespace
}  // namespace whynot::command
