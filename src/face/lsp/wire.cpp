// Frames with hostile lengths are the end of the input: nothing that follows could be told apart.
#include "face/lsp/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <istream>

namespace whynot::face::lsp {
namespace {

using nlohmann::json;

constexpr std::size_t longest_message = std::size_t{64} << 20;

std::size_t number_in(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? value : 0;
}

// The bytes of a character, and how many units of UTF-16 it is.
struct Character {
  std::size_t bytes, units;
};
Character character_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  std::size_t bytes = 1;
  if (first >= 0xf0)
    bytes = 4;
  else if (first >= 0xe0)
    bytes = 3;
  else if (first >= 0xc0)
    bytes = 2;
  return {std::min(bytes, text.size() - at), bytes == 4 ? std::size_t{2} : std::size_t{1}};
}

std::size_t member(const json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

}  // namespace

std::optional<json> read_message(std::istream& in) {
  std::size_t length = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    constexpr std::string_view key = "content-length:";
    std::string head = line.substr(0, key.size());
    std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return std::tolower(c); });
    if (head == key) length = number_in(std::string_view(line).substr(key.size()));
    if (!line.empty() || length == 0) continue;
    if (length > longest_message) return std::nullopt;
    std::string text(length, '\0');
    in.read(text.data(), static_cast<std::streamsize>(length));
    if (static_cast<std::size_t>(in.gcount()) != length) return std::nullopt;
    return json::parse(text, nullptr, false);
  }
  return std::nullopt;
}

std::string framed(const json& message) {
  const std::string text = message.dump(-1, ' ', false, json::error_handler_t::replace);
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

json position_of(std::string_view text, std::size_t place) {
  place = std::min(place, text.size());
  const std::string_view before = text.substr(0, place);
  const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t at = before.rfind('\n') + 1, units = 0;
  while (at < place) {
    const Character c = character_at(text, at);
    at += c.bytes;
    units += c.units;
  }
  return {{"line", line}, {"character", units}};
}

json range_of(std::string_view text, const Range& range) {
  return {{"start", position_of(text, range.begin)}, {"end", position_of(text, range.end)}};
}

std::size_t place_of(std::string_view text, const json& position) {
  std::size_t at = 0;
  for (std::size_t line = member(position, "line"); line > 0; --line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  for (std::size_t units = member(position, "character"); units > 0 && at < text.size() && text[at] != '\n';) {
    const Character c = character_at(text, at);
    at += c.bytes;
    units -= std::min(units, c.units);
  }
  return at;
}

std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return std::nullopt;
  uri.remove_prefix(scheme.size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    const bool escape = uri[i] == '%' && i + 2 < uri.size() &&
                        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr == uri.data() + i + 3;
    path += escape ? static_cast<char>(value) : uri[i];
    if (escape) i += 2;
  }
  return path;
}

}  // namespace whynot::face::lsp
