// Values as CONTRACT.md writes them in JSON, and reading JSON that a stranger wrote: with limits, and with
// a diagnostic in place of an exception.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "expr/value.h"

namespace whynot::report {

using Json = nlohmann::ordered_json;  // what we write: keys stay in the order of writing

Json json_of(const Value&);
inline Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
// What stands in the JSON; strings become symbols, to be read by type later (see literal.h).  Nothing for
// fractions and objects of no known shape.
std::optional<Value> value_of(const nlohmann::json&);

// Adds a member without looking for the key: objects with a key per column would take quadratic time.
// REQUIRES a key that `object` does not have.
void append(Json& object, std::string_view key, Json value);

// On one line; never throws, whatever bytes the strings hold.
std::string dump(const Json&);

// Where a JSON text stands and what its errors are called: their codes are FAMILY.json, .too-deep and .too-large.
struct JsonOrigin {
  FileId file;
  std::size_t offset = 0;  // where the text begins in the file
  std::string_view family = "trace";
};

// The document, or nothing after an error in `diagnostics`.  Nesting is limited, so that what is made of the document
// may be walked by recursion.
std::optional<nlohmann::json> parse_json(std::string_view text, const JsonOrigin&, Diagnostics&);

// Members of objects that may be missing or of another type.
const nlohmann::json* member(const nlohmann::json& object, const char* key);
std::string string_member(const nlohmann::json& object, const char* key);

}  // namespace whynot::report
