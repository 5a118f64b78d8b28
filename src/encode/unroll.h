// Runs as clauses: frames of a transition system one after the other in one incremental solver.  A frame is
// a copy of the system's circuits over its own bits; where the model gives the next value by a function, the
// bits of the next frame are that function of the bits of this one, simplified on the way.
//
// Frames are forever: once frame n is there, the solver speaks of runs with at least n transitions.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "encode/bit_system.h"
#include "model/trace.h"
#include "solve/cnf.h"
#include "solve/substitution.h"

namespace whynot::encode {

enum class Start { Initial, Anywhere };

class Unroll {
 public:
  // Only the variables of `cone` are there.  The bit system must outlive this.
  Unroll(BitSystem&, std::vector<bool> cone, Start, Context&, solve::Proofs = solve::Proofs::None);

  BitSystem& system() { return system_; }
  Aig& graph() { return graph_; }
  solve::Sat& sat() { return sat_; }
  solve::Cnf& cnf() { return cnf_; }
  const std::vector<bool>& cone() const { return cone_; }

  std::size_t frames() const { return frames_.size(); }
  // What the frames and the questions so far have cost, in units of Search::advance.
  std::uint64_t spent() const;
  void extend();  // by one frame, and the step to it
  void extend_to(std::size_t frames) {
    while (this->frames() < frames) extend();
  }

  // A literal of the bit system's graph, read in a frame.  One that speaks of next values needs the frame
  // after it.
  Lit at(Lit, std::size_t frame);
  Bits bits(std::size_t variable, std::size_t frame);

  // Values of the last model.  Variables outside the cone and inputs without a step are left undefined.
  State state(std::size_t frame, const std::vector<bool>& model);
  Inputs inputs(std::size_t frame, const std::vector<bool>& model);
  // The run of the last model: states 0..depth, or with a loop 0..depth-1, the last of them leading to `loop`.
  Trace trace(std::size_t depth, std::optional<std::size_t> loop);

  // What the runs of all frames so far must satisfy, in the order in which frames were made.
  const std::vector<Lit>& required() const { return required_; }

  // The bits that tell states apart: those of state variables in the cone that are not computed from others.
  std::vector<Lit> identity(std::size_t frame);

 private:
  void add_frame();
  void set_code(std::size_t variable, std::size_t frame, const Bits& code);
  Bits fresh(std::size_t width);
  Bits image(const Bits& bits, std::size_t frame);
  void start();
  void finish_frame(std::size_t frame);
  void require(Lit, std::size_t frame);
  Value value(std::size_t variable, std::size_t frame, const std::vector<bool>& model);

  BitSystem& system_;
  std::vector<bool> cone_;
  Start start_;
  Aig graph_;
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::vector<solve::Substitution> frames_;
  std::vector<Lit> required_;
  std::shared_ptr<const Signature> signature_;
};

// The trace with values for the variables it leaves undefined, computed along the run; nothing when the
// context said stop.  What was left out may take several rounds to close a loop: nothing, too, when it takes
// more than `rounds`.  REQUIRES that the trace is a run of the cone it was made for.
std::optional<Trace> complete(BitSystem&, const Trace&, Context&, std::size_t rounds = 1);

}  // namespace whynot::encode
