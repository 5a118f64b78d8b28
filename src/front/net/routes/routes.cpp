// Routes are of tables, which the policy asks in order: the rules of a router are those of its tables, one after the
// other, each for the packets that are sent there.
#include "front/net/routes/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "front/net/routes/policy.h"
#include "front/net/routes/route_lines.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

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
    routes_ = read_route_lines(file_, sources_, width_, diagnostics_);
    resolve_all();
    policy_ = rules ? read_policy(*rules, sources_, tables_.widths, diagnostics_) : usual_policy();
    finish();
  }

 private:
  Span at(std::string_view part) const { return span_in(file_, text_, part); }

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

  // A next hop without an interface is looked up in the table itself, as often as it takes.
  void resolve_all() {
    for (std::size_t i = 0; i < routes_.size(); ++i)
      known_[routes_[i].prefix.length].try_emplace({routes_[i].table, routes_[i].prefix.value}, i);
    for (Route& route : routes_) resolve(route, 0);
  }
  void resolve(Route& route, std::size_t depth) {
    constexpr std::size_t most_deep = 16;
    const std::vector<Hop> hops = std::move(route.hops);
    route.hops.clear();
    for (const Hop& hop : hops) {
      if (!hop.interface.empty()) {
        route.hops.push_back(hop);
        continue;
      }
      Route* by = hop.gateway->width == width_ && depth < most_deep ? route_to(*hop.gateway, route) : nullptr;
      if (by) resolve(*by, depth + 1);
      if (by && !by->drops && !by->hops.empty())
        hops_of(*by, route);
      else
        tell("no route leads to this next hop", route.line, "packets for it are dropped here");
    }
    if (hops.empty() && !route.drops && !route.throws && depth == 0)
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
    const std::vector<Hop> hops = from.hops;
    to.hops.insert(to.hops.end(), hops.begin(), hops.end());
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
        for (const Hop& hop : route.hops) out.push_back(port(hop.interface) + 20000);
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
    std::set<std::string> told, asked;
    for (const PolicyRule& rule : policy_) asked.insert(rule.table);
    for (const Route& route : routes_)
      if (!asked.count(route.table) && told.insert(route.table).second)
        diagnostics_.warning("net.rule", fmt::format("no rule leads to table {}", route.table), at(route.line)).help =
            fmt::format("its routes are left out; `ip rule` goes to {}.rules", plain_.name);
    tell_of_empty_tables();
    TransferRule receive;
    for (const auto& [name, p] : ports_) receive.in.push_back(p);
    receive.out = {base_};
    receive.in_at = receive.out_at = {file_, 0, 0};
    if (!receive.in.empty()) plain_.rules.push_back(std::move(receive));
    tables_.routers.push_back(std::move(plain_));
  }

  // A table that a rule leads to may be empty, or not in the file.
  void tell_of_empty_tables() {
    std::set<std::string> known = {"local", "default"};
    for (const Route& route : routes_) known.insert(route.table);
    for (const PolicyRule& rule : policy_)
      if (!rule.table.empty() && rule.line.file != 0 && known.insert(rule.table).second)
        diagnostics_.warning("net.rule", fmt::format("there are no routes of table {}", rule.table), rule.line).help =
            "packets go by the rules below; `ip route show table all` prints the routes of all tables";
  }

  static constexpr std::size_t most_matches = 4096;

  FileId file_;
  const Sources& sources_;
  std::string_view text_;
  std::size_t width_ = 32;
  using Key = std::pair<std::string, Bits>;                                  // table and address
  std::map<std::size_t, std::map<Key, std::size_t>, std::greater<>> known_;  // routes, by length
  std::vector<PolicyRule> policy_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  Router plain_;
  Port base_ = 0;
  std::vector<Route> routes_;
  std::map<std::string, Port> ports_;
};

}  // namespace

Families families_of(std::string_view routes) {
  Families found;
  for_each_line(routes, [&](std::string_view line) {
    auto prefix = opened_by(line, 0);
    for (const std::string_view word : words_of(prefix && prefix->width == 0 ? line : "", " \t"))
      if (const auto gateway = read_address(word)) prefix = gateway;  // of a default route
    if (prefix && prefix->width != 0) (prefix->width == 128 ? found.six : found.four) = true;
  });
  return found;
}

void read_routes(FileId file, std::optional<FileId> rules, const Sources& sources, std::string name, Tables& tables,
                 Diagnostics& diagnostics) {
  RouteReader(file, sources, std::move(name), tables, diagnostics).read(rules);
}

}  // namespace whynot::front::net
