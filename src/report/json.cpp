#include "report/json.h"

#include "report/findings.h"
#include "report/json_parts.h"
#include "report/json_trace.h"

namespace whynot::report {
namespace {

// `"name": [` with one item a line, which `append` writes behind what there is.
template <class Items, class Append>
void append_section(std::string& out, std::string_view name, const Items& items, Append append) {
  out += ",\n  \"";
  out += name;
  out += "\": [";
  bool first = true;
  for (const auto& item : items) {
    out += first ? "\n    " : ",\n    ";
    append(item);
    first = false;
  }
  out += first ? "]" : "\n  ]";
}

}  // namespace

std::string write_json(const Report& report, const JsonOptions& options) {
  std::string out = "{\n  \"schema\": \"" + std::string(schema_name) + "\",\n";
  out += "  \"input\": " + dump(input_part(report));
  append_section(out, "diagnostics", report.diagnostics,
                 [&](const Diagnostic& d) { out += dump(diagnostic_part(d, report.sources)); });
  append_section(out, "properties", report.properties,
                 [&](const PropertyResult& p) { out += dump(property_part(report, p, options)); });
  append_section(out, "traces", report.traces,
                 [&](const TraceEntry& t) { append_trace(out, t, report.sources, "\n      "); });
  append_section(out, "findings", report.findings, [&](const Finding& f) { out += dump(json_of(f)); });
  if (report.choices) {
    out += ",\n  \"choices\": ";
    append_choices(out, *report.choices, report.sources);
  }
  if (!report.suggestions.empty())
    append_section(out, "suggestions", report.suggestions, [&](const std::string& s) { out += dump(Json(s)); });
  if (report.interrupted) out += ",\n  \"interrupted\": true";
  out += "\n}\n";
  return out;
}

}  // namespace whynot::report
