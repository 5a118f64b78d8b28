#include "front/net/tables.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace whynot::net {
namespace {

constexpr std::array<std::size_t, field_count> widths = {8, 16, 16, 8, 32, 32, 16};
constexpr std::size_t rule_fields = 14;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// `[100034, 100008]`; empty text and `[]` are no ports.
std::optional<std::vector<Port>> ports(std::string_view text) {
  std::vector<Port> result;
  if (text.empty() || text == "[]") return result;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  for (std::string_view item : split(text.substr(1, text.size() - 2), ',')) {
    while (item.starts_with(' ')) item.remove_prefix(1);
    Port port = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), port);
    if (error != std::errc() || end != item.data() + item.size()) return std::nullopt;
    result.push_back(port);
  }
  return result;
}

// 128 characters 0, 1, x with commas between bytes; `None` matches everything.
std::optional<Match> wildcard(std::string_view text) {
  Match match = {};
  if (text == "None") return match;
  std::size_t field = 0, bit = 0;
  for (char c : text) {
    if (c == ',') continue;
    if (field == field_count || (c != '0' && c != '1' && c != 'x')) return std::nullopt;
    Ternary& t = match[field];
    t.value = t.value << 1 | (c == '1' ? 1 : 0);
    t.mask = t.mask << 1 | (c == 'x' ? 0 : 1);
    if (++bit == widths[field]) {
      bit = 0;
      ++field;
    }
  }
  return field == field_count ? std::optional<Match>(match) : std::nullopt;
}

bool begins_with_digit(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

// Calls `use` with the fields of each rule line; false from it is a format error.
template <class Use>
void for_each_rule(FileId file, const Sources& sources, Diagnostics& diagnostics, Use use) {
  const std::string_view text = sources.text(file);
  std::uint32_t begin = 0;
  for (std::string_view line : split(text, '\n')) {
    const auto end = static_cast<std::uint32_t>(begin + line.size());
    while (line.ends_with('\r')) line.remove_suffix(1);
    const auto fields = split(line, '$');
    // The head (width, name, count) and the lines that frame sections.
    const bool is_head = begin == 0 && fields.size() > 2 && fields.size() < rule_fields && begins_with_digit(fields[0]);
    const bool is_frame = line.empty() || line.starts_with('#') || is_head;
    if (!is_frame && (fields.size() < rule_fields || !use(fields)))
      diagnostics.error("net.format", "this is no rule: action$ports$match$mask$rewrite$…$ports$…", {file, begin, end});
    begin = end + 1;
  }
}

// By the first line.
std::optional<std::size_t> announced_rules(std::string_view text) {
  const auto fields = split(text.substr(0, text.find('\n')), '$');
  std::size_t number = 0;
  if (fields.size() < 3 || !begins_with_digit(fields[2])) return std::nullopt;
  std::from_chars(fields[2].data(), fields[2].data() + fields[2].size(), number);
  return number;
}

// A bit of the mask that is not set takes what the rewrite says.
bool rewrites_more_than(std::size_t field, const Match& mask) {
  for (std::size_t f = 0; f < field_count; ++f) {
    const std::size_t width = width_of(static_cast<Field>(f));
    const std::uint32_t all = width == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << width) - 1;
    if (f != field && mask[f].value != all) return true;
  }
  return false;
}

}  // namespace

std::size_t width_of(Field f) { return widths[static_cast<std::size_t>(f)]; }

void read_rules(FileId file, const Sources& sources, std::string name, Tables& tables, Diagnostics& diagnostics) {
  Router router{std::move(name), {}};
  for_each_rule(file, sources, diagnostics, [&](const std::vector<std::string_view>& fields) {
    const auto in = ports(fields[1]), out = ports(fields[7]);
    const auto match = wildcard(fields[2]), mask = wildcard(fields[3]), rewrite = wildcard(fields[4]);
    if ((fields[0] != "fwd" && fields[0] != "rw") || !in || !out || !match || !mask || !rewrite) return false;
    TransferRule rule{*in, *out, *match, {}};
    constexpr auto vlan = static_cast<std::size_t>(Field::Vlan);
    if (fields[3] != "None" && (*mask)[vlan].value == 0) rule.vlan = (*rewrite)[vlan].value;
    tables.rewrites += fields[3] != "None" && rewrites_more_than(vlan, *mask);
    router.rules.push_back(std::move(rule));
    return true;
  });
  const auto announced = announced_rules(sources.text(file));
  if (!announced || *announced != router.rules.size())
    diagnostics
        .warning("net.cut",
                 announced
                     ? fmt::format("the first line announces {} rules, there are {}", *announced, router.rules.size())
                     : "the first line should be WIDTH$NAME$RULES$…",
                 {file, 0, 0})
        .help = "is the file whole?";
  tables.routers.push_back(std::move(router));
}

void read_links(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  for_each_rule(file, sources, diagnostics, [&](const std::vector<std::string_view>& fields) {
    const auto from = ports(fields[1]), to = ports(fields[7]);
    if (fields[0] != "link" || !from || !to) return false;
    for (Port f : *from) tables.links[f].insert(tables.links[f].end(), to->begin(), to->end());
    return true;
  });
}

// `$router` begins a section; lines in it are `port name:number`.
void read_port_names(FileId file, const Sources& sources, Tables& tables) {
  for (std::string_view line : split(sources.text(file), '\n')) {
    const std::size_t colon = line.rfind(':');
    if (line.starts_with('$') || colon == std::string_view::npos) continue;
    Port port = 0;
    const std::string_view digits = line.substr(colon + 1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), port).ec == std::errc())
      tables.port_names[port] = line.substr(0, colon);
  }
}

}  // namespace whynot::net
