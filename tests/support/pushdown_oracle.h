// A second reading of the paper, for tests: random pushdown systems, and all minimum-recursion loop-free
// traces under a stack bound by depth-first search over whole configurations.  Slow, naive, and without
// anything of the engine: products by the automaton's interpreter, relations by iteration to a fixed point.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::oracle {

using Word = std::vector<std::uint32_t>;

inline std::uint32_t add_name(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::uint32_t>(at - names.begin());
  names.push_back(name);
  return static_cast<std::uint32_t>(names.size() - 1);
}

struct Problem {
  Pds pds;
  Efsa efsa;

  Problem() {
    pds.controls = {""};
    efsa.missing = Efsa::Missing::Cut;
  }
  // Every symbol is its own event, so that an automaton can be given as a table over symbols.
  void rule(const std::string& from, const std::vector<std::string>& to) {
    PdsRule rule;
    rule.symbol = symbol(from);
    rule.size = static_cast<std::uint32_t>(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) rule.push[i] = symbol(to[i]);
    rule.events = rule.symbol + 1;
    pds.rules.push_back(rule);
  }
  std::uint32_t symbol(const std::string& name) {
    const std::size_t before = pds.symbols.size();
    const std::uint32_t s = add_name(pds.symbols, name);
    if (pds.symbols.size() > before) {
      pds.events.push_back({"at_" + name, {}});
      pds.event_sets.push_back({s});
    }
    return s;
  }
  void init(const std::vector<std::string>& stack) {
    PdsConfiguration initial;
    for (const std::string& name : stack) initial.stack.push_back(symbol(name));
    pds.initial.push_back(initial);
  }
  void state(const std::string& name, bool initial, bool final) { efsa.states.push_back({name, initial, final, {}}); }
  // On leaving a symbol; "*" for any step.
  void move(const std::string& from, const std::string& to, const std::string& at) {
    const auto index = [&](const std::string& name) {
      return static_cast<std::uint32_t>(
          std::find_if(efsa.states.begin(), efsa.states.end(), [&](auto& s) { return s.name == name; }) -
          efsa.states.begin());
    };
    EfsaTransition t;
    t.from = index(from);
    t.to = index(to);
    t.trigger = at == "*" ? EfsaTransition::Trigger::Any : EfsaTransition::Trigger::Event;
    if (at != "*") t.event = "at_" + at;
    efsa.transitions.push_back(t);
  }
};

inline Problem random_problem(Random& random) {
  Problem p;
  const std::size_t symbols = 4 + random.below(5);
  const auto name = [&] { return fmt::format("s{}", random.below(symbols)); };
  for (std::size_t i = 0; i < symbols; ++i) p.symbol(fmt::format("s{}", i));
  std::set<std::pair<std::string, std::vector<std::string>>> rules;
  for (std::size_t i = symbols + random.below(symbols + 3); i-- > 0;) {
    const std::size_t kind = random.below(100);
    std::vector<std::string> to;
    if (kind < 78) to.push_back(name());
    if (kind >= 55 && kind < 78) to.push_back(name());
    rules.emplace(name(), to);
  }
  for (const auto& [from, to] : rules) p.rule(from, to);
  std::vector<std::string> start{"s0"};
  while (start.size() < 3 && random.chance(25)) start.push_back(name());
  p.init(start);
  p.state("a", true, false);
  p.state("b", random.chance(10), false);
  p.state("bad", false, true);
  for (std::size_t i = 0; i < symbols; ++i) {
    const std::string at = fmt::format("s{}", i);
    for (const std::string from : {"a", "b"}) {
      const std::size_t kind = random.below(100);
      if (kind < 7)
        p.move(from, "bad", at);
      else if (kind < 15)
        p.move(from, "a", at), p.move(from, "b", at);
      else
        p.move(from, kind < 30 ? (from == "a" ? "b" : "a") : from, at);
    }
  }
  p.move("bad", "bad", "*");
  if (random.chance(30)) p.move("bad", "a", "s1");
  return p;
}

enum class Mode { Paper, Distinct, Complete };

struct Configuration {
  std::uint32_t control;
  Word stack;  // top first
  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};
using Trace = std::vector<Configuration>;

inline bool shorter(const Trace& a, const Trace& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

class Oracle {
 public:
  static constexpr std::uint64_t infinite = ~std::uint64_t{0} / 4;

  Oracle(const Problem& problem, bool through_final) : pds(problem.pds), through(through_final) {
    const EfsaInterpreter interpreter(problem.efsa, pds);
    std::vector<EfsaLocation> open = interpreter.initial();
    for (const EfsaLocation& location : open) initial_controls.insert(control(location));
    for (std::size_t i = 0; i < locations.size(); ++i)
      for (const PdsRule& rule : pds.rules)
        for (const EfsaLocation& to : interpreter.successors(EfsaLocation(locations[i]), rule.events))
          rules.insert({static_cast<std::uint32_t>(i), rule.symbol, control(to),
                        Word(rule.push.begin(), rule.push.begin() + rule.size)});
    for (const EfsaLocation& location : locations) final.push_back(problem.efsa.states[location.state].final);
    find_erase();
    find_distances();
  }

  std::uint32_t control(const EfsaLocation& location) {
    const auto at = std::find(locations.begin(), locations.end(), location);
    if (at != locations.end()) return static_cast<std::uint32_t>(at - locations.begin());
    locations.push_back(location);
    return static_cast<std::uint32_t>(locations.size() - 1);
  }

  // All traces with stacks of at most `bound` symbols, sorted by length; nothing if they are too many.
  std::optional<std::vector<Trace>> traces(Mode mode_, std::size_t bound, std::size_t work) {
    mode = mode_;
    max_stack = bound;
    budget = work;
    found.clear();
    for (const PdsConfiguration& start : pds.initial)
      for (std::uint32_t c : initial_controls) {
        trace = {{c, start.stack}};
        active.assign(start.stack.size() - 1, none);
        extend();
      }
    if (budget == 0) return std::nullopt;
    std::sort(found.begin(), found.end(), shorter);
    return found;
  }

  struct Rule {
    std::uint32_t from, symbol, to;
    Word push;
    friend auto operator<=>(const Rule&, const Rule&) = default;
  };

  const Pds& pds;
  bool through;
  std::vector<EfsaLocation> locations;
  std::set<std::uint32_t> initial_controls;
  std::set<Rule> rules;
  std::vector<bool> final;
  std::set<std::array<std::uint32_t, 3>> erase;                          // Def. 1, on the full product
  std::map<std::array<std::uint32_t, 3>, std::uint64_t> erase_distance;  // on the frontier
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> final_distance;

 private:
  static constexpr std::pair<std::uint32_t, std::uint32_t> none{~0u, ~0u};

  void find_erase() {
    for (std::size_t before = ~std::size_t{0}; before != erase.size();) {
      before = erase.size();
      for (const Rule& r : rules)
        for (std::uint32_t to : effect(r.to, r.push)) erase.insert({r.from, r.symbol, to});
    }
  }
  std::set<std::uint32_t> effect(std::uint32_t control, const Word& word) const {
    std::set<std::uint32_t> at{control};
    for (std::uint32_t symbol : word) {
      std::set<std::uint32_t> next;
      for (const auto& [from, g, to] : erase)
        if (g == symbol && at.contains(from)) next.insert(to);
      at = std::move(next);
    }
    return at;
  }
  using Effects = std::vector<std::set<std::uint32_t>>;
  // REQUIRES that erase is found; the same stacks come again and again.
  const Effects& effects(const Word& word) const {
    const auto [at, fresh] = known_effects.try_emplace(word);
    if (fresh)
      for (std::uint32_t c = 0; c < locations.size(); ++c) at->second.push_back(effect(c, word));
    return at->second;
  }

  std::uint64_t erases(std::uint32_t from, std::uint32_t symbol, std::uint32_t to) const {
    const auto at = erase_distance.find({from, symbol, to});
    return at == erase_distance.end() ? infinite : at->second;
  }
  std::uint64_t finals(std::uint32_t from, std::uint32_t symbol) const {
    if (final[from]) return 0;
    const auto at = final_distance.find({from, symbol});
    return at == final_distance.end() ? infinite : at->second;
  }
  void find_distances() {
    for (bool changed = true; changed;) {
      changed = false;
      const auto lower = [&](auto& table, auto key, std::uint64_t value) {
        const auto at = table.find(key);
        if (value >= infinite || (at != table.end() && at->second <= value)) return;
        table[key] = value;
        changed = true;
      };
      for (const Rule& r : rules) {
        if (final[r.from] && !through) continue;
        const std::pair head(r.from, r.symbol);
        if (r.push.empty()) {
          lower(erase_distance, std::array{r.from, r.symbol, r.to}, 1);
          continue;
        }
        lower(final_distance, head, 1 + finals(r.to, r.push[0]));
        for (std::uint32_t c = 0; c < locations.size(); ++c) {
          const std::uint64_t first = erases(r.to, r.push[0], c);
          if (r.push.size() == 1) lower(erase_distance, std::array{r.from, r.symbol, c}, 1 + first);
          if (r.push.size() == 1 || first >= infinite) continue;
          lower(final_distance, head, 1 + first + finals(c, r.push[1]));
          for (std::uint32_t d = 0; d < locations.size(); ++d)
            lower(erase_distance, std::array{r.from, r.symbol, d}, 1 + first + erases(c, r.push[1], d));
        }
      }
    }
  }
  // From <control, word>, the bottom below it.
  std::uint64_t distance(std::uint32_t control, const Word& word, std::size_t from) const {
    if (final[control]) return 0;
    if (from == word.size()) return infinite;
    std::uint64_t best = finals(control, word[from]);
    for (std::uint32_t c = 0; c < locations.size(); ++c)
      if (const std::uint64_t steps = erases(control, word[from], c); steps < infinite)
        best = std::min(best, steps + distance(c, word, from + 1));
    return best;
  }

  // The topmost frame is word[1]; active[k] is the head entered by the call that pushed the frame with k
  // symbols below it.
  bool necessary(const Word& word) const {
    const std::uint32_t symbol = word[1];
    std::vector<std::size_t> same;
    for (std::size_t i = 1; i < word.size(); ++i)
      if (word[i] == symbol) same.push_back(i);
    const auto increase = [&](std::size_t i) {
      return Word(word.begin() + static_cast<long>(i), word.begin() + static_cast<long>(same.back()) + 1);
    };
    bool by_effect = true;
    for (std::size_t k = 1; k < same.size(); ++k) {
      by_effect = by_effect && effects(increase(1)) != effects(increase(same[k]));
      if (mode == Mode::Paper) break;
    }
    if (by_effect || mode != Mode::Complete) return by_effect;
    const auto entered = active.back();
    for (std::size_t k = 0; k + 1 < active.size(); ++k) {
      if (active[k] != entered) continue;
      const Word lower(word.end() - static_cast<long>(k) - 1, word.end()), upper(word.begin() + 1, word.end());
      bool nearer = false;
      for (std::uint32_t c = 0; c < locations.size(); ++c)
        nearer = nearer ||
                 (erases(entered.first, entered.second, c) < infinite && distance(c, upper, 0) < distance(c, lower, 0));
      if (!nearer) return false;
    }
    return true;
  }

  void extend() {
    if (budget == 0 || --budget == 0) return;
    const Configuration at = trace.back();
    if (final[at.control]) {
      found.push_back(trace);
      if (!through) return;
    }
    if (at.stack.empty()) return;
    for (const Rule& r : rules) {
      if (r.from != at.control || r.symbol != at.stack[0]) continue;
      Configuration to{r.to, r.push};
      to.stack.insert(to.stack.end(), at.stack.begin() + 1, at.stack.end());
      if (to.stack.size() > max_stack || std::find(trace.begin(), trace.end(), to) != trace.end()) continue;
      const auto saved = active;
      if (r.push.size() == 2) active.emplace_back(r.to, r.push[0]);
      if (r.push.empty() && !active.empty()) active.pop_back();
      if (r.push.size() != 2 || necessary(to.stack)) {
        trace.push_back(std::move(to));
        extend();
        trace.pop_back();
      }
      active = saved;
    }
  }

  mutable std::map<Word, Effects> known_effects;
  Mode mode = Mode::Paper;
  std::size_t max_stack = 0, budget = 0;
  Trace trace;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> active;
  std::vector<Trace> found;
};

}  // namespace whynot::oracle
