// Writer and reader of ITF, each a walk over states and values.
#include "report/trace/itf.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/json/ranges.h"
#include "report/json/rows.h"
#include "report/json/value.h"
#include "report/literal.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

Json bigint(const Integer& n) { return {{"#bigint", whynot::to_string(n)}}; }

// ITF has no bags: a map from member to count.  Members are sorted, so equal ones stand together.
Json itf_bag(const Value& v, Json (*write)(const Value&)) {
  Json entries = Json::array();
  const std::vector<Value>& members = v.args();
  for (std::size_t i = 0, end = 0; i < members.size(); i = end) {
    while (end < members.size() && members[end] == members[i]) ++end;
    entries.push_back(Json::array({write(members[i]), bigint(Integer(end - i))}));
  }
  return {{"#map", std::move(entries)}};
}

Json itf_of(const Value& v) {
  switch (v.kind()) {
    case Value::Kind::Undefined: return {{"#unserializable", "undefined"}};
    case Value::Kind::Boolean: return v.as_boolean();
    case Value::Kind::Integer:
    case Value::Kind::Word: return bigint(v.as_integer());
    case Value::Kind::Term:
      if (v.is_symbol()) return valid_utf8(v.op());
      return {{"op", valid_utf8(v.op())}, {"args", json_list(v.args(), itf_of)}};
    case Value::Kind::Set: return {{"#set", json_list(v.args(), itf_of)}};
    case Value::Kind::Bag: return itf_bag(v, itf_of);
    case Value::Kind::List: return json_list(v.args(), itf_of);
    case Value::Kind::Map: return {{"#map", json_pairs(v, itf_of)}};
  }
  return nullptr;
}

void add_transition(Json& meta, const Signature& signature, const Inputs& inputs, const SharedAction& action) {
  if (!signature.inputs.empty() && !inputs.empty()) {
    Json values = Json::object();
    for (std::size_t i = 0; i < inputs.size(); ++i)
      append(values, valid_utf8(signature.inputs[i].name), itf_of(inputs[i]));
    meta["inputs"] = std::move(values);
  }
  if (action) meta["action"] = json_action(*action, 0, itf_of);
}

Json state_of(const Trace& trace, std::size_t i) {
  const Signature& signature = *trace.signature;
  Json meta = {{"index", i}};
  add_transition(meta, signature, trace.steps[i].inputs, trace.steps[i].action);
  Json out = {{"#meta", std::move(meta)}};
  for (std::size_t c = 0; c < signature.columns.size(); ++c)
    if (i == 0 || !signature.columns[c].frozen)
      append(out, valid_utf8(signature.columns[c].name), itf_of(trace.steps[i].state[c]));
  return out;
}

Json meta_of(const TraceEntry& entry, std::string_view source) {
  const Signature& signature = *entry.trace.signature;
  Json meta = {{"format", "ITF"}, {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"}};
  if (!source.empty()) meta["source"] = valid_utf8(source);
  if (!entry.property.empty()) meta["property"] = valid_utf8(entry.property);
  Json types = Json::object();
  for (const auto* columns : {&signature.columns, &signature.inputs})
    for (const Column& column : *columns)
      if (column.type.is_word()) append(types, valid_utf8(column.name), column.type.to_string());
  if (!types.empty()) meta["types"] = std::move(types);
  if (Json ranges = ranges_part(signature); !ranges.empty()) meta["ranges"] = std::move(ranges);
  Json closing = Json::object();
  if (entry.trace.loop) add_transition(closing, signature, entry.trace.closing_inputs, entry.trace.closing_action);
  if (!closing.empty()) meta["closing"] = std::move(closing);
  return meta;
}

std::optional<Value> itf_value(const nlohmann::json& j);

// A record: a term where it is one of ours or a tagged union, else a map from field to value.
std::optional<Value> record_value(const nlohmann::json& record) {
  if (const auto* args = member(record, "args"); args && record.size() == 2 && member(record, "op")) {
    auto values = read_list(*args, itf_value);
    if (values) return Value::term(string_member(record, "op"), std::move(*values));
  }
  if (const auto* value = member(record, "value"); value && record.size() == 2 && member(record, "tag")) {
    const auto inner = itf_value(*value);
    if (inner) return Value::term(string_member(record, "tag"), {*inner});
  }
  std::vector<std::pair<Value, Value>> fields;
  for (const auto& [name, field] : record.items()) {
    auto value = itf_value(field);
    if (!value) return std::nullopt;
    fields.emplace_back(Value::symbol(name), std::move(*value));
  }
  return Value::map(std::move(fields));
}

std::optional<Value> bigint_value(const nlohmann::json& digits) {
  if (!digits.is_string()) return std::nullopt;
  const Value n = read_literal(digits.get_ref<const std::string&>());
  return n.is_integer() ? std::optional(n) : std::nullopt;
}

std::optional<Value> itf_object(const nlohmann::json& j) {
  if (const auto* digits = member(j, "#bigint")) return bigint_value(*digits);
  if (const auto* entries = member(j, "#map")) return read_pairs(*entries, itf_value);
  if (const auto* text = member(j, "#unserializable"); text && text->is_string())
    return Value::symbol(text->get<std::string>());
  if (const auto* members = member(j, "#set")) {
    auto values = read_list(*members, itf_value);
    return values ? std::optional(Value::set(std::move(*values))) : std::nullopt;
  }
  if (const auto* items = member(j, "#tup")) {
    auto values = read_list(*items, itf_value);
    return values ? std::optional(Value::list(std::move(*values))) : std::nullopt;
  }
  return record_value(j);
}

std::optional<Value> itf_value(const nlohmann::json& j) {
  if (j.is_boolean()) return Value::boolean(j.get<bool>());
  if (j.is_number_unsigned()) return Value::integer(Integer(j.get<std::uint64_t>()));
  if (j.is_number_integer()) return Value::integer(j.get<std::int64_t>());
  if (j.is_string()) return Value::symbol(j.get<std::string>());
  if (j.is_object()) return itf_object(j);
  auto items = read_list(j, itf_value);
  return items ? std::optional(Value::list(std::move(*items))) : std::nullopt;
}

struct WordType {
  std::uint32_t width = 0;
  bool is_signed = false;
};

// "unsigned word[8]", as we write it.
std::optional<WordType> word_type(std::string_view text) {
  const bool is_signed = text.starts_with("signed word[");
  if (!is_signed && !text.starts_with("unsigned word[")) return std::nullopt;
  const std::size_t open = text.find('[');
  const Value width = read_literal(text.substr(open + 1, text.find(']') - open - 1));
  if (!width.is_small_integer() || width.small_integer() < 1 || width.small_integer() > 65536) return std::nullopt;
  return WordType{static_cast<std::uint32_t>(width.small_integer()), is_signed};
}

class ItfReader {
 public:
  ItfReader(FileId file, Diagnostics& diagnostics)
      : builder_(file, diagnostics), rows_(builder_, itf_value, diagnostics), diagnostics_(diagnostics) {}

  std::optional<ForeignTrace> read(const nlohmann::json& document) {
    ForeignTrace& trace = builder_.trace();
    const auto* states = member(document, "states");
    if (!states || !states->is_array()) {
      diagnostics_.error("trace.shape", "an ITF trace should have an array `states`", {trace.file, 0, 0});
      return std::nullopt;
    }
    trace.frozen = names_in(document, "params");
    for (const std::string& name : trace.frozen) params_ = std::max(params_, builder_.column(name) + 1);
    for (const std::string& name : names_in(document, "vars")) builder_.column(name);
    for (const auto& state : *states)
      if (!read_state(state)) return std::nullopt;
    rows_.loop(document);
    if (const auto* meta = member(document, "#meta")) read_meta(*meta);
    return std::move(trace);
  }

 private:
  // Parameters are given in the first state and stand in the first columns; later states start with them.
  bool read_state(const nlohmann::json& state) {
    const std::vector<ForeignStep>& steps = builder_.trace().steps;
    ForeignStep step;
    if (!steps.empty()) step.state.assign(steps[0].state.begin(), steps[0].state.begin() + given_params_);
    if (const auto* meta = member(state, "#meta")) rows_.transition(*meta, step.inputs, step.action);
    rows_.row(state, step.state, false);
    if (steps.empty()) given_params_ = static_cast<std::ptrdiff_t>(std::min(params_, step.state.size()));
    return builder_.add(std::move(step));
  }

  void read_meta(const nlohmann::json& meta) {
    ForeignTrace& trace = builder_.trace();
    trace.property = string_member(meta, "property");
    trace.text = string_member(meta, "description");
    if (const auto* closing = member(meta, "closing"))
      rows_.transition(*closing, trace.closing_inputs, trace.closing_action);
    trace.ranges = read_ranges(member(meta, "ranges"));
    if (const auto* types = member(meta, "types")) make_words(*types);
  }

  // Integers are words where the file says so; `bind_trace` does the same by the model's types.
  void make_words(const nlohmann::json& types) {
    ForeignTrace& trace = builder_.trace();
    for (std::size_t i = 0; i < trace.columns.size(); ++i)
      if (const auto type = word_type(string_member(types, trace.columns[i].c_str())))
        for (ForeignStep& step : trace.steps) make_word(step.state, i, *type);
    for (std::size_t i = 0; i < trace.inputs.size(); ++i)
      if (const auto type = word_type(string_member(types, trace.inputs[i].c_str()))) {
        for (ForeignStep& step : trace.steps) make_word(step.inputs, i, *type);
        make_word(trace.closing_inputs, i, *type);
      }
  }
  static void make_word(ForeignRow& row, std::size_t i, const WordType& type) {
    if (i < row.size() && row[i].value.is_integer())
      row[i].value = Value::word(type.width, type.is_signed, row[i].value.as_integer());
  }

  ForeignBuilder builder_;
  JsonRows rows_;
  Diagnostics& diagnostics_;
  std::size_t params_ = 0;
  std::ptrdiff_t given_params_ = 0;
};

}  // namespace

std::string write_itf(const TraceEntry& entry, std::string_view source) {
  const Trace& trace = entry.trace;
  Json params = Json::array(), vars = Json::array();
  for (const Column& column : trace.signature->columns)
    (column.frozen ? params : vars).push_back(valid_utf8(column.name));
  std::string out = "{\"#meta\":" + dump(meta_of(entry, source)) + ",\n";
  if (!params.empty()) out += " \"params\":" + dump(params) + ",\n";
  out += " \"vars\":" + dump(vars) + ",\n";
  if (trace.loop) out += fmt::format(" \"loop\":{},\n", *trace.loop);
  out += " \"states\":[";
  for (std::size_t i = 0; i < trace.steps.size(); ++i) out += (i ? ",\n  " : "\n  ") + dump(state_of(trace, i));
  return out + "]}\n";
}

std::vector<ForeignTrace> read_itf(std::string_view text, FileId file, Diagnostics& diagnostics) {
  std::vector<ForeignTrace> out;
  const auto document = parse_json(text, {file}, diagnostics);
  if (!document) return out;
  if (auto trace = ItfReader(file, diagnostics).read(*document)) out.push_back(std::move(*trace));
  return out;
}

}  // namespace whynot::report
