#include "engine/pushdown/stream/stacks.h"

#include <algorithm>
#include <numeric>

namespace whynot::engine::pushdown {

Stacks::Stacks(const Product& product, const Distances& distances, const std::vector<Distance>* given)
    : distances_(distances), given_(given) {
  std::vector<Head> heads(product.heads());
  std::iota(heads.begin(), heads.end(), 0);
  control_begin_.assign(product.bottom() + 2, 0);
  for (Head h : heads) ++control_begin_[product.symbol_of(h) + 1];
  for (std::size_t i = 1; i < control_begin_.size(); ++i) control_begin_[i] += control_begin_[i - 1];
  controls_.resize(heads.size());
  control_heads_.resize(heads.size());
  std::vector<std::uint32_t> next(control_begin_.begin(), control_begin_.end() - 1);
  for (Head h : heads) control_heads_[next[product.symbol_of(h)]++] = h;
  for (Symbol s = 0; s <= product.bottom(); ++s)
    std::sort(control_heads_.begin() + control_begin_[s], control_heads_.begin() + control_begin_[s + 1],
              [&](Head a, Head b) { return product.control_of(a) < product.control_of(b); });
  for (std::size_t i = 0; i < heads.size(); ++i) controls_[i] = product.control_of(control_heads_[i]);
}

Stack Stacks::push(Symbol symbol, Stack below, Head tag, bool watched) {
  const auto fresh = static_cast<Stack>(nodes_.size());
  const Stack first = index_.insert(pair_key(below, symbol), fresh).first;
  for (Stack s = first; s != fresh && s != none; s = nodes_[s].sibling)
    if (nodes_[s].tag == tag) return s;
  const std::uint32_t word =
      words_.insert(pair_key(this->word(below), symbol), static_cast<std::uint32_t>(words_.size())).first;
  Node node{.symbol = symbol,
            .below = below,
            .word = word,
            .tag = tag,
            .watched_below = none,
            .sibling = none,
            .height = 0,
            .distances = static_cast<std::uint32_t>(values_.size()),
            .watched = watched};
  if (below != none) {
    node.watched_below = nodes_[below].watched ? below : nodes_[below].watched_below;
    node.height = nodes_[below].height + 1;
  }
  if (first != fresh) {
    node.sibling = nodes_[first].sibling;
    nodes_[first].sibling = fresh;
  }
  for (std::uint32_t i = control_begin_[symbol]; i < control_begin_[symbol + 1]; ++i) {
    Distance best = from_head(control_heads_[i]);
    if (below != none)
      for (const Distances::Erasure& e : distances_.erasures(control_heads_[i]))
        best = std::min(best, plus(e.steps, to_final(below, e.to)));
    values_.push_back(best);
  }
  nodes_.push_back(node);
  return fresh;
}

Distance Stacks::to_final(Stack stack, Control control) const {
  if (stack == none) return unreachable;
  const Node& node = nodes_[stack];
  const auto begin = controls_.begin() + control_begin_[node.symbol],
             end = controls_.begin() + control_begin_[node.symbol + 1];
  const auto at = end - begin <= 8 ? std::find(begin, end, control) : std::lower_bound(begin, end, control);
  if (at == end || *at != control) return unreachable;
  return values_[node.distances + static_cast<std::size_t>(at - begin)];
}

}  // namespace whynot::engine::pushdown
