// A netlist as a design: columns are inputs and registers by their names, properties are assertions at their lines.
#pragma once
#include <optional>

#include "base/diagnostic.h"
#include "front/hardware/design.h"
#include "front/verilog/messages.h"
#include "front/verilog/netlist.h"

namespace whynot::front::verilog {

// `text`: the netlist's, among the sources.  `clock`: an input that counts steps and is no column; empty: there is
// none. Nothing after errors.  The pool must outlive the design.
std::optional<hardware::Design> read_design(const Netlist&, FileId text, const std::string& clock, const FileOf&,
                                            const Sources&, ExprPool&, Diagnostics&);

}  // namespace whynot::front::verilog
