// The questions of IC3 to solvers: one solver for each frame, with the step and the frame's clauses; one for states in
// which the invariant fails; one for initial states; one for a run once the way to failure is known.
//
// Every question may end with Stopped, as its conflicts are limited: asked again with more of them it goes on.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "engine/ic3/cube/lifting.h"
#include "solve/circuit_sat/circuit_sat.h"

namespace whynot::engine::ic3 {

// What a solver found: an initial state, or a state and the free bits of what follows it.
struct Found {
  Cube state;                // where it is initial
  std::vector<bool> inputs;  // elsewhere: by node of the circuit's graph
};

class Queries {
 public:
  // Both must outlive this.
  Queries(Circuit&, const Activity&, Context&);
  ~Queries();

  // From now on questions end after so many conflicts.
  void limit(std::uint64_t conflicts) { conflicts_ = conflicts; }
  std::uint64_t spent() const { return spent_ / parts_a_unit; }

  std::size_t top() const { return frames_.size() - 1; }
  // Opens one more frame, with these clauses (as cubes that are excluded).
  void open(const std::vector<Cube>& excluded);
  void exclude(const Cube&, std::size_t first,
               std::size_t last);  // from these frames, of which none is the first of all
  // How many clauses a frame's solver holds; and that solver anew, with these only.
  std::size_t clauses(std::size_t level) const;
  void rebuild(std::size_t level, const std::vector<Cube>& excluded);

  // Whether the topmost frame has a state in which the invariant fails (or from which a step fails it): `found`.
  solve::Answer failing();
  // Whether some state of a frame outside the cube has a step into it: `found`.  If not, `core` has the bits of the
  // cube that this rests on.
  solve::Answer predecessor(const Cube&, std::size_t level);
  const Found& found() const { return found_; }
  const Cube& core() const { return core_; }
  // Whether an initial state is in the cube: `start`.
  solve::Answer meets_start(const Cube&);
  const Cube& start() const { return start_; }
  // Whether the state has a step into the cube: `arrival`.
  solve::Answer successor(const Cube& state, const Cube& to);
  const Cube& arrival() const { return arrival_; }

  // A cube around what was found from which the same free bits lead into `to`, or to failure.
  Cube lifted(const Found&, const Cube& to);
  Cube lifted_failing(const Found&);

 private:
  struct Solver;
  class Walker;
  enum class Demands { States, Steps };
  std::unique_ptr<Solver> blank(Demands);
  Found found_by(const Solver&) const;
  Found start_found_by(const Solver&);
  Cube lifted(const Found&, std::vector<solve::Lit> goals);
  solve::Answer noted(solve::Answer, std::uint64_t effort);

  Circuit& circuit_;
  const Activity& activity_;
  Context& context_;
  std::uint64_t conflicts_ = 1'000'000'000;
  static constexpr std::uint64_t parts_a_unit = 16;  // most questions cost less than a unit
  std::uint64_t spent_ = 0;                          // in such parts
  Lifting lifting_;
  std::unique_ptr<Solver> blank_, blank_failing_;  // without clauses: the others are copies of these
  std::deque<std::unique_ptr<Solver>> frames_;
  std::unique_ptr<Solver> failing_;
  std::unique_ptr<Walker> walking_;
  std::unique_ptr<encode::Unroll> first_;               // the step from an initial state
  std::vector<int> start_literals_;                     // by latch, of the solver of initial states
  std::vector<std::optional<bool>> constant_at_start_;  // by latch
  Found found_;
  Cube core_, start_, arrival_;
};

}  // namespace whynot::engine::ic3
