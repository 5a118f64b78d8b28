// Decides location after location; where a rule may or may not match, both are followed.
#include "analyse/network/classes.h"

#include <algorithm>

namespace whynot::analyse::network {
namespace {

enum class Fit { No, Yes, Maybe };

Fit fit(const net::Match& when, const Known& known) {
  Fit result = Fit::Yes;
  for (std::size_t f = 0; f < net::field_count; ++f) {
    if ((when[f].value ^ known.value[f]) & when[f].mask & known.mask[f]) return Fit::No;
    if (when[f].mask & ~known.mask[f]) result = Fit::Maybe;
  }
  return result;
}

}  // namespace

Classes::Classes(const Blocks& blocks) : blocks_(blocks) {
  std::size_t all = 0, most = 0;
  for (const net::Network* network : blocks.networks()) {
    const std::size_t size = network->locations.size();
    first_.push_back(all);
    all += size;
    most = std::max(most, size);
    dropped_.push_back(network->drop());
    self_.emplace_back(size);
    for (std::size_t i = 0; i < size; ++i) self_.back()[i] = i;
  }
  decided_.assign(all, open);
  color_.assign(most, 0);
}

bool Classes::for_each(const Known& known, std::span<const Start> starts,
                       const std::function<bool(const Known&)>& visit) {
  for (std::size_t p : met_) decided_[p] = open;
  met_.clear();
  pending_.clear();
  for (const Start& s : starts) meet(s.network, s.location);
  return decide(known, visit);
}

// Each location once; ends need no rule.
void Classes::meet(std::size_t network, std::size_t location) {
  if (blocks_.networks()[network]->is_end(location) || decided_[place(network, location)] != open) return;
  decided_[place(network, location)] = nothing;
  met_.push_back(place(network, location));
  pending_.push_back({network, location});
}

// As long as nothing has to be split, in a loop.
bool Classes::decide(Known known, const std::function<bool(const Known&)>& visit) {
  while (!pending_.empty()) {
    const Pending at = pending_.back();
    pending_.pop_back();
    const auto rules = blocks_.candidates(at.network, at.location);
    const auto& list = blocks_.networks()[at.network]->locations[at.location].rules;
    const auto first =
        std::find_if(rules.begin(), rules.end(), [&](std::uint32_t r) { return fit(list[r].when, known) != Fit::No; });
    if (first == rules.end()) continue;
    if (fit(list[*first].when, known) == Fit::Maybe)
      return branch(known, at, rules.subspan(static_cast<std::size_t>(first - rules.begin())), visit);
    decided_[place(at.network, at.location)] = *first;
    for (std::size_t to : list[*first].to) meet(at.network, to);
  }
  return visit(known);
}

// REQUIRES that the first rule may match: with it, and without it by each of its bits that is not known.
bool Classes::branch(const Known& known, const Pending& at, std::span<const std::uint32_t> rules,
                     const std::function<bool(const Known&)>& visit) {
  if (rules.empty()) return settle(known, at, nothing, visit);
  const net::Match& when = blocks_.networks()[at.network]->locations[at.location].rules[rules[0]].when;
  const Fit fits = fit(when, known);
  if (fits == Fit::No) return branch(known, at, rules.subspan(1), visit);
  if (fits == Fit::Yes) return settle(known, at, rules[0], visit);
  Known rest = known;
  for (std::size_t f = 0; f < net::field_count; ++f)
    for (net::Bits left = when[f].mask & ~known.mask[f]; left != 0; left &= left - 1) {
      const net::Bits bit = left & ~(left - 1);
      Known other = rest;
      other.mask[f] |= bit;
      other.value[f] |= ~when[f].value & bit;
      if (!branch(other, at, rules.subspan(1), visit)) return false;
      rest.mask[f] |= bit;
      rest.value[f] |= when[f].value & bit;
    }
  return settle(rest, at, rules[0], visit);
}

// What was met since is forgotten afterwards: the other branch may not meet it.
bool Classes::settle(const Known& known, const Pending& at, std::uint32_t rule,
                     const std::function<bool(const Known&)>& visit) {
  const std::vector<Pending> pending = pending_;
  const std::size_t met = met_.size();
  decided_[place(at.network, at.location)] = rule;
  if (rule != nothing)
    for (std::size_t to : blocks_.networks()[at.network]->locations[at.location].rules[rule].to) meet(at.network, to);
  const bool go_on = decide(known, visit);
  for (std::size_t i = met; i < met_.size(); ++i) decided_[met_[i]] = open;
  met_.resize(met);
  for (const Pending& p : pending) decided_[place(p.network, p.location)] = nothing;
  pending_ = pending;
  return go_on;
}

std::span<const std::size_t> Classes::next(std::size_t network, std::size_t location) const {
  const net::Network& net = *blocks_.networks()[network];
  if (net.is_end(location)) return {&self_[network][location], 1};
  const std::uint32_t rule = decided_[place(network, location)];
  if (rule == nothing) return {&dropped_[network], 1};
  return net.locations[location].rules[rule].to;
}

void Classes::begin_search() {
  if (++search_ < std::uint32_t{1} << 30) return;
  std::fill(color_.begin(), color_.end(), 0);
  search_ = 1;
}

// Depth first; what was left leads to the goal by all ways.
Classes::Way Classes::way(std::size_t network, std::span<const std::size_t> from, std::optional<std::size_t> goal) {
  struct Frame {
    std::size_t location, tried;
  };
  const net::Network& net = *blocks_.networks()[network];
  begin_search();
  const std::uint32_t on_way = 2 * search_, left = on_way + 1;
  std::vector<Frame> frames;
  Way good;
  const auto locations = [&] {
    std::vector<std::size_t> all;
    all.reserve(frames.size());
    for (const Frame& f : frames) all.push_back(f.location);
    return all;
  };
  for (std::size_t start : from) {
    if (color_[start] == left) continue;
    frames = {{start, 0}};
    color_[start] = on_way;
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.location == goal) {
        if (good.locations.empty()) good = {locations(), std::nullopt, true};
      } else if (net.is_end(top.location)) {
        if (goal) return {locations(), frames.size() - 1, false};
        if (good.locations.empty()) good = {locations(), frames.size() - 1, true};
      } else if (const auto to = next(network, top.location); top.tried < to.size()) {
        const std::size_t then = to[top.tried++];
        if (color_[then] == on_way) {
          const auto all = locations();
          return {all, static_cast<std::size_t>(std::find(all.begin(), all.end(), then) - all.begin()), false};
        }
        if (color_[then] != left) {
          color_[then] = on_way;
          frames.push_back({then, 0});
        }
        continue;
      }
      color_[top.location] = left;
      frames.pop_back();
    }
  }
  good.arrives = true;
  return good;
}

bool Classes::arrives(std::size_t network, std::size_t from, std::size_t goal) {
  return way(network, from, goal).arrives;
}

std::optional<std::size_t> Classes::end_of(std::size_t network, std::size_t from) {
  const Way any = way(network, from, std::nullopt);
  if (!any.arrives) return std::nullopt;
  const std::size_t end = any.locations.back();
  return end != dropped_[network] && arrives(network, from, end) ? std::optional(end) : std::nullopt;
}

// Without a goal every end will do: what does not come to one goes in circles.
bool Classes::goes_in_circles(std::size_t network, std::size_t from) {
  return !way(network, from, std::nullopt).arrives;
}

std::vector<std::pair<std::size_t, std::size_t>> Classes::steps(std::size_t network, std::size_t from,
                                                                std::size_t goal) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  std::vector<std::size_t> open_ones = {from};
  begin_search();
  color_[from] = 2 * search_;
  while (!open_ones.empty()) {
    const std::size_t at = open_ones.back();
    open_ones.pop_back();
    if (at == goal || blocks_.networks()[network]->is_end(at)) continue;
    for (std::size_t to : next(network, at)) {
      all.push_back({at, to});
      if (color_[to] != 2 * search_) open_ones.push_back(to);
      color_[to] = 2 * search_;
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace whynot::analyse::network
