// How a flat design is clocked.  With one clock, of which one edge counts and which nothing else reads, a step of the
// model is a cycle.  Anything else is modelled in phases: a step in which any clock may change.  Taking two clocks for
// one would prove what is wrong.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::front::verilog {

struct Clocking {
  std::string top;                  // the name of the module
  std::vector<std::string> clocks;  // each once, by its shortest name
  std::string phases;               // why steps are phases: "it has two clocks, ca and cb"; empty: they are cycles
};

// From what yosys writes of a design by write_json; nothing if it is not that.
std::optional<Clocking> clocking_of(std::string_view json);

}  // namespace whynot::front::verilog
