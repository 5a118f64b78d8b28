// What has one name in the sources, made one column again: a register some bits of which are constant, and so left out
// by yosys, or a wire that nothing drives, of which it makes a state for each bit.
#pragma once
#include <cstdint>
#include <string>

#include "front/hardware/design.h"

namespace whynot::front::verilog {

// `q[6:0]`, or `q[3]`.
std::string part_name(const std::string& whole, std::uint32_t high, std::uint32_t low);

// Each definition that is nothing but constants and states named as parts of it becomes a variable, of which those
// states are slices.
void join_parts(hardware::Design&);

}  // namespace whynot::front::verilog
