// whynot net blame: where one address goes, the line of the tables that decides at each hop, and a change of one line
// after which it arrives.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "command/cells.h"
#include "command/other/net_mend.h"
#include "front/net/location_names.h"
#include "front/net/network.h"
#include "front/net/stages.h"

namespace whynot::command {
namespace {

using front::net::Router;

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
      return usage_error(run_, fmt::format("`{}` is not an address of {} bits", arguments_.operands[2], width_),
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

  // A packet to the address that does not arrive, else one that does.  Nothing when the context said stop.
  std::optional<analyse::network::Example> walk(const net::Network& network, net::Bits address) {
    const front::net::Reach& reach = read_->reach.front();
    const std::size_t from = place_of(network, reach.from), to = place_of(network, reach.to);
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
    const auto arrives = [&](const net::Network& changed) {
      const auto there = walk(changed, address);
      return there && there->way.arrives;
    };
    blame_.repair = NetMender({run_, report_, name_, *read_, width_, arrives}).repair(address, example);
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
    found.file = report_.short_name(line);
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

  // The table of a location that no line decides.
  std::string file_of(const std::string& location) const {
    for (const Router& router : read_->tables.routers)
      if (front::net::location_word(router.name) == location && !router.rules.empty())
        return report_.short_name(router.rules.front().line);
    return "";
  }

  Run& run_;
  const Arguments& arguments_;
  NetworkReport report_;
  session::ModelName name_;
  std::optional<session::ReadNetwork> read_;
  report::Blame blame_;
  std::size_t width_ = 32;
};

}  // namespace

ExitCode run_net_blame(Run& run) {
  if (run.arguments.operands.size() != 3)
    return usage_error(run, "`whynot net blame` needs a directory of router tables and an address",
                       "e.g. whynot net blame tables/ --reach edge_rtr,core_rtr 10.1.2.3");
  return NetBlame(run).execute();
}

}  // namespace whynot::command
