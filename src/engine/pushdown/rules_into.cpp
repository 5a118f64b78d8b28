#include "engine/pushdown/rules_into.h"

namespace whynot::engine::pushdown {

RulesInto::RulesInto(Product& product, const Tabulation& tabulation) {
  const auto heads = static_cast<Head>(product.heads());
  begin_.assign(heads + 1, 0);
  for (Head h = 0; h < heads; ++h)
    if (tabulation.expands(h))
      for (const HeadRule& rule : product.rules(h))
        if (!rule.is_exit()) ++begin_[rule.head + 1];
  for (std::size_t i = 1; i <= heads; ++i) begin_[i] += begin_[i - 1];
  into_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (Head h = 0; h < heads; ++h) {
    if (!tabulation.expands(h)) continue;
    std::uint32_t index = product.first_rule(h);
    for (const HeadRule& rule : product.rules(h)) {
      if (!rule.is_exit()) into_[next[rule.head]++] = {h, rule.under, index};
      ++index;
    }
  }
}

}  // namespace whynot::engine::pushdown
