// Commands about mypyvy's specifications.
#include "command_line.h"

namespace whynot::command {
namespace {

struct PyvCommands : CommandLine {
  std::string example(const std::string& name) { return std::string(WHYNOT_EXAMPLES) + "/pyv/" + name + ".pyv"; }
  // The example with more at its end.
  std::string with(const std::string& name, const std::string& more) {
    std::ifstream in(example(name));
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    return file("more.pyv", text + more);
  }
  void expect_told(const Outcome& outcome, const std::string& code, const std::string& words) {
    EXPECT_NE(outcome.err.find("[" + code + "]"), std::string::npos) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  }
};

TEST_F(PyvCommands, ProveAndCheckTakeTheInvariantsOfTheFile) {
  for (const char* command : {"prove", "check"}) {
    const Outcome outcome = whynot({command, example("permit")});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    expect_told(outcome, "ots.as-said", "2 of 2 theorems and traces");
  }
}

TEST_F(PyvCommands, AFormulaIsReadInTheLanguageOfTheFile) {
  EXPECT_EQ(whynot({"search", example("permit"), "-f", "writing(V) -> holds(V)", "--scope", "two"}).code, 0);
  EXPECT_EQ(whynot({"search", example("permit"), "-f", "!holds(V)", "--scope", "two"}).code, 10);
  EXPECT_EQ(whynot({"search", example("permit"), "-f", "held(V)"}).code, 3);
}

// Scopes are looked for in which some state is initial: where there is none, not forever.
TEST_F(PyvCommands, AContradictionAtTheStartIsTold) {
  const std::string spec = file("no.pyv",
                                "sort node\nmutable constant c: node\nmutable relation p(node)\n"
                                "immutable relation le(node, node)\naxiom le(X, X)\ninit !le(c, c)\n"
                                "transition t(x: node)\n  modifies p\n  & true\nsafety [s] !p(X)\n");
  const Outcome outcome = whynot({"search", spec});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  expect_told(outcome, "ots.no-initial-state", "no state is initial");
}

TEST_F(PyvCommands, ABugIsFoundAndReplayed) {
  const Outcome outcome = whynot({"falsify", example("epochs"), "-p", "one_lock"});
  EXPECT_EQ(outcome.code, 10) << outcome.out << outcome.err;
}

TEST_F(PyvCommands, WhatAFileSaysOfItselfIsChecked) {
  expect_told(whynot({"prove", with("ballot", "onestate theorem [no] chosen(V)\n")}), "ots.theorem", "theorem `no`");
  expect_told(whynot({"prove", with("permit", "unsat trace { begin }\n")}), "ots.run", "said not to exist");
  expect_told(whynot({"prove", with("permit", "sat trace { take }\n")}), "ots.run", "said to exist");
  const std::string four = "sat trace { begin assert exists A, B, C, D: worker. distinct(A, B, C, D) }\n";
  expect_told(whynot({"prove", with("permit", four)}), "ots.not-known", "with more elements");
}

TEST_F(PyvCommands, WhatIsTooOpenIsRefused) {
  const std::string open = file(
      "open.pyv", "sort n\nmutable relation r(n, n, n, n)\ntransition t() modifies r true\nsafety !r(A, A, A, A)\n");
  const Outcome outcome = whynot({"search", open});
  EXPECT_EQ(outcome.code, 3);
  expect_told(outcome, "pyv.too-open", "leaves `next_r` open");
}

// The scopes that are made for a file are small: what holds in them may fail with more elements.
TEST_F(PyvCommands, CheckLooksBeyondTheScope) {
  const std::string beginning =
      "sort client\nmutable relation inside(client)\ninit !inside(C)\ntransition enter(c: client)\n"
      "  modifies inside\n  (new(inside(C)) <-> inside(C) | C = c)\n";
  const std::string few =
      "safety [few] inside(X) & inside(Y) & inside(Z) & inside(W) -> X = Y | X = Z | X = W | Y = Z | Y = W | Z = W\n";
  const Outcome crowded = whynot({"check", file("crowded.pyv", beginning + few)});
  EXPECT_EQ(crowded.code, 10) << crowded.out << crowded.err;
  EXPECT_NE(crowded.out.find("violated    depth 4"), std::string::npos) << crowded.out;
  const std::string seven =
      "safety [seven] inside(A) & inside(B) & inside(D) & inside(E) & inside(F) & inside(G) & inside(H) -> "
      "!distinct(A, B, D, E, F, G, H)\n";
  const Outcome open = whynot({"check", file("seven.pyv", beginning + seven)});
  EXPECT_NE(open.code, 0) << open.out << open.err;
  EXPECT_EQ(open.out.find("verified"), std::string::npos) << open.out;
}

}  // namespace
}  // namespace whynot::command
