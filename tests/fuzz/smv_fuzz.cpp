// The SMV front end on any text: parse, check, flatten.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/smv/smv.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  whynot::Sources sources;
  whynot::ExprPool pool;
  whynot::Diagnostics diagnostics;
  const auto file = sources.add("fuzz.smv", std::string(reinterpret_cast<const char*>(data), size));
  whynot::front::smv::load(file, sources, pool, diagnostics);
  for (const whynot::Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
