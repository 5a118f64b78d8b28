// whynot why on specifications and programs.
#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

struct WhyRules : CommandLine {
  std::string flawed() {
    return file("flawed.ots", R"(ots FLAWED {
  sort Pid   = loose
  sort Label = enum { rs, es, cs }
  observer pc(i: Pid) : Label = rs
  observer locked     : Bool  = false
  transition enter1(i: Pid) { when pc(i) = rs, not locked  pc(i) := es }
  transition enter2(i: Pid) { when pc(i) = es              pc(i) := cs  locked := true }
  transition leave(i: Pid)  { when pc(i) = cs              pc(i) := rs  locked := false }
  invariant mutex(i: Pid, j: Pid) : pc(i) = cs and pc(j) = cs => i = j
  scope two { Pid = { a, b } }
}
)");
  }
  std::string running() {
    return file("running.pds", R"(pds running
init <m0>
proc main entry m0
  m0 -> call P ret m1
  m1 -> m1
proc P entry s0
  s0 -> s1
  s0 -> s2
  s1 -> call P ret s3
  s2 -> s4
  s3 -> s4   @ e1
  s4 -> return

property noE1
state q0 initial
state q1 final
q0 -> q0 on any
q0 -> q1 on e1
q1 -> q1 on any
)");
  }
  static void has(const Outcome& o, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(o.out.find(part), std::string::npos) << part << "\n" << o.out << o.err;
  }
};

TEST_F(WhyRules, OfASpecification) {
  const std::string spec = flawed();
  const char* const sentence = "Why: pc(a) is cs and pc(b) is cs at step 4 (i = a, j = b).";
  for (const char* command : {"check", "why", "search"}) {
    const Outcome o = whynot({command, spec});
    EXPECT_EQ(o.code, 10) << o.err;
    has(o, {sentence});
  }
  has(whynot({"why", spec}), {"Rests on 4 choices: enter1(a) at step 1"});
  const Outcome cell = whynot({"why", spec, "--cell", "pc(b)@4", "--all"});
  has(cell, {"pc(b) = cs at step 4: enter2(b), line 7 [pc(b) = es] gives cs",
             "pc(b) = es at step 3 (kept since step 2): enter1(b), line 6 [pc(b) = rs and not locked] gives es"});
  has(whynot({"why", spec, "--cell", "pc(a)@4", "--instead", "es"}),
      {"enter1(a), line 6, would give pc(a) = es, but was not possible at step 3: pc(a) = rs does not hold."});
  has(whynot({"why", spec, "--cell", "pc(a)@4", "--instead", "rs"}), {"was possible: leave(a) gives it."});
  has(whynot({"why", spec, "--json", "--cell", "pc(b)@4"}),
      {"\"kind\":\"why\"", "\"rule\":\"enter2(b)\"", "\"column\":\"action\"", "\"role\":\"trigger\""});
}

TEST_F(WhyRules, RefuseWhatASpecificationDoesNotHave) {
  const std::string spec = flawed();
  EXPECT_EQ(whynot({"why", spec, "--cell", "pc(z)@1"}).code, 3);
  const Outcome step = whynot({"why", spec, "--cell", "pc(a)@9"});
  EXPECT_NE(step.err.find("why.unknown-step"), std::string::npos) << step.err;
  const Outcome value = whynot({"why", spec, "--cell", "pc(a)@1", "--instead", "sleeping"});
  EXPECT_NE(value.err.find("why.unknown-value"), std::string::npos) << value.err;
  EXPECT_EQ(whynot({"why", spec, "--contrast", "1"}).code, 2);
}

// What a comparison compares is told with it, and a value is asked for that is not there.
TEST_F(WhyRules, ComparisonsShowTheirValues) {
  const std::string spec = file("gate.ots", R"(ots GATE {
  observer n : Nat = 0
  observer most : Nat = 2
  transition enter { when n < 9  n := n + 1 }
  invariant few : n <= most
}
)");
  has(whynot({"why", spec}), {"Why: n <= most does not hold at step 3 (n = 3, most = 2)."});
  const Outcome same = whynot({"why", spec, "--cell", "n@2", "--instead", "2"});
  EXPECT_EQ(same.code, 3);
  EXPECT_NE(same.err.find("why.same-value"), std::string::npos) << same.err;
}

TEST_F(WhyRules, OfAProgram) {
  const std::string program = running();
  for (const char* command : {"check", "why"}) {
    const Outcome o = whynot({command, program});
    EXPECT_EQ(o.code, 10) << o.err;
    has(o, {"Why: e1 at step 7 (line 11) moves q0 to q1, a final state."});
  }
  const Outcome cell = whynot({"why", program, "--cell", "stack@7", "--all"});
  has(cell, {"[returns from the call at step 3]", "Rests on "});
  has(whynot({"why", program, "--json"}),
      {"\"kind\":\"call\"", "\"column\":\"event\"", "\"atom\":\"q0 -> q1\"", "\"minimal\":true"});
}

// What is written to a file and read again is explained as what was found.
TEST_F(WhyRules, OfTracesFromFiles) {
  for (const std::string& model : {flawed(), running()}) {
    const std::string report = folder / "report.json";
    whynot({"check", model, "--json", "-o", report});
    const Outcome found = whynot({"why", model, "--no-timing"}),
                  given = whynot({"why", model, "--no-timing", "--trace", report});
    EXPECT_EQ(given.code, 10) << given.err;
    const auto why = [](const std::string& out) { return out.substr(out.find("Why:")); };
    EXPECT_EQ(why(found.out), why(given.out));
  }
}

TEST_F(WhyRules, TracesWithoutInputsAreCompleted) {
  const std::string counter = example("counter"), whole = folder / "whole.txt";
  whynot({"check", counter, "-p", "within", "--format", "nusmv=" + whole});
  std::ifstream in(whole);
  std::string text, line;
  while (std::getline(in, line))
    if (line.find("reset") == std::string::npos) text += line + "\n";
  const std::string part = file("part.txt", text);
  const Outcome o = whynot({"why", counter, "-p", "within", "--trace", part});
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_NE(o.err.find("trace.completed"), std::string::npos) << o.err;
  has(o, {"reset = TRUE instead of FALSE on the way into step 3"});
  const std::size_t at = text.find("value = 0ud8_3");
  ASSERT_NE(at, std::string::npos);
  const std::string wrong = file("wrong.txt", text.replace(at, 14, "value = 0ud8_9"));
  const Outcome refused = whynot({"why", counter, "-p", "within", "--trace", wrong});
  EXPECT_EQ(refused.code, 3) << refused.out;
  EXPECT_NE(refused.err.find("trace.missing-column"), std::string::npos) << refused.err;
}

TEST_F(WhyRules, NumbersAreMeantAsWords) {
  const std::string counter = example("counter");
  const Outcome o = whynot({"why", counter, "-p", "within", "--cell", "value@3", "--instead", "2"});
  EXPECT_EQ(o.code, 10) << o.err;
  has(o, {"value cannot be 2 at step 3 because"});
  EXPECT_EQ(whynot({"why", counter, "-p", "within", "--cell", "value@3", "--instead", "256"}).code, 3);
}

}  // namespace
}  // namespace whynot::command
