// whynot net diff: what a change of router tables breaks, mends and moves.
#include <fmt/format.h>

#include <algorithm>

#include "command/cells.h"
#include "command/other/network_report.h"

namespace whynot::command {
namespace {

using analyse::network::Change;
using analyse::network::Difference;
using analyse::network::DifferenceQuestion;

class NetDiff {
 public:
  explicit NetDiff(Run& run) : run_(run), arguments_(run.arguments), report_(run, arguments_.operands[2]) {}

  ExitCode execute() {
    session::ModelName name = model_named(arguments_, *command_named("net"), *session::front_end_named("net"));
    const bool any = asks_any(name);
    if (const auto wrong = session::refuses_net(name)) return usage_error(run_, wrong->message, wrong->help);
    name.files = {arguments_.operands[1]};
    before_ = report_.read(name);
    name.files = {arguments_.operands[2]};
    if (before_) after_ = report_.read(name);
    if (!after_) return report_.fail();
    // One layout is declared for both, or all have destinations of 32 bits.
    width_ = after_->network.widths[net::index_of(net::Field::IpDst)];
    const auto found =
        analyse::network::difference(before_->network, after_->network, net::Field::IpDst, question(any), run_.context);
    if (found) tell(*found, any);
    const ExitCode code = finish(run_, report_.paper().report(), !found);
    return code == exit_ok && found && is_worse(*found) ? exit_violated : code;
  }

 private:
  // `--reach any`, and no --reach at all.
  bool asks_any(session::ModelName& name) {
    const std::size_t all = name.options.size();
    std::erase_if(name.options, [](const auto& o) { return o.first == "reach" && o.second == "any"; });
    return all != name.options.size() || (!name.has("reach") && !name.has("loops"));
  }

  DifferenceQuestion question(bool any) const {
    DifferenceQuestion asked;
    asked.any = any;
    asked.loops = before_->loops;
    for (const front::net::Reach& r : before_->reach) {
      net::Match when = {};
      if (r.destination) when[net::index_of(net::Field::IpDst)] = r.destination->on(width_);
      asked.pairs.push_back({r.from, r.to, when});
    }
    return asked;
  }

  // Something that arrived does not any more, or goes in circles now.
  static bool is_worse(const Difference& found) {
    return !found.made.is_empty() ||
           std::any_of(found.pairs.begin(), found.pairs.end(), [](const auto& p) { return !p.second.lost.is_empty(); });
  }

  report::Destinations told(const Change& change, const std::string& what) {
    report::Destinations set = destinations_of(change.blocks, width_, limit());
    if (change.is_empty()) return set;
    const auto& [network, example] =
        what == "mended" ? std::pair(&before_->network, &*change.before) : std::pair(&after_->network, &*change.after);
    set.example = report_.cite(*network, *example, what);
    set.before = names_of(before_->network, change.before->way);
    set.after = names_of(after_->network, change.after->way);
    return set;
  }

  std::uint64_t limit() const { return arguments_.count("limit").value_or(1'000'000); }

  void tell(const Difference& found, bool any) {
    report::NetworkDifference difference;
    difference.before = arguments_.operands[1];
    difference.after = arguments_.operands[2];
    for (const auto& [pair, change] : found.pairs) {
      if (any && change.lost.is_empty() && change.gained.is_empty() && change.rerouted.is_empty()) continue;
      difference.pairs.push_back({pair.first, pair.second, told(change.lost, "lost"), told(change.gained, "gained"),
                                  told(change.rerouted, "rerouted")});
    }
    join_blocks(difference);
    difference.has_loops = before_->loops;
    if (difference.has_loops) {
      difference.made = told(found.made, "made");
      difference.mended = told(found.mended, "mended");
    }
    report_.paper().report().findings.push_back(std::move(difference));
  }

  // Blocks of destinations that are alike for several pairs, once.
  static void join_blocks(report::NetworkDifference& difference) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> pairs;
    for (const report::NetworkPair& p : difference.pairs)
      for (const auto& [what, set] :
           {std::pair("lost", &p.lost), std::pair("gained", &p.gained), std::pair("rerouted", &p.rerouted)})
        for (const std::string& cidr : set->cidr) pairs[{cidr, what}].push_back(fmt::format("{},{}", p.from, p.to));
    for (auto& [key, list] : pairs) difference.blocks.push_back({key.first, key.second, std::move(list)});
  }

  Run& run_;
  const Arguments& arguments_;
  NetworkReport report_;
  std::optional<session::ReadNetwork> before_, after_;
  std::size_t width_ = 32;
};

}  // namespace

ExitCode run_net_diff(Run& run) {
  if (run.arguments.operands.size() != 3)
    return usage_error(run, "`whynot net diff` needs two directories of router tables: BEFORE AFTER",
                       "e.g. whynot net diff before/ after/ --reach any");
  return NetDiff(run).execute();
}

}  // namespace whynot::command
