// Types, interned in an ExprPool: equal handles mean equal types.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/integer.h"
#include "expr/value.h"

namespace whynot {

enum class TypeKind : std::uint8_t { Boolean, Integer, Range, Word, Enum, Set, Bag, List, Map, Array, Sort };

struct TypeNode;

class Type {
 public:
  Type() = default;
  explicit Type(const TypeNode* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }

  TypeKind kind() const;
  bool is(TypeKind k) const { return node_ && kind() == k; }
  bool is_boolean() const { return is(TypeKind::Boolean); }
  bool is_word() const { return is(TypeKind::Word); }
  // An integer, a range, or an enumeration of integers only: what arithmetic takes.
  bool is_integer_like() const;

  const Integer& lo() const;  // Range, and the hull of an integer enumeration
  const Integer& hi() const;
  std::uint32_t width() const;               // Word
  bool is_signed() const;                    // Word
  const std::vector<Value>& values() const;  // Enum, in declaration order
  Type element() const;                      // Set, Bag, List, Array; the values of a Map
  Type key() const;                          // Map
  const std::string& name() const;           // Sort

  // How many values; nothing for an infinite type or a composite one.
  std::optional<Integer> size() const;
  bool contains(const Value&) const;
  // The i-th value of a finite scalar type: FALSE, TRUE; lo..hi; enum order; words by their bits.
  Value value(const Integer& index) const;
  Integer index_of(const Value&) const;  // the inverse.  REQUIRES contains(v)

  std::string to_string() const;  // as SMV writes it

  friend bool operator==(Type, Type) = default;
  const TypeNode* node() const { return node_; }

 private:
  const TypeNode* node_ = nullptr;
};

struct TypeNode {
  TypeKind kind = TypeKind::Boolean;
  bool is_signed = false;
  bool integers_only = false;  // an enumeration of integers
  bool has_integers = false;   // an enumeration with some
  std::uint32_t width = 0;
  Integer lo, hi;  // Range; hull of integers_only; bounds of an Array
  std::vector<Value> values;
  Type element, key;
  std::string name;
};

}  // namespace whynot
