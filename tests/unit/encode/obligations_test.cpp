#include "encode/obligations.h"

#include <gtest/gtest.h>

namespace whynot::encode {
namespace {

class Obligations : public ::testing::Test {
 protected:
  Obligations() {
    system.pool = &pool;
    system.variables = {{n, VariableKind::State, {}}, {w, VariableKind::State, {}}};
  }
  const std::vector<Diagnostic>& run(Expr condition, Limits limits = {}) {
    system.obligations.push_back({condition, "smv.value-out-of-range", "`n` may leave its type", "guard it", {}});
    Context context(limits);
    discharge(system, context, diagnostics);
    return diagnostics.all();
  }

  ExprPool pool;
  TransitionSystem system;
  Diagnostics diagnostics;
  Expr n = pool.variable("n", pool.range_type(0, 3)), w = pool.variable("w", pool.word_type(24, false));
};

TEST_F(Obligations, WhatAlwaysHoldsIsSilent) {
  EXPECT_TRUE(run(pool.le(n, pool.integer(3))).empty());
  EXPECT_TRUE(run(pool.boolean(true)).empty());
}

TEST_F(Obligations, AFailureComesWithAnExample) {
  const auto& all = run(pool.le(pool.arithmetic(Op::Add, n, pool.integer(1)), pool.integer(3)));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].severity, Severity::Error);
  EXPECT_EQ(all[0].code, "smv.value-out-of-range");
  EXPECT_EQ(all[0].message, "`n` may leave its type, for example when n = 3");
  EXPECT_EQ(all[0].help, "guard it");
}

TEST_F(Obligations, NextValuesAreNamedAsSuch) {
  const auto& all = run(pool.lt(pool.next(n), pool.integer(3)));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].message, "`n` may leave its type, for example when next(n) = 3");
}

TEST_F(Obligations, WhatIsNotDecidedIsAWarning) {
  const Expr v = pool.variable("v", w.type());
  system.variables.push_back({v, VariableKind::State, {}});
  // Multiplication commutes, but not obviously so for a solver that looks at bits.
  const Expr p = pool.arithmetic(Op::Mul, pool.xor_(w, v), pool.arithmetic(Op::Add, w, v));
  const Expr q = pool.arithmetic(Op::Mul, pool.arithmetic(Op::Add, v, w), pool.xor_(v, w));
  const auto& all = run(pool.eq(p, q), {.time = std::chrono::milliseconds(100), .memory_bytes = {}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].severity, Severity::Warning);
  EXPECT_EQ(all[0].code, "model.undecided-check");
}

}  // namespace
}  // namespace whynot::encode
