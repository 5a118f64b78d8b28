// A test suite for a model: each property a case, errors of the input and models without properties told as such.
#include "report/file/junit.h"

#include <fmt/format.h>

#include "report/file/group_places.h"
#include "report/number_text.h"
#include "report/spelling.h"
#include "report/summary.h"
#include "report/text/text.h"
#include "report/trace/xml_text.h"

namespace whynot::report {
namespace {

std::string time_attribute(double seconds, const JunitOptions& options) {
  return options.timing ? fmt::format(" time=\"{:.3f}\"", seconds) : "";
}

// "login.c:10: "; nothing where it is of no file.
std::string at_place(const Report& report, const Span& where) {
  if (!report.sources || where.file == 0) return "";
  return fmt::format("{}:{}: ", report.sources->name(where.file), line_of(report.sources, where));
}

// Where the property stands, for pages that lead there.
std::string place_attributes(const Report& report, const Span& where) {
  if (!report.sources || where.file == 0) return "";
  return fmt::format(" file=\"{}\" line=\"{}\"", xml_escaped(report.sources->name(where.file)),
                     line_of(report.sources, where));
}

void write_failure(const Report& report, const PropertyResult& result, const JunitOptions& options,
                   const Write& write) {
  const auto d = depth(report, result);
  std::string message = d ? fmt::format("violated at depth {}", *d) : "violated";
  if (!result.why.empty()) message += ": " + with_words_as(result.why, options.words_as);
  for (const GroupPlace& place : group_places(report, result))
    message += ": " + at_place(report, place.where) + place.told;
  Style style;
  style.timing = false;
  style.as = options.words_as;
  std::string text = result.property.text + "\n";
  if (const std::string why = reason(result.verdict); !why.empty()) text += why + "\n";
  write(fmt::format("    <failure type=\"violated\" message=\"{}\">{}", xml_escaped(message), xml_escaped_lines(text)));
  for (const std::string& id : result.traces)
    if (const TraceEntry* entry = report.trace(id)) write(xml_escaped_lines("\n" + write_trace_text(*entry, style)));
  write("</failure>\n");
}

void write_case(const Report& report, const PropertyResult& result, const JunitOptions& options, const Write& write) {
  write(fmt::format("  <testcase classname=\"{}\" name=\"{}\"{}{}", xml_escaped(report.file),
                    xml_escaped(result.property.name), place_attributes(report, result.property.where),
                    time_attribute(result.seconds, options)));
  const Outcome what = outcome(result.verdict);
  if (what == Outcome::Holds) return write("/>\n");
  write(">\n");
  if (what == Outcome::Value)
    write(fmt::format("    <system-out>value {}</system-out>\n", computed(result.verdict)));
  else if (what == Outcome::Undecided)
    write(fmt::format("    <skipped message=\"undecided: {}\"/>\n", xml_escaped(reason(result.verdict))));
  else
    write_failure(report, result, options, write);
  write("  </testcase>\n");
}

// A model in which nothing is asked is not a success: pipelines shall see it.
std::string idle_case(const Report& report) {
  return fmt::format(
      "  <testcase classname=\"{0}\" name=\"properties\">\n    <skipped message=\"{0} has no properties\"/>\n  "
      "</testcase>\n",
      xml_escaped(report.file));
}

std::string error_case(const Report& report, const Diagnostic& diagnostic) {
  const auto line = line_of(report.sources, diagnostic.where);
  return fmt::format(
      "  <testcase classname=\"{0}\" name=\"input\">\n    <error type=\"{1}\" message=\"{2}\">{0}:{3}</error>\n  "
      "</testcase>\n",
      xml_escaped(report.file), xml_escaped(diagnostic.code), xml_escaped(diagnostic.message), line);
}

// What stands between two marks of a text that was written by us.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin), to = text.rfind(end);
  if (from == std::string_view::npos || to == std::string_view::npos) return {};
  return text.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace

void write_junit(const Report& report, const JunitOptions& options, const Write& write) {
  const Counts counts = count(report);
  std::string cases;
  std::size_t errors = 0;
  double seconds = 0;
  for (const Diagnostic& diagnostic : report.diagnostics)
    if (diagnostic.severity == Severity::Error) {
      cases += error_case(report, diagnostic);
      ++errors;
    }
  const bool idle = report.properties.empty() && errors == 0;
  if (idle) cases += idle_case(report);
  for (const PropertyResult& result : report.properties) seconds += result.seconds;
  write(
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                  "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                  "skipped=\"{}\"{}>\n{}",
                  xml_escaped(report.file), report.properties.size() + errors + idle, counts.violated, errors,
                  counts.undecided + idle, time_attribute(seconds, options), cases));
  for (const PropertyResult& result : report.properties) write_case(report, result, options, write);
  write("</testsuite>\n</testsuites>\n");
}

std::string write_junit(const Report& report, const JunitOptions& options) {
  return in_one([&](const Write& write) { write_junit(report, options, write); });
}

std::string join_junit(std::span<const Part> parts) {
  std::string suites;
  for (const Part& part : parts) suites += between(part, "<testsuites>\n", "</testsuites>");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace whynot::report
