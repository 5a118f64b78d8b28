// Basu, Saha, Lin & Smolka, "Generation of All Counter-Examples for Push-Down Systems": the numbers that the
// paper prints, and three systems on which its definitions or its algorithm fail.
#include <gtest/gtest.h>

#include <array>

#include "analyse/paths/graph_view.h"
#include "analyse/paths/refine.h"
#include "engine/pushdown/erase.h"
#include "engine/pushdown/product.h"
#include "support/pushdown_text.h"

namespace whynot {
namespace {

using analyse::paths::PathsFinding;
using analyse::paths::PathsMode;
using analyse::paths::PathsOptions;
using engine::pushdown::Erase;
using engine::pushdown::Product;
using test::pushdown_example;
using test::pushdown_text;
using test::states_text;

constexpr PathsMode all_modes[] = {PathsMode::Paper, PathsMode::Distinct, PathsMode::Complete};

PathsOptions in(PathsMode mode) {
  PathsOptions options;
  options.mode = mode;
  return options;
}

const char* const w2 = "q0:m0 q0:s0.m1 q0:s1.m1 q0:s0.s3.m1 q0:s2.s3.m1 q0:s4.s3.m1 q0:s3.m1 q1:s4.m1";
const char* const w1 = "q0:m0 q0:s0.m1 q0:s1.m1 q0:s0.s3.m1 q0:s5.s3.m1 q0:s6.s3.m1 q0:s4.s3.m1 q0:s3.m1 q1:s4.m1";

TEST(PushdownPaper, Fig3Product) {
  const auto text = pushdown_example({"running.pds"});
  Product product(text->input->pds, text->input->properties[0]);
  std::size_t rules = 0;
  for (auto control : product.all_controls())
    for (std::uint32_t symbol = 0; symbol < product.bottom(); ++symbol)
      rules += product.rules(product.head(control, symbol)).size();
  EXPECT_EQ(rules, 25u);
}

TEST(PushdownPaper, Fig3Erase) {
  const auto text = pushdown_example({"running.pds"});
  Product product(text->input->pds, text->input->properties[0]);
  Erase erase(product);
  Context context;
  std::set<std::string> got;
  for (std::uint32_t symbol = 0; symbol < product.bottom(); ++symbol)
    for (std::size_t row = 0; row < erase.controls().size(); ++row)
      for (std::size_t column = 0; column < erase.controls().size(); ++column)
        if (erase.has(*erase.effect(symbol, context), row, column))
          got.insert(product.control_text(erase.controls()[row]) + product.symbol_text(symbol) +
                     product.control_text(erase.controls()[column]));
  EXPECT_EQ(got, (std::set<std::string>{"q0s0q0", "q0s0q1", "q1s0q1", "q0s1q0", "q0s1q1", "q1s1q1", "q0s2q0", "q1s2q1",
                                        "q0s3q0", "q0s3q1", "q1s3q1", "q0s4q0", "q1s4q1", "q0s5q0", "q1s5q1", "q0s6q0",
                                        "q1s6q1"}));
  const auto effect = [&](const std::vector<std::string>& word) {
    const auto symbol = [&](const std::string& name) {
      const auto& symbols = product.pds().symbols;
      return static_cast<std::uint32_t>(std::find(symbols.begin(), symbols.end(), name) - symbols.begin());
    };
    auto sum = *erase.effect(symbol(word[0]), context);
    for (std::size_t i = 1; i < word.size(); ++i) sum = erase.compose(sum, *erase.effect(symbol(word[i]), context));
    return sum;
  };
  EXPECT_EQ(effect({"s3"}), effect({"s3", "s3"}));
}

TEST(PushdownPaper, Fig4Graphs) {
  const auto text = pushdown_example({"running.pds"});
  const Efsa& efsa = text->input->properties[0];
  Context context;
  const auto view = analyse::paths::graph_view(text->input->pds, efsa, text->paths("noE1"), {}, context);
  EXPECT_EQ(view.nodes.size(), 10u);
  EXPECT_EQ(view.edges.size(), 14u);
  const auto annotation = [&](const std::string& control, const std::string& symbol) -> std::string {
    const std::string name = "<" + control + ", " + symbol + ">\n";
    for (const Drawing::Node& node : view.nodes)
      if (node.label.starts_with(name)) return node.label.substr(name.size());
    return "none";
  };
  EXPECT_EQ(annotation("q1", "s4"), "s3* m1");
  EXPECT_EQ(annotation("q0", "s0"), "s3* m1");
  EXPECT_EQ(annotation("q0", "m0"), "ε");
  EXPECT_EQ(annotation("q0", "m1"), "ε");
  EXPECT_EQ(annotation("q1", "s3"), "none");
}

TEST(PushdownPaper, Fig4WitnessTraces) {
  const auto text = pushdown_example({"running.pds"});
  for (PathsMode mode : all_modes) {
    const PathsFinding finding = text->paths("noE1", in(mode));
    EXPECT_TRUE(std::holds_alternative<Violated>(finding.verdict));
    EXPECT_TRUE(finding.complete);
    EXPECT_TRUE(finding.certified);
    ASSERT_EQ(finding.traces.size(), 2u);
    EXPECT_EQ(states_text(finding.traces[0]), w2);
    EXPECT_EQ(states_text(finding.traces[1]), w1);
    EXPECT_EQ(finding.traces[0].depth(), 7u);
    EXPECT_EQ(finding.traces[1].depth(), 8u);
    EXPECT_EQ(finding.missed_by_paper, 0u);
    ASSERT_EQ(finding.groups.size(), 1u);
    EXPECT_EQ(finding.groups[0].final, "s4");
    EXPECT_EQ(finding.groups[0].events, std::vector<std::string>{"e1"});
    EXPECT_EQ(finding.groups[0].count, 2u);
    EXPECT_EQ(finding.common, std::vector<std::string>{"e1"});
    EXPECT_EQ(finding.traces[0].steps[1].action->kind, "call");
    EXPECT_EQ(finding.traces[0].steps[7].action->event, "e1");
    EXPECT_EQ(text->sources.place(finding.traces[0].steps[7].action->where).line, 14u);
  }
}

const PathsOptions with_runs = [] {
  PathsOptions options;
  options.keep_runs = true;
  return options;
}();

// One policy edited into another.
analyse::paths::PathsDifference edited(const test::PushdownText& text, const std::string& before,
                                       const std::string& after) {
  const PathsFinding then = text.paths(before, with_runs), now = text.paths(after, with_runs);
  return analyse::paths::compare_paths({text.input->pds, text.property(before), then},
                                       {text.input->pds, text.property(after), now}, false);
}

TEST(PushdownPaper, RefinementOfSection4) {
  const auto text = pushdown_example({"running.pds", "running-refined.efsa"});
  const PathsFinding before = text->paths("noE1", with_runs), after = text->paths("noE1withoutE2", with_runs);
  EXPECT_TRUE(std::holds_alternative<Holds>(after.verdict));
  EXPECT_TRUE(after.traces.empty());
  const auto difference = edited(*text, "noE1", "noE1withoutE2");
  EXPECT_EQ(difference.gone, (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(difference.remaining.empty());
  EXPECT_EQ(before.common, (std::vector<std::string>{"e2", "e1"}));  // what suggests the refinement
}

TEST(PushdownPaper, Fig1Policies) {
  const auto text = pushdown_example({"fig1.pds"});
  EXPECT_EQ(text->paths("policy1").count, 2u);
  EXPECT_EQ(text->paths("policy1").common, std::vector<std::string>{"seteuid(\"root\")"});
  EXPECT_TRUE(std::holds_alternative<Holds>(text->paths("policy2").verdict));
  EXPECT_EQ(text->paths("policy3").count, 1u);
  EXPECT_EQ(text->paths("policy3").groups[0].events, (std::vector<std::string>{"seteuid(\"root\")", "write"}));
  EXPECT_EQ(text->paths("policy4").count, 1u);
}

// The story of section 1: from the first policy on, each edit makes something of the two counterexamples.
TEST(PushdownPaper, Fig1PoliciesOneAfterTheOther) {
  const auto text = pushdown_example({"fig1.pds"});
  const auto sizes = [&](const char* before, const char* after) {
    const auto found = edited(*text, before, after);
    return std::array{found.gone.size(), found.remaining.size(), found.added.size()};
  };
  EXPECT_EQ(sizes("policy1", "policy2"), (std::array<std::size_t, 3>{2, 0, 0}));
  EXPECT_EQ(sizes("policy1", "policy3"), (std::array<std::size_t, 3>{1, 1, 0}));
  EXPECT_EQ(sizes("policy1", "policy4"), (std::array<std::size_t, 3>{1, 1, 0}));
  EXPECT_EQ(sizes("policy3", "policy4"), (std::array<std::size_t, 3>{1, 0, 1}));
  EXPECT_EQ(sizes("policy2", "policy1"), (std::array<std::size_t, 3>{0, 0, 2}));
}

TEST(PushdownPaper, Section6Tar) {
  const auto text = pushdown_example({"tar.pds", "tar.efsa"});
  const PathsFinding before = text->paths("tarPolicy");
  EXPECT_TRUE(std::holds_alternative<Violated>(before.verdict));
  EXPECT_EQ(before.common, (std::vector<std::string>{"args(\"out.tar\", \"src\")", "outputStream(\"out.tar\")",
                                                     "inputStream(\"TarEntry.class\")"}));
  EXPECT_EQ(before.traces[0].steps[2].state[0].op(), "p2(Archive=\"out.tar\", ToTar=\"src\")");
  EXPECT_TRUE(std::holds_alternative<Holds>(text->paths("tarPolicyRefined").verdict));
  const auto difference = edited(*text, "tarPolicy", "tarPolicyRefined");
  EXPECT_EQ(difference.gone.size(), before.count);
  EXPECT_TRUE(difference.remaining.empty());
  EXPECT_TRUE(difference.added.empty());
  Diagnostics diagnostics;
  const auto allowed = analyse::paths::allow_events(text->input->pds, {"inputStream(\"TarEntry.class\")"}, diagnostics);
  ASSERT_TRUE(allowed);
  Context context;
  EXPECT_TRUE(std::holds_alternative<Holds>(
      analyse::paths::run_paths(*allowed, text->property("tarPolicy"), {}, context).verdict));
}

TEST(PushdownPaper, Section6Ftp) {
  const auto text = pushdown_example({"ftpd.pds", "ftp.efsa"});
  const PathsFinding finding = text->paths("ftpPolicy");
  EXPECT_TRUE(std::holds_alternative<Violated>(finding.verdict));
  EXPECT_EQ(finding.common, std::vector<std::string>{"setuid(?)"});
  EXPECT_EQ(finding.groups.size(), 1u);
}

// ---- where the paper fails

const std::string locking =
    "property p\nstate q0 initial; state q1 final\nq0 -> q0 on any\nq0 -> q1 on bad\nq1 -> q1 on any\n";

// A gap in the lengths of stacks: the paper's search ends at the first length without a trace and misses the
// third of these.
TEST(PushdownPaper, C1GapInStackLengths) {
  const auto text = pushdown_text({R"(pds c1
init <m0>
m0 -> call r ret m1
m0 -> call a ret m1
m1 -> m1
proc r entry r0
r0 -> call r ret r1
r0 -> call t ret r2
r1 -> rx
r2 -> rx
rx -> return
proc a entry a0
a0 -> call b ret a1
a1 -> return
proc b entry b0
b0 -> call c ret b1
b1 -> return
proc c entry c0
c0 -> call d ret c1
c1 -> return
proc d entry d0
d0 -> call t ret d1
d1 -> return
proc t entry t0
t0 -> t2 @ bad
t2 -> return
)" + locking});
  for (PathsMode mode : all_modes) {
    const PathsFinding finding = text->paths("p", in(mode));
    std::vector<std::size_t> depths;
    for (const Trace& trace : finding.traces) depths.push_back(trace.depth());
    EXPECT_EQ(depths, (std::vector<std::size_t>{3, 4, 6}));
    EXPECT_TRUE(finding.complete);
  }
}

// Effects of period two: literally, Definition 3 admits infinitely many traces.
TEST(PushdownPaper, C2InfinitelyMany) {
  const auto text = pushdown_text({R"(pds c2
init <m0>
m0 -> call P ret m1
m1 -> m2 @ fin
m2 -> m2
proc P entry s0
s0 -> s1
s0 -> s2
s1 -> call P ret s3
s2 -> s4
s3 -> s4 @ tog
s4 -> return
property parity
state even initial; state odd; state bad final
even -> odd on tog
odd -> even on tog
odd -> bad on fin
even -> even else
odd -> odd else
bad -> bad on any
)"});
  const auto count = [&](PathsMode mode, std::uint32_t max_stack) {
    PathsOptions options = in(mode);
    options.max_stack = max_stack;
    return text->paths("parity", options).count;
  };
  for (std::uint32_t bound : {3u, 5u, 7u, 9u, 11u}) {
    EXPECT_EQ(count(PathsMode::Paper, bound), (bound - 1) / 2) << bound;
    EXPECT_EQ(count(PathsMode::Distinct, bound), 1u);
    EXPECT_EQ(count(PathsMode::Complete, bound), 1u);
  }
  PathsOptions few = in(PathsMode::Paper);
  few.limit = 5;
  const PathsFinding finding = text->paths("parity", few);
  EXPECT_EQ(finding.count, 5u);
  EXPECT_FALSE(finding.complete);
  EXPECT_EQ(finding.incomplete_because, "limit");
  Limits memory, time;
  memory.memory_bytes = resident_bytes() + (std::uint64_t{30} << 20);
  time.time = std::chrono::milliseconds(100);
  for (const auto& [limits, reason] : {std::pair(memory, "memory limit"), std::pair(time, "timeout")}) {
    Context context(limits);
    const PathsFinding stopped =
        analyse::paths::run_paths(text->input->pds, text->property("parity"), in(PathsMode::Paper), context);
    EXPECT_TRUE(std::holds_alternative<Violated>(stopped.verdict));
    EXPECT_FALSE(stopped.complete);
    EXPECT_EQ(stopped.incomplete_because, reason);
    EXPECT_GT(stopped.count, 0u);
    EXPECT_EQ(stopped.traces.size(), stopped.count);
    if (reason == std::string("memory limit")) {
      EXPECT_EQ(stopped.common, (std::vector<std::string>{"tog", "fin"}));
    }
  }
  EXPECT_TRUE(text->paths("parity", in(PathsMode::Distinct)).complete);
  EXPECT_TRUE(text->paths("parity", in(PathsMode::Complete)).complete);
}

// The automaton counts on the way down, which Effect does not see: violated, and no trace by Definition 3.
TEST(PushdownPaper, C3NoneAlthoughViolated) {
  const auto text = pushdown_text({R"(pds c3
init <m0>
m0 -> call P ret m1
m1 -> m1
proc P entry s0
s0 -> s1
s0 -> s2
s1 -> call P ret s3 @ lock
s2 -> s4
s3 -> s4
s4 -> return
property locks
state q0 initial; state q1; state q2; state q3 final
q0 -> q1 on lock
q1 -> q2 on lock
q2 -> q3 on lock
q0 -> q0 else
q1 -> q1 else
q2 -> q2 else
q3 -> q3 on any
)"});
  for (PathsMode mode : {PathsMode::Paper, PathsMode::Distinct}) {
    const PathsFinding finding = text->paths("locks", in(mode));
    EXPECT_TRUE(std::holds_alternative<Violated>(finding.verdict));
    EXPECT_EQ(finding.listed, 0u) << "the site has a trace, but the mode lists none";
    EXPECT_TRUE(finding.complete);
    EXPECT_GE(finding.missed_by_paper, 1u);
    EXPECT_EQ(finding.common, std::vector<std::string>{"lock"}) << "whatever the mode lists";
    ASSERT_EQ(finding.diagnostics.size(), 1u);
    EXPECT_EQ(finding.diagnostics[0].code, "paths.missed");
  }
  const PathsFinding finding = text->paths("locks");
  ASSERT_EQ(finding.traces.size(), 1u);
  EXPECT_EQ(states_text(finding.traces[0]),
            "q0:m0 q0:s0.m1 q0:s1.m1 q1:s0.s3.m1 q1:s1.s3.m1 q2:s0.s3.s3.m1 q2:s1.s3.s3.m1 q3:s0.s3.s3.s3.m1");
  EXPECT_EQ(finding.missed_by_paper, 1u);
  EXPECT_TRUE(finding.complete);
}

}  // namespace
}  // namespace whynot
