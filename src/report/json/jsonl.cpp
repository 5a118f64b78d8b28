// One function for each kind of event; all of them share the parts of the JSON report.
#include "report/json/jsonl.h"

#include <set>

#include "report/findings.h"
#include "report/json/parts.h"
#include "report/json/trace.h"
#include "report/spelling.h"
#include "report/summary.h"

namespace whynot::report {
namespace {

// The event's name before the members of an object's text.
std::string event(std::string_view name, std::string_view object) {
  std::string out = dump(Json{{"event", name}});
  out.back() = object == "{}" ? '}' : ',';
  if (object != "{}") out += object.substr(1);
  return out + "\n";
}

}  // namespace

std::string started_event(const Report& report) {
  return event("started", dump(Json{{"schema", schema_name}, {"input", input_part(report)}}));
}

std::string progress_event(std::string_view property, std::string_view text) {
  return event("progress", dump(Json{{"property", valid_utf8(property)}, {"text", valid_utf8(text)}}));
}

std::string open_event(const Report& report, std::span<const Property> properties) {
  Json open = Json::array();
  for (const Property& property : properties) {
    PropertyResult undecided;
    undecided.property = property;
    open.push_back(property_part(report, undecided, {false}));
  }
  return event("progress", dump(Json{{"open", std::move(open)}, {"text", ""}}));
}

std::string verdict_event(const Report& report, const PropertyResult& result, const JsonOptions& options) {
  return event("verdict", dump(property_part(report, result, options)));
}

std::string trace_event(const Report& report, const TraceEntry& entry) {
  std::string object;
  append_trace(object, entry, report.sources);
  return event("trace", object);
}

std::string finding_event(const Finding& finding, const JsonOptions& options) {
  return event("finding", dump(finding_part(finding, options)));
}

std::string done_event(const Report& report) {
  const Counts counts = count(report);
  Json out = {{"violated", counts.violated},
              {"holds", counts.holds},
              {"undecided", counts.undecided},
              {"values", counts.values}};
  out["diagnostics"] = Json::array();
  for (const Diagnostic& d : report.diagnostics) out["diagnostics"].push_back(diagnostic_part(d, report.sources));
  if (report.interrupted) out["interrupted"] = true;
  return event("done", dump(out));
}

void write_jsonl(const Report& report, const JsonOptions& options, const Write& write) {
  write(started_event(report));
  std::set<std::string_view> written;
  for (const PropertyResult& result : report.properties) {
    write(verdict_event(report, result, options));
    for (const std::string& id : result.traces)
      if (const TraceEntry* entry = report.trace(id); entry && written.insert(entry->id).second)
        write(trace_event(report, *entry));
  }
  for (const TraceEntry& entry : report.traces)
    if (written.insert(entry.id).second) write(trace_event(report, entry));
  for (const Finding& finding : report.findings) write(finding_event(finding, options));
  write(done_event(report));
}

std::string write_jsonl(const Report& report, const JsonOptions& options) {
  return in_one([&](const Write& write) { write_jsonl(report, options, write); });
}

}  // namespace whynot::report
