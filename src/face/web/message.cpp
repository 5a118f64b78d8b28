#include "face/web/message.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace whynot::face::web {
namespace {

const Header* find(const std::vector<Header>& headers, std::string_view name) {
  const auto found = std::find_if(headers.begin(), headers.end(), [&](const Header& h) { return h.name == name; });
  return found == headers.end() ? nullptr : &*found;
}

}  // namespace

bool Request::has(std::string_view name) const { return find(headers, name) != nullptr; }

std::string_view Request::header(std::string_view name) const {
  const Header* found = find(headers, name);
  return found ? std::string_view(found->value) : std::string_view();
}

std::string_view Request::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

Response error_response(int status, std::string_view message) {
  const nlohmann::json body = {{"error", message}};
  return {status, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

}  // namespace whynot::face::web
