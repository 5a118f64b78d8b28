// What the narrow handle on the SMT solver promises when time runs out within a question.
#include "solve/smt.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace whynot::solve {
namespace {

// n + 1 pigeons do not fit n holes: true, and beyond every solver that counts by cases.
void add_pigeons(Smt& smt, SmtSolver& solver, std::size_t holes) {
  std::vector<std::vector<SmtTerm>> in(holes + 1);
  for (std::size_t p = 0; p <= holes; ++p) {
    for (std::size_t h = 0; h < holes; ++h)
      in[p].push_back(smt.constant("p" + std::to_string(p) + "_" + std::to_string(h), smt.boolean()));
    solver.add(smt.make(SmtOp::Or, in[p]));
  }
  for (std::size_t h = 0; h < holes; ++h)
    for (std::size_t p = 0; p <= holes; ++p)
      for (std::size_t q = 0; q < p; ++q) solver.add(smt.make(SmtOp::Or, {smt.not_(in[p][h]), smt.not_(in[q][h])}));
}

TEST(Smt, AfterAnInterruptNothingIsAskedAndNothingThrows) {
  Context late(Limits{std::chrono::milliseconds(40), {}});
  Smt smt;
  smt.obey(late);
  SmtSolver solver(smt, 4'000'000'000u);
  add_pigeons(smt, solver, 14);
  EXPECT_EQ(solver.check(), SmtAnswer::Unknown);
  EXPECT_EQ(late.stopped(), Stop::Timeout);
  EXPECT_FALSE(solver.has_model());
  EXPECT_EQ(solver.reason_unknown(), "it was stopped");
  solver.push();
  solver.add(smt.boolean(false));
  EXPECT_EQ(solver.check(), SmtAnswer::Unknown);
  solver.pop();
  SmtSolver another(smt);
  another.add(smt.boolean(true));
  EXPECT_EQ(another.check(), SmtAnswer::Unknown);
}

// Interrupts that come at any moment of short questions, models being read in between.
TEST(Smt, AnInterruptMayComeAtAnyMoment) {
  for (int i = 0; i < 25; ++i) {
    Context late(Limits{std::chrono::milliseconds(i % 20), {}});
    Smt smt;
    smt.obey(late);
    SmtSolver solver(smt);
    const SmtTerm x = smt.constant("x", smt.integer());
    for (int n = 0; n < 100'000 && late.stopped() == Stop::None; ++n) {
      solver.push();
      solver.add(smt.make(SmtOp::Lt, {smt.number(n), x}));
      if (solver.check() == SmtAnswer::Sat) {
        EXPECT_GT(solver.value(x).number.value_or(-1), n);
      }
      solver.pop();
    }
    EXPECT_NE(late.look(), Stop::None);
  }
}

}  // namespace
}  // namespace whynot::solve
