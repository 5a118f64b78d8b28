// Goes down the bits of the field, the most significant first, with the lists of rules that still match.
#include "analyse/network/blocks.h"

namespace whynot::analyse::network {

bool asks_for_others(const net::Rule& rule, net::Field field) {
  for (std::size_t f = 0; f < net::field_count; ++f)
    if (f != net::index_of(field) && rule.when[f].mask != 0) return true;
  return false;
}

Blocks::Blocks(Networks networks, net::Field field) : networks_(std::move(networks)), field_(field) {
  for (const net::Network* network : networks_) {
    first_.push_back(lists_.size());
    for (const net::Location& l : network->locations) {
      auto& list = lists_.emplace_back();
      list.reserve(l.rules.size());
      for (const net::Rule& r : l.rules) list.push_back({r.when[net::index_of(field)], asks_for_others(r, field)});
    }
  }
  closed_.resize(lists_.size());
}

bool Blocks::for_each(Context& context, const std::function<bool(const net::Ternary&)>& visit) {
  rules_.clear();
  changed_.clear();
  std::vector<Part> open;
  for (std::size_t place = 0; place < lists_.size(); ++place) {
    Part part{place, rules_.size(), 0, 0};
    for (std::uint32_t i = 0; i < lists_[place].size(); ++i) {
      const Asked& asked = lists_[place][i];
      rules_.push_back(i);
      part.asks |= asked.when.mask;
      if (asked.when.mask == 0 && !asked.of_others) break;
    }
    part.end = rules_.size();
    closed_[place] = part;
    changed_.push_back(place);
    if (part.asks != 0) open.push_back(part);
  }
  return descend({}, open, context, visit);
}

bool Blocks::descend(const net::Ternary& block, const std::vector<Part>& open, Context& context,
                     const std::function<bool(const net::Ternary&)>& visit) {
  if (open.empty()) {
    const bool go_on = visit(block);
    changed_.clear();
    return go_on;
  }
  if (context.should_stop()) return false;
  net::Bits asked = 0;
  for (const Part& part : open) asked |= part.asks;
  const net::Bits bit = net::highest_bit(asked);
  const std::size_t before = rules_.size();
  std::vector<Part> inner;
  for (bool value : {false, true}) {
    inner.clear();
    rules_.resize(before);
    for (const Part& part : open) {
      const Part narrow = narrowed(part, bit, value);
      if (narrow.asks != 0) {
        inner.push_back(narrow);
        continue;
      }
      closed_[part.place] = narrow;
      changed_.push_back(part.place);
    }
    if (!descend({block.value | (value ? bit : net::Bits{0}), block.mask | bit}, inner, context, visit)) return false;
  }
  rules_.resize(before);
  return true;
}

Blocks::Part Blocks::narrowed(const Part& part, net::Bits bit, bool value) {
  Part narrow{part.place, rules_.size(), 0, 0};
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::uint32_t index = rules_[i];
    const auto& [when, of_others] = lists_[part.place][index];
    if ((when.mask & bit) != 0 && ((when.value & bit) != 0) != value) continue;
    rules_.push_back(index);
    const net::Bits rest = when.mask & (bit - 1);
    narrow.asks |= rest;
    if (rest == 0 && !of_others) break;
  }
  narrow.end = rules_.size();
  return narrow;
}

}  // namespace whynot::analyse::network
