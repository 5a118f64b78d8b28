// The strategies that can be used by name, and how their names are read: `avoid(floor = 1), nearest(idle)`.
//
//   smallest            fewest temporal operators, then the smallest rank; of a set few successors
//   stay                the current state (or states of the set) again, where it may come next
//   within(n)           expand what settles within n steps, leave the rest open
//   largest             all states that may come next, as one set; both sides of a disjunction over a set
//   shortest            the smallest proof found, looking ahead within a limit
//   prefer(E) avoid(E)  states where E is true, or false; steps, where E speaks of next values
//   explored unexplored what the proof has already, or has not
//   nearest(E; x, y)    few of the variables x, y (default: those of E) differ from a state where E is true
//   farthest(E; x, y)   many
//   alternate(E, E)     the two in turn
//   sequence(a: E -> b; b: E -> a)
//   shortest_loop       for EG, a shorter loop than the first one, if it is near
//   familiar_loop       for EG, a loop of states that the proof has already
//   random, random(seed)
//   ask                 leave goals with a choice open
//
// `hard` before a name leaves a goal open where the wish cannot be met.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {

struct StrategyError {
  std::string message, help;  // empty message: the predicate's own diagnostics tell
};

struct StrategyReader {
  const TransitionSystem& system;
  std::function<Expr(const std::string&)> predicate;  // null after a diagnostic
  std::vector<Expr>* spoken_of = nullptr;             // what strategies speak of is added, if anybody wants to know
  std::function<Expr(const std::string&)> step = {};  // a condition that speaks of next values too; null as above
};

// Nothing with an error.
std::optional<Strategies> read_strategies(const std::string& text, const StrategyReader&, StrategyError&);

std::vector<std::string_view> strategy_names();

// At a comma or another separator outside brackets.
std::vector<std::string> split_outside(const std::string& text, char separator);

}  // namespace whynot::analyse::explain
