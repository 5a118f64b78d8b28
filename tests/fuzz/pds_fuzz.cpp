// The pushdown front end on any text: ours, PDAAAL's JSON and WALi's XML.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/pds/pds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  whynot::Sources sources;
  whynot::Diagnostics diagnostics;
  const whynot::FileId file = sources.add("fuzz.pds", std::string(reinterpret_cast<const char*>(data), size));
  whynot::front::pds::read_pushdown(sources, std::span(&file, 1), diagnostics);
  for (const whynot::Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
