// A set of numbers as a decision diagram over their bits, the most significant on top, and what can be read
// off it without listing its members.  The algorithms walk the tree of aligned blocks that the diagram folds:
// a block that is all in or all out is not entered, so that work is counted by answers, not by values.  With n
// bits, m nodes and k maximal intervals:
//
//   all maximal intervals, in order       O(n k) time, O(n) space (each boundary lies inside at most n blocks)
//   the longest one                       O(m) additions, by run lengths that concatenate
//   how many values, intervals, blocks    O(m) additions
//   around a value, subset, next member   O(n)
//
// Toda & Inoue, "Interval-based counterexample analysis for error explanation" (2021), find the longest in
// O(n m).  Where the least significant bits do not matter a child stands for a repeated pattern, whose runs
// have a closed form.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/intervals/scale.h"
#include "solve/bdd.h"

namespace whynot::analyse::intervals {

struct Interval {  // lo..hi, both included
  Integer lo, hi;

  Integer length() const { return hi - lo + 1; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct Block {  // the numbers whose first `prefix` bits are those of `first`
  Integer first;
  std::size_t prefix = 0;

  std::string to_string() const { return whynot::to_string(first) + "/" + std::to_string(prefix); }
  friend bool operator==(const Block&, const Block&) = default;
};

// A line of a table in which the longest matching prefix decides.
struct TableLine {
  Block block;
  bool in = true;
};

class ValueSet {
 public:
  using Manager = std::shared_ptr<solve::BddManager>;
  // `bits`: the variables of the number's bits, most significant first, in the manager's order.
  // REQUIRES that `function` is valid and speaks of no other variable.
  ValueSet(Scale, Manager, std::vector<solve::BddVariable> bits, solve::Bdd function);
  // An empty set, with a manager and variables of its own.
  explicit ValueSet(Scale);
  ValueSet(const ValueSet&) = default;
  ValueSet(ValueSet&&) = default;
  ValueSet& operator=(ValueSet) noexcept;  // a manager must outlive its handles, so both go together

  const Scale& scale() const { return scale_; }
  const solve::Bdd& function() const { return function_; }
  const Manager& manager() const { return manager_; }
  const std::vector<solve::BddVariable>& bits() const { return bits_; }

  bool is_empty() const { return function_.is_false(); }
  Integer count() const { return function_.sat_count(scale_.width()); }
  bool has(const Integer&) const;
  // Until `visit` answers false.
  void for_each_interval(const std::function<bool(const Interval&)>& visit) const;
  // The aligned blocks that make up the set, as large as possible and disjoint: the least list of prefixes.
  void for_each_block(const std::function<bool(const Block&)>& visit) const;
  // An irredundant list of bit patterns, `*` for either bit; most significant bit first.
  void for_each_pattern(const std::function<bool(const std::string&)>& visit) const;

  std::optional<Interval> longest() const;  // the first of them
  std::optional<Interval> around(const Integer&) const;
  bool contains(const Interval& i) const { return !first_outside(i); }
  std::optional<Integer> first_outside(const Interval&) const;  // in the interval and not in the set
  Integer count_in(const Interval&) const;
  std::optional<Integer> member(const Integer& index) const;  // from 0, in order

  Integer interval_count() const;
  Integer block_count() const;
  // The least table of prefixes with exceptions: longest match decides, no match means out (Draves, King,
  // Venkatachary & Zill, "Constructing optimal IP routing tables", 1999).  Nothing beyond `limit` lines.
  std::optional<std::vector<TableLine>> table(std::size_t limit) const;

  void insert(const Interval&);
  // REQUIRES one scale; the result lives in this set's manager.
  ValueSet united(const ValueSet&) const;
  ValueSet intersected(const ValueSet&) const;
  ValueSet without(const ValueSet&) const;
  // Another set, of the same scale, where this one lives.
  ValueSet same_kind(const ValueSet& other) const { return other.moved(manager_, bits_); }
  // The same set in another place.  REQUIRES width() bits in the manager's order.
  ValueSet moved(Manager, std::vector<solve::BddVariable> bits) const;

 private:
  struct Cursor {  // an aligned block: the numbers below `base`, its first `rank` bits given
    solve::BddNode node;
    std::size_t rank;
    Integer base;  // a place
  };
  std::size_t rank_of(const solve::BddNode&) const;
  Cursor child(const Cursor&, bool second) const;
  Integer last(const Cursor& c) const { return c.base + power_of_two(scale_.width() - c.rank) - 1; }
  Cursor top() const { return {function_.node(), 0, 0}; }
  std::optional<Integer> first_place(const Integer& from, const Integer& to, bool wanted) const;
  std::optional<Integer> last_outside_before(const Integer& place) const;
  void walk(const std::function<bool(const Cursor&)>& visit) const;
  ValueSet same_place(solve::Bdd f) const { return ValueSet(scale_, manager_, bits_, std::move(f)); }

  Scale scale_;
  Manager manager_;
  std::vector<solve::BddVariable> bits_;
  std::vector<std::size_t> rank_;  // by variable
  solve::Bdd function_;
};

}  // namespace whynot::analyse::intervals
