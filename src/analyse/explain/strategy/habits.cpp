// Compares what was chosen with what was offered, and names the strategy that explains most of the latest choices.
#include "analyse/explain/strategy/habits.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t enough = 3;

// A strategy as the cost that it would keep low.
struct Guess {
  std::string strategy;
  std::function<std::size_t(const Decision&, const Candidate&)> cost;
};

bool takes_one_step(const Candidate& c) { return c.states.size() == 1 && c.rule != Rule::EGLoop; }

// Over sets the one choice that a strategy would make is marked.
bool is_marked(const Decision& d, std::string_view strategy) {
  return std::any_of(d.offered.begin(), d.offered.end(), [&](const Candidate& c) { return c.like == strategy; });
}

std::vector<Guess> plain_guesses() {
  return {
      {"shortest_loop", [](const Decision&, const Candidate& c) { return std::size_t(c.rule == Rule::EGLoop); }},
      {"stay", [](const Decision& d,
                  const Candidate& c) { return std::size_t(takes_one_step(c) && d.from && c.states[0] != *d.from); }},
      {"smallest",
       [](const Decision& d, const Candidate& c) {
         if (is_marked(d, "smallest")) return std::size_t(c.like != "smallest");
         return (c.temporal << 32) + std::min<std::size_t>(c.rank.value_or(0), ~0U);
       }},
      {"largest", [](const Decision& d,
                     const Candidate& c) { return std::size_t(is_marked(d, "largest") && c.like != "largest"); }},
  };
}

Guess equation(std::string_view word, const std::string& column, std::size_t c, const Value& value, bool wanted) {
  return {fmt::format("{}({} = {})", word, column, value.to_string()),
          [c, value, wanted](const Decision&, const Candidate& candidate) {
            return std::size_t(takes_one_step(candidate) && (candidate.states[0][c] == value) != wanted);
          }};
}

// Equations that tell the step taken last from another one.
void add_equations(const Decision& last, const Signature& signature, std::vector<Guess>& guesses) {
  const Candidate& taken = last.offered[last.taken];
  if (!takes_one_step(taken)) return;
  for (const bool wanted : {true, false})
    for (std::size_t c = 0; c < signature.columns.size(); ++c)
      for (const Candidate& other : last.offered) {
        if (!takes_one_step(other) || other.states[0][c] == taken.states[0][c]) continue;
        const Value& value = (wanted ? taken : other).states[0][c];
        guesses.push_back(equation(wanted ? "prefer" : "avoid", signature.columns[c].name, c, value, wanted));
        if (wanted) break;
      }
}

// How many of the latest choices it explains, back to the first that goes against it.
std::size_t explained(const Guess& guess, const std::vector<Decision>& decisions) {
  std::size_t times = 0;
  bool turned = false;
  for (auto d = decisions.rbegin(); d != decisions.rend(); ++d) {
    const std::size_t taken = guess.cost(*d, d->offered[d->taken]);
    const auto costs_more = [&](const Candidate& c) { return guess.cost(*d, c) > taken; };
    const auto costs_less = [&](const Candidate& c) { return guess.cost(*d, c) < taken; };
    if (std::any_of(d->offered.begin(), d->offered.end(), costs_less)) break;
    if (std::none_of(d->offered.begin(), d->offered.end(), costs_more)) continue;
    ++times;
    turned = turned || costs_more(d->offered.front());
  }
  return turned ? times : 0;
}

}  // namespace

std::optional<Habit> habit_of(const std::vector<Decision>& decisions, const Signature& signature) {
  if (decisions.size() < enough) return std::nullopt;
  std::vector<Guess> guesses = plain_guesses();
  add_equations(decisions.back(), signature, guesses);
  Habit best;
  for (const Guess& guess : guesses)
    if (const std::size_t times = explained(guess, decisions); times > best.times) best = {guess.strategy, times};
  if (best.times < enough) return std::nullopt;
  return best;
}

}  // namespace whynot::analyse::explain
