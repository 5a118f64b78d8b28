// Every shipped example does what its `expect` clauses say.
#include <gtest/gtest.h>

#include "analyse/falsify/falsify.h"
#include "engine/ots/search.h"
#include "ots_support.h"

namespace whynot::analyse::falsify {
namespace {

using whynot::ots::ExpectStates;
using whynot::ots::ExpectVerdict;
using whynot::ots::Ots;
using whynot::ots::Predicate;

void check_states(const Ots& ots, const ExpectStates& expected) {
  std::optional<std::size_t> deepest;
  bool whole = false;
  for (const auto& [depth, states] : expected.counts)
    depth ? void(deepest = std::max(deepest.value_or(0), *depth)) : void(whole = true);
  Context context;
  const auto outcome =
      engine::ots::search(ots, ots.scopes[expected.scope], {}, {whole ? std::nullopt : deepest, false, 2, {}}, context);
  for (const auto& [depth, states] : expected.counts) {
    EXPECT_TRUE(depth || outcome.exhausted);
    EXPECT_EQ(outcome.depths.at(depth.value_or(outcome.depths.size() - 1)).states, states)
        << "depth " << depth.value_or(0);
  }
}

void check_search(const Ots& ots, const ExpectVerdict& expected) {
  const std::vector<Predicate> goal{predicate_of(ots.invariants[expected.invariant])};
  Context context;
  const auto outcome =
      engine::ots::search(ots, ots.scopes[expected.scope.value_or(0)], goal, {expected.depth, true, 2, {}}, context);
  if (expected.word == ExpectVerdict::Word::Falsified) {
    ASSERT_TRUE(std::holds_alternative<Violated>(outcome.verdicts[0]));
    const Trace& trace = std::get<Trace>(std::get<Violated>(outcome.verdicts[0]).evidence);
    EXPECT_EQ(trace.depth(), expected.depth.value_or(trace.depth()));
  } else if (expected.depth) {
    EXPECT_TRUE(std::holds_alternative<NoneUpTo>(outcome.verdicts[0]) ||
                std::holds_alternative<Holds>(outcome.verdicts[0]));
  } else {
    EXPECT_TRUE(std::holds_alternative<Holds>(outcome.verdicts[0]));
  }
}

void check_proof(Ots& ots, const ExpectVerdict& expected) {
  const auto& invariant = ots.invariants[expected.invariant];
  Context context;
  if (expected.word == ExpectVerdict::Word::Proved) {
    std::vector<Predicate> given;
    for (std::uint32_t u : invariant.uses) given.push_back(predicate_of(ots.invariants[u]));
    EXPECT_TRUE(prove(ots, predicate_of(invariant), given, LemmaForm::Paper, 1, context).proved());
    return;
  }
  const std::vector<Predicate> goal{predicate_of(invariant)};
  const auto space = engine::ots::explore(ots, ots.scopes[expected.scope.value_or(0)], goal, {4, true, 1, {}}, context);
  const Falsification f = falsify(ots, goal[0], {}, *space, {LemmaForm::WeakestPrecondition, true, 40}, context);
  std::string lemmas;
  for (const Lemma& l : f.lemmas)
    lemmas += l.name + " from " + l.from + "/" + l.transition + ": " + l.text + " [" +
              std::string(status_word(l.status)) + "] " + l.reason + "\n";
  EXPECT_EQ(f.outcome, Outcome::Verified) << f.reason << "\n" << lemmas;
}

class Example : public testing::TestWithParam<const char*> {};

TEST_P(Example, DoesWhatItExpects) {
  OtsInput input(read_example(GetParam()));
  Ots& ots = input.ots();
  EXPECT_FALSE(ots.expects.empty());
  for (const auto& e : ots.expects) {
    SCOPED_TRACE(std::string(input.sources.text(e.where)));
    if (const auto* states = std::get_if<ExpectStates>(&e.what))
      check_states(ots, *states);
    else if (const auto& v = std::get<ExpectVerdict>(e.what);
             v.word == ExpectVerdict::Word::Falsified || v.word == ExpectVerdict::Word::None)
      check_search(ots, v);
    else
      check_proof(ots, v);
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Example,
                         testing::Values("nspk", "nslpk", "qlock", "flawed", "tas", "2pc", "abp", "suzuki"),
                         [](const auto& example) {
                           return std::string(example.param[0] == '2' ? "twophase" : example.param);
                         });

}  // namespace
}  // namespace whynot::analyse::falsify
