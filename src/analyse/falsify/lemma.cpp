// Between cubes and lemmas, and one-way matching, which tells whether one lemma subsumes another.
#include "analyse/falsify/lemma.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "encode/ots/simplify.h"

namespace whynot::analyse::falsify {

using whynot::ots::Op;
using whynot::ots::Substitution;
using whynot::ots::VarId;

Predicate lemma_of(const Ots& ots, std::string name, const Cube& cube) {
  const Term all = ots.pool->all(cube);
  return {std::move(name), free_variables(all), ots.pool->not_(all)};
}

Cube cube_of(const Ots& ots, const Predicate& p) {
  return conjuncts(*ots.pool, encode::ots::simplify(ots, ots.pool->not_(p.body)));
}

std::string text_of(const Ots& ots, const Cube& cube) {
  std::unordered_map<VarId, std::string> names;
  std::set<std::string> taken;
  for (VarId v : free_variables(ots.pool->all(cube))) {
    const std::string& given = ots.pool->variable(v).name;
    std::string name = given;
    for (int n = 1; !taken.insert(name).second; ++n) name = fmt::format("{}_{}", given, n);
    names[v] = name;
  }
  Cube premises, conclusions;
  for (Term l : cube) (l.is(Op::Not) ? conclusions : premises).push_back(l.is(Op::Not) ? l.arg(0) : l);
  const auto text = [&](Term t) { return to_text(ots, t, names); };
  if (premises.empty()) return text(ots.pool->any(conclusions));
  if (conclusions.empty()) return text(ots.pool->not_(ots.pool->all(premises)));
  return text(
      ots.pool->make(Op::Implies, whynot::ots::bool_sort, {ots.pool->all(premises), ots.pool->any(conclusions)}));
}

std::string text_of(const Ots& ots, const Predicate& p) { return text_of(ots, cube_of(ots, p)); }

namespace {

class Matcher {
 public:
  explicit Matcher(const Cube& special) : special_(special) {}

  bool match_all(const Cube& general, std::size_t at, const Substitution& so_far) {
    if (at == general.size()) return true;
    if (++tries_ > most_tries) return false;  // giving up costs a duplicate, nothing else
    for (Term target : special_) {
      Substitution by = so_far;
      if (match(general[at], target, by) && match_all(general, at + 1, by)) return true;
      if (!equation(general[at]) || !equation(target)) continue;
      by = so_far;
      if (match_swapped(general[at], target, by) && match_all(general, at + 1, by)) return true;
    }
    return false;
  }

 private:
  static constexpr int most_tries = 20'000;

  static bool equation(Term t) { return t.is(Op::Eq) || (t.is(Op::Not) && t.arg(0).is(Op::Eq)); }

  static bool match(Term pattern, Term target, Substitution& by) {
    if (pattern.is(Op::Var)) {
      if (pattern.sort() != target.sort()) return false;
      return by.emplace(pattern.var(), target).first->second == target;
    }
    if (pattern.op() != target.op() || pattern.sort() != target.sort() || pattern.a() != target.a() ||
        pattern.b() != target.b() || pattern.arity() != target.arity())
      return false;
    for (std::size_t i = 0; i < pattern.arity(); ++i)
      if (!match(pattern.arg(i), target.arg(i), by)) return false;
    return true;
  }

  static bool match_swapped(Term pattern, Term target, Substitution& by) {
    if (pattern.is(Op::Not) != target.is(Op::Not)) return false;
    if (pattern.is(Op::Not)) return match_swapped(pattern.arg(0), target.arg(0), by);
    return match(pattern.arg(0), target.arg(1), by) && match(pattern.arg(1), target.arg(0), by);
  }

  const Cube& special_;
  int tries_ = 0;
};

}  // namespace

bool subsumes(const Ots&, const Cube& general, const Cube& special) {
  return Matcher(special).match_all(general, 0, {});
}

}  // namespace whynot::analyse::falsify
