// What yosys says of a design, at the line of the source that it speaks of.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace whynot::front::verilog {

// The file that yosys knows by a name, for diagnostics; 0: none of ours.
using FileOf = std::function<FileId(std::string_view)>;

// Whether a text has so many lines.
bool has_line(std::string_view text, std::uint32_t number);

// `file:3: ERROR: …`, `Warning: …`: each once.  `first`: where what has no place is said.
void tell_messages(std::string_view text, const FileOf&, FileId first, const Sources&, Diagnostics&);

}  // namespace whynot::front::verilog
