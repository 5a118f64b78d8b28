// Every question about a set, against a list of booleans.
#include "analyse/intervals/value_set.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "support/rounds.h"

namespace whynot::analyse::intervals {
namespace {

struct Listed {  // the oracle: membership by place
  Scale scale;
  std::vector<bool> in;

  Integer number(std::size_t place) const { return scale.number_at(Integer(place)); }
  std::vector<Interval> intervals() const {
    std::vector<Interval> all;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (!in[i]) continue;
      if (i > 0 && in[i - 1])
        all.back().hi = number(i);
      else
        all.push_back({number(i), number(i)});
    }
    return all;
  }
  // Aligned blocks, by halving.
  std::vector<Block> blocks(std::size_t begin, std::size_t prefix) const {
    const std::size_t size = in.size() >> prefix;
    std::size_t members = 0;
    for (std::size_t i = begin; i < begin + size; ++i) members += in[i];
    if (members == size) return {{number(begin), prefix}};
    if (members == 0) return {};
    auto all = blocks(begin, prefix + 1);
    for (const Block& b : blocks(begin + size / 2, prefix + 1)) all.push_back(b);
    return all;
  }
};

Listed random_list(Random& random) {
  const std::size_t width = 1 + random.below(8);
  Listed list{Scale::plain("", width, random.chance(50)), std::vector<bool>(std::size_t{1} << width)};
  const std::size_t change = 1 + random.below(12);
  bool now = random.chance(50);
  for (std::size_t i = 0; i < list.in.size(); ++i) {
    if (random.below(change) == 0) now = !now;
    list.in[i] = now;
  }
  return list;
}

ValueSet build(const Listed& list) {
  ValueSet set(list.scale);
  for (const Interval& i : list.intervals()) set.insert(i);
  return set;
}

std::vector<Interval> intervals_of(const ValueSet& set) {
  std::vector<Interval> all;
  set.for_each_interval([&](const Interval& i) { return all.push_back(i), true; });
  return all;
}

TEST(ValueSet, AnswersAsAListDoes) {
  Random random(7);
  for (std::size_t round = 0; round < rounds(700); ++round) {
    const Listed list = random_list(random);
    const ValueSet set = build(list);
    const auto expected = list.intervals();
    ASSERT_EQ(intervals_of(set), expected);
    ASSERT_EQ(set.interval_count(), Integer(expected.size()));
    std::vector<Block> blocks;
    set.for_each_block([&](const Block& b) { return blocks.push_back(b), true; });
    ASSERT_EQ(blocks, list.blocks(0, 0));
    ASSERT_EQ(set.block_count(), Integer(blocks.size()));
    Integer longest = 0, count = 0;
    for (const Interval& i : expected) {
      longest = std::max(longest, i.length());
      count += i.length();
    }
    ASSERT_EQ(set.count(), count);
    ASSERT_EQ(set.longest().has_value(), longest > 0);
    if (longest > 0) {
      ASSERT_EQ(set.longest()->length(), longest);
      ASSERT_TRUE(set.contains(*set.longest()));
    }
    for (std::size_t p = 0; p < list.in.size(); ++p) {
      const Integer n = list.number(p);
      ASSERT_EQ(set.has(n), list.in[p]);
      const auto around = set.around(n);
      ASSERT_EQ(around.has_value(), list.in[p]);
      if (around) {
        ASSERT_NE(std::find(expected.begin(), expected.end(), *around), expected.end());
        ASSERT_TRUE(around->lo <= n && n <= around->hi);
      }
    }
  }
}

TEST(ValueSet, WindowsMembersAndNeighbours) {
  Random random(11);
  for (std::size_t round = 0; round < rounds(800); ++round) {
    const Listed list = random_list(random);
    const ValueSet set = build(list);
    const std::size_t a = random.below(list.in.size()), b = a + random.below(list.in.size() - a);
    std::size_t inside = 0;
    std::optional<Integer> outside;
    for (std::size_t p = a; p <= b; ++p) {
      inside += list.in[p];
      if (!list.in[p] && !outside) outside = list.number(p);
    }
    const Interval window{list.number(a), list.number(b)};
    ASSERT_EQ(set.count_in(window), Integer(inside));
    ASSERT_EQ(set.first_outside(window), outside);
    std::size_t index = 0;
    for (std::size_t p = 0; p < list.in.size(); ++p) {
      if (!list.in[p]) continue;
      ASSERT_EQ(set.member(Integer(index++)), list.number(p));
    }
    ASSERT_EQ(set.member(Integer(index)), std::nullopt);
  }
}

TEST(ValueSet, PatternsCoverExactlyAndNoneCanGo) {
  Random random(13);
  for (std::size_t round = 0; round < rounds(300); ++round) {
    const Listed list = random_list(random);
    const ValueSet set = build(list);
    std::vector<std::string> patterns;
    set.for_each_pattern([&](const std::string& p) { return patterns.push_back(p), true; });
    const std::size_t width = list.scale.width();
    const auto matches = [&](const std::string& pattern, std::size_t place) {
      const std::size_t bits = place ^ (list.scale.is_signed() ? std::size_t{1} << (width - 1) : 0);
      for (std::size_t i = 0; i < width; ++i)
        if (pattern[i] != '*' && (pattern[i] == '1') != ((bits >> (width - 1 - i) & 1) != 0)) return false;
      return true;
    };
    for (std::size_t left_out = 0; left_out <= patterns.size(); ++left_out) {
      bool same = true;
      for (std::size_t p = 0; p < list.in.size(); ++p) {
        bool covered = false;
        for (std::size_t i = 0; i < patterns.size(); ++i)
          covered = covered || (i != left_out && matches(patterns[i], p));
        same = same && covered == list.in[p];
      }
      ASSERT_EQ(same, left_out == patterns.size());
    }
  }
}

// Longest match decides; and no smaller table does for the sizes that can be tried.
TEST(ValueSet, TablesWithExceptions) {
  Random random(17);
  for (std::size_t round = 0; round < rounds(500); ++round) {
    const Listed list = random_list(random);
    const ValueSet set = build(list);
    const auto table = set.table(1'000'000);
    ASSERT_TRUE(table);
    ASSERT_LE(table->size(), list.blocks(0, 0).size());
    const std::size_t width = list.scale.width();
    for (std::size_t p = 0; p < list.in.size(); ++p) {
      bool in = false;
      std::size_t best = 0;
      for (const TableLine& line : *table) {
        const auto begin = static_cast<std::size_t>(list.scale.place(line.block.first));
        if (p < begin || p >= begin + (list.in.size() >> line.block.prefix)) continue;
        if (line.block.prefix >= best) {
          best = line.block.prefix;
          in = line.in;
        }
      }
      ASSERT_EQ(in, list.in[p]) << width;
    }
  }
  ValueSet all_but_one(Scale::plain("", 8, false));
  all_but_one.insert({0, 76});
  all_but_one.insert({78, 255});
  EXPECT_EQ(all_but_one.table(100)->size(), 2u);
  EXPECT_EQ(all_but_one.table(1), std::nullopt);
}

TEST(ValueSet, SetAlgebraAcrossManagers) {
  Random random(19);
  for (std::size_t round = 0; round < rounds(300); ++round) {
    const Listed a = random_list(random);
    Listed b = random_list(random);
    b.scale = a.scale;
    b.in.resize(a.in.size());
    const ValueSet x = build(a), y = build(b);
    const auto check = [&](const ValueSet& made, auto wanted) {
      for (std::size_t p = 0; p < a.in.size(); ++p) ASSERT_EQ(made.has(a.number(p)), wanted(a.in[p], b.in[p]));
    };
    check(x.united(y), [](bool i, bool j) { return i || j; });
    check(x.intersected(y), [](bool i, bool j) { return i && j; });
    check(x.without(y), [](bool i, bool j) { return i && !j; });
  }
}

TEST(ValueSet, WideNumbers) {
  ValueSet set(Scale::plain("", 128, false));
  const Integer big = power_of_two(127);
  set.insert({big - 5, big + 9});
  set.insert({0, 0});
  EXPECT_EQ(set.count(), 16);
  EXPECT_EQ(set.longest()->lo, big - 5);
  EXPECT_EQ(set.around(big)->hi, big + 9);
  EXPECT_EQ(set.interval_count(), 2);
  // Every other number: as many intervals as numbers, none of them listed.
  ValueSet even(Scale::plain("", 128, false));
  even = ValueSet(even.scale(), even.manager(), even.bits(), !even.manager()->variable(even.bits().back()));
  EXPECT_EQ(even.interval_count(), big);
  std::size_t seen = 0;
  even.for_each_interval([&](const Interval&) { return ++seen < 10; });
  EXPECT_EQ(seen, 10u);
}

}  // namespace
}  // namespace whynot::analyse::intervals
