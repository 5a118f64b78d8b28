// How many random cases a test goes through: all of them in the release build, a share under the sanitizers, where each
// takes ten times as long and what is sought is a wrong access, not a wrong answer.
#pragma once
#include <cstddef>

namespace whynot {

constexpr std::size_t rounds(std::size_t all) {
#ifdef WHYNOT_SANITIZED
  return all / 6;
#else
  return all;
#endif
}

}  // namespace whynot
