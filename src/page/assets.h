// The page, compiled into the program (cmake/page.cmake writes the other half).
#pragma once
#include <string_view>

namespace whynot::page {

struct Assets {
  std::string_view index, script, style;  // of the server
  std::string_view single;                // the whole page in one file, with a place for a report
  std::string_view missing;               // why there is no page; empty when there is one
};

const Assets& assets();

}  // namespace whynot::page
