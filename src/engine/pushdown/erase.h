// The paper's erase relation (section 3) on the full product, final states included: in which control
// locations a symbol can be popped, by the one it is entered in.  Worked out for the symbols asked for only.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/product.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::engine::pushdown {

// Effect (Def. 2) for all control locations at once: a square matrix of bits, row by row.
struct Effect {
  std::vector<std::uint64_t> bits;
  friend bool operator==(const Effect&, const Effect&) = default;
  friend auto operator<=>(const Effect&, const Effect&) = default;
};

class Erase {
 public:
  explicit Erase(Product&);

  const std::vector<Control>& controls() const { return controls_; }  // rows and columns
  // Nothing while the Context says stop.
  const Effect* effect(Symbol, Context&);
  // First `upper`, then `lower` is erased.
  Effect compose(const Effect& upper, const Effect& lower) const;
  bool has(const Effect&, std::size_t row, std::size_t column) const;

 private:
  Product& product_;
  Tabulation tabulation_;
  std::vector<Control> controls_;
  std::vector<std::uint32_t> column_;  // by control location
  std::size_t words_;                  // per row
  std::unordered_map<Symbol, Effect> effects_;
};

}  // namespace whynot::engine::pushdown
