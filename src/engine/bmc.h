// Bounded model checking by SAT: runs of depth 0, 1, 2, … are asked for in one incremental solver, so the
// first one found is a shortest.  Invariants look for a reachable state, whether or not runs go on from it.
// LTL (and CTL that one run settles) speaks of infinite runs:
//
//  * a lasso is one;
//  * a finite prefix that settles the formula stands for the infinite runs that begin with it.  With fairness
//    prefixes do not count, as only a loop shows that a run is fair.  Without, and where the model is total
//    for a reason that can be read off it, every prefix goes on.  Otherwise a prefix counts once an infinite
//    continuation was found; a state from which runs are proved to end is excluded from all runs; and where
//    neither is settled within limits, prefixes of this depth are left aside, and the closing verdict says so.
//
// Further runs differ from those given in the columns that the query names: by default in any state column
// that matters for the property.  A run that continues a finite one already given is not a further one.
#pragma once
#include <memory>

#include "engine/behaviour.h"
#include "engine/bits.h"
#include "engine/engine.h"
#include "engine/extension.h"
#include "engine/goal.h"

namespace whynot::engine {

const Engine& bmc_engine();

class BmcSearch : public Search {
 public:
  // The query's system and property must outlive this.
  BmcSearch(Query, Context&);

  Verdict next() override;
  std::optional<Verdict> advance(std::uint64_t effort) override;
  std::optional<Verdict> so_far() const override;

  // All runs of a smaller depth were looked at.
  std::size_t bound() const { return bound_; }
  // Looks at the runs of the next depth, with so many conflicts at most.
  std::optional<Verdict> try_bound(std::uint64_t conflicts);
  std::uint64_t spent() const { return unroll_->spent(); }

 private:
  struct Doomed {  // no infinite run comes through states with these values of these bits
    std::vector<std::size_t> cause;
    std::vector<bool> bits;
  };
  struct Question {
    std::vector<int> assumed;
    bool impossible = false;  // an assumption is FALSE by itself
  };

  std::uint64_t conflicts_of(std::uint64_t effort) const;
  void choose_goal();
  std::optional<Verdict> ask(std::optional<std::uint64_t> conflicts);
  Question question();
  solve::Lit new_behaviour();
  std::optional<Verdict> none_at_bound(const Question&, bool for_ever);
  std::optional<Verdict> found();
  bool goes_on();
  void exclude_in(std::size_t frame, const Doomed&);
  std::optional<Verdict> deliver(Trace);
  bool no_run_means_holds() const;
  Verdict closing() const;
  Verdict stopped() const;

  Query query_;
  Context& context_;
  std::shared_ptr<encode::BitSystem> kept_;
  encode::BitSystem& bits_;
  bool is_invariant_ = false;  // finite runs to a failing state are the goal
  Expr formula_;               // the invariant, or in negation normal form what wanted runs satisfy
  bool prefixes_go_on_ = false;

  std::vector<bool> cone_;
  std::unique_ptr<encode::Unroll> unroll_;
  std::unique_ptr<Goal> goal_;
  std::optional<Extension> extension_;
  std::vector<Doomed> doomed_;
  std::size_t excluded_frames_ = 0;

  std::vector<Behaviour> given_;
  std::size_t bound_ = 0;
  std::optional<std::size_t> skipped_prefixes_;  // the bound at which prefixes are left aside
  bool left_aside_ = false;
};

}  // namespace whynot::engine
