#include <fmt/format.h>

#include "report/findings.h"
#include "report/spelling.h"
#include "report/text/trace_text.h"

namespace whynot::report {

std::string text_of(const Vacuity& v, const Report& report, const Style& style) {
  if (style.verbosity < 0 || v.is_told) return "";
  const std::string_view mark = v.status == "suspicious" ? "Suspicious: " : "";
  std::string out = fmt::format("    {}{} {}.\n", mark, printable(v.property), printable(v.sentence));
  if (const TraceEntry* entry = report.trace(v.witness)) out += "\n" + trace_text(*entry, style, {}, "    ");
  return out;
}

}  // namespace whynot::report
