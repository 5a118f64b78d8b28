// What yosys writes, on any text: a netlist, what it tells, and files of SymbiYosys.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/verilog/clocking.h"
#include "front/verilog/design.h"
#include "front/verilog/eventual.h"
#include "front/verilog/pasts.h"
#include "front/verilog/sby.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whynot;
  using namespace whynot::front::verilog;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const FileId file = sources.add("fuzz", text);
  const FileOf file_of = [&](std::string_view) { return file; };
  read_sby(file, "", sources, diagnostics);
  tell_messages(text, file_of, file, sources, diagnostics);
  clocking_of(text);
  publish_pasts(split_eventual(text));
  wire_origins(text);
  const LineText line = [&](std::string_view, std::uint32_t) { return sources.line(file, 1); };
  if (const auto netlist = read_netlist(text, text, "{\"modules\": {}}", {register_names(text), line}))
    read_design(*netlist, sources.add("fuzz.btor2", netlist->btor2), "clk", file_of, sources, pool, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) render(d, sources);
  return 0;
}
