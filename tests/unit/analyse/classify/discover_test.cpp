// Classes without predicates: causes that were planted are found, and what is found is checked run by run.
#include "analyse/classify/discover.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyse/classify/wording.h"
#include "base/random.h"
#include "encode/obligations.h"
#include "front/smv/smv.h"

namespace whynot::analyse::classify {
namespace {

struct Found {
  explicit Found(const std::string& text, std::size_t bound, bool at_once = false) {
    program = front::smv::load(sources.add("m.smv", text), sources, pool, diagnostics);
    if (!program) return;
    stepper = make_stepper(program->system);
    const Property& property = program->properties.front();
    const std::vector<Expr> own = support(property.formula);
    options.bound = bound;
    for (const VariableDecl& d : program->system.variables)
      (std::find(own.begin(), own.end(), d.variable) == own.end() ? options.vocabulary : options.own)
          .push_back(d.variable);
    Context context;
    outcome = discover(program->system, *stepper, property, options, at_once, context);
  }
  const Classes& classes() const { return std::get<Classes>(outcome.result); }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Class& c : classes().classes) all.push_back(constraint_text(*outcome.vocabulary, c.constraint));
    return all;
  }

  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;
  Options options;
  Outcome outcome;
};

using Texts = std::vector<std::string>;

// Noise, and a cause: A, and B in the next step.
std::string planted(std::uint64_t seed) {
  Random random(seed);
  const std::size_t noise = 1 + random.below(3);
  std::string text = "MODULE main\nIVAR a : {none, open, close}; b : boolean;\nVAR armed : boolean; bad : boolean;\n";
  for (std::size_t i = 0; i < noise; ++i) text += fmt::format("VAR n{} : 0..{};\n", i, 2 + random.below(4));
  text +=
      "ASSIGN init(armed) := FALSE; next(armed) := a = open;\n"
      "init(bad) := FALSE; next(bad) := bad | (armed & b);\n";
  for (std::size_t i = 0; i < noise; ++i)
    if (random.chance(50)) text += fmt::format("ASSIGN next(n{0}) := n{0} > 0 ? n{0} - 1 : 2;\n", i);
  return text + "INVARSPEC !bad\n";
}

TEST(Discover, APlantedCause) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Found found(planted(seed), 5);
    ASSERT_TRUE(found.program) << planted(seed);
    ASSERT_TRUE(found.classes().complete) << seed;
    EXPECT_EQ(found.texts(), Texts{"exists i, j: a@i = open & b@j & i + 1 = j"}) << "seed " << seed;
  }
}

TEST(Discover, RangesAsWideAsTheyCanBe) {
  const Found found(
      "MODULE main\nFROZENVAR x : 0..15; y : unsigned word[6];\nVAR bad : boolean;\n"
      "ASSIGN init(bad) := FALSE; next(bad) := bad | (x >= 3 & x <= 9 & y > 0ud6_20);\nINVARSPEC !bad\n",
      3);
  ASSERT_TRUE(found.program);
  ASSERT_EQ(found.classes().classes.size(), 1u);
  const std::string text = found.texts()[0];
  EXPECT_NE(text.find("in 3..9"), std::string::npos) << text;
  EXPECT_NE(text.find(">= 0ud6_21"), std::string::npos) << text;
  EXPECT_TRUE(found.classes().discovered);
}

// Whoever asks for ever and is never answered: only what the loop has for ever tells.
TEST(Discover, WhatGoesOnForEver) {
  const Found found(
      "MODULE main\nIVAR go : boolean;\nVAR blocked : boolean; x : 0..2;\n"
      "ASSIGN init(blocked) := FALSE; next(blocked) := go ? {TRUE, FALSE} : blocked;\n"
      "init(x) := 0; next(x) := blocked ? 0 : (x + 1) mod 3;\nLTLSPEC G F x = 1\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"from some step on: blocked"});
}

// Two variables decide together, and no class that leaves the property's own words out tells which.
TEST(Discover, SaysWhereAClassIsThePropertyAgain) {
  const Found found("MODULE main\nVAR x : 0..2; y : 0..2;\nLTLSPEC G F (x = 2 & y = 1)\n", 3);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  ASSERT_FALSE(found.classes().classes.empty());
  for (const Class& c : found.classes().classes)
    EXPECT_EQ(c.flags, Texts{"follows from the formula: it says what the property says"});
}

TEST(Discover, PlainFactsAreLeftAsTheyAre) {
  const Found found(
      "MODULE main\nIVAR a : boolean;\nVAR bad : boolean;\n"
      "ASSIGN init(bad) := FALSE; next(bad) := bad | a;\nINVARSPEC !bad\n",
      4);
  ASSERT_TRUE(found.program);
  EXPECT_FALSE(found.classes().discovered);
  EXPECT_EQ(found.texts(), Texts{"exists i: a@i"});
}

}  // namespace
}  // namespace whynot::analyse::classify
