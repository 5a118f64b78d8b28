// The conditions that the rules are made of, asked of the evaluator and the solver.
#include "analyse/explain/check/checker.h"
#include "expr/evaluate.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_choices = 5000;

Expr as_next(ExprPool& pool, Expr e) {
  return substitute(pool, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
}

}  // namespace

Checker::Checker(const TransitionSystem& system, const Stepper& stepper, Context& context)
    : system_(system), stepper_(stepper), slots_(system), encoding_(std::make_unique<Encoding>(system, context)) {
  ExprPool& pool = *system.pool;
  for (const VariableDecl& v : system.variables) {
    encoding_->know(v.variable);
    if (v.kind != VariableKind::Input) encoding_->know(pool.next(v.variable));
  }
  const Expr invariant = pool.all(system.invariant_conditions());
  const Expr step = pool.all(system.step_conditions());
  allowed_ = encoding_->literal(invariant);
  initial_ = encoding_->both(encoding_->literal(pool.all(system.initial_conditions())), allowed_);
  step_ = encoding_->both(encoding_->both(allowed_, encoding_->literal(step)),
                          encoding_->literal(as_next(pool, invariant)));
}

// ---- goals

bool Checker::is_constant(Expr e, bool value) const {
  return e && e.is(Op::Constant) && e.type().is_boolean() && proof_->pool().value_of(e).is_true() == value;
}
bool Checker::is_fair_goal(Expr e) const {
  return e.is(Op::EG) && bounds_of(e).unbounded() && is_constant(e.arg(0), true);
}
bool Checker::is_unfair_goal(Expr e) const {
  return e.is(Op::AF) && bounds_of(e).unbounded() && is_constant(e.arg(0), false);
}
bool Checker::is_existential_goal(Expr e) const {
  return e.is(Op::EX) || e.is(Op::EF) || e.is(Op::EU) || e.is(Op::EG) || (e.is(Op::Not) && e.arg(0).is(Op::AU));
}
bool Checker::is_universal_goal(Expr e) const {
  return e.is(Op::AX) || e.is(Op::AF) || e.is(Op::AU) || e.is(Op::AG) || (e.is(Op::Not) && e.arg(0).is(Op::EU));
}
Expr Checker::without_unfair(Expr e) const { return e.is(Op::Or) && is_unfair_goal(e.arg(1)) ? e.arg(0) : e; }

bool Checker::is_premise(const Node* p, Claim claim) const { return p && says(proof_->pool(), p->goal.formula, claim); }

bool Checker::is_kept(const Node* p, Claim claim) const {
  if (!p) return false;
  const Expr f = p->goal.formula;
  if (needs_fairness() && f.is(Op::And) && is_fair_goal(f.arg(1)) && says(proof_->pool(), f.arg(0), claim)) return true;
  return (!needs_fairness() || is_existential_goal(f)) && is_premise(p, claim);
}

bool Checker::is_weak(const Node* p, Claim claim) const {
  if (is_premise(p, claim)) return true;
  if (!p || proof_->runs == Runs::Finite) return false;
  const Expr f = without_unfair(p->goal.formula);
  return f != p->goal.formula && says(proof_->pool(), f, claim);
}

bool Checker::same_place(const Goal& a, const Goal& b) const {
  return a.state ? b.state && *a.state == *b.state : !b.state && a.set == b.set;
}

// ---- places

bool Checker::holds_at(Expr e, const State& state, const Inputs* inputs, const State* after) const {
  return CompiledExpr(*system_.pool, e, [&](Expr leaf) { return slots_.of(leaf); })
      .all_true(slots_.values(state, inputs, after));
}

Expr Checker::within_reachable(Expr set) const { return proof_->pool().and_(proof_->reachable, set); }

Expr Checker::place(const Goal& goal) const {
  if (!goal.state) return goal.set ? within_reachable(goal.set) : proof_->pool().boolean(true);
  ExprPool& pool = proof_->pool();
  std::vector<Expr> parts;
  std::size_t column = 0;
  for (const VariableDecl& v : system_.variables)
    if (v.kind != VariableKind::Input)
      parts.push_back(pool.eq(v.variable, pool.constant((*goal.state)[column++], v.variable.type())));
  return pool.all(parts);
}

int Checker::here(const Goal& goal) { return encoding_->literal(place(goal)); }
int Checker::there(const Goal& goal) { return encoding_->literal(as_next(proof_->pool(), place(goal))); }
int Checker::set_here(Expr set) { return encoding_->literal(within_reachable(set)); }
int Checker::set_there(Expr set) { return encoding_->literal(as_next(proof_->pool(), within_reachable(set))); }

int Checker::any_of(std::span<const int> literals) {
  int none = encoding_->literal(proof_->pool().boolean(true));
  for (const int l : literals) none = encoding_->both(none, -l);
  return -none;
}

bool Checker::impossible(std::initializer_list<int> all) {
  const solve::Answer answer = encoding_->solve(std::span(all.begin(), all.size()));
  stopped_ = stopped_ || answer == solve::Answer::Stopped;
  return answer == solve::Answer::Unsat;
}

bool Checker::inside(const Goal& goal, std::initializer_list<int> any) {
  return impossible({here(goal), -any_of(std::span(any.begin(), any.size()))});
}

// ---- steps

bool Checker::some_step(const Goal& from, const Goal& to, const std::vector<Inputs>& inputs) {
  if (from.state && to.state)
    return inputs.size() == 1 && stepper_.is_step(*from.state, inputs[0], std::nullopt, *to.state);
  return every_has_step(here(from), place(to));
}

bool Checker::all_steps(const Goal& from, const Goal& to) { return impossible({here(from), step_, -there(to)}); }

// What a variable becomes where the model gives it by a function; null where it is chosen.
Expr Checker::function_of(Expr variable) const {
  ExprPool& pool = *system_.pool;
  for (const VariableDecl& v : system_.variables)
    if (v.variable == variable && v.kind == VariableKind::Frozen) return variable;
  for (const Assignment& a : system_.next_assignments)
    if (a.variable == variable && !a.value.type().is(TypeKind::Set)) return a.value;
  for (const Assignment& a : system_.invar_assignments)
    if (a.variable == variable && !a.value.type().is(TypeKind::Set)) return as_next(pool, a.value);
  return {};
}

// The condition, over the current state alone, that inputs and free next values as in the last model make a
// step for which `wanted` is true.
int Checker::chosen_step(Expr wanted) {
  ExprPool& pool = *system_.pool;
  std::unordered_map<Expr, Expr, ExprHash> replaced;
  std::vector<std::pair<Expr, Type>> functions;
  for (const VariableDecl& v : system_.variables) {
    const bool is_input = v.kind == VariableKind::Input;
    const Expr leaf = is_input ? v.variable : pool.next(v.variable),
               function = is_input ? Expr() : function_of(v.variable);
    replaced[leaf] = function ? function : pool.constant(encoding_->value_of(leaf), v.variable.type());
    if (function) functions.emplace_back(function, v.variable.type());
  }
  const auto resolved = [&](Expr e) {
    for (std::size_t round = 0; round <= system_.variables.size(); ++round) {
      const Expr again = substitute(pool, e, [&](Expr leaf) {
        const auto found = replaced.find(leaf);
        return found == replaced.end() ? Expr() : found->second;
      });
      if (again == e) break;
      e = again;
    }
    return e;
  };
  const Expr invariant = as_next(pool, pool.all(system_.invariant_conditions()));
  const Expr condition = pool.all(std::vector<Expr>{pool.all(system_.step_conditions()), invariant, wanted});
  int fine = encoding_->literal(resolved(condition));
  for (const auto& [function, type] : functions)
    fine = encoding_->both(fine, encoding_->fits(resolved(function), type));
  return fine;
}

bool Checker::every_has_step(int from, Expr into, Expr label) {
  ExprPool& pool = *system_.pool;
  const Expr wanted = label ? pool.and_(as_next(pool, into), label) : as_next(pool, into);
  const int goal = encoding_->literal(wanted), round = encoding_->fresh();
  for (std::size_t i = 0; i < most_choices; ++i) {
    const int without[] = {from, allowed_, round};
    const solve::Answer answer = encoding_->solve(without);
    stopped_ = stopped_ || answer == solve::Answer::Stopped;
    if (answer != solve::Answer::Sat) return answer == solve::Answer::Unsat;
    std::vector<Value> values;
    std::vector<int> with{step_, goal};
    for (const VariableDecl& v : system_.variables)
      if (v.kind != VariableKind::Input) values.push_back(encoding_->value_of(v.variable));
    for (std::size_t k = 0, column = 0; k < system_.variables.size(); ++k)
      if (system_.variables[k].kind != VariableKind::Input)
        with.push_back(encoding_->is_value(system_.variables[k].variable, values[column++]));
    const solve::Answer some = encoding_->solve(with);
    stopped_ = stopped_ || some == solve::Answer::Stopped;
    if (some != solve::Answer::Sat) return false;
    encoding_->require({-round, -chosen_step(wanted)});
  }
  stopped_ = true;
  return false;
}

}  // namespace whynot::analyse::explain
