// Rules for booleans and choices; of words, only what is constant.
#include "front/verilog/simplify.h"

#include "expr/evaluate.h"

namespace whynot::front::verilog {
namespace {

std::optional<bool> boolean_constant(const ExprPool& pool, Expr e) {
  if (!e.is(Op::Constant) || !e.type().is_boolean()) return std::nullopt;
  return pool.value_of(e).as_boolean();
}

}  // namespace

Given::Given(ExprPool& pool, Expr given) : pool_(pool) { learn(given); }

std::optional<bool> Given::truth(Expr e) const {
  if (e.is(Op::Not)) {
    const auto inner = truth(e.arg(0));
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto found = known_.find(e);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void Given::learn(Expr given) {
  std::vector<std::pair<Expr, bool>> open{{given, true}};
  while (!open.empty()) {
    const auto [one, truth] = open.back();
    open.pop_back();
    if (!known_.emplace(one, truth).second) continue;
    if (one.is(Op::Not)) open.emplace_back(one.arg(0), !truth);
    if (one.is(truth ? Op::And : Op::Or))
      for (std::size_t i = 0; i < one.arity(); ++i) open.emplace_back(one.arg(i), truth);
    if (one.is(Op::Ite)) learn_choice(one, truth, open);
  }
}

// One branch is a constant that differs: the other was taken.
void Given::learn_choice(Expr choice, bool truth, std::vector<std::pair<Expr, bool>>& open) const {
  for (const std::size_t branch : {1u, 2u}) {
    const auto constant = boolean_constant(pool_, choice.arg(branch));
    if (!constant || *constant == truth) continue;
    open.emplace_back(choice.arg(0), branch == 2);
    open.emplace_back(choice.arg(3 - branch), truth);
  }
}

Expr Given::operator()(Expr root) {
  std::vector<Expr> open{root}, needs, args;
  while (!open.empty()) {
    const Expr e = open.back();
    const auto taken = e.is(Op::Ite) ? truth(e.arg(0)) : std::nullopt;
    needs.clear();
    for (std::size_t i = 0; i < e.arity() && !e.is(Op::Next); ++i)
      if (!taken || i == (*taken ? 1u : 2u)) needs.push_back(e.arg(i));
    const std::size_t before = open.size();
    for (const Expr part : needs)
      if (!done_.contains(part)) open.push_back(part);
    if (open.size() > before) continue;
    open.pop_back();
    args.clear();
    for (const Expr part : needs) args.push_back(done_.at(part));
    if (taken)
      done_.emplace(e, args[0]);
    else
      done_.emplace(e, args == needs ? e : rebuild(pool_, e, args));
  }
  return done_.at(root);
}

Expr assuming(ExprPool& pool, Expr given, Expr value) {
  const Given facts(pool, given);
  bool negated = false;
  while (true) {
    if (value.is(Op::Not)) {
      negated = !negated;
      value = value.arg(0);
      continue;
    }
    const auto taken = value.is(Op::Ite) ? facts.truth(value.arg(0)) : std::nullopt;
    if (!taken) break;
    value = value.arg(*taken ? 1 : 2);
  }
  return negated ? pool.not_(value) : value;
}

std::optional<bool> Simplifier::constant(Expr e) const { return boolean_constant(pool_, e); }

Expr Simplifier::operator()(Expr root) {
  std::vector<Expr> open{root};
  while (!open.empty()) {  // a part that is done, or has a name, is not entered
    const Expr e = open.back();
    if (done_.contains(e)) {
      open.pop_back();
      continue;
    }
    bool ready = true;
    for (std::size_t i = 0; i < e.arity() && !e.is(Op::Next); ++i)
      if (!done_.contains(e.arg(i))) {
        open.push_back(e.arg(i));
        ready = false;
      }
    if (!ready) continue;
    open.pop_back();
    const std::vector<Expr> args = arguments(e);
    done_.emplace(e, make(e, args));
  }
  return done_.at(root);
}

Expr Simplifier::below(Expr e) {
  for (std::size_t i = 0; i < e.arity(); ++i) (*this)(e.arg(i));
  const std::vector<Expr> args = arguments(e);
  return make(e, args);
}

std::vector<Expr> Simplifier::arguments(Expr e) {
  std::vector<Expr> args;
  for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(e.is(Op::Next) ? e.arg(i) : done_.at(e.arg(i)));
  return args;
}

Expr Simplifier::make(Expr e, std::span<const Expr> args) {
  switch (e.op()) {
    case Op::Not:
      if (const auto c = e.type().is_boolean() ? constant(args[0]) : std::nullopt) return pool_.boolean(!*c);
      if (args[0].is(Op::Not)) return args[0].arg(0);
      break;
    case Op::And:
    case Op::Or: {
      if (!e.type().is_boolean()) break;
      const bool neutral = e.is(Op::And);
      std::vector<Expr> left;
      for (Expr a : args) {
        const auto c = constant(a);
        if (c && *c != neutral) return a;
        if (!c && (left.empty() || left.back() != a)) left.push_back(a);
      }
      if (left.size() == args.size()) break;
      return neutral ? pool_.all(left) : pool_.any(left);
    }
    case Op::Eq:
      if (args[0].is(Op::Constant) && args[1].is(Op::Constant))
        return pool_.boolean(pool_.value_of(args[0]) == pool_.value_of(args[1]));
      break;
    case Op::Ite: return choice(e, args);
    default: break;
  }
  if (e.arity() == 0 || e.is(Op::Next)) return e;
  const Expr made = rebuild(pool_, e, args);
  std::vector<Value> values;
  for (const Expr a : args)
    if (a.is(Op::Constant)) values.push_back(pool_.value_of(a));
  if (values.size() < args.size() || is_temporal(e.op())) return made;
  const Value value = evaluate_op(made, values);
  return made.type().contains(value) ? pool_.constant(value, made.type()) : made;
}

Expr Simplifier::choice(Expr e, std::span<const Expr> args) {
  if (const auto c = constant(args[0])) return args[*c ? 1 : 2];
  if (args[1] == args[2]) return args[1];
  const auto then = constant(args[1]), otherwise = constant(args[2]);
  if (then && otherwise) return *then ? args[0] : pool_.not_(args[0]);
  return rebuild(pool_, e, args);
}

}  // namespace whynot::front::verilog
