#include "front/net/stages.h"

#include <algorithm>

namespace whynot::front::net {
namespace {

constexpr Port to_sending = 20000;

bool is_plain(Port p) { return stage_of(p) == 0 && !is_routing(p); }

bool has_one_stage(const Router& router) {
  return std::all_of(router.rules.begin(), router.rules.end(), [&](const TransferRule& rule) {
    return rule.in == router.rules.front().in && std::all_of(rule.in.begin(), rule.in.end(), is_plain) &&
           std::all_of(rule.out.begin(), rule.out.end(), is_plain);
  });
}

}  // namespace

void add_stages(TransferRule& rule) {
  rule.in = {router_of(rule.in.front()) * 100000};
  for (Port& p : rule.out) p += to_sending;
}

bool add_stages(Tables& tables) {
  const bool some = std::any_of(tables.routers.begin(), tables.routers.end(),
                                [](const Router& r) { return !r.rules.empty() && !r.rules.front().in.empty(); });
  if (!some || !std::all_of(tables.routers.begin(), tables.routers.end(), has_one_stage)) return false;
  for (Router& router : tables.routers) {
    if (router.rules.empty() || router.rules.front().in.empty()) continue;
    TransferRule receive = router.rules.front();
    receive.match = {};
    receive.vlan = {};
    for (TransferRule& rule : router.rules) add_stages(rule);
    receive.out = router.rules.front().in;
    router.rules.push_back(std::move(receive));
  }
  for (Link& link : tables.links) link.from += to_sending;
  return true;
}

}  // namespace whynot::front::net
