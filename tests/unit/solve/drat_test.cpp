#include "solve/drat.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/sat.h"

namespace whynot::solve {
namespace {

using Clauses = std::vector<std::vector<int>>;

// n + 1 pigeons in n holes.
Clauses pigeons(int n) {
  Clauses clauses;
  const auto in = [&](int pigeon, int hole) { return pigeon * n + hole + 1; };
  for (int p = 0; p <= n; ++p) {
    clauses.emplace_back();
    for (int h = 0; h < n; ++h) clauses.back().push_back(in(p, h));
  }
  for (int h = 0; h < n; ++h)
    for (int p = 0; p <= n; ++p)
      for (int q = 0; q < p; ++q) clauses.push_back({-in(p, h), -in(q, h)});
  return clauses;
}

Clauses random_clauses(std::mt19937& random, int variables, int count) {
  Clauses clauses;
  for (int i = 0; i < count; ++i) {
    clauses.emplace_back();
    for (int j = 0; j < 3; ++j) {
      const int v = 1 + static_cast<int>(random() % static_cast<unsigned>(variables));
      clauses.back().push_back(random() % 2 ? v : -v);
    }
  }
  return clauses;
}

bool is_satisfiable(const Clauses& clauses, int variables) {
  for (unsigned values = 0; values < 1u << variables; ++values) {
    bool all = true;
    for (const auto& clause : clauses) {
      bool any = false;
      for (int l : clause) any = any || ((values >> (std::abs(l) - 1) & 1) != 0) == (l > 0);
      all = all && any;
    }
    if (all) return true;
  }
  return false;
}

// The solver's answer; its proof is checked where it says no.
bool solver_says_yes(const Clauses& clauses, int variables) {
  Context context;
  Sat sat(context, Proofs::Kept);
  for (int i = 0; i < variables; ++i) sat.new_variable();
  for (const auto& clause : clauses) sat.add(clause);
  if (sat.solve() == Answer::Sat) return true;
  EXPECT_EQ(sat.check_proof(), ProofCheck::Accepted);
  return false;
}

TEST(Drat, AcceptsTheSolversProofs) {
  for (int n = 1; n <= 6; ++n) EXPECT_FALSE(solver_says_yes(pigeons(n), n * (n + 1)));
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const Clauses clauses = random_clauses(random, 9, 30 + i % 30);
    EXPECT_EQ(solver_says_yes(clauses, 9), is_satisfiable(clauses, 9)) << i;
  }
}

TEST(Drat, AcceptsAHandMadeProof) {
  Context context;
  const Clauses clauses = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}};
  EXPECT_EQ(check_drat(clauses, "1 0\nd 1 2 0\n0\n", context), ProofCheck::Accepted);
}

TEST(Drat, RefusesWhatIsNoProof) {
  Context context;
  const Clauses open = {{1, 2}, {-1, 2}};
  for (const char* proof : {"", "0\n", "-2 0\n0\n", "2 0\n", "1 x 0\n", "1 2", "d 1 2 0\n0\n"})
    EXPECT_EQ(check_drat(open, proof, context), ProofCheck::Refused) << proof;
  EXPECT_EQ(check_drat(pigeons(3), "0\n", context), ProofCheck::Refused);
}

// Whatever a proof says, clauses that can be satisfied are never refuted.
TEST(Drat, NeverRefutesWhatCanBeSatisfied) {
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    const Clauses clauses = random_clauses(random, 6, 12);
    if (!is_satisfiable(clauses, 6)) continue;
    std::string proof;
    for (int line = 0; line < 12; ++line) {
      if (random() % 4 == 0) proof += "d ";
      for (unsigned j = random() % 3 + 1; j > 0; --j) {
        const int v = 1 + static_cast<int>(random() % 7);
        proof += std::to_string(random() % 2 ? v : -v) + " ";
      }
      proof += "0\n";
    }
    Context context;
    EXPECT_EQ(check_drat(clauses, proof, context), ProofCheck::Refused) << i;
  }
}

}  // namespace
}  // namespace whynot::solve
