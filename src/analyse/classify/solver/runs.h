// The runs of a model up to a bound that violate a property, or that pass, as clauses of one solver.
//
// A property of which every violation shows in finitely many steps (an invariant, a safety formula) is treated
// on finite runs: those that may stop anywhere (rewrite/stopping.h), with the violation as a circuit over the
// positions of the run.  Everything else is treated on lassos.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "encode/bit_system.h"
#include "encode/unroll.h"
#include "model/query.h"
#include "rewrite/stopping.h"

namespace whynot::analyse::classify {

using encode::Bits;
using solve::Aig;
using solve::Lit;

// What a violation is.
struct Violation {
  bool lassos = false;  // else finite runs
  Expr bad, good;       // LTL in negation normal form without bounds; `good` is the property
};
// How violations of a property are to be sought; the reason if they cannot be.  `goes_on`: every finite run of
// the model can be continued forever (asked only where it matters).
struct NoPlan {
  std::string reason;
};
std::variant<Violation, NoPlan> plan_violation(const TransitionSystem&, const Property&,
                                               const std::function<bool()>& goes_on);

// Whether every reachable state has a successor, so that finite runs are beginnings of infinite ones.
bool runs_go_on(const TransitionSystem&, Context&);

struct Question {
  const TransitionSystem* system = nullptr;
  const Property* property = nullptr;
  Violation violation;
  bool exact = false;     // runs of length `bound`, else of length at most `bound`
  std::size_t bound = 0;  // transitions, the one that closes a loop included
};

// What both solvers share: the bits of the system.
class RunBits {
 public:
  RunBits(const Question&, Context&);
  const Question& question() const { return question_; }
  encode::BitSystem& bits() { return *bits_; }
  Expr going() const { return stopping_.going; }

 private:
  Question question_;
  rewrite::Stopping stopping_;  // of finite runs
  std::unique_ptr<encode::BitSystem> bits_;
};

// The number of the position at which the literal holds; one of them does.
Bits number_of(Aig&, const std::vector<Lit>& at);

// The positions of runs, as frames of an unrolling.
class RunFrames {
 public:
  encode::Unroll& unroll() { return *unroll_; }
  Aig& graph() { return unroll_->graph(); }
  std::size_t positions() const { return positions_; }            // the most that a run has
  Lit has(std::size_t position) const { return has_[position]; }  // the run has this position
  // The code of a variable at a position: of an input, that of the transition into it.  Nothing where there is none.
  std::optional<Bits> code(Expr variable, std::size_t position);
  // The code of a variable after a position: of an input, that of the transition that leaves it.  Nothing at the end of
  // finite runs.
  std::optional<Bits> code_after(Expr variable, std::size_t position);
  // A transition leaves a position that the run has.
  Lit leaves(std::size_t position);
  // The number of the position where the loop starts; nothing of finite runs.
  std::optional<Bits> loop_place();
  // The position is one of the loop's; FALSE of finite runs.
  Lit on_loop(std::size_t position);
  // What is true of positions is true of all of the loop's, or of some of them.
  Lit on_whole_loop(const std::function<Lit(std::size_t position)>& holds);
  Lit somewhere_on_loop(const std::function<Lit(std::size_t position)>& holds);
  // … or of all that come from this one on: those of the loop come after any.
  Lit on_all_from(std::size_t first, const std::function<Lit(std::size_t position)>& holds);

 protected:
  RunFrames(encode::BitSystem&, Context&, solve::Proofs = solve::Proofs::None);
  ~RunFrames() = default;

  std::unique_ptr<encode::Unroll> unroll_;
  std::size_t positions_ = 0;
  std::vector<Lit> has_, starts_;  // by position; starts_: the loop does there, empty for finite runs
};

class Runs : public RunFrames {
 public:
  virtual ~Runs() = default;

  // Runs come in sizes, so that small ones can be asked for first: those of a size have the literals true.
  virtual std::size_t sizes() const = 0;
  virtual std::vector<Lit> within(std::size_t size) = 0;
  // How many positions of a run of this size matter at first sight.
  virtual std::size_t telling_positions(std::size_t size, const Trace&) const = 0;

  int literal(Lit l) { return unroll_->cnf().literal(l); }
  void require(std::initializer_list<Lit> any) { unroll_->cnf().require_any(std::vector(any)); }
  // Counts the questions asked.
  solve::Answer solve(std::span<const int> assumptions);
  std::size_t questions() const { return questions_; }
  // The run of the last model, with the columns of the model.
  virtual Trace trace() = 0;

 protected:
  Runs(RunBits& bits, Context&, solve::Proofs);
  Trace trace_of(std::size_t depth, std::optional<std::size_t> loop);

  RunBits& bits_;
  std::size_t questions_ = 0;

 private:
  std::shared_ptr<const Signature> signature_;
};

std::unique_ptr<Runs> make_runs(RunBits&, Polarity, Context&, solve::Proofs = solve::Proofs::None);

}  // namespace whynot::analyse::classify
