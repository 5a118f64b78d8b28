#include "engine/symbolic/contest.h"

namespace whynot::engine::symbolic {
namespace {

constexpr std::uint64_t first_effort = 64;  // some quarter of a million steps of the kernel

}  // namespace

// Who is farther with diagrams that are larger still will be overtaken: what counts is how many states a node stands
// for.
bool Contest::Progress::is_clearly_better_than(const Progress& other) const {
  const double factor = states > other.states ? 4 : 2;
  return states >= other.states &&
         states * static_cast<double>(other.nodes) > factor * other.states * static_cast<double>(nodes);
}

Contest::Contest(std::shared_ptr<Drawing> first, std::vector<Order> others) : used_(std::move(first)) {
  for (Order& order : others) challengers_.push_back({std::move(order)});
}

// Of the one in use as much again as was done so far.
std::uint64_t Contest::effort() const {
  return is_challenge_ || round_ == 0 ? first_effort : first_effort << (round_ - 1);
}

bool Contest::next(const Progress& progress, const Draw& draw, Context& context) {
  if (is_challenge_) {
    judge(progress);
    return true;
  }
  if (!challenge(draw, context)) return false;
  if (round_ == 0) record_ = progress;
  return true;
}

// The next one whose turn it is, unless nobody is left.  False when the context stopped.
bool Contest::challenge(const Draw& draw, Context& context) {
  while (!challengers_.empty()) {
    Challenger& challenger = challengers_.front();
    if (!challenger.drawing) {
      Context turn(context, first_effort);
      challenger.drawing = draw(challenger.order, turn);
    }
    if (context.should_stop()) return false;
    is_challenge_ = challenger.drawing != nullptr;
    if (is_challenge_) return true;
    challengers_.erase(challengers_.begin());
  }
  return true;
}

void Contest::judge(const Progress& progress) {
  if (progress.is_clearly_better_than(record_)) {
    used_ = std::move(challengers_.front().drawing);
    record_ = progress;
  }
  challengers_.erase(challengers_.begin());
  is_challenge_ = false;
  ++round_;
}

void Contest::settle() {
  used_ = current();
  is_challenge_ = false;
  challengers_.clear();
}

}  // namespace whynot::engine::symbolic
