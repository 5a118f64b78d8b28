#include "analyse/explain/check/checker.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/evaluate.h"
#include "model/property.h"

namespace whynot::analyse::explain {

// The whole tree, without recursion: proofs are as deep as runs are long.
std::optional<Refusal> Checker::check(const Proof& proof, Expr property) {
  proof_ = &proof;
  stopped_ = false;
  const auto refuse = [&](NodeId id, std::string why) { return Refusal{id, std::move(why), stopped_}; };
  if (const Why why = root(property)) return refuse(proof.root, *why);
  if (const Why why = common()) return refuse(proof.fairness, *why);
  std::vector<NodeId> open{proof.root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (auto refusal = check_node(proof, id)) return refusal;
    for (const NodeId premise : proof.at(id).premises) {
      if (proof.at(premise).parent != id) return refuse(id, "a premise belongs to another goal");
      open.push_back(premise);
    }
  }
  return std::nullopt;
}

std::optional<Refusal> Checker::check_node(const Proof& proof, NodeId id) {
  proof_ = &proof;
  const Node& n = proof.at(id);
  if (n.rule == Rule::Open) {
    if (n.premises.empty()) return std::nullopt;
    return Refusal{id, "an open goal should have no premises", false};
  }
  if (n.rule == Rule::Initial && id != proof.root) return Refusal{id, "only the root speaks of initial states", false};
  const bool about_sets = n.goal.about_set() || std::any_of(n.premises.begin(), n.premises.end(),
                                                            [&](NodeId p) { return proof.at(p).goal.about_set(); });
  if (about_sets && !proof.reachable) return Refusal{id, "sets need a set of reachable states", false};
  if (const Why why = rule(n)) return Refusal{id, fmt::format("{}: {}", rule_name(n.rule), *why), stopped_};
  return std::nullopt;
}

Checker::Why Checker::root(Expr property) {
  const Goal& goal = proof_->at(proof_->root).goal;
  Expr formula = goal.formula;
  const bool is_ag = proof_->runs == Runs::Finite;  // an invariant: AG of it, or EF of its negation
  if (is_ag) {
    if (!formula.is(proof_->holds ? Op::AG : Op::EF) || !bounds_of(formula).unbounded())
      return "an invariant is proved as AG";
    formula = formula.arg(0);
  }
  if (goal.about_set() && !proof_->reachable) return "sets need a set of reachable states";
  if (!says(proof_->pool(), formula, {property, !proof_->holds}))
    return "the goal is neither the property nor its negation";
  if (proof_->holds)
    return inside(Goal{proof_->pool().boolean(true), std::nullopt, {}}, {-initial_, here(goal)})
               ? Why()
               : "an initial state is left out";
  if (!goal.state || !stepper_.is_initial(*goal.state)) return "the state is not initial";
  const Node& n = proof_->at(proof_->root);
  const bool tells_fair =
      !needs_fairness() || is_existential_goal(n.goal.formula) || n.rule == Rule::Initial || n.rule == Rule::Open;
  return tells_fair ? Why() : "nothing says that a fair run starts here";
}

Checker::Why Checker::common() {
  if (proof_->reachable && proof_->reachable != known_reachable_) {
    if (!impossible({initial_, -set_here(proof_->pool().boolean(true))}))
      return "an initial state is not among the reachable ones";
    if (!impossible({set_here(proof_->pool().boolean(true)), step_, -set_there(proof_->pool().boolean(true))}))
      return "a step leaves the reachable states";
    known_reachable_ = proof_->reachable;
  }
  if (!proof_->always_fair || known_fair_) return std::nullopt;
  if (proof_->fairness == no_node) {
    if (!system_.justice.empty()) return "fairness needs a proof";
    if (!every_has_step(allowed_, proof_->pool().boolean(true))) return "some state has no successor";
  } else {
    const Node& n = proof_->at(proof_->fairness);
    if (n.rule != Rule::EGSet || !is_fair_goal(n.goal.formula) || !n.goal.set || !proof_->reachable)
      return "fairness is not proved";
    if (!impossible({set_here(proof_->pool().boolean(true)), -here(n.goal)}))
      return "fairness is not proved of all states";
    if (const Why why = staying_set(n)) return why;
  }
  known_fair_ = true;
  return std::nullopt;
}

Checker::Why Checker::rule(const Node& n) {
  switch (n.rule) {
    case Rule::Initial: return initial(n);
    case Rule::Atom: return atom(n);
    case Rule::And:
    case Rule::OrLeft:
    case Rule::OrRight:
    case Rule::Or:
    case Rule::Split:
    case Rule::Unfair: return junction(n);
    case Rule::Unfold: return unfold(n);
    case Rule::EX:
    case Rule::AX: return next(n);
    case Rule::EU:
    case Rule::EUNow:
    case Rule::EUStep:
    case Rule::AU:
    case Rule::AUNow:
    case Rule::AUStep: return until(n);
    case Rule::EGLoop: return loop(n);
    case Rule::EGSet: return staying_set(n);
    case Rule::EGStep:
    case Rule::EGNow:
    case Rule::AGStep:
    case Rule::AGNow: return globally(n);
    case Rule::AUFair: return layers(n);
    case Rule::AG: return closed_set(n);
    case Rule::Open: break;
  }
  return "unknown rule";
}

// ---- rules

Checker::Why Checker::initial(const Node& n) {
  if (n.premises.size() != 2 || !is_premise(premise(n, 0), {n.goal.formula})) return "two premises are needed";
  const Expr fair = premise(n, 1)->goal.formula;
  if (proof_->holds)
    return is_unfair_goal(fair) && inside(n.goal, {here(premise(n, 0)->goal), here(premise(n, 1)->goal)})
               ? Why()
               : "an initial state is left out";
  return is_fair_goal(fair) && same_place(n.goal, premise(n, 0)->goal) && same_place(n.goal, premise(n, 1)->goal)
             ? Why()
             : "nothing says that a fair run starts here";
}

Checker::Why Checker::atom(const Node& n) {
  const Expr a = n.goal.formula;
  if (contains_op(a, is_ctl) || !n.premises.empty()) return "not a fact";
  const auto is_input = [&](Expr v) {
    return std::any_of(system_.variables.begin(), system_.variables.end(),
                       [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
  };
  if (!speaks_of_transition(a, is_input)) {
    if (n.goal.state) return holds_at(a, *n.goal.state) ? Why() : "it is false in the state";
    return impossible({here(n.goal), -encoding_->literal(a)}) ? Why() : "it is false in a state of the set";
  }
  if (proof_->runs != Runs::Finite) return "only invariants speak of steps";
  if (proof_->holds) return impossible({here(n.goal), step_, -encoding_->literal(a)}) ? Why() : "it is false of a step";
  const bool shown = n.goal.state && n.after && n.inputs.size() == 1 &&
                     stepper_.is_step(*n.goal.state, n.inputs[0], std::nullopt, *n.after);
  return shown && holds_at(a, *n.goal.state, &n.inputs[0], &*n.after) ? Why() : "no step shows it";
}

bool Checker::is_conjunction(const Node* p, const std::vector<Claim>& claims) const {
  if (!p) return false;
  if (claims.size() == 1) return is_premise(p, claims[0]);
  const Expr f = p->goal.formula;
  return f.is(Op::And) && says(proof_->pool(), f.arg(0), claims[0]) && says(proof_->pool(), f.arg(1), claims[1]);
}

Checker::Why Checker::junction(const Node& n) {
  const Expr f = n.goal.formula;
  const auto ways = alternatives(f);
  const bool one = n.premises.size() == 1 && same_place(n.goal, premise(n, 0)->goal);
  switch (n.rule) {
    case Rule::And: {
      const auto both = parts(f);
      const bool fine = both.size() == 2 && n.premises.size() == 2 && is_premise(premise(n, 0), both[0]) &&
                        is_premise(premise(n, 1), both[1]);
      return fine && same_place(n.goal, premise(n, 0)->goal) && same_place(n.goal, premise(n, 1)->goal)
                 ? Why()
                 : "both parts are needed";
    }
    case Rule::OrLeft:
    case Rule::OrRight:
      if (ways.empty() || !one) return "one side is needed";
      return is_conjunction(premise(n, 0), ways[n.rule == Rule::OrLeft ? 0 : 1]) ? Why()
                                                                                 : "the premise is not that side";
    case Rule::Or:
      if (ways.empty() || n.premises.size() != 2 || !is_conjunction(premise(n, 0), ways[0]) ||
          !is_conjunction(premise(n, 1), ways[1]))
        return "both sides are needed";
      return inside(n.goal, {here(premise(n, 0)->goal), here(premise(n, 1)->goal)}) ? Why() : "a state is left out";
    case Rule::Unfair:
      return one && is_universal_goal(f) && is_unfair_goal(premise(n, 0)->goal.formula)
                 ? Why()
                 : "it does not speak of all fair runs";
    default: break;
  }
  std::vector<int> places;
  for (std::size_t i = 0; i < n.premises.size(); ++i) {
    if (!is_premise(premise(n, i), {f})) return "the parts should prove the same";
    places.push_back(here(premise(n, i)->goal));
  }
  return impossible({here(n.goal), -any_of(places)}) ? Why() : "a state is left out";
}

Checker::Why Checker::next(const Node& n) {
  const bool exists = n.rule == Rule::EX;
  if (!n.goal.formula.is(exists ? Op::EX : Op::AX) || n.premises.size() != 1) return "one premise is needed";
  const Node* p = premise(n, 0);
  const Claim inner{n.goal.formula.arg(0)};
  if (exists) return is_kept(p, inner) && some_step(n.goal, p->goal, n.inputs) ? Why() : "no step leads there";
  return is_weak(p, inner) && all_steps(n.goal, p->goal) ? Why() : "a step leads elsewhere";
}

bool Checker::is_next_until(Expr e, const UntilReading& u) const {
  const auto next = read_until(e);
  if (!next || next->exists != u.exists || next->negated != u.negated) return false;
  const bool same_hold =
      next->hold == u.hold || (!u.hold && is_constant(next->hold, true)) || (!next->hold && is_constant(u.hold, true));
  return same_hold && next->goal == u.goal && next->bounds.lo == (u.bounds.lo > 0 ? u.bounds.lo - 1 : 0) &&
         next->bounds.hi + 1 == u.bounds.hi;
}

Checker::Why Checker::until(const Node& n) {
  const auto u = read_until(n.goal.formula);
  const bool exists = n.rule == Rule::EU || n.rule == Rule::EUNow || n.rule == Rule::EUStep;
  if (!u || u->negated || u->exists != exists || n.premises.empty()) return "not an until";
  const Node *first = premise(n, 0), *last = premise(n, n.premises.size() - 1);
  if (n.rule == Rule::EU || n.rule == Rule::AU) {
    if (!u->bounds.unbounded() || !n.bound || n.premises.size() != 1 || !same_place(n.goal, first->goal))
      return "a bound is needed";
    UntilReading before = *u;
    before.bounds = {0, *n.bound + 1};
    return is_next_until(first->goal.formula, before) ? Why() : "the premise has another bound";
  }
  if (u->bounds.unbounded()) return "a bound is needed";
  if (n.rule == Rule::EUNow || n.rule == Rule::AUNow) {
    if (u->bounds.lo != 0 || n.premises.size() != 1 || !same_place(n.goal, first->goal)) return "it is too early";
    return (exists ? is_kept(first, {u->goal}) : is_premise(first, {u->goal})) ? Why() : "the goal is needed";
  }
  const bool free = !u->hold || is_constant(u->hold, true);
  if (n.premises.size() != (free ? 1u : 2u) || u->bounds.hi == 0) return "what holds until then is needed";
  if (!free && (!is_premise(first, {u->hold}) || !same_place(n.goal, first->goal)))
    return "what holds until then is needed";
  if (exists)
    return is_next_until(last->goal.formula, *u) && some_step(n.goal, last->goal, n.inputs) ? Why()
                                                                                            : "no step leads there";
  return is_next_until(without_unfair(last->goal.formula), *u) && all_steps(n.goal, last->goal)
             ? Why()
             : "a step leads elsewhere";
}

// !E [a BU l..h b] is !b & (!a | AX …), where l > 0 without !b; !A [a BU l..h b] likewise with EX.
Checker::Why Checker::unfold(const Node& n) {
  const auto u = read_until(n.goal.formula);
  if (!u || !u->negated || u->bounds.unbounded() || n.premises.size() != 1 || !same_place(n.goal, premise(n, 0)->goal))
    return "not a negated until with bounds";
  Expr f = premise(n, 0)->goal.formula;
  if (!u->exists && needs_fairness()) {
    if (!f.is(Op::And) || !is_fair_goal(f.arg(1))) return "a fair run is needed";
    f = f.arg(0);
  }
  if (u->exists && u->bounds.hi == 0) f = without_unfair(f);
  const bool tells_goal = u->bounds.lo == 0;
  if (tells_goal && u->bounds.hi == 0)
    return says(proof_->pool(), f, {u->goal, true}) ? Why() : "the goal should not be reached";
  if (tells_goal) {
    if (!f.is(Op::And) || !says(proof_->pool(), f.arg(0), {u->goal, true})) return "the goal should not be reached";
    f = f.arg(1);
  }
  if (!f.is(Op::Or) || !says(proof_->pool(), f.arg(0), {u->hold, true})) return "what holds until then should end";
  return f.arg(1).is(u->exists ? Op::AX : Op::EX) && is_next_until(f.arg(1).arg(0), *u) ? Why()
                                                                                        : "the rest should be the same";
}

// EG by a step; EG and AG with bounds.
Checker::Why Checker::globally(const Node& n) {
  const bool exists = n.rule == Rule::EGStep || n.rule == Rule::EGNow,
             now = n.rule == Rule::EGNow || n.rule == Rule::AGNow;
  const Expr f = n.goal.formula;
  if (!f.is(exists ? Op::EG : Op::AG) || n.premises.empty()) return "not a G";
  const TimeBounds bounds = bounds_of(f);
  const Node *first = premise(n, 0), *last = premise(n, n.premises.size() - 1);
  const Claim inner{f.arg(0)};
  if (now) {
    if (bounds.hi != 0 || n.premises.size() != 1 || !same_place(n.goal, first->goal)) return "it is too early";
    return (exists ? is_kept(first, inner) : is_weak(first, inner)) ? Why() : "the fact is needed";
  }
  if (bounds.hi == 0 || (!exists && bounds.unbounded())) return "a bound is needed";
  const bool tells_now = bounds.lo == 0 && !is_constant(f.arg(0), true);
  if (n.premises.size() != (tells_now ? 2u : 1u)) return "premises are missing";
  if (tells_now && (!is_premise(first, inner) || !same_place(n.goal, first->goal))) return "the fact is needed";
  const Expr rest = exists ? last->goal.formula : without_unfair(last->goal.formula);
  const TimeBounds left = bounds_of(rest);
  const bool later = bounds.unbounded() ? left.unbounded()
                                        : left.lo == (bounds.lo > 0 ? bounds.lo - 1 : 0) && left.hi + 1 == bounds.hi;
  if (!rest.is(f.op()) || rest.arg(0) != f.arg(0) || !later) return "the rest should be the same";
  return (exists ? some_step(n.goal, last->goal, n.inputs) : all_steps(n.goal, last->goal))
             ? Why()
             : "the steps lead elsewhere";
}

Checker::Why Checker::loop(const Node& n) {
  const Expr f = n.goal.formula;
  const std::size_t length = n.premises.size();
  if (!f.is(Op::EG) || !bounds_of(f).unbounded() || length == 0 || n.inputs.size() != length || !n.goal.state)
    return "not a loop";
  std::vector<bool> met(system_.justice.size());
  for (std::size_t i = 0; i < length; ++i) {
    const Node *here = premise(n, i), *after = premise(n, (i + 1) % length);
    if (!is_premise(here, {f.arg(0)}) || !here->goal.state || !after->goal.state)
      return "each state of the loop needs the fact";
    if (!stepper_.is_step(*here->goal.state, n.inputs[i], std::nullopt, *after->goal.state))
      return "no step leads to the next state";
    for (std::size_t k = 0; k < met.size(); ++k)
      met[k] = met[k] || holds_at(system_.justice[k].condition, *here->goal.state, &n.inputs[i], &*after->goal.state);
  }
  if (*premise(n, 0)->goal.state != *n.goal.state) return "the loop starts elsewhere";
  return std::find(met.begin(), met.end(), false) == met.end() ? Why() : "the loop is not fair";
}

// In a set every state has a step that stays, and a way to each justice constraint that does.
Checker::Why Checker::staying_set(const Node& n) {
  const Expr f = n.goal.formula;
  if (!f.is(Op::EG) || !bounds_of(f).unbounded() || !n.closed || !proof_->reachable) return "a set is needed";
  if (!inside(n.goal, {set_here(n.closed)})) return "the set leaves out a state";
  if (!is_constant(f.arg(0), true)) {
    const Node* p = premise(n, 0);
    if (n.premises.size() != 1 || !is_premise(p, {f.arg(0)}) || p->goal.set != n.closed)
      return "the fact is needed in the set";
  } else if (!n.premises.empty()) {
    return "nothing is left to prove";
  }
  if (system_.justice.empty())
    return every_has_step(set_here(n.closed), within_reachable(n.closed)) ? Why() : "a state has no step that stays";
  for (std::size_t k = 0; k < system_.justice.size(); ++k) {
    Expr nearer = proof_->pool().boolean(false);
    for (const Layer& layer : n.layers) {
      if (layer.justice != k) continue;
      const bool first = is_constant(nearer, false);
      const Expr place = proof_->pool().and_(layer.set, n.closed);
      const bool fine = first
                            ? every_has_step(set_here(place), within_reachable(n.closed), system_.justice[k].condition)
                            : every_has_step(set_here(place), within_reachable(nearer));
      if (!fine) return "a state has no step that comes nearer";
      nearer = proof_->pool().or_(nearer, place);
    }
    if (!impossible({set_here(n.closed), -set_here(nearer)})) return "a state has no way to a fairness constraint";
  }
  return std::nullopt;
}

// AG, and !E [a U b]: b is false in a set that is left only from where a is false.
Checker::Why Checker::closed_set(const Node& n) {
  const Expr f = n.goal.formula, no = proof_->pool().boolean(false);
  const auto u = read_until(f);
  const bool release = u && u->negated && u->exists;
  if ((!release && !f.is(Op::AG)) || !bounds_of(release ? f.arg(0) : f).unbounded() || !n.closed || !proof_->reachable)
    return "a set is needed";
  if (!inside(n.goal, {set_here(n.closed)})) return "the set leaves out a state";
  const Node *p = premise(n, 0), *free = premise(n, 1);
  if (!is_weak(p, release ? Claim{u->goal, true} : Claim{f.arg(0)}) || p->goal.set != n.closed)
    return "the fact is needed in the set";
  if (n.premises.size() > (release ? 2u : 1u) || (free && !is_premise(free, {u->hold, true})))
    return "premises do not fit";
  const int left = free ? here(free->goal) : encoding_->literal(no);
  return impossible({set_here(n.closed), -left, step_, -set_there(n.closed)}) ? Why() : "a step leaves the set";
}

// Runs go from layer to layer down to the goal: none that is fair stays in one.
Checker::Why Checker::layers(const Node& n) {
  const auto u = read_until(n.goal.formula);
  if (!u || u->exists || u->negated || !u->bounds.unbounded()) return "not a universal until";
  std::vector<int> done_here, done_there;
  Expr holding;
  bool reached = false;  // the goal may be what holds before it, too
  for (std::size_t i = 0; i < n.premises.size(); ++i) {
    const Node* p = premise(n, i);
    const bool is_goal = !reached && is_premise(p, {u->goal});
    if (is_goal || (is_unfair_goal(p->goal.formula) && !is_unfair_goal(n.goal.formula))) {
      reached = reached || is_goal;
      done_here.push_back(here(p->goal));
      done_there.push_back(there(p->goal));
    } else if (u->hold && !holding && is_premise(p, {u->hold}) && p->goal.set) {
      holding = p->goal.set;
    } else {
      return "premises do not fit";
    }
  }
  const bool free = !u->hold || is_constant(u->hold, true);
  for (const Layer& layer : n.layers) {
    if (!free && (!holding || !impossible({set_here(layer.set), -set_here(holding)})))
      return "what holds until then is needed";
    const int at = set_here(layer.set), stays = set_there(layer.set), lower = any_of(done_there);
    if (!(layer.justice ? impossible({at, step_, -lower, -stays}) : impossible({at, step_, -lower})))
      return "a step leads to no lower layer";
    if (layer.justice &&
        (*layer.justice >= system_.justice.size() ||
         !impossible({at, step_, stays, encoding_->literal(system_.justice[*layer.justice].condition)})))
      return "staying may be fair";
    done_here.push_back(at);
    done_there.push_back(stays);
  }
  return impossible({here(n.goal), -any_of(done_here)}) ? Why() : "a state is in no layer";
}

}  // namespace whynot::analyse::explain
