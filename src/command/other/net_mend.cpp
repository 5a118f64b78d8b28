// Changes are tried on the tables themselves, nearest to where the packet went wrong first: a line is left out, then
// one does what another line of the same table does, then such a line for this address is put in front.  What is shown
// has been walked.
#include "command/other/net_mend.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

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

}  // namespace

// Lines of the way, from where it ends back to where it starts, each once; of a filter also the line that sends
// there.
std::vector<Span> NetMender::lines_of_way(const analyse::network::Example& example) const {
  std::vector<Span> lines;
  const auto add = [&](const Span& line) {
    if (line.file != 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  for (auto l = example.way.locations.rbegin(); l != example.way.locations.rend(); ++l) {
    const net::Location& at = read().network.locations[*l];
    if (const auto rule = analyse::network::first_match(at, example.header)) add(at.rules[*rule].line);
  }
  return lines;
}

bool NetMender::mends(const Tables& tables) {
  return ++tries_ <= most_tries && asked_.arrives(front::net::flatten(tables));
}

std::optional<NetMender::Place> NetMender::find(const Span& line) const {
  const auto& routers = read().tables.routers;
  for (std::size_t r = 0; r < routers.size(); ++r)
    for (std::size_t i = 0; i < routers[r].rules.size(); ++i)
      if (routers[r].rules[i].line == line) return Place{r, i};
  return std::nullopt;
}

// The locations from which packets with this header arrive already: what leads to none of them mends nothing.
void NetMender::find_good(const analyse::network::Example& example) {
  const net::Network& network = read().network;
  good_.assign(network.locations.size(), false);
  good_[place_of(network, read().reach.front().to)] = true;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t l = 0; l < network.first_end; ++l) {
      const auto rule = good_[l] ? std::nullopt : analyse::network::first_match(network.locations[l], example.header);
      if (!rule || !leads_to_good(network.locations[l].rules[*rule], false)) continue;
      good_[l] = more = true;
    }
  }
}
bool NetMender::leads_to_good(const net::Rule& rule, bool by_some_way) const {
  const auto good = [&](std::size_t to) { return good_[to]; };
  return by_some_way ? std::any_of(rule.to.begin(), rule.to.end(), good)
                     : std::all_of(rule.to.begin(), rule.to.end(), good);
}
// Whether what some line with this action does, somewhere, is good: the lines of a table with the same action send to
// the same places.
bool NetMender::is_promising(const Router& router, const std::vector<std::string>& action) const {
  for (const net::Location& l : read().network.locations) {
    if (l.rules.empty() || l.name != front::net::location_word(router.name)) continue;
    for (const net::Rule& r : l.rules)
      if (leads_to_good(r, true) && r.line.file != 0 && action_of(fields_of_line(sources().text(r.line))) == action)
        return true;
  }
  return false;
}
// Without its deciding line, where the first location of the way that has it leads instead.
bool NetMender::removal_is_promising(const Span& line, const analyse::network::Example& example) const {
  for (std::size_t l : example.way.locations) {
    const net::Location& at = read().network.locations[l];
    const auto rule = analyse::network::first_match(at, example.header);
    if (!rule || at.rules[*rule].line != line) continue;
    for (std::size_t i = *rule + 1; i < at.rules.size(); ++i)
      if (at.rules[i].line != line && net::matches(at.rules[i].when, example.header))
        return leads_to_good(at.rules[i], true);
  }
  return false;
}

std::optional<report::BlameRepair> NetMender::repair(net::Bits address, const analyse::network::Example& example) {
  find_good(example);
  const std::vector<Span> lines = lines_of_way(example);
  for (const Span& line : lines)
    if (!is_printed_table(sources(), line.file) && removal_is_promising(line, example))
      if (auto found = by_removing(line)) return found;
  for (const Span& line : lines) {
    if (auto found = by_text(changes_of(sources(), line, address, asked_.width))) return found;
    if (auto found = by_replacing(line)) return found;
  }
  for (auto l = example.way.locations.rbegin(); l != example.way.locations.rend(); ++l)
    if (auto found = by_inserting(read().network.locations[*l].name, address)) return found;
  return std::nullopt;
}

std::optional<report::BlameRepair> NetMender::by_removing(const Span& line) {
  Tables tables = read().tables;
  bool some = false;
  const auto of_line = [&](const auto& rule) {
    some = some || rule.line == line;
    return rule.line == line;
  };
  for (Router& router : tables.routers) std::erase_if(router.rules, of_line);
  if (!some || !mends(tables)) return std::nullopt;
  return report::BlameRepair{asked_.report.short_name(line), line_number(line), "remove"};
}

// The first change that mends it, of those that leave the tables as they are printed but for one line.
std::optional<report::BlameRepair> NetMender::by_text(const std::vector<TableChange>& changes) {
  for (const TableChange& change : changes) {
    if (++tries_ > most_tries) return std::nullopt;
    Sources sources;
    Diagnostics ignored;
    std::vector<session::Stamp> looked_at;
    session::Opening opening{asked_.name, sources, ignored, asked_.run.context, asked_.run.in, looked_at};
    const auto read = session::read_network_of(opening, &change.edit);
    if (read && asked_.arrives(read->network)) return change.told;
  }
  return std::nullopt;
}

// The different things that lines of a table do for packets from the same ports.
std::vector<std::vector<std::string>> NetMender::actions(const Router& router, const TransferRule& like) const {
  std::vector<std::vector<std::string>> all;
  std::set<std::vector<std::string>> seen;
  for (const TransferRule& rule : router.rules) {
    if (rule.in != like.in) continue;
    auto action = action_of(fields_of_line(sources().text(rule.line)));
    if (action.empty()) continue;
    if (seen.insert(action).second) all.push_back(std::move(action));
  }
  return all;
}

std::optional<TransferRule> NetMender::rule_of(const std::vector<std::string>& fields, Tables& tables) {
  Diagnostics ignored;
  const FileId text = asked_.report.paper().sources.add("<repair>", fmt::format("{}", fmt::join(fields, "$")));
  auto rule = front::net::read_rule(text, sources(), tables, ignored);
  if (rule && tables.one_stage && !rule->in.empty()) front::net::add_stages(*rule);
  return rule;
}

std::optional<report::BlameRepair> NetMender::by_replacing(const Span& line) {
  const auto at = find(line);
  if (!at) return std::nullopt;
  const Router& router = read().tables.routers[at->router];
  auto fields = fields_of_line(sources().text(line));
  const auto own = action_of(fields);
  for (const auto& action : actions(router, router.rules[at->rule])) {
    if (action == own || tries_ >= most_tries || !is_promising(router, action)) continue;
    set_action(fields, action);
    Tables tables = read().tables;
    auto rule = rule_of(fields, tables);
    if (!rule) continue;
    rule->line = line;
    tables.routers[at->router].rules[at->rule] = std::move(*rule);
    if (mends(tables))
      return report::BlameRepair{asked_.report.short_name(line), line_number(line),
                                 fmt::format("replace: {}", fmt::join(fields, "$"))};
  }
  return std::nullopt;
}

std::optional<report::BlameRepair> NetMender::by_adding_route(const Router& router, net::Bits address) {
  for (const TransferRule& rule : router.rules)
    if (is_file_of_routes(sources(), rule.line.file))
      return by_text(routes_for(sources(), rule.line.file, address, asked_.width));
  return std::nullopt;
}

// A line for this address alone, before all others of the routing stage.
std::optional<report::BlameRepair> NetMender::by_inserting(const std::string& location, net::Bits address) {
  for (std::size_t r = 0; r < read().tables.routers.size(); ++r) {
    const Router& router = read().tables.routers[r];
    if (front::net::location_word(router.name) != location) continue;
    const auto first = std::find_if(router.rules.begin(), router.rules.end(), [](const TransferRule& rule) {
      return std::any_of(rule.in.begin(), rule.in.end(), front::net::is_routing);
    });
    if (first == router.rules.end()) return std::nullopt;
    if (is_printed_table(sources(), first->line.file)) return by_adding_route(router, address);
    for (const auto& action : actions(router, *first)) {
      if (tries_ >= most_tries) return std::nullopt;
      if (!is_promising(router, action)) continue;
      auto fields = fields_of_line(sources().text(first->line));
      fields[2] = front::net::match_text(read().tables.layout, address, fields[2]);
      set_action(fields, action);
      Tables tables = read().tables;
      auto rule = rule_of(fields, tables);
      if (!rule) continue;
      auto& rules = tables.routers[r].rules;
      rules.insert(rules.begin() + (first - router.rules.begin()), std::move(*rule));
      if (mends(tables))
        return report::BlameRepair{asked_.report.short_name(first->line), line_number(first->line),
                                   fmt::format("insert: {}", fmt::join(fields, "$"))};
    }
  }
  return std::nullopt;
}

}  // namespace whynot::command
