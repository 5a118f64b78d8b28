// From which points a step can come before any of some others: what has begun and cannot go on need not be remembered.
#pragma once
#include <cstdint>
#include <vector>

#include "model/pds/pds.h"

namespace whynot::analyse::paths {

class Ahead {
 public:
  explicit Ahead(const Pds&);

  // By symbol: with it on top, the rule may be taken, and none of those marked before it.  Says yes rather too often: a
  // procedure may return to whoever calls it.
  std::vector<bool> leads_to(std::uint32_t rule, const std::vector<bool>& marked) const;

 private:
  std::uint32_t root(std::uint32_t symbol);

  const Pds& pds_;
  std::vector<std::uint32_t> frame_;                    // by symbol: one of those that stand for the same frame
  std::vector<std::vector<std::uint32_t>> into_;        // by symbol: rules that leave it on top, but for returns
  std::vector<std::vector<std::uint32_t>> callees_;     // by symbol: frames that return to it
  std::vector<std::vector<std::uint32_t>> returns_of_;  // by frame: rules
};

}  // namespace whynot::analyse::paths
