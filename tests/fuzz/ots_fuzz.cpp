// The front end for observational transition systems on any text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/ots/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  whynot::Sources sources;
  whynot::Diagnostics diagnostics;
  whynot::front::ots::load(sources, sources.add("fuzz.ots", std::string(reinterpret_cast<const char*>(data), size)),
                           diagnostics);
  for (const whynot::Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
