// Each node of the proof is checked on its own, by the function of its rule, against nothing but its goal and the goals
// of its premises.  Rules that passed are remembered, so that a proof that grows is not checked from the start.
#include "analyse/explain/check/checker.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/evaluate.h"
#include "model/property.h"

namespace whynot::analyse::explain {
namespace {

bool is_no_until(Expr e, Op op) { return e.is(Op::Not) && e.arg(0).is(op); }
bool says_exists(Expr e) { return e.is(Op::EX) || e.is(Op::EU) || e.is(Op::EG) || is_no_until(e, Op::AU); }
bool says_all(Expr e) { return e.is(Op::AX) || e.is(Op::AU) || is_no_until(e, Op::EU); }

}  // namespace

std::optional<Refusal> Checker::check(const Proof& proof, Expr property) {
  proof_ = &proof;
  stopped_ = false;
  const auto refuse = [&](NodeId id, std::string why) { return Refusal{id, std::move(why), stopped_}; };
  std::vector<NodeId> all{proof.root};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const NodeId id = all[i];
    const Node& n = proof.at(id);
    if (n.goal.about_set() && (!proof.reachable || !n.goal.set)) return refuse(id, "sets need the reachable states");
    if (n.rule == Rule::Initial && id != proof.root) return refuse(id, "only the root speaks of initial states");
    for (const NodeId p : n.premises)
      if (proof.at(p).parent != id) return refuse(id, "a premise belongs to another goal");
    all.insert(all.end(), n.premises.begin(), n.premises.end());
  }
  if (const Why why = common()) return refuse(proof.fairness, *why);
  if (const Why why = root(property)) return refuse(proof.root, *why);
  for (const NodeId id : all) {
    const Node& n = proof.at(id);
    Judged::Case now = as_it_is(n);
    if (const auto before = judged_->passed.find(id); before != judged_->passed.end() && before->second == now)
      continue;
    if (encoding_->size() > most_variables_) start_afresh();
    if (const Why why = rule(n)) return refuse(id, fmt::format("{}: {}", rule_name(n.rule), *why));
    judged_->passed.insert_or_assign(id, std::move(now));
  }
  return std::nullopt;
}

Judged::Case Checker::as_it_is(const Node& n) const {
  std::vector<Goal> premises;
  for (const NodeId p : n.premises) premises.push_back(proof_->at(p).goal);
  return {n, std::move(premises), proof_->reachable, proof_->always_fair, proof_->holds, proof_->runs};
}

Checker::Why Checker::root(Expr property) {
  const Node& n = proof_->at(proof_->root);
  const bool holds = proof_->holds;
  if (proof_->runs == Runs::Finite) property = pool_.temporal(Op::AG, {property});
  if (said(n) != (holds ? forms_.of(property) : forms_.opposite_of(property)))
    return "the goal is neither the property nor its negation";
  if (holds) return impossible({here(initial_), -here(place(n.goal))}) ? Why() : "an initial state is left out";
  if (!n.goal.state || !stepper_.is_initial(*n.goal.state)) return "the state is not initial";
  const bool tells_fair = !needs_fairness() || says_exists(said(n)) || n.rule == Rule::Initial || n.rule == Rule::Open;
  return tells_fair ? Why() : "nothing says that a fair run starts here";
}

Checker::Why Checker::common() {
  if (proof_->reachable && proof_->reachable != judged_->reachable) {
    const Expr all = within_reachable(yes_);
    if (!impossible({here(initial_), -here(all)})) return "an initial state is not among the reachable ones";
    if (!impossible({here(all), a_step(), -there(all)})) return "a step leaves the reachable states";
    judged_->reachable = proof_->reachable;
    judged_->fair.reset();
  }
  if (!proof_->always_fair) return std::nullopt;
  const bool by_steps = proof_->fairness == no_node;
  Node n = by_steps ? Node() : proof_->at(proof_->fairness);
  if (by_steps) n.step = proof_->step;
  Judged::Case now = as_it_is(n);
  if (judged_->fair == now) return std::nullopt;
  if (by_steps) {
    if (!system_.justice.empty()) return "fairness needs a proof";
    if (!leads(n.step, allowed_, allowed_)) return "some state has no successor";
  } else {
    if (n.rule != Rule::EGSet || said(n) != fair_ || !n.goal.set || !proof_->reachable) return "fairness is not proved";
    if (!impossible({here(within_reachable(yes_)), -here(place(n.goal))})) return "fairness is not proved of all";
    if (Why why = staying_set(n)) return why;
  }
  judged_->fair = std::move(now);
  return std::nullopt;
}

Checker::Why Checker::rule(const Node& n) {
  switch (n.rule) {
    case Rule::Open: return n.premises.empty() ? Why() : "an open goal should have no premises";
    case Rule::Initial: return initial(n);
    case Rule::Atom: return fact(n);
    case Rule::And: return both(n);
    case Rule::Valid: {
      int parts = 5000;
      const bool sure = proof_->runs == Runs::Fair && n.premises.empty() && is_valid(said(n), false, parts);
      return sure ? Why() : "it may be false";
    }
    case Rule::EX:
    case Rule::AX:
    case Rule::EUStep:
    case Rule::AUStep:
    case Rule::EGStep:
    case Rule::AGStep: return step(n);
    case Rule::EGLoop: return loop(n);
    case Rule::EGSet: return staying_set(n);
    case Rule::AUFair: return layers(n);
    case Rule::AG: return n.bound ? induction(n) : closed_set(n);
    default: return local(n);  // whatever its name: the premises say why
  }
}

Expr Checker::earlier(Expr e) const {
  const Expr until = e.is(Op::Not) ? e.arg(0) : e;
  const TimeBounds b = bounds_of(until);
  const Expr made = pool_.temporal(until.op(), {until.arg(0), until.arg(1)}, {b.lo > 0 ? b.lo - 1 : 0, b.hi - 1});
  return e.is(Op::Not) ? pool_.not_(made) : made;
}

bool Checker::is_kept(Expr said, Expr f) const {
  return (needs_fairness() && said == pool_.and_(f, fair_)) || (said == f && (!needs_fairness() || says_exists(f)));
}

bool Checker::is_weak(Expr said, Expr f) const {
  return said == f || (proof_->runs == Runs::Fair && said == pool_.or_(f, unfair_));
}

// Whether a premise implies the goal in each state where it is proved.
bool Checker::implies(Expr p, const Node& goal) {
  const Expr g = said(goal);
  if (p == g || (p == unfair_ && says_all(g) && proof_->runs == Runs::Fair)) return true;
  if (g.is(Op::Or)) return p == g.arg(0) || p == g.arg(1);
  const Expr until = g.is(Op::Not) ? g.arg(0) : g;
  if (!until.is(Op::EU) && !until.is(Op::AU)) return false;
  const bool exists = says_exists(g);
  const Expr a = until.arg(0), b = until.arg(1);
  const auto [lo, hi] = bounds_of(until);
  const Expr no_b = forms_.opposite_of(b);
  if (bounds_of(until).unbounded()) {
    if (until == g) return goal.bound && p == pool_.temporal(g.op(), {a, b}, {0, *goal.bound});
    return exists && (p == pool_.temporal(Op::EG, {no_b}) ||
                      p == pool_.temporal(Op::EU, {no_b, pool_.and_(forms_.opposite_of(a), no_b)}));
  }
  if (until == g) return lo == 0 && (exists ? is_kept(p, b) : p == b);
  // No bounded until: the goal is not reached, and what holds before it ends, or the same after a step.
  if (hi == 0) return exists ? is_kept(p, no_b) : is_weak(p, no_b);
  Expr unfolded = pool_.or_(forms_.opposite_of(a), pool_.temporal(exists ? Op::EX : Op::AX, {earlier(g)}));
  if (lo == 0) unfolded = pool_.and_(no_b, unfolded);
  return p == (exists && needs_fairness() ? pool_.and_(unfolded, fair_) : unfolded);
}

// Every state of a fair run starts one, and has a next state there; of no run all may be said.
bool Checker::is_valid(Expr f, bool fair, int& left) {
  if (f == yes_ || --left < 0) return f == yes_;
  const auto also = [&](Expr e, bool at_fair) { return is_valid(e, at_fair, left); };
  if (f.is(Op::And)) return also(f.arg(0), fair) && also(f.arg(1), fair);
  if (f.is(Op::Or)) return also(f.arg(0), fair || f.arg(1) == unfair_) || also(f.arg(1), fair);
  if (f.is(Op::AX)) return also(f.arg(0), true);
  if (f.is(Op::EX) || f.is(Op::EG)) return fair && also(f.arg(0), true);
  if (f.is(Op::AU) || f.is(Op::EU)) return (fair || f.is(Op::AU)) && bounds_of(f).lo == 0 && also(f.arg(1), true);
  return is_no_until(f, Op::EU) && also(forms_.opposite_of(f.arg(0).arg(1)), true);
}

bool Checker::covered(const Goal& goal, const std::vector<NodeId>& by) {
  std::vector<int> places;
  for (const NodeId id : by) {
    const Goal& p = proof_->at(id).goal;
    if (goal.state ? p.state == goal.state : !p.state && p.set == goal.set) return true;
    places.push_back(here(place(p)));
  }
  return impossible({here(place(goal)), -encoding_->any_of(places)});
}

bool Checker::holds_at(Expr e, const State& state, const Inputs* inputs, const State* after) const {
  return CompiledExpr(pool_, e, [&](Expr leaf) { return slots_.of(leaf); })
      .all_true(slots_.values(state, inputs, after));
}

Checker::Why Checker::initial(const Node& n) {
  if (n.premises.size() != 2 || said(premise(n, 0)) != said(n)) return "two premises are needed";
  const Expr fair = said(premise(n, 1));
  if (proof_->holds) return fair == unfair_ && covered(n.goal, n.premises) ? Why() : "an initial state is left out";
  return fair == fair_ && covered(n.goal, {n.premises[0]}) && covered(n.goal, {n.premises[1]})
             ? Why()
             : "nothing says that a fair run starts here";
}

Checker::Why Checker::fact(const Node& n) {
  const Expr a = n.goal.formula;
  if (contains_op(a, is_ctl) || !n.premises.empty()) return "not a fact";
  const bool of_step =
      speaks_of_transition(a, [&](Expr v) { return std::find(now_.begin(), now_.end(), v) == now_.end(); });
  if (!of_step && n.goal.state) return holds_at(a, *n.goal.state) ? Why() : "it is false in the state";
  if (!of_step) return impossible({here(place(n.goal)), -here(a)}) ? Why() : "it is false in a state of the set";
  if (proof_->runs != Runs::Finite) return "only invariants speak of steps";
  if (proof_->holds) return impossible({here(place(n.goal)), a_step(), -here(a)}) ? Why() : "it is false of a step";
  const bool shown = n.goal.state && n.after && n.inputs.size() == 1 &&
                     stepper_.is_step(*n.goal.state, n.inputs[0], std::nullopt, *n.after);
  return shown && holds_at(a, *n.goal.state, &n.inputs[0], &*n.after) ? Why() : "no step shows it";
}

Checker::Why Checker::both(const Node& n) {
  const Expr g = said(n);
  if (!g.is(Op::And) || n.premises.size() != 2) return "two parts are needed";
  for (std::size_t i = 0; i < 2; ++i)
    if (said(premise(n, i)) != g.arg(i) || !covered(n.goal, {n.premises[i]})) return "both parts are needed";
  return std::nullopt;
}

Checker::Why Checker::local(const Node& n) {
  for (std::size_t i = 0; i < n.premises.size(); ++i)
    if (!implies(said(premise(n, i)), n)) return "a premise is of no use here";
  return covered(n.goal, n.premises) ? Why() : "a state is left out";
}

Checker::Why Checker::step(const Node& n) {
  const Expr g = said(n), until = g.is(Op::Not) ? g.arg(0) : g;
  const bool exists = says_exists(g), next = g.is(Op::EX) || g.is(Op::AX);
  Expr now = yes_, rest;
  if (next) {
    rest = g.arg(0);
  } else if (g.is(Op::EG)) {
    now = g.arg(0);
    rest = g;
  } else {
    if (!until.is(Op::EU) && !until.is(Op::AU)) return "it does not speak of steps";
    const auto [lo, hi] = bounds_of(until);
    if (bounds_of(until).unbounded() || hi == 0) return "a bound is needed";
    if (until != g && until.arg(0) != yes_) return "not a G";
    if (until == g)
      now = until.arg(0);
    else
      now = lo == 0 ? forms_.opposite_of(until.arg(1)) : yes_;
    rest = earlier(g);
  }
  if (n.premises.size() != 2 && (n.premises.size() != 1 || now != yes_)) return "premises are missing";
  if (n.premises.size() == 2 && (said(premise(n, 0)) != now || !covered(n.goal, {n.premises[0]})))
    return "what holds now is needed";
  const Node& last = premise(n, n.premises.size() - 1);
  if (exists) return is_kept(said(last), rest) && some_step(n, last.goal) ? Why() : "no step leads there";
  return is_weak(said(last), rest) && impossible({here(place(n.goal)), a_step(), -there(place(last.goal))})
             ? Why()
             : "a step leads elsewhere";
}

Checker::Why Checker::loop(const Node& n) {
  const Expr g = said(n);
  const std::size_t length = n.premises.size();
  if (!g.is(Op::EG) || length == 0 || n.inputs.size() != length || !n.goal.state) return "not a loop";
  std::vector<bool> met(system_.justice.size());
  for (std::size_t i = 0; i < length; ++i) {
    const Node &now = premise(n, i), &after = premise(n, (i + 1) % length);
    if (said(now) != g.arg(0) || !now.goal.state || !after.goal.state) return "each state of the loop needs the fact";
    if (!stepper_.is_step(*now.goal.state, n.inputs[i], std::nullopt, *after.goal.state))
      return "no step leads to the next state";
    for (std::size_t k = 0; k < met.size(); ++k)
      met[k] = met[k] || holds_at(system_.justice[k].condition, *now.goal.state, &n.inputs[i], &*after.goal.state);
  }
  if (premise(n, 0).goal.state != n.goal.state) return "the loop starts elsewhere";
  return std::find(met.begin(), met.end(), false) == met.end() ? Why() : "the loop is not fair";
}

// In a set every state has a step that stays, and a way to each justice constraint that does.
Checker::Why Checker::staying_set(const Node& n) {
  const Expr g = said(n);
  if (!g.is(Op::EG) || !n.closed || !proof_->reachable) return "a set is needed";
  const Expr set = within_reachable(n.closed);
  if (!impossible({here(place(n.goal)), -here(set)})) return "the set leaves out a state";
  const bool told = n.premises.size() == 1 && said(premise(n, 0)) == g.arg(0) && premise(n, 0).goal.set == n.closed;
  if (!told && (g.arg(0) != yes_ || !n.premises.empty())) return "the fact is needed in the set";
  if (system_.justice.empty()) return leads(n.step, set, set) ? Why() : "a state has no step that stays";
  for (std::size_t k = 0; k < system_.justice.size(); ++k) {
    Expr nearer;
    for (const Layer& layer : n.layers) {
      if (layer.justice != k) continue;
      const Expr at = pool_.and_(layer.set, set);
      if (!(nearer ? leads(layer.step, at, nearer) : leads(layer.step, at, set, system_.justice[k].condition)))
        return "a state has no step that comes nearer";
      nearer = nearer ? pool_.or_(nearer, at) : at;
    }
    if (!impossible({here(set), nearer ? -here(nearer) : here(set)}))
      return "a state has no way to a fairness constraint";
  }
  return std::nullopt;
}

// !E [a U b], which covers AG: b is false in a set that is left only from where a is false.
Checker::Why Checker::closed_set(const Node& n) {
  const Expr g = said(n);
  if (!is_no_until(g, Op::EU) || !bounds_of(g.arg(0)).unbounded() || !n.closed || !proof_->reachable)
    return "a set is needed";
  const Expr a = g.arg(0).arg(0), b = g.arg(0).arg(1), set = within_reachable(n.closed);
  if (!impossible({here(place(n.goal)), -here(set)})) return "the set leaves out a state";
  if (n.premises.empty() || n.premises.size() > 2) return "premises do not fit";
  const Node& fact = premise(n, 0);
  if (!is_weak(said(fact), forms_.opposite_of(b)) || fact.goal.set != n.closed) return "the fact is needed in the set";
  int left = -here(yes_);
  if (n.premises.size() == 2) {
    const Node& released = premise(n, 1);
    if (said(released) != forms_.opposite_of(a)) return "premises do not fit";
    left = here(place(released.goal));
  }
  if (set == within_reachable(yes_)) return std::nullopt;  // no step leaves it, as for all that uses sets
  return impossible({here(set), -left, a_step(), -there(set)}) ? Why() : "a step leaves the set";
}

// A fact is true in the first states of all runs from here, and follows from as many in a row where it is.
Checker::Why Checker::induction(const Node& n) {
  const Expr g = said(n);
  if (!is_no_until(g, Op::EU) || g.arg(0).arg(0) != yes_ || contains_op(g.arg(0).arg(1), is_ctl) ||
      !bounds_of(g.arg(0)).unbounded() || !n.premises.empty())
    return "not a fact of all states";
  const Expr fact = forms_.opposite_of(g.arg(0).arg(1));
  int run = here(allowed_), kept = run;
  for (check::Moment i = 0; i < *n.bound; ++i) {
    const int now = encoding_->literal(fact, i);
    if (!impossible({here(place(n.goal)), run, -now})) return "it is false in one of the first states";
    kept = encoding_->both(kept, now);
    run = encoding_->both(run, a_step(i));
  }
  return impossible({run, kept, -encoding_->literal(fact, *n.bound)}) ? Why() : "it does not go on";
}

// Runs go from layer to layer down to the goal: none that is fair stays in one.
Checker::Why Checker::layers(const Node& n) {
  const Expr g = said(n);
  if (!g.is(Op::AU) || !bounds_of(g).unbounded() || !proof_->reachable) return "not a universal until";
  Expr holding;
  std::vector<int> done, done_next;
  for (std::size_t i = 0; i < n.premises.size(); ++i) {
    const Node& p = premise(n, i);
    if (said(p) == g.arg(1) && done.empty()) {  // what holds before the goal may be the goal, too
    } else if (said(p) == g.arg(0) && !holding && p.goal.set) {
      holding = within_reachable(p.goal.set);
      continue;
    } else if (said(p) != unfair_ || g == unfair_) {
      return "premises do not fit";
    }
    done.push_back(here(place(p.goal)));
    done_next.push_back(there(place(p.goal)));
  }
  for (const Layer& layer : n.layers) {
    const Expr set = within_reachable(layer.set);
    if (g.arg(0) != yes_ && (!holding || !impossible({here(set), -here(holding)})))
      return "what holds until then is needed";
    const int at = here(set), stays = there(set), lower = encoding_->any_of(done_next);
    if (!impossible({at, a_step(), -lower, layer.justice ? -stays : at})) return "a step leads to no lower layer";
    if (layer.justice && (*layer.justice >= system_.justice.size() ||
                          !impossible({at, a_step(), stays, here(system_.justice[*layer.justice].condition)})))
      return "staying may be fair";
    done.push_back(at);
    done_next.push_back(stays);
  }
  return impossible({here(place(n.goal)), -encoding_->any_of(done)}) ? Why() : "a state is in no layer";
}

}  // namespace whynot::analyse::explain
