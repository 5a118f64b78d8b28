// LLVM's text, as if clang had written anything.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "front/c/pushdown.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<whynot::front::c::Module> modules{
      whynot::front::c::read_ir({reinterpret_cast<const char*>(data), size})};
  whynot::front::c::make_pushdown(modules, "main");
  return 0;
}
