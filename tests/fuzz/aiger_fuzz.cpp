// The AIGER reader on any bytes: what is read becomes a design, and is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/hardware/aiger.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whynot;
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("fuzz.aig", std::string(reinterpret_cast<const char*>(data), size));
  if (const auto read = front::hardware::read_aiger(file, sources, diagnostics)) {
    ExprPool pool;
    front::hardware::design_of(*read, pool);
    const FileId again = sources.add("again.aig", front::hardware::write_aiger(*read, true));
    if (!front::hardware::read_aiger(again, sources, diagnostics)) __builtin_trap();
  }
  for (const Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
