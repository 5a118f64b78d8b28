// Words of a line are looked at one by one: a prefix opens a route, `via` and `dev` and what follows `,` name where it
// leads; lines without a prefix go on with the route before.
#include "front/net/routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/net/modify.h"

namespace whynot::front::net {
namespace {

std::vector<std::string_view> words_of(std::string_view line, std::string_view between) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(between); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = std::min(line.find_first_not_of(between, end), line.size());
  }
  return words;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// `default`, an address (a host), or a prefix.
std::optional<Prefix> prefix_of(std::string_view word) {
  if (word == "default") return Prefix{0, 0};
  if (std::count(word.begin(), word.end(), '.') != 3) return std::nullopt;
  return read_prefix(word.find('/') == std::string_view::npos ? fmt::format("{}/32", word) : std::string(word));
}

// Names of interfaces have a digit, or are those of Linux that have none.
bool is_interface(std::string_view word) {
  const bool letter = !word.empty() && std::isalpha(static_cast<unsigned char>(word.front()));
  const bool digit = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); });
  return letter && (digit || is_one_of(word, {"lo", "docker", "wan", "lan"})) && word.find('.') != 0;
}

class RouteReader {
 public:
  RouteReader(FileId file, const Sources& sources, std::string name, Tables& tables, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), tables_(tables), diagnostics_(diagnostics) {
    plain_.name = std::move(name);
    Port most = 0;
    for (const Router& r : tables.routers)
      for (const TransferRule& rule : r.rules)
        for (const auto* list : {&rule.in, &rule.out})
          for (Port p : *list) most = std::max(most, router_of(p));
    base_ = (most + 1) * 100000;
  }

  void read() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      read_line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    for (Route& route : routes_) resolve(route);
    finish();
  }

 private:
  struct Route {
    Prefix prefix;
    std::string_view line;
    std::vector<std::string> interfaces;
    std::vector<Prefix> gateways;  // of next hops without an interface
    bool drops = false;
  };

  Span at(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - text_.data());
    return {file_, begin, static_cast<std::uint32_t>(begin + part.size())};
  }
  void tell(std::string message, std::string_view line, std::string help) {
    diagnostics_.warning("net.route", std::move(message), at(line)).help = std::move(help);
  }

  // What tables have besides routes: headings, legends, counts.
  static bool says_nothing(std::string_view line, const std::vector<std::string_view>& words) {
    const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
    return words.empty() || words[0].front() == '#' || words[0].front() == '!' || has("subnetted") || has("Codes:") ||
           has(" - ") || has("destinations,") || has("Gateway of last resort") || has("Active Route") ||
           has("Last Active") || has("Routing Table:") || has("show ") || has("Restart Complete") || has("Next Hop ");
  }

  // `10.0.0.0/24 is subnetted, 3 subnets`: the routes below have no length of their own.
  void note_subnets(std::string_view line, const std::vector<std::string_view>& words) {
    if (line.find("is variably subnetted") != std::string_view::npos) subnet_.reset();
    if (line.find("is subnetted") == std::string_view::npos) return;
    if (const auto prefix = prefix_of(words[0])) subnet_ = prefix->length;
  }

  void read_line(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    const auto words = words_of(line, " \t,");
    note_subnets(line, words);
    if (says_nothing(line, words)) return;
    const auto opens = std::find_if(words.begin(), words.end(), [](std::string_view w) {
      return prefix_of(w) && (w == "default" || w.find('.') != std::string_view::npos);
    });
    const auto via = std::find_if(words.begin(), words.end(), [](std::string_view w) {
      return is_one_of(w, {"via", "to", "nexthop", "dev", ">"});
    });
    const bool is_hop = opens == words.begin() && is_indented(line) && opens->find('/') == std::string_view::npos;
    const bool is_route = opens != words.end() && opens < via && !is_hop;
    if (is_route) {
      open(words, opens, line);
      left_out_ = false;
    } else if (goes_on(line, words) && left_out_) {
      return;  // with what was named before
    } else if (!goes_on(line, words) || (via == words.end() && !is_hop && !ends_route(words))) {
      left_out_ = true;
      return tell(fmt::format("`{}` is no route that is understood", line), line,
                  "it is left out: addresses that it decides go where the other routes send them");
    }
    continue_with(words, is_route ? opens + 1 : words.begin());
  }

  static bool is_indented(std::string_view line) { return line.front() == ' ' || line.front() == '\t'; }
  // Further next hops of the route before.
  bool goes_on(std::string_view line, const std::vector<std::string_view>& words) const {
    return !routes_.empty() &&
           (is_indented(line) || words[0].front() == '[' || is_one_of(words[0], {"nexthop", "via", "to", ">"}));
  }

  // The address of a local or broadcast route of Linux is the router's own.
  void open(const std::vector<std::string_view>& words, std::vector<std::string_view>::const_iterator at_prefix,
            std::string_view line) {
    Route route{*prefix_of(*at_prefix), line, {}, {}, false};
    if (subnet_ && at_prefix->find('/') == std::string_view::npos) route.prefix.length = *subnet_;
    for (auto w = words.begin(); w != at_prefix; ++w)
      if (is_one_of(*w, {"blackhole", "unreachable", "prohibit", "throw", "local", "broadcast", "multicast", "L"}))
        route.drops = true;
    routes_.push_back(std::move(route));
  }
  static bool ends_route(const std::vector<std::string_view>& words) {
    return std::any_of(words.begin(), words.end(), [](std::string_view w) {
      return is_one_of(w, {"Reject", "Discard", "Receive", "Local", "drop", "receive", "discard"});
    });
  }

  void continue_with(const std::vector<std::string_view>& words, std::vector<std::string_view>::const_iterator from) {
    Route& route = routes_.back();
    std::optional<Prefix> gateway;
    std::optional<std::string> interface;
    for (auto w = from; w != words.end(); ++w) {
      const bool more = w + 1 != words.end();
      if (is_one_of(*w, {"Reject", "Discard", "Receive", "Local", "drop", "receive", "discard"})) route.drops = true;
      if (*w == "Null0") route.drops = true;
      if (is_one_of(*w, {"metric", "src", "proto", "scope", "weight", "table", "mtu"}) && more) {
        ++w;
      } else if (is_one_of(*w, {"via", "to"}) && more && prefix_of(*(w + 1))) {
        gateway = prefix_of(*++w);
      } else if (is_one_of(*w, {"dev", "via"}) && more && is_interface(*(w + 1))) {
        interface = *++w;
      } else if (is_interface(*w) && w->front() != '[' && std::isupper(static_cast<unsigned char>(w->front())) &&
                 *w != "Null0") {
        interface = *w;  // of Cisco's lines it stands last
      }
    }
    if (interface)
      route.interfaces.push_back(*interface);
    else if (gateway)
      route.gateways.push_back(*gateway);
  }

  // A next hop without an interface is looked up in the table itself.
  void resolve(Route& route) {
    for (const Prefix& gateway : route.gateways) {
      const Route* best = nullptr;
      for (const Route& other : routes_)
        if (!other.interfaces.empty() && &other != &route &&
            (gateway.value & other.prefix.mask()) == other.prefix.value &&
            (!best || other.prefix.length > best->prefix.length))
          best = &other;
      if (best)
        for (const std::string& i : best->interfaces) route.interfaces.push_back(i);
      else
        tell("no route leads to this next hop", route.line, "packets for it are dropped here");
    }
    if (route.interfaces.empty() && route.gateways.empty() && !route.drops)
      tell("this route names neither a next hop nor an interface", route.line, "packets for it are dropped here");
  }

  Port port(const std::string& interface) {
    const auto [entry, is_new] = ports_.emplace(interface, base_ + static_cast<Port>(ports_.size()) + 1);
    if (is_new) tables_.port_names.emplace(entry->second, PortName{interface, {file_, 0, 0}});
    return entry->second;
  }

  void finish() {
    if (tables_.layout.empty()) declare({{Field::IpDst, 32}}, tables_);
    if (const std::size_t width = tables_.widths[whynot::net::index_of(Field::IpDst)]; width != 32)
      diagnostics_.error("net.widths", fmt::format("routes have destinations of 32 bits, the layout says {}", width),
                         {file_, 0, 0});
    std::stable_sort(routes_.begin(), routes_.end(),
                     [](const Route& a, const Route& b) { return a.prefix.length > b.prefix.length; });
    const Port routing = base_;
    for (const Route& route : routes_) {
      TransferRule rule;
      rule.in = {routing};
      if (!route.drops)
        for (const std::string& i : route.interfaces) rule.out.push_back(port(i) + 20000);
      std::sort(rule.out.begin(), rule.out.end());
      rule.out.erase(std::unique(rule.out.begin(), rule.out.end()), rule.out.end());
      rule.match[whynot::net::index_of(Field::IpDst)] = route.prefix.on(32);
      rule.in_at = rule.out_at = rule.line = at(route.line);
      rule.any_of = true;
      plain_.rules.push_back(std::move(rule));
    }
    TransferRule receive;
    for (const auto& [name, p] : ports_) receive.in.push_back(p);
    receive.out = {routing};
    receive.in_at = receive.out_at = {file_, 0, 0};
    if (!receive.in.empty()) plain_.rules.push_back(std::move(receive));
    tables_.routers.push_back(std::move(plain_));
  }

  FileId file_;
  std::string_view text_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  Router plain_;
  Port base_ = 0;
  std::vector<Route> routes_;
  std::optional<std::size_t> subnet_;
  bool left_out_ = false;  // the last line that was no continuation
  std::map<std::string, Port> ports_;
};

// The receiving port of an interface; one that no route uses is made.  Nothing for a router that is not there.
std::optional<Port> port_named(Tables& tables, std::string_view router, std::string_view interface, Span where) {
  const auto found =
      std::find_if(tables.routers.begin(), tables.routers.end(), [&](const Router& r) { return r.name == router; });
  if (found == tables.routers.end() || found->rules.empty()) return std::nullopt;
  const Port number = router_of(found->rules.front().in.front());
  Port last = number * 100000;
  for (const auto& [port, name] : tables.port_names) {
    if (router_of(port) != number) continue;
    if (name.name == interface) return port;
    last = std::max(last, port);
  }
  tables.port_names.emplace(last + 1, PortName{std::string(interface), where});
  auto receive = std::find_if(found->rules.begin(), found->rules.end(),
                              [](const TransferRule& r) { return !r.out.empty() && is_routing(r.out.front()); });
  if (receive == found->rules.end()) {
    found->rules.emplace_back();
    receive = found->rules.end() - 1;
    receive->out = {number * 100000};
    receive->in_at = receive->out_at = where;
  }
  receive->in.push_back(last + 1);
  return last + 1;
}

}  // namespace

void read_routes(FileId file, const Sources& sources, std::string name, Tables& tables, Diagnostics& diagnostics) {
  RouteReader(file, sources, std::move(name), tables, diagnostics).read();
}

void read_plain_links(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const Span where{file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    begin = end + 1;
    auto words = words_of(line, " \t\r:,");
    std::erase_if(words, [](std::string_view w) { return is_one_of(w, {"--", "<->", "->", "-"}); });
    if (words.empty() || words[0].front() == '#') continue;
    const bool four = words.size() == 4;
    const auto a = four ? port_named(tables, words[0], words[1], where) : std::nullopt,
               b = four ? port_named(tables, words[2], words[3], where) : std::nullopt;
    if (!a || !b) {
      std::string message = fmt::format("`{}` is no link", line);
      if (four) message = fmt::format("there are no routes of `{}`", words[a ? 2 : 0]);
      diagnostics.warning("net.link", message, where).help =
          "lines are ROUTER INTERFACE ROUTER INTERFACE; no packet takes this link";
      continue;
    }
    tables.links.push_back({*a + 20000, *b, where, where});
    tables.links.push_back({*b + 20000, *a, where, where});
  }
}

}  // namespace whynot::front::net
