// Every reader of traces on one input.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "report/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  whynot::report::read_any({reinterpret_cast<const char*>(data), size});
  return 0;
}
