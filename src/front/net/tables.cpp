// Splits lines into fields, and checks each field where it is read.  Lines of one table repeat each other: most lists
// of ports, masks and rewrites are those of a line before, and are not read again.
#include "front/net/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace whynot::front::net {
namespace {

constexpr std::size_t used_fields = 8, rule_fields = 13;  // what is read of a rule, and all of it
constexpr std::string_view rule_shape = "a rule is action$ports$match$mask$rewrite$…$…$ports$…, 13 fields in all";

void split(std::string_view text, char at, std::vector<std::string_view>& parts) {
  parts.clear();
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  split(text, at, parts);
  return parts;
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
  Reader(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), tables_(tables), diagnostics_(diagnostics) {}

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
  // As many characters of `bits` as the layout has, with or without commas between bytes; `None` is all x.
  std::optional<Match> wildcard(std::string_view field, std::string_view what, std::string_view bits);
  // The same of a field that mostly is that of the line before.
  std::optional<Match> mask(std::string_view field) { return like_last(last_mask_, field, "mask", "01"); }
  std::optional<Match> rewrite(std::string_view field) { return like_last(last_rewrite_, field, "rewrite", "01x"); }
  // How many rules the first line announces, as far as the text can hold them.
  std::size_t most_rules() const;
  bool is_action(std::string_view field, std::initializer_list<std::string_view> actions);

  void error(std::string message, std::string_view part, std::string_view help) {
    diagnostics_.error("net.format", std::move(message), at(part)).help = help;
  }
  void warning(const char* code, std::string message, std::string_view part, std::string_view help) {
    diagnostics_.warning(code, std::move(message), at(part)).help = help;
  }

 private:
  bool is_head(std::string_view line) const {
    if (line.data() != text_.data()) return false;
    const auto fields = split(line, '$');
    return fields.size() > 2 && fields.size() < used_fields && number<std::size_t>(fields[0]);
  }

  bool knows_layout(std::string_view wildcard);
  std::optional<std::vector<Port>> read_ports(std::string_view field);
  // Tells what is wrong with it.
  std::nullopt_t wrong_wildcard(std::string_view field, std::string_view what, std::string_view bits);

  struct LastMatch {
    std::string_view text;
    Match match = {};
  };
  std::optional<Match> like_last(LastMatch& last, std::string_view field, std::string_view what,
                                 std::string_view bits) {
    if (field == last.text && !field.empty()) return last.match;
    const auto match = wildcard(field, what, bits);
    if (match) last = {field, *match};
    return match;
  }

  LastMatch last_mask_, last_rewrite_;
  std::unordered_map<std::string_view, std::vector<Port>> known_ports_;  // by their text
  FileId file_;
  std::string_view text_;
  Tables& tables_;
  Diagnostics& diagnostics_;
};

std::size_t bits_of(const Layout& layout) {
  std::size_t bits = 0;
  for (const LayoutPart& part : layout) bits += part.width;
  return bits;
}

// Of the public tables, by the number of their bits.
const char* usual_layout(std::size_t bits) {
  if (bits == 128) return "ctrl:8 tp_dst:16 tp_src:16 proto:8 dst:32 src:32 vlan:16";
  if (bits == 48) return "vlan:16 dst:32";
  return bits == 32 ? "dst:32" : nullptr;
}

std::string layout_text(const Layout& layout) {
  constexpr std::array<std::string_view, field_count> names = {"ctrl", "tp_dst", "tp_src", "proto",
                                                               "dst",  "src",    "vlan"};
  std::string text;
  for (const LayoutPart& part : layout)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        part.field ? names[whynot::net::index_of(*part.field)] : "skip", part.width);
  return text;
}

template <class Use>
void Reader::for_each_rule(Use use) {
  std::size_t rules = 0;
  std::vector<std::string_view> fields;
  for (const std::string_view whole : lines()) {
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.starts_with('#') || is_head(line)) continue;
    ++rules;
    split(line, '$', fields);
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
  const std::string_view first = trimmed(text_.substr(0, text_.find('\n')));
  const auto fields = split(first, '$');
  const auto announced = is_head(first) ? number<std::size_t>(fields[2]) : std::nullopt;
  if (!announced)
    warning("net.cut", "the first line should be WIDTH$NAME$RULES$…", first, "is the file whole?");
  else if (*announced != rules)
    warning("net.cut", fmt::format("the first line announces {} rules, there are {}", *announced, rules), fields[2],
            "is the file whole?");
}

std::size_t Reader::most_rules() const {
  constexpr std::size_t shortest = 16;  // a line with all its separators
  const std::string_view first = trimmed(text_.substr(0, text_.find('\n')));
  const auto announced = is_head(first) ? number<std::size_t>(split(first, '$')[2]) : std::nullopt;
  return std::min(announced.value_or(0), text_.size() / shortest);
}

std::optional<std::vector<Port>> Reader::ports(std::string_view field) {
  if (const auto known = known_ports_.find(field); known != known_ports_.end()) return known->second;
  auto read = read_ports(field);
  if (read) known_ports_.emplace(field, *read);
  return read;
}

// `[100034, 100008]`; empty text and `[]` are no ports.
std::optional<std::vector<Port>> Reader::read_ports(std::string_view field) {
  constexpr std::string_view help = "ports are numbers in brackets, such as [100034, 100008]";
  std::vector<Port> result;
  const std::string_view list = trimmed(field);
  if (list.empty() || list == "[]") return result;
  if (list.size() < 2 || list.front() != '[' || list.back() != ']') {
    error(fmt::format("`{}` is not a list of ports", list), field, help);
    return std::nullopt;
  }
  bool ok = true;
  for (const std::string_view part : split(list.substr(1, list.size() - 2), ',')) {
    const std::string_view item = trimmed(part);
    const auto port = number<Port>(item);
    if (!port) error(fmt::format("`{}` is not a port", item), item.empty() ? field : item, help);
    ok = ok && port;
    result.push_back(port.value_or(0));
  }
  return ok ? std::optional(std::move(result)) : std::nullopt;
}

// Where nothing was declared, the first line tells how many half bytes a header has, or else the first match.
bool Reader::knows_layout(std::string_view wildcard) {
  if (!tables_.layout.empty()) return true;
  const std::string_view first = trimmed(text_.substr(0, text_.find('\n')));
  const std::size_t said = is_head(first) ? 4 * *number<std::size_t>(split(first, '$')[0]) : 0;
  const auto bits =
      static_cast<std::size_t>(std::count_if(wildcard.begin(), wildcard.end(), [](char c) { return c != ','; }));
  if (const char* usual = usual_layout(said) ? usual_layout(said) : usual_layout(bits)) {
    declare(*read_layout(usual), tables_);
    return true;
  }
  error(fmt::format("a header of {} bits: which fields lie in them?", bits), wildcard,
        fmt::format("say it with --layout: {}", layout_shape));
  return false;
}

std::optional<Match> Reader::wildcard(std::string_view field, std::string_view what, std::string_view bits) {
  if (field == "None") return Match{};
  if (!knows_layout(field)) return std::nullopt;
  const char* at = field.data();
  const char* const end = at + field.size();
  const bool may_be_open = bits.find('x') != std::string_view::npos;
  Match match = {};
  for (const LayoutPart& part : tables_.layout) {
    Bits value = 0, mask = 0;
    for (std::size_t left = part.width; left > 0;) {
      const std::size_t some = std::min<std::size_t>(left, 64);
      std::uint64_t ones = 0, known = 0;
      std::size_t seen = 0;
      for (; seen < some && at != end; ++at) {
        if (*at == ',') continue;
        const bool is_one = *at == '1', is_open = *at == 'x' && may_be_open;
        if (!is_one && !is_open && *at != '0') return wrong_wildcard(field, what, bits);
        ones = ones << 1 | (is_one ? 1 : 0);
        known = known << 1 | (is_open ? 0 : 1);
        ++seen;
      }
      if (seen < some) return wrong_wildcard(field, what, bits);
      value = value << some | ones;
      mask = mask << some | known;
      left -= some;
    }
    if (part.field)
      match[whynot::net::index_of(*part.field)] = {value, mask};
    else if (what == "match")
      tables_.skipped += whynot::net::count_ones(mask);
  }
  while (at != end && *at == ',') ++at;
  return at == end ? std::optional(match) : wrong_wildcard(field, what, bits);
}

std::nullopt_t Reader::wrong_wildcard(std::string_view field, std::string_view what, std::string_view bits) {
  std::size_t seen = 0;
  for (const char& c : field) {
    if (c == ',') continue;
    ++seen;
    if (bits.find(c) != std::string_view::npos) continue;
    error(fmt::format("`{}` in a {}: it has the characters `{}`, with commas between bytes, or is None", c, what, bits),
          {&c, 1}, rule_shape);
    return std::nullopt;
  }
  error(fmt::format("this {} has {} bits, a header has {}", what, seen, bits_of(tables_.layout)), field,
        layout_text(tables_.layout));
  return std::nullopt;
}

bool Reader::is_action(std::string_view field, std::initializer_list<std::string_view> actions) {
  std::string known;
  for (const std::string_view action : actions) {
    if (field == action) return true;
    known += (known.empty() ? "`" : " or `") + std::string(action) + "`";
  }
  error(fmt::format("`{}` is not an action of this file: it should be {}", field, known), field, rule_shape);
  return false;
}

// A bit of the mask that is not set takes what the rewrite says.
bool rewrites_more_than(std::size_t field, const Match& mask) {
  for (std::size_t f = 0; f < field_count; ++f)
    if (f != field && mask[f].value != mask[f].mask) return true;  // a mask has no x: the bits that are there
  return false;
}

std::optional<TransferRule> rule_of(Reader& reader, const std::vector<std::string_view>& fields, Tables& tables) {
  constexpr auto vlan = static_cast<std::size_t>(Field::Vlan);
  const bool known = reader.is_action(fields[0], {"fwd", "rw"});
  auto in = reader.ports(fields[1]), out = reader.ports(fields[7]);
  const auto match = reader.wildcard(fields[2], "match", "01x");
  const auto mask = reader.mask(fields[3]), rewrite = reader.rewrite(fields[4]);
  if (!known || !in || !out || !match || !mask || !rewrite) return std::nullopt;
  TransferRule rule{std::move(*in), std::move(*out), *match, {}, reader.at(fields[1]), reader.at(fields[7]), {}};
  rule.line = join(reader.at(fields.front()), reader.at(fields.back()));
  if (fields[3] == "None") return rule;
  const auto keep = static_cast<std::uint32_t>((*mask)[vlan].value);
  rule.vlan = {keep, static_cast<std::uint32_t>((*rewrite)[vlan].value) & ~keep};
  tables.rewrites += rewrites_more_than(vlan, *mask);
  return rule;
}

// Addresses may be of IPv6.
std::size_t most_wide(std::string_view field) {
  return field == "dst" || field == "ip_dst" || field == "src" || field == "ip_src" ? whynot::net::most_bits : 32;
}

}  // namespace

std::optional<Layout> read_layout(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Field>, 11> names = {{{"ctrl", Field::Ctrl},
                                                                         {"tp_dst", Field::TpDst},
                                                                         {"dport", Field::TpDst},
                                                                         {"tp_src", Field::TpSrc},
                                                                         {"sport", Field::TpSrc},
                                                                         {"proto", Field::Proto},
                                                                         {"dst", Field::IpDst},
                                                                         {"ip_dst", Field::IpDst},
                                                                         {"src", Field::IpSrc},
                                                                         {"ip_src", Field::IpSrc},
                                                                         {"vlan", Field::Vlan}}};
  Layout layout;
  std::array<bool, field_count> seen = {};
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    const std::size_t colon = word.find(':');
    const auto width = colon == std::string_view::npos ? std::nullopt : number<std::size_t>(word.substr(colon + 1));
    const std::string_view name = word.substr(0, colon);
    if (!width || *width == 0 || *width > most_wide(name)) return std::nullopt;
    const auto known = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == name; });
    if (known == names.end() && name != "skip") return std::nullopt;
    layout.push_back({known == names.end() ? std::nullopt : std::optional(known->second), *width});
    if (known == names.end()) continue;
    bool& twice = seen[whynot::net::index_of(known->second)];
    if (twice) return std::nullopt;
    twice = true;
  }
  return layout.empty() ? std::nullopt : std::optional(layout);
}

std::string match_text(const Layout& layout, Bits destination, std::string_view like) {
  std::string text;
  for (const LayoutPart& part : layout)
    for (std::size_t bit = part.width; bit-- > 0;) {
      if (!text.empty() && text.size() < like.size() && like[text.size()] == ',') text += ',';
      const bool is_destination = part.field == Field::IpDst;
      text += is_destination ? static_cast<char>('0' + static_cast<int>(destination >> bit & 1)) : 'x';
    }
  return text;
}

void declare(const Layout& layout, Tables& tables) {
  tables.layout = layout;
  for (const LayoutPart& part : layout)
    if (part.field) tables.widths[whynot::net::index_of(*part.field)] = part.width;
  // Both addresses of a packet are of one family.
  const bool has_source =
      std::any_of(layout.begin(), layout.end(), [](const LayoutPart& p) { return p.field == Field::IpSrc; });
  std::size_t &destination = tables.widths[whynot::net::index_of(Field::IpDst)],
              &source = tables.widths[whynot::net::index_of(Field::IpSrc)];
  if (!has_source && destination == 128) source = destination;
}

void read_rules(FileId file, const Sources& sources, std::string name, Tables& tables, Diagnostics& diagnostics) {
  Reader reader(file, sources, tables, diagnostics);
  Router router{std::move(name), {}};
  router.rules.reserve(reader.most_rules() + 1);  // one stage may be added
  reader.for_each_rule([&](const std::vector<std::string_view>& fields) {
    auto rule = rule_of(reader, fields, tables);
    if (rule) router.rules.push_back(std::move(*rule));
    return rule.has_value();
  });
  tables.routers.push_back(std::move(router));
}

std::optional<TransferRule> read_rule(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  Reader reader(file, sources, tables, diagnostics);
  const auto fields = split(trimmed(sources.text(file)), '$');
  return fields.size() < used_fields ? std::nullopt : rule_of(reader, fields, tables);
}

void read_links(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  Reader reader(file, sources, tables, diagnostics);
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
  Reader reader(file, sources, tables, diagnostics);
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
      reader.warning("net.port-map", fmt::format("`{}` is not a receiving port: it names no interface", *port), line,
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
