// Stacks as shared lists: equal stacks are one number, and each carries its exact distance to a final state
// for every control location that can return to it.  A frame may be tagged with the head that its call
// entered; stacks that differ in tags only are different nodes with the same word.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/pushdown/distances.h"
#include "engine/pushdown/product.h"
#include "engine/pushdown/table/flat_map.h"

namespace whynot::engine::pushdown {

using Stack = std::uint32_t;  // `none` lies below the bottom symbol

class Stacks {
 public:
  // Distances to final states, or those that are given: by head, and they outlive this.
  Stacks(const Product&, const Distances&, const std::vector<Distance>* given = nullptr);

  Stack push(Symbol, Stack below, Head tag, bool watched);

  Symbol symbol(Stack s) const { return nodes_[s].symbol; }
  Stack below(Stack s) const { return nodes_[s].below; }
  std::uint32_t word(Stack s) const { return s == none ? none : nodes_[s].word; }
  Head tag(Stack s) const { return nodes_[s].tag; }
  std::uint32_t height(Stack s) const { return nodes_[s].height; }  // without the bottom symbol
  // The nearest watched frame strictly below, or none: recursion looks at those only.
  Stack watched_below(Stack s) const { return nodes_[s].watched_below; }
  std::size_t size() const { return nodes_.size(); }

  // Steps to a final state from <c, stack>.
  Distance to_final(Stack, Control) const;
  // Steps to a final state with `head` on top of the stack.
  Distance to_final_from(Head head, Stack stack) const {
    Distance best = from_head(head);
    for (const Distances::Erasure& e : distances_.erasures(head))
      best = std::min(best, plus(e.steps, to_final(stack, e.to)));
    return best;
  }

  // A verdict on the frame, kept for whoever asks again: 0 = none yet.
  std::uint8_t& mark(Stack s) { return nodes_[s].mark; }

 private:
  Distance from_head(Head h) const {
    if (!given_) return distances_.to_final(h);
    return h < given_->size() ? (*given_)[h] : unreachable;
  }

  struct Node {
    Symbol symbol;
    Stack below;
    std::uint32_t word;
    Head tag;
    Stack watched_below;
    Stack sibling;  // same symbol and below, another tag
    std::uint32_t height;
    std::uint32_t distances;  // index into values_
    bool watched;
    std::uint8_t mark = 0;
  };

  const Distances& distances_;
  const std::vector<Distance>* given_;
  std::vector<std::uint32_t> control_begin_;  // by symbol
  std::vector<Control> controls_;             // that reach the symbol, sorted
  std::vector<Head> control_heads_;
  FlatMap index_, words_;
  std::vector<Node> nodes_;
  std::vector<Distance> values_;
};

}  // namespace whynot::engine::pushdown
