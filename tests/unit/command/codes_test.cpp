// Diagnostics of the command line, each produced once: the code, the exit code, and words that help.
// `tools/check_claims codes` sees to it that every code in src/ is named by some test.
#include "command_line.h"

namespace whynot::command {
namespace {

using Words = std::vector<std::string>;

struct Codes : CommandLine {
  static constexpr const char* counter =
      "MODULE main\nVAR x : 0..3; idle : 0..3;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 4; next(idle) := idle;\n"
      "INVARSPEC NAME low := x < 2\nINVARSPEC NAME fine := x < 4\nCOMPUTE NAME how := MIN [x = 0, x = 3]\n";
  static constexpr const char* specification =
      "ots up {\n  observer n : Nat = 0\n  transition up { n := n + 1 }\n  invariant low : n < 2\n}\n";
  static constexpr const char* program = "pds p\ninit <m>\nproc main entry m\n  m -> m @ log\n";
  static constexpr const char* policy = "property quiet\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n";
  std::string smv() { return file("counter.smv", counter); }
  std::string ots() { return file("up.ots", specification); }
  std::string pds() { return file("p.pds", program); }
  std::string efsa() { return file("p.efsa", policy); }
  std::string nowhere(const std::string& name) { return folder / "nowhere" / name; }

  // The diagnostic with this code is told, with these words.
  void expect_told(const Words& arguments, int code, const std::string& diagnostic, const std::string& words) {
    const Outcome outcome = whynot(arguments);
    SCOPED_TRACE(diagnostic);
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find("[" + diagnostic + "]"), std::string::npos) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  }
};

TEST_F(Codes, FilesThatAreNotThere) {
  const std::string why = "No such file";
  for (const Words& words :
       {Words{"check", nowhere("m.smv")}, Words{"falsify", nowhere("m.ots")}, Words{"paths", nowhere("m.pds")},
        Words{"trace", "show", nowhere("t.json")}, Words{"classify", smv(), "--predicates", nowhere("p.pred")},
        Words{"explain", smv(), "-f", "EF x = 2", "--strategy", nowhere("s.lua")}})
    expect_told(words, 4, "app.cannot-read", why);
}

TEST_F(Codes, Traces) {
  const std::string empty = file("empty.json", R"({"schema":"whynot-report/1","traces":[]})");
  expect_told({"trace", "show", empty}, 3, "app.no-trace", "no trace was found in this file");
  expect_told({"trace", "replay", empty, "--model", pds(), "--model", efsa()}, 3, "app.no-trace", "no trace was found");
  expect_told({"search", ots(), "--from", empty}, 3, "ots.no-trace", "holds no trace");
}

TEST_F(Codes, WhereASearchBegins) {
  const std::string trace = folder / "t.json";
  ASSERT_EQ(whynot({"search", ots(), "-p", "low", "--depth", "3", "--json", "-o", trace}).code, 10);
  EXPECT_EQ(whynot({"search", ots(), "-p", "low", "--depth", "1", "--from", trace + "@1"}).code, 10);
  expect_told({"search", ots(), "--from", trace + "@9"}, 3, "ots.no-step", "has steps 0 to 2, not 9");
  std::ifstream in(trace);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t at = text.rfind("\"n\":2");
  ASSERT_NE(at, std::string::npos) << text;
  const std::string changed = file("changed.json", text.replace(at, 5, "\"n\":7"));
  expect_told({"search", ots(), "--from", changed}, 3, "ots.not-a-run", "is not a run of the specification");
}

// The lemma of `second` is violated at once; the step from there to the goal's violation is one that the scope
// excludes.
TEST_F(Codes, AStepThatTheScopeExcludes) {
  const std::string narrow = file("narrow.ots", R"(ots N {
  observer n : Nat = 0
  transition up(k: Nat) { when k in {1, 2}, n < 3  n := n + k }
  invariant low : n < 2
  scope small { where up : k = 1 }
}
)");
  expect_told({"falsify", narrow, "-p", "low", "--depth", "0"}, 10, "ots.outside-scope", "that scope `small` excludes");
}

TEST_F(Codes, AFileWithoutASpecification) {
  expect_told({"search", file("empty.ots", "\n")}, 3, "ots.no-system", "`ots NAME { … }` is missing");
}

TEST_F(Codes, AnyScopeIsForSearches) {
  expect_told({"falsify", ots(), "--scope", "any"}, 3, "ots.any-scope", "name a scope of the specification");
}

TEST_F(Codes, Simulation) {
  const std::string none = file("none.smv", "MODULE main\nVAR x : boolean;\nINIT x & !x\n");
  expect_told({"simulate", none}, 3, "app.no-initial-state", "no initial state meets the constraints");
}

TEST_F(Codes, Choices) {
  const Words question{"explain", smv(), "-f", "EF x = 2"};
  const auto with = [&](const std::string& option, const std::string& value) {
    Words all = question;
    all.insert(all.end(), {option, value});
    return all;
  };
  expect_told(with("--choose", "root:99"), 3, "explain.choice", "`--choose root:99`");
  expect_told(with("--alternatives", "7.7"), 3, "explain.choice", "there is no goal `7.7`");
  expect_told(with("--strategy", "nonsense"), 2, "explain.strategy", "nonsense");
  expect_told(with("--strategy", file("s.lua", "x = 1\nfunction (\n")), 3, "explain.script", "s.lua:2:");
}

TEST_F(Codes, Intervals) {
  expect_told({"intervals", smv(), "-p", "how", "-v", "x"}, 3, "intervals.no-trace", "is a COMPUTE");
  expect_told({"intervals", smv(), "-p", "fine", "-v", "x", "--name", "s", "--engine", "bmc", "--bound", "1",
               "--session", folder / "sets.json"},
              30, "intervals.not-kept", "no set `s` is kept");
  expect_told(
      {"intervals", file("stuck.smv", "MODULE main\nVAR x : 0..3; y : 0..3;\nTRANS x < 2\nLTLSPEC NAME p := y = 0;\n"),
       "-v", "x"},
      10, "intervals.dead-ends", "`--over all` leaves out those from which no run goes on");
  expect_told({"intervals", smv(), "-p", "low", "-v", "idle"}, 10, "intervals.untouched",
              "every value of `idle` keeps the counterexample: the property does not speak of it");
}

// A bit of a cube has no small diagram and no few pieces.
TEST_F(Codes, AnIntervalSetThatStaysOpen) {
  const std::string cube = file("cube.smv",
                                "MODULE main\nVAR a : unsigned word[64];\nASSIGN next(a) := a;\n"
                                "INVARSPEC NAME p := (a * a * a)[51:51] = 0ub1_0\n");
  const std::string base =
      file("base.json", R"({"schema":"whynot-report/1","traces":[{"id":"t1","property":"p","columns":["a"],)"
                        R"("steps":[{"state":{"a":"0ud64_131072"},"inputs":{},"action":null}],"loop":null}]})");
  expect_told({"intervals", cube, "-p", "p", "-v", "a", "--base", base, "--timeout", "1s"}, 30, "intervals.undecided",
              "the set of `a` is open");
}

TEST_F(Codes, Sets) {
  const std::string session = folder / "sets.json";
  ASSERT_EQ(whynot({"intervals", smv(), "-p", "low", "-v", "idle", "--name", "s", "--session", session}).code, 10);
  EXPECT_EQ(whynot({"sets", "nth", "s", "3", "--session", session}).code, 0);
  expect_told({"sets", "nth", "s", "4", "--session", session}, 3, "sets.index", "`s` has 4 values");
}

TEST_F(Codes, Networks) {
  expect_told({"check", WHYNOT_EXAMPLES "/intervals/campus", "--reach", "edge_rtr,cor_rtr"}, 3, "net.unknown-location",
              "did you mean `core_rtr`?");
  expect_told({"check", WHYNOT_EXAMPLES "/intervals/campus", "--reach", "edge_rtr,seat"}, 3, "net.unknown-location",
              "its locations are ");
}

TEST_F(Codes, Programs) {
  expect_told({"paths", pds()}, 3, "pds.no-property", "-a policy.efsa");
  expect_told({"paths", pds(), "-a", efsa(), "-p", "quite"}, 3, "paths.unknown-property", "did you mean `quiet`?");
  expect_told({"paths", pds(), "-a", efsa(), "--select", "99"}, 3, "paths.unknown-counterexample",
              "there is no counterexample 99 to `quiet`");
  const std::string when = file("when.efsa", std::string(policy) + "events e\nmap log <- when x = 1\n");
  expect_told({"paths", pds(), "-a", when}, 3, "pds.when-needs-system", "use `point` or `call`");
}

struct CodesOfC : Codes {
  void SetUp() override {
    if (std::system("command -v clang-14 >/dev/null 2>&1 || command -v clang >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "clang is not installed";
    Codes::SetUp();
  }
  void TearDown() override {
    if (!folder.empty()) Codes::TearDown();
  }
};

TEST_F(CodesOfC, Sources) {
  const std::string good = file("good.c", "void log(void);\nint main(void) { log(); return 0; }\n");
  const std::string bad = file("bad.c", "int main(void) { return nobody; }\n");
  expect_told({"paths", bad, "-a", efsa()}, 3, "c.does-not-compile", "undeclared identifier");
  expect_told({"paths", bad, "-a", efsa()}, 3, "c.does-not-compile", "bad.c:1:25: error[c.does-not-compile]");
  expect_told({"paths", good, "-a", efsa(), "--entry", "begin"}, 3, "c.no-entry",
              "no source defines the function `begin`");
  expect_told({"paths", good, "-a", efsa(), "--save-pds", nowhere("x.pds")}, 4, "app.cannot-write", "No such file");
  expect_told({"paths", good, "-a", efsa(), "--clang-timeout", "1ms"}, 30, "c.stopped", "--clang-timeout 1ms");
}

TEST_F(Codes, SourcesWithoutACompiler) {
  const std::string good = file("good.c", "int main(void) { return 0; }\n");
  setenv("WHYNOT_CLANG", nowhere("clang").c_str(), 1);
  expect_told({"paths", good, "-a", efsa()}, 3, "c.no-clang", "apt install clang-14");
  unsetenv("WHYNOT_CLANG");
}

}  // namespace
}  // namespace whynot::command
