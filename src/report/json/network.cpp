// Differences of networks, and the lines to blame for where an address goes, as JSON.
#include "report/findings.h"

namespace whynot::report {
namespace {

Json destinations_part(const Destinations& d) {
  Json part = {{"count", to_string(d.count)},
               {"cidr", d.cidr},
               {"example", d.example.empty() ? Json(nullptr) : Json(d.example)}};
  if (!d.before.empty()) part["routes"] = {{"before", d.before}, {"after", d.after}};
  return part;
}

}  // namespace

Json json_of(const NetworkDifference& found) {
  Json pairs = Json::array(), blocks = Json::array();
  for (const NetworkPair& p : found.pairs)
    pairs.push_back({{"from", p.from},
                     {"to", p.to},
                     {"lost", destinations_part(p.lost)},
                     {"gained", destinations_part(p.gained)},
                     {"rerouted", destinations_part(p.rerouted)}});
  for (const NetworkBlock& b : found.blocks)
    blocks.push_back({{"cidr", b.cidr}, {"change", b.what}, {"pairs", b.pairs}});
  Json out = {{"kind", "network_difference"}, {"pairs", std::move(pairs)}};
  if (found.has_loops)
    out["loops"] = {{"made", destinations_part(found.made)}, {"mended", destinations_part(found.mended)}};
  out["blocks"] = std::move(blocks);
  out["before"] = found.before;
  out["after"] = found.after;
  return out;
}

Json json_of(const Blame& found) {
  Json hops = Json::array(), repair = nullptr;
  for (const BlameHop& h : found.hops)
    hops.push_back({{"at", h.at},
                    {"file", h.file},
                    {"line", h.line == 0 ? Json(nullptr) : Json(h.line)},
                    {"rule", h.rule},
                    {"shadowed_by", h.shadowed_by},
                    {"to", h.to}});
  if (found.repair)
    repair = {{"file", found.repair->file}, {"line", found.repair->line}, {"change", found.repair->change}};
  if (found.repair && found.repair->end_line != 0) repair["end_line"] = found.repair->end_line;
  return {{"kind", "blame"},
          {"address", found.address},
          {"from", found.from},
          {"to", found.to},
          {"hops", std::move(hops)},
          {"arrives", found.arrives},
          {"end", found.end},
          {"repair", std::move(repair)},
          {"trace", found.trace.empty() ? Json(nullptr) : Json(found.trace)}};
}

}  // namespace whynot::report
