#include "report/json/ranges.h"

#include <algorithm>

#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t most_values = 256;  // of one enumeration

}  // namespace

Json ranges_part(const Signature& signature) {
  Json out = Json::object();
  for (const auto* columns : {&signature.columns, &signature.inputs})
    for (const Column& column : *columns) {
      if (!column.type.is(TypeKind::Enum) || column.type.values().size() > most_values) continue;
      const auto& values = column.type.values();
      const auto plain = [](const Value& v) { return v.is_symbol() || v.is_integer(); };
      if (!std::all_of(values.begin(), values.end(), plain) || out.contains(valid_utf8(column.name))) continue;
      Json list = Json::array();
      for (const Value& value : values) list.push_back(json_of(value));
      out[valid_utf8(column.name)] = std::move(list);
    }
  return out;
}

std::unordered_map<std::string, std::vector<Value>> read_ranges(const nlohmann::json* ranges) {
  std::unordered_map<std::string, std::vector<Value>> out;
  if (!ranges || !ranges->is_object()) return out;
  for (const auto& [name, list] : ranges->items()) {
    if (!list.is_array() || list.empty() || list.size() > most_values) continue;
    std::vector<Value> values;
    for (const auto& item : list)
      if (auto value = value_of(item); value && (value->is_symbol() || value->is_integer()) &&
                                       std::find(values.begin(), values.end(), *value) == values.end())
        values.push_back(std::move(*value));
    if (values.size() == list.size()) out.emplace(name, std::move(values));
  }
  return out;
}

}  // namespace whynot::report
