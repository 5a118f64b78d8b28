// The reader of value change dumps on any text, for a design with a bit, a word and a memory.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/hardware/witness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whynot;
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const FileId model = sources.add("x.btor2",
                                   "1 sort bitvec 1\n2 sort bitvec 3\n3 input 1 en\n4 state 2 u.n\n5 next 2 4 4\n"
                                   "6 sort array 1 2\n7 state 6 m\n8 next 6 7 7\n9 bad 3\n");
  const FileId file = sources.add("fuzz.vcd", std::string(reinterpret_cast<const char*>(data), size));
  const auto read = front::hardware::read_btor2(model, sources, pool, diagnostics);
  if (const auto wave = front::hardware::read_vcd(read->design.system, file, sources, diagnostics))
    front::hardware::run_of(read->design.system, *wave);
  for (const Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
