// Concrete values of every language: booleans, integers, words, and terms (an enum symbol is a term
// without arguments) with sets, bags, lists and maps over them.  Immutable, cheap to copy.
#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/integer.h"

namespace whynot {

class Value {
 public:
  enum class Kind : std::uint8_t { Undefined, Boolean, Integer, Word, Term, Set, Bag, List, Map };

  Value() = default;  // undefined: division by zero, a case without a branch that applies
  static Value boolean(bool);
  static Value integer(std::int64_t);
  static Value integer(const Integer&);
  // `bits` is taken modulo 2^width.  REQUIRES width >= 1.
  static Value word(std::uint32_t width, bool is_signed, const Integer& bits);
  static Value symbol(std::string name) { return term(std::move(name), {}); }
  static Value term(std::string op, std::vector<Value> args);
  static Value set(std::vector<Value> members);  // sorted, duplicates dropped
  static Value bag(std::vector<Value> members);  // sorted
  static Value list(std::vector<Value> items);
  static Value map(std::vector<std::pair<Value, Value>> entries);  // sorted by key

  Kind kind() const { return kind_; }
  bool defined() const { return kind_ != Kind::Undefined; }
  bool is_boolean() const { return kind_ == Kind::Boolean; }
  bool is_integer() const { return kind_ == Kind::Integer; }
  bool is_word() const { return kind_ == Kind::Word; }
  bool is_symbol() const { return kind_ == Kind::Term && args().empty(); }
  bool is_true() const { return kind_ == Kind::Boolean && small_ != 0; }

  // An integer that fits 64 bits: the common case, worth a path of its own in evaluation.
  bool is_small_integer() const { return kind_ == Kind::Integer && !node_; }
  std::int64_t small_integer() const { return small_; }  // REQUIRES is_small_integer

  bool as_boolean() const;     // REQUIRES is_boolean
  Integer as_integer() const;  // an integer, or a word read as its type says
  Integer bits() const;        // a word as an unsigned number
  std::uint32_t width() const { return width_; }
  bool is_signed() const { return is_signed_; }
  const std::string& op() const;           // of a term
  const std::vector<Value>& args() const;  // of a term, set, bag or list; keys and values in turn of a map

  std::string to_string() const;  // NuSMV's spelling where it has one: TRUE, 0ud8_255, red, enc1(a, b)
  std::size_t hash() const;

  friend bool operator==(const Value&, const Value&);
  friend std::strong_ordering operator<=>(const Value&, const Value&);

 private:
  struct Node {
    std::string op;
    std::vector<Value> args;
    Integer big;
  };
  static Value composite(Kind, std::vector<Value>);

  Kind kind_ = Kind::Undefined;
  bool is_signed_ = false;
  std::uint32_t width_ = 0;
  std::int64_t small_ = 0;            // boolean, integer, word of at most 63 bits
  std::shared_ptr<const Node> node_;  // everything else
};

struct ValueHash {
  std::size_t operator()(const Value& v) const { return v.hash(); }
};

}  // namespace whynot
