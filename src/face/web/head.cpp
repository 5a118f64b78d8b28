// The reader goes through the head once, line by line, and stops at the first thing it does not accept; there is no
// attempt to repair anything.
#include "face/web/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace whynot::face::web {
namespace {

bool is_token(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
bool all_tokens(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_token); }

// Printable ASCII without what a browser escapes in a path; a `#` never reaches a server.
bool is_target(std::string_view text) {
  const auto fine = [](char c) {
    return c > 0x20 && c < 0x7f && std::string_view("#\"<>\\^`{|}").find(c) == std::string_view::npos;
  };
  return text.starts_with('/') && std::all_of(text.begin(), text.end(), fine);
}

bool is_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c == '\t' || (c >= 0x20 && c != 0x7f); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Headers that mean one thing: two of them are two answers to one question.
constexpr std::array single =
    std::to_array<std::string_view>({"host", "content-length", "transfer-encoding", "content-type", "origin", "cookie",
                                     "x-whynot-token", "sec-fetch-site", "expect"});

class Reader {
 public:
  Reader(std::string_view head, const HeadLimits& limits) : rest_(head), limits_(limits) {}

  std::variant<Request, Response> run() {
    if (rest_.size() > limits_.bytes) refuse(431, "the head is too long");
    request_line();
    while (!refusal_ && rest_ != "\r\n") header_line();
    if (!refusal_) body_length();
    if (refusal_) return std::move(*refusal_);
    return std::move(request_);
  }

 private:
  void refuse(int status, std::string_view message) {
    if (!refusal_) refusal_ = error_response(status, message);
  }

  std::string_view line() {
    const std::size_t end = rest_.find("\r\n");
    if (end == std::string_view::npos) {
      refuse(400, "a line of the head does not end");
      return {};
    }
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 2);
    return text;
  }

  void request_line() {
    const std::string_view text = line();
    if (text.size() > limits_.line) return refuse(414, "the request line is too long");
    const std::size_t first = text.find(' '), last = text.rfind(' ');
    if (first == std::string_view::npos || first == last) return refuse(400, "malformed request line");
    const std::string_view version = text.substr(last + 1);
    request_.method = text.substr(0, first);
    request_.target = text.substr(first + 1, last - first - 1);
    if (!all_tokens(request_.method)) return refuse(400, "malformed method");
    if (!is_target(request_.target)) return refuse(400, "malformed request target");
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
      return refuse(version.starts_with("HTTP/") ? 505 : 400, "HTTP/1.1 is spoken here");
    request_.minor_version = version == "HTTP/1.1" ? 1 : 0;
  }

  void header_line() {
    const std::string_view text = line();
    const std::size_t colon = text.find(':');
    if (refusal_) return;
    if (colon == std::string_view::npos || !all_tokens(text.substr(0, colon)) || !is_value(text.substr(colon + 1)))
      return refuse(400, "malformed header");
    if (request_.headers.size() == limits_.headers) return refuse(431, "too many headers");
    Header header{lower(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1)))};
    const bool once = std::find(single.begin(), single.end(), header.name) != single.end();
    if (once && request_.has(header.name)) return refuse(400, fmt::format("two {} headers", header.name));
    request_.headers.push_back(std::move(header));
  }

  void body_length() {
    const bool length = request_.has("content-length");
    if (request_.has("transfer-encoding"))
      return length ? refuse(400, "two lengths") : refuse(411, "a Content-Length is needed");
    if (!length) return;
    const std::string_view text = request_.header("content-length");
    const bool digits =
        !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
    if (!digits) return refuse(400, "malformed Content-Length");
    if (text.size() > 18 || std::stoull(std::string(text)) > limits_.body) return refuse(413, "the body is too long");
    request_.content_length = std::stoull(std::string(text));
  }

  std::string_view rest_;
  const HeadLimits& limits_;
  Request request_;
  std::optional<Response> refusal_;
};

}  // namespace

std::variant<Request, Response> read_head(std::string_view head, const HeadLimits& limits) {
  return Reader(head, limits).run();
}

}  // namespace whynot::face::web
