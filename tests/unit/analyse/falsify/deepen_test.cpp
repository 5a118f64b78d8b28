// Search and induction in turn: what either of them finds alone is found, in whichever scope it is.
#include "analyse/falsify/deepen.h"

#include <gtest/gtest.h>

#include "engine/ots/search.h"
#include "ots_support.h"

namespace whynot::analyse::falsify {
namespace {

Deepened deepened(OtsInput& input, const char* goal, const std::vector<const char*>& scopes, std::uint64_t states) {
  Context context;
  const Predicate p = input.predicate(goal);
  std::vector<std::unique_ptr<whynot::ots::DeepeningSpace>> spaces;
  for (const char* name : scopes)
    spaces.push_back(engine::ots::deepen(input.ots(), input.scope(name), p, 1000, {{}, true, 1, {}}));
  return falsify_deeper(input.ots(), p, {}, spaces, {{}, states, 2 * states}, context);
}

constexpr const char* rings = R"(ots RINGS {
  sort A = loose
  observer at(a: A) : Nat = 0
  observer steps : Nat = 0
  transition move(a: A) { when at(a) < 12  at(a) += 1 }
  transition both(a: A, b: A) { when a != b, at(a) = 2, at(b) = 2  steps += 1 }
  invariant near(a: A) : at(a) < 12
  invariant alone : steps = 0
  invariant low : steps < 1000
  scope one { A = { a } }
  scope two { A = { a, b } }
})";

TEST(Deepen, FindsWhatIsFarAway) {
  OtsInput input(rings);
  const Deepened found = deepened(input, "near", {"one"}, 100'000);
  EXPECT_EQ(found.found.outcome, Outcome::Falsified);
  ASSERT_TRUE(found.found.trace);
  EXPECT_EQ(found.found.trace->depth(), 12u);
  EXPECT_EQ(found.tried.at(0).result, "violated");
}

TEST(Deepen, LooksInEveryScope) {
  OtsInput input(rings);
  EXPECT_EQ(deepened(input, "alone", {"one"}, 10'000).found.outcome, Outcome::Open);
  const Deepened found = deepened(input, "alone", {"one", "two"}, 10'000);
  EXPECT_EQ(found.found.outcome, Outcome::Falsified);
  EXPECT_EQ(found.found.scope, "two");
}

TEST(Deepen, OpenSaysWhatWasTriedAndWhatToTry) {
  OtsInput input(rings);
  const Deepened open = deepened(input, "low", {"one", "two"}, 5'000);
  ASSERT_EQ(open.found.outcome, Outcome::Open);
  ASSERT_EQ(open.tried.size(), 5u);
  EXPECT_EQ(open.tried[0].what, "search");
  EXPECT_EQ(open.tried[0].scope, "one");
  EXPECT_NE(open.tried[0].result.find("nothing beyond depth 12"), std::string::npos) << open.tried[0].result;
  EXPECT_NE(open.tried[1].result.find("no violation up to depth"), std::string::npos) << open.tried[1].result;
  EXPECT_EQ(open.tried[3].what, "thorough induction");
  EXPECT_EQ(open.tried[4].what, "invariants from samples");
  EXPECT_NE(open.suggestion.find("--timeout"), std::string::npos) << open.suggestion;
}

TEST(Deepen, NoDepthIsLookedAtTwice) {
  OtsInput input(rings);
  const Predicate p = input.predicate("near");
  const auto space = engine::ots::deepen(input.ots(), input.scope("one"), p, 1000, {{}, false, 1, {}});
  Context context;
  for (std::size_t depth = 0; depth < 5; ++depth) {
    EXPECT_TRUE(space->deepen(context));
    EXPECT_EQ(space->none_up_to(), depth);
    EXPECT_EQ(space->counts().size(), depth + 1);
    EXPECT_EQ(space->states(), depth + 2);  // those of the next depth are found, not looked at
  }
  const auto whole = engine::ots::search(input.ots(), input.scope("one"), {}, {5, false, 1, {}}, context);
  EXPECT_TRUE(space->deepen(context));
  for (std::size_t depth = 0; depth <= 5; ++depth) EXPECT_EQ(space->counts()[depth].states, whole.depths[depth].states);
}

// An induction that asks thoroughly proves what candidates for models would send after lemmas forever.
TEST(Deepen, ProvesAProtocolForAnyNumberOfNodes) {
  OtsInput input(read_example("ricart"));
  const Deepened found = deepened(input, "mutex", {"two", "three"}, 1'000'000);
  ASSERT_EQ(found.found.outcome, Outcome::Verified) << found.found.reason;
  std::vector<Predicate> facts;
  for (const Lemma& l : found.found.lemmas) facts.push_back(l.predicate);
  Context context;
  EXPECT_TRUE(check_certificate(input.ots(), facts, context));
  // None of its lemmas can be spared.
  for (std::size_t i = 1; i < facts.size(); ++i) {
    std::vector<Predicate> fewer = facts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(check_certificate(input.ots(), fewer, context)) << found.found.lemmas[i].text;
  }
}

// Without any one of its guards two nodes are inside at once.
class Guard : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Guard, IsNeeded) {
  std::string text = read_example("ricart");
  const std::string guard = GetParam().second;
  const std::size_t at = text.find(guard);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, guard.size(), "");
  OtsInput input(text);
  const Deepened found = deepened(input, "mutex", {"two", "three"}, 100'000);
  EXPECT_EQ(found.found.outcome, Outcome::Falsified) << found.found.reason;
}

INSTANTIATE_TEST_SUITE_P(Ricart, Guard,
                         testing::Values(std::pair("tickets_have_owners", " belongs(t, i),"),
                                         std::pair("asks_while_idle", " phase(i) = idle,"),
                                         std::pair("tickets_grow", ", forall s: Ticket. seen(i, s) => before(s, t)"),
                                         std::pair("answers_what_was_asked", " asked(i, j),"),
                                         std::pair("keeps_its_answer", ", not keeps(j, i)"),
                                         std::pair("waits_for_answers", ", forall j: Node. i != j => answered(i, j)")),
                         [](const auto& guard) { return std::string(guard.param.first); });

TEST(Deepen, ProvesWhatTakesModels) {
  OtsInput input(R"(ots Q {
    sort N = loose
    sort V = loose
    observer votes(n: N, v: V) : Bool = false
    transition vote(n: N, v: V) { when forall w: V. not votes(n, w)  votes(n, v) := true }
    invariant one(n: N, v: V, w: V) : votes(n, v) and votes(n, w) => v = w
    scope two { N = { a, b } V = { x, y } }
  })");
  EXPECT_EQ(deepened(input, "one", {"two"}, 100'000).found.outcome, Outcome::Verified);
}

}  // namespace
}  // namespace whynot::analyse::falsify
