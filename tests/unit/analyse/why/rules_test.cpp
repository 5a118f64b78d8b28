// Reasons in specifications against their definition: the rule's condition and value under all values of the cells
// that are left out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyse/why/rules/reads.h"
#include "analyse/why/rules/specification.h"
#include "base/random.h"
#include "front/ots/load.h"

namespace whynot::analyse::why {
namespace {

struct SmallSpecification {
  explicit SmallSpecification(const std::string& text) {
    auto all = front::ots::load(sources, sources.add("s.ots", text), diagnostics);
    if (diagnostics.ok() && !all.empty()) ots = std::move(all[0]);
  }
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<ots::Ots> ots;
};

const char* const flawed = R"(ots FLAWED {
  sort Pid   = loose
  sort Label = enum { rs, es, cs }
  observer pc(i: Pid) : Label = rs
  observer locked     : Bool  = false
  transition enter1(i: Pid) { when pc(i) = rs, not locked  pc(i) := es }
  transition enter2(i: Pid) { when pc(i) = es              pc(i) := cs  locked := true }
  invariant mutex(i: Pid, j: Pid) : pc(i) = cs and pc(j) = cs => i = j
  scope two { Pid = { a, b } }
})";

// Both enter before either sets the lock.
Trace bad_run(const ots::OtsStepper& stepper) {
  Context context;
  Trace trace;
  trace.signature = stepper.signature();
  stepper.initial(
      context,
      [&](State s) {
        trace.steps.push_back({std::move(s), {}, {}});
        return false;
      },
      nullptr);
  for (const char* step : {"enter1 a", "enter1 b", "enter2 a", "enter2 b"}) {
    const std::string text = step, rule = text.substr(0, 6), who = text.substr(7);
    stepper.successors(
        trace.steps.back().state, context,
        [&](Successor s) {
          const bool is_it = s.action->name == rule && s.action->args[0] == Value::symbol(who);
          if (is_it) trace.steps.push_back({std::move(s.state), {}, s.action});
          return !is_it;
        },
        nullptr);
  }
  return trace;
}

TEST(Rules, LeadBackToTheRulesThatWereChosen) {
  SmallSpecification s(flawed);
  ASSERT_TRUE(s.ots);
  const ots::Scope& scope = s.ots->scopes[0];
  const auto stepper = make_stepper(*s.ots, scope);
  const Trace trace = bad_run(*stepper);
  ASSERT_EQ(trace.steps.size(), 5u);
  const SpecificationRun run{*s.ots, scope, trace};
  const Failure why = failure(run, predicate_of(s.ots->invariants[0]));
  EXPECT_EQ(why.sentence, "pc(a) is cs and pc(b) is cs at step 4 (i = a, j = b).");
  ASSERT_EQ(why.witnesses.size(), 1u);
  EXPECT_TRUE(why.witnesses[0].minimal);
  ASSERT_EQ(why.witnesses[0].causes.size(), 2u);
  EXPECT_EQ(why.witnesses[0].causes[0].column, "pc(a)");
  EXPECT_EQ(why.witnesses[0].causes[0].role, "trigger");

  const auto asked = place_named(trace, "pc(a)", 4);
  ASSERT_TRUE(asked);
  const Chain links = chain(run, {*asked});
  EXPECT_EQ(links.links[0].kind, Link::Kind::Kept);
  EXPECT_EQ(links.links[0].since, 3u);
  std::vector<std::string> rules, roots;
  for (const Link& link : links.links)
    if (link.kind == Link::Kind::Rule) rules.push_back(link.rule + " [" + link.branch + "] gives " + link.gives);
  for (const Place& root : links.roots)
    for (const Link& link : links.links)
      if (link.place == root) roots.push_back(fmt::format("{}@{}", link.value.to_string(), root.step));
  EXPECT_EQ(rules, (std::vector<std::string>{"enter2(a) [pc(a) = es] gives cs",
                                             "enter1(a) [pc(a) = rs and not locked] gives es"}));
  EXPECT_EQ(roots, (std::vector<std::string>{"enter1(a)@1", "enter2(a)@3"}));
  EXPECT_FALSE(place_named(trace, "pc(c)", 1) || place_named(trace, "pc(a)", 5));
}

TEST(Rules, SayWhatAnotherValueLacks) {
  SmallSpecification s(flawed);
  ASSERT_TRUE(s.ots);
  const ots::Scope& scope = s.ots->scopes[0];
  const auto stepper = make_stepper(*s.ots, scope);
  const Trace trace = bad_run(*stepper);
  const SpecificationRun run{*s.ots, scope, trace};
  Context context;
  const RuleInstead blocked = instead(run, *place_named(trace, "pc(a)", 4), Value::symbol("es"), context);
  ASSERT_EQ(blocked.answer, RuleInstead::Answer::State);
  ASSERT_EQ(blocked.blocked.size(), 1u);
  EXPECT_EQ(blocked.blocked[0].rule, "enter1(a)");
  EXPECT_EQ(blocked.blocked[0].condition, "pc(a) = rs");
  const RuleInstead possible = instead(run, *place_named(trace, "pc(b)", 2), Value::symbol("rs"), context);
  EXPECT_EQ(possible.blocked.size(), 0u);  // no rule gives it
  const RuleInstead pick = instead(run, *place_named(trace, "pc(a)", 2), Value::symbol("cs"), context);
  EXPECT_EQ(pick.answer, RuleInstead::Answer::Pick);
  EXPECT_EQ(pick.rule, "enter2(a)");
  const RuleInstead start = instead(run, *place_named(trace, "locked", 0), Value::boolean(true), context);
  EXPECT_EQ(start.answer, RuleInstead::Answer::Initial);
}

// A condition over few observers with few values, as text.
class RandomCondition {
 public:
  explicit RandomCondition(std::uint64_t seed) : random_(seed) {}

  std::string formula(int depth, const std::string& index) {
    if (depth == 0) return atom(index);
    switch (random_.below(6)) {
      case 0: return fmt::format("not ({})", formula(depth - 1, index));
      case 1: return fmt::format("({}) and ({})", formula(depth - 1, index), formula(depth - 1, index));
      case 2: return fmt::format("({}) or ({})", formula(depth - 1, index), formula(depth - 1, index));
      case 3: return fmt::format("({}) => ({})", formula(depth - 1, index), formula(depth - 1, index));
      case 4: return fmt::format("(forall k: Pid. ({}))", formula(depth - 1, "k"));
      default: return fmt::format("(exists k: Pid. ({}))", formula(depth - 1, "k"));
    }
  }

 private:
  std::string atom(const std::string& index) {
    const char* const labels[] = {"x", "y", "z"};
    switch (random_.below(4)) {
      case 0: return "flag";
      case 1: return fmt::format("q({})", index);
      case 2: return fmt::format("pc({}) = {}", index, labels[random_.below(3)]);
      default: return fmt::format("pc({}) = pc(i)", index);
    }
  }
  Random random_;
};

bool settles_by_force(const ots::Evaluator& evaluator, const State& state, ots::Term term, const ots::Environment& env,
                      const std::vector<std::size_t>& kept, const std::vector<std::vector<Value>>& domains) {
  const auto value_in = [&](const State& s) {
    ots::Environment at = env;
    return evaluator.evaluate(term, s, at);
  };
  const Value wanted = value_in(state);
  State changed = state;
  const std::function<bool(std::size_t)> same = [&](std::size_t cell) {
    if (cell == state.size()) return value_in(changed) == wanted;
    if (std::find(kept.begin(), kept.end(), cell) != kept.end()) return same(cell + 1);
    bool all = true;
    for (const Value& v : domains[cell]) {
      changed[cell] = v;
      all = all && same(cell + 1);
    }
    changed[cell] = state[cell];
    return all;
  };
  return same(0);
}

TEST(Rules, ReadWhatSettlesAConditionOnRandomOnes) {
  std::size_t tried = 0, shorter = 0;
  for (std::uint64_t seed = 0; tried < 600; ++seed) {
    RandomCondition random(seed);
    SmallSpecification s(
        fmt::format("ots R {{\n sort Pid = loose\n sort L = enum {{ x, y, z }}\n observer pc(i: Pid) : L = x\n"
                    " observer q(i: Pid) : Bool = false\n observer flag : Bool = false\n"
                    " transition t(i: Pid) {{ when {}  flag := true }}\n scope two {{ Pid = {{ a, b }} }}\n}}\n",
                    random.formula(3, "i")));
    ASSERT_TRUE(s.ots) << seed;
    ++tried;
    const ots::Scope& scope = s.ots->scopes[0];
    const ots::Evaluator evaluator(*s.ots, scope);
    std::vector<std::vector<Value>> domains;
    State state;
    Random values(seed + 77);
    evaluator.layout().for_each([&](std::uint32_t o, const std::vector<Value>&, std::size_t) {
      domains.push_back(*evaluator.values_of(s.ots->observers[o].sort));
      state.push_back(domains.back()[values.below(domains.back().size())]);
    });
    const ots::Transition& t = s.ots->transitions[0];
    const ots::Environment env{{t.params[0], Value::symbol(seed % 2 ? "a" : "b")}};
    const std::vector<std::set<Value>> seen(state.size());
    const StateReads reads(*s.ots, evaluator, state, seen);
    const Settled found = reads.settle(std::span(&t.guard, 1), env);
    ASSERT_TRUE(settles_by_force(evaluator, state, t.guard, env, found.cells, domains)) << seed;
    ASSERT_TRUE(found.minimal) << seed;
    ASSERT_TRUE(reads.confirms(std::span(&t.guard, 1), env, found.cells)) << seed;
    shorter += found.cells.size() < state.size() ? 1 : 0;
    for (const std::size_t cell : found.cells) {
      std::vector<std::size_t> less = found.cells;
      std::erase(less, cell);
      ASSERT_FALSE(settles_by_force(evaluator, state, t.guard, env, less, domains)) << seed;
    }
  }
  EXPECT_GT(shorter, 300u);
}

}  // namespace
}  // namespace whynot::analyse::why
