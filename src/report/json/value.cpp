// Both directions between values and JSON, and a reader that refuses deep nesting before it parses.
#include "report/json/value.h"

#include <fmt/format.h>

#include "report/json/rows.h"
#include "report/spelling.h"
#include "report/trace/foreign.h"

namespace whynot::report {
namespace {

constexpr std::size_t max_nesting = 200;
constexpr std::int64_t largest_number = std::int64_t{1} << 53;  // what every reader of JSON takes exactly

Json json_of_integer(const Value& v) {
  if (v.is_small_integer() && v.small_integer() >= -largest_number && v.small_integer() <= largest_number)
    return v.small_integer();
  return v.to_string();
}

std::optional<Value> object_value(const nlohmann::json& object) {
  if (const auto* entries = member(object, "map")) return read_pairs(*entries, value_of);
  const char* const keys[] = {"set", "bag", "args"};
  for (const char* key : keys) {
    const auto* items = member(object, key);
    if (!items) continue;
    auto values = read_list(*items, value_of);
    if (!values) return std::nullopt;
    if (key == keys[0]) return Value::set(std::move(*values));
    if (key == keys[1]) return Value::bag(std::move(*values));
    const auto* op = member(object, "op");
    if (op && op->is_string()) return Value::term(op->get<std::string>(), std::move(*values));
  }
  return std::nullopt;
}

// The offset at which brackets nest too deep.
std::optional<std::size_t> too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > max_nesting) return i;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

// nlohmann's message without its own code and position: "…: syntax error while parsing value - …".
std::string parse_message(std::string_view what) {
  const std::size_t colon = what.find(": ");
  if (what.starts_with("[json.exception") && colon != std::string_view::npos) what.remove_prefix(colon + 2);
  return printable(what.substr(0, 200));
}

}  // namespace

Json json_of(const Value& v) {
  const auto part = [](const Value& inner) {
    return json_of(inner);
  };  // one of the overloads, whatever else is in sight
  switch (v.kind()) {
    case Value::Kind::Undefined: return nullptr;
    case Value::Kind::Boolean: return v.as_boolean();
    case Value::Kind::Integer: return json_of_integer(v);
    case Value::Kind::Word: return v.to_string();
    case Value::Kind::Term:
      if (v.is_symbol()) return valid_utf8(v.op());
      return {{"op", valid_utf8(v.op())}, {"args", json_list(v.args(), part)}};
    case Value::Kind::Set: return {{"set", json_list(v.args(), part)}};
    case Value::Kind::Bag: return {{"bag", json_list(v.args(), part)}};
    case Value::Kind::List: return json_list(v.args(), part);
    case Value::Kind::Map: return {{"map", json_pairs(v, part)}};
  }
  return nullptr;
}

std::optional<Value> value_of(const nlohmann::json& j) {
  if (j.is_null()) return Value();
  if (j.is_boolean()) return Value::boolean(j.get<bool>());
  if (j.is_number_unsigned()) return Value::integer(Integer(j.get<std::uint64_t>()));
  if (j.is_number_integer()) return Value::integer(j.get<std::int64_t>());
  if (j.is_string()) return Value::symbol(j.get<std::string>());
  if (j.is_array()) {
    auto items = read_list(j, value_of);
    return items ? std::optional(Value::list(std::move(*items))) : std::nullopt;
  }
  return j.is_object() ? object_value(j) : std::nullopt;
}

void append(Json& object, std::string_view key, Json value) {
  using Members = std::vector<Json::object_t::value_type>;
  static_cast<Members&>(object.get_ref<Json::object_t&>()).emplace_back(std::string(key), std::move(value));
}

std::string dump(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::optional<nlohmann::json> parse_json(std::string_view text, const JsonOrigin& origin, Diagnostics& diagnostics) {
  const auto fail = [&](std::string_view what, std::string message, std::size_t local) {
    const auto at = static_cast<std::uint32_t>(origin.offset + std::min(local, text.size()));
    diagnostics.error(fmt::format("{}.{}", origin.family, what), std::move(message), {origin.file, at, at});
    return std::nullopt;
  };
  if (text.size() > max_foreign_bytes) return fail("too-large", "the file has more than 1 GiB", 0);
  if (const auto deep = too_deep(text))
    return fail("too-deep", fmt::format("brackets are nested more than {} deep", max_nesting), *deep);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return fail("json", parse_message(error.what()), error.byte > 0 ? error.byte - 1 : 0);
  } catch (const nlohmann::json::exception& error) {
    return fail("json", parse_message(error.what()), 0);
  }
}

const nlohmann::json* member(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string string_member(const nlohmann::json& object, const char* key) {
  const auto* found = member(object, key);
  return found && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace whynot::report
