// What the two JSON dialects of traces, our report and ITF, have in common; they differ in how they write a value.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "model/trace.h"
#include "report/json/value.h"
#include "report/spelling.h"
#include "report/trace/foreign.h"

namespace whynot::report {

// `write` makes JSON of a value.
template <class Write>
Json json_list(const std::vector<Value>& values, Write write) {
  Json out = Json::array();
  for (const Value& v : values) out.push_back(write(v));
  return out;
}

// The entries of a map, as pairs.
template <class Write>
Json json_pairs(const Value& map, Write write) {
  Json out = Json::array();
  for (std::size_t i = 0; i + 1 < map.args().size(); i += 2)
    out.push_back(Json::array({write(map.args()[i]), write(map.args()[i + 1])}));
  return out;
}

// `read` makes a value of JSON, or nothing; one that it cannot read spoils the whole.
template <class Read>
std::optional<std::vector<Value>> read_list(const nlohmann::json& array, Read read) {
  if (!array.is_array()) return std::nullopt;
  std::vector<Value> out;
  for (const auto& item : array) {
    std::optional<Value> v = read(item);
    if (!v) return std::nullopt;
    out.push_back(std::move(*v));
  }
  return out;
}

template <class Read>
std::optional<Value> read_pairs(const nlohmann::json& entries, Read read) {
  if (!entries.is_array()) return std::nullopt;
  std::vector<std::pair<Value, Value>> out;
  for (const auto& entry : entries) {
    auto pair = read_list(entry, read);
    if (!pair || pair->size() != 2) return std::nullopt;
    out.emplace_back(std::move((*pair)[0]), std::move((*pair)[1]));
  }
  return Value::map(std::move(out));
}

// `line`: 0 for none.
template <class Write>
Json json_action(const Action& action, std::uint32_t line, Write write) {
  Json out = {{"name", valid_utf8(action.name)}, {"args", json_list(action.args, write)}};
  if (line != 0) out["line"] = line;
  if (!action.kind.empty()) out["kind"] = valid_utf8(action.kind);
  if (!action.event.empty()) out["event"] = valid_utf8(action.event);
  return out;
}

// The strings of an array that may be missing.
std::vector<std::string> names_in(const nlohmann::json& object, const char* key);

// Reads rows and transitions into a builder.
class JsonRows {
 public:
  using Read = std::optional<Value> (*)(const nlohmann::json&);
  JsonRows(ForeignBuilder& builder, Read read, Diagnostics& diagnostics)
      : builder_(builder), read_(read), diagnostics_(diagnostics) {}

  // The members of an object as values of columns or inputs; keys that start with # are not names.
  void row(const nlohmann::json& object, ForeignRow&, bool inputs);
  // The members `inputs` and `action`.
  void transition(const nlohmann::json& part, ForeignRow& inputs, SharedAction&);
  // The member `loop`: the index of a step, or null.
  void loop(const nlohmann::json& trace);

 private:
  ForeignBuilder& builder_;
  Read read_;
  Diagnostics& diagnostics_;
};

}  // namespace whynot::report
