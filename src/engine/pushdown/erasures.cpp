// Knuth's generalisation of Dijkstra over facts: the cheapest open fact is settled, then combined with those it
// completes.
#include "engine/pushdown/erasures.h"

#include "engine/pushdown/pace.h"
#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {

Erasures::Erasures(Product& product, const Tabulation& tabulation, Context& context)
    : product_(product), tabulation_(tabulation) {
  complete_ = run(RulesInto(product, tabulation), context);
  waits_ = {};
}

bool Erasures::run(const RulesInto& into, Context& context) {
  const auto heads = static_cast<Head>(product_.heads());
  first_fact_.assign(heads, none);
  first_wait_.assign(heads, none);
  RadixHeap<Fact> queue;
  // What visits also erases: the weaker fact is offered along, and the first to come is a shortest one.
  const auto offer = [&](Fact fact) {
    fact.visits = fact.visits || product_.is_repeat(product_.control_of(fact.head));
    if (fact.visits && find(fact.head, fact.to, true) == none) queue.push(fact.steps, fact);
    fact.visits = false;
    if (find(fact.head, fact.to, false) == none) queue.push(fact.steps, fact);
  };
  const auto combine = [&](Head from, std::uint32_t rule, std::uint32_t first, std::uint32_t second) {
    const Fact &a = facts_[first], &b = facts_[second];
    offer({.head = from,
           .to = b.to,
           .visits = a.visits || b.visits,
           .steps = plus(plus(a.steps, b.steps), 1),
           .rule = rule,
           .first = first,
           .second = second});
  };
  for (Head h = 0; h < heads; ++h) {
    if (!tabulation_.expands(h)) continue;
    std::uint32_t index = product_.first_rule(h);
    for (const HeadRule& rule : product_.rules(h)) {
      if (rule.is_exit()) offer({h, rule.to, false, 1, index});
      ++index;
    }
  }
  Pace pace(context);
  while (!queue.empty()) {
    Fact fact = queue.pop().second;
    if (pace.should_stop(into(fact.head).size() + 1)) return false;
    const auto self = static_cast<std::uint32_t>(facts_.size());
    if (!known_.insert(pair_key(fact.head, fact.to * 2 + fact.visits), self).second) continue;
    fact.next = first_fact_[fact.head];
    first_fact_[fact.head] = self;
    facts_.push_back(fact);
    for (const auto& [from, under, rule] : into(fact.head)) {
      if (under == none) {
        offer({from, fact.to, fact.visits, plus(fact.steps, 1), rule, self});
        continue;
      }
      const Head rest = product_.find_head(fact.to, under);
      if (rest >= heads) continue;  // nobody gets there
      waits_.push_back({from, rule, self, first_wait_[rest]});
      first_wait_[rest] = static_cast<std::uint32_t>(waits_.size() - 1);
      for (std::uint32_t f = first_fact_[rest]; f != none; f = facts_[f].next) combine(from, rule, self, f);
    }
    for (std::uint32_t w = first_wait_[fact.head]; w != none; w = waits_[w].next)
      combine(waits_[w].from, waits_[w].rule, waits_[w].first, self);
  }
  return true;
}

void Erasures::append(std::uint32_t fact, std::vector<std::uint32_t>& rules) const {
  std::vector<std::uint32_t> open{fact};
  while (!open.empty()) {
    const Fact& at = facts_[open.back()];
    open.pop_back();
    rules.push_back(at.rule);
    if (at.second != none) open.push_back(at.second);
    if (at.first != none) open.push_back(at.first);
  }
}

}  // namespace whynot::engine::pushdown
