// Every such value is written as an expression over the step: the function's own, some member of a set that fits the
// variable's type, or a constant where nobody cares.  They are then put in an order in which each reads only earlier
// ones (Kahn's algorithm).
#include "engine/symbolic/evidence/given.h"

#include <algorithm>
#include <unordered_map>

#include "encode/code.h"

namespace whynot::engine::symbolic {
namespace {

using Given = check::Certificate::Given;

// A member of a set, and whether it is one of the variable's type.
class Member {
 public:
  Member(ExprPool& pool, Type type) : pool_(pool), type_(type) {}

  Expr of(Expr set) {
    for_each_postorder(set, [&](Expr e) {
      if (e.type().is(TypeKind::Set)) made_.emplace(e, make(e));
    });
    return picked(set).value;
  }

 private:
  struct Pick {
    Expr value, fits;
  };

  Pick make(Expr set) {
    if (set.is(Op::Ite)) {
      const Pick a = picked(set.arg(1)), b = picked(set.arg(2));
      return {pool_.ite(set.arg(0), a.value, b.value), pool_.ite(set.arg(0), a.fits, b.fits)};
    }
    if (set.is(Op::Interval)) return in_interval(pool_.value_of(set.arg(0)), pool_.value_of(set.arg(1)));
    if (set.arity() == 0) return {pool_.constant(type_.value(0), type_), pool_.boolean(false)};
    Pick first = picked(set.arg(set.arity() - 1));
    for (std::size_t i = set.arity() - 1; i-- > 0;) {
      const Pick own = picked(set.arg(i));
      first = {pool_.ite(own.fits, own.value, first.value), pool_.or_(own.fits, first.fits)};
    }
    return first;
  }

  Pick picked(Expr e) {
    const auto found = made_.find(e);
    if (found != made_.end()) return found->second;
    if (!type_.is(TypeKind::Range) || e.type() == type_) return {e, pool_.boolean(true)};
    return {e, pool_.and_(pool_.le(pool_.integer(type_.lo()), e), pool_.le(e, pool_.integer(type_.hi())))};
  }

  Pick in_interval(const Value& lo, const Value& hi) {
    Integer least = lo.as_integer();
    if (type_.is_integer_like()) least = std::max(least, type_.lo());
    return {pool_.integer(least), pool_.boolean(least <= hi.as_integer() && type_.contains(Value::integer(least)))};
  }

  ExprPool& pool_;
  Type type_;
  std::unordered_map<Expr, Pick, ExprHash> made_;
};

Given given_to(const encode::BitSystem& bits, std::size_t i) {
  ExprPool& pool = *bits.system().pool;
  const encode::VariableBits& v = bits.variables()[i];
  const Expr leaf = v.kind == VariableKind::Input ? v.variable : pool.next(v.variable);
  const Expr value = v.kind == VariableKind::Input ? Expr() : bits.value_in_step(i);
  if (!value) return {leaf, pool.constant(v.type().value(0), v.type())};
  return {leaf, value.type().is(TypeKind::Set) ? Member(pool, v.type()).of(value) : value};
}

}  // namespace

std::vector<Given> given_in_steps(const encode::BitSystem& bits, const std::vector<bool>& cone) {
  std::unordered_map<Expr, Given, ExprHash> open;
  std::vector<Expr> order;
  for (std::size_t i = 0; i < bits.variables().size(); ++i) {
    const encode::VariableBits& v = bits.variables()[i];
    const bool is_function = v.kind == VariableKind::State && v.is_function_of_step();
    if (v.kind == VariableKind::Frozen || (cone[i] && !is_function && !v.current.empty())) continue;
    const Given given = given_to(bits, i);
    open.emplace(given.leaf, given);
    order.push_back(given.leaf);
  }
  std::unordered_map<Expr, std::size_t, ExprHash> waits;
  std::unordered_map<Expr, std::vector<Expr>, ExprHash> readers;
  std::vector<Expr> ready;
  for (const Expr leaf : order) {
    for (const Expr read : leaves(open.at(leaf).value))
      if (open.count(read)) {
        ++waits[leaf];
        readers[read].push_back(leaf);
      }
    if (waits[leaf] == 0) ready.push_back(leaf);
  }
  std::vector<Given> result;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    result.push_back(open.at(ready[i]));
    for (const Expr reader : readers[ready[i]])
      if (--waits[reader] == 0) ready.push_back(reader);
  }
  return result;
}

}  // namespace whynot::engine::symbolic
