// Positions put on the steps of a trace so that conditions on one, two or more of them hold, by trying.  Steps that no
// placement can use, because what is said of one position or of two of them fails there, are left out before (arc
// consistency; Mackworth, "Consistency in networks of relations", 1977): positions that follow one another in a chain
// are then placed without ever going back.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "analyse/classify/facts/facts.h"

namespace whynot::analyse::classify {

class Places {
 public:
  Places(std::size_t positions, std::size_t steps) : steps_(steps), due_(positions + 1), domain_(positions) {}

  // `of`: the positions that the condition reads, each once, increasing.
  using Condition = std::function<bool(const Placement&)>;
  void require(std::vector<std::size_t> of, Condition);
  void require_distinct() { distinct_ = true; }

  // Every placement, the first position varying slowest, until `visit` answers false.  False when more than
  // `most_tries` steps were tried.
  bool for_each(std::size_t most_tries, const std::function<bool(const Placement&)>& visit);

 private:
  struct Tie {
    std::vector<std::size_t> of;
    Condition holds;
    std::vector<signed char> known{};  // of two positions, by their steps: 1, 0, or -1 not looked at
  };
  bool holds(Tie&);
  bool holds_at(Tie&, std::size_t first, std::size_t second);
  bool leave_out();
  bool keep_supported(Tie&, bool second);
  bool fits(std::size_t position);

  std::size_t steps_;
  std::vector<std::vector<Tie>> due_;      // by the number of positions that are placed when it can be told
  std::vector<std::vector<bool>> domain_;  // by position: the steps left; empty: all
  Placement placement_;
  bool distinct_ = false;
};

}  // namespace whynot::analyse::classify
