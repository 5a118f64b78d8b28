// A cell stands on lines of its own, from `cell` to `end`; its attributes stand before it, and stay with the first
// part.
#include "front/verilog/eventual.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot::front::verilog {
namespace {

constexpr std::string_view asserted = "$live", assumed = "$fair", comes = "$comes", asks = "$asks";

std::string_view rest_after(std::string_view line, std::string_view begin) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos || !line.substr(first).starts_with(begin)) return {};
  return line.substr(first + begin.size());
}

// Enabled by the signal itself, so that registers in front of it are passed as those of assertions are.
std::string cover(std::string_view name, std::string_view ending, std::string_view signal) {
  return fmt::format("  cell $cover {}{}\n    connect \\A {}\n    connect \\EN {}\n  end\n", name, ending, signal,
                     signal);
}

// The register that keeps what comes has no first value, and yosys passes none of those.  Nothing is asked before the
// first edge, so that it may have any.
bool keeps_what_comes(std::string_view line) {
  const std::string_view name = rest_after(line, "wire ");
  return name.find("$formal$") != std::string_view::npos && name.ends_with("_CHECK");
}

}  // namespace

std::string split_eventual(std::string_view rtlil) {
  const bool has_any = rtlil.find("  cell $live ") != rtlil.npos || rtlil.find("  cell $fair ") != rtlil.npos;
  std::string out, a, en, name;
  std::string_view kind;
  while (!rtlil.empty()) {
    const std::size_t end = std::min(rtlil.find('\n'), rtlil.size());
    const std::string_view line = rtlil.substr(0, end);
    rtlil.remove_prefix(std::min(end + 1, rtlil.size()));
    for (const std::string_view type : {asserted, assumed})
      if (const auto rest = rest_after(line, fmt::format("cell {} ", type)); !rest.empty()) {
        kind = type;
        name = rest;
      }
    if (has_any && keeps_what_comes(line)) out += "  attribute \\init 1'0\n";
    if (kind.empty()) {
      out += std::string(line) + "\n";
    } else if (const auto of_a = rest_after(line, "connect \\A "); !of_a.empty()) {
      a = of_a;
    } else if (const auto of_en = rest_after(line, "connect \\EN "); !of_en.empty()) {
      en = of_en;
    } else if (line.find_first_not_of(' ') != std::string_view::npos && rest_after(line, "cell").empty()) {  // its end
      out += cover(name, fmt::format("{}{}", kind, comes), a) + cover(name, fmt::format("{}{}", kind, asks), en);
      kind = {};
    }
  }
  return out;
}

EventualPart eventual_part(std::string_view name) {
  for (const std::string_view type : {asserted, assumed})
    for (const std::string_view part : {comes, asks}) {
      const std::string ending = fmt::format("{}{}", type, part);
      if (name.ends_with(ending))
        return {true, type == assumed, part == asks, name.substr(0, name.size() - ending.size())};
    }
  return {};
}

}  // namespace whynot::front::verilog
