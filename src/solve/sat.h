// A narrow handle on an incremental SAT solver (CaDiCaL 1.5): variables, clauses, questions under
// assumptions, and which assumptions a "no" rested on.  Literals are those of DIMACS: v and -v, never 0.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "base/context.h"
#include "solve/drat.h"

namespace whynot::solve {

enum class Answer { Sat, Unsat, Stopped };
enum class Proofs { None, Kept };

class Sat {
 public:
  // Every question looks at the context now and then and ends with Stopped when it says stop.  The context
  // must outlive the solver.
  explicit Sat(Context&, Proofs = Proofs::None);
  ~Sat();
  Sat(Sat&&) noexcept;
  Sat& operator=(Sat&&) noexcept;

  int new_variable();
  int variables() const { return variables_; }
  void add(std::span<const int> clause);
  void add(std::initializer_list<int> clause) { add(std::span(clause.begin(), clause.size())); }

  // Whether the clauses can be satisfied together with the assumptions.  With a number of conflicts the
  // question may also end with Stopped when they are used up; asking again goes on with what was learned.
  Answer solve(std::span<const int> assumptions = {}, std::optional<std::uint64_t> conflicts = {});
  Answer solve(std::initializer_list<int> assumptions) {
    return solve(std::span(assumptions.begin(), assumptions.size()));
  }
  // The same with one more clause, for this question only.
  Answer solve_with(std::span<const int> clause, std::span<const int> assumptions,
                    std::optional<std::uint64_t> conflicts = {});

  // Whether the solver's proof of its last answer, Unsat to a question without assumptions, is one.  REQUIRES that
  // proofs are kept, and that it was the first question.
  ProofCheck check_proof();

  // What all questions so far have cost: how often the solver looked at the context, and more in large formulas.
  std::uint64_t effort() const;

  bool value(int literal) const;      // REQUIRES the last answer was Sat and nothing was added since
  bool failed(int assumption) const;  // REQUIRES the last answer was Unsat and nothing was added since

 private:
  class Handle;
  std::unique_ptr<Handle> handle_;
  int variables_ = 0;
};

}  // namespace whynot::solve
