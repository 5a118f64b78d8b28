#include "report/text/diff.h"

#include <gtest/gtest.h>

#include "report/spelling.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

TEST(Diff, ColumnsAndSteps) {
  NetSample sample;
  const Trace& left = sample.report.traces[0].trace;
  Trace right = left;
  right.steps[1].state[2] = num(7);
  right.steps[3].inputs[0] = Value::boolean(false);
  right.loop = 3;
  EXPECT_EQ(write_diff(left, right, "t1", "t2", Style{}), R"(t1: 4 steps, repeats from step 2
t2: 4 steps, repeats from step 3
5 differences, the first at step 1
step            t1    t2
1     hops      1     7
3     > go      TRUE  FALSE
4     location  r3    c
5     > go      TRUE  FALSE
6     location  r3    c
)");
}

// x counts modulo `period`, written with its loop begun at `start` and passed `passes` times.
Trace counter(ExprPool& pool, std::size_t period, std::size_t start, std::size_t passes) {
  auto signature = std::make_shared<Signature>();
  signature->columns = {{"x", pool.range_type(0, 99), {}, false}};
  Trace trace;
  trace.signature = signature;
  for (std::size_t i = 0; i < start + period * passes; ++i)
    trace.steps.push_back({{num(static_cast<std::int64_t>(i % period))}, {}, {}});
  trace.loop = start;
  return trace;
}

TEST(Diff, TheSameRunWrittenDifferently) {
  ExprPool pool;
  EXPECT_TRUE(difference(counter(pool, 3, 0, 1), counter(pool, 3, 2, 2)).same());
  EXPECT_FALSE(difference(counter(pool, 3, 0, 1), counter(pool, 4, 0, 1)).same());
  for (std::size_t p = 1; p < 6; ++p)
    for (std::size_t q = 1; q < 6; ++q)
      for (std::size_t start = 0; start < 7; ++start)
        EXPECT_EQ(difference(counter(pool, p, start, 1), counter(pool, q, 1, 2)).same(), p == q)
            << p << " " << q << " " << start;
}

TEST(Diff, LengthsAndColumnsOfOneSideOnly) {
  ExprPool pool;
  Trace left = counter(pool, 3, 0, 1), right = left;
  right.loop.reset();
  EXPECT_TRUE(difference(left, right).lengths_differ);
  EXPECT_EQ(write_diff(left, right, "a", "b", Style{}),
            "a: 3 steps, repeats from step 0\nb: 3 steps, no loop\nno difference in the values of the steps that both "
            "have\n");
  auto signature = std::make_shared<Signature>(*left.signature);
  signature->columns[0].name = "y";
  right = left;
  right.signature = signature;
  EXPECT_EQ(difference(left, right).only_left, std::vector<std::string>{"x"});
  EXPECT_EQ(difference(left, right).only_right, std::vector<std::string>{"y"});
  EXPECT_EQ(write_diff(left, left, "a", "a", Style{}),
            "a: 3 steps, repeats from step 0\na: 3 steps, repeats from step 0\nno difference\n");
}

TEST(Diff, ManyDifferencesAreCut) {
  ExprPool pool;
  Trace left = counter(pool, 99, 0, 2), right = left;
  left.loop.reset();
  right.loop.reset();
  for (Step& step : right.steps) step.state[0] = num(99);
  EXPECT_NE(write_diff(left, right, "a", "b", Style{}).find("… 138 more (--full shows them)\n"), std::string::npos);
  Style full;
  full.full = true;
  EXPECT_EQ(write_diff(left, right, "a", "b", full).find("more"), std::string::npos);
}

TEST(Spelling, Globs) {
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("a*b?c", "aXXbYbZc"));
  EXPECT_FALSE(glob_match("a*b?c", "aXXbYbZd"));
  EXPECT_TRUE(glob_match("p[*]", "p[12]"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("packet.*", "packet.ip"));
}

TEST(Spelling, BytesThatCannotBeShown) {
  EXPECT_EQ(printable("\xc3\xa4 ok"), "\xc3\xa4 ok");
  EXPECT_EQ(printable("a\nb\x7f"), "a\\x0ab\\x7f");
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // right-to-left override
  EXPECT_EQ(valid_utf8("a\n\xf5\xc0\x80\xe2\x82"), "a\n\\xf5\\xc0\\x80\\xe2\\x82");
  EXPECT_EQ(valid_utf8("\xf0\x9f\x98\x80\xf4\x90\x80\x80"), "\xf0\x9f\x98\x80\\xf4\\x90\\x80\\x80");
}

}  // namespace
}  // namespace whynot::report
