// The order of commands is that of SymbiYosys, with one difference: clocked assertions are asked in the step in which
// they are evaluated, not one step later.
#include "front/verilog/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace whynot::front::verilog {
namespace {

bool is_alpha(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

bool is_identifier(std::string_view text) {
  const auto fits = [](char c) { return is_word_char(c) || c == '$'; };
  return !text.empty() && is_alpha(text[0]) && std::all_of(text.begin(), text.end(), fits);
}

bool is_parameter_value(std::string_view text) {
  const auto fits = [](char c) { return is_word_char(c) || c == '\'' || c == '-' || c == '.'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

bool is_define(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  if (!is_identifier(text.substr(0, equals))) return false;
  return equals == text.size() || is_parameter_value(text.substr(equals + 1));
}

bool is_tame_file_name(std::string_view name) {
  const auto fits = [](char c) { return is_word_char(c) || std::string_view("-.+,@%=~").find(c) != std::string::npos; };
  return !name.empty() && name[0] != '-' && name[0] != '.' && std::all_of(name.begin(), name.end(), fits);
}

std::string reading_script(const Request& request) {
  std::string words;
  for (const std::string& define : request.defines) words += fmt::format(" -D {}", define);
  for (const std::string& folder : request.folders) words += fmt::format(" -I {}", folder);
  std::string script;
  for (const std::string& file : request.files) script += fmt::format("read_verilog -formal -sv{} {}\n", words, file);
  for (const auto& [name, value] : request.parameters)
    script += fmt::format("chparam -set {} {} {}\n", name, value, request.top);
  const std::string top = request.top.empty() ? "-auto-top" : fmt::format("-top {}", request.top);
  script += fmt::format("tee -q -o {} hierarchy -check {}\n", top_log, top);
  // Two assertions that ask the same are two properties still.
  script += "setattr -set keep 1 t:$assert t:$assume t:$cover t:$live t:$fair\n";
  script += "prep -flatten\nmemory_nordff\nopt_clean\n";
  script += fmt::format("write_json {}\nwrite_rtlil {}\n", flat_json, flat_file);
  return script;
}

std::string circuit_script(bool phases) {
  std::string script = fmt::format("read_rtlil {}\nrename -witness\n", flat_file);
  script += phases ? "clk2fflogic\n" : "async2sync\nchformal -early\n";
  script +=
      "opt_clean\nformalff -setundef -clk2ff -ff2anyinit\nchformal -live -fair -remove\nopt_clean\ncheck\n"
      "setundef -undriven -anyseq\nopt -fast\nrename -witness\nopt_clean\ndelete -output\ndffunmap\n";
  script += fmt::format("write_json {}\nwrite_btor -c -i {} {}\n", circuit_json, circuit_info, circuit_file);
  return script;
}

}  // namespace whynot::front::verilog
