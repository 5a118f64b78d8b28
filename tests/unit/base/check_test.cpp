// What an internal error tells: what went wrong and where in the sources, not where they were built.
#include "base/check.h"

#include <gtest/gtest.h>

namespace whynot {
namespace {

TEST(CheckDeathTest, TellsTheFileWithinTheSources) {
  EXPECT_EXIT(check_failed("/home/somebody/whynot/src/solve/sat.cpp", 7, "n > 0", "nothing to solve"),
              testing::ExitedWithCode(70), "internal error at src/solve/sat.cpp:7: nothing to solve");
  EXPECT_EXIT(check_failed("sat.cpp", 7, "n > 0", "nothing to solve"), testing::ExitedWithCode(70), "at sat.cpp:7: ");
}

}  // namespace
}  // namespace whynot
