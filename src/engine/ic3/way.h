// From the cubes that a run goes through to the run itself, and to a shortest one.
#pragma once
#include <memory>
#include <optional>

#include "engine/goal.h"
#include "engine/ic3/queries.h"

namespace whynot::engine::ic3 {

// The run from the initial state way[0] through the cubes after it, with all variables; nothing when the context said
// stop.
std::optional<Trace> walk(Circuit&, Queries&, const std::vector<Cube>& way, Context&);

// Looks for a failing run of least depth, depth after depth.
class Shortening {
 public:
  // Depths least..most.  The circuit must outlive this.
  Shortening(Circuit&, std::size_t least, std::size_t most, Context&);

  bool is_done() const { return depth_ >= end_; }
  const std::optional<Trace>& found() const { return found_; }
  // Looks at one depth; false when it took too long.
  bool advance(std::uint64_t conflicts);
  std::uint64_t spent() const { return unroll_.spent(); }

 private:
  Circuit& circuit_;
  Context& context_;
  std::size_t depth_, end_;
  encode::Unroll unroll_;
  std::unique_ptr<Goal> goal_;
  std::optional<Trace> found_;
};

}  // namespace whynot::engine::ic3
