// Checks of our own promises.  A failed check is a bug of ours, never the user's: the program says so
// and ends with exit code 70 (CONTRACT.md), in release builds too.
#pragma once
#include <string_view>

namespace whynot {

[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view why);

}  // namespace whynot

// `why` says what should have been true and why we believed it.
#define WHYNOT_CHECK(condition, why) \
  (static_cast<bool>(condition) ? void(0) : ::whynot::check_failed(__FILE__, __LINE__, #condition, why))
