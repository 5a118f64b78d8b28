// `assert property (s_eventually a)` and its assumption.  yosys keeps them as cells that it cannot write to BTOR2: each
// is made two covers, of what should come and of when it is asked for, which we read back as one formula.
#pragma once
#include <string>
#include <string_view>

namespace whynot::front::verilog {

// A design in yosys' own language (RTLIL), with these cells split.
std::string split_eventual(std::string_view rtlil);

// Which part of such a cell a cover is, by its name.
struct EventualPart {
  bool is_part = false;
  bool is_assumed = false;  // of an assumption
  bool is_enable = false;   // when it is asked for; else what should come
  std::string_view cell;    // the name of the whole
};
EventualPart eventual_part(std::string_view name);

}  // namespace whynot::front::verilog
