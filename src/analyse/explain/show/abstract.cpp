// Walks the sets of states at each distance and keeps the values that all states of a set share.
#include "analyse/explain/show/abstract.h"

#include <map>

#include "analyse/explain/show/lassos.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_counted = 20000;  // states, for the number of witnesses

Expr value_condition(ExprPool& pool, Expr variable, const Value& value) {
  if (!value.is_boolean()) return pool.eq(variable, pool.constant(value, variable.type()));
  return value.is_true() ? variable : pool.not_(variable);
}

Expr common_to(Builder& builder, const StateSet& place) {
  engine::Oracle& oracle = builder.oracle();
  ExprPool& pool = builder.proof().pool();
  const auto some = oracle.pick(place);
  if (!some) return pool.boolean(false);
  std::vector<Expr> parts;
  std::size_t column = 0;
  for (const VariableDecl& v : builder.proof().system->variables) {
    if (v.kind == VariableKind::Input) continue;
    const Value& value = (*some)[column++];
    if (!oracle.knows(v.variable)) continue;
    const Expr condition = value_condition(pool, v.variable, value);
    if (oracle.is_subset(place, oracle.states_of(condition))) parts.push_back(condition);
  }
  const Expr cube = pool.all(parts);
  return oracle.is_subset(oracle.states_of(cube), place) ? cube : oracle.describe(place);
}

// How many ways lead from the first step to each state of the last.
std::optional<std::map<State, Integer>> count_ways(engine::Oracle& oracle, const std::vector<StateSet>& steps) {
  Integer total = 0;
  for (const StateSet& s : steps) total += oracle.count(s);
  if (total > most_counted || steps.empty()) return std::nullopt;
  std::map<State, Integer> ways;  // to each state of the step
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::map<State, Integer> next;
    if (i == 0) {
      StateSet left = steps[0];
      while (const auto s = oracle.pick(left)) {
        next[*s] = 1;
        left = oracle.subtract(left, oracle.only(*s));
      }
    }
    for (const auto& [state, count] : ways) {
      StateSet left = oracle.intersect(oracle.successors(oracle.only(state)), steps[i]);
      while (const auto t = oracle.pick(left)) {
        next[*t] += count;
        left = oracle.subtract(left, oracle.only(*t));
      }
    }
    ways = std::move(next);
  }
  return ways;
}

// What a goal says of staying somewhere forever; null: nothing.
Expr staying_part(const ExprPool& pool, Expr goal) {
  if (goal.is(Op::EG) && bounds_of(goal).unbounded()) return is_true(pool, goal.arg(0)) ? Expr() : goal;
  if (!goal.is(Op::And)) return {};
  const Expr left = staying_part(pool, goal.arg(0));
  return left ? left : staying_part(pool, goal.arg(1));
}

// On from the last place: lassos take the place of it.
void add_lassos(Builder& builder, Expr eg, std::vector<StateSet>& places, AbstractWitness& witness) {
  engine::Oracle& oracle = builder.oracle();
  const TransitionSystem& system = *builder.proof().system;
  const auto ways = count_ways(oracle, places);
  if (!ways || !system.justice.empty() || !system.compassion.empty()) return;
  const Starts starts(ways->begin(), ways->end());
  auto lassos = shortest_lassos(oracle, starts, oracle.states_of(eg));
  if (!lassos) return;
  const std::size_t before = places.size() - 1;
  places.pop_back();
  places.insert(places.end(), lassos->positions.begin(), lassos->positions.end());
  for (std::size_t i = before; i-- > 0;) places[i] = oracle.intersect(places[i], oracle.predecessors(places[i + 1]));
  witness.loop = before + lassos->loop;
  witness.witnesses = lassos->count;
}

}  // namespace

AbstractWitness abstract_witness(Builder& builder) {
  const Proof& proof = builder.proof();
  std::vector<StateSet> places;
  NodeId id = proof.root;
  Expr stays;
  while (true) {
    const Node& n = proof.at(id);
    const bool step = n.rule == Rule::EX || n.rule == Rule::EUStep || n.rule == Rule::EGStep;
    if (places.empty() ||
        (n.parent != no_node && (proof.at(n.parent).rule == Rule::EX || proof.at(n.parent).rule == Rule::EUStep ||
                                 proof.at(n.parent).rule == Rule::EGStep)))
      places.push_back(builder.place(id));
    stays = staying_part(proof.pool(), n.goal.formula);
    if (stays) break;
    if (n.premises.empty() || (!step && n.rule != Rule::EU && n.rule != Rule::Initial && n.premises.size() > 1)) break;
    id = n.rule == Rule::Initial ? n.premises.front() : n.premises.back();
  }
  AbstractWitness witness;
  if (stays && proof.runs == Runs::Fair) add_lassos(builder, stays, places, witness);
  for (const StateSet& place : places)
    witness.steps.push_back({common_to(builder, place), builder.oracle().count(place)});
  if (witness.loop) return witness;
  const auto ways = count_ways(builder.oracle(), places);
  if (!ways) return witness;
  witness.witnesses = 0;
  for (const auto& [state, count] : *ways) *witness.witnesses += count;
  return witness;
}

}  // namespace whynot::analyse::explain
