// Two watched literals, first unique implication points, activities, saved phases, Luby restarts.  A literal that would
// follow but is none of the question's is left alone: nobody asks for it, and it follows again whenever it matters.
//
// The extra clause has the complement of variable 0 beside its literals, and variable 0 is the first assumption.  What
// is learned with its help has that literal too, and goes when the question is answered.
#include "solve/circuit_sat/clause_search.h"

#include <algorithm>

namespace whynot::solve {
namespace {

constexpr std::uint64_t propagations_a_look = 500, conflicts_a_restart = 100;
constexpr double decay = 0.95, largest = 1e100;
constexpr Code switched_on = 0, switched_off = 1;  // variable 0

// 1 1 2 1 1 2 4 1 1 2 ...
std::uint64_t luby(std::uint64_t i) {
  std::uint64_t size = 1, power = 1;
  while (size < i + 1) {
    size = 2 * size + 1;
    power *= 2;
  }
  while (size - 1 != i) {
    size = (size - 1) / 2;
    power /= 2;
    i %= size;
  }
  return power;
}

}  // namespace

void ClauseSearch::make_room(std::size_t variables) {
  if (variables <= phase_.size()) return;
  watches_.resize(2 * variables);
  value_.resize(2 * variables, 0);
  is_in_core_.resize(2 * variables, false);
  phase_.resize(variables, false);
  level_of_.resize(variables, 0);
  reason_.resize(variables, nowhere);
  concerned_by_.resize(variables, 0);
  activity_.resize(variables, 0);
  place_in_heap_.resize(variables, -1);
  is_seen_.resize(variables, false);
}

ClauseSearch::Place ClauseSearch::make(std::span<const Code> clause, bool is_learned, std::uint32_t glue) {
  const auto at = static_cast<Place>(words_.size());
  words_.push_back(static_cast<std::uint32_t>(clause.size()) << flag_bits | (is_learned ? learned_flag : 0));
  words_.push_back(glue);
  words_.insert(words_.end(), clause.begin(), clause.end());
  watches_[clause[0] ^ 1].push_back({at, clause[1]});
  watches_[clause[1] ^ 1].push_back({at, clause[0]});
  return at;
}

// Its watches go when somebody comes by.
void ClauseSearch::remove(Place at) {
  words_[at] |= gone_flag;
  wasted_ += header_words + size_of(at);
}

void ClauseSearch::add(std::span<const Code> clause) {
  undo_to(0);
  if (is_contradiction_) return;
  clause_.clear();
  for (Code l : clause) {
    if (value_[l] > 0) return;
    if (value_[l] == 0) clause_.push_back(l);
  }
  std::sort(clause_.begin(), clause_.end());
  clause_.erase(std::unique(clause_.begin(), clause_.end()), clause_.end());
  for (std::size_t i = 1; i < clause_.size(); ++i)
    if (clause_[i] == (clause_[i - 1] ^ 1)) return;
  if (clause_.size() > 1) {
    make(clause_, false, 0);
    return;
  }
  if (!clause_.empty()) assign(clause_[0], nowhere);
  is_contradiction_ = clause_.empty() || propagate() != nowhere;
}

void ClauseSearch::begin_question() {
  undo_to(0);
  ++question_;
  concerned_.clear();
}

bool ClauseSearch::concern(std::uint32_t variable) {
  if (concerned_by_[variable] == question_) return false;
  concerned_by_[variable] = question_;
  concerned_.push_back(variable);
  return true;
}

void ClauseSearch::assign(Code l, Place reason) {
  value_[l] = 1;
  value_[l ^ 1] = -1;
  level_of_[l >> 1] = level();
  reason_[l >> 1] = reason;
  trail_.push_back(l);
}

void ClauseSearch::undo_to(std::uint32_t to) {
  if (level() <= to) return;
  const std::size_t end = level_ends_[to];
  while (trail_.size() > end) {
    const Code l = trail_.back();
    trail_.pop_back();
    value_[l] = 0;
    value_[l ^ 1] = 0;
    phase_[l >> 1] = (l & 1) == 0;
    if (has_heap_ && place_in_heap_[l >> 1] < 0) put(l >> 1);
  }
  level_ends_.resize(to);
  head_ = end;
}

// Whether the clause can watch another literal instead of its second.
bool ClauseSearch::find_other_watch(Place at, Code first) {
  Code* clause = literals(at);
  const std::uint32_t size = size_of(at);
  for (std::uint32_t k = 2; k < size; ++k) {
    if (value_[clause[k]] < 0) continue;
    std::swap(clause[1], clause[k]);
    watches_[clause[1] ^ 1].push_back({at, first});
    return true;
  }
  return false;
}

ClauseSearch::Place ClauseSearch::propagate() {
  while (head_ < trail_.size()) {
    const Code p = trail_[head_++];
    ++propagations_;
    std::vector<Watch>& watches = watches_[p];
    std::size_t kept = 0, i = 0;
    Place conflict = nowhere;
    while (i < watches.size()) {
      const Watch watch = watches[i++];
      if (value_[watch.blocker] > 0) {
        watches[kept++] = watch;
        continue;
      }
      if (is_gone(watch.clause)) continue;
      Code* clause = literals(watch.clause);
      if (clause[0] == (p ^ 1)) std::swap(clause[0], clause[1]);
      const Code first = clause[0];
      const bool is_true = value_[first] > 0;
      if (!is_true && find_other_watch(watch.clause, first)) continue;
      watches[kept++] = {watch.clause, first};
      if (is_true) continue;
      if (value_[first] < 0) {
        conflict = watch.clause;
        break;
      }
      if (may_follow(first >> 1)) assign(first, watch.clause);
    }
    while (i < watches.size()) watches[kept++] = watches[i++];
    watches.resize(kept);
    if (conflict != nowhere) return conflict;
  }
  return nowhere;
}

// False when no assumption is needed to refute it.
bool ClauseSearch::add_extra(std::span<const Code> extra) {
  std::vector<Code> clause{switched_off};
  for (Code l : extra) {
    if (value_[l] > 0) return true;
    if (value_[l] == 0) clause.push_back(l);
  }
  if (clause.size() == 1) return false;
  temporary_.push_back(make(clause, false, 0));
  return true;
}

Answer ClauseSearch::solve(std::span<const Code> extra, std::span<const Code> assumed, std::uint64_t conflicts) {
  for (Code l : core_) is_in_core_[l] = false;
  core_.clear();
  if (context_->should_stop()) return Answer::Stopped;
  if (is_contradiction_) return Answer::Unsat;
  tidy_up();
  concern(0);
  if (!extra.empty() && !add_extra(extra)) return Answer::Unsat;
  std::vector<Code> all;
  if (!temporary_.empty()) all.push_back(switched_on);
  all.insert(all.end(), assumed.begin(), assumed.end());
  has_heap_ = false;
  const Answer answer = search(all, conflicts);
  has_heap_ = false;
  for (Place at : temporary_) remove(at);
  temporary_.clear();
  if (answer != Answer::Sat) undo_to(0);
  return answer;
}

void ClauseSearch::tidy_up() {
  constexpr std::size_t least_waste = 10'000;
  if (learned_.size() > most_learned_) reduce();
  if (wasted_ > words_.size() / 2 && wasted_ > least_waste) collect();
}

Answer ClauseSearch::search(std::span<const Code> assumed, std::uint64_t conflicts) {
  const std::uint64_t first = conflicts_;
  std::uint64_t restarts = 0, restart_at = conflicts_ + conflicts_a_restart;
  while (true) {
    if (const Place conflict = propagate(); conflict != nowhere) {
      ++conflicts_;
      if (level() == 0) {
        is_contradiction_ = true;
        return Answer::Unsat;
      }
      if (!learn(conflict)) return Answer::Unsat;
      continue;
    }
    if (propagations_ >= next_look_) {
      next_look_ = propagations_ + propagations_a_look;
      if (context_->should_stop()) return Answer::Stopped;
    }
    if (conflicts_ - first >= conflicts) return Answer::Stopped;
    if (conflicts_ >= restart_at) {
      restart_at = conflicts_ + conflicts_a_restart * luby(++restarts);
      undo_to(0);
      if (learned_.size() > most_learned_) reduce();
    }
    if (const auto answer = next_decision(assumed)) return *answer;
  }
}

// An answer where nothing is left to decide.
std::optional<Answer> ClauseSearch::next_decision(std::span<const Code> assumed) {
  while (level() < assumed.size()) {
    const Code l = assumed[level()];
    if (value_[l] < 0) {
      explain_failure(l);
      return Answer::Unsat;
    }
    level_ends_.push_back(trail_.size());
    if (value_[l] > 0) continue;
    assign(l, nowhere);
    return std::nullopt;
  }
  if (!has_heap_) fill_heap();
  while (!heap_.empty()) {
    const std::uint32_t variable = take();
    if (value_[2 * variable] != 0) continue;
    level_ends_.push_back(trail_.size());
    assign(2 * variable + !phase_[variable], nowhere);
    return std::nullopt;
  }
  return Answer::Sat;
}

// False when the extra clause alone is to blame.
bool ClauseSearch::learn(Place conflict) {
  analyse(conflict);
  if (clause_.size() == 1 && clause_[0] == switched_off) return false;
  std::uint32_t back = 0;
  for (std::size_t i = 1; i < clause_.size(); ++i) {
    if (level_of_[clause_[i] >> 1] <= back) continue;
    back = level_of_[clause_[i] >> 1];
    std::swap(clause_[1], clause_[i]);
  }
  const std::uint32_t glue = glue_of(clause_);
  undo_to(back);
  Place reason = nowhere;
  if (clause_.size() > 1) {
    reason = make(clause_, true, glue);
    const bool is_temporary = std::find(clause_.begin(), clause_.end(), switched_off) != clause_.end();
    (is_temporary ? temporary_ : learned_).push_back(reason);
  }
  assign(clause_[0], reason);
  increment_ /= decay;
  return true;
}

// The clause of the first unique implication point, which comes first.
void ClauseSearch::analyse(Place conflict) {
  clause_.assign(1, 0);
  to_clear_.clear();
  std::size_t open = 0, index = trail_.size();
  Code p = 0;
  for (Place at = conflict;; at = reason_[p >> 1]) {
    const std::uint32_t size = size_of(at);
    for (std::uint32_t k = at == conflict ? 0 : 1; k < size; ++k) {
      const Code l = literals(at)[k];
      if (is_seen_[l >> 1] || level_of_[l >> 1] == 0) continue;
      is_seen_[l >> 1] = true;
      to_clear_.push_back(l);
      bump(l >> 1);
      if (level_of_[l >> 1] == level())
        ++open;
      else
        clause_.push_back(l);
    }
    do p = trail_[--index];
    while (!is_seen_[p >> 1]);
    if (--open == 0) break;
  }
  clause_[0] = p ^ 1;
  const auto redundant = [&](Code l) { return is_redundant(l); };
  clause_.erase(std::remove_if(clause_.begin() + 1, clause_.end(), redundant), clause_.end());
  for (Code l : to_clear_) is_seen_[l >> 1] = false;
}

// Whether the others of the clause imply it in one step.
bool ClauseSearch::is_redundant(Code l) {
  const Place at = reason_[l >> 1];
  if (at == nowhere) return false;
  const std::uint32_t size = size_of(at);
  for (std::uint32_t k = 1; k < size; ++k) {
    const std::uint32_t variable = literals(at)[k] >> 1;
    if (!is_seen_[variable] && level_of_[variable] > 0) return false;
  }
  return true;
}

std::uint32_t ClauseSearch::glue_of(std::span<const Code> clause) {
  ++glue_count_;
  std::uint32_t glue = 0;
  for (Code l : clause) {
    const std::uint32_t at = level_of_[l >> 1];
    if (glue_stamp_.size() <= at) glue_stamp_.resize(at + 1, 0);
    glue += glue_stamp_[at] != glue_count_;
    glue_stamp_[at] = glue_count_;
  }
  return glue;
}

// Which assumptions made this one false.
void ClauseSearch::explain_failure(Code assumed) {
  const auto blame = [&](Code l) {
    if (l == switched_on) return;
    is_in_core_[l] = true;
    core_.push_back(l);
  };
  blame(assumed);
  if (level() == 0 || level_of_[assumed >> 1] == 0) return;
  is_seen_[assumed >> 1] = true;
  for (std::size_t i = trail_.size(); i-- > level_ends_[0];) {
    const std::uint32_t variable = trail_[i] >> 1;
    if (!is_seen_[variable]) continue;
    is_seen_[variable] = false;
    const Place at = reason_[variable];
    if (at == nowhere) {
      blame(trail_[i]);
      continue;
    }
    const std::uint32_t size = size_of(at);
    for (std::uint32_t k = 1; k < size; ++k)
      if (level_of_[literals(at)[k] >> 1] > 0) is_seen_[literals(at)[k] >> 1] = true;
  }
}

// Half of the learned clauses go, those that span many levels first.  REQUIRES level 0.
void ClauseSearch::reduce() {
  constexpr std::uint32_t kept_glue = 2;
  std::stable_sort(learned_.begin(), learned_.end(), [&](Place a, Place b) {
    if (glue(a) != glue(b)) return glue(a) < glue(b);
    return a > b;
  });
  std::vector<Place> kept;
  for (std::size_t i = 0; i < learned_.size(); ++i) {
    if (i < learned_.size() / 2 || glue(learned_[i]) <= kept_glue)
      kept.push_back(learned_[i]);
    else
      remove(learned_[i]);
  }
  learned_ = std::move(kept);
  most_learned_ = std::max(most_learned_ + 100, learned_.size() + 1000);
}

// REQUIRES level 0, where nobody asks for reasons.
void ClauseSearch::collect() {
  std::vector<std::uint32_t> old;
  old.swap(words_);
  for (auto& watches : watches_) watches.clear();
  learned_.clear();
  wasted_ = 0;
  std::vector<Code> clause;
  for (std::size_t at = 0; at < old.size();) {
    const std::uint32_t head = old[at], old_glue = old[at + 1];
    const std::size_t begin = at + header_words;
    at = begin + (head >> flag_bits);
    if ((head & gone_flag) != 0) continue;
    clause.clear();
    bool is_satisfied = false;
    for (std::size_t k = begin; k < at; ++k) {
      is_satisfied |= value_[old[k]] > 0;
      if (value_[old[k]] == 0) clause.push_back(old[k]);
    }
    if (is_satisfied) continue;
    const bool is_learned = (head & learned_flag) != 0;
    const Place place = make(clause, is_learned, old_glue);
    if (is_learned) learned_.push_back(place);
  }
  std::fill(reason_.begin(), reason_.end(), nowhere);
}

void ClauseSearch::bump(std::uint32_t variable) {
  activity_[variable] += increment_;
  if (activity_[variable] > largest) {
    for (double& activity : activity_) activity /= largest;
    increment_ /= largest;
  }
  if (place_in_heap_[variable] >= 0) sift_up(static_cast<std::size_t>(place_in_heap_[variable]));
}

void ClauseSearch::fill_heap() {
  for (std::uint32_t variable : heap_) place_in_heap_[variable] = -1;
  heap_.clear();
  has_heap_ = true;
  for (std::uint32_t variable : concerned_)
    if (value_[2 * variable] == 0 && variable != 0) put(variable);
}

void ClauseSearch::put(std::uint32_t variable) {
  place_in_heap_[variable] = static_cast<std::int32_t>(heap_.size());
  heap_.push_back(variable);
  sift_up(heap_.size() - 1);
}

std::uint32_t ClauseSearch::take() {
  const std::uint32_t top = heap_.front();
  place_in_heap_[top] = -1;
  const std::uint32_t last = heap_.back();
  heap_.pop_back();
  if (heap_.empty()) return top;
  heap_[0] = last;
  place_in_heap_[last] = 0;
  sift_down(0);
  return top;
}

void ClauseSearch::sift_up(std::size_t at) {
  const std::uint32_t variable = heap_[at];
  for (; at > 0 && comes_before(variable, heap_[(at - 1) / 2]); at = (at - 1) / 2) {
    heap_[at] = heap_[(at - 1) / 2];
    place_in_heap_[heap_[at]] = static_cast<std::int32_t>(at);
  }
  heap_[at] = variable;
  place_in_heap_[variable] = static_cast<std::int32_t>(at);
}

void ClauseSearch::sift_down(std::size_t at) {
  const std::uint32_t variable = heap_[at];
  for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
    if (child + 1 < heap_.size() && comes_before(heap_[child + 1], heap_[child])) ++child;
    if (!comes_before(heap_[child], variable)) break;
    heap_[at] = heap_[child];
    place_in_heap_[heap_[at]] = static_cast<std::int32_t>(at);
    at = child;
  }
  heap_[at] = variable;
  place_in_heap_[variable] = static_cast<std::int32_t>(at);
}

}  // namespace whynot::solve
