#include "report/json.h"

#include "report/findings.h"
#include "report/json_parts.h"

namespace whynot::report {
namespace {

// `"name": [` with one item a line.
template <class Items, class Text>
std::string section(std::string_view name, const Items& items, Text text) {
  std::string out = "  \"" + std::string(name) + "\": [";
  bool first = true;
  for (const auto& item : items) {
    out += first ? "\n    " : ",\n    ";
    out += text(item);
    first = false;
  }
  return out + (first ? "]" : "\n  ]");
}

}  // namespace

std::string write_json(const Report& report, const JsonOptions& options) {
  std::string out = "{\n  \"schema\": \"" + std::string(schema_name) + "\",\n";
  out += "  \"input\": " + dump(input_part(report)) + ",\n";
  out += section("diagnostics", report.diagnostics,
                 [&](const Diagnostic& d) { return dump(diagnostic_part(d, report.sources)); });
  out += ",\n";
  out += section("properties", report.properties,
                 [&](const PropertyResult& p) { return dump(property_part(report, p, options)); });
  out += ",\n";
  out +=
      section("traces", report.traces, [&](const TraceEntry& t) { return trace_part(t, report.sources, "\n      "); });
  out += ",\n" + section("findings", report.findings, [](const Finding& f) { return dump(json_of(f)); });
  if (report.choices) out += ",\n  \"choices\": " + dump(choices_part(*report.choices, report.sources));
  if (!report.suggestions.empty())
    out += ",\n" + section("suggestions", report.suggestions, [](const std::string& s) { return dump(Json(s)); });
  if (report.interrupted) out += ",\n  \"interrupted\": true";
  return out + "\n}\n";
}

}  // namespace whynot::report
