// Bounded checking against enumeration: all runs of tiny systems, listed by the Stepper and judged by the
// direct semantics of LTL.
#include "engine/bmc.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "model/system/truth.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

// The states and steps of a system, and which states lie on infinite runs.
class Oracle {
 public:
  explicit Oracle(const TransitionSystem& system) : system_(system), stepper_(make_stepper(system)) {
    stepper_->initial(context_, [&](State s) { return initial_.push_back(id(s)), true; });
    for (std::size_t s = 0; s < states_.size(); ++s) {
      std::vector<std::pair<Inputs, std::size_t>> out;
      stepper_->successors(State(states_[s]), context_,
                           [&](Successor next) { return out.emplace_back(next.inputs, id(next.state)), true; });
      steps_.push_back(std::move(out));
    }
    goes_on_.assign(states_.size(), true);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = 0; s < states_.size(); ++s) {
        bool alive = false;
        for (const auto& [inputs, to] : steps_[s]) alive = alive || goes_on_[to];
        changed = changed || (goes_on_[s] && !alive);
        goes_on_[s] = goes_on_[s] && alive;
      }
    }
  }

  // All violating runs with exactly this depth: for LTL finite ones that go on, and lassos.
  std::vector<Trace> violating(const Property& property, std::size_t depth) {
    std::vector<Trace> found;
    const auto signature = std::make_shared<Signature>(signature_of(system_));
    const auto judge = [&](Trace trace) {
      if (!replay_system(system_, *stepper_, trace, property)) found.push_back(std::move(trace));
    };
    for_each_run(depth, [&](const std::vector<std::size_t>& run, const std::vector<Inputs>& inputs) {
      Trace trace;
      trace.signature = signature;
      for (std::size_t i = 0; i <= depth; ++i)
        trace.steps.push_back({states_[run[i]], i ? inputs[i - 1] : Inputs(), {}});
      if (property.kind == PropertyKind::Invariant || goes_on_[run.back()]) judge(trace);
      if (property.kind == PropertyKind::Invariant || depth == 0) return;
      trace.steps.pop_back();
      trace.closing_inputs = inputs.back();
      for (std::size_t l = 0; l < depth; ++l)
        if (run[l] == run.back()) {
          trace.loop = l;
          judge(trace);
        }
    });
    return found;
  }

  const Stepper& stepper() const { return *stepper_; }

 private:
  std::size_t id(const State& s) {
    const auto [found, fresh] = index_.emplace(s, states_.size());
    if (fresh) states_.push_back(s);
    return found->second;
  }
  template <class Visit>
  void for_each_run(std::size_t depth, Visit visit) {
    std::vector<std::size_t> run;
    std::vector<Inputs> inputs;
    const std::function<void()> go = [&] {
      if (run.size() == depth + 1) return visit(run, inputs);
      for (const auto& [in, to] : steps_[run.back()]) {
        run.push_back(to);
        inputs.push_back(in);
        go();
        run.pop_back();
        inputs.pop_back();
      }
    };
    for (std::size_t s : initial_) {
      run = {s};
      go();
    }
  }

  const TransitionSystem& system_;
  Context context_;
  std::unique_ptr<Stepper> stepper_;
  std::map<State, std::size_t> index_;
  std::vector<State> states_;
  std::vector<std::size_t> initial_;
  std::vector<std::vector<std::pair<Inputs, std::size_t>>> steps_;
  std::vector<bool> goes_on_;
};

// The first answer is a run of least depth that replays, or there is none up to the bound.  A formula that
// speaks of transitions (`leaves`) waits for the transition where the oracle, which knows three truth values,
// may see at a last state that none can save it; and its loops close later.  There the answer may be deeper.
void expect_shortest(Oracle& oracle, Query query, bool leaves, std::uint64_t seed) {
  std::optional<std::size_t> least;
  for (std::size_t depth = 0; depth <= *query.bound && !least; ++depth)
    if (!oracle.violating(*query.property, depth).empty()) least = depth;
  if (leaves) query.bound = least ? 2 * *least + 1 : *query.bound;
  Context context;
  BmcSearch search(query, context);
  const Verdict verdict = search.next();
  const Trace* trace = trace_of(verdict);
  ASSERT_FALSE(std::holds_alternative<Unknown>(verdict)) << seed << " " << std::get<Unknown>(verdict).reason;
  // A transition that a dead end never makes violates no invariant.
  const bool may_miss = leaves && query.property->kind == PropertyKind::Invariant && least;
  ASSERT_TRUE(may_miss || (trace != nullptr) == least.has_value()) << seed;
  if (!trace) return;
  ASSERT_TRUE(leaves ? trace->depth() >= *least : trace->depth() == *least) << seed;
  const auto refusal = replay_system(*query.system, oracle.stepper(), *trace, *query.property);
  ASSERT_FALSE(refusal) << seed << ": " << refusal->reason;
}

Property property_of(PropertyKind kind, Expr formula) {
  Property p;
  p.kind = kind;
  p.formula = formula;
  return p;
}

TEST(Bmc, InvariantsFailAtTheLeastDepth) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {});
    const bool leaves = made.random().chance(40);
    const Property p = property_of(PropertyKind::Invariant, made.boolean(2, leaves, leaves));
    Oracle oracle(made.system());
    Query query{&made.system(), &p, {}, 3};
    expect_shortest(oracle, query, leaves, seed);
    if (HasFatalFailure()) return;
  }
}

TEST(Bmc, LtlFailsAtTheLeastDepth) {
  for (std::uint64_t seed = 0; seed < rounds(1500); ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {});
    const bool leaves = made.random().chance(30);
    const Property p = property_of(PropertyKind::Ltl, made.ltl(1 + static_cast<int>(seed % 4), leaves));
    Oracle oracle(made.system());
    Query query{&made.system(), &p, {}, 3};
    expect_shortest(oracle, query, leaves, seed);
    if (HasFatalFailure()) return;
  }
}

using Run = std::vector<State>;

// The first `length` states of the infinite run, or all of a finite one.
Run unrolled(const Trace& trace, std::size_t length) {
  Run run;
  for (std::optional<std::size_t> at = 0; at && run.size() < length; at = trace.after(*at))
    run.push_back(trace.steps[*at].state);
  return run;
}

bool begins_with(const Run& run, const Run& beginning) {
  return beginning.size() <= run.size() && std::equal(beginning.begin(), beginning.end(), run.begin());
}

// Every behaviour of the oracle was given, or begins with a finite one that was; none was given twice.
void expect_all_behaviours(Oracle& oracle, Query query, std::uint64_t seed) {
  constexpr std::size_t length = 24;
  for (const VariableDecl& v : query.system->variables)
    if (v.kind != VariableKind::Input) query.different.push_back(v.variable);
  Context context;
  BmcSearch search(query, context);
  std::vector<std::pair<Run, bool>> given;  // with whether it is finite
  std::size_t depth = 0;
  while (true) {
    const Verdict verdict = search.next();
    const Trace* trace = trace_of(verdict);
    if (!trace) break;
    const auto refusal = replay_system(*query.system, oracle.stepper(), *trace, *query.property);
    ASSERT_FALSE(refusal) << seed << ": " << refusal->reason;
    ASSERT_LE(depth, trace->depth()) << seed;
    depth = trace->depth();
    const Run run = unrolled(*trace, length);
    for (const auto& [earlier, is_finite] : given)
      ASSERT_FALSE(is_finite ? begins_with(run, earlier) : begins_with(earlier, run)) << seed;
    given.emplace_back(run, !trace->loop);
    ASSERT_LT(given.size(), 3000u);
  }
  for (std::size_t d = 0; d <= *query.bound; ++d)
    for (const Trace& trace : oracle.violating(*query.property, d)) {
      const Run run = unrolled(trace, length);
      const bool found = std::any_of(given.begin(), given.end(), [&](const auto& g) {
        return begins_with(run, g.first) || begins_with(g.first, run);
      });
      ASSERT_TRUE(found) << seed << " depth " << d;
    }
}

TEST(Bmc, GivesEveryBehaviourOnce) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = seed % 3 == 0, .inputs = true});
    const Property p = seed % 4 ? property_of(PropertyKind::Ltl, made.ltl(2, false))
                                : property_of(PropertyKind::Invariant, made.boolean(2, false, false));
    Oracle oracle(made.system());
    expect_all_behaviours(oracle, {&made.system(), &p, {}, 2}, seed);
    if (HasFatalFailure()) return;
  }
}

// Runs end unless they loop in 0: 0 -> 0 | 1, 1 -> 2, and 2 is a dead end.
TEST(Bmc, PrefixesCountOnlyIfTheyGoOn) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr n = pool.variable("n", pool.range_type(0, 2)), to = pool.next(n);
  const auto is = [&](Expr e, int value) { return pool.eq(e, pool.integer(value)); };
  system.variables = {{n, VariableKind::State, {}}};
  system.init_assignments.push_back({n, pool.integer(0), {}});
  system.trans.push_back(
      {pool.or_(pool.and_(is(n, 0), pool.lt(to, pool.integer(2))), pool.and_(is(n, 1), is(to, 2))), {}});
  const auto first = [&](const Property& p) {
    Context context;
    return BmcSearch({&system, &p, {}, 5}, context).next();
  };
  const Property invariant = property_of(PropertyKind::Invariant, is(n, 0));
  const Property ltl = property_of(PropertyKind::Ltl, pool.temporal(Op::G, {is(n, 0)}));
  EXPECT_EQ(trace_of(first(invariant))->depth(), 1u);
  EXPECT_FALSE(trace_of(first(ltl)));
  EXPECT_FALSE(std::holds_alternative<Unknown>(first(ltl)));
}

// A counter that comes round after 65,536 steps, written so that nobody sees a function in it.
TEST(Bmc, SaysWhenItCannotTellWhetherAPrefixGoesOn) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr n = pool.variable("n", pool.word_type(16, false));
  const auto word = [&](int value) { return pool.constant(Value::word(16, false, value), n.type()); };
  system.variables = {{n, VariableKind::State, {}}};
  system.init_assignments.push_back({n, word(0), {}});
  const Expr step = pool.eq(pool.next(n), pool.arithmetic(Op::Add, n, word(1)));
  system.trans.push_back({pool.or_(step, pool.boolean(false)), {}});
  const Property p = property_of(PropertyKind::Ltl, pool.temporal(Op::G, {pool.lt(n, word(3))}));
  Context context;
  const Verdict verdict = BmcSearch({&system, &p, {}, 5}, context).next();
  EXPECT_TRUE(std::holds_alternative<Unknown>(verdict));
  // As a function it is total, and the prefix is enough.
  system.trans = {{step, {}}};
  EXPECT_EQ(trace_of(BmcSearch({&system, &p, {}, 5}, context).next())->depth(), 3u);
}

// Values given in a circle leave the choice open; what is assigned twice must agree.
TEST(Bmc, CirclesOfAssignmentsAreConstraints) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr a = pool.variable("a", pool.boolean_type()), b = pool.variable("b", pool.boolean_type());
  system.variables = {{a, VariableKind::State, {}}, {b, VariableKind::State, {}}};
  system.init_assignments = {{a, b, {}}, {b, a, {}}};
  system.next_assignments = {{a, pool.not_(pool.next(b)), {}}, {b, pool.not_(pool.next(a)), {}}};
  Context context;
  const auto depth = [&](Expr invariant) -> std::optional<std::size_t> {
    const Property p = property_of(PropertyKind::Invariant, invariant);
    const Verdict verdict = BmcSearch({&system, &p, {}, 3}, context).next();
    const Trace* trace = trace_of(verdict);
    return trace ? std::optional(trace->depth()) : std::nullopt;
  };
  EXPECT_EQ(depth(a), 0u);
  EXPECT_EQ(depth(pool.not_(a)), 0u);
  EXPECT_EQ(depth(pool.iff(a, b)), 1u);
  system.next_assignments.push_back({a, b, {}});
  EXPECT_EQ(depth(pool.iff(a, b)), 1u);
  system.next_assignments.push_back({a, pool.next(b), {}});
  EXPECT_EQ(depth(pool.iff(a, b)), std::nullopt);
}

// All runs satisfy F G p, yet AF AG p fails: no single run shows it.
TEST(Bmc, DoesNotTakeCtlForLtl) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr n = pool.variable("n", pool.range_type(0, 2));
  const auto is = [&](int value) { return pool.eq(n, pool.integer(value)); };
  const Type set = pool.set_type(n.type());
  const Expr stay_or_go = pool.make(Op::SetOf, set, {pool.integer(0), pool.integer(1)});
  system.variables = {{n, VariableKind::State, {}}};
  system.init_assignments.push_back({n, pool.integer(0), {}});
  system.next_assignments.push_back({n, pool.make(Op::Ite, set, {is(0), stay_or_go, pool.integer(2)}), {}});
  const Expr always = pool.temporal(Op::AG, {pool.not_(is(1))});
  const Property p = property_of(PropertyKind::Ctl, pool.temporal(Op::AF, {always}));
  const Property q = property_of(PropertyKind::Ctl, always);
  Context context;
  EXPECT_TRUE(std::holds_alternative<NoneUpTo>(BmcSearch({&system, &p, {}, 6}, context).next()));
  EXPECT_EQ(trace_of(BmcSearch({&system, &q, {}, 6}, context).next())->depth(), 1u);
}

TEST(Bmc, StopsWhenTold) {
  ExprPool pool;
  TransitionSystem system;
  system.pool = &pool;
  const Expr n = pool.variable("n", pool.word_type(16, false));
  system.variables = {{n, VariableKind::State, {}}};
  system.init_assignments.push_back({n, pool.constant(Value::word(16, false, 1), n.type()), {}});
  system.next_assignments.push_back({n, pool.arithmetic(Op::Mul, n, n), {}});
  const Property p = property_of(PropertyKind::Ltl, pool.temporal(Op::G, {pool.eq(n, n)}));
  Context context({.time = std::chrono::milliseconds(200), .memory_bytes = {}});
  const Verdict verdict = BmcSearch({&system, &p, {}, {}}, context).next();
  const bool held = std::holds_alternative<Holds>(verdict);
  ASSERT_TRUE(held || std::holds_alternative<NoneUpTo>(verdict));
  EXPECT_TRUE(held || std::get<NoneUpTo>(verdict).reason == "timeout");
}

}  // namespace
}  // namespace whynot::engine
