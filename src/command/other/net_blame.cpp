// whynot net blame: where one address goes, the line of the tables that decides at each hop, and a change of one line
// after which it arrives.  Changes are tried on the tables themselves, nearest to where the packet went wrong first: a
// line is left out, then one does what another line of the same table does, then such a line for this address is put in
// front.  What is shown has been walked.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "command/cells.h"
#include "command/other/net_repair.h"
#include "front/net/location_names.h"
#include "front/net/network.h"
#include "front/net/stages.h"

namespace whynot::command {
namespace {

using front::net::Router;
using front::net::Tables;
using front::net::TransferRule;

constexpr std::size_t most_tries = 100;

std::vector<std::string> fields_of_line(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('$', begin), line.size());
    fields.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

// Of a transfer rule; lines of other tables have none.
constexpr std::size_t rule_fields = 8;

// What a line does, without what it matches: its action, how it rewrites, and where it sends.
std::vector<std::string> action_of(const std::vector<std::string>& fields) {
  if (fields.size() < rule_fields) return {};
  return {fields[0], fields[3], fields[4], fields[5], fields[6], fields[7]};
}
void set_action(std::vector<std::string>& fields, const std::vector<std::string>& action) {
  constexpr std::size_t places[] = {0, 3, 4, 5, 6, 7};
  for (std::size_t i = 0; i < action.size(); ++i) fields[places[i]] = action[i];
}

class NetBlame {
 public:
  explicit NetBlame(Run& run) : run_(run), arguments_(run.arguments), report_(run, arguments_.operands[1]) {}

  ExitCode execute() {
    name_ = model_named(arguments_, *command_named("net"), *session::front_end_named("net"));
    name_.files = {arguments_.operands[1]};
    if (name_.all("reach").size() != 1 || name_.text("reach") == "any")
      return usage_error(run_, "`whynot net blame` needs one pair of locations: --reach A,B",
                         "e.g. whynot net blame tables/ --reach edge_rtr,core_rtr 10.1.2.3");
    if (const auto wrong = session::refuses_net(name_)) return usage_error(run_, wrong->message, wrong->help);
    read_ = report_.read(name_);
    if (!read_) return report_.fail();
    width_ = read_->network.widths[net::index_of(net::Field::IpDst)];
    const auto address = read_address(arguments_.operands[2], width_);
    if (!address)
      return usage_error(run_, fmt::format("`{}` is no address of {} bits", arguments_.operands[2], width_),
                         address_example());
    const auto example = walk(read_->network, *address);
    if (!example) return finish(run_, report_.paper().report(), true);
    tell(*address, *example);
    report_.paper().report().findings.push_back(blame_);
    const ExitCode code = finish(run_, report_.paper().report());
    return code == exit_ok && !blame_.arrives ? exit_violated : code;
  }

 private:
  const char* address_example() const {
    if (width_ == 32) return "e.g. 10.1.2.3";
    return width_ == 128 ? "e.g. 2001:db8::1" : "it is a number";
  }

  static std::size_t place(const net::Network& network, const std::string& name) {
    const auto& all = network.locations;
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const net::Location& l) { return l.name == name; }) - all.begin());
  }

  // A packet to the address that does not arrive, else one that does.  Nothing when the context said stop.
  std::optional<analyse::network::Example> walk(const net::Network& network, net::Bits address) {
    const front::net::Reach& reach = read_->reach.front();
    const std::size_t from = place(network, reach.from), to = place(network, reach.to);
    if (from == network.locations.size()) return std::nullopt;
    net::Match when = {};
    when[net::index_of(net::Field::IpDst)] = {address, net::low_bits(width_)};
    const auto failing = analyse::network::not_arriving(network, net::Field::IpDst, {from, to}, when, run_.context);
    if (!failing) return std::nullopt;
    if (failing->example) return failing->example;
    net::Header header = {};
    header[net::index_of(net::Field::IpDst)] = address;
    return analyse::network::Example{header, follow(network, header, from, to)};
  }

  // One way of a packet that arrives by all.
  static analyse::network::Classes::Way follow(const net::Network& network, const net::Header& header, std::size_t from,
                                               std::size_t to) {
    analyse::network::Classes::Way way{{from}, std::nullopt, true};
    while (way.locations.back() != to) {
      const net::Location& at = network.locations[way.locations.back()];
      way.locations.push_back(at.rules[*analyse::network::first_match(at, header)].to.front());
    }
    return way;
  }

  void tell(net::Bits address, const analyse::network::Example& example) {
    const net::Network& network = read_->network;
    const front::net::Reach& reach = read_->reach.front();
    blame_.address = address_text(address, width_);
    blame_.from = reach.from;
    blame_.to = reach.to;
    blame_.arrives = example.way.arrives;
    blame_.trace = report_.cite(network, example, "blame");
    const auto& locations = example.way.locations;
    for (std::size_t i = 0; i < locations.size(); ++i) {
      const bool last = i + 1 == locations.size();
      if (network.is_end(locations[i]) || (last && example.way.arrives)) break;
      const std::size_t next = last ? locations[*example.way.loop] : locations[i + 1];
      blame_.hops.push_back(hop(network, locations[i], next, example.header));
    }
    if (example.way.arrives) {
      blame_.end = network.locations[locations.back()].name;
      return;
    }
    const bool stays = network.is_end(locations.back());
    blame_.end = stays ? network.locations[locations.back()].name : "loop";
    blame_.repair = repair(address, example);
  }

  report::BlameHop hop(const net::Network& network, std::size_t at, std::size_t next, const net::Header& header) {
    const net::Location& location = network.locations[at];
    report::BlameHop found;
    found.at = location.name;
    found.to = network.locations[next].name;
    const auto rule = analyse::network::first_match(location, header);
    if (!rule || location.rules[*rule].line.file == 0) {
      found.file = file_of(location.name);
      return found;
    }
    const Span line = location.rules[*rule].line;
    const Sources& sources = report_.paper().sources;
    found.file = short_name(line);
    found.line = sources.place(line).line;
    found.rule = sources.text(line);
    std::set<std::size_t> shadows;
    for (std::size_t i = 0; i < *rule; ++i) {
      const net::Rule& earlier = location.rules[i];
      if (earlier.line.file == line.file && earlier.line != line && overlap(earlier.when, location.rules[*rule].when))
        shadows.insert(sources.place(earlier.line).line);
    }
    found.shadowed_by.assign(shadows.begin(), shadows.end());
    return found;
  }

  static bool overlap(const net::Match& a, const net::Match& b) {
    for (std::size_t f = 0; f < net::field_count; ++f)
      if ((a[f].value ^ b[f].value) & a[f].mask & b[f].mask) return false;
    return true;
  }

  std::string short_name(const Span& line) const {
    const std::string path(report_.sources().name(line.file));
    return path.substr(path.rfind('/') + 1);
  }
  // The table of a location that no line decides.
  std::string file_of(const std::string& location) const {
    for (const Router& router : read_->tables.routers)
      if (front::net::location_word(router.name) == location && !router.rules.empty())
        return short_name(router.rules.front().line);
    return "";
  }

  // Lines of the way, from where it ends back to where it starts, each once; of a filter also the line that sends
  // there.
  std::vector<Span> lines_of_way(const analyse::network::Example& example) {
    std::vector<Span> lines;
    const auto add = [&](const Span& line) {
      if (line.file != 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    };
    for (auto l = example.way.locations.rbegin(); l != example.way.locations.rend(); ++l) {
      const net::Location& at = read_->network.locations[*l];
      if (const auto rule = analyse::network::first_match(at, example.header)) add(at.rules[*rule].line);
    }
    return lines;
  }

  bool mends(const Tables& tables, net::Bits address) {
    if (++tries_ > most_tries) return false;
    const auto example = walk(front::net::flatten(tables), address);
    return example && example->way.arrives;
  }

  struct Found {
    std::size_t router, rule;
  };
  std::optional<Found> find(const Span& line) const {
    const auto& routers = read_->tables.routers;
    for (std::size_t r = 0; r < routers.size(); ++r)
      for (std::size_t i = 0; i < routers[r].rules.size(); ++i)
        if (routers[r].rules[i].line == line) return Found{r, i};
    return std::nullopt;
  }

  // The locations from which packets with this header arrive already: what leads to none of them mends nothing.
  void find_good(const analyse::network::Example& example) {
    const net::Network& network = read_->network;
    good_.assign(network.locations.size(), false);
    good_[place(network, read_->reach.front().to)] = true;
    for (bool more = true; more;) {
      more = false;
      for (std::size_t l = 0; l < network.first_end; ++l) {
        const auto rule = good_[l] ? std::nullopt : analyse::network::first_match(network.locations[l], example.header);
        if (!rule || !leads_to_good(network.locations[l].rules[*rule], false)) continue;
        good_[l] = more = true;
      }
    }
  }
  bool leads_to_good(const net::Rule& rule, bool by_some_way) const {
    const auto good = [&](std::size_t to) { return good_[to]; };
    return by_some_way ? std::any_of(rule.to.begin(), rule.to.end(), good)
                       : std::all_of(rule.to.begin(), rule.to.end(), good);
  }
  // Whether what some line with this action does, somewhere, is good: the lines of a table with the same action send to
  // the same places.
  bool is_promising(const Router& router, const std::vector<std::string>& action) {
    for (const net::Location& l : read_->network.locations) {
      if (l.rules.empty() || l.name != front::net::location_word(router.name)) continue;
      for (const net::Rule& r : l.rules)
        if (leads_to_good(r, true) && r.line.file != 0 &&
            action_of(fields_of_line(report_.sources().text(r.line))) == action)
          return true;
    }
    return false;
  }
  // Without its deciding line, where the first location of the way that has it leads instead.
  bool removal_is_promising(const Span& line, const analyse::network::Example& example) const {
    for (std::size_t l : example.way.locations) {
      const net::Location& at = read_->network.locations[l];
      const auto rule = analyse::network::first_match(at, example.header);
      if (!rule || at.rules[*rule].line != line) continue;
      for (std::size_t i = *rule + 1; i < at.rules.size(); ++i)
        if (at.rules[i].line != line && net::matches(at.rules[i].when, example.header))
          return leads_to_good(at.rules[i], true);
    }
    return false;
  }

  std::optional<report::BlameRepair> repair(net::Bits address, const analyse::network::Example& example) {
    find_good(example);
    const std::vector<Span> lines = lines_of_way(example);
    for (const Span& line : lines)
      if (!is_printed_table(report_.sources(), line.file) && removal_is_promising(line, example))
        if (auto found = by_removing(line, address)) return found;
    for (const Span& line : lines) {
      if (auto found = by_text(changes_of(report_.sources(), line, address, width_), address)) return found;
      if (auto found = by_replacing(line, address)) return found;
    }
    for (auto l = example.way.locations.rbegin(); l != example.way.locations.rend(); ++l)
      if (auto found = by_inserting(read_->network.locations[*l].name, address)) return found;
    return std::nullopt;
  }

  std::size_t line_number(const Span& line) const { return report_.sources().place(line).line; }

  std::optional<report::BlameRepair> by_removing(const Span& line, net::Bits address) {
    Tables tables = read_->tables;
    bool some = false;
    const auto of_line = [&](const auto& rule) {
      some = some || rule.line == line;
      return rule.line == line;
    };
    for (Router& router : tables.routers) std::erase_if(router.rules, of_line);
    if (!some || !mends(tables, address)) return std::nullopt;
    return report::BlameRepair{short_name(line), line_number(line), "remove"};
  }

  // The first change that mends it, of those that leave the tables as they are printed but for one line.
  std::optional<report::BlameRepair> by_text(const std::vector<TableChange>& changes, net::Bits address) {
    for (const TableChange& change : changes) {
      if (++tries_ > most_tries) return std::nullopt;
      Sources sources;
      Diagnostics ignored;
      std::vector<session::Stamp> looked_at;
      session::Opening opening{name_, sources, ignored, run_.context, run_.in, looked_at};
      const auto read = session::read_network_of(opening, &change.edit);
      const auto example = read ? walk(read->network, address) : std::nullopt;
      if (example && example->way.arrives) return change.told;
    }
    return std::nullopt;
  }

  // The different things that lines of a table do for packets from the same ports.
  std::vector<std::vector<std::string>> actions(const Router& router, const TransferRule& like) const {
    std::vector<std::vector<std::string>> all;
    std::set<std::vector<std::string>> seen;
    for (const TransferRule& rule : router.rules) {
      if (rule.in != like.in) continue;
      auto action = action_of(fields_of_line(report_.sources().text(rule.line)));
      if (action.empty()) continue;
      if (seen.insert(action).second) all.push_back(std::move(action));
    }
    return all;
  }

  std::optional<TransferRule> rule_of(const std::vector<std::string>& fields, Tables& tables) {
    Diagnostics ignored;
    const FileId text = report_.paper().sources.add("<repair>", fmt::format("{}", fmt::join(fields, "$")));
    auto rule = front::net::read_rule(text, report_.sources(), tables, ignored);
    if (rule && tables.one_stage && !rule->in.empty()) front::net::add_stages(*rule);
    return rule;
  }

  std::optional<report::BlameRepair> by_replacing(const Span& line, net::Bits address) {
    const auto at = find(line);
    if (!at) return std::nullopt;
    const Router& router = read_->tables.routers[at->router];
    auto fields = fields_of_line(report_.sources().text(line));
    const auto own = action_of(fields);
    for (const auto& action : actions(router, router.rules[at->rule])) {
      if (action == own || tries_ >= most_tries || !is_promising(router, action)) continue;
      set_action(fields, action);
      Tables tables = read_->tables;
      auto rule = rule_of(fields, tables);
      if (!rule) continue;
      rule->line = line;
      tables.routers[at->router].rules[at->rule] = std::move(*rule);
      if (mends(tables, address))
        return report::BlameRepair{short_name(line), line_number(line),
                                   fmt::format("replace: {}", fmt::join(fields, "$"))};
    }
    return std::nullopt;
  }

  std::optional<report::BlameRepair> by_adding_route(const Router& router, net::Bits address) {
    for (const TransferRule& rule : router.rules)
      if (is_file_of_routes(report_.sources(), rule.line.file))
        return by_text(routes_for(report_.sources(), rule.line.file, address, width_), address);
    return std::nullopt;
  }

  // A line for this address alone, before all others of the routing stage.
  std::optional<report::BlameRepair> by_inserting(const std::string& location, net::Bits address) {
    for (std::size_t r = 0; r < read_->tables.routers.size(); ++r) {
      const Router& router = read_->tables.routers[r];
      if (front::net::location_word(router.name) != location) continue;
      const auto first = std::find_if(router.rules.begin(), router.rules.end(), [](const TransferRule& rule) {
        return std::any_of(rule.in.begin(), rule.in.end(), front::net::is_routing);
      });
      if (first == router.rules.end()) return std::nullopt;
      if (is_printed_table(report_.sources(), first->line.file)) return by_adding_route(router, address);
      for (const auto& action : actions(router, *first)) {
        if (tries_ >= most_tries) return std::nullopt;
        if (!is_promising(router, action)) continue;
        auto fields = fields_of_line(report_.sources().text(first->line));
        fields[2] = front::net::match_text(read_->tables.layout, address, fields[2]);
        set_action(fields, action);
        Tables tables = read_->tables;
        auto rule = rule_of(fields, tables);
        if (!rule) continue;
        auto& rules = tables.routers[r].rules;
        rules.insert(rules.begin() + (first - router.rules.begin()), std::move(*rule));
        if (mends(tables, address))
          return report::BlameRepair{short_name(first->line), line_number(first->line),
                                     fmt::format("insert: {}", fmt::join(fields, "$"))};
      }
    }
    return std::nullopt;
  }

  Run& run_;
  const Arguments& arguments_;
  NetworkReport report_;
  session::ModelName name_;
  std::optional<session::ReadNetwork> read_;
  report::Blame blame_;
  std::vector<bool> good_;  // by location
  std::size_t width_ = 32, tries_ = 0;
};

}  // namespace

ExitCode run_net_blame(Run& run) {
  if (run.arguments.operands.size() != 3)
    return usage_error(run, "`whynot net blame` needs a folder of router tables and an address",
                       "e.g. whynot net blame tables/ --reach edge_rtr,core_rtr 10.1.2.3");
  return NetBlame(run).execute();
}

}  // namespace whynot::command
