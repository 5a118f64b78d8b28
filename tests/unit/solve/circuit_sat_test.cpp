// The solver for short questions about a graph against CaDiCaL on random graphs: answers, models, cores, copies.
#include "solve/circuit_sat/circuit_sat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "solve/cnf.h"

namespace whynot::solve {
namespace {

class Graphs {
 public:
  explicit Graphs(unsigned seed) : random_(seed) {
    for (int i = 0; i < 12; ++i) literals_.push_back(graph.input());
    for (int i = 0; i < 60; ++i) {
      const Lit a = any(), b = any();
      literals_.push_back(below(3) == 0 ? graph.xor_(a, b) : graph.and_(a, b));
    }
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  Lit any() { return literals_[below(static_cast<unsigned>(literals_.size()))] ^ (below(2) == 0); }
  std::vector<Lit> some(unsigned most) {
    std::vector<Lit> result(below(most + 1));
    for (Lit& l : result) l = any();
    return result;
  }
  Aig graph;

 private:
  std::mt19937 random_;
  std::vector<Lit> literals_;
};

std::vector<int> told(Cnf& cnf, const std::vector<Lit>& literals) {
  std::vector<int> result;
  for (Lit l : literals) result.push_back(cnf.literal(l));
  return result;
}

// With the values that the solver gives to inputs, everything that was asked for is true.
void expect_model(const Aig& graph, const CircuitSat& sat, const std::vector<std::vector<Lit>>& clauses,
                  const std::vector<Lit>& assumed) {
  const std::vector<bool> values = evaluate(graph, [&](std::uint32_t n) { return sat.value(Lit::of(n, false)); });
  const auto holds = [&](Lit l) { return values[l.node()] != l.complemented(); };
  for (const auto& clause : clauses) EXPECT_TRUE(std::any_of(clause.begin(), clause.end(), holds));
  for (Lit l : assumed) EXPECT_TRUE(holds(l));
  for (Lit l : assumed) EXPECT_TRUE(sat.value(l));
}

TEST(CircuitSat, AgreesWithCadical) {
  int yes = 0, no = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    Graphs graphs(seed);
    Context context;
    Sat oracle(context);
    Cnf cnf(graphs.graph, oracle);
    CircuitSat first(graphs.graph, context);
    CircuitSat* sat = &first;
    std::optional<CircuitSat> copy;
    std::vector<std::vector<Lit>> clauses;
    for (int round = 0; round < 60; ++round) {
      if (graphs.below(4) == 0) {
        clauses.push_back(graphs.some(5));
        clauses.back().push_back(graphs.any());
        sat->require_any(clauses.back());
        cnf.require_any(clauses.back());
      }
      if (round == 30) sat = &copy.emplace(first);
      const std::vector<Lit> extra = graphs.some(4), assumed = graphs.some(8);
      const auto assumptions = told(cnf, assumed), clause = told(cnf, extra);
      const Answer expected = clause.empty() ? oracle.solve(assumptions) : oracle.solve_with(clause, assumptions);
      ASSERT_EQ(sat->solve(extra, assumed, 1'000'000), expected) << seed << " " << round;
      if (expected == Answer::Sat) {
        ++yes;
        auto all = clauses;
        if (!extra.empty()) all.push_back(extra);
        expect_model(graphs.graph, *sat, all, assumed);
        continue;
      }
      ++no;
      std::vector<Lit> core;
      for (Lit l : assumed)
        if (sat->failed(l)) core.push_back(l);
      const auto needed = told(cnf, core);
      ASSERT_EQ(clause.empty() ? oracle.solve(needed) : oracle.solve_with(clause, needed), Answer::Unsat) << seed;
    }
  }
  EXPECT_GT(yes, 1000);
  EXPECT_GT(no, 1000);
}

// A product with two factors that are not one: many conflicts, restarts, clauses that come and go.
Lit product_is(Aig& g, const std::vector<Lit>& a, const std::vector<Lit>& b, unsigned value) {
  std::vector<Lit> sum(a.size() + b.size(), Aig::constant(false));
  for (std::size_t i = 0; i < a.size(); ++i) {
    Lit carry = Aig::constant(false);
    for (std::size_t j = 0; i + j < sum.size(); ++j) {
      const Lit part = j < b.size() ? g.and_(a[i], b[j]) : Aig::constant(false), old = sum[i + j];
      sum[i + j] = g.xor_(g.xor_(old, part), carry);
      carry = g.or_(g.and_(old, part), g.and_(carry, g.or_(old, part)));
    }
  }
  Lit equal = Aig::constant(true);
  for (std::size_t i = 0; i < sum.size(); ++i) equal = g.and_(equal, sum[i] ^ (((value >> i) & 1) == 0));
  return equal;
}

TEST(CircuitSat, FindsFactorsAndThatThereAreNone) {
  Aig g;
  std::vector<Lit> a, b;
  for (int i = 0; i < 9; ++i) a.push_back(g.input());
  for (int i = 0; i < 9; ++i) b.push_back(g.input());
  const Lit prime = product_is(g, a, b, 65521), composite = product_is(g, a, b, 251 * 241);
  Context context;
  CircuitSat sat(g, context);
  const Lit also = product_is(g, a, b, 509 * 503);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(sat.solve({}, std::span(&prime, 1), 10'000'000), Answer::Unsat);
    EXPECT_TRUE(sat.failed(prime));
    EXPECT_EQ(sat.solve(std::span(&composite, 1), {}, 10'000'000), Answer::Sat);
    const std::vector<Lit> either{prime, also};
    EXPECT_EQ(sat.solve(either, {}, 10'000'000), Answer::Sat);
  }
}

TEST(CircuitSat, EndsWhenConflictsAreUsedUpOrItIsToldTo) {
  Aig g;
  std::vector<Lit> a, b;
  for (int i = 0; i < 12; ++i) a.push_back(g.input());
  for (int i = 0; i < 12; ++i) b.push_back(g.input());
  const Lit prime = product_is(g, a, b, 16769023);
  Context context;
  CircuitSat sat(g, context);
  EXPECT_EQ(sat.solve({}, std::span(&prime, 1), 10), Answer::Stopped);
  context.request_stop(Stop::Cancelled);
  EXPECT_EQ(sat.solve({}, std::span(&prime, 1), 1'000'000'000), Answer::Stopped);
}

TEST(CircuitSat, KnowsConstants) {
  Aig g;
  const Lit x = g.input(), yes = Aig::constant(true), no = Aig::constant(false);
  Context context;
  CircuitSat sat(g, context);
  const std::vector<Lit> both{x, no}, fine{x, yes};
  EXPECT_EQ(sat.solve({}, both, 100), Answer::Unsat);
  EXPECT_TRUE(sat.failed(no));
  EXPECT_FALSE(sat.failed(x));
  EXPECT_EQ(sat.solve(std::span(&no, 1), fine, 100), Answer::Unsat);
  EXPECT_FALSE(sat.failed(x));
  EXPECT_EQ(sat.solve(std::span(&yes, 1), fine, 100), Answer::Sat);
  EXPECT_TRUE(sat.value(x));
  const std::vector<Lit> against{x, !x};
  EXPECT_EQ(sat.solve({}, against, 100), Answer::Unsat);
  EXPECT_TRUE(sat.failed(x) && sat.failed(!x));
  sat.require_any(std::span(&no, 1));
  EXPECT_EQ(sat.solve({}, {}, 100), Answer::Unsat);
}

}  // namespace
}  // namespace whynot::solve
