#include "engine/symbolic/contest.h"

#include <algorithm>
#include <tuple>

namespace whynot::engine::symbolic {
namespace {

constexpr std::uint64_t first_effort = 128;  // some half a million steps of the kernel

}  // namespace

Contest::Contest(std::shared_ptr<Drawing> first, std::vector<Order> others) : effort_(first_effort) {
  entrants_.push_back({std::move(first), {}});
  for (Order& order : others) entrants_.push_back({nullptr, std::move(order)});
}

bool Contest::next(double progress, const Draw& draw, Context& context) {
  entrants_[at_].progress = progress;
  entrants_[at_].nodes = current()->bits->manager().statistics().nodes;
  const std::size_t next = at_ + 1;
  while (next < entrants_.size() && !entrants_[next].drawing) {
    Context turn(context, effort_);
    entrants_[next].drawing = draw(entrants_[next].order, turn);
    if (context.should_stop()) return false;
    if (!entrants_[next].drawing) entrants_.erase(entrants_.begin() + static_cast<std::ptrdiff_t>(next));
  }
  at_ = next;
  if (next == entrants_.size()) drop_worse_half();
  return true;
}

void Contest::drop_worse_half() {
  std::stable_sort(entrants_.begin(), entrants_.end(), [](const Entrant& a, const Entrant& b) {
    return std::tuple(-a.progress, a.nodes) < std::tuple(-b.progress, b.nodes);
  });
  entrants_.resize(std::max<std::size_t>(1, entrants_.size() / 2));
  at_ = 0;
  effort_ *= 2;
}

void Contest::settle() {
  Entrant winner = std::move(entrants_[at_]);
  entrants_.clear();
  entrants_.push_back(std::move(winner));
  at_ = 0;
}

}  // namespace whynot::engine::symbolic
