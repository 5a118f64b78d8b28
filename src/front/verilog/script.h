// What yosys is told.  Two runs: the first reads the sources and writes the design as one module, from which we tell
// how it is clocked; the second makes a circuit of it.  A script is a list of commands without quotes, so that only
// tame words get into it.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whynot::front::verilog {

// A design as the words of a command, or an .sby file, say it.
struct Request {
  std::vector<std::string> files;                               // as yosys gets them
  std::vector<std::string> folders;                             // in which included files are sought
  std::vector<std::string> defines;                             // NAME or NAME=VALUE
  std::string top;                                              // empty: yosys chooses
  std::vector<std::pair<std::string, std::string>> parameters;  // of the top
};

bool is_identifier(std::string_view);  // of Verilog, without escapes
bool is_define(std::string_view);      // NAME or NAME=VALUE
bool is_parameter_value(std::string_view);
bool is_tame_file_name(std::string_view);  // without its folder

// What the runs write into the working directory.
inline constexpr std::string_view flat_file = "flat.il", flat_json = "flat.json", top_log = "top.log",
                                  circuit_file = "circuit.btor", circuit_info = "circuit.info",
                                  circuit_json = "circuit.json";

// REQUIRES tame words.
std::string reading_script(const Request&);
// `phases`: steps are phases of several clocks, not cycles of one.
std::string circuit_script(bool phases);

}  // namespace whynot::front::verilog
