// Words of a line are looked at one by one: a prefix opens a route, `via` and `dev` and what follows `,` name where it
// leads; lines without a prefix go on with the route before.  Routes are of tables, which the policy asks in order: the
// rules of a router are those of its tables, one after the other, each for the packets that are sent there.
#include "front/net/routes/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "front/net/routes/policy.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

// `default`, an address (a host), or a prefix.
std::optional<Prefix> prefix_of(std::string_view word, std::size_t width) {
  if (word == "default") return Prefix{0, 0, width};
  const bool may_be = std::count(word.begin(), word.end(), '.') == 3 || word.find(':') != std::string_view::npos;
  return may_be ? read_address(word) : std::nullopt;
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
      : file_(file), sources_(sources), text_(sources.text(file)), tables_(tables), diagnostics_(diagnostics) {
    plain_.name = std::move(name);
    Port most = 0;
    for (const Router& r : tables.routers)
      for (const TransferRule& rule : r.rules)
        for (const auto* list : {&rule.in, &rule.out})
          for (Port p : *list) most = std::max(most, router_of(p));
    base_ = (most + 1) * 100000;
  }

  void read(std::optional<FileId> rules) {
    declare_family();
    for_each_line(text_, [&](std::string_view line) { read_line(line); });
    if (left_out_family_ > 0)
      diagnostics_
          .warning("net.family",
                   fmt::format("{} routes of IPv{} are left out", left_out_family_, width_ == 128 ? 4 : 6),
                   {file_, 0, 0})
          .help = fmt::format("--layout {} asks about those instead", width_ == 128 ? "dst:32" : "dst:128");
    resolve_all();
    policy_ = rules ? read_policy(*rules, sources_, tables_.widths, diagnostics_) : usual_policy();
    finish();
  }

 private:
  struct Route {
    Prefix prefix;
    std::string_view line;
    std::vector<std::string> interfaces = {};
    std::vector<Prefix> gateways = {};   // of next hops without an interface
    bool drops = false, throws = false;  // `throw`: the table has no route for these
    std::string table = "main";
    std::uint32_t metric = 0;
  };

  Span at(std::string_view part) const { return span_in(file_, text_, part); }
  std::optional<Prefix> prefix(std::string_view word) const { return prefix_of(word, width_); }

  // Where nothing was declared, destinations are of IPv4.
  void declare_family() {
    if (tables_.layout.empty()) declare({{Field::IpDst, 32}}, tables_);
    width_ = tables_.widths[whynot::net::index_of(Field::IpDst)];
    if (width_ != 32 && width_ != 128)
      diagnostics_.error("net.widths",
                         fmt::format("routes have destinations of 32 or 128 bits, the layout says {}", width_),
                         {file_, 0, 0});
  }
  void tell(std::string message, std::string_view line, std::string help) {
    diagnostics_.warning("net.route", std::move(message), at(line)).help = std::move(help);
  }

  // What tables have besides routes: headings, legends, counts.
  static bool says_nothing(std::string_view line, const std::vector<std::string_view>& words) {
    const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
    return words.empty() || words[0].front() == '#' || words[0].front() == '!' || has("subnetted") || has("Codes:") ||
           has(" - ") || has("destinations,") || has("Gateway of last resort") || has("Active Route") ||
           has("Last Active") || has("Routing Table:") || has("show ") || has("Restart Complete") || has("Next Hop ") ||
           has("AS path:") || has("Limit/Threshold");
  }

  // `10.0.0.0/24 is subnetted, 3 subnets`: the routes below have no length of their own.
  void note_subnets(std::string_view line, const std::vector<std::string_view>& words) {
    if (line.find("is variably subnetted") != std::string_view::npos) subnet_.reset();
    if (line.find("is subnetted") == std::string_view::npos) return;
    if (const auto subnets = prefix(words[0])) subnet_ = subnets->length;
  }

  // `inet.0: 12 destinations, …` of Junos: of its tables, that of usual routes is read.
  void note_table(std::string_view line, const std::vector<std::string_view>& words) {
    if (words.empty() || is_indented(line) || line.find(" destinations") == std::string_view::npos) return;
    is_junos_ = true;
    const std::string_view name = words[0].substr(0, words[0].find(':'));
    other_table_ = name != (width_ == 128 ? "inet6.0" : "inet.0");
    if (other_table_) tell(fmt::format("the table {} is left out", name), line, "what is sent by it is not looked at");
  }

  void read_line(std::string_view line) {
    const auto words = words_of(line, " \t,");
    note_subnets(line, words);
    note_table(line, words);
    if (other_table_ || says_nothing(line, words)) return;
    if (is_indented(line) && words[0].front() == '[' && words[0].find('/') != std::string_view::npos && is_junos_) {
      left_out_ = true;  // a route that is not active
      return;
    }
    const auto opens =
        std::find_if(words.begin(), words.end(), [&](std::string_view w) { return prefix(w).has_value(); });
    const auto via = std::find_if(words.begin(), words.end(), [](std::string_view w) {
      return is_one_of(w, {"via", "to", "nexthop", "dev", ">"});
    });
    const bool is_hop = opens == words.begin() && is_indented(line) && opens->find('/') == std::string_view::npos;
    const bool is_route = opens != words.end() && opens < via && !is_hop;
    if (is_route) {
      left_out_ = prefix(*opens)->width != width_;
      left_out_family_ += left_out_;
      if (left_out_) return;
      open(words, opens, line);
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
    Route route{*prefix(*at_prefix), line};
    if (subnet_ && at_prefix->find('/') == std::string_view::npos) route.prefix.length = *subnet_;
    for (auto w = words.begin(); w != at_prefix; ++w) {
      if (is_one_of(*w, {"blackhole", "unreachable", "prohibit", "local", "broadcast", "multicast", "anycast", "L"}))
        route.drops = true;
      if (*w == "throw") route.throws = true;
    }
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
      if (is_one_of(*w, {"Reject", "Discard", "Receive", "Local", "drop", "receive", "discard", "Null0"}))
        route.drops = true;
      if (*w == "table" && more) {
        route.table = *++w;
      } else if (*w == "metric" && more) {
        route.metric = whole_number(*++w).value_or(0);
      } else if (is_one_of(*w, {"src", "proto", "scope", "weight", "mtu", "pref", "error", "expires", "advmss"}) &&
                 more) {
        ++w;
      } else if (is_one_of(*w, {"via", "to"}) && more && prefix(*(w + 1))) {
        gateway = prefix(*++w);
      } else if (*w == "via" && more && *(w + 1) == "inet6") {
        ++w;
      } else if ((*w == "dev" && more) || (*w == "via" && more && is_interface(*(w + 1)))) {
        interface = *++w;
      } else if (is_interface(*w) && w->front() != '[' && std::isupper(static_cast<unsigned char>(w->front())) &&
                 *w != "Null0" && !prefix(*w)) {
        interface = *w;  // of Cisco's lines it stands last
      }
    }
    if (interface)
      route.interfaces.push_back(*interface);
    else if (gateway)
      route.gateways.push_back(*gateway);
  }

  // A next hop without an interface is looked up in the table itself, as often as it takes.
  void resolve_all() {
    for (std::size_t i = 0; i < routes_.size(); ++i)
      known_[routes_[i].prefix.length].try_emplace({routes_[i].table, routes_[i].prefix.value}, i);
    for (Route& route : routes_) resolve(route, 0);
  }
  void resolve(Route& route, std::size_t depth) {
    constexpr std::size_t most_deep = 16;
    const std::vector<Prefix> gateways = std::move(route.gateways);
    route.gateways.clear();
    for (const Prefix& gateway : gateways) {
      Route* by = gateway.width == width_ && depth < most_deep ? route_to(gateway, route) : nullptr;
      if (by) resolve(*by, depth + 1);
      if (by && !by->drops && !by->interfaces.empty())
        hops_of(*by, route);
      else
        tell("no route leads to this next hop", route.line, "packets for it are dropped here");
    }
    if (gateways.empty() && route.interfaces.empty() && !route.drops && !route.throws && depth == 0)
      tell("this route names neither a next hop nor an interface", route.line, "packets for it are dropped here");
  }
  // Another one, with the longest prefix.
  Route* route_to(const Prefix& gateway, const Route& from) {
    for (const auto& [length, routes] : known_) {
      const Bits masked = gateway.value & whynot::net::leading_bits(length, width_);
      for (const std::string& table : {from.table, std::string("main")})
        if (const auto found = routes.find({table, masked}); found != routes.end() && &routes_[found->second] != &from)
          return &routes_[found->second];
    }
    return nullptr;
  }
  static void hops_of(const Route& from, Route& to) {
    const std::vector<std::string> interfaces = from.interfaces;
    to.interfaces.insert(to.interfaces.end(), interfaces.begin(), interfaces.end());
  }

  Port port(const std::string& interface) {
    const auto [entry, is_new] = ports_.emplace(interface, base_ + static_cast<Port>(ports_.size()) + 1);
    if (is_new) tables_.port_names.emplace(entry->second, PortName{interface, {file_, 0, 0}});
    return entry->second;
  }

  // Of routes for the same prefix the least metric decides; of IPv6 several lines with the same one are one route.
  void choose_routes() {
    std::stable_sort(routes_.begin(), routes_.end(), [](const Route& a, const Route& b) {
      return std::tuple(b.prefix.length, a.table, a.prefix.value, a.metric) <
             std::tuple(a.prefix.length, b.table, b.prefix.value, b.metric);
    });
    std::vector<Route> chosen;
    for (Route& route : routes_) {
      const bool again = !chosen.empty() && chosen.back().prefix.length == route.prefix.length &&
                         chosen.back().prefix.value == route.prefix.value && chosen.back().table == route.table;
      if (!again)
        chosen.push_back(std::move(route));
      else if (width_ == 128 && chosen.back().metric == route.metric && !route.drops && !chosen.back().drops)
        hops_of(route, chosen.back());
    }
    routes_ = std::move(chosen);
  }

  // The rules of the policy from one on, for packets that match: `throw` leads on to the rules below.
  void add_rules(std::size_t from, const Match& known, const InterfaceTests& in) {
    for (std::size_t p = from; p < policy_.size(); ++p)
      for (const Condition& when : policy_[p].when) {
        const auto matches = when.matches(most_matches);
        if (!matches) {
          diagnostics_.error("net.rule", "the conditions of this rule come to too many cases", policy_[p].line);
          return;
        }
        InterfaceTests all = in;
        all.insert(all.end(), when.in.begin(), when.in.end());
        for (const Match& m : *matches)
          if (const auto together = both(known, m)) add_table(p, *together, all);
      }
  }
  void add_table(std::size_t p, const Match& known, const InterfaceTests& in) {
    const PolicyRule& policy = policy_[p];
    if (policy.table.empty()) return add_rule(known, in, {}, policy.line);
    asked_.insert(policy.table);
    for (const Route& route : routes_) {
      if (route.table != policy.table) continue;
      if (policy.shorter_than && route.prefix.length <= *policy.shorter_than) continue;
      Match when = {};
      when[whynot::net::index_of(Field::IpDst)] = route.prefix.on(width_);
      const auto together = both(known, when);
      if (!together) continue;
      if (route.throws) {
        add_rules(p + 1, *together, in);
        add_rule(*together, in, {}, at(route.line));  // what they do not decide
        continue;
      }
      std::vector<Port> out;
      if (!route.drops)
        for (const std::string& i : route.interfaces) out.push_back(port(i) + 20000);
      add_rule(*together, in, std::move(out), at(route.line));
    }
  }
  void add_rule(const Match& when, const InterfaceTests& in, std::vector<Port> out, Span line) {
    TransferRule rule;
    rule.in = {base_};
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    rule.out = std::move(out);
    rule.match = when;
    rule.in_at = rule.out_at = rule.line = line;
    rule.any_of = true;
    rule.from = in;
    plain_.rules.push_back(std::move(rule));
  }

  void finish() {
    choose_routes();
    add_rules(0, {}, {});
    std::set<std::string> told;
    for (const Route& route : routes_)
      if (!asked_.count(route.table) && told.insert(route.table).second)
        diagnostics_.warning("net.rule", fmt::format("no rule leads to table {}", route.table), at(route.line)).help =
            fmt::format("its routes are left out; `ip rule` goes to {}.rules", plain_.name);
    TransferRule receive;
    for (const auto& [name, p] : ports_) receive.in.push_back(p);
    receive.out = {base_};
    receive.in_at = receive.out_at = {file_, 0, 0};
    if (!receive.in.empty()) plain_.rules.push_back(std::move(receive));
    tables_.routers.push_back(std::move(plain_));
  }

  static constexpr std::size_t most_matches = 4096;

  FileId file_;
  const Sources& sources_;
  std::string_view text_;
  std::size_t width_ = 32;
  std::size_t left_out_family_ = 0;                                          // routes
  using Key = std::pair<std::string, Bits>;                                  // table and address
  std::map<std::size_t, std::map<Key, std::size_t>, std::greater<>> known_;  // routes, by length
  std::vector<PolicyRule> policy_;
  std::set<std::string> asked_;  // tables
  Tables& tables_;
  Diagnostics& diagnostics_;
  Router plain_;
  Port base_ = 0;
  std::vector<Route> routes_;
  std::optional<std::size_t> subnet_;
  bool left_out_ = false;                        // the last line that was no continuation
  bool is_junos_ = false, other_table_ = false;  // which table of Junos is under way
  std::map<std::string, Port> ports_;
};

}  // namespace

Families families_of(std::string_view routes) {
  Families found;
  for_each_line(routes, [&](std::string_view line) {
    for (const std::string_view word : words_of(line, " \t,"))
      if (const auto prefix = word == "default" ? std::nullopt : prefix_of(word, 0)) {
        (prefix->width == 128 ? found.six : found.four) = true;
        break;
      }
  });
  return found;
}

void read_routes(FileId file, std::optional<FileId> rules, const Sources& sources, std::string name, Tables& tables,
                 Diagnostics& diagnostics) {
  RouteReader(file, sources, std::move(name), tables, diagnostics).read(rules);
}

}  // namespace whynot::front::net
