// Each observation becomes what the updates of its observer make of it; of several the last one wins.
#include "front/ots/after.h"

#include <algorithm>

#include "model/ots/rename.h"

namespace whynot::front::ots {
namespace {

using whynot::ots::Op;
using whynot::ots::Substitution;
using whynot::ots::Term;
using whynot::ots::Update;

Term updated(whynot::ots::TermPool& pool, const Update& update, Term observed, Term before) {
  Substitution by;
  std::vector<Term> here;
  for (std::size_t i = 0; i < update.index.size(); ++i) {
    const Term at = update.index[i];
    const bool is_each =
        at.is(Op::Var) && std::find(update.each.begin(), update.each.end(), at.var()) != update.each.end();
    if (is_each)
      by[at.var()] = observed.arg(i);
    else
      here.push_back(pool.eq(observed.arg(i), at));
  }
  const Term value = substitute_apart(pool, with_fresh_variables(pool, update.value), by);
  return here.empty() ? value : pool.ite(pool.all(here), value, before);
}

}  // namespace

Term after(const whynot::ots::Ots& ots, const whynot::ots::Transition& transition, Term term) {
  whynot::ots::TermPool& pool = *ots.pool;
  return rewrite(pool, term, [&](Term t) {
    if (!t.is(Op::Observe)) return t;
    Term value = t;
    for (const Update& u : transition.updates)
      if (u.observer == static_cast<std::uint32_t>(t.a())) value = updated(pool, u, t, value);
    return value;
  });
}

}  // namespace whynot::front::ots
