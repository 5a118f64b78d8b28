// Knuth's generalisation of Dijkstra: heads are settled in order of their distance.
#include "engine/pushdown/distances.h"

#include <algorithm>

#include "engine/pushdown/pace.h"
#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {

Distances::Distances(Product& product, const Tabulation& tabulation, Context& context)
    : product_(product), tabulation_(tabulation), heads_(product.heads()) {
  const RulesInto into(product, tabulation);
  if (!erase(into, context)) return;
  collect();
  complete_ = reach(into, context);
  waits_ = {};
  facts_ = {};
}

bool Distances::known(Head h, Control to) const {
  for (std::uint32_t f = first_fact_[h]; f != none; f = facts_[f].next)
    if (facts_[f].to == to) return true;
  return false;
}

bool Distances::erase(const RulesInto& into, Context& context) {
  first_fact_.assign(heads_, none);
  first_wait_.assign(heads_, none);
  RadixHeap<std::pair<Head, Control>> queue;
  const auto offer = [&](Distance steps, Head head, Control to) {
    if (!known(head, to)) queue.push(steps, {head, to});
  };
  for (Head h = 0; h < heads_; ++h)
    if (tabulation_.expands(h))
      for (const HeadRule& rule : product_.rules(h))
        if (rule.is_exit()) offer(1, h, rule.to);
  Pace pace(context);
  while (!queue.empty()) {
    const auto [steps, fact] = queue.pop();
    const auto [head, to] = fact;
    if (pace.should_stop(into(head).size() + 1)) return false;
    if (known(head, to)) continue;
    facts_.push_back({head, to, steps, first_fact_[head]});
    first_fact_[head] = static_cast<std::uint32_t>(facts_.size() - 1);
    for (const auto& [from, under, rule] : into(head)) {
      const Distance so_far = plus(steps, 1);
      if (under == none) {
        offer(so_far, from, to);
        continue;
      }
      // The call came back in `to`; what is left is to erase the return symbol from there.
      const Head rest = product_.find_head(to, under);
      if (rest >= heads_) continue;  // not reachable: `from` is called in this way from nowhere
      waits_.push_back({from, so_far, first_wait_[rest]});
      first_wait_[rest] = static_cast<std::uint32_t>(waits_.size() - 1);
      for (std::uint32_t f = first_fact_[rest]; f != none; f = facts_[f].next)
        offer(plus(so_far, facts_[f].steps), from, facts_[f].to);
    }
    for (std::uint32_t w = first_wait_[head]; w != none; w = waits_[w].next)
      offer(plus(waits_[w].steps, steps), waits_[w].from, to);
  }
  return true;
}

// Facts by head, each head's by control location.
void Distances::collect() {
  erasure_begin_.assign(heads_ + 1, 0);
  for (const Fact& fact : facts_) ++erasure_begin_[fact.head + 1];
  for (std::size_t i = 1; i <= heads_; ++i) erasure_begin_[i] += erasure_begin_[i - 1];
  erasures_.resize(facts_.size());
  std::vector<std::uint32_t> next(erasure_begin_.begin(), erasure_begin_.end() - 1);
  for (const Fact& fact : facts_) erasures_[next[fact.head]++] = {fact.to, fact.steps};
  for (Head h = 0; h < heads_; ++h)
    if (erasure_begin_[h + 1] - erasure_begin_[h] > 1)
      std::sort(erasures_.begin() + erasure_begin_[h], erasures_.begin() + erasure_begin_[h + 1],
                [](const Erasure& a, const Erasure& b) { return a.to < b.to; });
}

bool Distances::reach(const RulesInto& into, Context& context) {
  to_final_.assign(heads_, unreachable);
  RadixHeap<Head> queue;
  for (Head h : tabulation_.final_heads()) queue.push(0, h);
  Pace pace(context);
  while (!queue.empty()) {
    const auto [steps, head] = queue.pop();
    if (pace.should_stop(into(head).size() + 1)) return false;
    if (to_final_[head] != unreachable) continue;
    to_final_[head] = steps;
    for (const RulesInto::Into& step : into(head))
      if (to_final_[step.from] == unreachable) queue.push(plus(steps, 1), step.from);
    for (std::uint32_t w = first_wait_[head]; w != none; w = waits_[w].next)
      if (to_final_[waits_[w].from] == unreachable) queue.push(plus(steps, waits_[w].steps), waits_[w].from);
  }
  return true;
}

}  // namespace whynot::engine::pushdown
