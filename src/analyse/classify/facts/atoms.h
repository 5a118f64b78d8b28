// The built-in facts about one position: which of them hold where variables have given values.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "analyse/classify/facts/facts.h"

namespace whynot::analyse::classify {

class Atoms {
 public:
  // All must outlive this.
  Atoms(ExprPool& pool, const std::vector<Expr>& variables, const Grammar& grammar)
      : pool_(pool), variables_(variables), grammar_(grammar) {}

  using ValueOf = std::function<std::optional<Value>(Expr variable)>;
  // `is_last`: of a finite run; there are then no facts about variables that are spoken of earlier only.
  std::vector<Predicate> at(const ValueOf&, bool is_last) const;
  // Values of few that a variable may have, whatever it has.
  std::vector<Predicate> events() const;
  // Whether the model's guards hold.
  std::vector<Predicate> guards(const ValueOf&) const;

 private:
  bool is_spoken_of(Expr variable, bool is_last) const;
  void add_about(Expr variable, const Value&, std::vector<Predicate>&) const;
  void add_part(Expr condition, unsigned price, const ValueOf&, std::vector<Predicate>&) const;
  bool may_compare(Expr x, Expr y) const;
  void add_pairs(const ValueOf&, bool is_last, std::vector<Predicate>&) const;

  ExprPool& pool_;
  const std::vector<Expr>& variables_;
  const Grammar& grammar_;
};

// The variables that it speaks of.
std::vector<Expr> variables_read(const Predicate&);

// What it costs more that a fact is about a variable of the property.
constexpr unsigned price_of_own = 10;

// What a class costs a reader, in tenths of a plain `x is v`.
unsigned price_of(const Vocabulary&, const TraceClass&);

// Two variables at one position, told apart from ranges because one comparison says as much as several ends.
bool compares(const Predicate&);

// x@i = v
Predicate equals(ExprPool&, Expr variable, const Value&);
// x@i from low to high, of which one may be undefined: that end is open.
Predicate in_range(ExprPool&, Expr variable, const Value& low, const Value& high);

// A value in a sentence: a word is a number there.
std::string spoken(const Value&);

// Numbers and words: values with an order.
bool is_ordered(Type);
// The values of an ordered type by their rank, from 0.
Integer rank_of(Type, const Value&);
Value value_of_rank(Type, const Integer&);

}  // namespace whynot::analyse::classify
