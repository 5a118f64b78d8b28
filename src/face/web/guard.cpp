// Requests are refused in layers: first by their headers alone, then without the token, then, if they change something,
// without our origin and a JSON body.  Secrets are compared in constant time.
#include "face/web/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/check.h"

namespace whynot::face::web {
namespace {

constexpr std::array hosts = std::to_array<std::string_view>({"127.0.0.1", "localhost", "[::1]"});

bool is_json(std::string_view type) {
  constexpr std::string_view name = "application/json";
  return type == name || (type.starts_with(name) && (type[name.size()] == ';' || type[name.size()] == ' '));
}

}  // namespace

std::string random_secret() {
  std::array<unsigned char, 16> bytes{};
  const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
  WHYNOT_CHECK(got == static_cast<ssize_t>(bytes.size()), "the kernel gives 16 random bytes at once");
  std::string text;
  for (unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i) difference |= static_cast<unsigned>((i < a.size() ? a[i] : 0) ^ b[i]);
  return difference == 0;
}

std::string Guard::cookie_name() const { return fmt::format("whynot_{}", port_); }

bool Guard::is_own_origin(std::string_view origin) const {
  return std::any_of(hosts.begin(), hosts.end(),
                     [&](std::string_view host) { return origin == fmt::format("http://{}:{}", host, port_); });
}

bool Guard::knows_token(const Request& request) const { return same_secret(request.header("x-whynot-token"), token_); }

std::optional<Response> Guard::refuses(const Request& request) const {
  const std::string_view host = request.header("host");
  if (!request.has("host")) return error_response(400, "a Host header is needed");
  if (std::none_of(hosts.begin(), hosts.end(),
                   [&](std::string_view h) { return host == fmt::format("{}:{}", h, port_); }))
    return error_response(421, "this is not the host you are looking for");
  if (request.method == "OPTIONS") return error_response(403, "no other origin may ask");
  if (request.method != "GET" && request.method != "POST") return error_response(405, "only GET and POST are answered");
  if (request.has("origin") && !is_own_origin(request.header("origin")))
    return error_response(403, "not from this origin");
  if (request.has("upgrade")) return error_response(400, "nothing is upgraded here");
  return std::nullopt;
}

std::optional<Response> Guard::refuses_reading(const Request& request) const {
  const std::string_view site = request.header("sec-fetch-site");
  if (request.has("sec-fetch-site") && site != "same-origin" && site != "none")
    return error_response(403, "not from this site");
  if (!knows_token(request)) return error_response(401, "open the address that `whynot serve` printed");
  return std::nullopt;
}

std::optional<Response> Guard::refuses_change(const Request& request) const {
  if (auto refusal = refuses_reading(request)) return refusal;
  if (!request.has("origin") && request.header("sec-fetch-site") != "same-origin")
    return error_response(403, "an Origin header is needed");
  if (!is_json(request.header("content-type"))) return error_response(415, "the body must be application/json");
  return std::nullopt;
}

// Whoever has the token may log in: a page of another site does not have it, and cannot send this content type.
Response Guard::login(const Request& request) const {
  const std::string_view site = request.header("sec-fetch-site");
  if (request.has("sec-fetch-site") && site != "same-origin" && site != "none")
    return error_response(403, "not from this site");
  if (!is_json(request.header("content-type"))) return error_response(415, "the body must be application/json");
  const auto body = nlohmann::json::parse(request.body, nullptr, false);
  if (!body.is_object() || !body.contains("token") || !body["token"].is_string())
    return error_response(400, "expected {\"token\": …}");
  if (!same_secret(body["token"].get<std::string>(), token_)) return error_response(401, "wrong token");
  return {200,
          "{\"ok\":true}\n",
          "application/json",
          {{"Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name(), session_)}}};
}

}  // namespace whynot::face::web
