// Bits for the variables first, then the model's assignments as functions where they have an order, else as
// conditions.
#include "encode/bit_system.h"

#include <algorithm>

#include "base/check.h"
#include "rewrite/definitions.h"
#include "solve/cnf.h"

namespace whynot::encode {
namespace {

constexpr std::uint64_t fit_conflicts = 2000;  // per question; what takes longer is left as a constraint

Expr as_condition(ExprPool& pool, Expr target, Expr value) {
  return value.type().is(TypeKind::Set) ? pool.in(target, value) : pool.eq(target, value);
}

}  // namespace

BitSystem::BitSystem(const TransitionSystem& system)
    : original_(system),
      system_(rewrite::find_definitions(system)),
      blaster_(*system.pool, graph_, [this](Expr e) { return leaf(e); }) {
  for (const VariableDecl& v : system_.variables) make_bits(v);
  init_of_.resize(variables_.size());
  step_of_ = always_of_ = init_of_;
  ExprPool& pool = *system_.pool;
  // A second assignment of one variable (no front end lets it through) is a constraint like any other.
  const auto take = [&](const std::vector<Assignment>& from, std::vector<const Assignment*>& of,
                        std::optional<BitAssignment> VariableBits::*member, bool next, std::vector<Condition>& beyond) {
    for (const Assignment& a : from) {
      const std::size_t i = index_of(a.variable);
      VariableBits& v = variables_[i];
      const bool free = !(v.*member) && !(v.always && &from != &system_.invar_assignments);
      if (!free) {
        const Expr e = as_condition(pool, next ? pool.next(a.variable) : a.variable, a.value);
        beyond.push_back({e, condition(e)});
        continue;
      }
      v.*member = assign(a, next ? v.next : v.current);
      of[i] = &a;
    }
  };
  take(system_.invar_assignments, always_of_, &VariableBits::always, false, invar_);
  take(system_.init_assignments, init_of_, &VariableBits::init, false, init_);
  take(system_.next_assignments, step_of_, &VariableBits::step, true, trans_);
  for (const Constraint& c : system_.init) init_.push_back({c.condition, condition(c.condition)});
  for (const Constraint& c : system_.invar) invar_.push_back({c.condition, condition(c.condition)});
  for (const Constraint& c : system_.trans) trans_.push_back({c.condition, condition(c.condition)});
  start_order_ = topological(true);
  step_order_ = topological(false);
}

void BitSystem::make_bits(const VariableDecl& declared) {
  VariableBits v;
  v.variable = declared.variable;
  v.kind = declared.kind;
  const std::size_t width = code_width(v.type());
  // Current and next bits side by side: the order that suits decision diagrams.
  for (std::size_t i = 0; i < width; ++i) {
    v.current.push_back(graph_.input());
    if (v.kind == VariableKind::State) v.next.push_back(graph_.input());
  }
  if (v.kind == VariableKind::Frozen) v.next = v.current;
  v.valid = valid_code(graph_, v.type(), v.current);
  index_.emplace(v.variable, variables_.size());
  variables_.push_back(std::move(v));
}

Bits BitSystem::leaf(Expr e) const {
  WHYNOT_CHECK(!e.is(Op::At), "positions should be resolved by who encodes trace constraints");
  if (e.is(Op::Variable)) return variables_[index_of(e)].current;
  return variables_[index_of(e.arg(0))].next;
}

BitAssignment BitSystem::assign(const Assignment& a, const Bits& target) {
  const Type type = a.variable.type();
  if (a.value.type().is(TypeKind::Set)) {
    const Lit holds = blaster_.is_one_of(form_of_code(graph_, type, target), type, a.value);
    return {std::nullopt, holds, blaster_.can_be(type, a.value)};
  }
  auto [code, fits] = blaster_.code(a.value, type);
  const Lit holds = graph_.and_(equal(graph_, target, code), fits);
  return {std::move(code), holds, fits};
}

Expr BitSystem::value_in_step(std::size_t i) const {
  ExprPool& pool = *system_.pool;
  const VariableBits& v = variables_[i];
  if (v.always)
    return substitute(pool, always_of_[i]->value, [&](Expr e) { return e.is(Op::Variable) ? pool.next(e) : Expr(); });
  return v.step ? step_of_[i]->value : Expr();
}

std::vector<BitSystem::Member> BitSystem::members(std::size_t i, bool start) {
  constexpr std::size_t most = 256;
  const Assignment* a = start ? init_of_[i] : step_of_[i];
  if (variables_[i].always) a = always_of_[i];
  std::vector<Member> found;
  if (!a || !a->value.type().is(TypeKind::Set)) return found;
  std::vector<std::pair<Expr, Lit>> open{{a->value, Aig::constant(true)}};
  while (!open.empty() && found.size() + open.size() < most) {
    const auto [e, guard] = open.back();
    open.pop_back();
    if (e.is(Op::Interval)) {
      found.push_back({guard, {}});
    } else if (!e.type().is(TypeKind::Set)) {
      const Coded coded = blaster_.code(e, a->variable.type());
      found.push_back({graph_.and_(guard, coded.fits), coded.code});
    } else if (e.is(Op::Ite)) {
      const Lit condition = this->condition(e.arg(0));
      open.emplace_back(e.arg(1), graph_.and_(guard, condition));
      open.emplace_back(e.arg(2), graph_.and_(guard, !condition));
    } else {
      for (std::size_t arg = 0; arg < e.arity(); ++arg) open.emplace_back(e.arg(arg), guard);
    }
  }
  return found;
}

// The variables whose bits of the same frame a variable's function reads.
std::vector<std::size_t> BitSystem::needs(std::size_t i, bool start) const {
  const VariableBits& v = variables_[i];
  const bool is_always = v.always && v.always->function;
  const bool is_function = start ? v.is_function_at_start() : v.is_function_of_step();
  if (!is_function) return {};
  const Assignment* a = start ? init_of_[i] : step_of_[i];
  if (is_always) a = always_of_[i];
  std::vector<std::size_t> found;
  for_each_postorder(a->value, [&](Expr e) {
    const bool current_counts = start || is_always;
    if (e.is(Op::Variable) && current_counts) found.push_back(index_of(e));
    if (e.is(Op::Next)) found.push_back(index_of(e.arg(0)));
  });
  return found;
}

// A function that cannot be evaluated in any order becomes a constraint on free bits.
void BitSystem::demote(std::size_t i, bool start) {
  VariableBits& v = variables_[i];
  ExprPool& pool = *system_.pool;
  const auto constrain = [&](const Assignment& a, Expr variable, std::vector<Condition>& to) {
    const Expr e = as_condition(pool, variable, a.value);
    to.push_back({e, condition(e)});
  };
  if (v.always && v.always->function) {
    constrain(*always_of_[i], always_of_[i]->variable, invar_);
    v.always.reset();
  } else if (start) {
    constrain(*init_of_[i], init_of_[i]->variable, init_);
    v.init.reset();
  } else {
    constrain(*step_of_[i], pool.next(step_of_[i]->variable), trans_);
    v.step.reset();
  }
}

// Depth first without recursion; a function on a cycle is demoted where the cycle closes.
std::vector<std::size_t> BitSystem::topological(bool start) {
  enum class Mark : char { New, Open, Done };
  std::vector<Mark> mark(variables_.size(), Mark::New);
  std::vector<std::size_t> order;
  struct Visit {
    std::size_t variable;
    std::vector<std::size_t> needs;
    std::size_t at = 0;
  };
  std::vector<Visit> stack;
  for (std::size_t root = 0; root < variables_.size(); ++root) {
    if (mark[root] != Mark::New) continue;
    mark[root] = Mark::Open;
    stack.push_back({root, needs(root, start)});
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.at == top.needs.size()) {
        mark[top.variable] = Mark::Done;
        order.push_back(top.variable);
        stack.pop_back();
        continue;
      }
      const std::size_t needed = top.needs[top.at++];
      if (mark[needed] == Mark::Open) {
        demote(top.variable, start);
        top.at = top.needs.size();
      } else if (mark[needed] == Mark::New) {
        mark[needed] = Mark::Open;
        stack.push_back({needed, needs(needed, start)});
      }
    }
  }
  return order;
}

void BitSystem::settle_fits(Context& context) {
  std::vector<Lit*> open;
  for (VariableBits& v : variables_)
    for (std::optional<BitAssignment>* a : {&v.init, &v.step, &v.always})
      if (*a && (*a)->fits != Aig::constant(true)) open.push_back(&(*a)->fits);
  if (open.empty()) return;
  solve::Sat sat(context);
  solve::Cnf cnf(graph_, sat);
  for (const VariableBits& v : variables_) {
    cnf.require(v.valid);
    if (v.kind == VariableKind::State) cnf.require(valid_code(graph_, v.type(), v.next));
  }
  for (Lit* fits : open) {
    const int fails = cnf.literal(!*fits);
    if (sat.solve(std::span(&fails, 1), fit_conflicts) == solve::Answer::Unsat) *fits = Aig::constant(true);
  }
}

bool BitSystem::is_total() const {
  if (!trans_.empty() || !invar_.empty()) return false;
  return std::all_of(variables_.begin(), variables_.end(), [](const VariableBits& v) {
    const auto fits = [](const std::optional<BitAssignment>& a) { return !a || a->fits == Aig::constant(true); };
    return fits(v.step) && fits(v.always);
  });
}

std::vector<bool> BitSystem::cone(std::span<const Expr> roots) const {
  std::vector<bool> inside(variables_.size(), false), seen;
  std::vector<std::size_t> open;
  const auto include = [&](std::size_t i) {
    if (!inside[i]) open.push_back(i);
    inside[i] = true;
  };
  const auto include_support = [&](Expr e) {
    for_each_postorder(std::span<const Expr>(&e, 1), seen, [&](Expr below) {
      if (below.is(Op::Variable)) include(index_of(below));
    });
  };
  for (Expr root : roots) include_support(root);
  for (const auto* conditions : {&init_, &invar_, &trans_})
    for (const Condition& c : *conditions) include_support(c.expression);
  for (std::size_t i = 0; i < variables_.size(); ++i)
    for (const auto* a : {&variables_[i].init, &variables_[i].step, &variables_[i].always})
      if (*a && (*a)->fits != Aig::constant(true)) include(i);
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    for (const Assignment* a : {init_of_[i], step_of_[i], always_of_[i]})
      if (a) include_support(a->value);
  }
  return inside;
}

}  // namespace whynot::encode
