#include "model/ots/rename.h"

#include <algorithm>
#include <set>

namespace whynot::ots {

Term with_fresh_variables(TermPool& pool, Term root) {
  return rewrite(pool, root, [&](Term t) {
    if (!t.is(Op::Forall) && !t.is(Op::Exists)) return t;
    Substitution by;
    std::vector<Term> parts{{}};
    for (std::size_t i = 1; i < t.arity(); ++i) {
      const Variable like = pool.variable(t.arg(i).var());
      parts.push_back(pool.var(pool.new_variable(like.name, like.sort)));
      by[t.arg(i).var()] = parts.back();
    }
    parts[0] = substitute(pool, t.arg(0), by);
    return pool.make(t.op(), t.sort(), parts);
  });
}

Term substitute_apart(TermPool& pool, Term root, const Substitution& by) {
  if (by.empty()) return root;
  std::set<VarId> bound;
  for_each_subterm(root, [&](Term t) {
    if (t.is(Op::Forall) || t.is(Op::Exists))
      for (std::size_t i = 1; i < t.arity(); ++i) bound.insert(t.arg(i).var());
  });
  const bool meets = !bound.empty() && std::any_of(by.begin(), by.end(), [&](const auto& entry) {
    const auto free = free_variables(entry.second);
    return std::any_of(free.begin(), free.end(), [&](VarId v) { return bound.count(v) > 0; });
  });
  return substitute(pool, meets ? with_fresh_variables(pool, root) : root, by);
}

}  // namespace whynot::ots
