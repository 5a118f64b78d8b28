// Reads the traces of our own report back.  Everything a file may lack is optional here; what a trace must
// have is bind_trace's to say.
#include <unordered_map>

#include "report/json/json.h"
#include "report/json/ranges.h"
#include "report/json/rows.h"
#include "report/json/value.h"

namespace whynot::report {
namespace {

std::optional<ForeignTrace> read_trace(const nlohmann::json& trace, FileId file, Diagnostics& diagnostics) {
  ForeignBuilder builder(file, diagnostics);
  JsonRows rows(builder, value_of, diagnostics);
  ForeignTrace& out = builder.trace();
  out.id = string_member(trace, "id");
  out.property = string_member(trace, "property");
  out.frozen = names_in(trace, "frozen");
  out.ranges = read_ranges(member(trace, "ranges"));
  for (const std::string& name : names_in(trace, "columns")) builder.column(name);
  for (const std::string& name : names_in(trace, "input_columns")) builder.input(name);
  const auto* steps = member(trace, "steps");
  if (!steps || !steps->is_array()) return std::nullopt;
  for (const auto& step : *steps) {
    ForeignStep made;
    if (const auto* state = member(step, "state")) rows.row(*state, made.state, false);
    rows.transition(step, made.inputs, made.action);
    if (!builder.add(std::move(made))) return std::nullopt;
  }
  rows.loop(trace);
  if (const auto* closing = member(trace, "closing")) rows.transition(*closing, out.closing_inputs, out.closing_action);
  return std::move(out);
}

void read_into(std::vector<ForeignTrace>& out, const nlohmann::json& trace, FileId file, Diagnostics& diagnostics) {
  if (auto found = read_trace(trace, file, diagnostics))
    out.push_back(std::move(*found));
  else if (diagnostics.ok())
    diagnostics.error("trace.shape", "a trace should have an array `steps`", {file, 0, 0});
}

// The text of each trace's property: properties cite traces by id.
void add_texts(std::vector<ForeignTrace>& traces, const std::vector<nlohmann::json>& properties) {
  std::unordered_map<std::string, const nlohmann::json*> cited;
  for (const auto& property : properties)
    for (const std::string& id : names_in(property, "traces")) cited.emplace(id, &property);
  for (ForeignTrace& trace : traces) {
    const auto found = cited.find(trace.id);
    if (found == cited.end()) continue;
    trace.text = string_member(*found->second, "text");
    trace.property = string_member(*found->second, "name");
  }
}

}  // namespace

std::vector<ForeignTrace> read_json_traces(std::string_view text, FileId file, Diagnostics& diagnostics) {
  std::vector<ForeignTrace> out;
  const auto document = parse_json(text, {file}, diagnostics);
  if (!document) return out;
  const auto* traces = member(*document, "traces");
  if (!traces || !traces->is_array()) {
    diagnostics.error("trace.shape", "a report should have an array `traces`", {file, 0, 0});
    return out;
  }
  for (const auto& trace : *traces) read_into(out, trace, file, diagnostics);
  if (const auto* properties = member(*document, "properties"); properties && properties->is_array())
    add_texts(out, properties->get_ref<const nlohmann::json::array_t&>());
  return out;
}

std::vector<ForeignTrace> read_jsonl_traces(std::string_view text, FileId file, Diagnostics& diagnostics) {
  std::vector<ForeignTrace> out;
  std::vector<nlohmann::json> verdicts;
  for (std::size_t begin = 0, end = 0; begin < text.size() && diagnostics.ok(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto event = parse_json(line, {file, begin}, diagnostics);
    if (!event) break;
    if (string_member(*event, "event") == "trace") read_into(out, *event, file, diagnostics);
    if (string_member(*event, "event") == "verdict") verdicts.push_back(*event);
  }
  add_texts(out, verdicts);
  return out;
}

}  // namespace whynot::report
