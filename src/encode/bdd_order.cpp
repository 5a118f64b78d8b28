// Builds the hypergraph of bits and conditions, and improves an order by moving bits to the middle of their edges.
#include "encode/bdd_order.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace whynot::encode {
namespace {

using Slot = std::uint32_t;  // a bit to be placed
constexpr int force_rounds = 60;
constexpr std::size_t small_code = 6;  // bits of a code that belongs together, as those of an enumeration do

class Orderer {
 public:
  Orderer(const BitSystem& system, const std::vector<bool>& cone, std::size_t most)
      : system_(system), roles_(system), most_(most) {
    slot_of_.resize(cone.size());
    for (std::size_t i = 0; i < cone.size(); ++i) {
      const VariableBits& v = system.variables()[i];
      if (!cone[i] || is_defined(v)) continue;
      for (std::size_t bit = 0; bit < v.current.size(); ++bit) {
        slot_of_[i].push_back(static_cast<Slot>(places_.size()));
        places_.push_back({i, bit});
      }
    }
    visited_.resize(system.graph().size(), 0);
    met_.resize(places_.size(), 0);
  }

  std::vector<std::vector<BitPlace>> orders(const BddParts& parts) {
    find_edges(parts);
    std::vector<Slot> declared(places_.size());
    std::iota(declared.begin(), declared.end(), Slot{0});
    std::vector<std::vector<Slot>> candidates;
    for (const auto& start : {declared, by_depth_})
      for (const auto& candidate : {start, force(start)})
        if (std::find(candidates.begin(), candidates.end(), candidate) == candidates.end())
          candidates.push_back(candidate);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const auto& a, const auto& b) { return span(a) < span(b); });
    if (auto mixed = interleaved(by_depth_); !mixed.empty())
      candidates.insert(candidates.begin() + 1, std::move(mixed));
    if (auto sorted = by_place(); !sorted.empty()) candidates.push_back(std::move(sorted));
    std::vector<std::vector<BitPlace>> result;
    for (const auto& candidate : candidates) {
      result.emplace_back();
      for (Slot s : candidate) result.back().push_back(places_[s]);
    }
    return result;
  }

 private:
  void find_edges(const BddParts& parts) {
    std::vector<bool> placed(places_.size(), false);
    const auto add = [&](const std::vector<Lit>& roots) {
      if (looked_at_ > most_) return;
      std::vector<Slot> edge = support(roots);
      for (Slot s : edge)
        if (!placed[s]) {
          placed[s] = true;
          by_depth_.push_back(s);
        }
      if (edge.size() > 1) edges_.push_back(std::move(edge));
    };
    for (const BddPart& part : parts.step)
      add(part.next ? std::vector{*part.next, part.literal} : std::vector{part.literal});
    for (Lit l : parts.allowed) add({l});
    for (Lit l : parts.initial) add({l});
    for (const auto& bits : slot_of_)
      if (bits.size() > 1 && bits.size() <= small_code) edges_.push_back(bits);
    for (Slot s = 0; s < places_.size(); ++s)
      if (!placed[s]) by_depth_.push_back(s);
  }

  // The unknowns below the literals in the order in which going down depth first meets them.
  std::vector<Slot> support(const std::vector<Lit>& roots) {
    const Aig& graph = system_.graph();
    std::vector<Slot> found;
    ++stamp_;
    std::vector<std::uint32_t> open;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back(root->node());
    while (!open.empty()) {
      const std::uint32_t n = open.back();
      open.pop_back();
      if (n >= visited_.size()) visited_.resize(graph.size(), 0);
      if (n == 0 || visited_[n] == stamp_) continue;
      visited_[n] = stamp_;
      ++looked_at_;
      if (graph.is_and(n)) {
        open.push_back(graph.right(n).node());
        open.push_back(graph.left(n).node());
        continue;
      }
      const BitPlace place = roles_.of(n).place;
      const VariableBits& v = system_.variables()[place.variable];
      if (is_defined(v)) {
        open.push_back((*v.always->function)[place.bit].node());
      } else if (!slot_of_[place.variable].empty()) {
        const Slot s = slot_of_[place.variable][place.bit];
        if (met_[s] != stamp_) found.push_back(s);  // current and next bits share a place
        met_[s] = stamp_;
      }
    }
    return found;
  }

  std::vector<std::size_t> position_of(const std::vector<Slot>& order) const {
    std::vector<std::size_t> position(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    return position;
  }

  std::size_t span(const std::vector<Slot>& order) const {
    const auto position = position_of(order);
    std::size_t total = 0;
    for (const auto& edge : edges_) {
      const auto less = [&](Slot a, Slot b) { return position[a] < position[b]; };
      const auto [first, last] = std::minmax_element(edge.begin(), edge.end(), less);
      total += position[*last] - position[*first];
    }
    return total;
  }

  std::vector<Slot> force(std::vector<Slot> order) const {
    std::vector<Slot> best = order;
    std::size_t least = span(order);
    int since = 0;
    for (int round = 0; round < force_rounds && since < 8; ++round) {
      const auto position = position_of(order);
      std::vector<double> pull(order.size(), 0), count(order.size(), 0);
      for (const auto& edge : edges_) {
        double middle = 0;
        for (Slot s : edge) middle += static_cast<double>(position[s]);
        middle /= static_cast<double>(edge.size());
        for (Slot s : edge) {
          pull[s] += middle;
          count[s] += 1;
        }
      }
      for (Slot s = 0; s < pull.size(); ++s)
        pull[s] = count[s] > 0 ? pull[s] / count[s] : static_cast<double>(position[s]);
      std::stable_sort(order.begin(), order.end(), [&](Slot a, Slot b) { return pull[a] < pull[b]; });
      const std::size_t size = span(order);
      ++since;
      if (size >= least) continue;
      least = size;
      best = order;
      since = 0;
    }
    return best;
  }

  bool is_number(std::size_t variable) const {
    const Type type = system_.variables()[variable].type();
    return slot_of_[variable].size() > 1 && (type.is(TypeKind::Range) || type.is_word());
  }

  // Numbers of one width that some condition speaks of together, as sets of variables: each names another of its
  // set, the first one itself.
  std::vector<std::size_t> number_groups() const {
    std::vector<std::size_t> leader(slot_of_.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t v) {
      while (leader[v] != v) v = leader[v] = leader[leader[v]];
      return v;
    };
    for (const auto& edge : edges_) {
      std::map<std::size_t, std::size_t> by_width;
      for (Slot s : edge) {
        const std::size_t v = places_[s].variable;
        if (!is_number(v)) continue;
        const auto [other, fresh] = by_width.emplace(slot_of_[v].size(), v);
        if (!fresh) leader[find(v)] = find(other->second);
      }
    }
    for (std::size_t v = 0; v < leader.size(); ++v) leader[v] = find(v);
    return leader;
  }

  // What is added or compared bit by bit lies bit by bit, below all that chooses among it; nothing if there is none.
  std::vector<Slot> interleaved(const std::vector<Slot>& order) const {
    const std::vector<std::size_t> leader = number_groups();
    std::map<std::size_t, std::vector<std::size_t>> members;  // in order
    std::vector<std::size_t> groups;
    std::vector<bool> seen(slot_of_.size(), false);
    for (Slot s : order) {
      const std::size_t v = places_[s].variable;
      if (seen[v] || !is_number(v)) continue;
      seen[v] = true;
      auto& group = members[leader[v]];
      if (group.empty()) groups.push_back(leader[v]);
      group.push_back(v);
    }
    const auto is_mixed = [&](std::size_t v) { return is_number(v) && members.at(leader[v]).size() > 1; };
    std::vector<Slot> result;
    for (Slot s : order)
      if (!is_mixed(places_[s].variable)) result.push_back(s);
    if (result.size() == order.size()) return {};
    std::stable_sort(groups.begin(), groups.end(),
                     [&](std::size_t a, std::size_t b) { return slot_of_[a].size() < slot_of_[b].size(); });
    for (std::size_t group : groups) {
      if (!is_mixed(group)) continue;
      for (std::size_t bit = slot_of_[group].size(); bit-- > 0;)
        for (std::size_t v : members.at(group)) result.push_back(slot_of_[v][bit]);
    }
    return result;
  }

  // Inputs, then the rest, each by the significance of the bits; nothing if there are no words.
  std::vector<Slot> by_place() const {
    std::vector<Slot> order(places_.size());
    std::iota(order.begin(), order.end(), Slot{0});
    const auto key = [&](Slot s) {
      const VariableBits& v = system_.variables()[places_[s].variable];
      return std::pair(v.kind != VariableKind::Input, places_[s].bit);
    };
    std::stable_sort(order.begin(), order.end(), [&](Slot a, Slot b) { return key(a) < key(b); });
    const auto is_wide = [&](const BitPlace& p) { return is_number(p.variable); };
    return std::any_of(places_.begin(), places_.end(), is_wide) ? order : std::vector<Slot>();
  }

  const BitSystem& system_;
  BitRoles roles_;
  std::size_t most_, looked_at_ = 0;
  std::vector<BitPlace> places_;            // by slot
  std::vector<std::vector<Slot>> slot_of_;  // by variable and bit
  std::vector<std::vector<Slot>> edges_;
  std::vector<Slot> by_depth_;
  std::vector<std::uint32_t> visited_;  // by node: the last walk that met it
  std::vector<std::uint32_t> met_;      // by slot: likewise
  std::uint32_t stamp_ = 0;
};

}  // namespace

std::vector<std::vector<BitPlace>> bdd_orders(const BitSystem& system, const std::vector<bool>& cone,
                                              const BddParts& parts, std::size_t most) {
  return Orderer(system, cone, most).orders(parts);
}

}  // namespace whynot::encode
