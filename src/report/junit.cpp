#include "report/junit.h"

#include <fmt/format.h>

#include "report/spelling.h"
#include "report/summary.h"
#include "report/text.h"
#include "report/xml_text.h"

namespace whynot::report {
namespace {

std::string time_attribute(double seconds, const JunitOptions& options) {
  return options.timing ? fmt::format(" time=\"{:.3f}\"", seconds) : "";
}

std::string failure(const Report& report, const PropertyResult& result) {
  const auto d = depth(report, result);
  const std::string message = d ? fmt::format("violated at depth {}", *d) : "violated";
  Style style;
  style.timing = false;
  std::string text = result.property.text + "\n";
  if (const std::string why = reason(result.verdict); !why.empty()) text += why + "\n";
  for (const std::string& id : result.traces)
    if (const TraceEntry* entry = report.trace(id)) text.append("\n").append(write_trace_text(*entry, style));
  return fmt::format("    <failure type=\"violated\" message=\"{}\">{}</failure>\n", xml_escaped(message),
                     xml_escaped_lines(text));
}

std::string test_case(const Report& report, const PropertyResult& result, const JunitOptions& options) {
  const std::string head = fmt::format("  <testcase classname=\"{}\" name=\"{}\"{}", xml_escaped(report.file),
                                       xml_escaped(result.property.name), time_attribute(result.seconds, options));
  switch (outcome(result.verdict)) {
    case Outcome::Holds: return head + "/>\n";
    case Outcome::Value:
      return fmt::format("{}>\n    <system-out>value {}</system-out>\n  </testcase>\n", head, computed(result.verdict));
    case Outcome::Undecided:
      return fmt::format("{}>\n    <skipped message=\"undecided: {}\"/>\n  </testcase>\n", head,
                         xml_escaped(reason(result.verdict)));
    case Outcome::Violated: return head + ">\n" + failure(report, result) + "  </testcase>\n";
  }
  return {};
}

std::string error_case(const Report& report, const Diagnostic& diagnostic) {
  const auto line = line_of(report.sources, diagnostic.where);
  return fmt::format(
      "  <testcase classname=\"{0}\" name=\"input\">\n    <error type=\"{1}\" message=\"{2}\">{0}:{3}</error>\n  "
      "</testcase>\n",
      xml_escaped(report.file), xml_escaped(diagnostic.code), xml_escaped(diagnostic.message), line);
}

}  // namespace

std::string write_junit(const Report& report, const JunitOptions& options) {
  const Counts counts = count(report);
  std::string cases;
  std::size_t errors = 0;
  double seconds = 0;
  for (const Diagnostic& diagnostic : report.diagnostics)
    if (diagnostic.severity == Severity::Error) {
      cases += error_case(report, diagnostic);
      ++errors;
    }
  for (const PropertyResult& result : report.properties) {
    cases += test_case(report, result, options);
    seconds += result.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\"{}>\n{}</testsuite>\n</testsuites>\n",
      xml_escaped(report.file), report.properties.size() + errors, counts.violated, errors, counts.undecided,
      time_attribute(seconds, options), cases);
}

}  // namespace whynot::report
