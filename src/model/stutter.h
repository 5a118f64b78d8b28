// Runs up to stuttering: what some columns do, each value once however long it stays.
#pragma once
#include <optional>
#include <vector>

#include "model/trace.h"

namespace whynot {

// A normal form: two traces have the same one exactly if they show the same values of these columns (by their place in
// the signature) in the same order, those of a loop again and again.
struct Stutter {
  using Row = std::vector<Value>;
  std::vector<Row> stem, loop;  // no loop: the trace ends

  friend bool operator==(const Stutter&, const Stutter&) = default;
};
Stutter without_stutter(const Trace&, const std::vector<std::size_t>& columns);

}  // namespace whynot
