// A bit may become TRUE where the pieces can be satisfied with it, and need not where they can be satisfied without:
// one after the other, each for given values of those before it.
#include "engine/ic3/choices.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "solve/cnf.h"

namespace whynot::engine::ic3 {

using solve::Aig;
using solve::Lit;

namespace {

constexpr std::size_t most_pieces = 50'000;  // of all conditions; what is left then stays whole
constexpr std::size_t most_bits = 16;        // of a group
constexpr std::size_t most_nodes = 2'000;    // that a group may add, for each of its bits
constexpr std::uint64_t conflicts = 2'000;   // to see that there is always a choice

// What is said of every state whatever is chosen there, asked one after the other.
class Certainty {
 public:
  Certainty(const Aig& graph, std::span<const Lit> given, Context& context) : sat_(context), cnf_(graph, sat_) {
    for (Lit l : given) take(l);
  }
  void take(Lit l) { cnf_.require(l); }
  bool holds(Lit l) {
    if (l == Aig::constant(true)) return true;
    const int fails = cnf_.literal(!l);
    return sat_.solve(std::span(&fails, 1), conflicts) == solve::Answer::Unsat;
  }

 private:
  solve::Sat sat_;
  solve::Cnf cnf_;
};

}  // namespace

Choices::Choices(Aig& graph, std::vector<std::uint32_t> open, std::span<const Lit> given,
                 std::span<const Lit> conditions, Context& context)
    : graph_(graph), open_(std::move(open)) {
  Certainty certainty(graph_, given, context);
  for (const Group& group : groups(cut(conditions))) {
    Lit possible;
    if (!group.bits.empty() && settle(group, possible)) {
      if (!certainty.holds(possible)) conditions_.push_back(possible);
      continue;
    }
    conditions_.insert(conditions_.end(), group.pieces.begin(), group.pieces.end());
    for (Lit piece : group.pieces) certainty.take(piece);
  }
}

bool Choices::speaks_of_open(Lit l) {
  const std::size_t known = above_open_.size();
  above_open_.resize(graph_.size(), false);
  if (known == 0)
    for (std::uint32_t node : open_) above_open_[node] = true;
  for (std::size_t i = known; i < graph_.size(); ++i) {
    const auto n = static_cast<std::uint32_t>(i);
    if (graph_.is_and(n)) above_open_[n] = above_open_[graph_.left(n).node()] || above_open_[graph_.right(n).node()];
  }
  return above_open_[l.node()];
}

// One after the other is taken apart until nothing is left to cut.
std::vector<Lit> Choices::cut(std::span<const Lit> conditions) {
  std::vector<Piece> open;
  for (Lit l : conditions) open.push_back({Aig::constant(true), l});
  std::vector<Lit> pieces;
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    const bool is_whole = pieces.size() + open.size() > most_pieces || !cut_once(piece, open);
    if (is_whole) pieces.push_back(graph_.implies(piece.guard, piece.body));
  }
  return pieces;
}

// g -> x & y is two pieces, and so is g -> (c ? x : y); g -> (c -> x) has one with a narrower guard.  A guard must be
// known before the step.
bool Choices::cut_once(const Piece& piece, std::vector<Piece>& parts) {
  const auto [guard, body] = piece;
  if (!speaks_of_open(body) || !graph_.is_and(body.node())) return false;
  const Lit a = graph_.left(body.node()), b = graph_.right(body.node());
  if (!body.complemented()) {
    parts.push_back({guard, b});
    parts.push_back({guard, a});
    return true;
  }
  for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)})
    if (!speaks_of_open(p)) {
      parts.push_back({graph_.and_(guard, p), !q});
      return true;
    }
  if (!a.complemented() || !b.complemented() || !graph_.is_and(a.node()) || !graph_.is_and(b.node())) return false;
  for (const auto& [c, x] : {std::pair(graph_.left(a.node()), graph_.right(a.node())),
                             std::pair(graph_.right(a.node()), graph_.left(a.node()))})
    for (const auto& [d, y] : {std::pair(graph_.left(b.node()), graph_.right(b.node())),
                               std::pair(graph_.right(b.node()), graph_.left(b.node()))})
      if (c == !d && !speaks_of_open(c)) {
        parts.push_back({graph_.and_(guard, c), x});
        parts.push_back({graph_.and_(guard, d), y});
        return true;
      }
  return false;
}

std::vector<std::uint32_t> Choices::bits_in(Lit l) {
  std::vector<std::uint32_t> found, open{l.node()};
  std::unordered_set<std::uint32_t> seen;
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (!speaks_of_open(Lit::of(node, false)) || !seen.insert(node).second) continue;
    if (!graph_.is_and(node)) {
      found.push_back(node);
      continue;
    }
    open.push_back(graph_.left(node).node());
    open.push_back(graph_.right(node).node());
  }
  return found;
}

// Pieces that speak of no open bit are a group of their own, the first; an open bit that none speaks of is in no group.
std::vector<Choices::Group> Choices::groups(std::span<const Lit> pieces) {
  std::unordered_map<std::uint32_t, std::uint32_t> leader;
  const auto leader_of = [&](std::uint32_t node) {
    leader.emplace(node, node);
    while (leader[node] != node) node = leader[node] = leader[leader[node]];
    return node;
  };
  std::vector<std::vector<std::uint32_t>> bits;
  for (Lit piece : pieces) {
    bits.push_back(bits_in(piece));
    for (std::uint32_t node : bits.back()) leader[leader_of(node)] = leader_of(bits.back().front());
  }
  std::map<std::uint32_t, Group> found;  // by leader; 0 for none
  for (std::uint32_t node : open_)
    if (leader.count(node)) found[leader_of(node)].bits.push_back(node);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    found[bits[i].empty() ? 0 : leader_of(bits[i].front())].pieces.push_back(pieces[i]);
  std::vector<Group> result;
  result.reserve(found.size());
  for (auto& [node, group] : found) result.push_back(std::move(group));
  return result;
}

// From what all bits together satisfy, what the first few of them do: the others are forgotten, the last one first.
bool Choices::settle(const Group& group, Lit& possible) {
  const std::vector<std::uint32_t>& bits = group.bits;
  if (bits.size() > most_bits) return false;
  const std::size_t most = graph_.size() + most_nodes * bits.size();
  const auto with = [&](Lit l, std::uint32_t bit, bool value) {
    Images images{{bit, Aig::constant(value)}};
    return replaced(l, images);
  };
  std::vector<Lit> first{graph_.all(group.pieces)};  // back: of all, then of one less each
  for (std::size_t i = bits.size(); i-- > 0;) {
    first.push_back(graph_.or_(with(first.back(), bits[i], true), with(first.back(), bits[i], false)));
    if (graph_.size() > most) return false;
  }
  possible = first.back();
  Images before;
  std::vector<Lit> made;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const Lit known = first[bits.size() - i - 1];
    Images with_bit = before, without_bit = before;
    with_bit.emplace(bits[i], Aig::constant(true));
    without_bit.emplace(bits[i], Aig::constant(false));
    const Lit may = replaced(known, with_bit), need_not = replaced(known, without_bit);
    made.push_back(graph_.and_(may, graph_.implies(need_not, Lit::of(bits[i], false))));
    before.emplace(bits[i], made.back());
    if (graph_.size() > most) return false;
  }
  for (std::size_t i = 0; i < bits.size(); ++i) becomes_.emplace(bits[i], made[i]);
  return true;
}

// Remembers the images of all nodes that it comes by.
Lit Choices::replaced(Lit root, Images& images) {
  std::vector<std::uint32_t> open{root.node()};
  const auto image = [&](Lit l) { return speaks_of_open(l) ? images.at(l.node()) ^ l.complemented() : l; };
  const auto is_known = [&](std::uint32_t n) { return images.count(n) || !speaks_of_open(Lit::of(n, false)); };
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    if (is_known(node)) {
      open.pop_back();
    } else if (!graph_.is_and(node)) {
      images.emplace(node, Lit::of(node, false));
    } else {
      const Lit a = graph_.left(node), b = graph_.right(node);
      if (is_known(a.node()) && is_known(b.node()))
        images.emplace(node, graph_.and_(image(a), image(b)));
      else
        for (Lit l : {a, b})
          if (!is_known(l.node())) open.push_back(l.node());
    }
  }
  return image(root);
}

}  // namespace whynot::engine::ic3
