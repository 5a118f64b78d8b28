// Model, lifted cube, blocking clause; again until there is no model.
#include "analyse/intervals/allsat.h"

#include "solve/cnf.h"
#include "solve/sat.h"

namespace whynot::analyse::intervals {

using solve::Answer;
using solve::Lit;

namespace {

// Whether a cube of shown literals, together with values of the other inputs, forces the conditions: asked
// as "can one of them fail?", the literals that the answer no rests on are the lifted cube.
class Lifter {
 public:
  Lifter(const solve::Aig& graph, std::span<const Lit> conditions, std::span<const Lit> shown, Context& context)
      : sat_(context), cnf_(graph, sat_) {
    std::vector<Lit> failing;
    for (Lit l : conditions) failing.push_back(!l);
    cnf_.require_any(failing);
    std::vector<bool> is_shown(graph.size(), false);
    for (Lit l : shown) {
      shown_.push_back(cnf_.literal(l));
      is_free_.push_back(graph.is_input(l.node()));
      is_shown[l.node()] = true;
    }
    for (std::uint32_t n = 1; n < graph.size(); ++n)
      if (graph.is_input(n) && !is_shown[n]) others_.emplace_back(n, cnf_.literal(Lit::of(n, false)));
  }

  // Which of the shown literals are needed; all of them when in doubt.
  std::vector<bool> needed(const std::vector<bool>& nodes, const std::vector<bool>& values) {
    std::vector<int> assumed;
    for (const auto& [node, literal] : others_) assumed.push_back(nodes[node] ? literal : -literal);
    for (std::size_t i = 0; i < shown_.size(); ++i) assumed.push_back(values[i] ? shown_[i] : -shown_[i]);
    std::vector<bool> result(shown_.size(), true);
    if (sat_.solve(assumed) != Answer::Unsat) return result;
    // A literal that is computed from others has one value for the values of those.
    for (std::size_t i = 0; i < shown_.size(); ++i)
      result[i] = !is_free_[i] || sat_.failed(values[i] ? shown_[i] : -shown_[i]);
    return result;
  }

 private:
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::vector<int> shown_;
  std::vector<bool> is_free_;
  std::vector<std::pair<std::uint32_t, int>> others_;
};

}  // namespace

std::optional<solve::Bdd> all_solutions(const solve::Aig& graph, std::span<const Lit> conditions,
                                        std::span<const Lit> shown, std::span<const solve::BddVariable> variables,
                                        solve::BddManager& manager, std::uint64_t limit, Context& context) {
  solve::Sat sat(context);
  solve::Cnf cnf(graph, sat);
  std::vector<int> literals;
  for (Lit l : shown) literals.push_back(cnf.literal(l));
  for (Lit l : conditions) cnf.require(l);
  Lifter lifter(graph, conditions, shown, context);
  solve::Bdd found = manager.constant(false);
  for (std::uint64_t cubes = 0; cubes < limit; ++cubes) {
    const Answer answer = sat.solve();
    if (answer == Answer::Unsat) return found;
    if (answer == Answer::Stopped) return std::nullopt;
    std::vector<bool> values;
    values.reserve(literals.size());
    for (int l : literals) values.push_back(sat.value(l));
    const std::vector<bool> needed = lifter.needed(cnf.model(), values);
    std::vector<int> clause;
    std::vector<solve::BddLiteral> cube;
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (!needed[i]) continue;
      clause.push_back(values[i] ? -literals[i] : literals[i]);
      cube.push_back({variables[i], values[i]});
    }
    found |= manager.cube(cube);
    if (clause.empty()) return found;
    sat.add(clause);
  }
  return std::nullopt;
}

}  // namespace whynot::analyse::intervals
