// Symbols that replace each other stand for one frame; its returns lead to what lies below where it was entered.
#include "analyse/paths/ahead.h"

#include <numeric>

namespace whynot::analyse::paths {

Ahead::Ahead(const Pds& pds)
    : pds_(pds),
      frame_(pds.symbols.size()),
      into_(pds.symbols.size()),
      callees_(pds.symbols.size()),
      returns_of_(pds.symbols.size()) {
  std::iota(frame_.begin(), frame_.end(), 0u);
  for (const PdsRule& rule : pds.rules)
    if (rule.size != 0) frame_[root(rule.symbol)] = root(rule.push[rule.size - 1]);
  for (std::uint32_t i = 0; i < pds.rules.size(); ++i) {
    const PdsRule& rule = pds.rules[i];
    if (rule.size == 0)
      returns_of_[root(rule.symbol)].push_back(i);
    else
      into_[rule.push[0]].push_back(i);
    if (rule.size == 2) callees_[rule.push[1]].push_back(root(rule.push[0]));
  }
}

std::uint32_t Ahead::root(std::uint32_t symbol) {
  while (frame_[symbol] != symbol) symbol = frame_[symbol] = frame_[frame_[symbol]];
  return symbol;
}

std::vector<bool> Ahead::leads_to(std::uint32_t rule, const std::vector<bool>& marked) const {
  std::vector<bool> found(pds_.symbols.size()), looked_at(pds_.symbols.size());
  std::vector<std::uint32_t> open;
  const auto find = [&](std::uint32_t symbol) {
    if (!found[symbol]) open.push_back(symbol);
    found[symbol] = true;
  };
  const auto find_before = [&](const std::vector<std::uint32_t>& rules) {
    for (const std::uint32_t i : rules)
      if (!marked[i]) find(pds_.rules[i].symbol);
  };
  find(pds_.rules[rule].symbol);
  while (!open.empty()) {
    const std::uint32_t symbol = open.back();
    open.pop_back();
    find_before(into_[symbol]);
    for (const std::uint32_t frame : callees_[symbol]) {
      if (!looked_at[frame]) find_before(returns_of_[frame]);
      looked_at[frame] = true;
    }
  }
  return found;
}

}  // namespace whynot::analyse::paths
