// Three independent checks over elaborated terms: termination, finiteness, and guards.
#include "front/ots/analyse.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/ots/plan.h"

namespace whynot::front::ots {
namespace {

using whynot::ots::Op;
using whynot::ots::SortKind;
using whynot::ots::Term;

// Walks a function's body with the conditions under which each call is reached.
class TerminationCheck {
 public:
  TerminationCheck(const whynot::ots::Ots& ots, const whynot::ots::Function& f)
      : ots_(ots), f_(f), decreases_(f.params.size(), true) {}

  bool terminates() {
    walk(f_.body);
    return !recursive_ || std::find(decreases_.begin(), decreases_.end(), true) != decreases_.end();
  }

 private:
  void walk(Term t) {
    if (t.is(Op::Ite)) {
      walk(t.arg(0));
      for (const std::size_t branch : {1u, 2u}) {
        path_.emplace_back(t.arg(0), branch == 1);
        walk(t.arg(branch));
        path_.pop_back();
      }
      return;
    }
    for (std::size_t i = 0; i < t.arity(); ++i) walk(t.arg(i));
    if (!t.is(Op::Call) || &ots_.functions[static_cast<std::size_t>(t.a())] != &f_) return;
    recursive_ = true;
    for (std::size_t i = 0; i < decreases_.size(); ++i)
      decreases_[i] = decreases_[i] && is_smaller(t.arg(i), f_.params[i]);
  }

  // A part of the parameter: a field of it, the tail of a list that is not empty, less than a number that is not 0.
  bool is_smaller(Term t, whynot::ots::VarId param) const {
    bool smaller = false, needs_guard = false;
    while (!t.is(Op::Var)) {
      if (is_shared_field(t)) t = t.arg(1);
      const bool is_less =
          t.is(Op::Sub) && t.arg(1).is(Op::Number) && t.arg(1).a() > 0 && t.sort() == whynot::ots::nat_sort;
      if (is_less || t.is(Op::Tail))
        needs_guard = true;
      else if (!t.is(Op::Select))
        return false;
      smaller = true;
      t = t.arg(0);
    }
    return smaller && t.var() == param && (!needs_guard || excludes_smallest(t));
  }

  // A field that several constructors share: read from one or the other of them.
  static bool is_shared_field(Term t) {
    const Term first = t.is(Op::Ite) ? t.arg(1) : t;
    const auto is_like_first = [&](Term s) { return s.is(Op::Select) && s.arg(0) == first.arg(0); };
    if (!t.is(Op::Ite) || !first.is(Op::Select)) return false;
    for (t = t.arg(2); t.is(Op::Ite); t = t.arg(2))
      if (!is_like_first(t.arg(1))) return false;
    return is_like_first(t);
  }

  bool excludes_smallest(Term param) const {
    for (const auto& [condition, holds] : path_) {
      std::vector<Term> facts = conjuncts(*ots_.pool, holds ? condition : ots_.pool->not_(condition));
      for (Term fact : facts) {
        if (fact.is(Op::Lt) && fact.arg(1) == param) return true;
        if (fact.is(Op::Le) && fact.arg(1) == param && fact.arg(0).is(Op::Number) && fact.arg(0).a() > 0) return true;
        if (!fact.is(Op::Not) || !fact.arg(0).is(Op::Eq)) continue;
        const Term a = fact.arg(0).arg(0), b = fact.arg(0).arg(1);
        const auto is_smallest = [](Term t) { return t.is(Op::Empty) || (t.is(Op::Number) && t.a() == 0); };
        if ((a == param && is_smallest(b)) || (b == param && is_smallest(a))) return true;
      }
    }
    return false;
  }

  const whynot::ots::Ots& ots_;
  const whynot::ots::Function& f_;
  std::vector<bool> decreases_;
  std::vector<std::pair<Term, bool>> path_;
  bool recursive_ = false;
};

// Connectives whose later operands hold a call of the function, as conditionals.
class Conditionals {
 public:
  Conditionals(const whynot::ots::Ots& ots, const whynot::ots::Function& f) : ots_(ots), f_(f) {}

  Term apply(Term t) {
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(apply(t.arg(i)));
    const bool connective = t.is(Op::And) || t.is(Op::Or) || t.is(Op::Implies);
    if (!connective || std::none_of(args.begin() + 1, args.end(), [&](Term a) { return calls(a); }))
      return args.empty() ? t : ots_.pool->make(t.op(), t.sort(), args, t.a(), t.b());
    Term out = args.back();
    for (std::size_t i = args.size() - 1; i-- > 0;) {
      const Term settled = ots_.pool->boolean(!t.is(Op::And));
      out = t.is(Op::Or) ? ots_.pool->ite(args[i], settled, out) : ots_.pool->ite(args[i], out, settled);
    }
    return out;
  }

 private:
  bool calls(Term root) const {
    bool found = false;
    whynot::ots::for_each_subterm(root, [&](Term t) {
      found = found || (t.is(Op::Call) && &ots_.functions[static_cast<std::size_t>(t.a())] == &f_);
    });
    return found;
  }

  const whynot::ots::Ots& ots_;
  const whynot::ots::Function& f_;
};

// Loose sorts can be given finitely many elements; numbers are finite where every scope limits them.
class Finiteness {
 public:
  explicit Finiteness(const whynot::ots::Ots& ots) : ots_(ots) {
    for (whynot::ots::SortId s = 0; s < ots.sorts.size(); ++s)
      if (ots.sorts[s].kind == SortKind::Loose) some_.elements.push_back({s, {}});
    for (const whynot::ots::SortId s : {whynot::ots::nat_sort, whynot::ots::int_sort}) {
      const auto limits = [&](const whynot::ots::Scope& scope) {
        return std::any_of(scope.limits.begin(), scope.limits.end(), [&](const auto& l) { return l.first == s; });
      };
      if (!ots.scopes.empty() && std::all_of(ots.scopes.begin(), ots.scopes.end(), limits))
        some_.limits.emplace_back(s, 0);
    }
  }
  bool operator()(whynot::ots::SortId s) const { return domain(ots_, s, &some_).has_value(); }

 private:
  const whynot::ots::Ots& ots_;
  whynot::ots::Scope some_;
};

// Whether two patterns may be equal: free constructors are, once variables are given values.
bool may_be_equal(Term a, Term b) {
  if (!a.is(Op::Construct) || !b.is(Op::Construct)) return true;
  if (a.a() != b.a()) return false;
  for (std::size_t i = 0; i < a.arity(); ++i)
    if (!may_be_equal(a.arg(i), b.arg(i))) return false;
  return true;
}

// Either they differ, or it is said how often one of them is there.
bool are_told_apart(const std::vector<Term>& conditions, Term a, Term b) {
  return std::any_of(conditions.begin(), conditions.end(), [&](Term t) {
    bool counts = false;
    whynot::ots::for_each_subterm(
        t, [&](Term s) { counts = counts || (s.is(Op::Count) && (s.arg(0) == a || s.arg(0) == b)); });
    return counts ||
           (t.is(Op::Not) && t.arg(0).is(Op::Eq) &&
            ((t.arg(0).arg(0) == a && t.arg(0).arg(1) == b) || (t.arg(0).arg(0) == b && t.arg(0).arg(1) == a)));
  });
}

}  // namespace

void check_termination(const whynot::ots::Ots& ots, whynot::ots::Function& f, Diagnostics& diagnostics) {
  if (TerminationCheck(ots, f).terminates()) return;
  const Term written = std::exchange(f.body, Conditionals(ots, f).apply(f.body));
  if (TerminationCheck(ots, f).terminates()) return;
  f.body = written;
  Diagnostic& d = diagnostics.error(
      "ots.not-terminating", fmt::format("`{}` calls itself without making one argument smaller each time", f.name),
      f.where);
  d.help = "recur on a field, on `tail(l)` where `l != []`, or on `n - 1` where `n > 0`";
}

void check_range_restriction(const whynot::ots::Ots& ots, Diagnostics& diagnostics) {
  const Finiteness finite(ots);
  const auto unbound = [&](const std::vector<whynot::ots::VarId>& params, Term condition) {
    return plan_bindings(*ots.pool, params, conjuncts(*ots.pool, condition), std::cref(finite)).unbound;
  };
  for (const whynot::ots::Transition& t : ots.transitions)
    for (whynot::ots::VarId v : unbound(t.params, t.guard)) {
      const whynot::ots::Variable& var = ots.pool->variable(v);
      Diagnostic& d = diagnostics.error(
          "ots.unbound-parameter",
          fmt::format("parameter `{}` of transition `{}` is of the infinite sort {} and nothing binds it", var.name,
                      t.name, ots.sorts[var.sort].name),
          t.where);
      d.help = fmt::format("bind it in `when` by a membership (`f({0}) in …`) or an equation (`{0} = …`)", var.name);
    }
  for (const whynot::ots::Invariant& i : ots.invariants)
    for (whynot::ots::VarId v : unbound(i.params, ots.pool->not_(i.body))) {
      const whynot::ots::Variable& var = ots.pool->variable(v);
      diagnostics.warning("ots.unbound-parameter",
                          fmt::format("parameter `{}` of invariant `{}` is bound by no membership: a search looks for "
                                      "it among the terms of the state only",
                                      var.name, i.name),
                          i.where);
    }
}

void check_quantifiers(const whynot::ots::Ots& ots, Term root, const std::string& of, const Span& where,
                       Diagnostics& diagnostics) {
  const Finiteness finite(ots);
  whynot::ots::for_each_subterm(root, [&](Term t) {
    if (!t.is(Op::Forall) && !t.is(Op::Exists)) return;
    std::vector<whynot::ots::VarId> vars;
    for (std::size_t i = 1; i < t.arity(); ++i) vars.push_back(t.arg(i).var());
    const Term sought = t.is(Op::Exists) ? t.arg(0) : ots.pool->not_(t.arg(0));
    for (whynot::ots::VarId v :
         plan_bindings(*ots.pool, vars, conjuncts(*ots.pool, sought), std::cref(finite)).unbound) {
      const whynot::ots::Variable& var = ots.pool->variable(v);
      Diagnostic& d = diagnostics.error("ots.unbound-quantifier",
                                        fmt::format("`{}`, which {} quantifies over, is of the infinite sort {} and "
                                                    "nothing binds it",
                                                    var.name, of, ots.sorts[var.sort].name),
                                        where);
      d.help = fmt::format("bind it: `exists {0}: {1}. {0} in … and …`, `forall {0}: {1}. {0} in … => …`", var.name,
                           ots.sorts[var.sort].name);
    }
  });
}

void check_quantifiers(const whynot::ots::Ots& ots, Diagnostics& diagnostics) {
  const auto check = [&](Term t, const std::string& of, const Span& where) {
    check_quantifiers(ots, t, of, where, diagnostics);
  };
  check(ots.init, "`init`", ots.where);
  for (const whynot::ots::Function& f : ots.functions) check(f.body, fmt::format("function `{}`", f.name), f.where);
  for (const whynot::ots::Transition& t : ots.transitions) {
    const std::string of = fmt::format("transition `{}`", t.name);
    check(t.guard, of, t.where);
    for (const whynot::ots::Update& u : t.updates) check(u.value, of, t.where);
  }
  for (const whynot::ots::Invariant& i : ots.invariants) check(i.body, fmt::format("invariant `{}`", i.name), i.where);
  for (const whynot::ots::Scope& s : ots.scopes)
    for (const auto& [transition, condition] : s.wheres) check(condition, fmt::format("scope `{}`", s.name), s.where);
}

void check_occurrences(const whynot::ots::Ots& ots, Diagnostics& diagnostics) {
  for (const whynot::ots::Transition& t : ots.transitions) {
    const std::vector<Term> conditions = conjuncts(*ots.pool, t.guard);
    for (std::size_t i = 0; i < conditions.size(); ++i)
      for (std::size_t j = i + 1; j < conditions.size(); ++j) {
        const Term a = conditions[i], b = conditions[j];
        if (!a.is(Op::In) || !b.is(Op::In) || a.arg(1) != b.arg(1) || ots.sorts[a.arg(1).sort()].kind != SortKind::Bag)
          continue;
        if (!may_be_equal(a.arg(0), b.arg(0)) || are_told_apart(conditions, a.arg(0), b.arg(0))) continue;
        Diagnostic& d = diagnostics.warning(
            "ots.same-occurrence",
            fmt::format("`{}` and `{}` may be one and the same occurrence", to_text(ots, a), to_text(ots, b)), t.where);
        d.help = "add `x != y` to tell them apart, or `count(x, b) >= 2` to ask for two";
      }
  }
}

}  // namespace whynot::front::ots
