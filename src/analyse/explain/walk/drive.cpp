// Expands open goals in order of importance until the budget is spent.
#include "analyse/explain/walk/drive.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t small_set = 25;  // nodes of its expression
constexpr std::size_t far_down = 40;   // the price of a further step of all runs: its layers are told of already

class Drive {
 public:
  Drive(Builder& builder, const Extent& extent) : builder_(builder), extent_(extent) {}

  std::size_t run(NodeId from) {
    push(from, 0, 0);
    std::size_t used = 0;
    while (!open_.empty() && used < extent_.budget) {
      const Leaf leaf = take();
      if (builder_.is_open(leaf.id)) {
        const std::size_t price = price_of(leaf.id);
        if (used > 0 && used + price > extent_.budget) continue;
        if (!builder_.expand(leaf.id)) continue;
        used += is_fact(leaf.id) ? 0 : price;
      }
      push_premises(leaf);
    }
    close_facts();
    return used;
  }

 private:
  struct Leaf {
    std::size_t turns = 0;  // off the main way
    std::size_t order = 0;
    std::size_t depth = 0;
    NodeId id = no_node;
    friend auto operator<=>(const Leaf&, const Leaf&) = default;
  };

  // A large set takes as long to describe, to look at and to check as many small ones.
  std::size_t price_of(NodeId id) const {
    const Goal& goal = builder_.proof().at(id).goal;
    if (!extent_.by_size || goal.state) return 1;
    const NodeId up = builder_.proof().at(id).parent;
    if (up != no_node && builder_.proof().at(up).rule == Rule::AUStep) return far_down;
    std::size_t size = 0;
    for_each_postorder(goal.set, [&](Expr) { ++size; });
    return 1 + size / small_set;
  }

  bool is_fact(NodeId id) const { return builder_.proof().at(id).rule == Rule::Atom; }

  void push(NodeId id, std::size_t turns, std::size_t depth) {
    const Expr goal = builder_.proof().at(id).goal.formula;
    if (std::find(extent_.stops.begin(), extent_.stops.end(), goal) != extent_.stops.end()) return;
    if (extent_.depth && depth >= *extent_.depth)
      beyond_.push_back(id);
    else
      open_.insert({turns, order_++, depth, id});
  }

  // The last premise goes on with the main way: what comes after a step.
  void push_premises(const Leaf& leaf) {
    const std::vector<NodeId> premises = builder_.proof().at(leaf.id).premises;
    for (std::size_t i = 0; i < premises.size(); ++i)
      push(premises[i], leaf.turns + (i + 1 < premises.size()), leaf.depth + 1);
  }

  Leaf take() {
    auto chosen = open_.begin();
    if (open_.size() > 1 && !builder_.strategies().empty()) {
      std::vector<NodeId> leaves;
      for (const Leaf& leaf : open_) leaves.push_back(leaf.id);
      for (const auto& s : builder_.strategies())
        if (const auto wanted = s->pick_leaf(builder_.view(), leaves)) {
          chosen = std::find_if(open_.begin(), open_.end(), [&](const Leaf& leaf) { return leaf.id == *wanted; });
          if (chosen == open_.end()) chosen = open_.begin();
          break;
        }
    }
    const Leaf leaf = *chosen;
    open_.erase(chosen);
    return leaf;
  }

  // Nothing is hidden in a fact: those that were made are shown as such.
  void close_facts() {
    for (const Leaf& leaf : open_) beyond_.push_back(leaf.id);
    for (const NodeId id : beyond_)
      if (builder_.is_open(id) &&
          view_of(builder_.proof().pool(), builder_.proof().at(id).goal.formula).shape == Shape::Atom)
        builder_.expand(id);
  }

  Builder& builder_;
  const Extent& extent_;
  std::set<Leaf> open_;
  std::vector<NodeId> beyond_;
  std::size_t order_ = 0;
};

}  // namespace

std::size_t expand_below(Builder& builder, NodeId from, const Extent& extent) {
  return Drive(builder, extent).run(from);
}

std::vector<NodeId> in_order(const Proof& proof, NodeId from) {
  std::vector<NodeId> found, open{from};
  while (!open.empty()) {
    found.push_back(open.back());
    open.pop_back();
    const auto& premises = proof.at(found.back()).premises;
    open.insert(open.end(), premises.rbegin(), premises.rend());
  }
  return found;
}

}  // namespace whynot::analyse::explain
