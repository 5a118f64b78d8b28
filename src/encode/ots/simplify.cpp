// Rewrites bottom up with a table of results; one function for each operator holds its laws.
#include "encode/ots/simplify.h"

#include <algorithm>

#include "encode/ots/unfold.h"
#include "model/ots/rename.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::SortKind;
using whynot::ots::TermPool;

namespace {

class Simplifier {
 public:
  explicit Simplifier(const Ots& ots) : ots_(ots), pool_(*ots.pool) {}

  Term run(Term root) {
    return rewrite(pool_, root, [&](Term t) { return step(t); });
  }

 private:
  // The term with simplified arguments, simplified.  Each rule makes terms smaller or pushes an operator inwards.
  Term step(Term t) {
    if (const auto known = memo_.find(t.id()); known != memo_.end()) return known->second;
    const Term out = rule(t);
    memo_.emplace(t.id(), out);
    return out;
  }
  Term make(Op op, whynot::ots::SortId sort, std::initializer_list<Term> args, std::int64_t a = 0,
            std::uint32_t b = 0) {
    return step(pool_.make(op, sort, args, a, b));
  }
  Term same_op(Term t, std::size_t position, Term arg) {
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(i == position ? arg : t.arg(i));
    return step(pool_.make(t.op(), t.sort(), args, t.a(), t.b()));
  }

  Term rule(Term t) {
    switch (t.op()) {
      case Op::Not: return negation(t.arg(0));
      case Op::And:
      case Op::Or: return junction(t);
      case Op::Implies: return either({negation(t.arg(0)), t.arg(1)});
      case Op::Ite: return conditional(t);
      case Op::Eq: return equation(t);
      case Op::In:
      case Op::Count: return member(t);
      case Op::Select:
      case Op::Is: return taken_apart(t);
      case Op::Head:
      case Op::Tail:
      case Op::Append: return list(t);
      case Op::Get: return map(t);
      case Op::Size: return size(t);
      case Op::Call: return call(t);
      case Op::Add:
      case Op::Sub:
      case Op::Lt:
      case Op::Le: return arithmetic(t);
      case Op::Forall:
      case Op::Exists: return t.arg(0).is(Op::Bool) ? t.arg(0) : t;
      default: return t;
    }
  }

  Term truth(bool b) { return pool_.boolean(b); }
  Term both(std::initializer_list<Term> ts) { return step(pool_.make(Op::And, whynot::ots::bool_sort, ts)); }
  Term either(std::initializer_list<Term> ts) { return step(pool_.make(Op::Or, whynot::ots::bool_sort, ts)); }

  Term negation(Term t) {
    if (t.is(Op::Bool)) return truth(t.is_false());
    return t.is(Op::Not) ? t.arg(0) : pool_.not_(t);
  }

  // Flat, without duplicates; a literal beside its negation decides.
  Term junction(Term t) {
    const bool conjunction = t.is(Op::And);
    std::vector<Term> parts;
    const auto add = [&](Term p) {
      if (std::find(parts.begin(), parts.end(), p) == parts.end()) parts.push_back(p);
    };
    for (std::size_t i = 0; i < t.arity(); ++i) {
      const Term p = t.arg(i);
      if (p.op() == t.op())
        for (std::size_t k = 0; k < p.arity(); ++k) add(p.arg(k));
      else if (p.is(Op::Bool) && p.is_true() != conjunction)
        return p;
      else if (!p.is(Op::Bool))
        add(p);
    }
    for (Term p : parts)
      if (p.is(Op::Not) && std::find(parts.begin(), parts.end(), p.arg(0)) != parts.end()) return truth(!conjunction);
    return conjunction ? pool_.all(parts) : pool_.any(parts);
  }

  Term conditional(Term t) {
    const Term c = t.arg(0), yes = t.arg(1), no = t.arg(2);
    if (c.is(Op::Bool)) return c.is_true() ? yes : no;
    if (yes == no) return yes;
    if (t.sort() != whynot::ots::bool_sort) return t;
    return either({both({c, yes}), both({negation(c), no})});
  }

  Term equation(Term t) {
    const Term a = t.arg(0), b = t.arg(1);
    if (a == b) return truth(true);
    if (a.sort() == whynot::ots::bool_sort) {
      if (a.is(Op::Bool)) return a.is_true() ? b : negation(b);
      if (b.is(Op::Bool)) return b.is_true() ? a : negation(a);
      return either({both({a, b}), both({negation(a), negation(b)})});
    }
    for (const std::size_t side : {0u, 1u})
      if (t.arg(side).is(Op::Ite)) return lifted(t, side);
    if (a.is(Op::Construct) && b.is(Op::Construct)) return a.a() == b.a() ? componentwise(a, b) : truth(false);
    if ((a.is(Op::Element) && b.is(Op::Element)) || (a.is(Op::Number) && b.is(Op::Number))) return truth(false);
    if (a.is(Op::Cons) && b.is(Op::Cons)) return componentwise(a, b);
    if ((a.is(Op::Empty) && is_nonempty(b)) || (b.is(Op::Empty) && is_nonempty(a))) return truth(false);
    if (is_inside(a, b) || is_inside(b, a)) return truth(false);
    return a.id() < b.id() ? t : pool_.eq(b, a);  // one way round, so that equal atoms are equal terms
  }

  Term componentwise(Term a, Term b) {
    Term out = truth(true);
    for (std::size_t i = 0; i < a.arity(); ++i) out = both({out, step(pool_.eq(a.arg(i), b.arg(i)))});
    return out;
  }

  static bool is_nonempty(Term t) {
    return t.is(Op::Cons) || t.is(Op::Insert) ||
           (t.is(Op::Append) && (is_nonempty(t.arg(0)) || is_nonempty(t.arg(1)))) ||
           (t.is(Op::Union) && (is_nonempty(t.arg(0)) || is_nonempty(t.arg(1))));
  }

  // Strictly below constructors: such terms are never equal.
  static bool is_inside(Term part, Term whole) {
    if (!whole.is(Op::Construct) && !whole.is(Op::Cons)) return false;
    for (std::size_t i = 0; i < whole.arity(); ++i)
      if (whole.arg(i) == part || is_inside(part, whole.arg(i))) return true;
    return false;
  }

  // f(if c then a else b) is if c then f(a) else f(b).
  Term lifted(Term t, std::size_t position) {
    const Term ite = t.arg(position);
    return step(pool_.ite(ite.arg(0), same_op(t, position, ite.arg(1)), same_op(t, position, ite.arg(2))));
  }

  Term member(Term t) {
    const Term x = t.arg(0), c = t.arg(1);
    if (c.is(Op::Ite)) return lifted(t, 1);
    return t.is(Op::In) ? membership(t, x, c) : count(t, x, c);
  }

  Term membership(Term t, Term x, Term c) {
    const bool bag = ots_.sorts[c.sort()].kind == SortKind::Bag;
    const auto in = [&](Term where) { return make(Op::In, whynot::ots::bool_sort, {x, where}); };
    switch (c.op()) {
      case Op::Empty: return truth(false);
      case Op::Insert: return either({step(pool_.eq(x, c.arg(1))), in(c.arg(0))});
      case Op::Cons: return either({step(pool_.eq(x, c.arg(0))), in(c.arg(1))});
      case Op::Union:
      case Op::Append: return either({in(c.arg(0)), in(c.arg(1))});
      case Op::Remove:
      case Op::Difference:
        if (bag)
          return make(Op::Lt, whynot::ots::bool_sort,
                      {pool_.number(0), make(Op::Count, whynot::ots::nat_sort, {x, c})});
        return both({in(c.arg(0)), negation(c.is(Op::Remove) ? step(pool_.eq(x, c.arg(1))) : in(c.arg(1)))});
      default: return t;
    }
  }

  Term count(Term t, Term x, Term c) {
    const auto in = [&](Term where) { return make(Op::Count, whynot::ots::nat_sort, {x, where}); };
    const auto one_if_equal = [&](Term e) {
      return step(pool_.ite(step(pool_.eq(x, e)), pool_.number(1), pool_.number(0)));
    };
    switch (c.op()) {
      case Op::Empty: return pool_.number(0);
      case Op::Insert: return make(Op::Add, t.sort(), {in(c.arg(0)), one_if_equal(c.arg(1))});
      case Op::Remove: return make(Op::Sub, t.sort(), {in(c.arg(0)), one_if_equal(c.arg(1))});
      case Op::Union: return make(Op::Add, t.sort(), {in(c.arg(0)), in(c.arg(1))});
      case Op::Difference: return make(Op::Sub, t.sort(), {in(c.arg(0)), in(c.arg(1))});
      default: return t;
    }
  }

  // Down to collections that the state shows.
  Term size(Term t) {
    const Term c = t.arg(0);
    const bool set = ots_.sorts[c.sort()].kind == SortKind::Set;
    const auto of = [&](Term part) { return make(Op::Size, t.sort(), {part}); };
    const auto plus = [&](Term a, Term b) { return make(Op::Add, t.sort(), {a, b}); };
    const auto less_one = [&](Term a) { return make(Op::Sub, t.sort(), {a, pool_.number(1)}); };
    const auto has = [&](Term x) { return make(Op::In, whynot::ots::bool_sort, {x, c.arg(0)}); };
    switch (c.op()) {
      case Op::Ite: return lifted(t, 0);
      case Op::Empty: return pool_.number(0);
      case Op::Cons: return plus(pool_.number(1), of(c.arg(1)));
      case Op::Append: return plus(of(c.arg(0)), of(c.arg(1)));
      case Op::Tail: return less_one(of(c.arg(0)));
      case Op::Union: return set ? t : plus(of(c.arg(0)), of(c.arg(1)));
      case Op::Insert: {
        const Term before = of(c.arg(0)), more = plus(before, pool_.number(1));
        return set ? step(pool_.ite(has(c.arg(1)), before, more)) : more;
      }
      case Op::Remove: return step(pool_.ite(has(c.arg(1)), less_one(of(c.arg(0))), of(c.arg(0))));
      default: return t;
    }
  }

  Term taken_apart(Term t) {
    const Term of = t.arg(0);
    if (of.is(Op::Ite)) return lifted(t, 0);
    if (t.is(Op::Is) && ots_.sorts[of.sort()].constructors.size() == 1) return truth(true);
    if (!of.is(Op::Construct)) return t;
    if (t.is(Op::Is)) return truth(of.a() == t.a());
    return of.a() == t.a() ? of.arg(t.b()) : t;
  }

  Term list(Term t) {
    const Term l = t.arg(0);
    if (l.is(Op::Ite)) return lifted(t, 0);
    if (t.is(Op::Append)) {
      if (t.arg(1).is(Op::Ite)) return lifted(t, 1);
      if (l.is(Op::Empty)) return t.arg(1);
      if (t.arg(1).is(Op::Empty)) return l;
      return l.is(Op::Cons) ? make(Op::Cons, t.sort(), {l.arg(0), make(Op::Append, t.sort(), {l.arg(1), t.arg(1)})})
                            : t;
    }
    if (l.is(Op::Cons)) return l.arg(t.is(Op::Head) ? 0 : 1);
    if (l.is(Op::Empty)) return t.is(Op::Tail) ? l : t;
    if (!l.is(Op::Append)) return t;
    const Term first = l.arg(0), is_empty = step(pool_.eq(first, pool_.make(Op::Empty, first.sort(), {})));
    Term rest = make(t.op(), t.sort(), {first});
    if (t.is(Op::Tail)) rest = make(Op::Append, t.sort(), {rest, l.arg(1)});
    return step(pool_.ite(is_empty, make(t.op(), t.sort(), {l.arg(1)}), rest));
  }

  Term map(Term t) {
    const Term m = t.arg(0), key = t.arg(1);
    if (m.is(Op::Ite)) return lifted(t, 0);
    if (m.is(Op::Constant)) return m.arg(0);
    if (!m.is(Op::Put)) return t;
    return step(pool_.ite(step(pool_.eq(key, m.arg(1))), m.arg(2), make(Op::Get, t.sort(), {m.arg(0), key})));
  }

  Term call(Term t) {
    const auto f = static_cast<std::size_t>(t.a());
    const auto at = recursion_parameter(ots_, f);
    if (at && t.arg(*at).is(Op::Ite)) return lifted(t, *at);
    if (!at || unfolded_ >= most_unfolded || !is_unfolded_at(t.arg(*at))) return t;
    whynot::ots::Substitution by;
    for (std::size_t i = 0; i < t.arity(); ++i) by[ots_.functions[f].params[i]] = t.arg(i);
    ++unfolded_;
    const Term out = lazily(ots_.functions[f].body, by);
    --unfolded_;
    return out;
  }

  // Of a conditional that is decided only the branch taken: in the other the recursion goes on.
  Term lazily(Term t, const whynot::ots::Substitution& by) {
    if (t.is(Op::Var)) return by.contains(t.var()) ? by.at(t.var()) : t;
    if (t.is(Op::Forall) || t.is(Op::Exists)) return run(substitute(pool_, t, by));
    std::vector<Term> args;
    if (t.is(Op::Ite)) {
      args.push_back(lazily(t.arg(0), by));
      if (args[0].is(Op::Bool)) return lazily(t.arg(args[0].is_true() ? 1 : 2), by);
    }
    for (std::size_t i = args.size(); i < t.arity(); ++i) args.push_back(lazily(t.arg(i), by));
    return step(pool_.make(t.op(), t.sort(), args, t.a(), t.b()));
  }

  Term arithmetic(Term t) {
    if (t.is(Op::Lt) || t.is(Op::Le))
      for (const std::size_t side : {0u, 1u})
        if (t.arg(side).is(Op::Ite)) return lifted(t, side);
    return fold_arithmetic(ots_, t);
  }

  static constexpr int most_unfolded = 100;  // within each other

  const Ots& ots_;
  TermPool& pool_;
  std::unordered_map<std::uint32_t, Term> memo_;
  int unfolded_ = 0;
};

}  // namespace

Term fold_arithmetic(const Ots& ots, Term t) {
  if (!t.is(Op::Add) && !t.is(Op::Sub) && !t.is(Op::Lt) && !t.is(Op::Le)) return t;
  const Term a = t.arg(0), b = t.arg(1);
  if ((t.is(Op::Add) || t.is(Op::Sub)) && b.is(Op::Number) && b.a() == 0) return a;
  if (!a.is(Op::Number) || !b.is(Op::Number)) return t;
  std::int64_t n = 0;
  switch (t.op()) {
    case Op::Add: return __builtin_add_overflow(a.a(), b.a(), &n) ? t : ots.pool->number(n, t.sort());
    case Op::Sub:
      if (__builtin_sub_overflow(a.a(), b.a(), &n)) return t;
      return ots.pool->number(t.sort() == whynot::ots::nat_sort ? std::max<std::int64_t>(n, 0) : n, t.sort());
    case Op::Lt: return ots.pool->boolean(a.a() < b.a());
    default: return ots.pool->boolean(a.a() <= b.a());
  }
}

Term simplify(const Ots& ots, Term t) { return Simplifier(ots).run(t); }

Term simplify_literal(const Ots& ots, Term literal) {
  const Term simple = simplify(ots, literal);
  if (!literal.is(Op::Not) || !literal.arg(0).is(Op::Eq)) return simple;
  const bool is_literal =
      !simple.is(Op::Or) && !(simple.is(Op::Not) && (simple.arg(0).is(Op::And) || simple.arg(0).is(Op::Or)));
  if (is_literal) return simple;
  const Term a = simplify(ots, literal.arg(0).arg(0)), b = simplify(ots, literal.arg(0).arg(1));
  return ots.pool->not_(ots.pool->eq(a, b));
}

Term updated(TermPool& pool, const whynot::ots::Update& u, Term observed, Term otherwise) {
  std::vector<Term> here;
  whynot::ots::Substitution by;
  for (std::size_t i = 0; i < u.index.size(); ++i) {
    const bool any =
        u.index[i].is(Op::Var) && std::find(u.each.begin(), u.each.end(), u.index[i].var()) != u.each.end();
    if (any)
      by[u.index[i].var()] = observed.arg(i);
    else
      here.push_back(pool.eq(observed.arg(i), u.index[i]));
  }
  const Term value = substitute_apart(pool, u.value, by);
  return here.empty() ? value : pool.ite(pool.all(here), value, otherwise);
}

Term unsimplified_after(const Ots& ots, const whynot::ots::Transition& transition, Term root) {
  TermPool& pool = *ots.pool;
  return rewrite(pool, root, [&](Term t) {
    if (!t.is(Op::Observe)) return t;
    Term value = t;
    for (const whynot::ots::Update& u : transition.updates)
      if (u.observer == t.a()) value = updated(pool, u, t, value);
    return value;
  });
}

Term after(const Ots& ots, const whynot::ots::Transition& transition, Term root) {
  return simplify(ots, unsimplified_after(ots, transition, root));
}

Term unsimplified_initially(const Ots& ots, Term root) {
  return rewrite(*ots.pool, root, [&](Term t) {
    if (!t.is(Op::Observe)) return t;
    const whynot::ots::Observer& o = ots.observers[static_cast<std::size_t>(t.a())];
    if (o.initial.size() != 1) return t;
    whynot::ots::Substitution index;
    for (std::size_t i = 0; i < o.params.size(); ++i) index[o.params[i]] = t.arg(i);
    return substitute(*ots.pool, o.initial[0], index);
  });
}

Term initially(const Ots& ots, Term root) { return simplify(ots, unsimplified_initially(ots, root)); }

}  // namespace whynot::encode::ots
