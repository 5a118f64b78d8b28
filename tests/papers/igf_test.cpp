// Ogata, Nakano, Kong, Futatsugi: Induction-Guided Falsification (2006): the case study of section 7, its numbers,
// its lemmas, its verdicts.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "analyse/falsify/falsify.h"
#include "engine/ots/search.h"
#include "ots_support.h"

namespace whynot::analyse::falsify {
namespace {

using whynot::ots::Predicate;

Falsification igf(OtsInput& input, const std::string& goal, std::size_t bound, FalsifyOptions options) {
  Context context;
  const auto& scope = input.scope("paper");
  const std::vector<Predicate> mentioned{input.predicate(goal)};
  const auto space = engine::ots::explore(input.ots(), scope, mentioned, {bound, true, 1, {}}, context);
  return falsify(input.ots(), input.predicate(goal), {}, *space, options, context);
}

std::vector<std::string> actions(const Trace& trace) {
  std::vector<std::string> out;
  for (const Step& s : trace.steps)
    if (s.action) out.push_back(s.action->name);
  return out;
}

Proof prove_alone(OtsInput& input, const std::string& name, LemmaForm form = LemmaForm::Paper) {
  Context context;
  return prove(input.ots(), input.predicate(name), {}, form, 1, context);
}

TEST(Igf, SecrecyNeedsExactlyTheTwoLemmas) {
  OtsInput input(read_example("nspk"));
  const Proof proof = prove_alone(input, "SP");
  EXPECT_EQ(proof.initially, Induction::Truth::Yes);
  for (const Proof::Step& step : proof.steps) {
    ASSERT_TRUE(step.result.decided) << step.result.reason;
    const char* lemma = step.transition == "send2" ? "NL1" : step.transition == "send3" ? "NL2" : nullptr;
    ASSERT_EQ(step.result.cases.size(), lemma ? 1u : 0u) << step.transition;
    if (!lemma) continue;
    const Cube expected = cube_of(input.ots(), input.predicate(lemma)), found = step.result.cases[0].cube;
    EXPECT_TRUE(subsumes(input.ots(), expected, found) && subsumes(input.ots(), found, expected)) << step.lemmas[0];
  }
}

TEST(Igf, TheFirstLemmaIsProvedAloneTheSecondFailsInThreeCases) {
  OtsInput input(read_example("nspk"));
  EXPECT_TRUE(prove_alone(input, "NL1").proved());
  for (const Proof::Step& step : prove_alone(input, "NL2").steps) {
    const bool fails = step.transition == "send1" || step.transition == "send2" || step.transition == "fake1";
    EXPECT_EQ(!step.result.cases.empty(), fails) << step.transition;
  }
}

class FalsifiedWithin : public testing::TestWithParam<std::size_t> {};

TEST_P(FalsifiedWithin, TheBound) {
  OtsInput input(read_example("nspk"));
  for (const LemmaForm form : {LemmaForm::Paper, LemmaForm::WeakestPrecondition}) {
    const Falsification f = igf(input, "SP", GetParam(), {form, false, 200});
    ASSERT_EQ(f.outcome, Outcome::Falsified) << f.reason << " after " << f.rounds;
    EXPECT_GE(f.trace->depth(), 4u);
    EXPECT_EQ(*f.through == 0, GetParam() == 4);  // directly, or through a lemma
    if (GetParam() < 3) continue;
    EXPECT_EQ(actions(*f.trace), (std::vector<std::string>{"send1", "fake1", "send2", "send3"}));
  }
}
INSTANTIATE_TEST_SUITE_P(Igf, FalsifiedWithin, testing::Values(4, 3, 2, 1, 0));

TEST(Igf, BoundThreeFalsifiesThroughTheSecondLemma) {
  OtsInput input(read_example("nspk"));
  const Falsification f = igf(input, "SP", 3, {LemmaForm::Paper, false, 200});
  ASSERT_EQ(f.outcome, Outcome::Falsified);
  const Lemma& through = f.lemmas[*f.through];
  EXPECT_EQ(through.transition, "send3");
  EXPECT_EQ(through.from, "SP");
  EXPECT_EQ(f.depths.back().depth, 3u);
  EXPECT_EQ(through.fails_at, std::optional<std::size_t>(3));
  EXPECT_EQ(f.lemmas[0].fails_at, std::optional<std::size_t>(4));
}

TEST(Igf, LoweVersionIsVerifiedWithGeneralisation) {
  OtsInput input(read_example("nslpk"));
  for (const LemmaForm form : {LemmaForm::Paper, LemmaForm::WeakestPrecondition}) {
    const Falsification f = igf(input, "SP", 3, {form, true, 50});
    std::string lemmas;
    for (const Lemma& l : f.lemmas)
      lemmas += l.name + ": " + l.text + " [" + std::string(status_word(l.status)) + "]\n";
    ASSERT_EQ(f.outcome, Outcome::Verified) << f.reason << "\n" << lemmas;
    EXPECT_LE(f.lemmas.size(), 6u) << lemmas;
  }
}

// The certificate, read and confirmed by a second solver where it is installed.
TEST(Igf, AnotherSolverConfirmsTheCertificate) {
  if (std::system("command -v cvc5 >/dev/null 2>&1") != 0) GTEST_SKIP() << "cvc5 is not installed";
  OtsInput input(read_example("nslpk"));
  const Falsification f = igf(input, "SP", 3, {LemmaForm::Paper, true, 50});
  ASSERT_EQ(f.outcome, Outcome::Verified);
  std::vector<Predicate> facts;
  for (const Lemma& l : f.lemmas) facts.push_back(l.predicate);
  const auto file = std::filesystem::temp_directory_path() / ("whynot-" + std::to_string(::getpid()) + ".smt2");
  for (const std::string& script : certificate_scripts(input.ots(), facts)) {
    std::ofstream(file) << "(set-logic ALL)\n" << script;
    FILE* pipe = popen(("cvc5 --tlimit=20000 " + file.string() + " 2>&1").c_str(), "r");
    char answer[256] = "";
    ASSERT_TRUE(pipe && std::fgets(answer, sizeof answer, pipe));
    pclose(pipe);
    EXPECT_STREQ(answer, "unsat\n") << script;
  }
  std::filesystem::remove(file);
}

TEST(Igf, LoweVersionDivergesWithoutIt) {
  OtsInput input(read_example("nslpk"));
  const Falsification f = igf(input, "SP", 2, {LemmaForm::Paper, false, 8});
  EXPECT_EQ(f.outcome, Outcome::Open);
  EXPECT_EQ(f.reason, "gave up after 8 rounds");
}

// A limit in steps of the solver ends it in the same place each time, with the lemmas that it has.
TEST(Igf, EffortIsLimited) {
  OtsInput input(read_example("nslpk"));
  FalsifyOptions few{LemmaForm::Paper, false, 200};
  few.effort = 100'000;
  const Falsification f = igf(input, "SP", 2, few), again = igf(input, "SP", 2, few);
  EXPECT_EQ(f.outcome, Outcome::Open);
  EXPECT_NE(f.reason.find("--timeout"), std::string::npos) << f.reason;
  EXPECT_GT(f.lemmas.size(), 2u);
  EXPECT_LT(f.rounds, 100u);
  EXPECT_EQ(f.rounds, again.rounds);
  EXPECT_EQ(f.lemmas.size(), again.lemmas.size());
}

TEST(Igf, SuggestedLemmasProveLowesVersion) {
  OtsInput input(read_example("nslpk"));
  Context context;
  const std::vector<Predicate> given{input.predicate("NL1"), input.predicate("NL2")};
  EXPECT_TRUE(prove(input.ots(), input.predicate("SP"), given, LemmaForm::Paper, 1, context).proved());
  EXPECT_FALSE(prove(input.ots(), input.predicate("SP"), {}, LemmaForm::Paper, 1, context).proved());
}

}  // namespace
}  // namespace whynot::analyse::falsify
