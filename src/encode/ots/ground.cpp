#include "encode/ots/ground.h"

#include <vector>

#include "encode/ots/simplify.h"

namespace whynot::encode::ots {

using whynot::ots::Op;

Term closed_formula(const Ots& ots, const whynot::ots::Predicate& p) {
  if (p.params.empty()) return p.body;
  std::vector<Term> args{p.body};
  for (whynot::ots::VarId v : p.params) args.push_back(ots.pool->var(v));
  return ots.pool->make(Op::Forall, whynot::ots::bool_sort, args);
}

namespace {

// The size of a collection over finitely many values, as a sum over them.
Term counted(const Ots& ots, const whynot::ots::Scope& scope, Term size) {
  whynot::ots::TermPool& pool = *ots.pool;
  const Term c = size.arg(0);
  const auto& sort = ots.sorts[c.sort()];
  const bool set = sort.kind == whynot::ots::SortKind::Set;
  if (!set && sort.kind != whynot::ots::SortKind::Bag) return size;
  const auto values = domain(ots, sort.element, &scope);
  if (!values) return size;
  Term sum = pool.number(0);
  for (Term v : *values) {
    const Term here = set ? pool.ite(pool.in(v, c), pool.number(1), pool.number(0))
                          : pool.make(Op::Count, whynot::ots::nat_sort, {v, c});
    sum = pool.make(Op::Add, whynot::ots::nat_sort, {sum, here});
  }
  return sum;
}

}  // namespace

std::optional<Term> grounded(const Ots& ots, const whynot::ots::Scope& scope, Term root, std::size_t most) {
  whynot::ots::TermPool& pool = *ots.pool;
  std::size_t copies = 0;
  const Term out = rewrite(pool, root, [&](Term t) {
    if (t.is(Op::Size)) return counted(ots, scope, t);
    if ((!t.is(Op::Forall) && !t.is(Op::Exists)) || copies > most) return t;
    std::vector<Term> bodies{t.arg(0)}, infinite;
    for (std::size_t i = 1; i < t.arity(); ++i) {
      const auto values = domain(ots, t.arg(i).sort(), &scope);
      if (!values) infinite.push_back(t.arg(i));
      if (!values) continue;
      copies += bodies.size() * values->size();
      if (copies > most) return t;
      std::vector<Term> more;
      for (Term body : bodies)
        for (Term value : *values) more.push_back(simplify(ots, substitute(pool, body, {{t.arg(i).var(), value}})));
      bodies = std::move(more);
    }
    Term all = t.is(Op::Forall) ? pool.all(bodies) : pool.any(bodies);
    if (infinite.empty()) return all;
    infinite.insert(infinite.begin(), all);
    return pool.make(t.op(), t.sort(), infinite);
  });
  if (copies > most) return std::nullopt;
  return simplify(ots, out);
}

}  // namespace whynot::encode::ots
