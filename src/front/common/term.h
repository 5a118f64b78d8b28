// What an expression may denote while it is elaborated: mostly a typed value, but also an array (which the
// model does not know: it has one variable per element) or something that is no value by itself, like a
// module instance before `.x`.
#pragma once
#include <cstdint>
#include <vector>

#include "base/integer.h"
#include "expr/expr.h"

namespace whynot::front {

struct ArrayTerm;

struct Term {
  enum class Kind : std::uint8_t {
    Poison,      // an error that was reported
    Pending,     // not known yet: the resolver has noted what is needed first
    Value,       // a scalar or a set: `value`
    Array,       // `array`
    Entity,      // number `id` of the resolver's, e.g. an instance
    Unresolved,  // a name that denotes nothing by itself, but may begin a longer one (a.b, a[1]); `id` is its
                 // symbol, `home` the resolver's mark of where it was looked for
  };
  Kind kind = Kind::Poison;
  bool assignable = false;  // a declared variable or an element of one
  std::uint32_t id = 0;
  Expr value;
  const ArrayTerm* array = nullptr;
  std::uint32_t home = 0;

  static Term of(Expr e) { return {Kind::Value, false, 0, e, nullptr, 0}; }
  static Term variable(Expr e) { return {Kind::Value, true, 0, e, nullptr, 0}; }
  static Term of(const ArrayTerm* a) { return {Kind::Array, false, 0, {}, a, 0}; }
  static Term entity(std::uint32_t id) { return {Kind::Entity, false, id, {}, nullptr, 0}; }
  static Term unresolved(std::uint32_t symbol, std::uint32_t home) {
    return {Kind::Unresolved, false, symbol, {}, nullptr, home};
  }
  static Term pending() { return {Kind::Pending, false, 0, {}, nullptr, 0}; }

  bool is(Kind k) const { return kind == k; }
  bool unusable() const { return kind == Kind::Poison || kind == Kind::Pending; }
};

struct ArrayTerm {  // elements lo, lo+1, …; all Values, or all Arrays of one shape
  Integer lo;
  std::vector<Term> elements;
  Integer hi() const { return lo + elements.size() - 1; }
};

}  // namespace whynot::front
