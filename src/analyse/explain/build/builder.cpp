// Expands one goal at a time: choose a rule, choose the states it goes on with, add its premises.
#include "analyse/explain/build/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t large_set = 500;        // nodes of its expression
constexpr std::size_t most_connectives = 64;  // of a fact that is taken apart
constexpr std::size_t most_ends = 100;        // of a bounded until that are tried

bool is_small(Expr e) {
  std::size_t count = 0;
  for_each_postorder(e, [&](Expr) { ++count; });
  return count <= most_connectives;
}

}  // namespace

std::string_view rule_name(Rule rule) {
  static constexpr std::string_view names[] = {
      "open",   "initial", "atom", "and",    "or-left", "or-right", "or",      "set-split", "unfair",
      "unfold", "valid",   "EX",   "EU",     "EU-now",  "EU-step",  "EG-loop", "EG-step",   "EG-now",
      "set-EG", "AX",      "AU",   "AU-now", "AU-step", "AU-fair",  "AG",      "AG-step",   "AG-now"};
  return names[static_cast<std::size_t>(rule)];
}

Builder::Builder(const TransitionSystem& system, engine::Oracle& oracle, Context& context)
    : system_(system), oracle_(oracle), context_(context), outside_(system, oracle), choices_(system, oracle) {
  proof_.system = &system;
}

// ---- the root

bool Builder::start(const Property& property) {
  proof_.runs = property.kind == PropertyKind::Invariant ? Runs::Finite : Runs::Fair;
  if (oracle_.stopped() || !prove_fairness()) return false;
  const Expr formula = property.formula;
  const auto rooted = [&](bool negated) {
    const Expr e = normal_form(pool(), formula, negated);
    const Op everywhere = negated ? Op::EF : Op::AG;
    return finite() ? pool().temporal(everywhere, {e}) : e;
  };
  const Expr opposite = rooted(true);
  const StateSet violating = oracle_.intersect(fair_ones(oracle_.initial()), states_of(opposite));
  if (oracle_.stopped()) return false;
  proof_.holds = oracle_.is_empty(violating);
  aim(proof_.holds ? oracle_.initial() : violating);
  make_root(proof_.holds ? rooted(false) : opposite, proof_.holds ? oracle_.initial() : violating);
  return !oracle_.stopped();
}

// An initial state from which the way is short; all of them where the property holds.
void Builder::make_root(Expr goal, const StateSet& initial) {
  const View v = view_of(pool(), goal);
  StateSet from = initial;
  if (!proof_.holds && v.shape == Shape::EU && !v.is_bounded())
    for (const StateSet& near : nearer(v.a, v.b))
      if (const StateSet both = oracle_.intersect(initial, near); !oracle_.is_empty(both)) {
        from = both;
        break;
      }
  if (proof_.holds) {
    proof_.root = add_at(no_node, goal, from);
    return;
  }
  const auto best = best_start(initial, goal);
  if (best) from = oracle_.only(*best);
  for (const auto& s : strategies_) {
    const Expr wanted = best ? Expr() : s->stronger(view(), no_node, goal);
    if (!wanted) continue;
    const StateSet better = oracle_.intersect(initial, states_of(wanted));
    if (!oracle_.is_empty(better))
      from = oracle_.is_empty(oracle_.intersect(from, better)) ? better : oracle_.intersect(from, better);
  }
  if (const auto state = pick_initial(from)) proof_.root = add_state(no_node, goal, *state);
}

std::optional<State> Builder::pick_initial(const StateSet& from) {
  auto state = oracle_.pick(from);
  if (state) outside_.complete(*state);
  return state;
}

std::optional<engine::Oracle::Step> Builder::step_into(const State& from, const StateSet& into, Expr condition) {
  auto step = oracle_.step(from, into, condition);
  if (step) outside_.complete(from, *step);
  return step;
}

// Where every reachable state starts a fair run nobody needs to say so again and again.  The proof of it speaks
// of all reachable states; where that would be a large thing to check, the goals say it of single states.
bool Builder::prove_fairness() {
  if (finite() || !oracle_.is_subset(oracle_.reachable(), oracle_.fair())) return !oracle_.stopped();
  const auto step = system_.justice.empty() ? choices_.by_default() : std::nullopt;
  if (step) {
    proof_.step = *step;
  } else if (oracle_.is_partial() || oracle_.is_loose()) {
    return true;
  } else {
    std::size_t size = 0;
    const Expr reachable = oracle_.expression(oracle_.reachable());
    if (!reachable) return false;
    for_each_postorder(reachable, [&](Expr) { ++size; });
    if (size > large_set) return !oracle_.stopped();
    const NodeId id = add_set(no_node, some_fair_run(pool()), oracle_.reachable());
    if (!apply_staying_set(id, seen(id))) return !oracle_.stopped();
    proof_.fairness = id;
  }
  proof_.always_fair = true;
  return !oracle_.stopped();
}

// ---- nodes

void Builder::need_reachable() {
  if (!proof_.reachable) proof_.reachable = oracle_.expression(oracle_.reachable());
}

NodeId Builder::add(NodeId parent, Expr formula, std::optional<State> state, StateSet set) {
  Node n;
  n.parent = parent;
  n.goal.formula = formula;
  if (!state) {
    need_reachable();
    n.goal.set = oracle_.describe(set);
  }
  n.goal.state = std::move(state);
  const auto id = static_cast<NodeId>(proof_.nodes.size());
  proof_.nodes.push_back(std::move(n));
  places_.push_back(std::move(set));
  if (parent != no_node) node(parent).premises.push_back(id);
  return id;
}

NodeId Builder::add_at(NodeId parent, Expr formula, const StateSet& set) {
  if (is_single(set)) return add_state(parent, formula, *oracle_.pick(set));
  return add_set(parent, formula, set);
}

NodeId Builder::add_part(NodeId parent, Expr formula, const StateSet& set) {
  if (is_state(parent) && !oracle_.is_empty(set)) return add_same(parent, formula);
  return add_at(parent, formula, set);
}

NodeId Builder::add_same(NodeId parent, Expr formula) {
  Node n;
  n.parent = parent;
  n.goal = proof_.at(parent).goal;
  n.goal.formula = formula;
  const auto id = static_cast<NodeId>(proof_.nodes.size());
  proof_.nodes.push_back(std::move(n));
  places_.push_back(StateSet(places_[parent]));
  node(parent).premises.push_back(id);
  if (const auto turn = turns_.find(parent); turn != turns_.end()) turns_[id] = Objective::Place(turn->second);
  return id;
}

bool Builder::choose_steps(ChoiceFunction& to_fill, const StateSet& from, const StateSet& into, Expr condition) {
  auto found = choices_.step(from, into, condition);
  if (found) to_fill = std::move(*found);
  return found.has_value();
}

bool Builder::close(NodeId id, Rule rule) {
  if (oracle_.stopped()) {
    reopen(id);
    return false;
  }
  node(id).rule = rule;
  return true;
}

void Builder::reopen(NodeId id) {
  later_.erase(id);
  Node& n = node(id);
  Node fresh;
  fresh.parent = n.parent;
  fresh.goal = std::move(n.goal);
  n = std::move(fresh);
}

bool Builder::leave_open(NodeId id, const Strategy& strategy, std::string_view why) {
  because_[id] = fmt::format("{}: {}", strategy.name(), why);
  return false;
}

std::string Builder::because(NodeId id) const {
  const auto found = because_.find(id);
  return found == because_.end() || !is_open(id) ? "" : found->second;
}

std::vector<NodeId> Builder::leaves() const {
  std::vector<NodeId> found, open{proof_.root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (is_open(id)) found.push_back(id);
    const auto& premises = proof_.at(id).premises;
    open.insert(open.end(), premises.rbegin(), premises.rend());
  }
  return found;
}

// ---- which rule

Candidate Builder::candidate(Rule rule, std::vector<Expr> goals) {
  Candidate c;
  c.rule = rule;
  for (const Expr g : goals) c.temporal += temporal_size(g);
  c.goals = std::move(goals);
  return c;
}

std::vector<Candidate> Builder::rules(NodeId id) {
  const Goal& goal = proof_.at(id).goal;
  const Expr f = goal.formula;
  if (id == proof_.root && !all_fair() &&
      (proof_.holds ? !oracle_.is_subset(places_[id], states_of(f)) : !is_existential(f)))
    return {candidate(Rule::Initial, {f})};
  if (oracle_.is_empty(places_[id])) return {candidate(Rule::Split, {})};
  if (is_plain(f) && (goal.about_set() || !is_small(f) || speaks_of_step(f))) return {candidate(Rule::Atom, {})};
  if (!finite() && !is_plain(f) && is_valid(pool(), f)) return {candidate(Rule::Valid, {})};
  const View v = view_of(pool(), f);
  if (is_universal(f) && !all_fair() && f != no_fair_run(pool()) &&
      oracle_.is_empty(oracle_.intersect(places_[id], oracle_.fair())))
    return {candidate(Rule::Unfair, {no_fair_run(pool())})};
  if (is_universal(f) && v.is_bounded() && !oracle_.is_subset(places_[id], fair_part(id)))
    return {candidate(Rule::Split, {f})};
  switch (v.shape) {
    case Shape::Atom: return {candidate(Rule::Atom, {})};
    case Shape::And: return {candidate(Rule::And, {v.a, v.b})};
    case Shape::Or: {
      std::vector<Candidate> found;
      if (oracle_.is_subset(places_[id], states_of(v.a))) found.push_back(candidate(Rule::OrLeft, {v.a}));
      if (oracle_.is_subset(places_[id], states_of(v.b))) found.push_back(candidate(Rule::OrRight, {v.b}));
      for (Candidate& c : found) {
        const View side = view_of(pool(), c.goals[0]);
        if (side.shape == Shape::EU && !side.is_bounded()) c.rank = distance(side.a, side.b, places_[id]);
      }
      if (found.empty()) found.push_back(candidate(Rule::Or, {v.a, v.b}));
      return found;
    }
    case Shape::EX: return {candidate(Rule::EX, {v.a})};
    case Shape::AX: return {candidate(Rule::AX, {v.a})};
    case Shape::EU:
    case Shape::AU: {
      const bool exists = v.shape == Shape::EU;
      if (!v.is_bounded() && !exists && !is_state(id) && !oracle_.is_subset(places_[id], settling_part(id)))
        return {candidate(Rule::Split, {f})};
      if (!v.is_bounded()) return {candidate(exists ? Rule::EU : Rule::AU, {f})};
      if (steered_.count(id))
        if (const auto move = best_move(id)) return {candidate(move->next ? Rule::EUStep : Rule::EUNow, {f})};
      const StateSet done = exists ? fair_ones(states_of(v.b)) : states_of(v.b);
      if (v.bounds.lo == 0 && oracle_.is_subset(places_[id], done))
        return {candidate(exists ? Rule::EUNow : Rule::AUNow, {v.b})};
      if (v.bounds.lo == 0 && !oracle_.is_empty(oracle_.intersect(places_[id], done)))
        return {candidate(Rule::Split, {f})};
      return {candidate(exists ? Rule::EUStep : Rule::AUStep, {f})};
    }
    case Shape::EG:
    case Shape::AG: return globally_rules(id, v);
    case Shape::NotEU: return {candidate(v.is_bounded() ? Rule::Unfold : Rule::AG, {f})};
    case Shape::NotAU: return {candidate(Rule::Unfold, {f})};
  }
  return {};
}

std::optional<Candidate> Builder::pick_rule(NodeId id, std::vector<Candidate>&& candidates, std::string& by) {
  if (divides(id, candidates)) return pick_division(id, candidates, by);
  const bool stays = candidates[0].rule == Rule::EGLoop || candidates[0].rule == Rule::EGStep;
  if (stays && !seen(id).is_bounded() && best_move(id)) {
    const NodeId up = proof_.at(id).parent;
    const bool under_way = up != no_node && proof_.at(up).rule == Rule::EGStep;
    if (!under_way && !accept(id, by)) return std::nullopt;
    return std::move(candidates[0]);
  }
  if (const auto side = steered_side(id, candidates)) {
    accept(id, by);
    return std::move(candidates[*side]);
  }
  if (candidates.size() == 1) return std::move(candidates[0]);
  for (const auto& s : strategies_)
    if (const auto chosen = s->pick_rule(view(), id, candidates); chosen && *chosen < candidates.size()) {
      by = s->name();
      ++s->used;
      return std::move(candidates[*chosen]);
    }
  return std::move(candidates[0]);
}

bool Builder::has_choice(NodeId id, const std::vector<Candidate>& candidates) {
  if (divides(id, candidates)) return divisions(id).size() > 1;
  if (candidates.size() > 1 || !takes_step(candidates[0].rule)) return candidates.size() > 1;
  if (is_state(id)) return oracle_.count(successors(id, candidates[0].rule)) > 1;
  return successor_sets(id, candidates[0], 2).size() > 1;
}

// Whether a strategy wants that, and then why.
bool Builder::is_left_open(NodeId id, const std::vector<Candidate>& candidates) {
  for (const auto& s : strategies_) {
    const bool takes_long = s->leaves_open(view(), id);
    if (!takes_long && !(s->asks() && has_choice(id, candidates))) continue;
    return !leave_open(id, *s, takes_long ? "this takes more steps" : "there is a choice");
  }
  return false;
}

bool Builder::expand(NodeId id) {
  if (!is_open(id) || oracle_.stopped()) return false;
  std::vector<Candidate> candidates = rules(id);
  if (candidates[0].rule != Rule::Initial && is_left_open(id, candidates)) return false;
  std::string by;
  const auto chosen = pick_rule(id, std::move(candidates), by);
  if (!chosen || !apply(id, *chosen, std::move(by))) return false;
  for (const auto& s : strategies_) s->rule_applied(view(), id);
  return true;
}

bool Builder::choose(NodeId id, const Candidate& c, const std::string& by) {
  if (!apply(id, c, by)) return false;
  for (const auto& s : strategies_) s->rule_applied(view(), id);
  return true;
}

bool Builder::apply(NodeId id, const Candidate& c, std::string by) {
  const View v = seen(id);
  bool done = false;
  switch (c.rule) {
    case Rule::Initial: done = apply_initial(id); break;
    case Rule::Atom: done = apply_fact(id); break;
    case Rule::And: done = apply_same(id, c.rule, {v.a, v.b}); break;
    case Rule::OrLeft:
    case Rule::OrRight:
    case Rule::Or: done = apply_or(id, c); break;
    case Rule::Split: done = apply_split(id); break;
    case Rule::Unfair: done = apply_same(id, c.rule, {no_fair_run(pool())}); break;
    case Rule::Unfold: done = apply_unfold(id, v); break;
    case Rule::Valid: done = close(id, c.rule); break;
    case Rule::EU:
    case Rule::AU: done = c.states.empty() ? apply_until(id, v, by) : apply_later(id, v, c); break;
    case Rule::EUNow: done = apply_same(id, c.rule, {kept(v.b)}); break;
    case Rule::EGNow: done = apply_same(id, c.rule, {kept(v.a)}); break;
    case Rule::AUNow: done = apply_same(id, c.rule, {v.b}); break;
    case Rule::AGNow: done = apply_same(id, c.rule, {weak(v.a, places_[id])}); break;
    case Rule::EX:
    case Rule::EUStep:
    case Rule::EGStep: done = apply_some_step(id, c, by); break;
    case Rule::EGLoop: done = apply_loop(id, c.states); break;
    case Rule::EGSet: done = apply_staying_set(id, v); break;
    case Rule::AX:
    case Rule::AUStep:
    case Rule::AGStep: done = apply_all_steps(id, c.rule); break;
    case Rule::AUFair: done = apply_layers(id, v); break;
    case Rule::AG: done = apply_closed_set(id, v); break;
    case Rule::Open: break;
  }
  if (done && !by.empty()) node(id).by = std::move(by);
  return done;
}

bool Builder::apply_initial(NodeId id) {
  add_part(id, proof_.at(id).goal.formula, fair_ones(places_[id]));
  if (proof_.holds)
    add_part(id, no_fair_run(pool()), oracle_.subtract(places_[id], oracle_.fair()));
  else
    add_same(id, some_fair_run(pool()));
  return close(id, Rule::Initial);
}

bool Builder::apply_same(NodeId id, Rule rule, std::initializer_list<Expr> goals) {
  for (const Expr g : goals) add_same(id, g);
  return close(id, rule);
}

// To where it was asked for, or what the strategies pick.
bool Builder::apply_some_step(NodeId id, const Candidate& c, std::string& by) {
  if (!c.states.empty()) return apply_single_step(id, c.rule, oracle_.only(c.states.front()));
  if (!c.sets.empty()) return apply_step(id, c.rule, c.sets.front());
  if (is_state(id)) return step_from_state(id, c.rule, successors(id, c.rule), by);
  const auto to = pick_successors(id, c.rule, by);
  return to && apply_step(id, c.rule, *to);
}

// ---- which successor

// The states that meet the wish and from which, if possible, it can be met up to the end.  Nothing: no wish.
std::optional<StateSet> Builder::meeting_wish(NodeId id, Rule rule, const StateSet& candidates, Strategy& strategy) {
  const View v = seen(id);
  const auto better = [&](Expr e) {
    const Expr stronger = e ? strategy.stronger(view(), id, e) : Expr();
    return std::pair(stronger ? stronger : e, static_cast<bool>(stronger));
  };
  const auto [a, wants_a] = better(v.a);
  const auto [b, wants_b] = better(v.b);
  if (!wants_a && !wants_b) return std::nullopt;
  const StateSet now = oracle_.intersect(candidates, states_of(better(pool().boolean(true)).first));
  StateSet always = now;
  if (rule == Rule::EX) always = oracle_.intersect(candidates, states_of(a));
  if (rule == Rule::EUStep && v.is_bounded() && strategy.lasts())
    always = oracle_.intersect(candidates, within(a, b, v.bounds.hi - 1));
  if (rule == Rule::EGStep && !v.is_bounded() && strategy.lasts()) always = oracle_.intersect(candidates, staying(a));
  return oracle_.is_empty(always) ? now : always;
}

std::optional<Builder::Opinion> Builder::opinion(Strategy& strategy, NodeId id, Rule rule, const StateSet& from,
                                                 const StateSet& next) {
  if (auto all = strategy.follow(view(), id, sooner(id, rule, from, next))) return Opinion{std::move(*all), true};
  auto best = meeting_wish(id, rule, next, strategy);
  if (!best) best = strategy.narrow(view(), id, from, next);
  return best ? std::optional(Opinion{std::move(*best)}) : std::nullopt;
}

// To one of them, or to all at once where a strategy wants that.
bool Builder::step_from_state(NodeId id, Rule rule, StateSet candidates, std::string& by) {
  std::vector<std::string> names;
  bool follows = false;
  const bool has_end = rule == Rule::EUStep && !steered_.count(id);  // of the user's own
  if (const auto move = has_end ? std::nullopt : best_move(id); move && move->next) {
    if (rule == Rule::EX && !accept(id, by)) return false;
    return apply_single_step(id, rule, oracle_.only(*move->next));
  }
  for (const auto& s : strategies_) {
    auto found = opinion(*s, id, rule, places_[id], candidates);
    if (!found) continue;
    if (oracle_.is_empty(found->best)) {
      ++s->could_not;
      if (s->hard) return leave_open(id, *s, "no next state is as it wants");
      continue;
    }
    ++s->used;
    names.push_back(s->name());
    candidates = std::move(found->best);
    follows = found->follows;
    if (follows) break;
  }
  if (!names.empty()) by = fmt::format("{}", fmt::join(names, ", "));
  if (follows) return apply_step(id, rule, candidates);
  if (const auto plan = plans_.find(id); names.empty() && plan != plans_.end())
    return apply_single_step(id, rule, oracle_.only(plan->second.front()));
  const auto to = oracle_.pick(sooner(id, rule, places_[id], candidates));
  return to && apply_single_step(id, rule, oracle_.only(*to));
}

// How many steps an until takes that must not be done before the first bound.
std::optional<std::uint64_t> Builder::least_end(NodeId id, const View& v) {
  if (v.bounds.lo == 0) return distance(v.a, v.b, places_[id]);
  const auto is_end = [&](std::uint64_t end) {
    return oracle_.is_subset(places_[id], states_of(bounded(Op::EU, v.a, v.b, v.bounds.lo, end)));
  };
  const auto above = ends_.find(proof_.at(id).parent);
  if (above != ends_.end() && above->second > v.bounds.lo && is_end(above->second - 1)) return above->second - 1;
  if (v.bounds.lo > most_ends) return std::nullopt;
  for (std::uint64_t end = v.bounds.lo; end < v.bounds.hi && end < v.bounds.lo + most_ends; ++end)
    if (is_end(end)) return end;
  return std::nullopt;
}

// Where an until need not take as long as it may, those by which it is done first.
StateSet Builder::sooner(NodeId id, Rule rule, const StateSet& from, const StateSet& candidates) {
  const View v = seen(id);
  const auto end = rule == Rule::EUStep ? least_end(id, v) : std::nullopt;
  if (!end || *end == 0 || *end >= v.bounds.hi) return candidates;
  ends_[id] = *end;
  const StateSet soon =
      v.bounds.lo == 0 ? within(v.a, v.b, *end - 1) : states_of(bounded(Op::EU, v.a, v.b, v.bounds.lo - 1, *end - 1));
  const StateSet best = oracle_.intersect(candidates, soon);
  return oracle_.is_subset(from, oracle_.predecessors(best)) ? best : candidates;
}

std::vector<Candidate> Builder::alternatives(NodeId id, std::size_t most) {
  std::vector<Candidate> found, all = rules(id);
  if (divides(id, all)) found = divisions(id);
  for (Candidate& c : found.empty() ? all : std::vector<Candidate>()) {
    if (!takes_step(c.rule)) {
      const bool is_until = c.rule == Rule::EU && is_state(id);
      found.push_back(std::move(c));
      if (is_until) list_later(id, most, found);
      continue;
    }
    if (!is_state(id)) {
      found = successor_sets(id, c, most);
      continue;
    }
    StateSet left = successors(id, c.rule);
    while (found.size() < most) {
      const auto state = oracle_.pick(left);
      if (!state) break;
      Candidate one = c;
      const auto step = step_into(*proof_.at(id).goal.state, oracle_.only(*state));
      one.states = {step ? step->to : *state};
      found.push_back(std::move(one));
      left = oracle_.subtract(left, oracle_.only(*state));
    }
  }
  if (!is_open(id)) list_chosen(id, found);
  return found;
}

void Builder::use(Strategies strategies) {
  strategies_ = std::move(strategies);
  for (const auto& s : strategies_) s->init(view());
  turns_.clear();
  steered_.clear();
  objective_.reset();
  if (proof_.root != no_node) aim(places_[proof_.root]);
}

}  // namespace whynot::analyse::explain
