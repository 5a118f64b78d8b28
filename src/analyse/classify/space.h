// What the search for classes asks of a model: runs within a bound that violate the property and are in some
// classes but not in others, and runs that pass although facts hold of them.  Systems are asked by solvers
// (solver_space.h), specifications and pushdown systems state by state (graph_space.h).
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyse/classify/facts/facts.h"
#include "model/query.h"
#include "solve/sat.h"

namespace whynot::analyse::classify {

using solve::Answer;

class ViolatingRuns {
 public:
  virtual ~ViolatingRuns() = default;

  // Runs come in sizes, so that small ones can be asked for first.
  virtual std::size_t sizes() const = 0;
  // How many positions of a run of this size matter at first sight.
  virtual std::size_t telling_positions(std::size_t size, const Trace&) const = 0;

  using ClassId = std::size_t;
  // Makes a class known; nothing when it ties too many positions together.
  virtual std::optional<ClassId> know(const TraceClass&) = 0;
  // From now on only runs in this class are there.
  virtual void keep_only(ClassId) = 0;
  // Whether there is a run of at most this size in all of `in` and in none of `outside`; then trace() is one.
  virtual Answer find(std::size_t size, std::span<const ClassId> in, std::span<const ClassId> outside) = 0;
  virtual Trace trace() = 0;
  virtual std::size_t questions() const = 0;
};

class PassingRuns {
 public:
  virtual ~PassingRuns() = default;

  // Whether there is a run of which all facts hold at some positions.
  virtual Answer find(std::span<const Fact>) = 0;
  // After Unsat: whether the answer may rest on this fact.
  virtual bool rested_on(const Fact&) = 0;
  // After Sat: the run, and where a position is in it.
  virtual Trace trace() = 0;
  virtual std::size_t step_of(PositionId) = 0;
  virtual std::size_t questions() const = 0;
};

class Space {
 public:
  virtual ~Space() = default;
  virtual ViolatingRuns& violating() = 0;
  virtual PassingRuns& passing() = 0;
  // Why an answer was Stopped.
  virtual std::string stopped() const = 0;
  // Fails a check unless the model's own meaning confirms the trace.
  virtual void confirm(const Trace&, Polarity) const = 0;
};

}  // namespace whynot::analyse::classify
