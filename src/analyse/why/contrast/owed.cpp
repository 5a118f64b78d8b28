// Progression works on the parts of the formula above its atoms, operands first; atoms are evaluated on the step.
// A past operator becomes `f | m` and the like, where the variable m remembers what was true up to the step before.
#include "analyse/why/contrast/owed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "model/ltl.h"
#include "model/system/truth.h"

namespace whynot::analyse::why {
namespace {

constexpr std::uint64_t farthest_back = 64;  // steps that are remembered one by one

bool is_constant(const ExprPool& pool, Expr e, bool value) {
  return e.is(Op::Constant) && pool.value_of(e) == Value::boolean(value);
}

// The parts above the atoms and the atoms themselves, operands first.
std::vector<Expr> skeleton(Expr formula) {
  std::vector<Expr> order;
  std::vector<std::pair<Expr, std::size_t>> open = {{formula, 0}};
  std::unordered_map<Expr, bool, ExprHash> seen = {{formula, true}};
  while (!open.empty()) {
    auto& [e, next] = open.back();
    if (contains_op(e, is_temporal) && next < e.arity()) {
      const Expr part = e.arg(next++);
      if (seen.emplace(part, true).second) open.emplace_back(part, 0);
      continue;
    }
    order.push_back(e);
    open.pop_back();
  }
  return order;
}

// Flattened, each member once, in one order; `neutral` is left out and its opposite is the whole.
Expr joined(ExprPool& pool, Op op, Expr a, Expr b) {
  const bool neutral = op == Op::And;
  std::vector<Expr> members, open = {a, b};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (is_constant(pool, e, !neutral)) return e;
    if (is_constant(pool, e, neutral)) continue;
    if (e.is(op) && e.type().is_boolean())
      open.insert(open.end(), {e.arg(0), e.arg(1)});
    else
      members.push_back(e);
  }
  std::sort(members.begin(), members.end(), [](Expr x, Expr y) { return x.id() < y.id(); });
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.empty()) return pool.boolean(neutral);
  Expr result = members[0];
  for (std::size_t i = 1; i < members.size(); ++i)
    result = op == Op::And ? pool.and_(result, members[i]) : pool.or_(result, members[i]);
  return result;
}

// Logical connectives over formulas.
struct Formulas {
  ExprPool& pool;
  Expr negation(Expr e) const { return opposite(pool, e); }
  Expr both(Expr a, Expr b) const { return why::both(pool, a, b); }
  Expr either(Expr a, Expr b) const { return why::either(pool, a, b); }
};

Expr connected(ExprPool& pool, Expr e, std::span<const Expr> parts) {
  return connect(e.op(), Formulas{pool}, parts[0], parts[parts.size() > 1 ? 1 : 0], parts[parts.size() > 2 ? 2 : 0]);
}

}  // namespace

Expr both(ExprPool& pool, Expr a, Expr b) { return joined(pool, Op::And, a, b); }
Expr either(ExprPool& pool, Expr a, Expr b) { return joined(pool, Op::Or, a, b); }
Expr opposite(ExprPool& pool, Expr e) {
  if (e.is(Op::Constant)) return pool.boolean(!pool.value_of(e).is_true());
  return e.is(Op::Not) ? e.arg(0) : pool.not_(e);
}

bool Owing::takes(Expr formula) {
  const std::vector<Expr> parts = skeleton(formula);
  return std::all_of(parts.begin(), parts.end(), [](Expr e) {
    if (is_ctl(e.op())) return false;
    if (!is_past(e.op())) return true;
    if (is_bounded(e) && (has_two_operands(e.op()) || bounds_of(e).hi > farthest_back)) return false;
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (contains_op(e.arg(i), is_future)) return false;
    return true;
  });
}

Owing::Owing(const TransitionSystem& system, Expr formula)
    : system_(system), pool_(*system.pool), formula_(formula), columns_(signature_of(system).columns.size()) {
  WHYNOT_CHECK(takes(formula), "only formulas that can be progressed should be");
  remember();
  slots_.emplace(system_);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const Assignment& later = system_.next_assignments[system_.next_assignments.size() - first_.size() + i];
    memories_.emplace_back(pool_, later.value, [&](Expr leaf) { return slots_->of(leaf); });
  }
}

void Owing::remember() {
  std::unordered_map<Expr, Expr, ExprHash> made;
  for (Expr e : skeleton(formula_)) {
    std::vector<Expr> parts;
    if (contains_op(e, is_temporal))
      for (std::size_t i = 0; i < e.arity(); ++i) parts.push_back(made.at(e.arg(i)));
    if (is_past(e.op()))
      made[e] = is_bounded(e) ? remembered_within(e, parts[0]) : remembered(e, parts);
    else
      made[e] = parts.empty() ? e : rebuild(pool_, e, parts);
  }
  formula_ = made.at(formula_);
}

// The past formula as a condition on the state and on what was true before.
Expr Owing::remembered(Expr past, std::span<const Expr> parts) {
  const Op op = past.op();
  const Expr a = parts[0], b = parts[has_two_operands(op) ? 1 : 0];
  const Expr before = pool_.variable(fmt::format("(before {})", past.id()), pool_.boolean_type());
  const Expr now = unfold(op, Formulas{pool_}, a, b, before);
  add_memory(before, holds_before_start(op), is_shift(op) ? a : now);
  return now;
}

// `O [1, 3] a` by three steps that are remembered one by one.
Expr Owing::remembered_within(Expr past, Expr a) {
  const TimeBounds bounds = bounds_of(past);
  const bool every = holds_before_start(past.op());
  const Formulas in{pool_};
  std::size_t made = 0;
  const auto before = [&](Expr e) {
    const std::string name = fmt::format("(before {}, {})", past.id(), ++made);
    return add_memory(pool_.variable(name, pool_.boolean_type()), every, e);
  };
  Expr now = a;
  for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i)
    now = every ? in.both(a, before(now)) : in.either(a, before(now));
  for (std::uint64_t i = 0; i < bounds.lo; ++i) now = before(now);
  return bounds.lo <= bounds.hi ? now : pool_.boolean(every);
}

Expr Owing::add_memory(Expr variable, bool first, Expr later) {
  system_.variables.push_back({variable, VariableKind::State, {}});
  system_.init_assignments.push_back({variable, pool_.boolean(first), {}});
  system_.next_assignments.push_back({variable, later, {}});
  first_.push_back(first);
  return variable;
}

Moment Owing::start(State state) const {
  state.resize(columns_);
  for (const bool first : first_) state.push_back(Value::boolean(first));
  return {std::move(state), formula_};
}

Moment Owing::after(const Moment& moment, const Inputs& inputs, const State& to) {
  State next(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(columns_));
  next.resize(columns_ + first_.size());
  const std::vector<Value> around = slots_->values(moment.state, &inputs, &next);
  for (std::size_t i = 0; i < memories_.size(); ++i) next[columns_ + i] = memories_[i].run(around);
  return {std::move(next), moment.owed ? progress(moment.owed, around) : Expr()};
}

std::vector<Moment> Owing::along(const Trace& trace) {
  std::vector<Moment> moments = {start(trace.steps[0].state)};
  for (std::size_t i = 1; i < trace.steps.size(); ++i)
    moments.push_back(after(moments.back(), trace.steps[i].inputs, trace.steps[i].state));
  return moments;
}

bool Owing::is_broken(const Moment& moment) const {
  Trace alone;
  alone.steps.push_back({moment.state, {}, {}});
  return moment.owed && TraceTruth(system_, alone, moment.owed).at(moment.owed, 0) == Truth::False;
}

// Null where an atom has no value.
Expr Owing::progress(Expr owed, std::span<const Value> around) {
  std::unordered_map<Expr, Expr, ExprHash> made;
  std::vector<Expr> now;
  for (Expr e : skeleton(owed)) {
    now.clear();
    if (!contains_op(e, is_temporal)) {
      made[e] = value_of(e, around);
    } else {
      for (std::size_t i = 0; i < e.arity(); ++i) now.push_back(made.at(e.arg(i)));
      made[e] = is_temporal(e.op()) ? progress_of(e, now) : connected(pool_, e, now);
    }
    if (!made[e]) return {};
  }
  return made.at(owed);
}

Expr Owing::value_of(Expr atom, std::span<const Value> around) {
  if (atom.is(Op::Constant)) return atom;
  auto found = atoms_.find(atom);
  if (found == atoms_.end())
    found = atoms_.emplace(atom, CompiledExpr(pool_, atom, [&](Expr leaf) { return slots_->of(leaf); })).first;
  const Value value = found->second.run(around);
  return value.defined() ? pool_.boolean(value.is_true()) : Expr();
}

Expr Owing::progress_of(Expr e, std::span<const Expr> now) {
  if (e.is(Op::X)) return e.arg(0);
  TimeBounds rest = bounds_of(e);
  if (rest.hi < rest.lo) return pool_.boolean(wants_every_goal(e.op()));
  const bool is_last = rest.hi == 0, waits = rest.lo > 0;
  if (rest.hi != no_bound && rest.hi > 0) --rest.hi;
  if (waits) --rest.lo;
  const Expr later = has_two_operands(e.op()) ? pool_.temporal(e.op(), {e.arg(0), e.arg(1)}, rest)
                                              : pool_.temporal(e.op(), {e.arg(0)}, rest);
  const Expr goal = now.back();
  if (is_last) return goal;
  const Formulas in{pool_};
  if (!waits) return unfold(e.op(), in, now[0], goal, later);
  if (!has_two_operands(e.op())) return later;
  return e.is(Op::U) ? in.both(now[0], later) : in.either(now[0], later);
}

}  // namespace whynot::analyse::why
