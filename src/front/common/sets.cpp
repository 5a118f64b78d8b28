// Sets of values: `{a, b}`, `lo..hi`, `union`, `in`.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "front/common/elaborate.h"
#include "front/common/typing.h"

namespace whynot::front {

// Where a set is needed, a single value stands for the set of it alone.
Expr Elaborator::as_set(Expr e, Type set) { return is_set(e.type()) ? e : pool_.make(Op::SetOf, set, {e}); }

Term Elaborator::interval(NodeId id) {
  const auto lo = constant_operand(id, 0, "a bound of a range"), hi = constant_operand(id, 1, "a bound of a range");
  if (!lo || !hi) return {};
  if (*lo > *hi) return refused(id, "smv.empty-range", fmt::format("the range {} is empty", quote(id)));
  const Type type = pool_.set_type(pool_.range_type(*lo, *hi));
  return Term::of(pool_.make(Op::Interval, type, {pool_.integer(*lo), pool_.integer(*hi)}));
}

// {…} and union alike.  As in NuSMV, `{e}` is `e`.
Term Elaborator::set_of(NodeId id) {
  std::vector<Expr> parts;
  if (!all_operands(id, parts)) return {};
  return parts.size() == 1 ? Term::of(parts[0]) : union_of(id, std::move(parts));
}

Term Elaborator::union_of(NodeId id, std::vector<Expr> parts) {
  std::vector<Type> types;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Type type = parts[i].type();
    if (category(type) == Category::Word)
      return mismatch(id, "sets hold booleans, integers and symbols, not words", parts, i);
    if (!combinable(parts[0].type(), type)) return mismatch(id, "the members of a set must go together", parts, i);
    if (facts_.is_temporal(parts[i]))
      return refused(id, "smv.temporal-operand", fmt::format("{} has a temporal formula in a set", quote(id)));
    types.push_back(type);
  }
  const Type element = join_all(pool_, types);
  if (!element)
    return refused(id, "smv.type-mismatch", fmt::format("{} mixes symbols with a range too wide to list", quote(id)));
  const Type type = is_set(element) ? element : pool_.set_type(element);
  std::vector<Expr> members, sets;
  for (const Expr e : parts) (is_set(e.type()) ? sets : members).push_back(e);
  if (!members.empty()) sets.insert(sets.begin(), pool_.make(Op::SetOf, type, members));
  // Unions of unions as a balanced tree.
  while (sets.size() > 1) {
    std::vector<Expr> halved;
    for (std::size_t i = 0; i + 1 < sets.size(); i += 2)
      halved.push_back(pool_.make(Op::Union, type, {sets[i], sets[i + 1]}));
    if (sets.size() % 2) halved.push_back(sets.back());
    sets.swap(halved);
  }
  return Term::of(sets[0]);
}

namespace {

// `sub in super` where both are sets: each member of the first is in the second.
Expr inclusion(ExprPool& pool, Expr sub, Expr super) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(sub, [&](Expr e) {
    if (!is_set(e.type())) return;
    std::vector<Expr> parts;
    if (e.is(Op::Ite)) {
      done[e] = pool.ite(e.arg(0), done.at(e.arg(1)), done.at(e.arg(2)));
      return;
    }
    if (e.is(Op::Interval)) {
      for (Integer n = e.type().element().lo(); n <= e.type().element().hi(); ++n)
        parts.push_back(pool.in(pool.integer(n), super));
    } else {
      for (std::size_t i = 0; i < e.arity(); ++i)
        parts.push_back(is_set(e.arg(i).type()) ? done.at(e.arg(i)) : pool.in(e.arg(i), super));
    }
    done[e] = e.is(Op::Constant) ? pool.boolean(true) : pool.all(parts);
  });
  return done.at(sub);
}

}  // namespace

Term Elaborator::membership(NodeId id) {
  const Expr element = operand(id, 0), set = operand(id, 1);
  if (!element || !set) return {};
  const Expr both[] = {element, set};
  if (category(element.type()) == Category::Word || !comparable(element.type(), set.type()))
    return mismatch(id, "`in` takes a value and a set of values of the same kind, not words", both);
  if (facts_.is_temporal(element) || facts_.is_temporal(set))
    return refused(id, "smv.temporal-operand", fmt::format("{} has a temporal formula in a set", quote(id)));
  const Expr super = as_set(set, pool_.set_type(element_of(set.type())));
  return Term::of(is_set(element.type()) ? inclusion(pool_, element, super) : pool_.in(element, super));
}

}  // namespace whynot::front
