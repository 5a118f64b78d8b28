// What yosys says of a design, at the line of the source that it speaks of.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "front/verilog/netlist.h"

namespace whynot::front::verilog {

// The file that yosys knows by a name, for diagnostics; 0: none of ours.
using FileOf = std::function<FileId(std::string_view)>;

// Whether a text has so many lines.
bool has_line(std::string_view text, std::uint32_t number);

// Where the wires of a design in yosys' own language (RTLIL) are declared, by names that people gave.
std::map<std::string, Origin> wire_origins(std::string_view rtlil);

// `file:3: ERROR: …`, `Warning: …`: each once, and what is said of the bits of a wire once for the wire.  `first`:
// where what has no place is said.
void tell_messages(std::string_view text, const FileOf&, FileId first, const Sources&, Diagnostics&,
                   const std::map<std::string, Origin>& wires = {});

}  // namespace whynot::front::verilog
