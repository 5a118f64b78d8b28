// The analysis of pushdown counterexamples: variables and unknown arguments against the interpreter, groups,
// folding, views, refinement.
#include "analyse/paths/paths.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyse/paths/refine.h"
#include "analyse/paths/views.h"
#include "base/random.h"
#include "support/pushdown_text.h"

namespace whynot {
namespace {

using analyse::paths::PathsFinding;
using analyse::paths::PathsOptions;
using test::pushdown_text;
using test::states_text;

std::string pick(Random& random, std::initializer_list<const char*> from) {
  return *(from.begin() + random.below(from.size()));
}

std::string random_guard(Random& random) {
  const auto atom = [&]() -> std::string {
    if (random.chance(20))
      return fmt::format("{} {} /{}/", pick(random, {"f", "x", "y"}), pick(random, {"~", "!~"}),
                         pick(random, {"a", "^b", "1$"}));
    return fmt::format("{} {} {}", pick(random, {"f", "x", "y"}), pick(random, {"==", "!="}),
                       pick(random, {"f", "x", "y", "\"a1\"", "\"b1\""}));
  };
  std::string guard = random.chance(20) ? fmt::format("!({})", atom()) : atom();
  if (random.chance(50)) guard = fmt::format("({}) {} {}", guard, pick(random, {"&&", "||"}), atom());
  return guard;
}

// A random program over four points and a random automaton with two variables.
std::string random_problem(Random& random) {
  std::string text = "pds m\nsymbols s0 s1 s2 s3\ninit <s0>\n";
  for (int i = 0; i < 4; ++i)
    for (std::size_t n = 1 + random.below(2); n-- > 0;) {
      const std::string a = fmt::format("s{}", random.below(4)), b = fmt::format("s{}", random.below(4));
      const std::string to = pick(random, {"", "step", "step", "call"});
      text += fmt::format("<s{}> -> <{}{}>", i, to.empty() ? "" : a, to == "call" ? " " + b : "");
      if (random.chance(70))
        text += fmt::format(" @ {}({})", pick(random, {"open", "close"}),
                            pick(random, {"?", "?", "a1", "b1", "b2", "\"c\""}));
      text += "\n";
    }
  text += fmt::format("property p {}\nvar x : file\nvar y : {}\nstate q0 initial\nstate q1\nstate bad final\n",
                      pick(random, {"stutter", "partial"}), pick(random, {"file", "{a1, b1}"}));
  for (std::size_t n = 2 + random.below(4); n-- > 0;) {
    text += fmt::format("{} -> {} on {}(f)", pick(random, {"q0", "q1"}), pick(random, {"q0", "q1", "bad"}),
                        pick(random, {"open", "close"}));
    if (random.chance(70)) text += " when " + random_guard(random);
    if (random.chance(60))
      text += pick(random, {" do x := f", " do y := f", " do y := x", " do x := f, y := x", " do x := \"b2\""});
    text += "\n";
  }
  for (const char* state : {"q0", "q1"})
    if (random.chance(70)) text += fmt::format("{0} -> {0} {1}\n", state, pick(random, {"on any", "else", "else"}));
  return text + "bad -> bad on any\n";
}

// Every trace that leaves the analysis has been replayed, and the verdict confirmed by pre* over the
// interpreter; here each trace is also walked by the Stepper and the automaton run over its rules.
TEST(Paths, AgreesWithTheInterpreterOnVariables) {
  Random random(5);
  std::size_t violated = 0;
  for (int i = 0; i < 400; ++i) {
    const auto text = pushdown_text({random_problem(random)});
    ASSERT_TRUE(text->input);
    const Pds& pds = text->input->pds;
    PathsOptions options;
    options.limit = 10;
    const PathsFinding finding = text->paths("p", options);
    ASSERT_TRUE(finding.certified);
    violated += std::holds_alternative<Violated>(finding.verdict);
    ASSERT_EQ(std::holds_alternative<Violated>(finding.verdict), !finding.traces.empty()) << i;
    const auto stepper = make_stepper(pds);
    for (std::size_t t = 0; t < finding.traces.size(); ++t) {
      const auto own = [&](std::size_t step) {
        return State{Value::symbol(""), finding.traces[t].steps[step].state[1]};
      };
      ASSERT_TRUE(stepper->is_initial(own(0)));
      for (std::size_t s = 1; s < finding.traces[t].steps.size(); ++s)
        ASSERT_TRUE(stepper->is_step(own(s - 1), {}, std::nullopt, own(s)));
      ASSERT_TRUE(accepts(pds, text->property("p"), finding.rules[t], false));
    }
  }
  EXPECT_GE(violated, 80u);
}

const char* const opener = R"(pds m
init <a>
a -> b @ open(?)
a -> c @ open("x")
b -> d @ use(?)
c -> d @ use("y")
d -> d
)";

TEST(Paths, UnknownArgumentsMayBeEqualOrNot) {
  const auto text = pushdown_text({std::string(opener) + R"(property same
var f : file
state q0 initial; state q1; state bad final
q0 -> q1 on open(g) do f := g
q0 -> q0 else
q1 -> bad on use(g) when g == f
q1 -> q1 else
property different
var f : file
state q0 initial; state q1; state bad final
q0 -> q1 on open(g) do f := g
q0 -> q0 else
q1 -> bad on use(g) when g != f
q1 -> q1 else
)"});
  // Through b, with each constant or an unnamed value; "x" is not "y".
  for (const Trace& trace : text->paths("same").traces) EXPECT_EQ(trace.steps[1].state[1].args()[0].op(), "b");
  EXPECT_GE(text->paths("same").count, 1u);
  const PathsFinding different = text->paths("different");
  EXPECT_TRUE(std::any_of(different.traces.begin(), different.traces.end(),
                          [](const Trace& t) { return states_text(t) == "q0:a q1(f=\"x\"):c bad:d"; }));
  EXPECT_TRUE(std::any_of(different.traces.begin(), different.traces.end(),
                          [](const Trace& t) { return states_text(t) == "q0:a q1(f=#1):b bad:d"; }));
}

TEST(Paths, AnAutomatonThatGetsStuckIsAMistake) {
  const std::string stuck = "state q0 initial; state bad final\nq0 -> bad on use(\"nobody\")\nbad -> bad on any\n";
  const auto text = pushdown_text(
      {opener, "property p\n" + stuck, "property stays stutter\n" + stuck, "property cut partial\n" + stuck});
  const PathsFinding finding = text->paths("p");
  ASSERT_FALSE(finding.diagnostics.empty());
  EXPECT_EQ(finding.diagnostics[0].code, "pds.blocked");
  EXPECT_TRUE(std::holds_alternative<Unknown>(finding.verdict));
  EXPECT_TRUE(std::holds_alternative<Violated>(text->paths("stays").verdict));
  EXPECT_TRUE(std::holds_alternative<Holds>(text->paths("cut").verdict));
}

const char* const diamonds = R"(pds m
init <m0>
m0 -> a0
a0 -> a1 @ left
a0 -> a2 @ right
a1 -> call f ret b
a2 -> call f ret b
b -> c
b -> c2
c -> end @ bad
c2 -> end @ bad
end -> end
proc f entry f0
f0 -> f1 @ log("1")
f0 -> f1 @ log("2")
f1 -> return
property p
state q0 initial; state seen; state bad final
q0 -> seen on right
q0 -> q0 on left
q0 -> bad on bad
q0 -> q0 else
seen -> bad on bad
seen -> seen else
)";

TEST(Paths, GroupsByFinalPointAndInterestingEvents) {
  const auto text = pushdown_text({diamonds});
  const PathsFinding finding = text->paths("p");
  EXPECT_EQ(finding.count, 8u);
  EXPECT_EQ(finding.total, Integer(8));  // counted without enumeration
  ASSERT_EQ(finding.groups.size(), 2u);
  EXPECT_EQ(finding.groups[0].count + finding.groups[1].count, 8u);
  EXPECT_EQ(finding.groups[0].final, "end");
  EXPECT_EQ(finding.common, std::vector<std::string>{"bad"});
  EXPECT_EQ(finding.common_sequence, std::vector<std::string>{"bad"});
  PathsOptions only;
  only.only = {"log"};
  EXPECT_EQ(text->paths("p", only).groups.size(), 2u);
  EXPECT_EQ(text->paths("p", only).groups[0].events.size(), 1u);
  PathsOptions few;
  few.keep_traces = false;
  EXPECT_EQ(text->paths("p", few).traces.size(), 2u);
  EXPECT_EQ(text->paths("p", few).count, 8u);
}

TEST(Paths, SinkMayStopTheEnumeration) {
  const auto text = pushdown_text({diamonds});
  Context context;
  std::size_t seen = 0;
  const PathsFinding finding = analyse::paths::run_paths(text->input->pds, text->property("p"), {}, context,
                                                         [&](const Trace&, std::size_t) { return ++seen < 3; });
  EXPECT_EQ(seen, 3u);
  EXPECT_FALSE(finding.complete);
  Context stopped;
  stopped.request_stop(Stop::Interrupted);
  EXPECT_TRUE(std::holds_alternative<Unknown>(
      analyse::paths::run_paths(text->input->pds, text->property("p"), {}, stopped).verdict));
}

TEST(Paths, AllowingAnEventShowsWhatGoesAndWhatStays) {
  const auto text = pushdown_text({diamonds});
  Diagnostics diagnostics;
  EXPECT_FALSE(analyse::paths::allow_events(text->input->pds, {"rigt"}, diagnostics));
  EXPECT_EQ(diagnostics.all()[0].code, "paths.unknown-event");
  EXPECT_EQ(diagnostics.all()[0].help, "did you mean `right`?");
  const auto refined = analyse::paths::allow_events(text->input->pds, {"bad"}, diagnostics);
  ASSERT_TRUE(refined);
  Context context;
  PathsOptions options;
  options.keep_runs = true;
  const Efsa& p = text->property("p");
  const PathsFinding before = text->paths("p", options),
                     after = analyse::paths::run_paths(*refined, p, options, context);
  EXPECT_TRUE(std::holds_alternative<Holds>(after.verdict));
  EXPECT_EQ(analyse::paths::compare_paths({text->input->pds, p, before}, {*refined, p, after}, false).gone.size(), 8u);
}

TEST(Paths, AllFinalGoesOnAfterAViolation) {
  const auto text =
      pushdown_text({"pds m\ninit <a>\na -> b @ e\nb -> c @ e\nc -> c\nproperty p\nstate q initial\nstate bad final\nq "
                     "-> bad on e\nq -> q else\nbad -> bad on any\n"});
  EXPECT_EQ(text->paths("p").count, 1u);
  PathsOptions all;
  all.all_final = true;
  EXPECT_EQ(text->paths("p", all).count, 2u);
}

TEST(PathsViews, FoldAndDraw) {
  const auto text = pushdown_text({diamonds});
  const PathsFinding finding = text->paths("p");
  const Trace& trace = finding.traces[finding.groups[0].events.size() == 1 ? finding.groups[0].representative
                                                                           : finding.groups[1].representative];
  const auto segments = analyse::paths::fold(trace, {});
  ASSERT_EQ(segments.size(), 4u);  // start, what is between, where the event comes from, the violation
  EXPECT_TRUE(segments[1].folded);
  EXPECT_EQ(analyse::paths::call_tree(trace, {}), "q0     m0\n       … 5 steps\nq0     c\nbad    end   bad\n");
  const std::string whole = analyse::paths::call_tree(trace, {true, true, {}});
  EXPECT_NE(whole.find("q0     ▸ f0 b   call\n"), std::string::npos) << whole;
  std::vector<const Trace*> all;
  for (const Trace& t : finding.traces) all.push_back(&t);
  const std::string tree = analyse::paths::prefix_tree_text(all, {true, false, {}});
  EXPECT_EQ(tree.find("q0  m0\nq0  a0\n"), 0u) << tree;
  EXPECT_NE(tree.find("⇒ t8"), std::string::npos) << tree;
  EXPECT_NE(analyse::paths::prefix_tree_text({all[0]}, {true, false, {}, {"t17"}}).find("⇒ t17"), std::string::npos);
  const std::string dot = to_dot(analyse::paths::prefix_tree(all, {}));
  EXPECT_EQ(dot.find("digraph \"counterexamples\" {"), 0u);
  EXPECT_NE(dot.find("color=firebrick"), std::string::npos);
}

// Sets may be endless, pictures not: what does not fit is counted.
TEST(PathsViews, TreesHaveABound) {
  const auto text = pushdown_text({diamonds});
  const PathsFinding finding = text->paths("p");
  std::vector<const Trace*> all;
  for (const Trace& t : finding.traces) all.push_back(&t);
  analyse::paths::ViewOptions view;
  view.unfold = true;
  const std::size_t whole = analyse::paths::prefix_tree(all, view).nodes.size();
  view.most_nodes = whole / 2;
  const Drawing half = analyse::paths::prefix_tree(all, view);
  EXPECT_LE(half.nodes.size(), whole / 2 + 1);
  EXPECT_NE(half.nodes.back().label.find(" more counterexample"), std::string::npos) << half.nodes.back().label;
  EXPECT_NE(analyse::paths::prefix_tree_text(all, view).find(" more counterexample"), std::string::npos);
  view.most_nodes = 1;  // one is always there
  EXPECT_EQ(analyse::paths::prefix_tree(all, view).nodes.size(), finding.traces[0].steps.size() + 1);
  EXPECT_EQ(analyse::paths::prefix_tree(all, view).nodes.back().label, "… and 7 more counterexamples");
}

TEST(PathsViews, EveryEventOfAStepIsLookedAt) {
  const auto text =
      pushdown_text({"pds m\ninit <a>\na -> b\nb -> c @ open(\"x, (y\"), log\nc -> d\nd -> d @ e\n"
                     "property p\nstate q initial\nstate bad final\nq -> bad on e\nq -> q else\n"});
  const Trace trace = text->paths("p").traces.at(0);
  for (const char* name : {"log", "open", "open(\"x, (y\")"})
    EXPECT_TRUE(analyse::paths::is_interesting(trace, 2, {name})) << name;
  for (const char* name : {"y", "x", "op"}) EXPECT_FALSE(analyse::paths::is_interesting(trace, 2, {name})) << name;
}

// Counting agrees with enumeration wherever it gives an answer.
TEST(Paths, CountsWhatItStreams) {
  Random random(21);
  std::size_t counted = 0;
  for (int i = 0; i < 400; ++i) {
    // Points only lead to later ones, calls only to later procedures: no loops, no recursion.
    std::string text = "pds m\ninit <s0>\n";
    const int n = 8;
    for (int s = 0; s < n; ++s)
      for (std::size_t k = 1 + random.below(2); k-- > 0 && s + 1 < n;) {
        const auto later = [&] { return s + 1 + static_cast<int>(random.below(static_cast<std::size_t>(n - s - 1))); };
        const std::size_t kind = random.below(3);
        const int to = later(), back = later();
        if (kind == 0) text += fmt::format("s{} -> s{} @ {}\n", s, to, pick(random, {"e", "g", "bad"}));
        if (kind == 1) text += fmt::format("<s{}> -> <s{} s{}>\n", s, to, back);
        if (kind == 2) text += fmt::format("s{} -> return @ {}\n", s, pick(random, {"e", "g"}));
      }
    text +=
        "s7 -> return\nproperty p stutter\nstate q initial\nstate r\nstate bad final\nq -> r on e\nr -> q on g\nr -> "
        "bad on bad\n";
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("t", text);
    const auto input = front::pds::read_pushdown(sources, std::vector{file}, diagnostics);
    if (!input) continue;  // s0 may have no rule
    Context context;
    PathsOptions none;
    none.limit = 0;
    const PathsFinding finding = analyse::paths::run_paths(input->pds, input->properties[0], {}, context);
    const PathsFinding unlisted = analyse::paths::run_paths(input->pds, input->properties[0], none, context);
    ASSERT_TRUE(finding.complete);
    ASSERT_EQ(finding.total, Integer(finding.count));
    if (!unlisted.total) continue;
    ASSERT_EQ(*unlisted.total, Integer(finding.count)) << text;
    counted += finding.count > 0;
  }
  EXPECT_GE(counted, 30u);
}

TEST(Paths, NumbersThatNobodyReadsAreNotTold) {
  const auto total = [](int diamonds) {
    std::string text = "pds m\ninit <a0>\n";
    for (int i = 0; i < diamonds; ++i)
      text += fmt::format("a{0} -> b{0}\na{0} -> c{0}\nb{0} -> a{1}\nc{0} -> a{1}\n", i, i + 1);
    text += fmt::format(
        "a{} -> end @ bad\nstop end\nproperty p stutter\nstate q initial\nstate r final\nq -> r on bad\n", diamonds);
    PathsOptions few;
    few.limit = 2;
    return pushdown_text({text})->paths("p", few).total;
  };
  EXPECT_EQ(total(100), power_of_two(100));
  EXPECT_EQ(total(3000), std::nullopt);
}

}  // namespace
}  // namespace whynot
