// Splits lines into fields, and checks each field where it is read.
#include "front/net/tables.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace whynot::front::net {
namespace {

constexpr std::array<std::size_t, field_count> widths = {8, 16, 16, 8, 32, 32, 16};
constexpr std::size_t header_bits = 128;
constexpr std::size_t used_fields = 8, rule_fields = 13;  // what is read of a rule, and all of it
constexpr std::string_view rule_shape = "a rule is action$ports$match$mask$rewrite$…$…$ports$…, 13 fields in all";

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// All of the text as a number.
template <class N>
std::optional<N> number(std::string_view digits) {
  N n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return n;
}

// One file, whose parts tell where they stand.
class Reader {
 public:
  Reader(FileId file, const Sources& sources, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {}

  std::vector<std::string_view> lines() const { return split(text_, '\n'); }
  Span at(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - text_.data());
    return {file_, begin, static_cast<std::uint32_t>(begin + part.size())};
  }
  // Calls `use` with the fields of each line that may be a rule; it answers whether it could read them.
  template <class Use>
  void for_each_rule(Use use);
  // Whether the file has as many rules as its first line announces.
  void check_number(std::size_t rules);

  std::optional<std::vector<Port>> ports(std::string_view field);
  std::optional<Match> wildcard(std::string_view field, std::string_view what, std::string_view bits);
  bool is_action(std::string_view field, std::initializer_list<std::string_view> actions);

  void error(std::string message, std::string_view part, std::string_view help) {
    diagnostics_.error("net.format", std::move(message), at(part)).help = help;
  }
  void warning(const char* code, std::string message, std::string_view part, std::string_view help) {
    diagnostics_.warning(code, std::move(message), at(part)).help = help;
  }

 private:
  bool is_head(std::string_view line) const {
    const auto fields = split(line, '$');
    return line.data() == text_.data() && fields.size() > 2 && fields.size() < used_fields &&
           number<std::size_t>(fields[0]);
  }

  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
};

template <class Use>
void Reader::for_each_rule(Use use) {
  std::size_t rules = 0;
  for (const std::string_view whole : lines()) {
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.starts_with('#') || is_head(line)) continue;
    ++rules;
    const auto fields = split(line, '$');
    if (fields.size() < used_fields) {
      error(fmt::format("this line has {} fields separated by `$`, a rule has {}", fields.size(), rule_fields), line,
            rule_shape);
      continue;
    }
    if (use(fields) && fields.size() < rule_fields)
      warning(
          "net.cut",
          fmt::format("this rule ends after {} of {} fields: those that count are there", fields.size(), rule_fields),
          line, "is the file whole?");
  }
  check_number(rules);
}

void Reader::check_number(std::size_t rules) {
  const std::string_view first = trimmed(lines().front());
  const auto fields = split(first, '$');
  const auto announced = is_head(first) ? number<std::size_t>(fields[2]) : std::nullopt;
  if (!announced)
    warning("net.cut", "the first line should be WIDTH$NAME$RULES$…", first, "is the file whole?");
  else if (*announced != rules)
    warning("net.cut", fmt::format("the first line announces {} rules, there are {}", *announced, rules), fields[2],
            "is the file whole?");
}

// `[100034, 100008]`; empty text and `[]` are no ports.
std::optional<std::vector<Port>> Reader::ports(std::string_view field) {
  constexpr std::string_view help = "ports are numbers in brackets, such as [100034, 100008]";
  std::vector<Port> result;
  const std::string_view list = trimmed(field);
  if (list.empty() || list == "[]") return result;
  if (list.size() < 2 || list.front() != '[' || list.back() != ']') {
    error(fmt::format("`{}` is no list of ports", list), field, help);
    return std::nullopt;
  }
  bool ok = true;
  for (const std::string_view part : split(list.substr(1, list.size() - 2), ',')) {
    const std::string_view item = trimmed(part);
    const auto port = number<Port>(item);
    if (!port) error(fmt::format("`{}` is no port", item), item.empty() ? field : item, help);
    ok = ok && port;
    result.push_back(port.value_or(0));
  }
  return ok ? std::optional(std::move(result)) : std::nullopt;
}

// 128 characters of `bits`, with commas between bytes; `None` is all x.
std::optional<Match> Reader::wildcard(std::string_view field, std::string_view what, std::string_view bits) {
  Match match = {};
  if (field == "None") return match;
  std::size_t field_number = 0, bit = 0, seen = 0;
  for (const char& c : field) {
    if (c == ',') continue;
    if (bits.find(c) == std::string_view::npos) {
      error(
          fmt::format("`{}` in a {}: it has the characters `{}`, with commas between bytes, or is None", c, what, bits),
          {&c, 1}, rule_shape);
      return std::nullopt;
    }
    if (++seen > header_bits) continue;
    Ternary& t = match[field_number];
    t.value = t.value << 1 | (c == '1' ? 1 : 0);
    t.mask = t.mask << 1 | (c == 'x' ? 0 : 1);
    if (++bit < widths[field_number]) continue;
    bit = 0;
    ++field_number;
  }
  if (seen == header_bits) return match;
  error(fmt::format("this {} has {} bits, a header has {}", what, seen, header_bits), field,
        "ctrl 8, tp_dst 16, tp_src 16, proto 8, ip_dst 32, ip_src 32, vlan 16");
  return std::nullopt;
}

bool Reader::is_action(std::string_view field, std::initializer_list<std::string_view> actions) {
  std::string known;
  for (const std::string_view action : actions) {
    if (field == action) return true;
    known += (known.empty() ? "`" : " or `") + std::string(action) + "`";
  }
  error(fmt::format("`{}` is no action of this file: it should be {}", field, known), field, rule_shape);
  return false;
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
  constexpr auto vlan = static_cast<std::size_t>(Field::Vlan);
  Reader reader(file, sources, diagnostics);
  Router router{std::move(name), {}};
  reader.for_each_rule([&](const std::vector<std::string_view>& fields) {
    const bool known = reader.is_action(fields[0], {"fwd", "rw"});
    auto in = reader.ports(fields[1]), out = reader.ports(fields[7]);
    const auto match = reader.wildcard(fields[2], "match", "01x");
    const auto mask = reader.wildcard(fields[3], "mask", "01"), rewrite = reader.wildcard(fields[4], "rewrite", "01x");
    if (!known || !in || !out || !match || !mask || !rewrite) return false;
    TransferRule rule{std::move(*in), std::move(*out), *match, {}, reader.at(fields[1]), reader.at(fields[7])};
    if (fields[3] != "None") {
      const std::uint32_t keep = (*mask)[vlan].value;
      rule.vlan = {keep, (*rewrite)[vlan].value & ~keep};
      tables.rewrites += rewrites_more_than(vlan, *mask);
    }
    router.rules.push_back(std::move(rule));
    return true;
  });
  tables.routers.push_back(std::move(router));
}

void read_links(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  Reader reader(file, sources, diagnostics);
  reader.for_each_rule([&](const std::vector<std::string_view>& fields) {
    const bool known = reader.is_action(fields[0], {"link"});
    const auto from = reader.ports(fields[1]), to = reader.ports(fields[7]);
    if (!known || !from || !to) return false;
    if (from->empty() || to->empty())
      reader.warning("net.unknown-port", "this link has no port at one of its ends", fields[from->empty() ? 1 : 7],
                     "a link leads from sending ports to receiving ports");
    for (Port f : *from)
      for (Port t : *to) tables.links.push_back({f, t, reader.at(fields[1]), reader.at(fields[7])});
    return true;
  });
}

// `$router` begins a section; lines in it are `name:port`.
void read_port_names(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  Reader reader(file, sources, diagnostics);
  for (const std::string_view whole : reader.lines()) {
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.starts_with('$') || line.starts_with('#')) continue;
    constexpr std::string_view help = "lines are $ROUTER or NAME:PORT, such as te1/1:100001; the line is left out";
    const std::size_t colon = line.rfind(':');
    const auto port = colon == std::string_view::npos ? std::nullopt : number<Port>(trimmed(line.substr(colon + 1)));
    const std::string_view name = port ? trimmed(line.substr(0, colon)) : "";
    if (name.empty()) {
      reader.warning("net.port-map", fmt::format("`{}` names no port", line), line, help);
    } else if (stage_of(*port) != 0 || is_routing(*port)) {
      reader.warning("net.port-map", fmt::format("`{}` is no receiving port: it names no interface", *port), line,
                     "an interface is called by its receiving port, router * 100000 + number; the line is left out");
    } else if (const auto [known, is_new] =
                   tables.port_names.emplace(*port, PortName{std::string(name), reader.at(line)});
               !is_new && known->second.name != name) {
      reader.warning("net.port-map",
                     fmt::format("port {} is called `{}` here and `{}` before", *port, name, known->second.name), line,
                     "the first name is taken");
    }
  }
}

}  // namespace whynot::front::net
