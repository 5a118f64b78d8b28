// Which order of the bits is good shows while states are explored, not in the size of the relation: a queue and its
// specification have small relations under any order, and small sets of states under few.  So when exploring takes
// long, each of the other orders is given one short turn, after each doubling of the work under the order in use; one
// that has got clearly farther in its turn takes its place.  What is done within the first turn pays nothing for it.
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
  // How far somebody got: with how many states, in diagrams of what size.
  struct Progress {
    double states = 0;
    std::size_t nodes = 0;

    bool is_clearly_better_than(const Progress&) const;
  };

  Contest() = default;
  // The first one is drawn already, and in use.
  Contest(std::shared_ptr<Drawing> first, std::vector<Order> others);

  const std::shared_ptr<Drawing>& current() const { return is_challenge_ ? challengers_.front().drawing : used_; }
  bool is_open() const { return !challengers_.empty(); }
  std::uint64_t effort() const;  // of the current one's turn
  // The current one has had its turn and got so far: whose turn is next.  Orders that cannot be drawn within a turn
  // leave.  False when the context stopped.
  bool next(const Progress&, const Draw&, Context&);
  void settle();  // for the current one

 private:
  struct Challenger {
    Order order;
    std::shared_ptr<Drawing> drawing = nullptr;  // null before its first turn
  };
  bool challenge(const Draw&, Context&);
  void judge(const Progress&);

  std::shared_ptr<Drawing> used_;
  Progress record_;  // of the one in use, after a first turn
  std::vector<Challenger> challengers_;
  std::size_t round_ = 0;
  bool is_challenge_ = false;
};

}  // namespace whynot::engine::symbolic
