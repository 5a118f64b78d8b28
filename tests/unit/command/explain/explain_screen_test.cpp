// whynot explain, end to end: what the first screen looks like, and known counterexamples in strategies.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct Screen : CommandLine {
  Outcome explain(const std::string& model, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"explain", file("m.smv", model)});
    arguments.insert(arguments.end(), {"--no-timing", "--width", "100"});
    return whynot(arguments);
  }
  json report(const std::string& model, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json"});
    return json::parse(explain(model, std::move(arguments)).out);
  }
  static std::ptrdiff_t lines(const Outcome& o) { return std::count(o.out.begin(), o.out.end(), '\n'); }
  static bool has(const Outcome& o, const std::string& text) { return o.out.find(text) != std::string::npos; }
};

const std::string screen_counter =
    "MODULE main\nVAR c : 0..45; up : boolean;\n"
    "ASSIGN init(c) := 0; next(c) := c < 45 ? c + 1 : c; init(up) := FALSE; next(up) := c > 20;\n"
    "DEFINE full := c = 40;\nCTLSPEC NAME never := AG !full\nCTLSPEC NAME wobbles := AG (full -> AF c < 40)\n";

TEST_F(Screen, ALongRunFitsAScreenAndStepsThatSayTheSameAreOneLine) {
  const Outcome o = explain(screen_counter, {"-p", "never"});
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_LE(lines(o), 40) << o.out;
  EXPECT_TRUE(has(o, "`> s1 to s39: on the way, c rises to 39, up becomes TRUE")) << o.out;
  EXPECT_TRUE(has(o, "`> s40  *c = 40")) << o.out;
  const Outcome whole = explain(screen_counter, {"-p", "never", "--full"});
  EXPECT_GE(lines(whole), 41);
  EXPECT_TRUE(has(whole, "`> s31  *c = 31   (on the way: 9 more steps)")) << whole.out;
}

TEST_F(Screen, DefinesKeepTheirNames) {
  const Outcome o = explain(screen_counter, {"-p", "never"});
  EXPECT_TRUE(has(o, "x EF full: full becomes true in 40 more steps")) << o.out;
  EXPECT_TRUE(has(explain(screen_counter, {"-p", "wobbles"}), "EF (full & EG c >= 40)"));
}

TEST_F(Screen, TheRunIsShownOnce) {
  const Outcome o = explain(screen_counter, {"-p", "wobbles"});
  EXPECT_FALSE(has(o, "\n    step ")) << o.out;
  EXPECT_TRUE(has(o, "| stays forever")) << o.out;
  EXPECT_TRUE(has(explain(screen_counter, {"-p", "wobbles", "--eval", "c + 1"}), "c + 1"));  // which only the table has
}

TEST_F(Screen, InputsAreShown) {
  const std::string model =
      "MODULE main\nVAR x : 0..3;\nIVAR add : boolean;\nASSIGN init(x) := 0; next(x) := add & x < 3 ? x + 1 : x;\n";
  const Outcome o = explain(model, {"-f", "AG x < 2"});
  EXPECT_TRUE(has(o, "`> s1  [add = TRUE]  *x = 1")) << o.out;
  const json proof = report(model, {"-f", "EG x = 0"})["findings"][0]["proof"];
  EXPECT_EQ(proof["rule"], "EG-loop");
  EXPECT_EQ(proof["inputs"], json::array({{{"add", false}}}));
  EXPECT_TRUE(has(explain(model, {"-f", "EG x = 0"}), "| stays forever [add = FALSE]"));
}

TEST_F(Screen, ALoopOfOneStepIsOneStep) {
  const std::string stays = "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := x;\n";
  EXPECT_TRUE(has(explain(stays, {"-f", "G F x = 3"}), "; step 0 repeats forever"));
}

TEST_F(Screen, StatesHaveNamesThatTheModelHasNot) {
  const Outcome o =
      explain("MODULE main\nVAR at : {s0, s1};\nASSIGN init(at) := s0; next(at) := s1;\n", {"-f", "EF at = s1"});
  EXPECT_TRUE(has(o, "  state0  at = s0")) << o.out;
  EXPECT_TRUE(has(o, "`> state1  *at = s1")) << o.out;
}

TEST_F(Screen, OfManyVariablesThoseComeFirstThatCount) {
  std::string model = "MODULE main\nVAR ";
  for (int i = 0; i < 60; ++i) model += "idle" + std::to_string(i) + " : boolean; ";
  model += "x : 0..3;\nASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : x;\n";
  for (int i = 0; i < 60; ++i) model += "init(idle" + std::to_string(i) + ") := FALSE; ";
  const Outcome o = explain(model, {"-f", "AG x < 3"});
  EXPECT_TRUE(has(o, "  s0  x = 0  idle0 = FALSE")) << o.out;
  EXPECT_FALSE(has(o, "idle59")) << o.out;
  EXPECT_LE(lines(o), 40);
  EXPECT_TRUE(has(explain(model, {"-f", "AG x < 3", "--full"}), "idle59"));
}

// What is true of every state that goes on needs no look at the model.
TEST_F(Screen, WhatHoldsWhateverTheModelDoesIsProvedInOneStep) {
  const std::string model =
      "MODULE main\nVAR x : unsigned word[24]; z : unsigned word[24];\nTRANS next(x) = x * z & next(z) * x != z\n"
      "CTLSPEC NAME alive := AG (EX TRUE | x = z)\nCTLSPEC NAME so := AX (AF TRUE & EX TRUE)\n"
      "CTLSPEC NAME not_so := AG (EX x = z | x = z)\n";
  for (const char* name : {"alive", "so"}) {
    const json f = report(model, {"-p", name})["findings"].at(0);
    EXPECT_TRUE(f["checked"]) << name;
    EXPECT_EQ(f["open"], 0);
    EXPECT_EQ(f["proof"]["rule"], "valid");
  }
  for (const char* formula :
       {"AX !A [FALSE U FALSE]", "AG EBG 0..3 TRUE", "AX (AG x = x | EX TRUE)", "AG !E [TRUE U FALSE]"})
    EXPECT_NE(explain("MODULE main\nVAR x : 0..1;\nJUSTICE x = 1\n", {"-f", formula}).code, 70) << formula;
  const json other = report(model, {"-p", "not_so", "--timeout", "2s"});
  for (const json& f : other["findings"]) EXPECT_NE(f["proof"]["rule"], "valid");
}

TEST_F(Screen, CertificatesAreToldInWords) {
  const std::string model = "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := x < 5 ? {x + 1, 5} : 5;\n";
  EXPECT_TRUE(has(explain(model, {"-f", "AG x < 6"}), "no step leaves it, and it implies that: "));
  const Outcome o = explain(model, {"-f", "AF x = 5"});
  EXPECT_TRUE(has(o, "at most 1 step away: ")) << o.out;
  EXPECT_TRUE(has(o, "and 2 more layers (--json has them)")) << o.out;
}

const std::string screen_lift =
    "MODULE main\nVAR floor : 1..3; open : boolean;\nASSIGN\n  init(floor) := 1; next(floor) := case open : floor; "
    "floor "
    "= 1 : {1, 2}; floor = 2 : {1, 2, 3}; TRUE : {2, 3}; esac;\n  init(open) := FALSE; next(open) := {FALSE, TRUE};\n"
    "CTLSPEC NAME third := AG AF floor = 3\n";

TEST_F(Screen, AKnownCounterexampleIsAvoided) {
  const json first = report(screen_lift, {"-p", "third"});
  const json& known = first["traces"].at(0);
  const std::string cex = file("cex.json", first.dump());
  for (const std::string& words : {"avoid(" + cex + "@t1)", "avoid(" + cex + ")"}) {
    const json second = report(screen_lift, {"-p", "third", "--strategy", words});
    const json& other = second["traces"].at(0);
    for (std::size_t i = 1; i < other["steps"].size(); ++i)
      for (const json& step : known["steps"]) EXPECT_NE(other["steps"][i]["state"], step["state"]) << words;
    EXPECT_EQ(second["findings"][0]["strategies"][0]["price"], 0);
  }
  for (const std::string& words : {std::string("avoid(t1)"), "avoid(" + cex + "@t9)"}) {
    const Outcome o = explain(screen_lift, {"-p", "third", "--strategy", words});
    EXPECT_EQ(o.code, 3);
    EXPECT_NE(o.err.find("explain.unknown-trace"), std::string::npos) << o.err;
  }
}

TEST_F(Screen, LassosAreMergedAndCounted) {
  const Outcome o = whynot(
      {"explain", std::string(WHYNOT_EXAMPLES) + "/evidence/button.smv", "-p", "answered", "--abstract", "--json"});
  const json button = json::parse(o.out)["findings"][0];
  ASSERT_EQ(button["abstract"].size(), 3u);
  EXPECT_EQ(button["abstract"][2]["formula"], "r & !f");
  EXPECT_EQ(button["abstract_loop"], 2);
  EXPECT_EQ(button["witnesses"], "2");
  const std::string model =
      "MODULE main\nVAR x : 0..1; b : boolean;\nASSIGN init(x) := 0; next(x) := 1 - x; init(b) := FALSE;\n";
  const json pair = report(model, {"-f", "EG x < 5", "--abstract"})["findings"][0];
  ASSERT_EQ(pair["abstract"].size(), 2u);
  EXPECT_EQ(pair["abstract"][1]["formula"], "x = 1");
  EXPECT_EQ(pair["abstract"][1]["states"], "2");
  EXPECT_EQ(pair["abstract_loop"], 0);
  EXPECT_EQ(pair["witnesses"], "2");
  EXPECT_TRUE(has(explain(model, {"-f", "EG x < 5", "--abstract"}), "| = repeats from step 0, forever"));
}

// Figure 7, name for name.
TEST_F(Screen, StrategiesOfThePaperRunAsItWritesThem) {
  const std::string folder = std::string(WHYNOT_EXAMPLES) + "/evidence/";
  const auto steered = [&](const std::string& formula, const std::string& script) {
    const Outcome o = whynot(
        {"explain", folder + "button.smv", "-f", formula, "--depth", "all", "--strategy", folder + script, "--json"});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    return json::parse(o.out);
  };
  const json turns = steered("EX EX EX EX TRUE", "sequence.lua");
  const json& steps = turns["traces"].at(0)["steps"];
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(steps[i]["state"]["p"], i % 2 == 1) << turns["traces"];
  EXPECT_EQ(steered("EF (f & EX r) | EX p", "pick_disjunct.lua")["findings"][0]["proof"]["rule"], "or-right");
  EXPECT_EQ(steered("EX p | EF (f & EX r)", "pick_disjunct.lua")["findings"][0]["proof"]["rule"], "or-left");
  const json familiar = steered("EX EX EX EX EX EX TRUE", "pick_explored.lua");
  EXPECT_LE(familiar["findings"][0]["states"].size(), 4u) << familiar["findings"][0]["states"];
  EXPECT_GE(familiar["findings"][0]["strategies"][0]["decided"], 2);
}

TEST_F(Screen, ARuleThatIsNoneIsTold) {
  const std::string script = file("odd.lua", "function init() add_rule(3, 'TRUE') end\nfunction pick_rule() end\n");
  const Outcome o = explain(screen_lift, {"-f", "EX EX TRUE", "--strategy", script});
  EXPECT_NE(o.err.find("add_rule takes a name and a condition"), std::string::npos) << o.err;
  const std::string other = file("other.lua", "add_rule('Q', 'nobody = 3')\nfunction pick_rule() end\n");
  const Outcome unread = explain(screen_lift, {"-f", "EX EX TRUE", "--strategy", other});
  EXPECT_NE(unread.err.find("explain.script"), std::string::npos) << unread.err;
}

}  // namespace
}  // namespace whynot::command
