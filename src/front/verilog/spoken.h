// A node of a netlist as Verilog writes it: `raddr+1`, `a==b`, `x[3:0]`.  Registers that keep an expression have no
// other name.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::front::verilog {

struct NodeWords {
  std::string name;                       // empty: none
  const std::vector<std::string>* words;  // operator, sort, arguments
};
using NodeText = std::function<std::optional<NodeWords>(std::string_view number)>;

// Without blanks; empty where it has parts that nobody named, or would be long.
std::string spoken_node(std::string_view number, const NodeText&);

}  // namespace whynot::front::verilog
