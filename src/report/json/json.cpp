#include "report/json/json.h"

#include "report/findings.h"
#include "report/json/parts.h"
#include "report/json/trace.h"

namespace whynot::report {
namespace {

constexpr std::size_t piece_size = 1 << 20;

// The text so far, handed on whenever there is enough of it.
class Pieces {
 public:
  explicit Pieces(const Write& write) : write_(write) {}

  // `"name": [` with one item a line, which `append` writes behind what there is.
  template <class Items, class Append>
  void section(std::string_view name, const Items& items, Append append) {
    text += ",\n  \"";
    text += name;
    text += "\": [";
    bool first = true;
    for (const auto& item : items) {
      text += first ? "\n    " : ",\n    ";
      append(item);
      first = false;
      if (text.size() >= piece_size) hand_on();
    }
    text += first ? "]" : "\n  ]";
  }

  void hand_on() {
    write_(text);
    text.clear();
  }

  std::string text;

 private:
  const Write& write_;
};

}  // namespace

void write_json(const Report& report, const JsonOptions& options, const Write& write) {
  Pieces pieces(write);
  std::string& out = pieces.text;
  out = "{\n  \"schema\": \"" + std::string(schema_name) + "\",\n";
  out += "  \"input\": " + dump(input_part(report));
  pieces.section("diagnostics", report.diagnostics,
                 [&](const Diagnostic& d) { out += dump(diagnostic_part(d, report.sources)); });
  pieces.section("properties", report.properties,
                 [&](const PropertyResult& p) { out += dump(property_part(report, p, options)); });
  pieces.section("traces", report.traces,
                 [&](const TraceEntry& t) { append_trace(out, t, report.sources, "\n      "); });
  pieces.section("findings", report.findings, [&](const Finding& f) { out += dump(finding_part(f, options)); });
  if (report.choices) {
    out += ",\n  \"choices\": ";
    append_choices(out, *report.choices, report.sources);
  }
  if (!report.suggestions.empty())
    pieces.section("suggestions", report.suggestions, [&](const std::string& s) { out += dump(Json(s)); });
  if (report.interrupted) out += ",\n  \"interrupted\": true";
  out += "\n}\n";
  pieces.hand_on();
}

std::string write_json(const Report& report, const JsonOptions& options) {
  return in_one([&](const Write& write) { write_json(report, options, write); });
}

}  // namespace whynot::report
