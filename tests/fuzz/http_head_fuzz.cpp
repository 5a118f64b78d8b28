// The reader of HTTP heads, and the checks on what it lets through.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "face/web/guard.h"
#include "face/web/head.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whynot::face::web;
  static Guard guard;
  auto head = read_head({reinterpret_cast<const char*>(data), size});
  if (const auto* request = std::get_if<Request>(&head)) {
    guard.refuses(*request);
    guard.refuses_change(*request);
    guard.login(*request);
  }
  return 0;
}
