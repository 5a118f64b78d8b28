#include "base/context.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace whynot {
namespace {

using std::chrono::milliseconds;

// Whether it comes about within ten seconds.
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(milliseconds(1));
  return condition();
}

TEST(Context, ReasonsAreWordedAsTheLimitsWere) {
  Limits limits;
  limits.time_words = "--timeout 30s";
  Context context(limits);
  EXPECT_EQ(context.reason_of(Stop::Timeout), "stopped by --timeout 30s");
  EXPECT_EQ(context.reason_of(Stop::Memory), "memory limit") << "nobody said how much";
  Context part(context, 1000);
  context.request_stop(Stop::Timeout);
  EXPECT_TRUE(part.should_stop());
  EXPECT_EQ(part.stop_reason(), "stopped by --timeout 30s") << "a part stops for the same reason";
}

// A part with a time of its own: it runs while the part is at work, and its end is not that of the whole.
TEST(Context, APartMayHaveATimeOfItsOwn) {
  Context whole;
  Limits each;
  each.time = milliseconds(30);
  each.time_words = "--timeout-each 30ms";
  Context part(whole, each);
  std::this_thread::sleep_for(milliseconds(60));
  EXPECT_EQ(part.look(), Stop::None) << "it has not begun";
  part.resume();
  part.pause();
  std::this_thread::sleep_for(milliseconds(60));
  EXPECT_EQ(part.look(), Stop::None) << "it rests";
  part.resume();
  Context turn(part, 1'000'000'000);
  EXPECT_TRUE(eventually([&] {
    for (int i = 0; i < 64; ++i) turn.should_stop();
    return turn.stopped() == Stop::Timeout;
  }));
  EXPECT_EQ(turn.stop_reason(), "stopped by --timeout-each 30ms");
  EXPECT_EQ(whole.look(), Stop::None);
}

// Whoever asks once in a second is told at the first question, since somebody else looks at the clock.
TEST(Context, AWatcherLooksAtTheClock) {
  Limits limits;
  limits.time = milliseconds(5);
  Context context(limits);
  context.start_watcher();
  EXPECT_TRUE(eventually([&] { return context.stopped() == Stop::Timeout; }));
}

TEST(Context, WhatCannotAskIsTold) {
  std::atomic<bool> flag{false};
  Context context;
  context.watch(&flag);
  Context part(context, 1'000'000);
  std::atomic<int> told{0};
  {
    const WhenStopped when(part, [&] { ++told; });
    EXPECT_EQ(told, 0);
    flag = true;
    EXPECT_TRUE(eventually([&] { return told > 1; })) << "again and again";
  }
  const int before = told;
  std::this_thread::sleep_for(milliseconds(60));
  EXPECT_EQ(told, before) << "not once it is gone";
}

TEST(Context, LookingWhetherItIsHaltedTakesNoEffort) {
  Context context;
  Context part(context, 2);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(part.is_halted());
  context.request_stop(Stop::Interrupted);
  EXPECT_TRUE(part.is_halted());
  EXPECT_EQ(part.stopped(), Stop::Interrupted);
}

}  // namespace
}  // namespace whynot
