#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace whynot {

void check_failed(const char* file, int line, const char* condition, std::string_view why) {
  std::string_view place = file;                  // where it was built is nobody's business
  place.remove_prefix(place.rfind("/src/") + 1);  // npos + 1 is 0
  std::fprintf(stderr, "whynot: internal error at %.*s:%d: %.*s\n  (%s)\n  This is our bug; please report it.\n",
               static_cast<int>(place.size()), place.data(), line, static_cast<int>(why.size()), why.data(), condition);
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace whynot
