// Orders both sides of each equation, rewrites the rules by one another, and repeats until nothing changes.
#include "encode/ots/orient.h"

#include <algorithm>
#include <deque>
#include <tuple>

#include "encode/ots/simplify.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Term;

namespace {

bool is_made(Term t) {
  return t.is(Op::Bool) || t.is(Op::Number) || t.is(Op::Element) || t.is(Op::Construct) || t.is(Op::Empty) ||
         t.is(Op::Cons);
}

// Data below names, names below what the state shows, that below what is computed from it.
int precedence_level(Term t) {
  if (is_made(t)) return 0;
  if (t.is(Op::Not)) return 1;
  if (t.is(Op::Var)) return 2;
  return t.is(Op::Observe) ? 3 : 4;
}

auto precedence(Term t) { return std::tuple(precedence_level(t), t.op(), t.a(), t.b(), t.arity()); }

// The lexicographic path order; total on terms whose variables are constants.
bool is_greater(Term x, Term y) {
  if (x == y) return false;
  for (std::size_t i = 0; i < x.arity(); ++i)
    if (x.arg(i) == y || is_greater(x.arg(i), y)) return true;
  for (std::size_t i = 0; i < y.arity(); ++i)
    if (!is_greater(x, y.arg(i))) return false;
  if (precedence(x) != precedence(y)) return precedence(x) > precedence(y);
  for (std::size_t i = 0; i < x.arity(); ++i)
    if (x.arg(i) != y.arg(i)) return is_greater(x.arg(i), y.arg(i));
  return false;
}

class Orientation {
 public:
  explicit Orientation(const Ots& ots) : ots_(ots), pool_(*ots.pool) {}

  void assume(Term literal) {
    const bool positive = !literal.is(Op::Not);
    const Term atom = positive ? literal : literal.arg(0);
    if (atom.is(Op::Eq) && positive)
      todo_.emplace_back(atom.arg(0), atom.arg(1));
    else if (atom.is(Op::Eq) && atom.arg(0).sort() == whynot::ots::bool_sort)
      todo_.emplace_back(atom.arg(0), pool_.not_(atom.arg(1)));
    else
      todo_.emplace_back(atom, pool_.boolean(positive));
  }

  void complete() {
    while (!todo_.empty()) {
      const auto [x, y] = todo_.front();
      todo_.pop_front();
      add(normal(x), normal(y));
    }
  }
  const std::vector<RewriteRule>& rules() const { return rules_; }

  // Rules are reduced by each other, so that one pass finds the normal form of a subterm whose parts have theirs.
  // Also what the engine computes without being told: known truth values and numbers.
  Term normal(Term t) {
    return rewrite(pool_, t, [&](Term whole) {
      Term part = fold_arithmetic(ots_, whole);
      if (part.is(Op::Ite) && part.arg(0).is(Op::Bool)) return part.arg(part.arg(0).is_true() ? 1 : 2);
      if (part.is(Op::Not) && part.arg(0).is(Op::Not)) return part.arg(0).arg(0);
      if (part.is(Op::Not) && part.arg(0).is(Op::Bool)) return pool_.boolean(part.arg(0).is_false());
      if (part.is(Op::And) || part.is(Op::Or)) part = junction(part);
      if (part.is(Op::Is) && part.arg(0).is(Op::Construct)) return pool_.boolean(part.arg(0).a() == part.a());
      if (part.is(Op::Select) && part.arg(0).is(Op::Construct) && part.arg(0).a() == part.a())
        return part.arg(0).arg(part.b());
      if (part.is(Op::Size) && part.arg(0).is(Op::Empty)) return pool_.number(0, part.sort());
      if (part.is(Op::In) && part.arg(1).is(Op::Empty)) return pool_.boolean(false);
      if (part.is(Op::Eq) && part.arg(0) == part.arg(1)) return pool_.boolean(true);
      if (part.is(Op::Eq) && part.arg(0).is(Op::Number) && part.arg(1).is(Op::Number)) return pool_.boolean(false);
      if (part.is(Op::Eq) && is_greater(part.arg(1), part.arg(0))) part = pool_.eq(part.arg(1), part.arg(0));
      const auto rule =
          std::find_if(rules_.begin(), rules_.end(), [&](const RewriteRule& r) { return r.first == part; });
      return rule == rules_.end() ? part : rule->second;
    });
  }

 private:
  Term junction(Term t) {
    const bool conjunction = t.is(Op::And);
    std::vector<Term> open;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      if (t.arg(i).is(Op::Bool) && t.arg(i).is_true() != conjunction) return t.arg(i);
      if (!t.arg(i).is(Op::Bool)) open.push_back(t.arg(i));
    }
    return conjunction ? pool_.all(open) : pool_.any(open);
  }

  void add(Term x, Term y) {
    if (x == y) return;
    if (is_made(x) && is_made(y)) {
      if (x.op() == y.op() && x.a() == y.a())  // terms are equal when their parts are
        for (std::size_t i = 0; i < x.arity(); ++i) todo_.emplace_back(x.arg(i), y.arg(i));
      return;
    }
    if (!is_greater(x, y)) std::swap(x, y);
    if (x.is(Op::Not)) {  // what a Boolean name is, rather than its negation
      const Term inner = x.arg(0);
      return add(inner, normal(pool_.not_(y)));
    }
    std::vector<RewriteRule> kept;
    for (const RewriteRule& r : rules_) {
      if (contains(r.first, x) || contains(r.second, x))
        todo_.push_back(r);
      else
        kept.push_back(r);
    }
    rules_ = std::move(kept);
    rules_.emplace_back(x, y);
  }

  static bool contains(Term whole, Term part) {
    bool found = false;
    for_each_subterm(whole, [&](Term t) { found = found || t == part; });
    return found;
  }

  const Ots& ots_;
  whynot::ots::TermPool& pool_;
  std::deque<RewriteRule> todo_;
  std::vector<RewriteRule> rules_;
};

bool is_connective_here(Term t) {
  return t.is(Op::Not) || t.is(Op::And) || t.is(Op::Or) || t.is(Op::Implies) ||
         ((t.is(Op::Ite) || t.is(Op::Eq)) && t.arg(t.arity() - 1).sort() == whynot::ots::bool_sort);
}

// The truth of a formula under a choice for its atoms.
class TruthTable {
 public:
  explicit TruthTable(Term formula) : formula_(formula) {
    for_each_subterm(formula, [&](Term t) {
      if (t.sort() == whynot::ots::bool_sort && !t.is(Op::Bool) && !is_connective_here(t)) atoms_.push_back(t.id());
    });
  }
  bool is_always(bool value) const {
    if (atoms_.size() > most_atoms) return false;
    for (std::uint32_t choice = 0; choice < 1u << atoms_.size(); ++choice)
      if (truth(formula_, choice) != value) return false;
    return true;
  }

 private:
  static constexpr std::size_t most_atoms = 14;

  bool truth(Term t, std::uint32_t choice) const {
    const auto of = [&](std::size_t i) { return truth(t.arg(i), choice); };
    if (t.is(Op::Bool)) return t.is_true();
    if (!is_connective_here(t)) {
      const auto at = std::find(atoms_.begin(), atoms_.end(), t.id()) - atoms_.begin();
      return (choice >> at & 1) != 0;
    }
    switch (t.op()) {
      case Op::Not: return !of(0);
      case Op::Implies: return !of(0) || of(1);
      case Op::Eq: return of(0) == of(1);
      case Op::Ite: return of(of(0) ? 1 : 2);
      default: break;
    }
    const bool conjunction = t.is(Op::And);
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (of(i) != conjunction) return !conjunction;
    return conjunction;
  }

  Term formula_;
  std::vector<std::uint32_t> atoms_;
};

Orientation completed(const Ots& ots, std::span<const Term> literals) {
  Orientation orientation(ots);
  for (Term l : literals) orientation.assume(l);
  orientation.complete();
  return orientation;
}

}  // namespace

std::vector<RewriteRule> oriented(const Ots& ots, std::span<const Term> literals) {
  return completed(ots, literals).rules();
}

bool reduces_to(const Ots& ots, std::span<const Term> literals, Term formula, bool value) {
  constexpr int most_rounds = 8;
  Orientation rules = completed(ots, literals);
  for (int round = 0; round < most_rounds && !formula.is(Op::Bool); ++round)
    formula = rules.normal(simplify(ots, formula));
  return TruthTable(formula).is_always(value);
}

}  // namespace whynot::encode::ots
