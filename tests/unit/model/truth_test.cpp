// TraceTruth against a second reading of the semantics: recursion over absolute times on the infinite word,
// looking far enough ahead to have seen everything.
#include "model/system/truth.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "expr/print.h"

namespace whynot {
namespace {

struct Word {
  TransitionSystem system;
  Trace trace;
  Expr p, q;

  bool value(std::size_t column, std::size_t time) const {
    const std::size_t n = trace.steps.size();
    const std::size_t step = time < n ? time : *trace.loop + (time - n) % (n - *trace.loop);
    return trace.steps[step].state[column].as_boolean();
  }
};

Word random_word(ExprPool& pool, Random& random) {
  Word w;
  w.system.pool = &pool;
  w.p = pool.variable("p", pool.boolean_type());
  w.q = pool.variable("q", pool.boolean_type());
  w.system.variables = {{w.p, VariableKind::State, {}}, {w.q, VariableKind::State, {}}};
  w.trace.signature = std::make_shared<Signature>(signature_of(w.system));
  const std::size_t n = 1 + random.below(5);
  for (std::size_t i = 0; i < n; ++i)
    w.trace.steps.push_back({{Value::boolean(random.chance(50)), Value::boolean(random.chance(50))}, {}, {}});
  w.trace.loop = random.below(n);
  return w;
}

Expr random_formula(ExprPool& pool, Random& random, const Word& w, int depth) {
  if (depth == 0 || random.chance(15)) return random.chance(50) ? w.p : w.q;
  static const std::vector<Op> ops = {Op::Not, Op::And, Op::Or, Op::Implies, Op::Xor, Op::X, Op::F, Op::G,
                                      Op::U,   Op::V,   Op::Y,  Op::Z,       Op::O,   Op::H, Op::S, Op::T};
  const Op op = ops[random.below(ops.size())];
  const bool binary = op == Op::And || op == Op::Or || op == Op::Implies || op == Op::Xor || op == Op::U ||
                      op == Op::V || op == Op::S || op == Op::T;
  const Expr a = random_formula(pool, random, w, depth - 1);
  const Expr b = binary ? random_formula(pool, random, w, depth - 1) : Expr();
  const bool may_bound = op == Op::F || op == Op::G || op == Op::O || op == Op::H || op == Op::U || op == Op::V ||
                         op == Op::S || op == Op::T;
  TimeBounds bounds;
  if (may_bound && random.chance(30)) {
    bounds.lo = random.below(4);
    bounds.hi = random.chance(20) ? no_bound : bounds.lo + random.below(5);
  }
  if (!is_ltl(op)) bounds = {0, 0};
  if (op == Op::Not) return pool.not_(a);
  if (binary) return pool.make(op, pool.boolean_type(), {a, b}, bounds.lo, bounds.hi);
  return pool.make(op, pool.boolean_type(), {a}, bounds.lo, bounds.hi);
}

bool naive(const Word& w, Expr e, std::size_t t);

// E: some distance i in [lo, hi] with goal there and hold at all smaller distances; else its dual.
bool naive_until(const Word& w, Expr e, std::size_t t, bool exists, bool backward) {
  const bool binary = e.arity() == 2;
  const auto [lo, hi] = bounds_of(e);
  const std::size_t far = backward ? t : 40;  // forward: three times round the longest word
  for (std::size_t i = 0; i <= std::min<std::uint64_t>(hi, far); ++i) {
    if (backward && i > t) break;
    const std::size_t at = backward ? t - i : t + i;
    const bool goal = naive(w, e.arg(binary ? 1 : 0), at);
    if (i >= lo && goal == exists) return exists;
    if (binary && naive(w, e.arg(0), at) != exists) return !exists;
  }
  return !exists;
}

bool naive(const Word& w, Expr e, std::size_t t) {
  switch (e.op()) {
    case Op::Variable: return w.value(e == w.p ? 0 : 1, t);
    case Op::Not: return !naive(w, e.arg(0), t);
    case Op::And: return naive(w, e.arg(0), t) && naive(w, e.arg(1), t);
    case Op::Or: return naive(w, e.arg(0), t) || naive(w, e.arg(1), t);
    case Op::Implies: return !naive(w, e.arg(0), t) || naive(w, e.arg(1), t);
    case Op::Xor: return naive(w, e.arg(0), t) != naive(w, e.arg(1), t);
    case Op::X: return naive(w, e.arg(0), t + 1);
    case Op::Y: return t > 0 && naive(w, e.arg(0), t - 1);
    case Op::Z: return t == 0 || naive(w, e.arg(0), t - 1);
    case Op::F:
    case Op::U: return naive_until(w, e, t, true, false);
    case Op::G:
    case Op::V: return naive_until(w, e, t, false, false);
    case Op::O:
    case Op::S: return naive_until(w, e, t, true, true);
    case Op::H:
    case Op::T: return naive_until(w, e, t, false, true);
    default: ADD_FAILURE() << "no such operator here"; return false;
  }
}

TEST(TraceTruth, AgreesWithTheDefinitionOnRandomLassos) {
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    ExprPool pool;
    const Word w = random_word(pool, random);
    const Expr formula = random_formula(pool, random, w, 2);
    const TraceTruth truth(w.system, w.trace, formula);
    for (std::size_t t = 0; t < w.trace.steps.size(); ++t)
      ASSERT_EQ(truth.at(formula, t) == Truth::True, naive(w, formula, t))
          << to_string(pool, formula) << " at " << t << ", round " << round;
  }
}

TEST(TraceTruth, FiniteTracesAreDefiniteOnlyWhenEveryContinuationAgrees) {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    ExprPool pool;
    Word w = random_word(pool, random);
    const Expr formula = random_formula(pool, random, w, 3);
    Trace prefix = w.trace;
    prefix.loop.reset();
    prefix.steps.resize(1 + random.below(prefix.steps.size()));
    const Truth short_truth = TraceTruth(w.system, prefix, formula).at(formula, 0);
    const Truth long_truth = TraceTruth(w.system, w.trace, formula).at(formula, 0);
    ASSERT_NE(long_truth, Truth::Unknown);
    if (short_truth != Truth::Unknown) {
      ASSERT_EQ(short_truth, long_truth) << to_string(pool, formula) << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace whynot
