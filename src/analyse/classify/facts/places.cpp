// Backtracking over positions, after arc consistency has removed the steps that no placement can use.
#include "analyse/classify/facts/places.h"

#include <algorithm>

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t few_positions = 2;             // are as soon tried as prepared
constexpr std::size_t most_step_pairs = 20'000'000;  // of steps, looked at in preparation

}  // namespace

void Places::require(std::vector<std::size_t> of, Condition condition) {
  const std::size_t last = of.empty() ? 0 : of.back() + 1;
  due_[last].push_back({std::move(of), std::move(condition)});
}

bool Places::holds(Tie& tie) {
  if (tie.known.empty()) return tie.holds(placement_);
  signed char& known = tie.known[placement_[tie.of[0]] * steps_ + placement_[tie.of[1]]];
  if (known < 0) known = tie.holds(placement_) ? 1 : 0;
  return known == 1;
}

bool Places::holds_at(Tie& tie, std::size_t first, std::size_t second) {
  placement_[tie.of[0]] = first;
  placement_[tie.of[1]] = second;
  return holds(tie);
}

// Leaves out the steps of one position of the two for which the other has none.
bool Places::keep_supported(Tie& tie, bool second) {
  std::vector<bool>&mine = domain_[tie.of[second]], &others = domain_[tie.of[!second]];
  bool changed = false;
  for (std::size_t step = 0; step < steps_; ++step) {
    if (!mine[step]) continue;
    bool supported = false;
    for (std::size_t other = 0; other < steps_ && !supported; ++other)
      supported = others[other] && (second ? holds_at(tie, other, step) : holds_at(tie, step, other));
    if (supported) continue;
    mine[step] = false;
    changed = true;
  }
  return changed;
}

// False when a position has no step left.
bool Places::leave_out() {
  std::vector<Tie*> pairs;
  for (std::vector<Tie>& due : due_)
    for (Tie& tie : due)
      if (tie.of.size() == 2) pairs.push_back(&tie);
  if (domain_.size() <= few_positions || pairs.size() * steps_ * steps_ > most_step_pairs) return true;
  for (Tie* tie : pairs) tie->known.assign(steps_ * steps_, -1);
  for (std::vector<bool>& steps : domain_) steps.assign(steps_, true);
  for (std::vector<Tie>& due : due_)
    for (Tie& tie : due)
      for (std::size_t step = 0; tie.of.size() == 1 && step < steps_; ++step) {
        placement_[tie.of[0]] = step;
        if (!holds(tie)) domain_[tie.of[0]][step] = false;
      }
  // There and back again: a chain is settled by one way of each.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < pairs.size(); ++i) changed |= keep_supported(*pairs[i], true);
    for (std::size_t i = pairs.size(); i-- > 0;) changed |= keep_supported(*pairs[i], false);
  }
  return std::all_of(domain_.begin(), domain_.end(), [](const std::vector<bool>& steps) {
    return std::find(steps.begin(), steps.end(), true) != steps.end();
  });
}

// Whether the position may stand where it does, after those before it.
bool Places::fits(std::size_t position) {
  const std::size_t step = placement_[position];
  if (!domain_[position].empty() && !domain_[position][step]) return false;
  const auto begin = placement_.begin(), end = begin + static_cast<std::ptrdiff_t>(position);
  if (distinct_ && std::find(begin, end, step) != end) return false;
  return std::all_of(due_[position + 1].begin(), due_[position + 1].end(), [&](Tie& tie) { return holds(tie); });
}

bool Places::for_each(std::size_t most_tries, const std::function<bool(const Placement&)>& visit) {
  placement_.assign(domain_.size(), 0);
  if (!std::all_of(due_[0].begin(), due_[0].end(), [&](Tie& tie) { return holds(tie); })) return true;
  if (domain_.empty()) {
    visit(placement_);
    return true;
  }
  if (!leave_out()) return true;
  std::size_t tries = 0, position = 0;
  placement_[0] = 0;
  while (true) {
    if (placement_[position] == steps_) {  // all steps are tried: on with the position before
      if (position == 0) return true;
      ++placement_[--position];
      continue;
    }
    if (++tries > most_tries) return false;
    if (fits(position)) {
      if (position + 1 < placement_.size()) {
        placement_[++position] = 0;
        continue;
      }
      if (!visit(placement_)) return true;
    }
    ++placement_[position];
  }
}

}  // namespace whynot::analyse::classify
