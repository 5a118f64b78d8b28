// whynot classify, end to end: counts of what is no invariant, anchors, orders as predicates, charts.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/words.h"
#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* talk =
    "MODULE main\n"
    "VAR sender : {none, Alice, Bob, Eve}; receiver : {none, Alice, Bob, Eve};\n"
    "ASSIGN init(sender) := none; init(receiver) := none;\n"
    "INVARSPEC !(sender = Eve & receiver = Bob);\n"
    "LTLSPEC G (sender = Eve -> X sender != Bob);\n"
    "LTLSPEC F sender = Eve;\n";

struct ClassifyLine : CommandLine {
  json ask(std::vector<std::string> words, int code = 10) {
    words.insert(words.begin(), {"classify", file("talk.smv", talk)});
    words.insert(words.end(), {"--json", "--no-timing"});
    const Outcome o = whynot(words);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
};

// 16 states, all reachable from the one initial state at each step: of 16^3 runs of length 3 those count in which
// Bob follows Eve, at steps 1 and 2 or 2 and 3; never both.
TEST_F(ClassifyLine, CountsSafetyFormulas) {
  const json f = ask({"-p", "ltl1", "--mode", "exact", "--bound", "3", "--vocabulary", "sender"})["findings"][0];
  EXPECT_EQ(f["total"], std::to_string(2 * 4 * 4 * 16));
  EXPECT_EQ(f["uncounted"], nullptr);
}

// Lassos of depth 1 and 2 without Eve: the initial state is alone, so loops start there or at step 1.
TEST_F(ClassifyLine, CountsLassos) {
  const json f = ask({"-p", "ltl2", "--bound", "2", "--keep-going", "--vocabulary", "sender"}, 30)["findings"][0];
  EXPECT_EQ(f["runs"], "lasso");
  EXPECT_EQ(f["total"], std::to_string(1 + 12 + 12));
}

TEST_F(ClassifyLine, AnAnchorsTotalIsOfWhatSatisfiesIt) {
  const std::vector<std::string> common = {
      "-p", "invar1",       "--mode",          "exact",       "--bound",
      "2",  "--vocabulary", "sender,receiver", "--predicate", "starts(i) := sender@i = Alice"};
  std::vector<std::string> anchored = common;
  anchored.insert(anchored.end(), {"--anchor", "starts"});
  EXPECT_EQ(ask(common)["findings"][0]["total"], "31");
  const json f = ask(anchored)["findings"][0];
  EXPECT_EQ(f["total"], "8");  // Eve to Bob at one of two steps, Alice to anybody at the other
  EXPECT_EQ(f["complete"], true);
}

// The second level stands below the first.
TEST_F(ClassifyLine, AnchorsAreASecondLevel) {
  const std::vector<std::string> common = {
      "-p",           "invar1",          "--bound",     "3",
      "--vocabulary", "sender,receiver", "--predicate", "starts(i) := sender@i = Alice"};
  std::vector<std::string> anchored = common;
  anchored.insert(anchored.end(), {"--anchor", "starts"});
  const json generic = ask(common)["findings"][0], f = ask(anchored)["findings"][0];
  EXPECT_EQ(f["anchor"], "starts");
  ASSERT_EQ(f["generic"].size(), generic["classes"].size());
  for (std::size_t i = 0; i < generic["classes"].size(); ++i)
    EXPECT_EQ(f["generic"][i]["constraint"], generic["classes"][i]["constraint"]);
  for (const json& c : f["classes"]) EXPECT_FALSE(c["below"].empty());
}

// The counterexamples without the anchor are not gone, nor those of other lengths.
TEST_F(ClassifyLine, WhereNothingSatisfiesTheAnchorAnotherIsShown) {
  for (const char* mode : {"upto", "any"}) {
    const json r = ask({"-p", "invar1", "--bound", "3", "--mode", mode, "--predicate",
                        "never(i) := sender@i != sender@i", "--anchor", "never"},
                       10);
    EXPECT_EQ(r["properties"][0]["verdict"], "violated");
    EXPECT_EQ(r["properties"][0]["traces"].size(), 1u);
    EXPECT_EQ(r["findings"][0]["classes"].size(), 0u);
    EXPECT_EQ(r["findings"][0]["anchor"], "never");
  }
  const Outcome o = whynot({"classify",
                            file("short.smv",
                                 "MODULE main VAR x : 0..2; ASSIGN init(x) := 0;\n"
                                 "TRANS next(x) = x + 1\nINVARSPEC x != 1;\n"),
                            "--mode", "exact", "--bound", "5", "--json"});
  EXPECT_EQ(json::parse(o.out)["properties"][0]["reason"], "no counterexample of exactly 5 steps");
}

// An input at the closing step is part of a lasso: F u is violated by three lassos of up to two steps.
TEST_F(ClassifyLine, LassosWhoseFormulaReadsInputs) {
  const std::string model = file("reads.smv",
                                 "MODULE main IVAR u : boolean; VAR x : boolean;\n"
                                 "ASSIGN init(x) := FALSE; next(x) := x;\nLTLSPEC F u;\n");
  const Outcome o = whynot({"classify", model, "--bound", "2", "--vocabulary", "u", "--certify", "--json"});
  const json f = json::parse(o.out)["findings"][0];
  EXPECT_EQ(f["total"], "3");
  EXPECT_FALSE(f["insufficient"].is_null());
}

// Facts about `other` tell nothing; what would, and what it gives, is in the report and is true when it is asked.
TEST_F(ClassifyLine, CuresSayWhatTheyGive) {
  const std::string model = file("weak.smv",
                                 "MODULE main VAR x : 0..3; other : boolean;\n"
                                 "ASSIGN init(x) := 0; next(x) := {x, (x + 1) mod 4};\nINVARSPEC NAME low := x < 3;\n");
  const Outcome o = whynot({"classify", model, "-p", "low", "--bound", "5", "--vocabulary", "other", "--json"});
  const json f = json::parse(o.out)["findings"][0];
  ASSERT_FALSE(f["insufficient"].is_null());
  ASSERT_FALSE(f["cures"].empty()) << f;
  bool is_cured = false;
  for (const json& cure : f["cures"]) {
    const std::string line = cure["line"], add = cure["add"];
    ASSERT_TRUE(line.ends_with(" " + add)) << line;
    std::vector<std::string> words = *split_words(line);
    words.insert(words.begin() + 1, model);
    words.push_back("--json");
    const json again = json::parse(whynot(words).out)["findings"][0];
    EXPECT_EQ(again["classes"].size(), cure["classes"]) << cure;
    EXPECT_EQ(again["complete"], cure["complete"]) << cure;
    is_cured = is_cured || cure["complete"] == true;
  }
  EXPECT_TRUE(is_cured) << f["cures"];
  const Outcome told = whynot({"classify", model, "-p", "low", "--bound", "5", "--vocabulary", "other"});
  EXPECT_NE(told.out.find("all counterexamples covered"), std::string::npos) << told.out;
  EXPECT_EQ(
      json::parse(whynot({"classify", model, "-p", "low", "--bound", "5", "--json"}).out)["findings"][0].count("cures"),
      0U);
}

// A loop that is nothing but `stuck`: only what says where the loop is tells it from a run that passes.
TEST_F(ClassifyLine, FactsAboutTheLoop) {
  const std::string model =
      file("stuck.smv",
           "MODULE main VAR st : {idle, busy, stuck};\nASSIGN init(st) := idle;\n"
           "next(st) := case st = stuck : {stuck, idle}; st = idle : busy; TRUE : {idle, stuck}; esac;\n"
           "LTLSPEC G F st = idle;\n");
  const auto ask = [&](std::vector<std::string> words, int code) {
    words.insert(words.begin(), {"classify", model, "--bound", "4", "--vocabulary", "st", "--certify", "--json"});
    const Outcome o = whynot(words);
    EXPECT_EQ(o.code, code) << o.err;
    return json::parse(o.out)["findings"][0];
  };
  EXPECT_FALSE(ask({}, 30)["insufficient"].is_null());
  const json f = ask({"--predicate", "use loop_start; use loop_end; long(i) := st@i = stuck & i > loop;"}, 10);
  EXPECT_EQ(f["complete"], true);
  EXPECT_EQ(f["total"], f["classes"].size() == 1 ? f["classes"][0]["count"] : f["total"]);
  for (const json& c : f["classes"]) EXPECT_NE(c["constraint"].get<std::string>().find("loop"), std::string::npos) << c;
}

// Predicates of distinct positions are so wherever their names stand.
TEST_F(ClassifyLine, AnchorsOfDistinctPositions) {
  const std::string model = file("twice.smv",
                                 "MODULE main VAR x : {a, b}; n : 0..2; ASSIGN init(x) := a; init(n) := 0;\n"
                                 "next(n) := next(x) = b & n < 2 ? n + 1 : n; INVARSPEC n < 2;\n");
  const Outcome o = whynot(
      {"classify", model, "--bound", "3", "--predicate", "use same(x);", "--anchor", "same_x", "--certify", "--json"});
  ASSERT_EQ(o.code, 10) << o.err;
  const json r = json::parse(o.out);
  EXPECT_EQ(r["properties"][0]["certified"], true);
  EXPECT_EQ(r["findings"][0]["classes"][0]["facts"][0]["text"], "same_x(i, j)");
}

// Constants are not taken where distances do: they would make facts superfluous.  Unexplained classes keep the anchor.
TEST_F(ClassifyLine, NothingIsSuperfluousBesideAnAnchor) {
  const std::string model =
      file("k.smv",
           "MODULE main VAR v : boolean; w : boolean;\nASSIGN next(v) := v | w ? {TRUE, FALSE} : TRUE;\n"
           "next(w) := w ? {FALSE, TRUE} : FALSE;\nINVARSPEC !w;\n");
  const Outcome o =
      whynot({"classify", model, "--bound", "6", "--predicate", "q(i, j) := !w@i & !w@j & v@i = v@j & i < j",
              "--anchor", "q", "--keep-going", "--constants", "--certify", "--json"});
  ASSERT_EQ(o.code, 30) << o.err;
  const json r = json::parse(o.out);
  for (const json& c : r["findings"][0]["classes"])
    EXPECT_NE(c["constraint"].get<std::string>().find("q("), std::string::npos) << c["constraint"];
}

// What a class is worth, and which predicates were of no use.
TEST_F(ClassifyLine, FlagsAndWhatIsLeftOver) {
  const auto about = [&](std::vector<std::string> words, int code = 10) {
    words.insert(words.end(), {"--bound", "3", "--vocabulary", "sender,receiver"});
    return ask(std::move(words), code)["findings"][0];
  };
  const std::string restates = "restates the property: one state alone violates it";
  EXPECT_EQ(about({"-p", "invar1"})["classes"][0]["flags"], json::array({restates}));
  EXPECT_EQ(
      about({"-p", "invar1", "--predicate", "quiet(i) := sender@i = none", "--anchor", "quiet"})["classes"][0]["flags"],
      json::array({"decorative anchor: the class does without it", restates}));
  EXPECT_EQ(about({"-p", "invar1", "--predicate", "odd(i) := sender@i = Alice & receiver@i = Alice"})["unused"],
            json::array({"odd"}));
  EXPECT_EQ(about({"-p", "ltl2", "--keep-going"}, 30)["classes"][0]["flags"],
            json::array({"unexplained: passing runs satisfy it too"}));
  const json weak = ask({"-p", "invar1", "--bound", "2", "--vocabulary", "sender"}, 30)["findings"][0];
  EXPECT_EQ(weak["total"], "32");
  EXPECT_EQ(weak["uncovered"], "32");
}

TEST_F(ClassifyLine, AChainOfPositionsThatIsADistanceSaysSo) {
  const std::string model =
      file("deadline.smv",
           "MODULE main\nVAR k : boolean; d : 0..3;\nASSIGN init(d) := 0;\n"
           "next(d) := case d = 0 : k ? 1 : 0; d < 3 : d + 1; TRUE : 3; esac;\nINVARSPEC d < 3\n");
  const json f = json::parse(whynot({"classify", model, "-p", "invar1", "--bound", "5", "--json"}).out)["findings"][0];
  ASSERT_EQ(f["classes"].size(), 1u) << f;
  EXPECT_EQ(f["classes"][0]["constraint"], "exists i, j: k@i & j - i >= 3");
  EXPECT_EQ(f["classes"][0]["flags"], json::array({"distance: what counts is how far positions are apart"}));
}

TEST_F(ClassifyLine, OrdersThatUsersAskForAreShownAsOrders) {
  const json f = ask({"-p", "ltl1", "--mode", "any", "--bound", "3", "--vocabulary", "sender", "--predicate",
                      "right_after(i, j) := i + 1 = j"})["findings"][0];
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["facts"][0]["text"], "i + 1 = j");
  EXPECT_EQ(f["classes"][0]["sufficient"], "unbounded");
  EXPECT_EQ(f["unbounded"], true);
}

// Eve to Bob at step 2, among 16 states at each of steps 1 to 3 of runs of that length.
TEST_F(ClassifyLine, ConstantPositions) {
  const std::vector<std::string> line = {"-p",           "invar1",
                                         "--mode",       "exact",
                                         "--bound",      "3",
                                         "--anchor",     "there",
                                         "--vocabulary", "sender,receiver",
                                         "--predicate",  "there := sender@2 = Eve & receiver@2 = Bob"};
  EXPECT_EQ(ask(line, 3)["diagnostics"][0]["code"], "pred.constants");
  std::vector<std::string> allowed = line;
  allowed.emplace_back("--constants");
  json f = ask(allowed)["findings"][0];
  EXPECT_EQ(f["total"], "256");
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["constraint"], "there()");
  EXPECT_EQ(f["classes"][0]["count"], "256");
  allowed[3] = "any";
  f = ask(allowed)["findings"][0];
  EXPECT_EQ(f["classes"][0]["sufficient"], "unbounded");
  EXPECT_EQ(f["unbounded"], true);
}

// Eve sends eight times, the last time to Bob: at step 8, with Eve at the seven before and anything at step 9; or at
// step 9, with Eve at seven or all of the eight before; or both.
TEST_F(ClassifyLine, PredicatesOfEightPositions) {
  const json f =
      ask({"-p", "invar1", "--bound", "9", "--mode", "exact", "--vocabulary", "sender,receiver", "--predicate",
           "often(i, j, k, l, m, n, o, p) := i < j & j < k & k < l & l < m & m < n & n < o & o < p & sender@i "
           "= Eve & sender@j = Eve & sender@k = Eve & sender@l = Eve & sender@m = Eve & sender@n = Eve & "
           "sender@o = Eve & sender@p = Eve & receiver@p = Bob",
           "--anchor", "often"})["findings"][0];
  const int seven = 16384;  // four receivers each
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["complete"], true);
  EXPECT_EQ(f["total"], std::to_string(seven * 16 + (8 * seven * 12 + 4 * seven) - seven));
  EXPECT_EQ(f["total"], f["classes"][0]["count"]);
}

// Twelve in order, from a 3 to a 3: at steps 1 and 12 of twelve; of thirteen also at 1 and 13, or 2 and 13.
TEST_F(ClassifyLine, PredicatesOfTwelvePositions) {
  const std::string model =
      file("threes.smv",
           "MODULE main\nVAR s : 0..3; b : boolean;\nASSIGN init(s) := 0; next(s) := {0, 1, 2, 3};\n"
           "init(b) := FALSE; next(b) := b | s = 3;\nINVARSPEC NAME p := !b\n");
  std::string parameters = "p1", order;
  for (int n = 2; n <= 12; ++n) {
    parameters += ", p" + std::to_string(n);
    order += "p" + std::to_string(n - 1) + " < p" + std::to_string(n) + " & ";
  }
  const Outcome o = whynot({"classify", model, "-p", "p", "--bound", "13", "--json", "--anchor", "chain", "--predicate",
                            "chain(" + parameters + ") := " + order + "s@p1 = 3 & s@p12 = 3"});
  ASSERT_EQ(o.code, 10) << o.err;
  const json f = json::parse(o.out)["findings"][0];
  const int ten = 1 << 20, eleven = 4 * ten, nine = ten / 4;  // 4 to these powers
  EXPECT_EQ(f["total"], std::to_string(ten + 3 * eleven - (2 * ten + nine) + nine));
  ASSERT_EQ(f["classes"].size(), 1u) << f;
  EXPECT_EQ(f["classes"][0]["count"], f["total"]);
}

// A counter that is full after 40 of them.  Of 41 steps any one may be left out, or none.
TEST_F(ClassifyLine, PredicatesOfFortyPositions) {
  const std::string model = file("count.smv",
                                 "MODULE main\nVAR x : boolean; n : 0..40;\nASSIGN init(x) := FALSE; init(n) := 0;\n"
                                 "next(n) := next(x) & n < 40 ? n + 1 : n;\nINVARSPEC n < 40;\n");
  std::string arguments = "i1", body = "x@i1";
  for (int n = 2; n <= 40; ++n) {
    arguments += fmt::format(", i{}", n);
    body += fmt::format(" & i{} < i{} & x@i{}", n - 1, n, n);
  }
  const Outcome o = whynot({"classify", model, "--predicate", fmt::format("full({}) := {}", arguments, body), "--hide",
                            "x", "--bound", "41", "--json", "--no-timing"});
  ASSERT_EQ(o.code, 10) << o.err;
  const json f = json::parse(o.out)["findings"][0];
  EXPECT_EQ(f["complete"], true);
  EXPECT_EQ(f["total"], std::to_string(1 + 42));
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["positions"].size(), 40u);
}

// Up to two steps `armed` says enough; longer runs pass although it is.  The class of `fired` is lifted.
TEST_F(ClassifyLine, ClassesAreLiftedToLongerRuns) {
  const std::string model =
      file("alarm.smv",
           "MODULE main\nVAR armed : boolean; fired : boolean; t : 0..6; bad : boolean;\n"
           "ASSIGN init(armed) := FALSE; init(fired) := FALSE; init(t) := 0; init(bad) := FALSE;\n"
           "next(t) := t < 6 ? t + 1 : t;\n"
           "next(bad) := bad | next(fired) | (next(armed) & t < 2);\n"
           "INVARSPEC !bad;\n");
  const auto ask = [&](const std::string& bound) {
    const Outcome o = whynot({"classify", model, "--mode", "any", "--bound", bound, "--vocabulary", "armed,fired,t",
                              "--json", "--no-timing"});
    EXPECT_EQ(o.code, 10) << o.err;
    return json::parse(o.out);
  };
  const json r = ask("2"), f = r["findings"][0];
  EXPECT_EQ(f["complete"], true);
  EXPECT_GT(f["bound"], 2);
  EXPECT_EQ(r["properties"][0]["depth"], 1);
  for (const json& c : f["classes"]) EXPECT_EQ(c["sufficient"], "unbounded") << c.dump();
  // The same as at once.
  const json whole = ask(std::to_string(f["bound"].get<int>()))["findings"][0];
  const auto constraints = [](const json& finding) {
    std::set<std::string> texts;
    for (const json& c : finding["classes"]) texts.insert(c["constraint"]);
    return texts;
  };
  EXPECT_EQ(constraints(f), constraints(whole));
}

TEST_F(ClassifyLine, PositionsAreNotNamedLikeVariables) {
  const Outcome o = whynot({"classify",
                            file("named.smv",
                                 "MODULE main VAR i : boolean; j : boolean; bad : boolean;\n"
                                 "ASSIGN init(bad) := FALSE; next(bad) := i & !j; INVARSPEC !bad;\n"),
                            "--bound", "2", "--json"});
  const json made = json::parse(o.out);
  for (const json& c : made["findings"][0]["classes"])
    for (const json& name : c["positions"]) EXPECT_TRUE(name != "i" && name != "j") << c.dump();
}

TEST_F(ClassifyLine, ProofsCertify) {
  EXPECT_EQ(ask({"-p", "invar1", "--bound", "2", "--vocabulary", "sender,receiver",
                 "--certify"})["properties"][0]["certified"],
            true);
  const std::vector<std::string> line = {"-p",           "ltl1",   "--bound",     "3",
                                         "--vocabulary", "sender", "--predicate", "right_after(i, j) := i + 1 = j",
                                         "--certify"};
  EXPECT_EQ(ask(line)["properties"][0]["certified"], true);
  std::vector<std::string> any = line;
  any.insert(any.end(), {"--mode", "any"});
  EXPECT_EQ(ask(any)["properties"][0]["certified"], true);
}

constexpr const char* vault =
    "ots VAULT {\n  sort Who = loose\n  sort Mark = enum { red, blue }\n"
    "  observer badge(p: Who) : Bool = false\n  observer at(p: Who, m: Mark) : Bool = false\n"
    "  observer service : Bool = false\n  observer open : Bool = false\n"
    "  transition find(p: Who) { when not badge(p)  badge(p) := true }\n"
    "  transition service_on { when not service  service := true }\n"
    "  transition enter(p: Who) { when badge(p), not open  open := true }\n"
    "  transition walk_in(p: Who) { when service, not open  open := true }\n"
    "  invariant closed : not open\n  invariant fine : open => open\n  scope two { Who = { a, b } }\n}\n";

struct ClassifySpecification : CommandLine {
  Outcome run_on(std::vector<std::string> words) {
    words.insert(words.begin(), {"classify", file("vault.ots", vault)});
    words.insert(words.end(), {"--json", "--no-timing"});
    return whynot(words);
  }
  json ask(std::vector<std::string> words, int code = 10) {
    const Outcome o = run_on(std::move(words));
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
};

TEST_F(ClassifySpecification, FindsTheRulesThatViolate) {
  const json report = ask({"-p", "closed", "--depth", "3", "--certify"});
  EXPECT_EQ(report["properties"][0]["verdict"], "violated");
  EXPECT_EQ(report["properties"][0]["certified"], true);
  const json f = report["findings"][0];
  EXPECT_EQ(f["complete"], true);
  EXPECT_EQ(f["bound"], 3);
  EXPECT_NE(f["space"].get<std::string>().find("scope `two`"), std::string::npos);
  EXPECT_EQ(f["excluded"], json::array({"open"}));
  ASSERT_EQ(f["classes"].size(), 2u);
  EXPECT_EQ(f["classes"][0]["facts"][0]["text"], "rule@i = enter");
  EXPECT_EQ(f["classes"][1]["facts"][0]["text"], "rule@i = walk_in");
  EXPECT_EQ(report["traces"][0]["steps"][1]["action"]["name"], "find");
}

// Who it is makes no difference: one class, whose counts are of both.
TEST_F(ClassifySpecification, ValuesThatNobodyTellsApart) {
  const json f = ask({"-p", "closed", "--depth", "3", "--certify", "--vocabulary", "badge,service"})["findings"][0];
  ASSERT_EQ(f["complete"], true);
  std::size_t orbits = 0;
  for (const json& c : f["classes"])
    if (c.contains("orbit")) {
      ++orbits;
      auto of = c["orbit"]["of"].get<std::vector<std::string>>();
      std::sort(of.begin(), of.end());
      EXPECT_EQ(of, (std::vector<std::string>{"a", "b"}));
      EXPECT_NE(c["sentence"].get<std::string>().find("the same for "), std::string::npos);
    }
  EXPECT_GE(orbits, 1u);
  for (const json& c : f["classes"])
    for (const json& d : f["classes"]) EXPECT_TRUE(c == d || c["constraint"] != d["constraint"]);
}

TEST_F(ClassifySpecification, PredicatesNameIndexedObservers) {
  const json f = ask({"-p", "closed", "--depth", "3", "--vocabulary", "rule", "--predicate",
                      "held(i, j) := i < j & badge(a)@i & at(a,red)@i = at(a, red)@j & rule@j = enter & arg1@j = a",
                      "--anchor", "held"})["findings"][0];
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["facts"][0]["text"], "held(i, j)");
}

TEST_F(ClassifySpecification, NamesOfColumns) {
  EXPECT_EQ(run_on({"-p", "closed", "--depth", "2", "--vocabulary", "badge,at(a,red)"}).code, 30);
  EXPECT_EQ(run_on({"-p", "closed", "--depth", "2", "--vocabulary", "bagde"}).code, 3);
  EXPECT_EQ(run_on({"-p", "closed", "--scope", "three"}).code, 3);
  EXPECT_EQ(run_on({"-p", "shut"}).code, 3);
  EXPECT_EQ(run_on({"-p", "closed", "--depth", "x"}).code, 2);
}

TEST_F(ClassifySpecification, WhatHoldsHasNoClasses) {
  const json report = ask({"-p", "fine"}, 0);
  EXPECT_EQ(report["properties"][0]["verdict"], "holds");
  EXPECT_EQ(report["findings"][0]["classes"], json::array());
}

TEST_F(ClassifySpecification, AnyLengthOfAFiniteSpace) {
  const json f = ask({"-p", "closed", "--mode", "any"})["findings"][0];
  EXPECT_EQ(f["unbounded"], true);
  for (const json& c : f["classes"]) EXPECT_EQ(c["sufficient"], "unbounded");
}

constexpr const char* session =
    "pds session\ninit <m0>\nproc main entry m0\n  m0 -> call setup ret m1\n  m1 -> call serve ret m2\n  m2 -> call "
    "serve ret m3\n  m3 -> m3\n"
    "proc setup entry s0\n  s0 -> s1 @ open(log)\n  s0 -> s1\n  s1 -> return\n"
    "proc serve entry v0\n  v0 -> v1\n  v0 -> v2\n  v1 -> v3 @ write(log)\n  v2 -> v3 @ close(log)\n  v3 -> return\n"
    "property open_first\nstate closed initial ; state opened ; state wrong final\nclosed -> opened on "
    "open(log)\nclosed -> wrong on write(log)\n"
    "closed -> closed else\nopened -> closed on close(log)\nopened -> opened else\n"
    "property fine\nstate ok initial ; state bad final\nok -> bad on explode\nok -> ok else\n";

TEST_F(CommandLine, ClassifiesProgramsOverWhatPathsLists) {
  const std::string path = file("session.pds", session);
  const Outcome paths = whynot({"paths", path, "-p", "open_first", "--json"});
  const Outcome o = whynot({"classify", path, "-p", "open_first", "--json", "--certify"});
  EXPECT_EQ(o.code, 10) << o.out << o.err;
  const json report = json::parse(o.out), f = report["findings"][0];
  EXPECT_EQ(f["total"], std::to_string(json::parse(paths.out)["findings"][0]["counterexamples"].size()));
  EXPECT_EQ(f["complete"], true);
  EXPECT_EQ(f["excluded"], json::array({"state"}));
  EXPECT_FALSE(f["classes"].empty());
  for (const json& c : f["classes"]) EXPECT_EQ(c["sufficient"], "bounded");
  EXPECT_EQ(report["properties"][0]["certified"], true);
  EXPECT_NE(f["space"].get<std::string>().find("passing runs"), std::string::npos);
}

TEST_F(CommandLine, ClassifiesNothingWhereAProgramIsSafe) {
  const std::string path = file("session.pds", session);
  const Outcome o = whynot({"classify", path, "-p", "fine", "--json"});
  EXPECT_EQ(o.code, 0) << o.out << o.err;
  EXPECT_EQ(json::parse(o.out)["properties"][0]["verdict"], "holds");
  EXPECT_EQ(whynot({"classify", path, "-p", "nope", "--json"}).code, 3);
  EXPECT_EQ(whynot({"classify", file("empty.pds", "pds e\ninit <m>\nproc main entry m\n  m -> m\n"), "--json"}).code,
            3);
}

// Violated by runs that do not end: there are no finite ones to sort.
TEST_F(CommandLine, ClassifiesNoInfiniteRunsOfPrograms) {
  const std::string path = file("spin.pds",
                                "pds spin\ninit <m>\nproc main entry m\n  m -> m @ work\n"
                                "property rest\nstate busy initial repeat\nbusy -> busy on work\n");
  const Outcome o = whynot({"classify", path, "-p", "rest", "--json"});
  EXPECT_EQ(o.code, 30) << o.out << o.err;
  EXPECT_NE(json::parse(o.out)["properties"][0]["reason"].get<std::string>().find("infinite"), std::string::npos);
}

TEST_F(ClassifyLine, Charts) {
  const std::vector<std::string> line = {"classify",     file("talk.smv", talk), "-p", "invar1", "--bound", "2",
                                         "--vocabulary", "sender,receiver"};
  std::vector<std::string> text = line, svg = line, wrong = line, few = line;
  text.insert(text.end(), {"--chart", "sender,receiver"});
  EXPECT_NE(whynot(text).out.find("   1         |------------>|\n"), std::string::npos) << whynot(text).out;
  svg.insert(svg.end(), {"--chart", "sender,receiver", "--format", "svg"});
  EXPECT_NE(whynot(svg).out.find("marker-end"), std::string::npos);
  wrong.insert(wrong.end(), {"--chart", "sender,reciever"});
  EXPECT_EQ(whynot(wrong).code, 3);
  few.insert(few.end(), {"--chart", "sender"});
  EXPECT_EQ(whynot(few).code, 2);
}

TEST_F(ClassifyLine, AComputeHasNoCounterexamples) {
  const std::string model = file("compute.smv", std::string(talk) + "COMPUTE MIN [sender = Alice, sender = Bob];\n");
  const Outcome named = whynot({"classify", model, "-p", "compute1"});
  EXPECT_EQ(named.code, 3);
  EXPECT_NE(named.err.find("error[classify.no-trace]"), std::string::npos) << named.err;
  const json all = json::parse(whynot({"classify", model, "--bound", "2", "--json"}).out);
  EXPECT_EQ(all["properties"].size(), 3u);
}

TEST_F(ClassifyLine, PredicatesWithValues) {
  const json f = ask({"-p", "invar1", "--bound", "2", "--vocabulary", "receiver", "--predicate",
                      "sends(i, who : {Bob, Eve}) := sender@i = who \"{who} sends at {1}\""})["findings"][0];
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["constraint"], "exists i: sends[Eve](i) & receiver@i = Bob");
  EXPECT_EQ(f["classes"][0]["facts"][0]["predicate"], "sends[Eve]");
  EXPECT_EQ(f["classes"][0]["sentence"], "at some step Eve sends and receiver is Bob");
}

TEST_F(ClassifyLine, FilesOfPredicatesAreBlamedWhereTheyAreWrong) {
  const std::string model = file("talk.smv", talk),
                    wrong = file("wrong.pred", "p(i) := sender@i = Bob;\nhide nobody;\n");
  const std::string err = whynot({"classify", model, "-p", "invar1", "--predicates", wrong}).err;
  EXPECT_NE(err.find("wrong.pred:2:6: error[app.unknown-column]"), std::string::npos) << err;
  const std::string anchor = file("anchor.pred", "p(i) := sender@i = Bob;\nanchor q;\n");
  const std::string said = whynot({"classify", model, "-p", "invar1", "--predicates", anchor}).err;
  EXPECT_NE(said.find("anchor.pred:2:8: error[app.unknown-predicate]"), std::string::npos) << said;
}

TEST_F(ClassifyLine, AFileOfPredicatesThatIsNotThere) {
  const json report = ask({"-p", "invar1", "--predicates", "nowhere.pred"}, 4);
  EXPECT_EQ(report["diagnostics"][0]["file"], "nowhere.pred");
}

TEST_F(ClassifyLine, AWarningIsShownOnce) {
  const std::string model = file("idle.smv", "MODULE main\nVAR x : boolean; idle : boolean;\nINVARSPEC x;\n");
  const std::string err = whynot({"classify", model, "-p", "nothing"}).err;
  const std::size_t first = err.find("warning[");
  ASSERT_NE(first, std::string::npos) << err;
  EXPECT_EQ(err.find("warning[", first + 1), std::string::npos) << err;
}

}  // namespace
}  // namespace whynot::command
