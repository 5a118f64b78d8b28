// What yosys wrote about a circuit, made one: a BTOR2 text whose symbols are names of the source, with the place in the
// sources that a line comes from.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace whynot::front::verilog {

// A stretch of a source, as yosys writes it: `d0/fifo.sv:88.5-88.40`.
struct Origin {
  std::string file;
  Place begin, end;
};
// Of what lies in instances, the innermost: the last of those between bars.
std::optional<Origin> read_origin(std::string_view);

// An assert, an assume or a cover.
struct Statement {
  std::string label;     // with the path to it: u1.a_full; empty: it has none
  std::string instance;  // u1.u2; empty: the top
  std::optional<Origin> origin;
  std::string cell;  // its name in the netlist
};

struct Netlist {
  std::string btor2;                                      // first the covers as bad states, then the asserts
  std::map<std::uint64_t, Origin> origins;                // by the number of a line
  std::vector<Statement> covers, asserts, assumes;        // in the order of the lines
  std::vector<std::pair<std::string, std::string>> seen;  // a register as others see it, and what holds its value
};

// A line of a source, by the name that yosys knows its file by; empty: it is not known.
using LineText = std::function<std::string_view(std::string_view file, std::uint32_t line)>;

// What helps to find names.
struct Known {
  std::set<std::string> registers = {};
  LineText line_text = {};
};

// Nothing where the texts are not what yosys writes.
std::optional<Netlist> read_netlist(std::string_view btor2, std::string_view info, std::string_view json,
                                    const Known& = {});

// A name that yosys made, not a person.
bool is_made_name(std::string_view);

}  // namespace whynot::front::verilog
