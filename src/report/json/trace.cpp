// Appends text directly, row by row; keys are quoted once for all steps.
#include "report/json/trace.h"

#include <algorithm>

#include "report/json/ranges.h"
#include "report/json/value.h"
#include "report/spelling.h"
#include "report/summary.h"

namespace whynot::report {
namespace {

void append_string(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (!std::all_of(text.begin(), text.end(), plain)) {
    out += dump(Json(valid_utf8(text)));
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

void append_value(std::string& out, const Value& v);

void append_list(std::string& out, const std::vector<Value>& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out += ',';
    append_value(out, values[i]);
  }
  out += ']';
}

// Symbols, booleans and lists of them are nearly all there is.
void append_value(std::string& out, const Value& v) {
  if (v.is_symbol()) return append_string(out, v.op());
  if (v.is_boolean())
    out += v.as_boolean() ? "true" : "false";
  else if (v.kind() == Value::Kind::List)
    append_list(out, v.args());
  else
    out += dump(json_of(v));
}

// The keys of a row, quoted once for all steps.
std::vector<std::string> keys_of(const std::vector<Column>& columns) {
  std::vector<std::string> keys;
  for (const Column& column : columns) {
    append_string(keys.emplace_back(), column.name);
    keys.back() += ':';
  }
  return keys;
}

void append_row(std::string& out, const std::vector<std::string>& keys, const std::vector<Value>& values) {
  for (std::size_t i = 0; i < keys.size() && i < values.size(); ++i) {
    if (out.back() != '{') out += ',';
    out += keys[i];
    append_value(out, values[i]);
  }
}

void append_action(std::string& out, const SharedAction& action, const Sources* sources) {
  if (!action) {
    out += "null";
    return;
  }
  out += "{\"name\":";
  append_string(out, action->name);
  out += ",\"args\":";
  append_list(out, action->args);
  if (const std::uint32_t line = line_of(sources, action->where)) out += ",\"line\":" + std::to_string(line);
  const auto word = [&](std::string_view key, const std::string& text) {
    if (text.empty()) return;
    out += key;
    append_string(out, text);
  };
  if (sources && action->where.file > 1)
    word(",\"file\":", std::string(sources->name(action->where.file)));  // not the model's first
  word(",\"kind\":", action->kind);
  word(",\"event\":", action->event);
  out += '}';
}

class TraceText {
 public:
  TraceText(std::string& out, const Signature& signature, const Sources* sources)
      : out_(out), sources_(sources), columns_(keys_of(signature.columns)), inputs_(keys_of(signature.inputs)) {}

  void defines(const std::vector<Column>& columns) { defines_ = keys_of(columns); }

  void step(const Step& step, const std::vector<Value>* define_values) {
    out_ += "{\"state\":{";
    append_row(out_, columns_, step.state);
    if (define_values) append_row(out_, defines_, *define_values);
    out_ += "},";
    transition(step.inputs, step.action);
  }

  // The rest of an object: its inputs and its action.
  void transition(const Inputs& inputs, const SharedAction& action) {
    out_ += "\"inputs\":{";
    append_row(out_, inputs_, inputs);
    out_ += "},\"action\":";
    append_action(out_, action, sources_);
    out_ += '}';
  }

 private:
  std::string& out_;
  const Sources* sources_;
  std::vector<std::string> columns_, inputs_, defines_;
};

Json names_of(const std::vector<Column>& columns) {
  Json out = Json::array();
  for (const Column& column : columns) out.push_back(valid_utf8(column.name));
  return out;
}

Json subformula_part(const Subformula& part) {
  Json out = {{"text", valid_utf8(part.text)}, {"op", part.op}, {"args", part.args}, {"truth", part.truth}};
  if (part.bounds) out["bounds"] = {part.bounds->first, part.bounds->second};
  for (const Subformula::Place& place : part.places)
    out["places"].push_back({{"column", valid_utf8(place.column)}, {"ahead", place.ahead}});
  return out;
}

// By lines, since people read lines.
Json values_part(const ValuesInline& values, const Sources& sources) {
  Json lines = Json::array();
  for (const ValuesInline::Name& one : values.names) {
    const Place place = sources.place(one.where);
    const std::string file = valid_utf8(sources.name(one.where.file));
    if (lines.empty() || lines.back()["line"] != place.line)
      lines.push_back({{"file", file}, {"line", place.line}, {"names", Json::array()}});
    Json name = {{"name", valid_utf8(one.name)},
                 {"column", place.column},
                 {"end_column", place.column + (one.where.end - one.where.begin)},
                 {"value", json_of(one.value)}};
    if (one.ahead) name["ahead"] = 1;
    lines.back()["names"].push_back(std::move(name));
  }
  return {{"step", values.step}, {"lines", std::move(lines)}};
}

Json head_part(const TraceEntry& entry, const Sources* sources) {
  const Signature& signature = *entry.trace.signature;
  Json out = {{"id", valid_utf8(entry.id)}};
  if (!entry.property.empty()) out["property"] = valid_utf8(entry.property);
  if (!entry.role.empty()) out["role"] = entry.role;
  out["columns"] = names_of(signature.columns);
  for (const Column& column : entry.defines) out["columns"].push_back(valid_utf8(column.name));
  for (const Column& column : signature.columns)
    if (column.frozen) out["frozen"].push_back(valid_utf8(column.name));
  if (Json ranges = ranges_part(signature); !ranges.empty()) out["ranges"] = std::move(ranges);
  if (!signature.inputs.empty()) out["input_columns"] = names_of(signature.inputs);
  for (const Subformula& part : entry.subformulas) out["subformulas"].push_back(subformula_part(part));
  if (entry.values_inline && sources) out["values_inline"] = values_part(*entry.values_inline, *sources);
  return out;
}

}  // namespace

void append_trace(std::string& out, const TraceEntry& entry, const Sources* sources, std::string_view separator) {
  const Trace& trace = entry.trace;
  TraceText text(out, *trace.signature, sources);
  text.defines(entry.defines);
  out += dump(head_part(entry, sources));
  out.back() = ',';
  out += "\"steps\":[";
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (i != 0) out += ',';
    out += separator;
    text.step(trace.steps[i], i < entry.define_values.size() ? &entry.define_values[i] : nullptr);
  }
  out += "],\"loop\":";
  out += trace.loop ? std::to_string(*trace.loop) : "null";
  if (trace.loop) {
    out += ",\"closing\":{";
    text.transition(trace.closing_inputs, trace.closing_action);
  }
  out += entry.replayed ? ",\"replayed\":true}" : ",\"replayed\":false}";
}

void append_choices(std::string& out, const Trace& choices, const Sources* sources) {
  TraceText text(out, *choices.signature, sources);
  out += '[';
  for (std::size_t i = 0; i < choices.steps.size(); ++i) {
    if (i != 0) out += ',';
    text.step(choices.steps[i], nullptr);
  }
  out += ']';
}

}  // namespace whynot::report
