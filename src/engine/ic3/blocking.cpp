// A machine that stops between any two obligations, and between any two clauses that are pushed.
#include "engine/ic3/blocking.h"

#include <algorithm>

namespace whynot::engine::ic3 {

using solve::Answer;

namespace {

constexpr double trouble_fades = 0.6;  // by this much for each frame it moves on
// From so much trouble on it pays to look for better clauses (Su, Yang & Ci, "Extended CTG generalization and dynamic
// adjustment of generalization strategies in IC3", 2025).
constexpr double much_trouble = 10;

}  // namespace

Blocking::Blocking(Circuit& circuit, Context& context, const Lemmas& known)
    : activity_(circuit.latches()),
      queries_(circuit, activity_, context),
      frames_(queries_),
      generaliser_(queries_, frames_, activity_) {
  do frames_.open();
  while (frames_.top() + 1 < known.size());
  for (std::size_t level = known.size(); level-- > 1;)
    for (const Cube& cube : known[level]) frames_.exclude(cube, level);
}

void Blocking::learn(const std::vector<Cube>& cubes) {
  for (const Cube& cube : cubes) frames_.exclude_everywhere(cube);
}

bool Blocking::advance() {
  if (state_ != State::Open) return true;
  if (pushed_level_ > 0) return push_next();
  return open_.empty() ? find_failing() : treat(*open_.begin());
}

bool Blocking::find_failing() {
  switch (queries_.failing()) {
    case Answer::Stopped: return false;
    case Answer::Unsat: start_pushing(); return true;
    case Answer::Sat: break;
  }
  obligations_.clear();
  const Cube cube = queries_.lifted_failing(queries_.found());
  const Answer at_start = queries_.meets_start(cube);
  if (at_start == Answer::Stopped) return false;
  add(cube, frames_.top(), std::nullopt);
  if (at_start == Answer::Sat) reach(0);
  return true;
}

void Blocking::add(Cube cube, std::size_t level, std::optional<std::size_t> after) {
  const std::size_t depth = after ? obligations_[*after].depth + 1 : 0;
  obligations_.push_back({std::move(cube), depth, after, 0});
  open_.insert({level, depth, obligations_.size() - 1});
}

// From the initial state that was found last, which is in the cube of the obligation.
void Blocking::reach(std::size_t obligation) {
  way_ = {queries_.start()};
  for (auto next = obligations_[obligation].after; next; next = obligations_[*next].after)
    way_.push_back(obligations_[*next].cube);
  state_ = State::Failed;
}

// The most of what it leads to within the next steps: the clauses that exclude it are to help there.
double Blocking::trouble_around(std::size_t obligation) const {
  constexpr int steps = 3;
  double most = 0;
  auto next = obligations_[obligation].after;
  for (int i = 0; i < steps && next; ++i, next = obligations_[*next].after)
    most = std::max(most, obligations_[*next].trouble);
  return most;
}

bool Blocking::treat(Entry entry) {
  const Cube cube = obligations_[entry.obligation].cube;
  const auto move_to = [&](std::size_t level) {
    open_.erase(entry);
    obligations_[entry.obligation].trouble *= trouble_fades;
    if (level <= frames_.top()) open_.insert({level, entry.depth, entry.obligation});
    return true;
  };
  if (frames_.excludes(cube, entry.level)) return move_to(entry.level + 1);
  const Answer answer = queries_.predecessor(cube, entry.level - 1);
  if (answer == Answer::Stopped) return false;
  if (answer == Answer::Unsat) {
    const Cube core = queries_.core();
    const bool is_hard = trouble_around(entry.obligation) >= much_trouble;
    return move_to(generaliser_.exclude(core, cube, entry.level, is_hard ? Zeal::High : Zeal::Low) + 1);
  }
  const Found found = queries_.found();
  const Cube before = entry.level > 1 ? queries_.lifted(found, cube) : found.state;
  const Answer at_start = queries_.meets_start(before);
  if (at_start == Answer::Stopped) return false;
  obligations_[entry.obligation].trouble += 1;
  add(before, entry.level - 1, entry.obligation);
  if (at_start == Answer::Sat) reach(obligations_.size() - 1);
  return true;
}

void Blocking::start_pushing() {
  frames_.open();
  pushed_level_ = 1;
  to_push_ = frames_.only(1);
}

bool Blocking::push_next() {
  if (to_push_.empty()) {
    finish_level();
    return true;
  }
  const Cube cube = std::move(to_push_.back());
  to_push_.pop_back();
  const std::vector<Cube>& level = frames_.only(pushed_level_);
  if (std::find(level.begin(), level.end(), cube) == level.end()) return true;  // a stronger one has come
  if (queries_.predecessor(cube, pushed_level_) != Answer::Unsat) return true;
  const Cube stronger = generaliser_.apart_from_start(queries_.core(), cube);
  frames_.exclude(stronger, pushed_level_ + 1, stronger == cube ? pushed_level_ : 0);
  return true;
}

void Blocking::finish_level() {
  if (frames_.only(pushed_level_).empty()) {
    proof_ = frames_.all(pushed_level_ + 1);
    state_ = State::Proved;
    return;
  }
  ++pushed_level_;
  if (pushed_level_ < frames_.top()) {
    to_push_ = frames_.only(pushed_level_);
    return;
  }
  pushed_level_ = 0;
  frames_.refresh();
}

}  // namespace whynot::engine::ic3
