// What yosys makes of $past and its kin ($rose, $fell, $stable, $changed): for each step before now a register, of a
// name such as `$past$d0/fifo.sv:22$2$0`: file and line of the call, a number that grows from call to call, and how
// many steps are between.  We let it keep these names, and call the registers what stands there.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "front/verilog/netlist.h"

namespace whynot::front::verilog {

// A design in yosys' own language (RTLIL), with these registers under names that stay.
std::string publish_pasts(std::string_view rtlil);

// Names of its registers that people gave.
std::set<std::string> register_names(std::string_view rtlil);

struct Past {
  std::string file, instance;
  std::uint32_t line = 0;
  std::uint64_t number = 0;
  std::uint32_t between = 0;
};
std::optional<Past> read_past(std::string_view symbol);

// Of each of these registers `$past(q+d)`, as its line has it without blanks, with the path to it; and where that
// stands.  Nothing where the calls of a line cannot be told apart: generated ones, macros, calls in calls.
struct PastName {
  std::string name;
  Origin origin;
};
std::map<std::string, PastName> past_names(const std::vector<std::string>& symbols, const LineText&);

}  // namespace whynot::front::verilog
