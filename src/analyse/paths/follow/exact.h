// Terms as machine words: each value is one of 64 bits that stands for its number, and what is computed in fewer bits
// wraps round there, as it does when the program runs.  So a solution is one of the program, as far as the terms tell
// all that it computes.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyse/paths/follow/terms.h"

namespace whynot::analyse::paths {

class ExactSolver {
 public:
  // Others may give back what they were handed, or keep it all.
  ExactSolver(const Terms&, Context&, bool gives_back);

  solve::SmtAnswer check(const std::vector<TermId>& truths);
  std::vector<std::size_t> core() const { return solver_.core(); }
  // Of the unknowns in these, after Sat: `argc = 3`.
  std::vector<std::string> model(const std::vector<TermId>& truths);
  // Something in what was asked is no more than a name here.
  bool is_rough() const { return rough_; }

 private:
  using SmtTerm = solve::SmtTerm;

  template <class Make>
  SmtTerm once(std::unordered_map<TermId, SmtTerm>& known, TermId, Make);
  SmtTerm truth(TermId);
  SmtTerm truth_made(TermId);
  SmtTerm word(TermId);
  SmtTerm word_made(TermId);
  SmtTerm computed(const Term&, TermId);
  SmtTerm arithmetic(const Term&, TermId);
  SmtTerm compared(const Term&);
  SmtTerm pointer(TermId);
  bool is_free_fraction(const Term&, TermId);
  SmtTerm fresh(TermId, bool rough);
  SmtTerm number(std::int64_t);
  SmtTerm make(solve::SmtOp op, SmtTerm a, SmtTerm b) { return smt_.make(op, {a, b}); }
  SmtTerm as_unsigned(SmtTerm, unsigned width);  // the lowest bits, zeros before them
  SmtTerm as_signed(SmtTerm, unsigned width);
  SmtTerm operand(TermId, unsigned width);  // REQUIRES that the value has that width
  bool is_truth_valued(const Term&) const;
  bool is_declined(TermId) const;

  const Terms& terms_;
  solve::Smt smt_;
  solve::SmtSolver solver_;
  bool gives_back_;
  bool rough_ = false;
  std::unordered_map<TermId, SmtTerm> truths_, words_;
  std::unordered_map<TermId, unsigned> widths_;   // of unknowns that were bounded
  std::unordered_map<TermId, TermId> fractions_;  // unknown ones, and the comparison that each has a part in
  std::vector<TermId> named_;                     // that are constants of the solver
};

}  // namespace whynot::analyse::paths
