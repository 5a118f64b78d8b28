// Who is asked for what.
#include <gtest/gtest.h>

#include "engine/engine.h"

namespace whynot::engine {
namespace {

TEST(Registry, WordsAreTheNames) {
  std::string words = "auto";
  for (const Engine* engine : engines()) {
    EXPECT_EQ(engine_named(engine->name()), engine);
    words += "|" + std::string(engine->name());
  }
  EXPECT_EQ(engine_words(), words);
  EXPECT_EQ(engine_named("auto"), nullptr);
}

TEST(Registry, EveryPowerHasAnEngine) {
  for (bool Powers::*power : {&Powers::shortest, &Powers::several, &Powers::certifies})
    EXPECT_TRUE(engine_with(power).powers().*power);
}

TEST(Registry, TheFirstWithAPowerIsAsked) {
  for (bool Powers::*power : {&Powers::shortest, &Powers::several, &Powers::certifies})
    for (const Engine* engine : engines()) {
      if (engine == &engine_with(power)) break;
      EXPECT_FALSE(engine->powers().*power) << engine->name();
    }
}

}  // namespace
}  // namespace whynot::engine
