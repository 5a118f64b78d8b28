#include "engine/symbolic/contest.h"

namespace whynot::engine::symbolic {
namespace {

constexpr std::uint64_t first_effort = 64;  // some quarter of a million steps of the kernel
constexpr std::size_t doublings = 4;        // of turns, from one lap to the next
constexpr std::size_t ahead = 3;            // so many more of the work in use, before a later lap begins

}  // namespace

bool Contest::Progress::is_clearly_better_than(const Progress& other) const {
  if (states != other.states) return states > 4 * other.states;
  return 2 * nodes < other.nodes;
}

Contest::Contest(std::shared_ptr<Drawing> first, std::vector<Order> others) : used_(std::move(first)) {
  for (Order& order : others) challengers_.push_back({std::move(order)});
}

// In the end as much as the record took with which it is compared, or as much again as was done so far.
std::uint64_t Contest::effort() const {
  if (is_challenge_) return first_effort << (doublings * lap());
  return records_.empty() ? first_effort : first_effort << (records_.size() - 1);
}

bool Contest::next(const Progress& progress, const Draw& draw, Context& context) {
  if (is_challenge_) {
    judge(progress);
    return true;
  }
  const bool is_time = lap() == 0 || records_.size() >= doublings * lap() + ahead;
  if (is_time && !challenge(draw, context)) return false;
  records_.push_back(progress);
  return true;
}

// The next one whose turn it is, unless nobody is left.  False when the context stopped.
bool Contest::challenge(const Draw& draw, Context& context) {
  while (!challengers_.empty()) {
    at_ = round_ % challengers_.size();
    Challenger& challenger = challengers_[at_];
    if (!challenger.drawing) {
      Context turn(context, first_effort);
      challenger.drawing = draw(challenger.order, turn);
    }
    if (context.should_stop()) return false;
    is_challenge_ = challenger.drawing != nullptr;
    if (is_challenge_) return true;
    challengers_.erase(challengers_.begin() + static_cast<std::ptrdiff_t>(at_));
  }
  return true;
}

void Contest::judge(const Progress& progress) {
  const std::size_t record = doublings * lap();
  if (record < records_.size() && progress.is_clearly_better_than(records_[record])) {
    used_ = std::move(challengers_[at_].drawing);
    challengers_.erase(challengers_.begin() + static_cast<std::ptrdiff_t>(at_));
    records_.assign(record + 1, progress);
  } else {
    ++round_;
  }
  is_challenge_ = false;
}

void Contest::settle() {
  used_ = current();
  is_challenge_ = false;
  challengers_.clear();
}

}  // namespace whynot::engine::symbolic
