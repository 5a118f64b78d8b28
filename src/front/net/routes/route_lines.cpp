// Words of a line are looked at one by one: a prefix opens a route, `via` and `dev` and what follows commas name where
// it leads; lines without a prefix go on with the route before.
#include "front/net/routes/route_lines.h"

#include <fmt/format.h>

#include "front/net/routes/policy.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

using Tokens = std::vector<std::string_view>;  // words, and commas

Tokens tokens_of(std::string_view line) {
  Tokens tokens;
  for (const std::string_view word : words_of(line, " \t")) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= word.size(); ++i) {
      if (i < word.size() && word[i] != ',') continue;
      if (i > begin) tokens.push_back(word.substr(begin, i - begin));
      if (i < word.size()) tokens.push_back(word.substr(i, 1));
      begin = i + 1;
    }
  }
  return tokens;
}

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

std::string_view without_zone(std::string_view word) { return word.substr(0, word.find('%')); }

std::optional<Prefix> address_of(std::string_view word) {
  word = without_zone(word);
  const bool may_be = std::count(word.begin(), word.end(), '.') == 3 || word.find(':') != std::string_view::npos;
  return may_be ? read_address(word) : std::nullopt;
}

bool is_type_of_linux(std::string_view word) {
  return is_one_of(word, {"unicast", "local", "broadcast", "multicast", "anycast", "blackhole", "unreachable",
                          "prohibit", "throw", "nat"});
}
// `O*E2`, `B`, `L1`: how a route was learnt.
bool is_code(std::string_view word) {
  constexpr std::size_t longest = 5;
  return word.size() <= longest && word != "," && word.find_first_of(":.'\"=[/#") == std::string_view::npos &&
         !is_one_of(word, {"via", "*via", "**via", "to", "dev", ">", "is", "for", "show", "sh", "ip", "ipv6"});
}

// The token that a route's prefix is, or none.
std::size_t place_of_prefix(const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "default" && (i == 0 || is_type_of_linux(tokens[i - 1]))) return i;
    if (address_of(tokens[i])) return i;
    if (!is_code(tokens[i]) && !is_type_of_linux(tokens[i])) break;
  }
  return tokens.size();
}
Prefix prefix_at(std::string_view word, std::size_t width) {
  return word == "default" ? Prefix{0, 0, width} : *address_of(word);
}

// A name of an interface: what is no keyword of a dialect.
bool is_name(std::string_view word) {
  return !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) &&
         !is_one_of(word,
                    {"dev",      "proto",     "scope",      "metric",     "src",      "weight",   "table",  "onlink",
                     "linkdown", "directly",  "attached",   "indirectly", "label",    "tag",      "from",   "type",
                     "receive",  "repair",    "intra",      "inter",      "external", "internal", "direct", "static",
                     "local",    "connected", "drop",       "discard",    "summary",  "default",  "via",    "to",
                     "nexthop",  "is",        "unresolved", "recursive",  "no",       "punt",     "never"});
}
// What drops packets, or keeps them for the router itself.
bool ends_route(std::string_view word) {
  return is_one_of(word, {"Reject", "Discard", "Receive", "MultiRecv", "Local", "drop", "receive", "discard", "Null0"});
}

// Where a route leads, of the words after its prefix or of a further line.
class Hops {
 public:
  Hops(const Tokens& tokens, std::size_t from, Route& route) : tokens_(tokens), at_(from), from_(from), route_(route) {}

  // Whether the words say something about where packets go.
  bool read() {
    for (; at_ < tokens_.size(); ++at_) take();
    flush();
    if (route_.drops) route_.hops.clear();
    return some_ || route_.drops;
  }
  // `tos 0x10`: the route is for some packets only, by what is not looked at.
  bool is_special() const { return special_; }

 private:
  std::string_view peek(std::size_t ahead = 1) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : std::string_view();
  }

  // A spare way (of a repair, or dead) is understood and not taken.
  void flush() {
    const bool is_hop = hop_.gateway || !hop_.interface.empty();
    some_ = some_ || is_hop;
    if (is_hop && !spare_) route_.hops.push_back(hop_);
    hop_ = {};
    spare_ = false;
    items_ = 0;
  }

  void take() {
    const std::string_view word = tokens_[at_];
    if (is_one_of(word, {"nexthop", "\\"})) {
      flush();
      if (address_of(peek())) bare(++at_);
    } else if (is_one_of(word, {"via", "*via", "**via", "to"})) {
      by_way_of(word);
    } else if (word == "dev") {
      hop_.interface = peek();
      ++at_;
    } else if (ends_route(word) || (word == "no" && peek() == "route")) {
      route_.drops = true;
    } else if (is_one_of(word, {"connected", "attached", "summary"})) {
      attached();
    } else if (word == ",") {
      item();
    } else if (is_one_of(word, {"(!)", "dead", "repair"})) {
      spare_ = true;
    } else if (word == "repair:") {  // the way that is taken when another one fails
      some_ = true;
      at_ = tokens_.size();
    } else if ((at_ == from_ || after_bare_) && address_of(word)) {
      bare(at_);
    } else {
      setting(word);
    }
  }

  void by_way_of(std::string_view word) {
    const bool family = is_one_of(peek(), {"inet", "inet6"});
    const std::string_view next = peek(family ? 2 : 1);
    if (const auto gateway = address_of(next)) {
      if (hop_.gateway || !hop_.interface.empty()) flush();
      hop_.gateway = gateway;
      at_ += family ? 2 : 1;
    } else if (is_name(next)) {
      if (!hop_.interface.empty()) flush();
      if (ends_route(next)) route_.drops = true;
      hop_.interface = without_zone(next);
      ++at_;
    }
    is_nexus_ = word.starts_with('*');
    takes_items_ = true;
  }

  // `172.20.4.2  Vlan2` of CEF.
  void bare(std::size_t at) {
    if (hop_.gateway || !hop_.interface.empty()) flush();
    hop_.gateway = address_of(tokens_[at]);
    at_ = at;
    after_bare_ = true;
    if (is_name(peek())) hop_.interface = tokens_[++at_];
    if (ends_route(hop_.interface)) route_.drops = true;
  }

  void attached() {
    takes_items_ = true;
    if (peek() == "to") ++at_;
    if (is_name(peek()) && !ends_route(peek())) hop_.interface = tokens_[++at_];
    after_bare_ = after_bare_ || !hop_.interface.empty();
  }

  // `, 00:01:02, Ethernet1`: an interface is one word; of Nexus it comes first.
  void item() {
    ++items_;
    const std::string_view next = without_zone(peek());
    const bool one_word = at_ + 2 >= tokens_.size() || is_one_of(peek(2), {",", "(!)", "via", "label"}) ||
                          peek(2).starts_with('[') || peek(2) == "label";
    if (is_nexus_ && next == "local") route_.drops = true;
    if (!takes_items_ || !one_word || !is_name(next) || !hop_.interface.empty() || ends_route(next)) return;
    if (is_nexus_ && items_ != 1) return;
    hop_.interface = next;
    ++at_;
  }

  void setting(std::string_view word) {
    if (word == "table") {
      route_.table = table_name(peek());
    } else if (word == "metric") {
      route_.metric = whole_number(peek()).value_or(0);
    } else if (is_one_of(word, {"tos", "dsfield"})) {
      special_ = true;
    } else if (!is_one_of(word, {"src", "proto", "scope", "weight", "mtu", "pref", "error", "expires", "advmss", "nhid",
                                 "realm", "realms", "window", "rtt", "hoplimit", "initcwnd", "encap"})) {
      return;
    }
    ++at_;
  }

  const Tokens& tokens_;
  std::size_t at_, from_;
  Route& route_;
  Hop hop_;
  std::size_t items_ = 0;  // of the hop, between commas
  bool spare_ = false, takes_items_ = false, is_nexus_ = false, after_bare_ = false, some_ = false, special_ = false;
};

class RouteLines {
 public:
  RouteLines(FileId file, const Sources& sources, std::size_t width, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), width_(width), diagnostics_(diagnostics) {}

  std::vector<Route> read() {
    find_margin();
    for_each_line(text_, [&](std::string_view line) {
      line.remove_prefix(std::min(margin_, line.size()));
      read_line(line);
    });
    return chosen();
  }

 private:
  // A table of those that a file prints.
  struct Section {
    std::string name;
    std::string_view heading;
    bool junos = false;
    std::vector<Route> routes = {};
    std::vector<Diagnostic> said = {};
  };

  Span at(std::string_view part) const { return span_in(file_, text_, part); }
  void tell(std::string message, std::string_view line, std::string help) {
    sections_.back().said.push_back(
        {Severity::Warning, "net.route", std::move(message), at(line), {}, std::move(help)});
  }

  // What all lines are indented by.
  void find_margin() {
    margin_ = text_.size();
    for_each_line(text_, [&](std::string_view line) {
      const std::size_t begin = line.find_first_not_of(" \t");
      if (begin != std::string_view::npos) margin_ = std::min(margin_, begin);
    });
  }

  // `inet.0: 12 destinations, …` of Junos, `Routing Table: RED`, `VRF: RED`, `IP Route Table for VRF "RED"`,
  // `IPv6 Routing Table - RED - 7 entries`.
  static std::optional<Section> section_of(std::string_view line, const Tokens& t) {
    const auto has = [&](std::size_t i, std::string_view word) { return i < t.size() && t[i] == word; };
    if (t[0].ends_with(':') && has(2, "destinations"))
      return Section{std::string(t[0].substr(0, t[0].size() - 1)), line, true};
    if (has(0, "Routing") && has(1, "Table:") && t.size() > 2) return Section{std::string(t[2]), line};
    if (has(0, "VRF:") && t.size() == 2) return Section{std::string(t[1]), line};
    if (has(0, "VRF") && has(1, "name:") && t.size() == 3) return Section{std::string(t[2]), line};
    if (!has(2, "Table") || !is_one_of(t[0], {"IP", "IPv6"})) return std::nullopt;
    if (has(3, "for") && has(4, "VRF") && t.size() > 5) {
      std::string name(t[5]);
      std::erase(name, '"');
      return Section{std::move(name), line};
    }
    const bool named = has(3, "-") && t.size() > 6 && has(5, "-");
    return Section{named ? std::string(t[4]) : "", line};
  }

  bool is_usual(const std::string& name) const {
    return is_one_of(name, {"", "default", "Default", "global"}) || name == (width_ == 128 ? "inet6.0" : "inet.0");
  }
  bool is_of_other_family(const std::string& name) const { return name == (width_ == 128 ? "inet.0" : "inet6.0"); }

  // What tables have besides routes: headings, legends, counts, what was typed.
  static bool says_nothing(std::string_view line, const Tokens& t, bool opens) {
    const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
    if (is_one_of(t[0].substr(0, 1), {"#", "!", "'"}) || has("subnetted")) return true;
    if (is_one_of(t[0], {"show", "Codes:", "Gateway", "cache", "Prefix", "AS", "Label", "@", "Mon", "Tue", "Wed", "Thu",
                         "Fri", "Sat", "Sun", "---(more)---", "--More--"}))
      return !opens;
    return !opens && (has(" - ") || has("Active Route") || has("Restart Complete") || has("Limit/Threshold") ||
                      has("Load for five secs") || has("Time source is") || has("AS path:") || has("Next Hop ") ||
                      t[0].find('#') != std::string_view::npos || (t[0].ends_with('>') && t.size() > 1 && t[0] != ">"));
  }

  // `10.0.0.0/24 is subnetted, 3 subnets`: the routes below have no length of their own.
  void note_subnets(std::string_view line, const Tokens& tokens) {
    if (line.find("is variably subnetted") != std::string_view::npos) subnet_.reset();
    if (line.find("is subnetted") == std::string_view::npos) return;
    if (const auto subnets = address_of(tokens[0])) subnet_ = subnets->length;
  }

  void read_line(std::string_view line) {
    const Tokens tokens = tokens_of(line);
    if (tokens.empty()) return;
    if (auto section = section_of(line, tokens)) {
      sections_.push_back(std::move(*section));
      left_out_ = true;
      return;
    }
    note_subnets(line, tokens);
    std::size_t opens = place_of_prefix(tokens);
    if (opens == 0 && is_indented(line) && address_of(tokens[0]) && tokens[0].find('/') == std::string_view::npos)
      opens = tokens.size();  // a further next hop
    if (says_nothing(line, tokens, opens < tokens.size())) return;
    if (opens < tokens.size()) return open(tokens, opens, line);
    const bool is_entry = tokens[0].find('[') < 2 && !tokens[0].starts_with("[");
    if (sections_.back().junos && (is_entry || tokens[0].starts_with('['))) return entry(tokens, line);
    go_on(tokens, line);
  }

  void open(const Tokens& tokens, std::size_t at_prefix, std::string_view line) {
    Section& section = sections_.back();
    Route route{prefix_at(tokens[at_prefix], width_), line, line, tokens[at_prefix]};
    const bool has_length = tokens[at_prefix] == "default" || tokens[at_prefix].find('/') != std::string_view::npos;
    if (subnet_ && !has_length) route.prefix.length = *subnet_;
    for (std::size_t i = 0; i < at_prefix; ++i) {
      if (is_one_of(tokens[i],
                    {"blackhole", "unreachable", "prohibit", "local", "broadcast", "multicast", "anycast", "L", "LC"}))
        route.drops = true;  // a local or broadcast route's address is the router's own
      if (tokens[i] == "throw") route.throws = true;
    }
    Hops hops(tokens, at_prefix + 1, route);
    hops.read();
    left_out_ = hops.is_special();
    if (hops.is_special())
      return tell("this route is for packets with one type of service", line,
                  "it is left out: such packets go where the other routes send them");
    const bool inactive =
        section.junos && at_prefix + 1 < tokens.size() && is_one_of(tokens[at_prefix + 1].substr(0, 1), {"[", "-"});
    route.active = !inactive && (!section.junos || at_prefix + 1 < tokens.size());
    left_out_ = inactive;
    section.routes.push_back(std::move(route));
  }

  // `*[OSPF/10] …`: another route of Junos to the same prefix, of which the active one counts.
  void entry(const Tokens& tokens, std::string_view line) {
    std::vector<Route>& routes = sections_.back().routes;
    const bool active = is_one_of(tokens[0].substr(0, 1), {"*", "+"});
    if (routes.empty()) return go_on(tokens, line);
    left_out_ = !active || routes.back().active;
    if (left_out_) return;
    routes.back().active = true;
    extend(routes.back(), line);
  }

  static void extend(Route& route, std::string_view line) {
    route.text = {route.text.data(), static_cast<std::size_t>(line.data() + line.size() - route.text.data())};
  }

  // Further next hops of the route before.
  void go_on(const Tokens& tokens, std::string_view line) {
    std::vector<Route>& routes = sections_.back().routes;
    const bool may = is_indented(line) || tokens[0].starts_with('[') ||
                     is_one_of(tokens[0], {"nexthop", "via", "*via", "**via", "to", ">", "no"});
    if (may && left_out_) return;  // with what was named before
    const std::size_t from = is_one_of(tokens[0], {">", "is"}) ? 1 : 0;
    const bool understood = may && !routes.empty() && Hops(tokens, from, routes.back()).read();
    if (understood) return extend(routes.back(), line);
    if (may && !routes.empty() && is_detail(tokens)) return;
    left_out_ = true;
    tell(fmt::format("`{}` is not a route that is understood", line), line,
         "it is left out: addresses that it decides go where the other routes send them");
  }
  // Of `show ip cef detail` and of labels: what does not change where packets go.
  static bool is_detail(const Tokens& tokens) {
    return is_one_of(tokens[0], {"sr", "local", "Adj", "NetFlow:", "Interest", "LISP", "QOS:", "recursive", "Backup"});
  }

  // The usual tables, or the first of the others.
  std::vector<Route> chosen() {
    const auto has_routes = [&](const Section& s) {
      return std::any_of(s.routes.begin(), s.routes.end(), [&](const Route& r) { return r.prefix.width == width_; });
    };
    const bool usual = std::any_of(sections_.begin(), sections_.end(),
                                   [&](const Section& s) { return is_usual(s.name) && has_routes(s); });
    const Section* first = nullptr;
    for (const Section& s : sections_) {
      const bool may = !s.junos || s.name.ends_with(width_ == 128 ? "inet6.0" : "inet.0");
      if (!first && may && has_routes(s)) first = &s;
    }
    std::vector<Route> routes;
    std::size_t other_family = 0;
    for (Section& s : sections_) {
      const bool taken = usual ? is_usual(s.name) : &s == first || (s.routes.empty() && is_usual(s.name));
      if (!taken && !is_of_other_family(s.name)) {
        diagnostics_.warning("net.route", fmt::format("the table {} is left out", s.name), at(s.heading)).help =
            "what is sent by it is not looked at";
        continue;
      }
      for (Diagnostic& d : s.said) diagnostics_.add(std::move(d));
      for (Route& r : s.routes) {
        if (r.prefix.width != width_ || !taken)
          ++other_family;
        else if (r.active)
          routes.push_back(std::move(r));
      }
    }
    if (other_family > 0)
      diagnostics_
          .warning("net.family", fmt::format("{} routes of IPv{} are left out", other_family, width_ == 128 ? 4 : 6),
                   {file_, 0, 0})
          .help = fmt::format("--layout {} asks about those instead", width_ == 128 ? "dst:32" : "dst:128");
    return routes;
  }

  FileId file_;
  std::string_view text_;
  std::size_t width_;
  Diagnostics& diagnostics_;
  std::size_t margin_ = 0;
  std::vector<Section> sections_ = {{}};
  std::optional<std::size_t> subnet_;
  bool left_out_ = false;  // the last route, or line that was no continuation
};

}  // namespace

std::optional<Prefix> opened_by(std::string_view line, std::size_t width) {
  const Tokens tokens = tokens_of(line);
  const std::size_t at = place_of_prefix(tokens);
  return at < tokens.size() ? std::optional(prefix_at(tokens[at], width)) : std::nullopt;
}

std::vector<Route> read_route_lines(FileId file, const Sources& sources, std::size_t width, Diagnostics& diagnostics) {
  return RouteLines(file, sources, width, diagnostics).read();
}

}  // namespace whynot::front::net
