// The states within a bound, asked for one predicate after another: what induction-guided falsification needs of
// a search, whoever does it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::ots {

struct DepthCount {
  std::size_t depth = 0;
  std::uint64_t states = 0;       // reached within that depth
  std::uint64_t transitions = 0;  // taken on the way
};

class BoundedSpace {
 public:
  virtual ~BoundedSpace() = default;
  virtual const Scope& scope() const = 0;
  virtual bool symmetry() const = 0;
  virtual std::size_t depth() const = 0;  // complete up to here
  virtual bool exhausted() const = 0;     // there is nothing beyond
  virtual std::vector<DepthCount> counts() const = 0;
  // A shortest run to a state that violates the predicate, replayed; nothing when there is none within the bound.
  virtual std::optional<Trace> find(const Predicate&, Context&) = 0;
  // Whether there is one.
  virtual bool violates(const Predicate&, Context&) = 0;
};

}  // namespace whynot::ots
