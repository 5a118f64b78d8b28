// Time bounds that are counted against bounds that are written out, step by step, and far bounds against none: a system
// of few states does within a thousand steps whatever it will ever do.
#include <gtest/gtest.h>

#include "engine/explicit/explicit.h"
#include "engine/symbolic/model.h"
#include "engine/symbolic/product.h"
#include "engine/symbolic_engine.h"
#include "expr/print.h"
#include "model/stepper.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

using whynot::testing::RandomSystem;

bool some_run_satisfies(symbolic::ModelStore& store, Context& context, Expr formula) {
  symbolic::Model& model = store.whole();
  model.watch(&context);
  EXPECT_TRUE(model.prepare());
  symbolic::Product product(model, formula, symbolic::Product::Compassion::Heeded);
  product.space().explore();
  const encode::Bdd hull = symbolic::fair_hull(product.space(), product.fairness(), product.space().reached());
  EXPECT_FALSE(product.space().failed());
  return hull.is_satisfiable();
}

TEST(SymbolicBounds, CountersSayWhatBitsSay) {
  for (std::uint64_t seed = 1; seed <= rounds(400); ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {});
    Context context;
    const Expr wanted = negation_normal_form(pool, made.ltl(3, false), true);
    symbolic::ModelStore written(made.system(), context), counted(made.system(), context);
    EXPECT_EQ(some_run_satisfies(written, context, expand_bounds(pool, wanted)),
              some_run_satisfies(counted, context, expand_lower_bounds(pool, wanted)))
        << seed << ": " << to_string(pool, wanted);
  }
}

// G (a -> F [lo,hi] b) and the like, with the far bound or without.
Expr far_formula(ExprPool& pool, std::uint64_t shape, Expr a, Expr b, TimeBounds bounds) {
  const Expr finally = pool.temporal(Op::F, {b}, bounds), globally = pool.temporal(Op::G, {b}, bounds);
  switch (shape) {
    case 0: return finally;
    case 1: return globally;
    case 2: return pool.temporal(Op::G, {pool.or_(a, finally)});
    case 3: return pool.temporal(Op::F, {pool.and_(a, globally)});
    default: return pool.temporal(Op::G, {pool.or_(a, globally)});
  }
}

TEST(SymbolicBounds, FarOnesAreDecided) {
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.fairness = false});
    const Expr a = made.boolean(1, false, false), b = made.boolean(1, false, false);
    const std::uint64_t lo = seed % 3;
    Property far, plain;
    far.name = plain.name = "p";
    far.kind = plain.kind = PropertyKind::Ltl;
    far.formula = far_formula(pool, seed % 5, a, b, {lo, 3000});
    plain.formula = far_formula(pool, seed % 5, a, b, {lo, no_bound});
    Context context;
    const Verdict judge = explicit_engine().start({&made.system(), &plain, {}, {}, nullptr}, context)->next();
    const Verdict verdict = symbolic_engine().start({&made.system(), &far, {}, {}, nullptr}, context)->next();
    EXPECT_EQ(judge.index(), verdict.index()) << seed << ": " << to_string(pool, far.formula);
    const Trace* trace = trace_of(verdict);
    if (!trace) continue;
    const auto refusal = replay_system(made.system(), *make_stepper(made.system()), *trace, far);
    EXPECT_FALSE(refusal) << seed << ": " << refusal->reason;
  }
}

}  // namespace
}  // namespace whynot::engine
