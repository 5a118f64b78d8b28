// Which runs are listed: those of specifications against all that the Stepper has, those of pushdown systems against
// all sequences of rules.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "analyse/classify/listed/list_ots.h"
#include "analyse/classify/listed/list_pushdown.h"
#include "front/ots/load.h"
#include "front/pds/pds.h"

namespace whynot::analyse::classify {
namespace {

struct Numbers {
  std::size_t all = 0, violating = 0;
};

Numbers count_by_stepper(const ots::OtsStepper& stepper, const ots::Predicate& predicate, std::size_t depth) {
  Context context;
  Numbers found;
  std::vector<std::pair<State, bool>> level;
  stepper.initial(context, [&](State s) {
    level.emplace_back(s, stepper.violation(s, predicate).has_value());
    return true;
  });
  for (std::size_t length = 0;; ++length) {
    found.all += level.size();
    for (const auto& [state, bad] : level) found.violating += bad;
    if (length == depth) return found;
    std::vector<std::pair<State, bool>> next;
    for (const auto& [state, bad] : level)
      stepper.successors(state, context, [&, before = bad](Successor s) {
        next.emplace_back(s.state, before || stepper.violation(s.state, predicate).has_value());
        return true;
      });
    level = std::move(next);
  }
}

constexpr const char* vault = R"(ots VAULT {
  sort Who = loose
  observer badge(p: Who) : Bool = false
  observer service : Bool = false
  observer open : Bool = false
  transition find(p: Who) { when not badge(p)  badge(p) := true }
  transition service_on { when not service  service := true }
  transition service_off { when service  service := false }
  transition enter(p: Who) { when badge(p), not open  open := true }
  transition walk_in(p: Who) { when service, not open  open := true }
  invariant closed : not open
  scope two { Who = { a, b } }
})";

struct Specification {
  Sources sources;
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<ots::Ots>> systems;
  explicit Specification(std::string text) {
    systems = front::ots::load(sources, sources.add("x.ots", std::move(text)), diagnostics);
    EXPECT_TRUE(diagnostics.ok());
  }
  const ots::Ots& ots() const { return *systems.at(0); }
};

Options all_columns(const ListedRuns& runs) {
  Options options;
  for (const VariableDecl& v : runs.graph->system().variables)
    if (!runs.graph->system().pool->name_of(v.variable).starts_with('#')) options.vocabulary.push_back(v.variable);
  options.certify = true;
  return options;
}

TEST(ListedSpecification, HasTheRunsOfTheStepper) {
  const Specification text(vault);
  const ots::Scope& scope = text.ots().scopes.at(0);
  const ots::Predicate closed = predicate_of(text.ots().invariants.at(0));
  for (std::size_t depth = 0; depth <= 4; ++depth) {
    Context context;
    const auto listed = list_runs(OtsListing{&text.ots(), &scope, &closed, std::nullopt, depth, false}, context);
    ASSERT_TRUE(std::holds_alternative<ListedRuns>(listed));
    const ListedRuns& runs = std::get<ListedRuns>(listed);
    EXPECT_EQ(runs.bound, depth);
    const Outcome outcome = classify_listed(runs, all_columns(runs), context);
    const Classes& found = std::get<Classes>(outcome.result);
    const auto stepper = ots::make_stepper(text.ots(), scope);
    EXPECT_EQ(found.total, Integer(count_by_stepper(*stepper, closed, depth).violating));
    EXPECT_EQ(found.complete, true);
    EXPECT_EQ(found.doubt, "");
    for (const Class& c : found.classes) EXPECT_FALSE(ots::replay_specification(*stepper, c.representative, nullptr));
  }
}

TEST(ListedSpecification, GoesAsFarAsTheFirstViolation) {
  const Specification text(vault);
  const ots::Predicate closed = predicate_of(text.ots().invariants.at(0));
  Context context;
  OtsListing listing{&text.ots(), &text.ots().scopes.at(0), &closed, std::nullopt, std::nullopt, false};
  EXPECT_EQ(std::get<ListedRuns>(list_runs(listing, context)).bound, 2u);
  listing.whole = true;
  EXPECT_TRUE(std::get<ListedRuns>(list_runs(listing, context)).all);
}

struct Machine {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<front::pds::PushdownInput> input;
  explicit Machine(std::string text) {
    const std::vector<FileId> files = {sources.add("x.pds", std::move(text))};
    input = front::pds::read_pushdown(sources, files, diagnostics);
    EXPECT_TRUE(input.has_value());
  }
  const Pds& pds() const { return input->pds; }
  const Efsa& efsa() const { return input->properties.at(0); }
};

// All sequences of rules of at most that length that the automaton accepts nowhere.
std::size_t passing_sequences(const Machine& m, std::size_t bound) {
  std::size_t found = 0;
  std::vector<std::vector<std::uint32_t>> open = {{}};
  while (!open.empty()) {
    const std::vector<std::uint32_t> rules = open.back();
    open.pop_back();
    PdsRun run;
    run.start(m.pds().initial.at(0));
    bool is_run = true;
    for (std::uint32_t r : rules) is_run = is_run && run.apply(m.pds().rules[r]);
    if (!is_run || accepts(m.pds(), m.efsa(), rules, false)) continue;
    ++found;
    for (std::uint32_t r = 0; rules.size() < bound && r < m.pds().rules.size(); ++r) {
      open.push_back(rules);
      open.back().push_back(r);
    }
  }
  return found;
}

std::size_t passing_runs(const RunGraph& graph, std::size_t bound) {
  std::size_t found = 0;
  std::vector<std::pair<RunGraph::NodeId, std::size_t>> open;
  for (RunGraph::NodeId n : graph.starts(Polarity::Passing)) open.emplace_back(n, 0);
  while (!open.empty()) {
    const auto [node, length] = open.back();
    open.pop_back();
    if (graph.violates(node)) continue;
    ++found;
    for (std::size_t e = 0; length < bound && e < graph.edges_of(node).size(); ++e)
      open.emplace_back(graph.edges_of(node)[e].to, length + 1);
  }
  return found;
}

constexpr const char* recursive =
    "pds r\ninit <m0>\nproc main entry m0\n  m0 -> call P ret m1\n  m1 -> m0 @ again\n"
    "proc P entry p0\n  p0 -> call P ret p1\n  p0 -> p1 @ ping\n  p1 -> return @ pong\n"
    "property order\nstate q initial ; state r ; state bad final\nq -> r on ping\nq -> bad on again\nq -> q else\nr -> "
    "q on pong\nr -> r else\n";

TEST(ListedProgram, HasAllPassingRuns) {
  const Machine m(recursive);
  // The trace of rules 0 (call P), 3 (ping), 4 (return), 1 (again) has q r q bad.
  std::vector<std::uint32_t> rules;
  for (const char* text : {"<m0> -> <p0 m1>", "<p0> -> <p1>", "<p1> -> <>", "<m1> -> <m0>"}) {
    for (std::uint32_t r = 0; r < m.pds().rules.size(); ++r)
      if (m.pds().rule_text(m.pds().rules[r]) == text) rules.push_back(r);
  }
  ASSERT_EQ(rules.size(), 4u);
  Trace trace;
  trace.signature = pds_signature();
  for (const char* control : {"q", "q", "r", "q", "bad"})
    trace.steps.push_back({{Value::symbol(control), Value::list({Value::symbol("m0")})}, {}, std::nullopt});
  Context context;
  const std::vector<Trace> traces = {trace};
  const std::vector<std::vector<std::uint32_t>> all_rules = {rules};
  const ListedRuns runs =
      list_runs(PushdownListing{&m.pds(), &m.efsa(), traces, all_rules, true, "", std::nullopt}, context);
  EXPECT_EQ(runs.bound, 4u);
  EXPECT_EQ(passing_runs(*runs.graph, 4), passing_sequences(m, 4));
  Options options = all_columns(runs);
  std::erase_if(options.vocabulary, [&](Expr v) { return runs.graph->system().pool->name_of(v) != "event"; });
  const Outcome outcome = classify_listed(runs, options, context);
  const Classes& found = std::get<Classes>(outcome.result);
  EXPECT_EQ(found.total, Integer(1));
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.doubt, "");
  EXPECT_EQ(found.classes.size(), 1u);
}

}  // namespace
}  // namespace whynot::analyse::classify
