// Which order of the bits is good shows while states are explored, not in the size of the relation: a queue and its
// specification have small relations under any order, and small sets of states under few.  So when exploring takes
// long, each order has a turn of some effort; the better half of them has another and larger one, until one is left
// (successive halving).  What finishes within the first turn pays nothing for it, and what takes long pays little.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "engine/symbolic/drawing.h"

namespace whynot::engine::symbolic {

class Contest {
 public:
  using Order = std::vector<encode::BitPlace>;
  // Null when it failed.
  using Draw = std::function<std::shared_ptr<Drawing>(const Order&, Context&)>;

  Contest() = default;
  // The first one is built already, and has the first turn.
  Contest(std::shared_ptr<Drawing> first, std::vector<Order> others);

  const std::shared_ptr<Drawing>& current() const { return entrants_[at_].drawing; }
  bool is_open() const { return entrants_.size() > 1; }
  std::uint64_t effort() const { return effort_; }  // of a turn
  // The current one has had its turn and got so far.  The next one becomes current, or the best one when all had their
  // turns; those that cannot be built within a turn leave.  False when the context stopped.
  bool next(double progress, const Draw&, Context&);
  void settle();  // for the current one

 private:
  struct Entrant {
    std::shared_ptr<Drawing> drawing;  // null before its first turn
    Order order;
    double progress = 0;
    std::size_t nodes = 0;
  };
  void drop_worse_half();

  std::vector<Entrant> entrants_;
  std::size_t at_ = 0;
  std::uint64_t effort_ = 0;
};

}  // namespace whynot::engine::symbolic
