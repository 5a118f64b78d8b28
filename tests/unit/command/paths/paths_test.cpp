// whynot paths, end to end.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* program = R"(pds program
init <m0>
proc main entry m0
  m0 -> call P ret m1
  m1 -> m1
proc P entry s0
  s0 -> s1
  s0 -> s2
  s1 -> call P ret s3
  s2 -> s4 @ log
  s3 -> s4 @ open("x")
  s4 -> return
)";
constexpr const char* policy = R"(property quiet
state q0 initial
state q1 final
q0 -> q1 on open(f, ...)
q0 -> q0 else
q1 -> q1 on any
)";

struct PathsCommandLine : CommandLine {
  json report(std::vector<std::string> arguments, int code) {
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err;
    return json::parse(o.out);
  }
};

TEST_F(PathsCommandLine, GivesTheCounterexamplesAsTheContractSays) {
  const json r = report({"paths", file("p.pds", program), "-a", file("p.efsa", policy)}, 10);
  EXPECT_EQ(r["input"]["front"], "pds");
  ASSERT_EQ(r["properties"].size(), 1u);
  EXPECT_EQ(r["properties"][0]["kind"], "automaton");
  EXPECT_EQ(r["properties"][0]["verdict"], "violated");
  const json& finding = r["findings"][0];
  EXPECT_EQ(finding["kind"], "paths");
  EXPECT_EQ(finding["property"], "quiet");
  EXPECT_TRUE(finding["complete"]);
  EXPECT_EQ(finding["counterexamples"].size(), r["traces"].size());
  EXPECT_EQ(finding["groups"][0]["events"], json::array({"open(\"x\")"}));
  const json& steps = r["traces"][0]["steps"];
  EXPECT_EQ(steps[0]["state"]["stack"], json::array({"m0"}));
  EXPECT_EQ(steps[1]["action"]["kind"], "call");
  EXPECT_EQ(steps[1]["action"]["line"], 4);
}

TEST_F(PathsCommandLine, WarningsAreSaidOnceEvenIfTheAutomatonGetsStuck) {
  const std::string stuck = "property stuck\nstate q0 initial\nstate q1 final\nq0 -> q0 on log\nq0 -> q1 on nothing\n";
  const Outcome o = whynot({"paths", file("p.pds", program), "-a", file("p.efsa", stuck)});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("pds.blocked"), std::string::npos);
  const std::size_t first = o.err.find("pds.unknown-event");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(o.err.find("pds.unknown-event", first + 1), std::string::npos) << o.err;
}

// Of an unknown argument each value counts: those that fit a transition, and those that fit none.
TEST_F(PathsCommandLine, AnUnknownArgumentMayFitNoTransition) {
  const std::string unsure = "pds p\ninit <a>\nstop c\na -> b @ op(?)\nb -> c @ close\n";
  const auto policy = [&](const std::string& how) {
    return file("o" + how + ".efsa", "property p " + how +
                                         "\nstate q0 initial\nstate q1\nstate q2 final\nq0 -> q1 on op(f) when f = "
                                         "\"c\"\nq0 -> q2 on close\nq1 -> q1 on any\n");
  };
  const std::string p = file("p.pds", unsure);
  const Outcome blocked = whynot({"paths", p, "-a", policy("")});
  EXPECT_EQ(blocked.code, 3) << blocked.out;
  EXPECT_NE(blocked.err.find("pds.blocked"), std::string::npos) << blocked.err;
  for (const char* check : {"", "--certify"}) {
    std::vector<std::string> arguments{"paths", p, "-a", policy("stutter")};
    if (*check) arguments.push_back(check);
    EXPECT_EQ(report(arguments, 10)["findings"][0]["verdict"], "violated") << check;
  }
  EXPECT_EQ(report({"paths", p, "-a", policy("partial")}, 0)["findings"][0]["verdict"], "holds");
}

// The last move is told whether its events matter or not.
TEST_F(PathsCommandLine, TheSentenceEndsInTheFinalState) {
  const std::string p = file("p.pds", "pds p\ninit <a>\nstop c\na -> b @ op\nb -> c\n");
  const std::string policy =
      "property p stutter\nstate q0 initial\nstate q1\nstate q2 final\nq0 -> q1 on op\nq1 -> q2 on any\n";
  const json r = report({"why", p, "-a", file("p.efsa", policy)}, 10);
  EXPECT_EQ(r["properties"][0]["why"],
            "op at step 1 (line 4) moves q0 to q1; step 2 (line 5) moves q1 to q2, a final state.");
}

TEST_F(PathsCommandLine, OneFileMayHoldAll) {
  EXPECT_EQ(report({"paths", file("all.pds", std::string(program) + policy)}, 10)["findings"].size(), 1u);
}

TEST_F(PathsCommandLine, AllowingTheEventMendsIt) {
  const std::string p = file("p.pds", std::string(program) + policy);
  const json r = report({"paths", p, "--allow", "open"}, 0);
  EXPECT_EQ(r["findings"][0]["verdict"], "holds");
  EXPECT_EQ(r["findings"][0]["refinement"]["gone"], 1);
  EXPECT_TRUE(r["findings"][0]["counterexamples"].empty());
}

TEST_F(PathsCommandLine, TheRuleGraphIsInTheReport) {
  const std::string p = file("p.pds", std::string(program) + policy);
  const json graph = report({"paths", p, "--graph", "report"}, 10)["findings"][0]["graph"];
  ASSERT_FALSE(graph["nodes"].empty());
  for (const json& node : graph["nodes"])
    EXPECT_TRUE(node["annotation"].is_string()) << node << ": a small graph has all of them";
  const auto used = [](const json& edge) { return edge["on_counterexample"].get<bool>(); };
  EXPECT_TRUE(std::any_of(graph["edges"].begin(), graph["edges"].end(), used)) << graph;
}

// One picture: that of a property that has something to show.
TEST_F(PathsCommandLine, DrawsTheFirstPropertyThatIsViolated) {
  const std::string holds = "property never\nstate q0 initial\nstate q1 final\nq0 -> q1 on nothing\nq0 -> q0 else\n";
  const std::string p = file("p.pds", std::string(program) + holds + policy);
  EXPECT_NE(whynot({"paths", p, "--format", "svg"}).out.find("s4"), std::string::npos);
  const std::string empty = whynot({"paths", p, "-p", "never", "--format", "svg"}).out;
  EXPECT_NE(empty.find("there is nothing to draw"), std::string::npos) << empty;
  EXPECT_EQ(empty.find("=\"-"), std::string::npos) << "a size below zero: " << empty;
}

TEST_F(PathsCommandLine, UnknownNamesAreInputErrors) {
  const std::string p = file("p.pds", std::string(program) + policy);
  EXPECT_EQ(whynot({"paths", p, "--allow", "opem"}).code, 3);
  EXPECT_NE(whynot({"paths", p, "--only", "opem"}).err.find("did you mean `open`?"), std::string::npos);
  EXPECT_EQ(whynot({"paths", p, "-p", "loud"}).code, 3);
  EXPECT_EQ(whynot({"paths", file("q.pds", program)}).code, 3);
  EXPECT_EQ(whynot({"paths"}).code, 2);
  EXPECT_EQ(whynot({"paths", p, "--mode", "all"}).code, 2);
  EXPECT_EQ(whynot({"paths", p, "--unfold", "some"}).code, 2);
  EXPECT_EQ(whynot({"paths", folder / "none.pds"}).code, 4);
}

TEST_F(PathsCommandLine, WithoutTracesThereAreGroupsAndCounts) {
  const json r = report({"paths", file("p.pds", std::string(program) + policy), "--no-traces"}, 10);
  EXPECT_TRUE(r["traces"].empty());
  EXPECT_EQ(r["findings"][0]["groups"].size(), 1u);
}

TEST_F(PathsCommandLine, ReadsCSources) {
  if (std::system("command -v clang-14 >/dev/null 2>&1 || command -v clang >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "clang is not installed";
  const std::string source = file("a.c",
                                  "int open(const char*, int);\nint log_(int);\n"
                                  "int walk(int d) {\n  if (d) return open(\"x\", 0);\n  return walk(d - 1);\n}\n"
                                  "int main(void) { log_(1); return walk(3); }\n");
  const json r = report({"paths", "--c", source, "-a", file("p.efsa", policy)}, 10);
  EXPECT_EQ(r["input"]["front"], "c");
  EXPECT_EQ(r["findings"][0]["groups"][0]["events"], json::array({"open(\"x\", 0)"}));
  const json last = r["traces"][0]["steps"].back();
  EXPECT_EQ(last["action"]["line"], 4);
  EXPECT_EQ(r["diagnostics"][0]["code"], "c.abstracted");

  const Outcome bad = whynot({"paths", "--c", file("b.c", "int main( {"), "-a", file("p.efsa", policy)});
  EXPECT_EQ(bad.code, 3);
  EXPECT_NE(bad.err.find("expected parameter declarator"), std::string::npos) << bad.err;
  EXPECT_EQ(whynot({"paths", "--c", source, "--entry", "start", "-a", file("p.efsa", policy)}).code, 3);
}

TEST_F(PathsCommandLine, FiniteSystemsAreStacksOfOneSymbol) {
  const std::string model =
      file("m.smv",
           "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := case x < 3 : {x, x + 1}; TRUE : 0; esac;\n");
  const std::string automaton =
      file("m.efsa",
           "events e\nmap up <- when next(x) > x\nmap three <- when x = 3\n"
           "property low\nstate q0 initial\nstate q1 final\nq0 -> q1 on three\nq0 -> q0 else\n");
  const json r = report({"paths", model, "-a", automaton}, 10);
  EXPECT_EQ(r["input"]["front"], "smv");
  EXPECT_EQ(r["properties"][0]["depth"], 4);
  EXPECT_EQ(r["traces"][0]["steps"][3]["state"]["stack"], json::array({"x = 3"}));
  EXPECT_EQ(r["traces"][0]["steps"][3]["action"]["event"], "up");
  EXPECT_EQ(whynot({"paths", model, "-a",
                    file("b.efsa", "events e\nmap up <- when y > 1\nproperty p\nstate q initial\nq -> q else\n")})
                .code,
            3);
  EXPECT_EQ(whynot({"paths", file("p.pds", program), "-a", automaton}).code, 3);
}

TEST_F(PathsCommandLine, TracesAreReplayed) {
  const std::string p = file("p.pds", std::string(program) + policy);
  const Outcome found = whynot({"paths", p, "--json"});
  const std::string trace = file("t.json", found.out);
  EXPECT_EQ(whynot({"trace", "replay", trace, "--model", p}).code, 0);
  std::string bad = found.out;
  bad.replace(bad.find("[\"s1\",\"m1\"]"), 11, "[\"s2\",\"m1\"]");
  EXPECT_EQ(whynot({"trace", "replay", file("b.json", bad), "--model", p}).code, 10);
}

// Recursion without end, and a loop that ends each round with the stack it began with.
constexpr const char* endless = R"(pds parser
init <m0>
proc main entry m0
  m0 -> call sum ret m1
  m1 -> m0 @ read("line")
proc sum entry s0
  s0 -> call sum ret s1
  s0 -> s1 @ read("x")
  s1 -> return @ log
)";
constexpr const char* silent = R"(property progress
state working initial
state silent repeat
state over
working -> working on any
working -> silent on any
silent -> over on read(_)
silent -> silent else
over -> over on any
property quiet
state q0 initial
state q1 repeat
q0 -> q1 on log
q0 -> q0 else
q1 -> q1 on log
q1 -> q0 else
property ends
state q0 initial
state q1 repeat
q0 -> q1 on nothing
q0 -> q0 else
q1 -> q1 else
)";

TEST_F(PathsCommandLine, InfiniteRunsAreLassos) {
  const std::string p = file("p.pds", endless), a = file("p.efsa", silent);
  const json r = report({"paths", p, "-a", a}, 10);
  ASSERT_EQ(r["findings"].size(), 3u);
  EXPECT_EQ(r["findings"][0]["verdict"], "violated");
  const json& loop = r["findings"][0]["loops"][0];
  EXPECT_EQ(loop["leaves"], json::array({"s1"}));
  const json& trace = r["traces"][0];
  EXPECT_EQ(trace["loop"], loop["start"]);
  EXPECT_EQ(trace["closing"]["action"]["name"], "<s0> -> <s0 s1>");
  EXPECT_EQ(trace["closing"]["action"]["kind"], "call");
  EXPECT_EQ(r["properties"][0]["depth"], trace["steps"].size());
  EXPECT_EQ(r["properties"][0]["depth"], 2);
  // Calls must come back for that one: the round through main leaves nothing.
  EXPECT_EQ(r["findings"][1]["verdict"], "violated");
  EXPECT_EQ(r["findings"][1]["loops"][0]["leaves"], json::array());
  EXPECT_EQ(r["findings"][0]["common"], json::array());
  EXPECT_EQ(r["findings"][1]["common"], json::array({"read(\"x\")", "log", "read(\"line\")"}));
  EXPECT_EQ(r["findings"][2]["verdict"], "holds");
  EXPECT_FALSE(r["findings"][2].contains("loops"));
  const json certified = report({"paths", p, "-a", a, "--certify"}, 10);
  for (const json& property : certified["properties"]) EXPECT_TRUE(property["certified"]) << property;
  EXPECT_TRUE(report({"paths", p, "-a", a, "--certify", "--limit", "0"}, 10)["properties"][0]["certified"]);
  const Outcome text = whynot({"paths", p, "-a", a, "-p", "progress"});
  EXPECT_NE(text.out.find("each round leaves s1 on the stack"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("the loop starts"), std::string::npos) << text.out;
}

// The running example of the paper: its Fig. 3(b), and how its two counterexamples begin.
TEST_F(PathsCommandLine, TellsTheEraseRelationAndTheSharedPrefix) {
  const std::string running = std::string(WHYNOT_EXAMPLES) + "/pushdown/running.pds";
  const json finding = report({"paths", running, "--graph", "erase"}, 10)["findings"][0];
  EXPECT_EQ(finding["erase"].size(), 17u);
  const auto has = [&](const json& tuple) {
    return std::find(finding["erase"].begin(), finding["erase"].end(), tuple) != finding["erase"].end();
  };
  EXPECT_TRUE(has({"q0", "s3", "q1"}));
  EXPECT_FALSE(has({"q1", "s3", "q0"}));
  EXPECT_EQ(finding["common_prefix"]["steps"], 3);
  EXPECT_EQ(finding["common_prefix"]["stack"], json::array({"s0", "s3", "m1"}));
  EXPECT_EQ(finding["common_sequence"], json::array({"e1"}));
  const Outcome text = whynot({"paths", running, "--graph", "erase"});
  EXPECT_NE(text.out.find("(q0, s3) is erased in"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("All begin with the same 3 steps, up to <s0 s3 m1>."), std::string::npos) << text.out;
}

// What is common comes as it happens, not by the alphabet.
TEST_F(PathsCommandLine, EventsInCommonAreInTheOrderOfTheRuns) {
  const std::string p = file("p.pds",
                             "pds p\ninit <a>\na -> b @ zeta\nb -> c @ alpha\nb -> c @ alpha, other\nc -> d @ mid\n"
                             "property q\nstate s initial\nstate t final\ns -> t on mid\ns -> s else\nt -> t on any\n");
  EXPECT_EQ(report({"paths", p}, 10)["findings"][0]["common"], json::array({"zeta", "alpha", "mid"}));
}

// A state that no event of the program leads to tells calls apart only by the letter of Definition 3.
TEST_F(PathsCommandLine, EffectMayBeTakenOverAllStates) {
  const std::string p = file("p.pds", std::string(program) +
                                          "property q\nstate q0 initial\nstate q1 final\n"
                                          "state lost\nq0 -> q1 on open(f, ...)\nq0 -> q0 else\n"
                                          "q1 -> q1 on any\nlost -> q0 on log\nlost -> lost else\n");
  const auto tuples = [&](const std::string& effect) {
    return report({"paths", p, "--graph", "erase", "--effect", effect}, 10)["findings"][0]["erase"].size();
  };
  EXPECT_GT(tuples("all"), tuples("reachable"));
}

TEST_F(PathsCommandLine, LassosAreReplayed) {
  const std::string p = file("p.pds", endless), a = file("p.efsa", silent);
  const Outcome found = whynot({"paths", p, "-a", a, "--json"});
  EXPECT_EQ(whynot({"trace", "replay", file("t.json", found.out), "--model", p, "--model", a}).code, 0);
  EXPECT_EQ(whynot({"trace", "replay", file("t.json", found.out), "--model", p, "--model", a, "-p", "ends"}).code, 10);
  json without = json::parse(found.out);
  for (json& trace : without["traces"]) trace["loop"] = nullptr;
  EXPECT_EQ(whynot({"trace", "replay", file("b.json", without.dump()), "--model", p, "--model", a}).code, 10);
}

// Traces of other formats, those whose stacks are cut, and those that somebody has changed.
TEST_F(PathsCommandLine, TracesOfAllKindsAreReplayed) {
  const std::string p = file("p.pds", std::string(program) + policy);
  const auto replay = [&](const std::string& text, const std::string& model) {
    return whynot({"trace", "replay", file("t.json", text), "--model", model}).code;
  };
  EXPECT_EQ(replay(whynot({"paths", p, "--format", "itf"}).out, p), 0);
  const json good = json::parse(whynot({"paths", p, "--json"}).out);
  EXPECT_EQ(replay(good.dump(), p), 0);
  json bad = good;
  bad["traces"][0]["steps"][1]["state"]["control"] = "q1";
  EXPECT_EQ(replay(bad.dump(), p), 10);
  bad = good;
  bad["traces"][0]["steps"][2]["state"]["stack"][0] = "s4";
  EXPECT_EQ(replay(bad.dump(), p), 10);

  std::string deep = "pds deep\ninit <s0>\n";
  for (int i = 0; i < 1500; ++i) deep += fmt::format("s{} -> call p{} ret r\n", i, i + 1);
  for (int i = 1; i <= 1500; ++i) deep += fmt::format("proc p{0} entry s{0}\n", i);
  deep += "s1500 -> return @ open(1)\nr -> return\n";
  const std::string d = file("d.pds", deep + policy);
  const Outcome cut = whynot({"paths", d, "--limit", "1", "--json"});
  EXPECT_NE(cut.out.find(" more\""), std::string::npos) << "it should be deep enough to be cut";
  EXPECT_EQ(replay(cut.out, d), 0);
}

TEST_F(PathsCommandLine, AllowingAnEventMendsInfiniteRunsToo) {
  const json r =
      report({"paths", file("p.pds", endless), "-a", file("p.efsa", silent), "-p", "quiet", "--allow", "log"}, 0);
  EXPECT_EQ(r["findings"][0]["verdict"], "holds");
  EXPECT_EQ(r["findings"][0]["refinement"]["gone"], 1);
}

TEST_F(PathsCommandLine, DeepStacksAreCutAndThatIsSaid) {
  std::string deep = "pds deep\ninit <s0>\n";
  for (int i = 0; i < 1500; ++i) deep += "s" + std::to_string(i) + " -> call p" + std::to_string(i + 1) + " ret r\n";
  for (int i = 1; i <= 1500; ++i) deep += "proc p" + std::to_string(i) + " entry s" + std::to_string(i) + "\n";
  deep += "s1500 -> return @ open(1)\nr -> return\n";
  const json r = report({"paths", file("p.pds", deep), "-a", file("p.efsa", policy)}, 10);
  EXPECT_EQ(r["findings"][0]["stack_shown"], 32);
  EXPECT_EQ(r["diagnostics"].back()["code"], "paths.stacks-cut");
  EXPECT_EQ(r["traces"][0]["steps"].back()["state"]["stack"].size(), 33u);
}

TEST_F(PathsCommandLine, SaysWhatEndedAList) {
  std::string many = "pds many\ninit <a0>\n";
  for (int i = 0; i < 8; ++i)
    for (const char* way : {"b", "c"}) many += fmt::format("a{0} -> {1}{0}\n{1}{0} -> a{2}\n", i, way, i + 1);
  const std::string p = file("p.pds", many + "a8 -> a8 @ open(1)\n"), a = file("p.efsa", policy);
  const json whole = report({"paths", p, "-a", a}, 10)["findings"][0];
  EXPECT_EQ(whole["total"], "256");
  EXPECT_FALSE(whole.contains("reason"));
  const json few = report({"paths", p, "-a", a, "--limit", "3"}, 10)["findings"][0];
  EXPECT_FALSE(few["complete"]);
  EXPECT_EQ(few["reason"], "limit");
  EXPECT_EQ(few["total"], "256") << "counted without listing them";
  EXPECT_EQ(few["common"], whole["common"]);
  EXPECT_EQ(report({"paths", p, "-a", a, "--max-stack", "1"}, 10)["findings"][0]["reason"], "stack bound");
  const Outcome text = whynot({"paths", p, "-a", a, "--limit", "3"});
  EXPECT_NE(text.out.find("the first 3 counterexamples of 256 in 1 group"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("There may be more (limit)."), std::string::npos) << text.out;
}

TEST_F(PathsCommandLine, TextShowsTheFoldedCallTree) {
  const Outcome o = whynot({"paths", file("p.pds", std::string(program) + policy)});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("On every error path"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("group 1"), std::string::npos);
}

TEST_F(PathsCommandLine, InitialStacksKeepTheBoundToo) {
  const std::string model = file("p.pds", "pds m\ninit <a b c>\na -> return\nb -> b @ open(1)\nc -> c\n");
  const std::string automaton = file("p.efsa", policy);
  EXPECT_EQ(report({"paths", model, "-a", automaton, "--max-stack", "3"}, 10)["traces"].size(), 1u);
  const auto bounded = report({"paths", model, "-a", automaton, "--max-stack", "2"}, 10)["findings"][0];
  EXPECT_EQ(bounded["counterexamples"].size(), 0u);  // the run of its site is not a counterexample of the list
}

// As the model's author wrote it, and as reports print it.
TEST_F(PathsCommandLine, EventsMayBeNamedWithOrWithoutQuotes) {
  const std::string model = file("p.pds", "pds m\ninit <a>\na -> b @ open(root, 3)\na -> b @ open(\"x y\")\nb -> b\n");
  const std::string automaton = file("p.efsa", policy);
  for (const char* event : {"open(root, 3)", "open(root,3)", "open(\"root\", 3)"}) {
    const json r = report({"paths", model, "-a", automaton, "--allow", event}, 10);
    EXPECT_EQ(r["findings"][0]["refinement"]["gone"], 1) << event;
    const json only = report({"paths", model, "-a", automaton, "--only", event}, 10);
    EXPECT_EQ(only["findings"][0]["groups"].size(), 2u) << event;
  }
  EXPECT_EQ(report({"paths", model, "-a", automaton, "--allow", "open"}, 0)["findings"][0]["refinement"]["gone"], 2);
  for (const char* event : {"open(root)", "open(xy)", "ope", "open(root, 3"})
    EXPECT_EQ(whynot({"paths", model, "-a", automaton, "--allow", event}).code, 3) << event;
}

// One counterexample is unfolded even if its group shows another; the tree names traces by their ids.
TEST_F(PathsCommandLine, UnfoldsTheOneThatIsAskedFor) {
  const std::string model = file("p.pds",
                                 "pds m\ninit <a>\na -> b\na -> c\nb -> d\nc -> c2\nc2 -> d\nd -> e @ open(1)\na -> f\n"
                                 "f -> f2\nf2 -> f3\nf3 -> f4\nf4 -> g @ open(2)\nstop e g\n");
  const Outcome folded = whynot({"paths", model, "-a", file("p.efsa", policy)});
  EXPECT_EQ(folded.out.find("c2"), std::string::npos) << folded.out;
  EXPECT_NE(folded.out.find("⇒ t3"), std::string::npos) << folded.out;
  EXPECT_EQ(folded.out.find("⇒ t2"), std::string::npos) << folded.out;
  const Outcome second = whynot({"paths", model, "-a", file("p.efsa", policy), "--unfold", "2"});
  EXPECT_NE(second.out.find("counterexample 2"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("c2"), std::string::npos) << second.out;
  const Outcome selected =
      whynot({"paths", model, "-a", file("p.efsa", policy), "--select", "2", "--select", "3", "--unfold", "all"});
  EXPECT_EQ(selected.out.find("group 1:"), std::string::npos) << selected.out;
  EXPECT_NE(selected.out.find("⇒ t2"), std::string::npos) << selected.out;
  EXPECT_EQ(selected.out.find("⇒ t1"), std::string::npos) << selected.out;
  EXPECT_NE(whynot({"paths", model, "-a", file("p.efsa", policy), "--select", "3", "--format", "dot"}).out.find("t3"),
            std::string::npos);
  EXPECT_EQ(whynot({"paths", model, "-a", file("p.efsa", policy), "--select", "4"}).code, 3);
  EXPECT_EQ(whynot({"paths", model, "-a", file("p.efsa", policy), "--select", "x"}).code, 2);
}

}  // namespace
}  // namespace whynot::command
