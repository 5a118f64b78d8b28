// The rows of model/ltl.h against the definition of each operator: distances from a time, on the infinite word.  A
// finite word is bracketed by its two extreme continuations, which is exact because all operators are monotone.
#include "model/ltl.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace whynot {
namespace {

constexpr Op ltl_operators[] = {Op::X, Op::F, Op::G, Op::U, Op::V, Op::Y, Op::Z, Op::O, Op::H, Op::S, Op::T};

// The truth of an operand at any time: beyond the positions round the loop or, where there is none, always the same.
struct Timeline {
  std::vector<bool> at_positions;
  Positions word;
  bool beyond = false;

  bool at(std::size_t time) const {
    if (time < word.count) return at_positions[time];
    if (!word.wrap) return beyond;
    return at_positions[*word.wrap + (time - word.count) % (word.count - *word.wrap)];
  }
};

bool by_definition(Op op, TimeBounds bounds, const Timeline& a, const Timeline& b, std::size_t time) {
  if (op == Op::X) return a.at(time + 1);
  if (op == Op::Y) return time > 0 && a.at(time - 1);
  if (op == Op::Z) return time == 0 || a.at(time - 1);
  const bool two = op == Op::U || op == Op::V || op == Op::S || op == Op::T;
  const bool every = op == Op::G || op == Op::V || op == Op::H || op == Op::T;
  const bool past = op == Op::O || op == Op::H || op == Op::S || op == Op::T;
  const Timeline& goal = two ? b : a;
  const std::size_t farthest = past ? time : 60;  // forward: several times round the longest word
  for (std::size_t i = 0; i <= std::min<std::uint64_t>(bounds.hi, farthest); ++i) {
    const std::size_t there = past ? time - i : time + i;
    if (i >= bounds.lo && goal.at(there) != every) return !every;
    if (two && a.at(there) == every) return every;
  }
  return every;
}

template <class Algebra, class T>
std::vector<T> row(Op op, TimeBounds bounds, const Algebra& in, const Positions& word, const std::vector<T>& a,
                   const std::vector<T>& b) {
  if (!bounds.unbounded()) return bounded_row(op, bounds, in, word, a, b);
  return is_past(op) ? past_row(op, in, word, a, b) : future_row(op, in, word, a, b);
}

TimeBounds random_bounds(Random& random, Op op) {
  if (is_shift(op) || random.chance(40)) return {};
  const std::uint64_t lo = random.below(30);                     // also far more than the word has positions
  return {lo, random.chance(25) ? no_bound : random.below(35)};  // at times empty
}

// Sixty-four words at once.
struct Masks {
  static std::uint64_t constant(bool value) { return value ? ~std::uint64_t{0} : 0; }
  static std::uint64_t unknown() { return 0; }
  static std::uint64_t both(std::uint64_t a, std::uint64_t b) { return a & b; }
  static std::uint64_t either(std::uint64_t a, std::uint64_t b) { return a | b; }
};

std::uint64_t random_mask(Random& random) {
  std::uint64_t mask = 0;
  for (int bit = 0; bit < 64; ++bit) mask = mask << 1 | (random.chance(50) ? 1 : 0);
  return mask;
}

std::vector<bool> bits_of(const std::vector<std::uint64_t>& masks, int bit) {
  std::vector<bool> bits;
  for (std::uint64_t mask : masks) bits.push_back(mask >> bit & 1);
  return bits;
}

TEST(Ltl, RowsOnLassosAgreeWithTheDefinition) {
  Random random(3);
  for (int round = 0; round < 1500; ++round) {
    const Op op = ltl_operators[random.below(std::size(ltl_operators))];
    const TimeBounds bounds = random_bounds(random, op);
    Positions word{1 + random.below(7), {}};
    word.wrap = random.below(word.count);
    std::vector<std::uint64_t> a, b;
    for (std::size_t p = 0; p < word.count; ++p) {
      a.push_back(random_mask(random));
      b.push_back(random_mask(random));
    }
    const std::vector<std::uint64_t> made = row(op, bounds, Masks(), word, a, b);
    for (int bit = 0; bit < 64; ++bit) {
      const Timeline x{bits_of(a, bit), word}, y{bits_of(b, bit), word};
      for (std::size_t p = 0; p < word.count; ++p)
        ASSERT_EQ(made[p] >> bit & 1, by_definition(op, bounds, x, y, p))
            << "operator " << static_cast<int>(op) << " at " << p << ", round " << round;
    }
  }
}

// True whatever the unknown is, and true for some of what it may be.
struct Range {
  bool must = false, may = true;
  friend bool operator==(const Range&, const Range&) = default;
};

struct Ranges {
  static Range constant(bool value) { return {value, value}; }
  static Range unknown() { return {}; }
  static Range negation(Range a) { return {!a.may, !a.must}; }
  static Range both(Range a, Range b) { return {a.must && b.must, a.may && b.may}; }
  static Range either(Range a, Range b) { return {a.must || b.must, a.may || b.may}; }
};

TEST(Ltl, RowsOnFiniteWordsAreKnownWhereEveryContinuationAgrees) {
  Random random(5);
  for (int round = 0; round < 20000; ++round) {
    const Op op = ltl_operators[random.below(std::size(ltl_operators))];
    const TimeBounds bounds = random_bounds(random, op);
    const Positions word{1 + random.below(7), {}};
    std::vector<Range> a, b;
    Timeline least_a{{}, word, false}, least_b = least_a, most_a{{}, word, true}, most_b = most_a;
    const auto draw = [&](std::vector<Range>& ranges, Timeline& least, Timeline& most) {
      ranges.push_back(random.chance(25) ? Ranges::unknown() : Ranges::constant(random.chance(50)));
      least.at_positions.push_back(ranges.back().must);
      most.at_positions.push_back(ranges.back().may);
    };
    for (std::size_t p = 0; p < word.count; ++p) {
      draw(a, least_a, most_a);
      draw(b, least_b, most_b);
    }
    const std::vector<Range> made = row(op, bounds, Ranges(), word, a, b);
    for (std::size_t p = 0; p < word.count; ++p) {
      const Range wanted{by_definition(op, bounds, least_a, least_b, p), by_definition(op, bounds, most_a, most_b, p)};
      ASSERT_EQ(made[p], wanted) << "operator " << static_cast<int>(op) << " at " << p << ", round " << round;
    }
  }
}

TEST(Ltl, ConnectivesHaveTheirTables) {
  const auto value = [](Op op, bool a, bool b, bool c) {
    return connect(op, Ranges(), Ranges::constant(a), Ranges::constant(b), Ranges::constant(c));
  };
  for (int row = 0; row < 8; ++row) {
    const bool a = row & 1, b = row & 2, c = row & 4;
    EXPECT_EQ(value(Op::Not, a, b, c), Ranges::constant(!a));
    EXPECT_EQ(value(Op::And, a, b, c), Ranges::constant(a && b));
    EXPECT_EQ(value(Op::Or, a, b, c), Ranges::constant(a || b));
    EXPECT_EQ(value(Op::Implies, a, b, c), Ranges::constant(!a || b));
    EXPECT_EQ(value(Op::Xor, a, b, c), Ranges::constant(a != b));
    EXPECT_EQ(value(Op::Iff, a, b, c), Ranges::constant(a == b));
    EXPECT_EQ(value(Op::Eq, a, b, c), Ranges::constant(a == b));
    EXPECT_EQ(value(Op::Ite, a, b, c), Ranges::constant(a ? b : c));
  }
}

TEST(Ltl, PositionsGoRoundTheLoop) {
  const Positions lasso{5, 3}, finite{5, {}};
  EXPECT_EQ(lasso.after(4), 3u);
  EXPECT_EQ(lasso.after(1, 3), 4u);
  EXPECT_EQ(lasso.after(1, 4), 3u);
  EXPECT_EQ(lasso.after(0, 1'000'001), 3u);
  EXPECT_EQ(lasso.after(0, 1'000'002), 4u);
  EXPECT_EQ(finite.after(4), 5u);
  EXPECT_EQ(finite.after(2, 2), 4u);
  EXPECT_EQ(finite.after(2, 1'000'000), 5u);
}

}  // namespace
}  // namespace whynot
