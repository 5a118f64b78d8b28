// Flattens the stages of each router into one ordered list of cases for each location.  Tables have thousands of rules
// and few ways to send: what is behind the ports of a rule is found once for all rules that send in the same way.
#include "front/net/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "front/net/location_names.h"

namespace whynot::front::net {
namespace {

std::string times(std::size_t n) { return n == 1 ? "once" : fmt::format("{} times", n); }

const std::string drop_name = "drop";
constexpr auto vlan_field = static_cast<std::size_t>(Field::Vlan), ctrl_field = static_cast<std::size_t>(Field::Ctrl);

// Rules whose targets are numbers of names until all locations are known.  The last of a list matches everything.
using Name = std::size_t;
using Case = Rule;
using Cases = std::vector<Case>;
constexpr Name dropped = 0;

// The line does not count: rules that do the same are the same.
struct SameCases {
  bool operator()(const Cases& a, const Cases& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](const Case& x, const Case& y) {
      return std::tie(x.when, x.to) < std::tie(y.when, y.to);
    });
  }
};

// How often something was approximated.
struct Counts {
  std::size_t ctrl_dropped = 0, floods = 0, flooded_links = 0, vlans_kept = 0, split = 0, filters_dropped = 0;

  void add(const Counts& other) {
    ctrl_dropped += other.ctrl_dropped;
    floods += other.floods;
    flooded_links += other.flooded_links;
    vlans_kept += other.vlans_kept;
    split += other.split;
    filters_dropped += other.filters_dropped;
  }
};

class Flattener {
 public:
  explicit Flattener(const Tables& tables) : tables_(tables) {
    number_of(drop_name);
    for (const Router& router : tables.routers) location_of(router);  // routers have the first choice of names
    for (const Link& link : tables.links) links_[link.from].insert(link.to);
    for (const Router& router : tables.routers)
      for (const TransferRule& rule : router.rules) {
        for (Port p : rule.in) rules_of_[p].push_back(&rule);
        for (const auto* list : {&rule.in, &rule.out})
          for (Port p : *list) router_of_.emplace(front::net::router_of(p), &router);
      }
  }

  Network run() {
    for (const Router& router : tables_.routers) name_entries(router);
    for (const Router& router : tables_.routers) locate_router(router, "");
    for (const Router& router : tables_.routers)
      for (const auto& [answers, interface] : entries_[&router]) locate_router(router, interface);
    for (const Router& router : tables_.routers) locate_ingress(router);
    sort_names(ends_);
    keep_used_ends();
    for (Name end : ends_) order_.push_back(end);
    order_.push_back(dropped);
    Network network;
    network.first_end = order_.size() - ends_.size() - 1;
    places_.resize(texts_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = i;
    for (Name name : order_) network.locations.push_back({*texts_[name], rules_at(name)});
    network.widths = tables_.widths;
    network.notes = notes();
    return network;
  }

 private:
  // A filter, or a flood, may leave nothing that leads to an end.
  void keep_used_ends() {
    std::vector<bool> led_to(texts_.size(), false);
    for (const auto& [name, cases] : cases_)
      for (const Case& c : cases)
        for (Name t : c.to) led_to[t] = true;
    std::erase_if(ends_, [&](Name end) { return !led_to[end]; });
  }

  static std::string short_name(const Router& r) {
    return r.name.ends_with("_rtr") ? r.name.substr(0, r.name.size() - 4) : r.name;
  }

  // Each location has one name, each name one number.
  Name number_of(const std::string& name) {
    const auto [known, is_new] = numbers_.emplace(name, texts_.size());
    if (is_new) texts_.push_back(&known->first);
    return known->second;
  }
  Name name_of(const std::string& key, const std::string& wanted) { return number_of(names_.of(key, wanted)); }
  // Those of several ways, each once, in the order of the alphabet.
  void sort_names(std::vector<Name>& names) const {
    std::sort(names.begin(), names.end(), [&](Name a, Name b) { return *texts_[a] < *texts_[b]; });
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }

  Name location_of(const Router& router) { return name_of("router " + router.name, router.name); }
  Name location_of(Port sending) {
    const auto named = tables_.port_names.find(interface_of(sending));
    std::string name = named == tables_.port_names.end() ? fmt::format("p{}", sending % 10000) : named->second.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name_of(fmt::format("port {}", sending),
                   short_name(*router_of_.at(front::net::router_of(sending))) + "_" + name);
  }

  std::string interface_name(Port p) const {
    const auto named = tables_.port_names.find(interface_of(p));
    return named == tables_.port_names.end() ? "" : named->second.name;
  }

  // What the tests of filters and of policy rules say of an interface that packets come in by.
  static std::vector<bool> answers_of(const Router& router, const std::string& interface) {
    std::vector<bool> answers;
    for (const auto* filters : {&router.before, &router.after})
      for (const Filter& filter : *filters)
        for (const FilterCase& c : filter)
          if (!c.in.empty()) answers.push_back(matches(c.in, interface));
    for (const TransferRule& rule : router.rules)
      if (!rule.from.empty()) answers.push_back(matches(rule.from, interface));
    return answers;
  }
  // Where packets are treated by the interface that they came in by, there is a location for each way to be treated.
  // The router's own is that of interfaces that nobody names.
  void name_entries(const Router& router) {
    const std::vector<bool> usual = answers_of(router, "");
    auto& entries = entries_[&router];
    for (const auto& [port, rules] : rules_of_) {
      if (stage_of(port) != 0 || is_routing(port) || router_of_.at(front::net::router_of(port)) != &router) continue;
      const std::string interface = interface_name(port);
      const std::vector<bool> answers = answers_of(router, interface);
      if (answers == usual || interface.empty() || !entries.emplace(answers, interface).second) continue;
      names_.of(entry_key(router, interface), fmt::format("in_{}_{}", short_name(router), interface));
    }
  }
  static std::string entry_key(const Router& router, const std::string& interface) {
    return fmt::format("entry {} {}", router.name, interface);
  }
  // The location of packets that came in by the interface.
  Name entry_of(const Router& router, const std::string& interface) {
    const auto& entries = entries_[&router];
    const auto found = entries.empty() ? entries.end() : entries.find(answers_of(router, interface));
    return found == entries.end() ? location_of(router) : name_of(entry_key(router, found->second), "");
  }

  // What is left of the cases after filters, for packets from one interface to another.
  static Cases filtered(const std::vector<Filter>& filters, const std::string& in, const std::string& out,
                        Cases cases) {
    for (auto filter = filters.rbegin(); filter != filters.rend(); ++filter) {
      Cases through;
      for (const FilterCase& f : *filter) {
        if (!matches(f.in, in) || !matches(f.out, out)) continue;
        if (f.drops)
          through.push_back({f.when, {dropped}, f.line});
        else
          for (const Case& c : cases)
            if (const auto together = both(f.when, c.when)) through.push_back({*together, c.to, c.line});
        if (is_always(f.when)) break;
      }
      cases = std::move(through);
    }
    return cases;
  }

  // A match without what is folded away.
  Match header(const TransferRule& rule) {
    Match m = rule.match;
    if (m[ctrl_field].mask) ++counts_.ctrl_dropped;
    m[vlan_field] = m[ctrl_field] = {};
    return m;
  }

  const std::vector<const TransferRule*>& rules_of(Port p) const {
    static const std::vector<const TransferRule*> none;
    const auto found = rules_of_.find(p);
    return found == rules_of_.end() ? none : found->second;
  }

  // A packet of a VLAN that arrives at a port: to the router's table, or dropped by a filter.
  Cases arrive(Port port, std::uint32_t vlan) {
    Cases cases;
    for (const TransferRule* rule : rules_of(port)) {
      if (!rule->match[vlan_field].matches(vlan)) continue;
      cases.push_back(
          {header(*rule),
           {rule->out.empty() ? dropped : entry_of(*router_of_.at(front::net::router_of(port)), interface_name(port))},
           rule->line});
      if (is_always(cases.back().when)) return cases;
    }
    cases.push_back({{}, {dropped}});
    return cases;
  }

  // What is behind a sending port: an end, or the routers at the other ends of its links.
  std::vector<Cases> behind(Port port, std::uint32_t vlan) {
    const auto links = links_.find(port);
    if (links == links_.end()) {
      const Name name = location_of(port);
      ends_.push_back(name);
      return {{{{}, {name}}}};
    }
    std::vector<Cases> all;
    for (Port to : links->second) {
      Cases cases = arrive(to, vlan);
      const bool may_pass =
          std::any_of(cases.begin(), cases.end(), [](const Case& c) { return c.to.front() != dropped; });
      if (may_pass) all.push_back(std::move(cases));
    }
    if (all.empty()) all.push_back({{{}, {dropped}}});
    return all;
  }

  // From the routing stage to what is behind the port: filters on the way out first.
  Cases leave(Port port, std::uint32_t vlan) {
    if (stage_of(port) == 2) return merge(behind(port, vlan));
    Cases cases;
    for (const TransferRule* rule : rules_of(port)) {
      if (!rule->match[vlan_field].matches(vlan)) continue;
      std::vector<Cases> ways;
      for (Port sending : rule->out)
        for (Cases& c : behind(sending, rule->vlan(vlan))) ways.push_back(std::move(c));
      if (ways.empty()) ways.push_back({{{}, {dropped}}});
      const Match when = header(*rule);
      append(cases, when, merge(std::move(ways)), rule->line);
      if (is_always(when)) return cases;
    }
    cases.push_back({{}, {dropped}});
    return cases;
  }

  // Where a filter further on drops the packet, its line decides.
  static void append(Cases& to, const Match& when, const Cases& inner, Span line) {
    for (const Case& c : inner)
      if (const auto together = both(when, c.when)) {
        const bool is_filter = c.to == std::vector{dropped} && c.line.file != 0;
        to.push_back({*together, c.to, is_filter ? c.line : line});
      }
  }

  // Several ways at once: one case for all.  Where a way has a filter, what the filter lets through is taken.
  Cases merge(std::vector<Cases> ways) {
    if (ways.size() == 1) return std::move(ways.front());
    ++counts_.split;
    std::vector<Name> targets;
    for (const Cases& way : ways) {
      if (way.size() > 1) ++counts_.filters_dropped;
      for (const Case& c : way)
        for (Name t : c.to)
          if (way.size() == 1 || t != dropped) targets.push_back(t);
    }
    if (targets.empty()) targets.push_back(dropped);
    sort_names(targets);
    return {{{}, std::move(targets)}};
  }

  // Several ways, of which a packet takes any: each case of one with each of the others, the first that match first.
  std::optional<Cases> together(const std::vector<Cases>& ways) const {
    constexpr std::size_t most = 4096;
    Cases all = {{{}, {}}};
    for (const Cases& way : ways) {
      Cases longer;
      for (const Case& a : all)
        for (const Case& b : way) {
          const auto when = both(a.when, b.when);
          if (!when) continue;
          std::vector<Name> to = a.to;
          to.insert(to.end(), b.to.begin(), b.to.end());
          sort_names(to);
          longer.push_back({*when, std::move(to), b.to == std::vector{dropped} ? b.line : a.line});
        }
      if (longer.size() > most) return std::nullopt;
      all = std::move(longer);
    }
    return all;
  }

  void locate_router(const Router& router, const std::string& interface) {
    const auto own =
        std::find_if(router_of_.begin(), router_of_.end(), [&](const auto& e) { return e.second == &router; });
    Cases cases;
    sent_.clear();
    if (own != router_of_.end()) {
      const auto& rules = rules_of(own->first * 100000);
      cases.reserve(rules.size() + 1);
      for (const TransferRule* rule : rules)
        if (rule->from.empty() || matches(rule->from, interface))
          append(cases, header(*rule), sent(router, *rule, interface), rule->line);
    }
    if (!router.before.empty()) {
      cases.push_back({{}, {dropped}});
      cases = filtered(router.before, interface, "", std::move(cases));
    }
    const Name location = interface.empty() ? location_of(router) : entry_of(router, interface);
    cases_[location] = std::move(cases);
    order_.push_back(location);
  }

  // What is behind the ports of a rule, found once for all that send in the same way from this router and interface.
  const Cases& sent(const Router& router, const TransferRule& rule, const std::string& interface) {
    const auto [known, is_new] = sent_.try_emplace({rule.out, rule.vlan(0), rule.vlan.keep != 0, rule.any_of});
    if (is_new) {
      const Counts before = std::exchange(counts_, {});
      known->second.cases = send(router, rule, interface);
      known->second.counts = std::exchange(counts_, before);
    }
    counts_.add(known->second.counts);
    return known->second.cases;
  }

  Cases send(const Router& router, const TransferRule& rule, const std::string& interface) {
    if (rule.out.empty()) return {{{}, {dropped}}};
    const std::uint32_t vlan = rule.vlan(0);
    counts_.vlans_kept += rule.vlan.keep != 0;
    const std::set<Port> outs(rule.out.begin(), rule.out.end());
    std::set<Port> to_ends;  // interfaces
    for (Port p : outs)
      if (!is_linked(p)) to_ends.insert(interface_of(p));
    if (to_ends.size() > 1 && !rule.any_of) {
      const auto first = std::find_if(rule.out.begin(), rule.out.end(), [&](Port p) { return !is_linked(p); });
      return flood(router, *first, vlan, outs.size() - to_ends.size());
    }
    std::vector<Cases> ways;
    ways.reserve(outs.size());
    for (Port p : outs) ways.push_back(filtered(router.after, interface, interface_name(p), leave(p, vlan)));
    if (rule.any_of && ways.size() > 1)
      if (auto all = together(ways)) {
        ++counts_.split;
        return std::move(*all);
      }
    return merge(std::move(ways));
  }

  bool is_linked(Port p) const {
    if (stage_of(p) == 2) return links_.count(p) != 0;
    return std::any_of(rules_of(p).begin(), rules_of(p).end(), [&](const TransferRule* rule) {
      return std::any_of(rule->out.begin(), rule->out.end(), [&](Port sending) { return links_.count(sending) != 0; });
    });
  }

  // A packet that is sent to all ports of a VLAN has arrived there.
  Cases flood(const Router& router, Port first, std::uint32_t vlan, std::size_t links) {
    ++counts_.floods;
    counts_.flooded_links += links;
    const Name name =
        name_of(fmt::format("vlan {} of {}", vlan, router.name), fmt::format("{}_vlan{}", short_name(router), vlan));
    ends_.push_back(name);
    Cases cases = leave(first, vlan);
    for (Case& c : cases)
      if (c.to != std::vector{dropped}) c.to = {name};
    return cases;
  }

  // Where packets enter: one location for each router and each filter on the way in.
  void locate_ingress(const Router& router) {
    std::set<Cases, SameCases> seen;
    for (const auto& [port, rules] : rules_of_) {
      if (stage_of(port) != 0 || port % 100000 == 0 || router_of_.at(front::net::router_of(port)) != &router) continue;
      std::set<std::uint32_t> vlans;
      for (const TransferRule* rule : rules)
        if (rule->match[vlan_field].mask) vlans.insert(static_cast<std::uint32_t>(rule->match[vlan_field].value));
      for (std::uint32_t vlan : vlans) {
        Cases cases = arrive(port, vlan);
        if (cases.size() <= 2 || !seen.insert(cases).second) continue;
        const std::string wanted = fmt::format("in_{}_{}", short_name(router), seen.size());
        const Name name = name_of("in " + wanted, wanted);
        cases_[name] = std::move(cases);
        order_.push_back(name);
      }
    }
  }

  // The cases become the rules.
  Cases rules_at(Name name) {
    Cases rules = std::move(cases_[name]);
    for (Rule& rule : rules)
      for (std::size_t& to : rule.to) to = places_[to];
    return rules;
  }

  bool has_vlans() const {
    return std::any_of(tables_.routers.begin(), tables_.routers.end(), [](const Router& router) {
      return std::any_of(router.rules.begin(), router.rules.end(), [](const TransferRule& rule) {
        return rule.match[vlan_field].mask != 0 || rule.vlan.keep != VlanRewrite{}.keep;
      });
    });
  }

  std::vector<std::string> notes() {
    std::vector<std::string> out;
    const bool vlans = has_vlans();
    if (vlans)
      out.push_back(
          "VLANs are folded into the rules: they are followed from a routing decision to the next table and not kept "
          "in the packet");
    out.push_back("a packet may be sent back on the port that it came from");
    for (const Router& router : tables_.routers)
      if (const std::string& name = *texts_[location_of(router)]; name != router.name)
        out.push_back(fmt::format("the location of router `{}` is called `{}`", router.name, name));
    if (tables_.one_stage)
      out.push_back("the tables have one stage: packets from any port of a router go through the same rules");
    if (vlans && counts_.vlans_kept)
      out.push_back(
          fmt::format("{} rules of routing tables do not set the VLAN: it is taken to be 0", counts_.vlans_kept));
    if (links_.empty()) out.push_back("there are no links: no router leads to another (topology.tf)");
    if (tables_.rewrites)
      out.push_back(fmt::format("{} rules rewrite other header fields than the VLAN: packets keep what they have there",
                                tables_.rewrites));
    if (tables_.skipped)
      out.push_back(
          fmt::format("{} bits of conditions that the layout skips are not looked at: such rules match more than they "
                      "say",
                      tables_.skipped));
    if (counts_.ctrl_dropped)
      out.push_back(fmt::format("conditions on TCP control bits are dropped ({})", times(counts_.ctrl_dropped)));
    if (counts_.floods)
      out.push_back(
          fmt::format("{} rules send to several ports without a link: each becomes one end, named by router and VLAN, "
                      "behind the filter of the first port; {} copies to linked ports are dropped",
                      counts_.floods, counts_.flooded_links));
    if (counts_.split)
      out.push_back(fmt::format(
          "where a rule has several next hops, a packet takes any one of them ({}); one where nobody takes its "
          "VLAN is `drop`",
          times(counts_.split)));
    if (counts_.filters_dropped)
      out.push_back(fmt::format(
          "where a rule has several next hops, a filter on one of them is replaced by what it lets through ({})",
          times(counts_.filters_dropped)));
    return out;
  }

  const Tables& tables_;
  LocationNames names_;
  std::map<Port, std::set<Port>> links_;  // from sending to receiving ports
  std::map<Port, std::vector<const TransferRule*>> rules_of_;
  std::map<Port, const Router*> router_of_;
  std::map<const Router*, std::map<std::vector<bool>, std::string>> entries_;  // an interface for each way to answer
  std::unordered_map<Name, Cases> cases_;
  std::map<std::string, Name> numbers_;
  std::vector<const std::string*> texts_;  // by number
  std::vector<Name> order_;
  std::vector<std::size_t> places_;  // by number: in the order
  std::vector<Name> ends_;
  struct Sent {
    Cases cases;
    Counts counts;
  };
  using Sending = std::tuple<std::vector<Port>, std::uint32_t, bool, bool>;  // ports, VLAN, whether kept, any of them
  std::map<Sending, Sent> sent_;
  Counts counts_;
};

}  // namespace

Network flatten(const Tables& tables) { return Flattener(tables).run(); }

}  // namespace whynot::front::net
