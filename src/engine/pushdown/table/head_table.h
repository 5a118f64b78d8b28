// Numbers of heads by control location and symbol.  Few locations have a row each, which is read in one step; locations
// beyond those share a hash table.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/pushdown/table/flat_map.h"

namespace whynot::engine::pushdown {

class HeadTable {
 public:
  static constexpr std::uint32_t none = FlatMap::none;

  explicit HeadTable(std::size_t symbols) : symbols_(symbols), most_rows_(max_cells / (symbols + 1)) {}

  std::uint32_t find(std::uint32_t control, std::uint32_t symbol) const {
    if (control >= most_rows_) return rest_.find(pair_key(control, symbol));
    return control < rows_.size() && !rows_[control].empty() ? rows_[control][symbol] : none;
  }
  // The number of the head, which is `value` if it is new; and whether it is.
  std::pair<std::uint32_t, bool> insert(std::uint32_t control, std::uint32_t symbol, std::uint32_t value) {
    if (control >= most_rows_) return rest_.insert(pair_key(control, symbol), value);
    if (control >= rows_.size()) rows_.resize(control + 1);
    auto& row = rows_[control];
    if (row.empty()) row.assign(symbols_, none);
    if (row[symbol] != none) return {row[symbol], false};
    row[symbol] = value;
    return {value, true};
  }

 private:
  static constexpr std::size_t max_cells = 4'000'000;

  std::size_t symbols_, most_rows_;
  std::vector<std::vector<std::uint32_t>> rows_;
  FlatMap rest_;
};

}  // namespace whynot::engine::pushdown
