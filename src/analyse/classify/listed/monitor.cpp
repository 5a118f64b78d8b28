// A subset construction: a state of the automaton is the set of partial matches that the steps read so far allow.
#include "analyse/classify/listed/monitor.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_matches = 2000;
constexpr std::size_t most_monitor_states = 20'000;

}  // namespace

// The start of the trace is one more position, placed before everything else.
Monitor::Monitor(const TransitionSystem& system, SplitClass c) : system_(system), class_(std::move(c)) {
  std::size_t columns = 0, inputs = 0;
  for (const VariableDecl& v : system.variables) {
    const bool is_input = v.kind == VariableKind::Input;
    columns_.emplace(v.variable, std::pair(is_input, is_input ? inputs++ : columns++));
  }
  const std::size_t n = class_.positions;
  alone_.resize(n);
  for (std::size_t p = 0; p < n; ++p)
    for (Expr body : class_.alone[p]) alone_[p].push_back(compile(body));
  remembered_.resize(n);
  for (const Tie& tie : class_.ties) {
    ties_.push_back(compile(tie.body));
    for (const auto& [variable, argument] : ties_.back().reads) {
      if (!variable) continue;
      std::vector<Expr>& there = remembered_[tie.at[argument]];
      if (std::find(there.begin(), there.end(), variable) == there.end()) there.push_back(variable);
      if (std::find(all_remembered_.begin(), all_remembered_.end(), variable) == all_remembered_.end())
        all_remembered_.push_back(variable);
    }
  }
  oldest_.assign(n + 1, 0);
  for (Fact& g : class_.gaps) {
    if (g.at[0] == trace_start) {
      g.at[0] = static_cast<PositionId>(n);
      from_start_ = true;
    }
    limited_ = limited_ || g.most != any_distance;
    oldest_[g.at[0]] = std::max(oldest_[g.at[0]], g.most == any_distance ? g.least : g.most + 1);
  }
  memories_.push_back({});
  memory_ids_.emplace(std::vector<Value>{}, 0);
  Match nothing{std::vector<std::uint32_t>(n + 1, 0), std::vector<std::uint32_t>(n, 0)};
  states_.push_back({nothing});
  states_.push_back({});
  state_ids_.emplace(states_[0], initial);
}

Monitor::Condition Monitor::compile(Expr body) const {
  std::vector<std::pair<Expr, std::size_t>> reads;
  CompiledExpr compiled(*system_.pool, body, [&](Expr leaf) {
    if (leaf.is(Op::At))
      reads.emplace_back(leaf.arg(0), static_cast<std::size_t>(leaf.a()));
    else
      reads.emplace_back(Expr(), 0);  // the Variable below an At
    return static_cast<std::uint32_t>(reads.size() - 1);
  });
  return {std::move(compiled), std::move(reads)};
}

Value Monitor::value_of(Expr variable, const State& state, const Inputs* inputs) const {
  const auto [is_input, index] = columns_.at(variable);
  if (!is_input) return state[index];
  return inputs && index < inputs->size() ? (*inputs)[index] : Value();
}

template <class ValueOf>
bool Monitor::Condition::holds(ValueOf value_of) const {
  std::vector<Value> values;
  for (const auto& [variable, argument] : reads) {
    values.push_back(variable ? value_of(variable, argument) : Value());
    if (variable && !values.back().defined()) return false;
  }
  return body.all_true(values);
}

Monitor::LetterId Monitor::letter(const State& state, const Inputs* inputs) {
  Letter made;
  for (std::size_t p = 0; p < class_.positions; ++p) {
    const auto value = [&](Expr variable, std::size_t) { return value_of(variable, state, inputs); };
    const bool fits =
        std::all_of(alone_[p].begin(), alone_[p].end(), [&](const Condition& c) { return c.holds(value); });
    made.fits.push_back(fits);
    std::vector<Value> kept;
    for (Expr variable : remembered_[p]) kept.push_back(fits ? value_of(variable, state, inputs) : Value());
    made.memory.push_back(memory_id(std::move(kept)));
  }
  return intern(std::move(made));
}

Monitor::LetterId Monitor::letter(std::vector<bool> fits, const std::function<Value(Expr)>& value) {
  Letter made{std::move(fits), {}};
  for (std::size_t p = 0; p < class_.positions; ++p) {
    std::vector<Value> kept;
    for (Expr variable : remembered_[p]) kept.push_back(made.fits[p] ? value(variable) : Value());
    made.memory.push_back(memory_id(std::move(kept)));
  }
  return intern(std::move(made));
}

std::uint32_t Monitor::memory_id(std::vector<Value> kept) {
  const auto [known, is_new] = memory_ids_.emplace(std::move(kept), static_cast<std::uint32_t>(memories_.size()));
  if (is_new) memories_.push_back(known->first);
  return known->second;
}

Monitor::LetterId Monitor::intern(Letter letter) {
  const auto [known, is_new] = letter_ids_.emplace(std::move(letter), static_cast<LetterId>(letters_.size()));
  if (is_new) letters_.push_back(known->first);
  return known->second;
}

Monitor::StateId Monitor::next(StateId from, LetterId letter) {
  if (from == accepting) return accepting;
  const std::uint64_t key = (std::uint64_t{from} << 32) | letter;
  if (const auto known = steps_.find(key); known != steps_.end()) return known->second;
  std::vector<Match> grown;
  const std::vector<Match> matches = states_[from];
  for (const Match& m : matches) grow(m, letters_[letter], grown);
  const StateId to = intern(std::move(grown));
  steps_.emplace(key, to);
  return to;
}

// All ways in which the match goes on at this step.
void Monitor::grow(const Match& before, const Letter& letter, std::vector<Match>& grown) {
  std::vector<bool> now(class_.positions, false);
  place(before, letter, now, 0, grown);
}

// As deep as there are positions; what cannot be placed here is skipped.
void Monitor::place(const Match& before, const Letter& letter, std::vector<bool>& now, std::size_t position,
                    std::vector<Match>& grown) {
  if (position == class_.positions) {
    if (gaps_hold(before, now) && ties_hold(before, now, letter)) {
      Match m = placed(before, now, letter);
      if (!is_hopeless(m)) grown.push_back(std::move(m));
    }
    return;
  }
  place(before, letter, now, position + 1, grown);
  if (before.age[position] != 0 || !letter.fits[position] || lacks_predecessor(before, position)) return;
  now[position] = true;
  place(before, letter, now, position + 1, grown);
  now[position] = false;
}

bool Monitor::lacks_predecessor(const Match& before, std::size_t position) const {
  return std::any_of(class_.gaps.begin(), class_.gaps.end(),
                     [&](const Fact& g) { return g.at[1] == position && g.least > 0 && before.age[g.at[0]] == 0; });
}

// The gaps that end now, and those that begin now after their end was placed.
bool Monitor::gaps_hold(const Match& before, const std::vector<bool>& now) const {
  for (const Fact& g : class_.gaps) {
    const PositionId from = g.at[0], to = g.at[1];
    const bool from_now = from < now.size() ? now[from] : before.age[from] == 0;
    if (from_now && before.age[to] != 0) return false;
    if (!now[to]) continue;
    if (!from_now && before.age[from] == 0) return false;
    // Ages were counted at the step before: one step has passed since.
    const std::uint32_t distance = from_now ? 0 : before.age[from];
    if (distance < g.least || (g.most != any_distance && distance > g.most)) return false;
  }
  return true;
}

bool Monitor::ties_hold(const Match& before, const std::vector<bool>& now, const Letter& letter) const {
  for (std::size_t t = 0; t < ties_.size(); ++t) {
    const Tie& tie = class_.ties[t];
    bool due = false, open = false;
    for (PositionId p : tie.at) {
      due = due || now[p];
      open = open || (!now[p] && before.age[p] == 0);
    }
    if (tie.at.empty()) due = true;
    if (!due || open) continue;
    const auto value = [&](Expr variable, std::size_t argument) {
      const PositionId p = tie.at[argument];
      const std::vector<Value>& memory = memories_[now[p] ? letter.memory[p] : before.memory[p]];
      const auto& names = remembered_[p];
      return memory[static_cast<std::size_t>(std::find(names.begin(), names.end(), variable) - names.begin())];
    };
    if (!ties_[t].holds(value)) return false;
  }
  return true;
}

Monitor::Match Monitor::placed(const Match& before, const std::vector<bool>& now, const Letter& letter) const {
  Match m = before;
  const std::size_t n = class_.positions;
  for (std::size_t p = 0; p < n; ++p) {
    if (now[p]) {
      m.age[p] = 1;
      m.memory[p] = letter.memory[p];
    } else if (m.age[p] != 0) {
      ++m.age[p];
    }
  }
  if (from_start_) ++m.age[n];
  // Ages and values matter only while something that is not placed yet asks for them.
  std::vector<bool> age_matters(n + 1, false), memory_matters(n, false);
  for (const Fact& g : class_.gaps)
    if (m.age[g.at[1]] == 0) age_matters[g.at[0]] = true;
  for (const Tie& tie : class_.ties)
    if (std::any_of(tie.at.begin(), tie.at.end(), [&](PositionId p) { return m.age[p] == 0; }))
      for (PositionId p : tie.at) memory_matters[p] = true;
  for (std::size_t p = 0; p <= n; ++p) {
    if (m.age[p] != 0) m.age[p] = age_matters[p] ? std::min(m.age[p], oldest_[p] + 1) : 1;
    if (p < n && !memory_matters[p]) m.memory[p] = 0;
  }
  return m;
}

// A gap with an upper bound that has been passed.
bool Monitor::is_hopeless(const Match& m) const {
  return std::any_of(class_.gaps.begin(), class_.gaps.end(), [&](const Fact& g) {
    return g.most != any_distance && m.age[g.at[0]] > g.most + 1 && m.age[g.at[1]] == 0;
  });
}

// Without upper bounds, to have placed more and earlier is never worse.
bool Monitor::is_as_good(const Match& a, const Match& b) const {
  if (limited_) return false;
  for (std::size_t p = 0; p < class_.positions; ++p) {
    if (a.age[p] < b.age[p]) return false;
    if (b.age[p] != 0 ? a.memory[p] != b.memory[p] : a.memory[p] != 0) return false;
  }
  return true;
}

Monitor::StateId Monitor::intern(std::vector<Match> matches) {
  for (const Match& m : matches)
    if (std::none_of(m.age.begin(), m.age.begin() + static_cast<std::ptrdiff_t>(class_.positions),
                     [](auto age) { return age == 0; }))
      return accepting;
  std::sort(matches.begin(), matches.end());
  matches.erase(std::unique(matches.begin(), matches.end()), matches.end());
  if (matches.size() > most_matches || states_.size() > most_monitor_states) {
    overflowed_ = true;
    return initial;
  }
  std::vector<Match> best;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    bool beaten = false;
    for (std::size_t j = 0; j < matches.size() && !beaten; ++j)
      beaten = i != j && is_as_good(matches[j], matches[i]) && !(j > i && is_as_good(matches[i], matches[j]));
    if (!beaten) best.push_back(matches[i]);
  }
  const auto [known, is_new] = state_ids_.emplace(std::move(best), static_cast<StateId>(states_.size()));
  if (is_new) states_.push_back(known->first);
  return known->second;
}

}  // namespace whynot::analyse::classify
