// Why a trace is not believed.
#pragma once
#include <cstddef>
#include <string>

namespace whynot {

struct Refusal {
  std::size_t step = 0;  // where it goes wrong
  std::string reason;    // "step 3 is not a successor of step 2"
};

}  // namespace whynot
