#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace whynot {

void check_failed(const char* file, int line, const char* condition, std::string_view why) {
  std::fprintf(stderr, "whynot: internal error at %s:%d: %.*s\n  (%s)\n  This is our bug; please report it.\n", file,
               line, static_cast<int>(why.size()), why.data(), condition);
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace whynot
