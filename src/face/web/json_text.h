// JSON as text that is always well-formed: bytes that are no UTF-8 are replaced.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace whynot::face::web {

inline std::string text_of(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace whynot::face::web
