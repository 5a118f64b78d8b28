// The BTOR2 reader on any text, and the reader of witnesses on the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/hardware/witness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whynot;
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const FileId file = sources.add("fuzz.btor2", std::string(reinterpret_cast<const char*>(data), size));
  if (const auto read = front::hardware::read_btor2(file, sources, pool, diagnostics))
    front::hardware::read_witnesses(*read, file, sources, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
