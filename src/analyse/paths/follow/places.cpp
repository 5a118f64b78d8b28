// Names are made once, when the program is read; sets are sorted, and unions of two are remembered.
#include "analyse/paths/follow/places.h"

#include <algorithm>

namespace whynot::analyse::paths {

using engine::pushdown::FlatMap;
using engine::pushdown::pair_key;

Places::Places() {
  id("all memory", {true, 0, 0});
  id("foreign", {});
  id("handed", {});
  id("threads", {});
}

PlaceId Places::id(const std::string& name, Memory memory) {
  const auto [at, fresh] = ids_.try_emplace(name, static_cast<PlaceId>(places_.size()));
  if (fresh) places_.push_back(memory);
  return at->second;
}

std::uint32_t Places::number(const std::string& name) {
  return names_.try_emplace(name, static_cast<std::uint32_t>(names_.size() + 1)).first->second;
}

PlaceId Places::register_of(const std::string& function, const std::string& name) {
  return id("r " + function + " " + name, {});
}
PlaceId Places::variable(const std::string& function, const std::string& name) {
  return id("v " + function + " " + name, {});
}
PlaceId Places::global(const std::string& name) { return id("g " + name, {}); }
PlaceId Places::jump(const std::string& function, const std::string& block) {
  return id("b " + function + " " + block, {});
}
PlaceId Places::call(const std::string& function) { return id("c " + function, {}); }

PlaceId Places::memory(const std::string& field, const std::string& type) {
  return id("m " + type + "\n" + field, {true, number(type), field.empty() ? 0 : number(field)});
}

bool Places::may_be_same(PlaceId a, PlaceId b) const {
  if (a == b) return true;
  const Memory &one = places_[a], &other = places_[b];
  if (!one.is_memory || !other.is_memory) return false;
  if (one.type == 0 || other.type == 0) return true;
  return one.type == other.type && (one.field == other.field || one.field == 0 || other.field == 0);
}

bool Places::changes(std::span<const PlaceId> written, std::span<const PlaceId> rests_on) const {
  for (const PlaceId place : written) {
    if (std::binary_search(rests_on.begin(), rests_on.end(), place)) return true;
    if (!places_[place].is_memory) continue;
    if (std::any_of(rests_on.begin(), rests_on.end(), [&](PlaceId other) { return may_be_same(place, other); }))
      return true;
  }
  return false;
}

// ---- sets

Rests::Rests() { intern({}); }

RestId Rests::intern(std::vector<PlaceId> set) {
  const auto [at, fresh] = ids_.try_emplace(std::move(set), static_cast<RestId>(sets_.size()));
  if (fresh) sets_.push_back(at->first);
  return at->second;
}

RestId Rests::with(RestId set, PlaceId place) {
  const std::uint64_t key = pair_key(set, place);
  if (const RestId known = added_.find(key); known != FlatMap::none) return known;
  std::vector<PlaceId> larger = sets_[set];
  const auto at = std::lower_bound(larger.begin(), larger.end(), place);
  if (at == larger.end() || *at != place) larger.insert(at, place);
  return added_.insert(key, intern(std::move(larger))).first;
}

RestId Rests::joined(RestId a, RestId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  const std::uint64_t key = pair_key(a, b);
  if (const RestId known = joined_.find(key); known != FlatMap::none) return known;
  std::vector<PlaceId> all;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(all));
  return joined_.insert(key, intern(std::move(all))).first;
}

}  // namespace whynot::analyse::paths
