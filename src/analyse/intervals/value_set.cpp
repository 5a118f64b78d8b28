// Walks the tree of aligned blocks that the diagram folds; whole blocks are added, counted or skipped at once.
#include "analyse/intervals/value_set.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace whynot::analyse::intervals {

using solve::Bdd;
using solve::BddLiteral;
using solve::BddNode;
using solve::BddVariable;

ValueSet::ValueSet(Scale scale, Manager manager, std::vector<BddVariable> bits, Bdd function)
    : scale_(std::move(scale)), manager_(std::move(manager)), bits_(std::move(bits)), function_(std::move(function)) {
  WHYNOT_CHECK(bits_.size() == scale_.width() && function_.valid(), "a set should have one variable for each bit");
  rank_.assign(manager_->variable_count(), scale_.width());
  for (std::size_t i = 0; i < bits_.size(); ++i) rank_[bits_[i]] = i;
}

ValueSet::ValueSet(Scale scale) : scale_(std::move(scale)), manager_(std::make_shared<solve::BddManager>()) {
  for (std::size_t i = 0; i < scale_.width(); ++i) {
    bits_.push_back(manager_->new_variable());
    rank_.push_back(i);
  }
  function_ = manager_->constant(false);
}

ValueSet& ValueSet::operator=(ValueSet other) noexcept {
  std::swap(scale_, other.scale_);
  std::swap(manager_, other.manager_);
  std::swap(bits_, other.bits_);
  std::swap(rank_, other.rank_);
  std::swap(function_, other.function_);
  return *this;
}

std::size_t ValueSet::rank_of(const BddNode& node) const {
  return node.is_constant() ? scale_.width() : rank_[node.variable()];
}

// The first half of the line has the sign bit set.
ValueSet::Cursor ValueSet::child(const Cursor& c, bool second) const {
  const bool bit = second != (scale_.is_signed() && c.rank == 0);
  BddNode node = c.node;
  if (rank_of(node) <= c.rank) node = bit ? c.node.high() : c.node.low();
  return {node, c.rank + 1, second ? Integer(c.base + power_of_two(scale_.width() - c.rank - 1)) : c.base};
}

// Blocks in the order of the line; those where `visit` answers true are entered.
void ValueSet::walk(const std::function<bool(const Cursor&)>& visit) const {
  std::vector<Cursor> open = {top()};
  while (!open.empty()) {
    const Cursor c = std::move(open.back());
    open.pop_back();
    if (!visit(c)) continue;
    open.push_back(child(c, true));
    open.push_back(child(c, false));
  }
}

bool ValueSet::has(const Integer& n) const { return scale_.is_within(n) && contains({n, n}); }

void ValueSet::for_each_block(const std::function<bool(const Block&)>& visit) const {
  bool stopped = false;
  walk([&](const Cursor& c) {
    if (stopped || c.node.is_false()) return false;
    if (c.node.is_true()) stopped = !visit({scale_.number_at(c.base), c.rank});
    return !c.node.is_constant();
  });
}

void ValueSet::for_each_interval(const std::function<bool(const Interval&)>& visit) const {
  std::optional<Interval> grown;
  bool stopped = false;
  for_each_block([&](const Block& block) {
    const Integer end = block.first + power_of_two(scale_.width() - block.prefix) - 1;
    if (grown && grown->hi + 1 == block.first) {
      grown->hi = end;
      return true;
    }
    stopped = grown && !visit(*grown);
    grown = Interval{block.first, end};
    return !stopped;
  });
  if (grown && !stopped) visit(*grown);
}

void ValueSet::for_each_pattern(const std::function<bool(const std::string&)>& visit) const {
  function_.for_each_prime_cube(function_, [&](const solve::BddCube& cube) {
    std::string pattern(scale_.width(), '*');
    for (const BddLiteral& l : cube) pattern[rank_[l.variable]] = l.positive ? '1' : '0';
    return visit(pattern);
  });
}

// The first place in from..to that is in the set, or that is not.
std::optional<Integer> ValueSet::first_place(const Integer& from, const Integer& to, bool wanted) const {
  std::optional<Integer> found;
  walk([&](const Cursor& c) {
    if (found || c.base > to || last(c) < from) return false;
    if (!c.node.is_constant()) return true;
    if (c.node.is_true() == wanted) found = std::max(c.base, from);
    return false;
  });
  return found;
}

std::optional<Integer> ValueSet::last_outside_before(const Integer& place) const {
  std::vector<Cursor> open = {top()};
  while (!open.empty()) {
    const Cursor c = std::move(open.back());
    open.pop_back();
    if (c.base >= place || c.node.is_true()) continue;
    if (c.node.is_false()) return std::min(last(c), Integer(place - 1));
    open.push_back(child(c, false));
    open.push_back(child(c, true));
  }
  return std::nullopt;
}

std::optional<Integer> ValueSet::first_outside(const Interval& i) const {
  if (i.lo < scale_.least()) return i.lo;
  if (i.hi > scale_.greatest()) {
    const auto inside = i.lo <= scale_.greatest() ? first_outside({i.lo, scale_.greatest()}) : std::nullopt;
    return inside ? *inside : std::max(i.lo, Integer(scale_.greatest() + 1));
  }
  const auto place = first_place(scale_.place(i.lo), scale_.place(i.hi), false);
  return place ? std::optional<Integer>(scale_.number_at(*place)) : std::nullopt;
}

std::optional<Interval> ValueSet::around(const Integer& n) const {
  if (!has(n)) return std::nullopt;
  const Integer place = scale_.place(n);
  const auto before = last_outside_before(place), after = first_outside({n, scale_.greatest()});
  return Interval{before ? scale_.number_at(*before + 1) : scale_.least(),
                  after ? Integer(*after - 1) : scale_.greatest()};
}

Integer ValueSet::count_in(const Interval& i) const {
  if (i.hi < scale_.least() || i.lo > scale_.greatest() || i.hi < i.lo) return 0;
  ValueSet window = same_place(manager_->constant(false));
  window.insert({std::max(i.lo, scale_.least()), std::min(i.hi, scale_.greatest())});
  return intersected(window).count();
}

// By halving: a set may have more intervals than anybody can pass through.
std::optional<Integer> ValueSet::member(const Integer& index) const {
  if (index < 0 || index >= count()) return std::nullopt;
  Integer lo = scale_.least(), hi = scale_.greatest();  // the first number up to which there are more than `index`
  while (lo < hi) {
    const Integer middle = lo + (hi - lo) / 2;
    if (count_in({scale_.least(), middle}) > index)
      hi = middle;
    else
      lo = middle + 1;
  }
  return lo;
}

// An interval is a union of at most two blocks for each bit: those that hang off the ways to its ends.
void ValueSet::insert(const Interval& interval) {
  const Integer from = scale_.place(interval.lo), to = scale_.place(interval.hi);
  struct Part {
    Integer base;
    std::size_t rank;
    std::vector<BddLiteral> literals;
  };
  std::vector<Part> open = {{0, 0, {}}};
  while (!open.empty()) {
    Part part = std::move(open.back());
    open.pop_back();
    const Integer end = part.base + power_of_two(scale_.width() - part.rank) - 1;
    if (part.base > to || end < from) continue;
    if (from <= part.base && end <= to) {
      function_ |= manager_->cube(part.literals);
      continue;
    }
    for (bool second : {false, true}) {
      Part half = part;
      half.rank = part.rank + 1;
      if (second) half.base += power_of_two(scale_.width() - half.rank);
      half.literals.push_back({bits_[part.rank], second != (scale_.is_signed() && part.rank == 0)});
      open.push_back(std::move(half));
    }
  }
}

ValueSet ValueSet::moved(Manager manager, std::vector<BddVariable> bits) const {
  if (manager == manager_ && bits == bits_) return *this;
  // From the bottom up: each node is a choice between functions that are there already.
  std::unordered_map<std::uint32_t, Bdd> made;
  const auto known = [&](const BddNode& n) {
    return n.is_constant() ? manager->constant(n.is_true()) : made.at(n.key());
  };
  function_.for_each_node([&](const BddNode& n) {
    const Bdd f = manager->variable(bits[rank_of(n)]);
    const auto part = [&](const BddNode& child) {
      if (child.is_constant()) return manager->constant(child.is_true());
      const auto direct = made.find(child.key());
      return direct != made.end() ? direct->second : !made.at(child.key() ^ 1);
    };
    made.emplace(n.key(), f.ite(part(n.high()), part(n.low())));
  });
  const BddNode root = function_.node();
  const Bdd f = root.is_constant() || made.count(root.key()) ? known(root) : !made.at(root.key() ^ 1);
  return ValueSet(scale_, std::move(manager), std::move(bits), f);
}

ValueSet ValueSet::united(const ValueSet& other) const {
  return same_place(function_ | other.moved(manager_, bits_).function_);
}
ValueSet ValueSet::intersected(const ValueSet& other) const {
  return same_place(function_ & other.moved(manager_, bits_).function_);
}
ValueSet ValueSet::without(const ValueSet& other) const {
  return same_place(function_ - other.moved(manager_, bits_).function_);
}

}  // namespace whynot::analyse::intervals
