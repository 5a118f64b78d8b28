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

// The same, going deeper when asked to, and looking for violations of one predicate on the way.
class DeepeningSpace : public BoundedSpace {
 public:
  // Looks at one depth more.  False when there is nothing more to do: a violation was found, everything was seen, or
  // the Context, or what the search can hold, came to its end.
  virtual bool deepen(Context&) = 0;
  virtual std::uint64_t states() const = 0;    // found so far
  virtual std::uint64_t frontier() const = 0;  // of the last depth: to be looked at next
  virtual bool violated() const = 0;
  virtual Trace violation() = 0;  // a shortest run, replayed.  REQUIRES violated
  // Nothing where not even the first depth was looked at completely.
  virtual std::optional<std::size_t> none_up_to() const = 0;
  virtual std::vector<State> sample(std::size_t most) = 0;  // some of those found, early and late ones
  virtual bool complete() const = 0;                        // exhausted, with every instance of the predicate looked at
  virtual const std::string& stopped() const = 0;           // why it ended early; empty when it did not
};

}  // namespace whynot::ots
