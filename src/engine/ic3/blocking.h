// The search of IC3 (Bradley, "SAT-based model checking without unrolling", VMCAI 2011; Een, Mishchenko & Brayton,
// FMCAD 2011): states from which the invariant fails are excluded from frame after frame; clauses move on to later
// frames; a frame that is equal to the next one is an inductive invariant.
#pragma once
#include <optional>
#include <set>
#include <vector>

#include "engine/ic3/cube/generalise.h"

namespace whynot::engine::ic3 {

class Blocking {
 public:
  // Begins with what is known of its frames, if anything is.  REQUIRES that every step from a frame that is known leads
  // into the next one, and that the invariant holds in all of them but the last.  Circuit and context must outlive
  // this.
  Blocking(Circuit&, Context&, const Lemmas& known = {});
  const Lemmas& lemmas() const { return frames_.lemmas(); }
  // No run comes to these.  REQUIRES that the states outside of all of them, with those told before, are closed under
  // steps.
  void learn(const std::vector<Cube>&);

  enum class State { Open, Proved, Failed };
  State state() const { return state_; }
  // One question and what follows from it; false when it took too long.
  bool advance();

  Queries& queries() { return queries_; }
  const Queries& queries() const { return queries_; }
  std::size_t frame() const { return frames_.top(); }
  // No way to failure is shorter than this.
  std::size_t least_depth() const { return frames_.top() <= 1 ? 0 : frames_.top(); }
  // When proved: the cubes outside of which all states that can be reached are.
  const std::vector<Cube>& proof() const { return proof_; }
  // When failed: an initial state, and the cubes through which it leads to failure.
  const std::vector<Cube>& way() const { return way_; }

 private:
  struct Obligation {  // to show that no run of `level` steps or fewer ends in the cube
    Cube cube;
    std::size_t depth = 0;  // steps from it to failure
    std::optional<std::size_t> after;
    double trouble = 0;  // how many states had to be excluded before it could be, those of earlier frames less and less
  };
  struct Entry {
    std::size_t level, depth, obligation;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  bool find_failing();
  bool treat(Entry);
  void add(Cube, std::size_t level, std::optional<std::size_t> after);
  void reach(std::size_t obligation);
  double trouble_around(std::size_t obligation) const;
  bool push_next();
  void start_pushing();
  void finish_level();

  Activity activity_;
  Queries queries_;
  Frames frames_;
  Generaliser generaliser_;
  State state_ = State::Open;

  std::vector<Obligation> obligations_;
  std::set<Entry> open_;          // the lowest frame first
  std::size_t pushed_level_ = 0;  // while clauses are pushed: the frame they are pushed from; else 0
  std::vector<Cube> to_push_;
  std::vector<Cube> proof_, way_;
};

}  // namespace whynot::engine::ic3
