// whynot falsify, search and prove, end to end.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* spec = R"(ots Lock {
  sort Pid = loose
  sort Where = enum { out, in_ }
  observer pc(p: Pid) : Where = out
  observer taken : Bool = false
  transition enter(p: Pid) { when pc(p) = out, not taken  pc(p) := in_  taken := true }
  transition slip(p: Pid) { when pc(p) = out  pc(p) := in_ }
  transition leave(p: Pid) { when pc(p) = in_  pc(p) := out  taken := false }
  invariant alone(p: Pid, q: Pid) : pc(p) = in_ and pc(q) = in_ => p = q
  invariant trivial : taken or not taken
  scope two { Pid <= 2 }
}
)";

struct OtsCommandLine : CommandLine {
  json report(std::vector<std::string> arguments, int code) {
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err << o.out;
    return json::parse(o.out);
  }
  std::string lock() { return file("lock.ots", spec); }
};

// Formats that leave actions out say which states follow, and that is what is asked.
TEST_F(OtsCommandLine, TracesWithoutActionsAreReplayed) {
  const std::string found = folder / "found.json", text = folder / "trace.txt";
  ASSERT_EQ(whynot({"search", lock(), "-p", "alone", "--json", "-o", found}).code, 10);
  ASSERT_EQ(whynot({"trace", "convert", found, "--format", "nusmv=" + text}).code, 0);
  const std::vector<std::string> replay{"trace", "replay", text, "--model", lock(), "-p", "alone"};
  EXPECT_EQ(whynot(replay).code, 0) << whynot(replay).out << whynot(replay).err;
  std::string harmed;
  {
    std::ifstream in(text);
    harmed.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t at = harmed.rfind("in_");
  ASSERT_NE(at, std::string::npos) << harmed;
  std::ofstream(text) << harmed.replace(at, 3, "out");
  const Outcome refused = whynot(replay);
  EXPECT_EQ(refused.code, 10) << refused.out << refused.err;
}

TEST_F(OtsCommandLine, ALoopIsAStep) {
  const std::string found = folder / "found.json";
  ASSERT_EQ(whynot({"search", lock(), "-p", "alone", "--json", "-o", found}).code, 10);
  json report;
  std::ifstream(found) >> report;
  report["traces"][0]["loop"] = 0;
  std::ofstream(found) << report;
  const Outcome o = whynot({"trace", "replay", found, "--model", lock(), "-p", "alone"});
  EXPECT_EQ(o.code, 10) << o.out;
  EXPECT_NE(o.out.find("does not lead back to step 0"), std::string::npos) << o.out;
}

// A run that violates a lemma says nothing of what the lemma was to help with.
TEST_F(OtsCommandLine, ALemmaThatFailsIsGivenUp) {
  const std::string spec = file("hint.ots", R"(ots R {
  sort P = loose
  observer p(x: P) : Bool = false
  observer q(x: P) : Bool = false
  transition t(x: P) { p(x) := true  q(x) := true }
  invariant goal(x: P) : q(x) => p(x) using wrong
  invariant wrong(x: P) : not p(x)
})");
  for (const char* command : {"falsify", "check"}) {
    const json r = report({command, spec}, 10);
    EXPECT_EQ(r["properties"][0]["verdict"], "holds") << command;
    EXPECT_EQ(r["properties"][1]["verdict"], "violated") << command;
  }
  const json lemmas = report({"falsify", spec}, 10)["findings"][0]["lemmas"];
  ASSERT_FALSE(lemmas.empty());
  EXPECT_EQ(lemmas.back()["name"], "wrong");
  EXPECT_EQ(lemmas.back()["status"], "falsified");
}

TEST_F(OtsCommandLine, SimulateWalks) {
  const json r = report({"simulate", lock(), "--steps", "5", "--seed", "3"}, 0);
  ASSERT_EQ(r["traces"].size(), 1u);
  EXPECT_EQ(r["traces"][0]["replayed"], true);
  ASSERT_EQ(r["traces"][0]["steps"].size(), 6u);
  EXPECT_TRUE(r["traces"][0]["steps"][0]["action"].is_null());
  EXPECT_FALSE(r["traces"][0]["steps"][5]["action"].is_null());
  EXPECT_EQ(r, report({"simulate", lock(), "--steps", "5", "--seed", "3"}, 0));
  EXPECT_EQ(report({"simulate", lock(), "--choose", "1,2"}, 0)["traces"][0]["steps"][1]["action"]["name"], "enter");
  EXPECT_EQ(report({"simulate", lock(), "--choose", "1,99"}, 3)["diagnostics"][0]["code"], "app.no-such-choice");
  EXPECT_EQ(whynot({"simulate", lock(), "--constraint", "taken"}).code, 2);
}

TEST_F(OtsCommandLine, FalsifyFindsTheTrace) {
  const json r = report({"falsify", lock(), "-p", "alone", "--depth", "3"}, 10);
  EXPECT_EQ(r["properties"][0]["kind"], "ots");
  EXPECT_EQ(r["properties"][0]["verdict"], "violated");
  EXPECT_EQ(r["properties"][0]["depth"], 2);
  EXPECT_EQ(r["findings"][0]["outcome"], "falsified");
  EXPECT_EQ(r["findings"][0]["trace"], "t1");
  EXPECT_TRUE(r["traces"][0]["replayed"]);
  EXPECT_EQ(r["traces"][0]["steps"].size(), 3u);
}

// Both processes are in after two steps: one or the other comes first, and `enter` is taken first, second or not at
// all.
TEST_F(OtsCommandLine, CheckGivesFurtherCounterexamplesThatDiffer) {
  const auto number = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"check", lock(), "-p", "alone"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const json r = report(arguments, 10);
    std::set<std::string> different;
    for (const json& trace : r["traces"]) {
      json states;
      for (const json& step : trace["steps"]) states.push_back(step["state"]);
      EXPECT_EQ(trace["replayed"], true);
      EXPECT_EQ(trace["steps"].size(), 3u);
      different.insert(states.dump());
    }
    EXPECT_EQ(different.size(), r["traces"].size());
    EXPECT_EQ(r["properties"][0]["traces"].size(), r["traces"].size());
    return r["traces"].size();
  };
  EXPECT_EQ(number({}), 1u);
  EXPECT_EQ(number({"-n", "2"}), 2u);
  EXPECT_EQ(number({"-n", "50"}), 6u);
  EXPECT_EQ(number({"-n", "50", "--different", "taken"}), 3u);
  EXPECT_EQ(whynot({"check", lock(), "-n", "0"}).code, 2);
  EXPECT_EQ(report({"check", lock(), "-n", "2", "--different", "takn"}, 3)["diagnostics"][0]["code"],
            "ots.unknown-column");
}

TEST_F(OtsCommandLine, SearchCountsAndExhausts) {
  const json counted = report({"search", lock(), "--count"}, 0);
  EXPECT_FALSE(counted["findings"][0].contains("outcome"));
  EXPECT_EQ(counted["findings"][0]["search"]["depths"][0]["states"], 1);
  EXPECT_EQ(report({"search", lock(), "-p", "trivial"}, 0)["properties"][0]["verdict"], "holds");
  EXPECT_EQ(report({"search", lock(), "-p", "alone", "--depth", "1"}, 30)["properties"][0]["bound"], 1);
  EXPECT_EQ(report({"search", lock(), "-f", "forall p: Pid. pc(p) = out"}, 10)["properties"][0]["depth"], 1);
}

// Sorts that have no end need not make a space without one.
TEST_F(OtsCommandLine, ACountWithoutDepthSeesTheWholeSpace) {
  const std::string queue = file("queue.ots", R"(ots Queue {
  sort Pid = loose
  observer q : list Pid = []
  observer n : Nat = 0
  transition put(p: Pid) { when p not in q  q := q ++ [p] }
  transition get { when q != [], n < 2  q := tail(q)  n += 1 }
  scope three { Pid = { a, b, c } }
  expect states three = 48
}
)");
  const json r = report({"search", queue, "--count"}, 0);
  EXPECT_EQ(r["findings"][0]["search"]["exhausted"], true);
  EXPECT_EQ(r["findings"][0]["search"]["depths"].back()["states"], 48);
  EXPECT_TRUE(r["diagnostics"].empty()) << r["diagnostics"];
}

// What is proved by means of an invariant that does not hold is not proved.
TEST_F(OtsCommandLine, WhatAProofUsesIsProvedToo) {
  const std::string spec = file("uses.ots", R"(ots Uses {
  observer n : Nat = 0
  observer even : Bool = true
  transition up { when n < 3  n += 1  even := not even }
  invariant wrong : n < 2
  invariant relative : n < 3 using wrong
  invariant further : n <= 5 using relative
  invariant low : n <= 3
  invariant high : n <= 3 or even using low
}
)");
  const json r = report({"prove", spec}, 30);
  const auto& all = r["properties"];
  EXPECT_EQ(all[1]["verdict"], "undecided") << all;
  EXPECT_NE(std::string(all[1]["reason"]).find("`wrong`"), std::string::npos) << all;
  EXPECT_EQ(all[2]["verdict"], "undecided") << all;
  EXPECT_EQ(all[4]["verdict"], "holds") << all;
  EXPECT_EQ(r["findings"][1]["lemmas"][0]["name"], "wrong");
}

// The outermost quantifiers of an invariant are parameters: sought among the terms of the state, no verdict where that
// is not enough.
TEST_F(OtsCommandLine, QuantifiersOverInfiniteSorts) {
  const std::string spec = file("infinite.ots", R"(ots Infinite {
  observer n : Nat = 0
  transition up { when n < 2  n += 1 }
  invariant small : forall x: Nat. x < 3
  invariant shown : n = 2 => not (exists x: Nat. x = n and 1 < x)
}
)");
  const json r = report({"search", spec}, 10);
  EXPECT_EQ(r["properties"][0]["verdict"], "undecided");
  EXPECT_EQ(r["properties"][1]["depth"], 2);
  EXPECT_EQ(report({"search", spec, "-f", "exists x: Nat. 5 < x"}, 3)["diagnostics"][1]["code"],
            "ots.unbound-quantifier");
}

TEST_F(OtsCommandLine, NoInitialStateIsTold) {
  const std::string spec =
      file("none.ots", "ots None {\n  observer n : Nat = 0\n  init n = 5\n  invariant i : n = 1\n}\n");
  for (const char* command : {"search", "falsify"})
    EXPECT_EQ(report({command, spec}, 0)["diagnostics"][0]["code"], "ots.no-initial-state");
}

TEST_F(OtsCommandLine, NamedElementsAreAmongTheFewest) {
  const std::string named = file("named.ots", R"(ots Named {
  sort P = loose { a, b, c }
  observer last : P = a
  transition go(p: P) { when p != a  last := p }
  invariant first : last = a
}
)");
  const json r = report({"search", named, "-p", "first", "--scope", "any"}, 10);
  EXPECT_EQ(r["findings"][0]["search"]["fewest"], 3);
}

// What holds over the whole space is confirmed by the concrete semantics, whatever the symmetry left out.
TEST_F(OtsCommandLine, AnExhaustedSpaceIsCertified) {
  for (const char* symmetry : {"on", "off"}) {
    const json r = report({"search", lock(), "-p", "trivial", "--certify", "--symmetry", symmetry}, 0);
    EXPECT_EQ(r["properties"][0]["certified"], true) << r;
  }
  EXPECT_EQ(report({"search", lock(), "-p", "trivial"}, 0)["properties"][0]["certified"], false);
  const json both = report({"search", lock(), "--certify"}, 10);
  EXPECT_EQ(both["properties"][0]["certified"], false);
  EXPECT_EQ(both["properties"][1]["certified"], true);
}

TEST_F(OtsCommandLine, SearchWithAnyNumberOfElements) {
  const json found = report({"search", lock(), "-p", "alone", "--scope", "any"}, 10);
  EXPECT_EQ(found["properties"][0]["depth"], 2);
  EXPECT_EQ(found["findings"][0]["search"]["fewest"], 2);
  EXPECT_EQ(found["findings"][0]["search"]["enough"], 5);  // one for each of three steps, two for the invariant
  EXPECT_EQ(report({"search", lock(), "-p", "trivial", "--scope", "any", "--depth", "2"}, 30)["properties"][0]["bound"],
            2);
  EXPECT_EQ(whynot({"falsify", lock(), "-p", "alone", "--scope", "any"}).code, 3);
  EXPECT_EQ(whynot({"search", lock(), "--count", "--scope", "any"}).code, 3);
}

// The solver alone is busy for minutes with what it counts as a few steps.
constexpr const char* slow_spec = R"(ots Buffer {
  sort Item = loose { bad }
  fun len(l: list Item) : Nat = if l = [] then 0 else 1 + len(tail(l))
  fun has(l: list Item, x: Item) : Bool = if l = [] then false else if head(l) = x then true else has(tail(l), x)
  observer buf : list Item = []
  observer out : list Item in { [], [bad] }
  observer lost : Nat = 0
  transition put(i: Item) { when len(buf) < 2  buf := buf ++ [i] }
  transition get { when buf != [], |out| < 2  out := [head(buf)] ++ out  buf := tail(buf) }
  transition drop(i: Item) { when i in buf, i = bad, lost < 2  buf := []  lost := lost + 1 }
  invariant short : len(buf) + |out| <= 4
  scope s { Item = { bad, good } }
}
)";

TEST_F(OtsCommandLine, TheTimeLimitHoldsWithinASolversQuestion) {
  const auto begin = std::chrono::steady_clock::now();
  const json r = report({"falsify", file("buffer.ots", slow_spec), "-p", "short", "--timeout", "1s"}, 30);
  EXPECT_EQ(r["properties"][0]["verdict"], "undecided");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// A candidate for a model is no state: with quantifiers about, the solver often has nothing better.
TEST_F(OtsCommandLine, WhatTheSolverDoesNotKnowIsNotCalledNotInductive) {
  const auto reason = [&](const std::string& name, const std::string& invariant) {
    const json r = report({"prove", std::string(WHYNOT_EXAMPLES) + "/ots/" + name, "-p", invariant}, 30);
    return r["properties"][0]["reason"].get<std::string>();
  };
  const std::string numbers = file("numbers.ots", R"(ots N {
    observer x : Nat = 0
    fun twice(n: Nat) : Nat = if n = 0 then 0 else 2 + twice(n - 1)
    transition up { x := x + 1 }
    invariant even(n: Nat) : twice(n) != x + 5
    scope all {}
  })");
  const json open = report({"prove", numbers, "-p", "even", "--timeout", "5s"}, 30);
  EXPECT_EQ(open["properties"][0]["reason"].get<std::string>().find("not inductive"), std::string::npos) << open;
  EXPECT_EQ(open["findings"][0]["cases"][0]["result"], "unknown") << open;
  EXPECT_TRUE(reason("abp.ots", "in_step").starts_with("not inductive: ")) << reason("abp.ots", "in_step");
  EXPECT_EQ(reason("abp.ots", "in_step").find(" 0 lemmas"), std::string::npos);
}

TEST_F(OtsCommandLine, AFailingCaseIsAStateAndAStep) {
  const json r = report({"prove", std::string(WHYNOT_EXAMPLES) + "/ots/qlock.ots", "-p", "mutex"}, 30);
  EXPECT_TRUE(r["properties"][0]["reason"].get<std::string>().starts_with("not inductive: `try` breaks it")) << r;
  const json& finding = r["findings"][0];
  EXPECT_EQ(finding["fragment"], "outside EPR: lists");
  std::size_t fails = 0;
  for (const json& c : finding["cases"]) {
    if (c["result"] != "fails") continue;
    ++fails;
    EXPECT_EQ(c["transition"], "try");
    EXPECT_EQ(c["state"].size(), c["next"].size());
    EXPECT_NE(c["state"], c["next"]);
    EXPECT_EQ(c["next"]["pc(pid1)"], "cs");
  }
  EXPECT_EQ(fails, 1u);
}

constexpr const char* lemmas = R"(ots Lemmas {
  sort A = loose
  observer has(a: A) : Bool = false
  observer free : Bool = true
  transition take(a: A) { when free  free := false  has(a) := true }
  transition give(a: A) { when has(a)  free := true  has(a) := false }
  invariant idle(a: A) : has(a) => not free
  invariant one(a: A, b: A) : has(a) and has(b) => a = b using idle
  invariant odd(a: A) : not has(a) using one
  scope two { A = { a, b } }
}
)";

TEST_F(OtsCommandLine, WhatWasProvedOnTheWayIsProved) {
  const std::string path = file("lemmas.ots", lemmas);
  EXPECT_EQ(report({"prove", path, "-p", "idle"}, 30)["properties"][0]["verdict"], "undecided");
  const json r = report({"prove", path}, 30);
  EXPECT_EQ(r["properties"][0]["name"], "idle");
  EXPECT_EQ(r["properties"][0]["verdict"], "holds") << r;
  EXPECT_EQ(r["properties"][1]["verdict"], "holds") << r;
  EXPECT_EQ(r["findings"][1]["lemmas"][0]["status"], "proved");
  EXPECT_EQ(r["findings"][1]["invariant"].size(), 2u);
  EXPECT_TRUE(r["properties"][2]["reason"].get<std::string>().starts_with("not inductive: `take`")) << r;
}

TEST_F(OtsCommandLine, FalsifyGoesDeeperByItself) {
  const std::string path = file("far.ots", R"(ots Far {
  observer n : Nat = 0
  observer m : Nat = 0
  transition up { when n < 9  n += 1 }
  transition aside { when m < 9  m += 1 }
  invariant low : n + m < 14
  invariant little : n < 11
  scope all {}
}
)");
  const json r = report({"falsify", path, "-p", "low"}, 10);
  EXPECT_EQ(r["findings"][0]["tried"][0]["result"], "violated") << r;
  EXPECT_EQ(r["traces"][0]["steps"].size(), 15u);
  // From depth 3 lemmas lead on.
  const json bounded = report({"falsify", path, "-p", "low", "--depth", "3"}, 10);
  EXPECT_EQ(bounded["findings"][0]["tried"][0]["depth"], 3) << bounded;
  EXPECT_FALSE(bounded["findings"][0]["lemmas"].empty());
}

TEST_F(OtsCommandLine, AViolationIsToldBeforeTheOthersAreDecided) {
  const std::string path = file("endless.ots", R"(ots E {
  observer n : Nat = 0
  transition up { n := n + 1 }
  invariant never : n < 1000000000
  invariant low : n < 3
  scope all {}
}
)");
  const json r = report({"check", path, "--timeout", "1s"}, 10);
  EXPECT_EQ(r["properties"][0]["verdict"], "undecided");
  EXPECT_EQ(r["properties"][1]["verdict"], "violated");
  EXPECT_LT(r["properties"][1]["seconds"].get<double>(), 0.9) << r;
}

TEST_F(OtsCommandLine, CountsAndDecides) {
  const json r = report({"search", lock(), "-p", "alone", "--count"}, 10);
  EXPECT_EQ(r["properties"][0]["verdict"], "violated");
  ASSERT_EQ(r["findings"].size(), 2u);
  EXPECT_FALSE(r["findings"][1].contains("outcome"));
  EXPECT_EQ(r["findings"][1]["search"]["exhausted"], true);
  EXPECT_EQ(report({"search", lock(), "--count"}, 0)["properties"].size(), 0u);
}

TEST_F(OtsCommandLine, AnExportSearchesNothing) {
  const std::string endless = file("endless.ots",
                                   "ots E {\n  observer n : Nat = 0\n  transition up { n := n + 1 }\n"
                                   "  invariant low : n < 3\n}\n");
  const json r = report({"search", endless, "--export", folder / "e.maude"}, 0);
  EXPECT_TRUE(r["properties"].empty()) << r;
  EXPECT_TRUE(std::ifstream(folder / "e.maude").good());
  const Outcome told = whynot({"search", endless, "--export", folder / "e.maude"});
  EXPECT_EQ(told.out, endless + " is written as " + std::string(folder / "e.maude") + "; nothing was searched\n");
}

constexpr const char* counted = R"(ots C {
  sort Node = loose
  observer at(i: Node) : Nat = 0
  observer all : Nat = 0
  transition step(i: Node) { at(i) += 1  all += 1 }
  invariant positive : all >= 0
  invariant even : all != 3
  invariant kept(i: Node) : at(i) >= 0 and (all < 1000000000000 or all >= 0)
  scope one { Node = { a } }
})";

// Where the states have no end and nobody set a limit, check goes on as falsify does.
TEST_F(OtsCommandLine, CheckOfStatesWithoutEndComesToAnEnd) {
  const json r = report({"check", file("counted.ots", counted)}, 10);
  EXPECT_EQ(r["properties"][0]["verdict"], "holds");
  EXPECT_EQ(r["properties"][1]["verdict"], "violated");
  EXPECT_EQ(r["properties"][1]["depth"], 3);
  EXPECT_EQ(r["properties"][2]["verdict"], "holds");
}

// `single` is inductive with `away` and `one`, and with nothing that comes before them.
constexpr const char* token = R"(ots T {
  sort Node = loose
  observer have(i: Node) : Bool in { true, false }
  observer sent(i: Node) : Bool = false
  init exists i: Node. have(i)
  init forall i: Node, j: Node. have(i) and have(j) => i = j
  transition pass(i: Node, j: Node) { when have(i)  have(i) := false  sent(j) := true }
  transition get(j: Node) { when sent(j)  have(j) := true  sent(j) := false }
  invariant single(i: Node, j: Node) : sent(i) and sent(j) => i = j
  invariant one(i: Node, j: Node) : have(i) and have(j) => i = j
  invariant away(i: Node, j: Node) : not (have(i) and sent(j))
  scope two { Node = { a, b } }
})";

TEST_F(OtsCommandLine, WhatOneRestsOnServesTheOthers) {
  const json r = report({"falsify", file("token.ots", token)}, 0);
  for (const json& p : r["properties"]) EXPECT_EQ(p["verdict"], "holds") << p;
  EXPECT_EQ(r["properties"][0]["name"], "single");
  ASSERT_EQ(r["findings"].size(), 3u);
  EXPECT_GE(r["findings"][2]["invariant"].size(), 2u) << r["findings"][2];
}

TEST_F(OtsCommandLine, NamesOfBoundVariablesCaptureNothing) {
  const std::string path = file("bound.ots", R"(ots B {
  sort A = loose
  observer p(a: A, b: A) : Bool = false
  transition t(j: A) { when forall k: A. p(j, k)  p(j, j) := false }
  invariant I(k: A) : exists j: A. p(k, j) or j = k
  invariant J(k: A) : forall j: A. p(k, j) => p(j, k)
  scope two { A = { a, b } }
}
)");
  for (const char* name : {"I", "J"}) {
    const json report = json::parse(whynot({"prove", path, "-p", name, "--json"}).out);
    for (const json& l : report["findings"][0]["lemmas"]) {
      const std::string text = l["text"];
      EXPECT_EQ(text.find("j = j"), std::string::npos) << text;
      EXPECT_EQ(text.find("p(j, j) or not p(j, j)"), std::string::npos) << text;
    }
  }
}

// What was found is printed, and what was not looked at does not count as proved.
TEST_F(OtsCommandLine, ASignalDuringAProofIsNoProof) {
  for (const char* signal : {"TERM", "INT"}) {
    const std::string out = file("out.json", "");
    const std::string command = std::string("timeout -k 20 -s ") + signal + " 3 " + WHYNOT_BINARY + " prove " +
                                file("buffer.ots", slow_spec) + " -p short --json > " + out + " 2>/dev/null";
    const auto begin = std::chrono::steady_clock::now();
    [[maybe_unused]] const int status = std::system(command.c_str());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15)) << signal;
    std::ifstream in(out);
    const json r = json::parse(in);
    ASSERT_EQ(r["properties"].size(), 1u) << r;
    EXPECT_EQ(r["properties"][0]["verdict"], "undecided") << r;
    for (const json& finding : r["findings"]) EXPECT_EQ(finding["outcome"], "open");
  }
}

TEST_F(OtsCommandLine, ACountThatWasCutShortIsUndecided) {
  const std::string endless =
      file("endless.ots", "ots E {\n  observer n : Nat = 0\n  transition up { n := n + 1 }\n}\n");
  EXPECT_EQ(report({"search", endless, "--count", "--depth", "1000000000", "--timeout", "300ms"},
                   30)["findings"][0]["search"]["stopped"],
            "stopped by --timeout 300ms");
}

TEST_F(OtsCommandLine, SearchGoesOnFromATrace) {
  const Outcome first = whynot({"search", lock(), "-f", "not taken", "--json"});
  const std::string trace = file("t.json", first.out);
  EXPECT_EQ(report({"search", lock(), "-p", "alone", "--from", trace}, 10)["properties"][0]["depth"], 1);
  EXPECT_EQ(report({"search", lock(), "-p", "alone", "--from", trace + "@0"}, 10)["properties"][0]["depth"], 2);
  EXPECT_EQ(whynot({"search", lock(), "-p", "alone", "--from", trace + "@9"}).code, 3);
}

TEST_F(OtsCommandLine, TracesAreReplayed) {
  const std::string spec_file = lock();
  const Outcome found = whynot({"search", spec_file, "-p", "alone", "--json"});
  const std::string trace = file("t.json", found.out);
  EXPECT_EQ(whynot({"trace", "replay", trace, "--model", spec_file, "-p", "alone"}).code, 0);
  EXPECT_EQ(whynot({"trace", "replay", trace, "--model", spec_file, "-p", "trivial"}).code, 10);
  std::string bad = found.out;
  bad.replace(bad.find("\"slip\""), 6, "\"leave\"");
  EXPECT_EQ(whynot({"trace", "replay", file("b.json", bad), "--model", spec_file}).code, 10);
  EXPECT_EQ(whynot({"trace", "replay", folder / "none.json", "--model", spec_file}).code, 4);
}

TEST_F(OtsCommandLine, ProveSaysWhatIsMissing) {
  EXPECT_EQ(report({"prove", lock(), "-p", "trivial"}, 0)["findings"][0]["outcome"], "verified");
  const json open = report({"prove", lock(), "-p", "alone"}, 30);
  const std::string drawn = whynot({"prove", lock(), "-p", "alone", "--format", "dot"}).out;
  EXPECT_NE(drawn.find("n0 -> n1 [label=\"enter\""), std::string::npos) << drawn;
  EXPECT_EQ(open["properties"][0]["verdict"], "undecided");
  EXPECT_FALSE(open["findings"][0]["lemmas"].empty());
  EXPECT_EQ(open["findings"][0]["lemmas"][0]["from"], "alone");
}

// Datatypes that hold sets of each other: the search has them, the solver does not.
TEST_F(OtsCommandLine, WhatTheSolverRefusesIsUndecided) {
  const std::string boxes = file("boxes.ots", R"(ots Boxes {
  sort Box = free { box(set Box) | coin }
  observer shelf : set Box = {}
  transition pack { when |shelf| < 2  shelf += box(shelf) }
  invariant poor : coin not in shelf
  invariant small : |shelf| < 2
}
)");
  EXPECT_EQ(report({"search", boxes, "-p", "small"}, 10)["properties"][0]["depth"], 2);
  const json open = report({"prove", boxes, "-p", "poor"}, 30);
  EXPECT_NE(std::string(open["properties"][0]["reason"]).find("constructor `box` holds a set Box"), std::string::npos);
  report({"falsify", boxes, "-p", "poor", "--depth", "1"}, 30);
  EXPECT_EQ(report({"falsify", boxes, "-p", "small"}, 10)["properties"][0]["depth"], 2);
  EXPECT_EQ(whynot({"search", boxes, "--export", folder / "b.smt2"}).code, 2);
}

TEST_F(OtsCommandLine, MapsOfListsAndSizes) {
  const std::string shelves = file("shelves.ots", R"(ots Shelves {
  sort P = loose
  observer box : map P (list P) = [_ := []]
  observer seen : set P = {}
  transition store(p: P, q: P) { when |box[p]| < 2  box := box[p := box[p] ++ [q]] }
  transition look(p: P) { when |seen| < 2  seen += p }
  transition forget(p: P) { when p in seen  seen -= p }
  invariant short(p: P) : |box[p]| <= 2
  invariant few : |seen| <= 2
  invariant none : |seen| = 0
  scope two { P = { a, b } }
}
)");
  const json proved = report({"prove", shelves, "-p", "short", "-p", "few"}, 0);
  EXPECT_EQ(proved["properties"][0]["verdict"], "holds");
  EXPECT_EQ(report({"search", shelves, "-p", "none", "--scope", "any"}, 10)["properties"][0]["depth"], 1);
  EXPECT_EQ(report({"falsify", shelves, "-p", "few", "--certify"}, 0)["properties"][0]["verdict"], "holds");
}

// Distinct numbers from two: there are initial states of at most two elements.
TEST_F(OtsCommandLine, AnyScopeMayBeASmallOne) {
  const std::string ids = file("ids.ots", R"(ots Ids {
  sort P = loose
  observer id(p: P) : Nat in { 1, 2 }
  observer up(p: P) : Bool = false
  init forall p: P, q: P. id(p) = id(q) => p = q
  transition rise(p: P) { up(p) := true }
  invariant down(p: P) : not up(p)
}
)");
  const json r = report({"search", ids, "-p", "down", "--scope", "any", "--depth", "2"}, 10);
  EXPECT_EQ(r["properties"][0]["depth"], 1);
  EXPECT_EQ(r["findings"][0]["search"]["fewest"], 1);
}

// The number of permutations is beyond any number type.
TEST_F(OtsCommandLine, ManyElementsDoNotHurtTheSymmetry) {
  std::string many = spec;
  many.replace(many.find("Pid <= 2"), 8, "Pid <= 70");
  EXPECT_EQ(report({"search", file("many.ots", many), "-p", "alone"}, 10)["properties"][0]["depth"], 2);
}

TEST_F(OtsCommandLine, UnknownNamesAreInputErrors) {
  EXPECT_NE(whynot({"falsify", lock(), "-p", "alon"}).err.find("did you mean `alone`?"), std::string::npos);
  EXPECT_EQ(whynot({"search", lock(), "-p", "alone", "--scope", "three"}).code, 3);
  EXPECT_EQ(whynot({"search", lock(), "-f", "pc(p) = "}).code, 3);
  EXPECT_EQ(whynot({"search"}).code, 2);
  EXPECT_EQ(whynot({"search", folder / "none.ots"}).code, 4);
  EXPECT_EQ(whynot({"search", lock(), "--depth", "deep"}).code, 2);
}

// A specification checks itself.
TEST_F(OtsCommandLine, ExpectClausesAreCompared) {
  const std::string right = WHYNOT_EXAMPLES "/ots/flawed.ots";
  const auto codes = [&](const std::vector<std::string>& words, const std::string& path) {
    std::vector<std::string> all = {words[0], path};
    all.insert(all.end(), words.begin() + 1, words.end());
    all.push_back("--json");
    std::vector<std::string> found;
    const json report = json::parse(whynot(all).out);
    for (const json& d : report["diagnostics"])
      if (d["code"] == "ots.expect") found.push_back(d["message"]);
    return found;
  };
  std::ifstream in(right);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  text.replace(text.find("two = 13"), 8, "two = 14");
  text.replace(text.find("falsified two depth 4"), 21, "none two            ");
  const std::string wrong = file("wrong.ots", text);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"check"}, {"search", "--count"}, {"falsify", "-p", "mutex"}})
    EXPECT_TRUE(codes(words, right).empty()) << words[0];
  EXPECT_EQ(codes({"search", "--count"}, wrong), std::vector<std::string>{"14 states are expected, there are 13"});
  EXPECT_EQ(codes({"check"}, wrong), std::vector<std::string>{"`mutex` is expected to hold, and fails"});
}

}  // namespace
}  // namespace whynot::command
