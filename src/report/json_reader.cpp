// Reads the traces of our own report back.  Everything a file may lack is optional here; what a trace must
// have is bind_trace's to say.
#include <fmt/format.h>

#include "report/json.h"
#include "report/json_value.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::vector<std::string> names_in(const nlohmann::json& object, const char* key) {
  std::vector<std::string> out;
  if (const auto* names = member(object, key); names && names->is_array())
    for (const auto& name : *names)
      if (name.is_string()) out.push_back(name.get<std::string>());
  return out;
}

class TraceReader {
 public:
  TraceReader(FileId file, Diagnostics& diagnostics) : builder_(file, diagnostics), file_(file), diagnostics_(diagnostics) {}

  std::optional<ForeignTrace> read(const nlohmann::json& trace) {
    builder_.trace().id = string_member(trace, "id");
    builder_.trace().property = string_member(trace, "property");
    for (const std::string& name : names_in(trace, "columns")) builder_.column(name);
    for (const std::string& name : names_in(trace, "input_columns")) builder_.input(name);
    builder_.trace().frozen = names_in(trace, "frozen");
    const auto* steps = member(trace, "steps");
    if (!steps || !steps->is_array() || !read_steps(*steps)) return std::nullopt;
    read_loop(trace);
    return std::move(builder_.trace());
  }

 private:
  bool read_steps(const nlohmann::json& steps) {
    for (const auto& step : steps) {
      ForeignStep row;
      if (const auto* state = member(step, "state")) row.state = read_row(*state, false);
      transition(step, row.inputs, row.action);
      if (!builder_.add(std::move(row))) return false;
    }
    return true;
  }

  void transition(const nlohmann::json& part, ForeignRow& inputs, std::optional<Action>& action) {
    if (const auto* values = member(part, "inputs")) inputs = read_row(*values, true);
    const auto* fired = member(part, "action");
    if (!fired || !fired->is_object()) return;
    action = Action{string_member(*fired, "name"), {}, {}, string_member(*fired, "kind"), string_member(*fired, "event")};
    if (const auto* args = member(*fired, "args"); args && args->is_array())
      for (const auto& arg : *args) action->args.push_back(value_of(arg).value_or(Value()));
  }

  ForeignRow read_row(const nlohmann::json& object, bool inputs) {
    ForeignRow out;
    if (!object.is_object()) return out;
    for (const auto& [name, json] : object.items()) {
      auto value = value_of(json);
      if (!value) {
        diagnostics_.error("trace.bad-value", fmt::format("`{}` has something that is no value", printable(name)), {file_, 0, 0});
        continue;
      }
      ForeignBuilder::set(out, inputs ? builder_.input(name) : builder_.column(name), std::move(*value), 0);
    }
    return out;
  }

  void read_loop(const nlohmann::json& trace) {
    const auto* loop = member(trace, "loop");
    if (!loop || !loop->is_number_unsigned()) return;
    const auto start = loop->get<std::uint64_t>();
    if (start >= builder_.trace().steps.size()) {
      diagnostics_.error("trace.bad-loop", fmt::format("the loop starts at step {}, which the trace does not have", start), {file_, 0, 0});
      return;
    }
    builder_.trace().loops = {static_cast<std::size_t>(start)};
    if (const auto* closing = member(trace, "closing"))
      transition(*closing, builder_.trace().closing_inputs, builder_.trace().closing_action);
  }

  ForeignBuilder builder_;
  FileId file_;
  Diagnostics& diagnostics_;
};

void read_into(std::vector<ForeignTrace>& out, const nlohmann::json& trace, FileId file, Diagnostics& diagnostics) {
  if (auto found = TraceReader(file, diagnostics).read(trace))
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
  const auto document = parse_json(text, file, diagnostics);
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
    const auto event = parse_json(line, file, diagnostics, begin);
    if (!event) break;
    if (string_member(*event, "event") == "trace") read_into(out, *event, file, diagnostics);
    if (string_member(*event, "event") == "verdict") verdicts.push_back(*event);
  }
  add_texts(out, verdicts);
  return out;
}

}  // namespace whynot::report
