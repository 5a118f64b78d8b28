// Rules over sets leave more to choose than those over states (the paper's Figure 8): a disjunction, which side
// settles which of the states; a step, into which set.  Any cover does for the one, and for the other any set in which
// each state has a successor; strategies say which.  What they leave open goes to the left side, and on to all that may
// come next; where they say nothing at all one side settles everything, if it can.
#include "analyse/explain/build/sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_groups = 64;       // of states that go on to sets of their own
constexpr std::size_t most_singles = 16;      // states that are tried one by one
constexpr std::size_t most_values_tried = 4;  // of a variable that are tried
constexpr std::size_t most_nested = 30;       // connectives below which a wish is not carried

StateSet nothing_of(engine::Oracle& oracle, const StateSet& s) { return oracle.subtract(s, s); }

using Made = std::unordered_map<Expr, Expr, ExprHash>;  // formulas share their parts

Expr throughout_at(ExprPool& pool, Expr f, Expr wish, std::size_t depth, Made& made) {
  if (const auto known = made.find(f); known != made.end()) return known->second;
  const View v = view_of(pool, f);
  const auto wished = [&](Expr e) { return pool.and_(e, wish); };
  const auto later = [&](Expr e) { return pool.temporal(Op::EX, {wished(e)}); };
  if (is_plain(f) || depth == 0 || (v.is_bounded() && v.shape != Shape::EU)) return f;
  const auto part = [&](Expr e) {
    const Expr wished_part = throughout_at(pool, e, wish, depth - 1, made);
    made.emplace(e, wished_part);
    return wished_part;
  };
  switch (v.shape) {
    case Shape::And: return pool.and_(part(v.a), part(v.b));
    case Shape::Or: return pool.or_(part(v.a), part(v.b));
    case Shape::EX: return later(v.a);
    case Shape::AX: return pool.temporal(Op::AX, {wished(v.a)});
    case Shape::EU:
      if (v.is_bounded()) return pool.temporal(Op::EU, {wished(v.a), wished(v.b)}, v.bounds);
      return pool.or_(v.b, pool.and_(v.a, later(pool.temporal(Op::EU, {wished(v.a), wished(v.b)}))));
    case Shape::AU: {
      const Expr on = pool.temporal(Op::AX, {pool.temporal(Op::AU, {wished(v.a), wished(v.b)})});
      return pool.or_(v.b, pool.and_(v.a, on));
    }
    case Shape::EG: return pool.and_(v.a, later(pool.temporal(Op::EG, {wished(v.a)})));
    case Shape::AG: return pool.and_(v.a, pool.temporal(Op::AX, {pool.temporal(Op::AG, {wished(v.a)})}));
    default: return f;
  }
}

// The states where a formula is settled in so many steps; nothing for formulas without ranks.
std::optional<StateSet> ring_of(const ProofView& view, Expr formula, std::size_t steps) {
  engine::Oracle& oracle = view.oracle;
  if (is_plain(formula)) {
    const StateSet all = oracle.states_of(formula);
    return steps == 0 ? all : nothing_of(oracle, all);
  }
  const View v = view_of(view.proof.pool(), formula);
  const bool ranked = v.shape == Shape::EU || (v.shape == Shape::AU && view.proof.system->justice.empty());
  return ranked && !v.is_bounded() ? std::optional(oracle.ring(formula, steps)) : std::nullopt;
}

bool covers(engine::Oracle& oracle, const StateSet& from, const StateSet& next) {
  return oracle.is_subset(from, oracle.predecessors(next));
}

// The states where the variable has one of its values, if they will do; else without those values that are not needed.
StateSet with_few_values(const ProofView& view, Expr variable, std::size_t column, const StateSet& from,
                         StateSet next) {
  engine::Oracle& oracle = view.oracle;
  ExprPool& pool = view.proof.pool();
  StateSet untried = next;
  for (std::size_t i = 0; i < most_values_tried; ++i) {
    const auto some = oracle.pick(untried);
    if (!some) break;
    const StateSet same = oracle.states_of(pool.eq(variable, pool.constant((*some)[column], variable.type())));
    if (StateSet one = oracle.intersect(next, same); covers(oracle, from, one)) return one;
    if (const StateSet others = oracle.subtract(next, same); covers(oracle, from, others)) next = others;
    untried = oracle.subtract(untried, same);
  }
  return next;
}

StateSet without_needless(engine::Oracle& oracle, const StateSet& from, StateSet next) {
  for (const State& state : listed(oracle, next, most_singles))
    if (const StateSet rest = oracle.subtract(next, oracle.only(state)); covers(oracle, from, rest)) next = rest;
  return next;
}

}  // namespace

bool is_same(engine::Oracle& oracle, const StateSet& a, const StateSet& b) {
  return oracle.is_subset(a, b) && oracle.is_subset(b, a);
}

std::vector<State> listed(engine::Oracle& oracle, StateSet set, std::size_t most) {
  std::vector<State> found;
  while (found.size() < most) {
    const auto state = oracle.pick(set);
    if (!state) break;
    found.push_back(*state);
    set = oracle.subtract(set, oracle.only(*state));
  }
  return found;
}

// ---- ranks and wishes

std::optional<StateSet> settled_within(const ProofView& view, Expr formula, std::size_t steps) {
  auto all = ring_of(view, formula, 0);
  for (std::size_t n = 1; all && n <= steps && !view.oracle.stopped(); ++n) {
    const StateSet ring = *ring_of(view, formula, n);
    if (view.oracle.is_empty(ring)) break;
    all = view.oracle.unite(*all, ring);
  }
  return all;
}

std::optional<Division> by_rank(const ProofView& view, const Sides& sides) {
  engine::Oracle& oracle = view.oracle;
  StateSet open = sides.either;
  Division found{nothing_of(oracle, open), nothing_of(oracle, open)};
  for (std::size_t n = 0; !oracle.is_empty(open) && !oracle.stopped(); ++n) {
    const auto left = ring_of(view, sides.left, n), right = ring_of(view, sides.right, n);
    if (!left || !right) return std::nullopt;
    if (oracle.is_empty(*left) && oracle.is_empty(*right)) break;
    found.left = oracle.unite(found.left, oracle.intersect(open, *left));
    found.right = oracle.unite(found.right, oracle.subtract(oracle.intersect(open, *right), *left));
    open = oracle.subtract(open, oracle.unite(*left, *right));
  }
  return found;
}

std::optional<Division> by_size(const ProofView& view, const Sides& sides) {
  const std::size_t left = temporal_size(sides.left), right = temporal_size(sides.right);
  const StateSet none = nothing_of(view.oracle, sides.either);
  if (left < right) return Division{sides.either, none};
  if (right < left) return Division{none, sides.either};
  return by_rank(view, sides);
}

Expr throughout(ExprPool& pool, Expr formula, Expr wish) {
  Made made;
  return throughout_at(pool, formula, wish, most_nested, made);
}

// ---- successors

StateSet few(const ProofView& view, const StateSet& from, const StateSet& next) {
  StateSet found = next;
  std::size_t column = 0;
  for (const VariableDecl& v : view.proof.system->variables)
    if (v.kind != VariableKind::Input) {
      if (view.oracle.knows(v.variable)) found = with_few_values(view, v.variable, column, from, found);
      ++column;
    }
  return view.oracle.count(found) <= most_singles ? without_needless(view.oracle, from, found) : found;
}

// What a strategy says of each group of states and what they may go to.  Those without a successor in it are asked
// about again; where it has no answer for them they keep what they had.  False where that is one too many.
bool Builder::refine(NodeId id, Rule rule, Strategy& strategy, std::vector<Group>& groups) {
  std::vector<Group> refined;
  bool used = false, unmet = false;
  for (Group& group : groups) {
    StateSet rest = group.from;
    while (!group.settled && refined.size() < most_groups && !oracle_.is_empty(rest)) {
      auto found = opinion(strategy, id, rule, rest, oracle_.intersect(group.next, oracle_.successors(rest)));
      if (!found) break;
      StateSet can = oracle_.intersect(rest, oracle_.predecessors(found->best));
      if (oracle_.is_empty(can)) {
        unmet = true;
        break;
      }
      used = true;
      rest = oracle_.subtract(rest, can);
      refined.push_back({std::move(can), std::move(found->best), found->follows});
    }
    if (!oracle_.is_empty(rest)) refined.push_back({std::move(rest), std::move(group.next), group.settled});
  }
  groups = std::move(refined);
  strategy.used += used;
  strategy.could_not += unmet;
  return !(unmet && strategy.hard);
}

std::optional<StateSet> Builder::pick_successors(NodeId id, Rule rule, std::string& by) {
  std::vector<Group> groups{{places_[id], successors(id, rule)}};
  std::vector<std::string> names;
  for (const auto& s : strategies_) {
    const std::size_t before = s->used;
    if (!refine(id, rule, *s, groups)) {
      leave_open(id, *s, "some of the states have no next one that is as it wants");
      return std::nullopt;
    }
    if (s->used > before) names.push_back(s->name());
  }
  if (!names.empty()) by = fmt::format("{}", fmt::join(names, ", "));
  StateSet all;
  for (const Group& g : groups) {
    StateSet some = oracle_.intersect(g.next, oracle_.successors(g.from));
    if (!g.settled) some = sooner(id, rule, g.from, some);
    all = all.inside() ? oracle_.unite(all, some) : some;
  }
  return all.inside() ? std::optional(all) : std::nullopt;
}

// All of them, few of them, and single states that follow each of the set.
std::vector<Candidate> Builder::successor_sets(NodeId id, const Candidate& step, std::size_t most) {
  const StateSet next = successors(id, step.rule);
  std::vector<Candidate> found;
  const auto offer = [&](const StateSet& set, std::string like) {
    Candidate c = step;
    c.sets = {set};
    c.like = std::move(like);
    const auto same = [&](const Candidate& other) { return is_same(other, c); };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(c));
  };
  offer(next, "largest");
  offer(few(view(), places_[id], next), "smallest");
  for (const State& state : listed(oracle_, next, most_singles)) {
    if (found.size() >= most) break;
    const StateSet one = oracle_.only(state);
    if (oracle_.is_subset(places_[id], oracle_.predecessors(one))) offer(one, "");
  }
  return found;
}

// ---- disjunctions

bool Builder::divides(NodeId id, const std::vector<Candidate>& all) const {
  const Rule rule = all.front().rule;
  return !is_state(id) && (rule == Rule::OrLeft || rule == Rule::OrRight || rule == Rule::Or);
}

Sides Builder::sides_of(NodeId id) {
  const View v = seen(id);
  return {v.a, v.b, oracle_.intersect(places_[id], oracle_.intersect(states_of(v.a), states_of(v.b)))};
}

// Of what either side settles these go to the left, those to the right; the rest goes where it must.
Candidate Builder::divided(NodeId id, const StateSet& either_left, const StateSet& either_right) {
  const View v = seen(id);
  const StateSet& all = places_[id];
  const StateSet left = oracle_.unite(oracle_.subtract(all, states_of(v.b)), either_left),
                 right = oracle_.unite(oracle_.subtract(all, states_of(v.a)), either_right);
  const bool only_left = oracle_.is_empty(right), only_right = !only_left && oracle_.is_empty(left);
  if (!only_left && !only_right) {
    Candidate c = candidate(Rule::Or, {v.a, v.b});
    c.sets = {left, right};
    return c;
  }
  Candidate c = candidate(only_left ? Rule::OrLeft : Rule::OrRight, {only_left ? v.a : v.b});
  const View side = view_of(pool(), c.goals[0]);
  if (side.shape == Shape::EU && !side.is_bounded()) c.rank = distance(side.a, side.b, all);
  return c;
}

// A strategy that says nothing of single states may still have a rule for all of them.
std::optional<Candidate> Builder::pick_division(NodeId id, const std::vector<Candidate>& whole, std::string& by) {
  Sides sides = sides_of(id);
  const StateSet none = nothing_of(oracle_, sides.either);
  StateSet left = none, right = none;
  std::vector<std::string> names;
  for (const auto& s : strategies_) {
    if (oracle_.is_empty(sides.either)) break;
    auto said = s->divide(view(), id, sides);
    if (!said && whole.size() == 2)
      if (const auto rule = s->pick_rule(view(), id, whole); rule && *rule < whole.size())
        said = *rule == 0 ? Division{sides.either, none} : Division{none, sides.either};
    if (!said) continue;
    s->could_not += !said->met;
    if (!said->met && s->hard) {
      leave_open(id, *s, "some of the states have no side that is as it wants");
      return std::nullopt;
    }
    const StateSet more_left = oracle_.intersect(sides.either, said->left),
                   more_right = oracle_.intersect(sides.either, said->right);
    const StateSet decided = oracle_.unite(more_left, more_right);
    if (oracle_.is_empty(decided)) continue;
    ++s->used;
    names.push_back(s->name());
    left = oracle_.unite(left, more_left);
    right = oracle_.unite(right, more_right);
    sides.either = oracle_.subtract(sides.either, decided);
  }
  if (names.empty() && whole.front().rule != Rule::Or) return whole.front();
  if (!names.empty()) by = fmt::format("{}", fmt::join(names, ", "));
  return divided(id, oracle_.unite(left, sides.either), right);
}

// All that can to the left, all that can to the right, by rank, and both sides for what either settles; first what is
// taken without a strategy.
std::vector<Candidate> Builder::divisions(NodeId id) {
  const Sides sides = sides_of(id);
  const StateSet none = nothing_of(oracle_, sides.either);
  std::vector<Candidate> found;
  const auto offer = [&](const StateSet& left, const StateSet& right, const std::string& like) {
    Candidate c = divided(id, left, right);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Candidate& o) { return is_same(o, c); });
    Candidate& listed = same == found.end() ? found.emplace_back(std::move(c)) : *same;
    if (listed.like.empty()) listed.like = like;
  };
  offer(sides.either, none, "");
  if (oracle_.is_empty(sides.either)) return found;
  offer(none, sides.either, "");
  if (found[0].rule == Rule::Or && found[1].rule == Rule::OrRight) std::swap(found[0], found[1]);
  if (const auto small = by_size(view(), sides))
    offer(oracle_.unite(small->left, oracle_.subtract(sides.either, small->right)), small->right, "smallest");
  if (const auto ranked = by_rank(view(), sides))
    offer(oracle_.unite(ranked->left, oracle_.subtract(sides.either, ranked->right)), ranked->right, "");
  offer(sides.either, sides.either, "largest");
  return found;
}

// ---- what was chosen

bool Builder::is_same(const Candidate& a, const Candidate& b) const {
  return a.rule == b.rule && a.states == b.states &&
         std::equal(a.sets.begin(), a.sets.end(), b.sets.begin(), b.sets.end(),
                    [&](const StateSet& x, const StateSet& y) { return explain::is_same(oracle_, x, y); });
}

Candidate Builder::chosen_at(NodeId id) const {
  const Node& n = proof_.at(id);
  Candidate c;
  c.rule = n.rule == Rule::AUFair ? Rule::AU : n.rule;  // which of the two it takes is not chosen
  if (n.rule == Rule::EGLoop)
    for (const NodeId p : n.premises) c.states.push_back(*proof_.at(p).goal.state);
  if (later_.count(id)) {
    const auto& steps = proof_.at(n.premises.back()).premises;
    if (!steps.empty() && is_state(steps.back())) c.states = {*proof_.at(steps.back()).goal.state};
  }
  if (n.rule == Rule::Or)
    for (const NodeId p : n.premises) c.sets.push_back(places_[p]);
  if (!takes_step(n.rule)) return c;
  const NodeId next = n.premises.back();
  if (is_state(id) && is_state(next))
    c.states = {*proof_.at(next).goal.state};
  else
    c.sets = {places_[next]};
  return c;
}

void Builder::list_chosen(NodeId id, std::vector<Candidate>& all) {
  Candidate chosen = chosen_at(id);
  const auto same = [&](const Candidate& c) { return is_same(c, chosen); };
  if (chosen.sets.empty() || std::any_of(all.begin(), all.end(), same)) return;
  for (const NodeId p : proof_.at(id).premises) chosen.goals.push_back(proof_.at(p).goal.formula);
  all.push_back(std::move(chosen));
}

bool Builder::fits(NodeId id, const Candidate& c) {
  const StateSet& all = places_[id];
  if (c.rule != Rule::Or) return c.sets.size() == 1 && oracle_.is_subset(all, oracle_.predecessors(c.sets[0]));
  const View v = seen(id);
  return c.sets.size() == 2 && !oracle_.is_empty(c.sets[0]) && !oracle_.is_empty(c.sets[1]) &&
         oracle_.is_subset(c.sets[0], states_of(v.a)) && oracle_.is_subset(c.sets[1], states_of(v.b)) &&
         oracle_.is_subset(all, oracle_.unite(c.sets[0], c.sets[1]));
}

std::optional<Candidate> Builder::by_sets(NodeId id, std::string_view rule, const std::vector<Expr>& sets) {
  const std::vector<Candidate> applicable = rules(id);
  const auto wanted = std::find_if(applicable.begin(), applicable.end(),
                                   [&](const Candidate& c) { return takes_step(c.rule) && rule_name(c.rule) == rule; });
  const bool by_division = rule == rule_name(Rule::Or) && divides(id, applicable);
  if (!by_division && wanted == applicable.end()) return std::nullopt;
  Candidate c = by_division ? candidate(Rule::Or, {seen(id).a, seen(id).b}) : *wanted;
  const StateSet region = by_division ? places_[id] : successors(id, c.rule);
  for (const Expr set : sets) c.sets.push_back(oracle_.intersect(region, oracle_.states_of(set)));
  return fits(id, c) ? std::optional(std::move(c)) : std::nullopt;
}

}  // namespace whynot::analyse::explain
