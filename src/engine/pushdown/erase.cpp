#include "engine/pushdown/erase.h"

#include <bit>

namespace whynot::engine::pushdown {

Erase::Erase(Product& product)
    : product_(product),
      tabulation_(product, true),
      controls_(product.all_controls()),
      words_((controls_.size() + 63) / 64) {
  for (std::uint32_t i = 0; i < controls_.size(); ++i) {
    if (column_.size() <= controls_[i]) column_.resize(controls_[i] + 1, none);
    column_[controls_[i]] = i;
  }
}

const Effect* Erase::effect(Symbol symbol, Context& context) {
  if (const auto at = effects_.find(symbol); at != effects_.end()) return &at->second;
  std::vector<Entry> entries;
  for (Control c : controls_) entries.push_back(tabulation_.add_entry(product_.head(c, symbol)));
  if (!tabulation_.run(context)) return nullptr;
  Effect& effect = effects_[symbol];
  effect.bits.assign(controls_.size() * words_, 0);
  for (std::size_t row = 0; row < controls_.size(); ++row)
    for (Control to : tabulation_.exits(entries[row])) {
      const std::uint32_t column = column_[to];
      effect.bits[row * words_ + column / 64] |= std::uint64_t{1} << column % 64;
    }
  return &effect;
}

bool Erase::has(const Effect& effect, std::size_t row, std::size_t column) const {
  return effect.bits[row * words_ + column / 64] >> column % 64 & 1;
}

Effect Erase::compose(const Effect& upper, const Effect& lower) const {
  Effect result;
  if (upper.bits.empty() || lower.bits.empty()) return result;  // cut short
  result.bits.assign(upper.bits.size(), 0);
  for (std::size_t row = 0; row < controls_.size(); ++row)
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t left = upper.bits[row * words_ + word]; left; left &= left - 1) {
        const std::size_t middle = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        for (std::size_t w = 0; w < words_; ++w) result.bits[row * words_ + w] |= lower.bits[middle * words_ + w];
      }
  return result;
}

}  // namespace whynot::engine::pushdown
