// The product's rules by the head they lead to, for searches that go backward.  Only rules of heads that tabulation
// reached and goes on from.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/pushdown/product.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::engine::pushdown {

class RulesInto {
 public:
  struct Into {
    Head from;
    Symbol under;        // none unless it is a call
    std::uint32_t rule;  // index for Product::rule
  };

  RulesInto(Product&, const Tabulation&);

  std::span<const Into> operator()(Head h) const {
    return std::span(into_).subspan(begin_[h], begin_[h + 1] - begin_[h]);
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Into> into_;
};

}  // namespace whynot::engine::pushdown
