// Checks each rule and link against the kind of port at both of its ends.
#include "front/net/ports.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

namespace whynot::front::net {
namespace {

class PortCheck {
 public:
  PortCheck(const Tables& tables, const Sources& sources, Diagnostics& diagnostics)
      : tables_(tables), sources_(sources), diagnostics_(diagnostics) {
    for (const Router& router : tables.routers)
      for (const TransferRule& rule : router.rules) {
        taken_.insert(rule.in.begin(), rule.in.end());
        sent_.insert(rule.out.begin(), rule.out.end());
      }
    for (const Link& link : tables.links) linked_.insert({interface_of(link.from), interface_of(link.to)});
  }

  void run() {
    for (const Router& router : tables_.routers) check(router);
    for (const Link& link : tables_.links) check(link);
    for (const auto& [port, name] : tables_.port_names) check_name(port, name);
  }

 private:
  void check(const Router& router) {
    std::optional<Port> own;
    for (const TransferRule& rule : router.rules) {
      for (Port p : rule.in) check_in(router, own, p, rule.in_at);
      for (Port p : rule.out) check_out(router, own, p, rule);
    }
    if (!own || owners_.emplace(*own, &router).second) return;
    const TransferRule& first = router.rules.front();
    auto& error = diagnostics_.error(
        "net.port", fmt::format("{} and {} are both tables of router {}", owners_.at(*own)->name, router.name, *own),
        first.in.empty() ? first.out_at : first.in_at);
    error.help = "a port is router * 100000 + stage * 10000 + number; each router has one table";
  }

  void check_in(const Router& router, std::optional<Port>& own, Port p, Span list) {
    if (!is_of_router(router, own, p, list)) return;
    if (stage_of(p) == 2)
      tell_unknown(p, list, fmt::format("packets leave at the sending port {}: no rule applies to them there", p),
                   "rules take packets from receiving ports, from the routing stage and from ports of stage 1");
    check_named(p, list);
  }

  void check_out(const Router& router, std::optional<Port>& own, Port p, const TransferRule& rule) {
    if (!is_of_router(router, own, p, rule.out_at)) return;
    check_named(p, rule.out_at);
    for (Port from : rule.in)
      if (stage_of(from) < 2 && !may_lead(from, p))
        return tell_wrong(p, rule.out_at, fmt::format("this rule leads from port {} to port {}", from, p),
                          "rules lead from a receiving port to the routing stage, router * 100000, from there to stage "
                          "1 or 2, and from stage 1 to 2");
    if (stage_of(p) < 2 && !taken_.count(p))
      tell_unknown(p, rule.out_at, fmt::format("no rule takes packets from port {}: they are dropped", p),
                   is_routing(p) ? "the routing stage has no rules" : "is its rule missing, or is it another port?");
  }
  static bool may_lead(Port from, Port to) {
    if (is_routing(from)) return stage_of(to) > 0;
    return stage_of(from) == 0 ? is_routing(to) : stage_of(to) == 2;
  }

  bool is_of_router(const Router& router, std::optional<Port>& own, Port p, Span list) {
    constexpr const char* help = "a port is router * 100000 + stage * 10000 + number";
    if (!own) own = router_of(p);
    if (router_of(p) != *own)
      tell_wrong(
          p, list,
          fmt::format("port {} is of router {}, the table {} is of router {}", p, router_of(p), router.name, *own),
          help);
    else if (stage_of(p) > 2)
      tell_wrong(p, list, fmt::format("port {} is of stage {}; there are 0, 1 and 2", p, stage_of(p)), help);
    return router_of(p) == *own && stage_of(p) <= 2;
  }

  void check(const Link& link) {
    if (stage_of(link.from) != 2)
      tell_wrong(link.from, link.from_at,
                 fmt::format("this link begins at port {} of stage {}", link.from, stage_of(link.from)),
                 "links begin at sending ports, router * 100000 + 20000 + number");
    else if (!sent_.count(link.from))
      tell_unknown(link.from, link.from_at,
                   fmt::format("no rule sends to {}: no packet takes this link", shown(link.from, link.from_at)), "");
    if (stage_of(link.to) != 0 || is_routing(link.to))
      tell_wrong(link.to, link.to_at, fmt::format("this link leads to port {}, which does not receive", link.to),
                 "links lead to receiving ports, router * 100000 + number");
    else if (!taken_.count(link.to))
      tell_unknown(
          link.to, link.to_at, fmt::format("no rule takes packets from port {}: they are dropped", link.to),
          owners_.count(router_of(link.to)) ? "" : fmt::format("there is no table of router {}", router_of(link.to)));
    if (!links_.emplace(link.from, link.to).second)
      tell(link.from, link.from_at, fmt::format("port {} is linked to {} before", link.from, link.to), "");
  }

  // Interfaces that only the names know are no mistake: tables need not use them all.
  void check_name(Port port, const PortName& name) {
    if (!owners_.count(router_of(port)) && nameless_.insert(router_of(port)).second)
      diagnostics_.warning(
          "net.unknown-port",
          fmt::format("`{}` is a port of router {}, of which there is no table", name.name, router_of(port)),
          name.where);
  }
  // Ports with a link are inside of the network, where nobody asks for their names.
  void check_named(Port p, Span list) {
    if (tables_.port_names.empty() || is_routing(p) || tables_.port_names.count(interface_of(p))) return;
    if (linked_.count(interface_of(p))) return;
    if (unnamed_.insert(interface_of(p)).second)
      tell(p, list, fmt::format("port {} has no name: port_map.txt does not have {}", p, interface_of(p)),
           fmt::format("it is called p{}", p % 10000));
  }

  void tell_wrong(Port p, Span list, std::string message, std::string help) {
    diagnostics_.error("net.port", std::move(message), place_of(p, list)).help = std::move(help);
  }
  // Each port once.
  void tell_unknown(Port p, Span list, std::string message, std::string help) {
    if (unknown_.insert(p).second) tell(p, list, std::move(message), std::move(help));
  }
  void tell(Port p, Span list, std::string message, std::string help) {
    diagnostics_.warning("net.unknown-port", std::move(message), place_of(p, list)).help = std::move(help);
  }

  // As the text calls it: by its number, or, in links between routers that print routes, by its interface.
  std::string shown(Port p, Span list) const {
    const auto owner = owners_.find(router_of(p));
    const auto named = tables_.port_names.find(interface_of(p));
    const bool is_number = sources_.text(list).find(std::to_string(p)) != std::string_view::npos;
    if (is_number || owner == owners_.end() || named == tables_.port_names.end()) return fmt::format("port {}", p);
    return fmt::format("{} of {}", named->second.name, owner->second->name);
  }

  // The number within the list.
  Span place_of(Port p, Span list) const {
    const std::string_view text = sources_.text(list);
    const std::string digits = std::to_string(p);
    const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    for (std::size_t at = text.find(digits); at != std::string_view::npos; at = text.find(digits, at + 1))
      if ((at == 0 || !is_digit(at - 1)) && !is_digit(at + digits.size())) {
        const auto begin = static_cast<std::uint32_t>(list.begin + at);
        return {list.file, begin, static_cast<std::uint32_t>(begin + digits.size())};
      }
    return list;
  }

  const Tables& tables_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::set<Port> taken_, sent_;           // by rules: from where, to where
  std::set<Port> linked_;                 // interfaces
  std::map<Port, const Router*> owners_;  // by the number of the router
  std::set<Port> unknown_, unnamed_, nameless_;
  std::set<std::pair<Port, Port>> links_;
};

}  // namespace

void check_ports(const Tables& tables, const Sources& sources, Diagnostics& diagnostics) {
  PortCheck(tables, sources, diagnostics).run();
}

}  // namespace whynot::front::net
