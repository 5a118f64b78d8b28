#include "report/itf.h"

#include <fmt/format.h>

#include <map>

#include "report/json_value.h"
#include "report/literal.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

Json itf_of(const Value& v);

Json itf_list(const std::vector<Value>& values) {
  Json out = Json::array();
  for (const Value& v : values) out.push_back(itf_of(v));
  return out;
}

Json bigint(const Integer& n) { return {{"#bigint", whynot::to_string(n)}}; }

Json itf_map(const Value& v) {
  Json entries = Json::array();
  for (std::size_t i = 0; i + 1 < v.args().size(); i += 2)
    entries.push_back(Json::array({itf_of(v.args()[i]), itf_of(v.args()[i + 1])}));
  return {{"#map", std::move(entries)}};
}

// ITF has no bags: a map from member to count.  Members are sorted, so equal ones stand together.
Json itf_bag(const Value& v) {
  Json entries = Json::array();
  const std::vector<Value>& members = v.args();
  for (std::size_t i = 0, end = 0; i < members.size(); i = end) {
    while (end < members.size() && members[end] == members[i]) ++end;
    entries.push_back(Json::array({itf_of(members[i]), bigint(Integer(end - i))}));
  }
  return {{"#map", std::move(entries)}};
}

Json itf_of(const Value& v) {
  switch (v.kind()) {
    case Value::Kind::Undefined: return {{"#unserializable", "undefined"}};
    case Value::Kind::Boolean: return v.as_boolean();
    case Value::Kind::Integer: case Value::Kind::Word: return bigint(v.as_integer());
    case Value::Kind::Term:
      if (v.is_symbol()) return valid_utf8(v.op());
      return {{"op", valid_utf8(v.op())}, {"args", itf_list(v.args())}};
    case Value::Kind::Set: return {{"#set", itf_list(v.args())}};
    case Value::Kind::Bag: return itf_bag(v);
    case Value::Kind::List: return itf_list(v.args());
    case Value::Kind::Map: return itf_map(v);
  }
  return nullptr;
}

Json action_meta(const Action& action) {
  Json out = {{"name", valid_utf8(action.name)}, {"args", itf_list(action.args)}};
  if (!action.kind.empty()) out["kind"] = valid_utf8(action.kind);
  if (!action.event.empty()) out["event"] = valid_utf8(action.event);
  return out;
}

void add_transition(Json& meta, const Signature& signature, const Inputs& inputs, const std::optional<Action>& action) {
  if (!signature.inputs.empty() && !inputs.empty()) {
    Json values = Json::object();
    for (std::size_t i = 0; i < inputs.size(); ++i) append(values, valid_utf8(signature.inputs[i].name), itf_of(inputs[i]));
    meta["inputs"] = std::move(values);
  }
  if (action) meta["action"] = action_meta(*action);
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
  Json closing = Json::object();
  if (entry.trace.loop) add_transition(closing, signature, entry.trace.closing_inputs, entry.trace.closing_action);
  if (!closing.empty()) meta["closing"] = std::move(closing);
  return meta;
}

std::optional<Value> itf_value(const nlohmann::json& j);

std::optional<std::vector<Value>> itf_values(const nlohmann::json& array) {
  if (!array.is_array()) return std::nullopt;
  std::vector<Value> out;
  for (const auto& item : array) {
    auto v = itf_value(item);
    if (!v) return std::nullopt;
    out.push_back(std::move(*v));
  }
  return out;
}

std::optional<Value> itf_map_value(const nlohmann::json& entries) {
  if (!entries.is_array()) return std::nullopt;
  std::vector<std::pair<Value, Value>> out;
  for (const auto& entry : entries) {
    const auto pair = itf_values(entry);
    if (!pair || pair->size() != 2) return std::nullopt;
    out.emplace_back((*pair)[0], (*pair)[1]);
  }
  return Value::map(std::move(out));
}

// A record: a term where it is one of ours or a tagged union, else a map from field to value.
std::optional<Value> record_value(const nlohmann::json& record) {
  if (const auto* args = member(record, "args"); args && record.size() == 2 && member(record, "op")) {
    auto values = itf_values(*args);
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
  if (const auto* entries = member(j, "#map")) return itf_map_value(*entries);
  if (const auto* text = member(j, "#unserializable"); text && text->is_string()) return Value::symbol(text->get<std::string>());
  if (const auto* members = member(j, "#set")) {
    auto values = itf_values(*members);
    return values ? std::optional(Value::set(std::move(*values))) : std::nullopt;
  }
  if (const auto* items = member(j, "#tup")) {
    auto values = itf_values(*items);
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
  auto items = itf_values(j);
  return items ? std::optional(Value::list(std::move(*items))) : std::nullopt;
}

class ItfReader {
 public:
  ItfReader(FileId file, Diagnostics& diagnostics) : builder_(file, diagnostics), file_(file), diagnostics_(diagnostics) {}

  std::optional<ForeignTrace> read(const nlohmann::json& document) {
    const auto* states = member(document, "states");
    if (!states || !states->is_array()) {
      diagnostics_.error("trace.shape", "an ITF trace should have an array `states`", {file_, 0, 0});
      return std::nullopt;
    }
    for (const char* key : {"params", "vars"}) read_names(document, key);
    if (const auto* meta = member(document, "#meta")) read_meta(*meta);
    for (const auto& state : *states)
      if (!read_state(state)) return std::nullopt;
    read_loop(document);
    return std::move(builder_.trace());
  }

 private:
  void read_names(const nlohmann::json& document, const char* key) {
    const auto* names = member(document, key);
    if (!names || !names->is_array()) return;
    for (const auto& name : *names) {
      if (!name.is_string()) continue;
      builder_.column(name.get_ref<const std::string&>());
      if (std::string_view(key) == "params") builder_.trace().frozen.push_back(name.get<std::string>());
    }
    params_ = builder_.trace().frozen.size();
  }

  void read_meta(const nlohmann::json& meta) {
    builder_.trace().property = string_member(meta, "property");
    builder_.trace().text = string_member(meta, "description");
    const auto* types = member(meta, "types");
    if (types && types->is_object())
      for (const auto& [name, type] : types->items())
        if (type.is_string()) read_type(name, type.get_ref<const std::string&>());
    if (const auto* closing = member(meta, "closing"))
      read_transition(*closing, builder_.trace().closing_inputs, builder_.trace().closing_action);
  }

  // "unsigned word[8]", as we write it.
  void read_type(const std::string& name, std::string_view type) {
    const bool is_signed = type.starts_with("signed word[");
    if (!is_signed && !type.starts_with("unsigned word[")) return;
    const std::size_t open = type.find('[');
    const Value width = read_literal(type.substr(open + 1, type.find(']') - open - 1));
    if (width.is_small_integer() && width.small_integer() >= 1 && width.small_integer() <= 65536)
      words_[name] = {static_cast<std::uint32_t>(width.small_integer()), is_signed};
  }

  // A word where the trace says that the variable is one; `bind_trace` does it by the model's types.
  Value typed(const std::string& name, Value v) const {
    const auto word = words_.find(name);
    if (word == words_.end() || !v.is_integer()) return v;
    return Value::word(word->second.first, word->second.second, v.as_integer());
  }

  bool read_state(const nlohmann::json& state) {
    ForeignStep step;
    if (!builder_.trace().steps.empty()) step.state.assign(first_params_.begin(), first_params_.end());
    if (const auto* meta = member(state, "#meta")) read_transition(*meta, step.inputs, step.action);
    read_row(state, step.state, false);
    if (builder_.trace().steps.empty())
      first_params_.assign(step.state.begin(), step.state.begin() + static_cast<std::ptrdiff_t>(std::min(params_, step.state.size())));
    return builder_.add(std::move(step));
  }

  void read_row(const nlohmann::json& object, ForeignRow& row, bool inputs) {
    if (!object.is_object()) return;
    for (const auto& [name, json] : object.items()) {
      if (name.starts_with('#')) continue;
      auto value = itf_value(json);
      if (!value) {
        diagnostics_.error("trace.bad-value", fmt::format("`{}` has something that is no value", printable(name)), {file_, 0, 0});
        continue;
      }
      const std::size_t index = inputs ? builder_.input(name) : builder_.column(name);
      ForeignBuilder::set(row, index, typed(name, std::move(*value)), 0);
    }
  }

  void read_transition(const nlohmann::json& meta, ForeignRow& inputs, std::optional<Action>& action) {
    if (const auto* values = member(meta, "inputs")) read_row(*values, inputs, true);
    const auto* fired = member(meta, "action");
    if (!fired || !fired->is_object()) return;
    action = Action{string_member(*fired, "name"), {}, {}, string_member(*fired, "kind"), string_member(*fired, "event")};
    if (const auto* args = member(*fired, "args"))
      if (auto values = itf_values(*args)) action->args = std::move(*values);
  }

  void read_loop(const nlohmann::json& document) {
    const auto* loop = member(document, "loop");
    if (!loop) return;
    const bool good = loop->is_number_unsigned() && loop->get<std::uint64_t>() < builder_.trace().steps.size();
    if (good)
      builder_.trace().loops = {loop->get<std::size_t>()};
    else
      diagnostics_.error("trace.bad-loop", "`loop` should be the index of a state", {file_, 0, 0});
  }

  ForeignBuilder builder_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t params_ = 0;
  ForeignRow first_params_;
  std::map<std::string, std::pair<std::uint32_t, bool>> words_;
};

}  // namespace

std::string write_itf(const TraceEntry& entry, std::string_view source) {
  const Trace& trace = entry.trace;
  Json params = Json::array(), vars = Json::array();
  for (const Column& column : trace.signature->columns) (column.frozen ? params : vars).push_back(valid_utf8(column.name));
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
  const auto document = parse_json(text, file, diagnostics);
  if (!document) return out;
  if (auto trace = ItfReader(file, diagnostics).read(*document)) out.push_back(std::move(*trace));
  return out;
}

}  // namespace whynot::report
