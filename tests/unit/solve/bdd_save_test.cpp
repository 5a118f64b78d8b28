// The text form: what was written is read back, and whatever else is handed in is refused, not believed.
#include <gtest/gtest.h>

#include "base/random.h"
#include "solve/bdd.h"

namespace whynot::solve {
namespace {

struct Saved {
  BddManager manager;
  std::vector<Bdd> functions;
  std::string text;

  Saved() {
    for (unsigned v = 0; v < 5; ++v) manager.new_variable();
    const Bdd a = manager.variable(0), b = manager.variable(1), c = manager.variable(4);
    functions = {a ^ (b & c), !(a | c), manager.constant(false)};
    text = manager.save(functions);
  }
};

std::string code_of(std::string_view text) {
  BddManager manager;
  Diagnostics diagnostics;
  const auto loaded = manager.load(text, 0, diagnostics);
  EXPECT_EQ(loaded.has_value(), diagnostics.ok());
  return diagnostics.ok() ? "" : diagnostics.all()[0].code;
}

TEST(BddSave, IsReadable) {
  BddManager manager;
  const BddVariable v = manager.new_variable();
  const std::vector<Bdd> functions = {!manager.variable(v)};
  const std::string text = manager.save(functions);
  EXPECT_EQ(text.substr(0, text.find("checksum")), "whynot-bdd 1\nvariables 1\nnodes 1\n0 1 0\nroots 1\n3\n");
}

TEST(BddSave, AnotherManagerWithAnotherOrderReadsIt) {
  Saved saved;
  BddManager other;
  for (unsigned v = 0; v < 3; ++v) other.new_variable();
  const std::vector<BddVariable> order = {2, 0, 1};
  ASSERT_TRUE(other.set_order(order));
  Diagnostics diagnostics;
  const auto loaded = other.load(saved.text, 0, diagnostics);
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(other.variable_count(), 5u);
  const Bdd a = other.variable(0), b = other.variable(1), c = other.variable(4);
  EXPECT_EQ((*loaded)[0], a ^ (b & c));
  EXPECT_EQ((*loaded)[1], !(a | c));
  EXPECT_TRUE((*loaded)[2].is_false());
}

TEST(BddSave, EveryMistakeHasItsCode) {
  const std::string good = Saved().text;
  EXPECT_EQ(code_of(good), "");
  EXPECT_EQ(code_of(""), "bdd.format");
  EXPECT_EQ(code_of("MODULE main"), "bdd.format");
  EXPECT_EQ(code_of(good.substr(0, good.size() / 2)), "bdd.format");
  EXPECT_EQ(code_of(good + "more"), "bdd.format");
  EXPECT_EQ(code_of("whynot-bdd 2\n"), "bdd.version");
  EXPECT_EQ(code_of("whynot-bdd 1\nvariables 1\nnodes 99999999999\n"), "bdd.format");
  EXPECT_EQ(code_of("whynot-bdd 1\nvariables 0\nnodes 1\n0 1 0\nroots 1\n3\n"), "bdd.format");
  EXPECT_EQ(code_of("whynot-bdd 1\nvariables 1\nnodes 1\n0 2 0\nroots 1\n3\n"), "bdd.format");  // speaks of itself
  std::string wrong = good;
  char& digit = wrong[wrong.size() - 2];
  digit = digit == '0' ? '1' : '0';
  EXPECT_EQ(code_of(wrong), "bdd.checksum");
}

TEST(BddSave, NoDamageGoesUnnoticed) {
  const std::string good = Saved().text;
  Random random(1);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 + random.below(255)));
    EXPECT_NE(code_of(damaged), "") << i;
    damaged.erase(i, 1 + random.below(3));
    EXPECT_NE(code_of(damaged), "") << i;
  }
}

TEST(BddSave, AFailedManagerGivesInvalidHandles) {
  Saved saved;
  BddManager other({.memory_bytes = 1});
  for (unsigned v = 0; v < 40; ++v) other.new_variable();
  Bdd f = other.constant(true);
  for (unsigned v = 0; v < 20; ++v) f &= other.variable(v).iff(other.variable(20 + v));
  ASSERT_TRUE(other.failed());
  Diagnostics diagnostics;
  const auto loaded = other.load(saved.text, 0, diagnostics);
  ASSERT_TRUE(loaded.has_value());
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(*loaded, std::vector<Bdd>(3));
}

}  // namespace
}  // namespace whynot::solve
