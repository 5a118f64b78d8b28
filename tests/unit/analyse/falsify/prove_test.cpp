// Proofs by induction: hand-written ones are accepted, and a step is called failing only where a state shows it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analyse/falsify/falsify.h"
#include "analyse/falsify/fragment.h"
#include "ots_support.h"
#include "support/random_protocol.h"
#include "support/rounds.h"

namespace whynot::analyse::falsify {
namespace {

using whynot::ots::Invariant;
using whynot::ots::Ots;

std::string read_protocol(const std::string& name) {
  std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/../tests/models/protocols/" + name + ".ots");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<Predicate> used_by(const Ots& ots, const Invariant& invariant) {
  std::vector<Predicate> given;
  for (std::uint32_t u : invariant.uses) given.push_back(predicate_of(ots.invariants[u]));
  return given;
}

class Protocol : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Protocol, ItsProofIsAccepted) {
  OtsInput input(read_protocol(GetParam().first));
  const Invariant& goal = *input.ots().invariant(GetParam().second);
  std::vector<Predicate> facts = used_by(input.ots(), goal);
  EXPECT_FALSE(facts.empty());
  Context context;
  EXPECT_TRUE(prove(input.ots(), predicate_of(goal), facts, LemmaForm::Paper, 1, context).proved());
  facts.push_back(predicate_of(goal));
  EXPECT_TRUE(check_certificate(input.ots(), facts, context));
}

// Without one of its lemmas at least one of the facts is not kept, and a state says so.
TEST_P(Protocol, NoLemmaCanBeSpared) {
  OtsInput input(read_protocol(GetParam().first));
  const Invariant& goal = *input.ots().invariant(GetParam().second);
  const std::vector<Predicate> lemmas = used_by(input.ots(), goal);
  std::size_t needed = 0;
  for (std::size_t left_out = 0; left_out < lemmas.size(); ++left_out) {
    std::vector<Predicate> facts = lemmas;
    facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(left_out));
    facts.push_back(predicate_of(goal));
    Context context;
    if (!check_certificate(input.ots(), facts, context)) ++needed;
  }
  EXPECT_GE(needed, lemmas.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(WellKnown, Protocol,
                         testing::Values(std::pair("lockserver", "mutex"), std::pair("consensus", "agreement"),
                                         std::pair("commit", "agreement"), std::pair("ring", "one_leader"),
                                         std::pair("handover", "agreement"), std::pair("shards", "one_value")),
                         [](const auto& p) { return std::string(p.param.first); });

// Numbers of a hypothesis are natural ones: that all of them are at least 0 says nothing.
TEST(Prove, AHypothesisAboutNumbersIsAboutNaturalOnes) {
  OtsInput input(R"(ots N {
    sort M = free { m(no: Nat) }
    observer x : Nat = 0
    observer s : set M = {}
    transition up { x := x + 1  s += m(x) }
    invariant G : x != 3
    invariant L(n: M) : n in s => 0 <= n.no
    scope all {}
  })");
  const Predicate lemma = input.formula("forall n: Nat. 0 <= n or n in {1}");
  const Predicate messages = input.formula("forall n: M. 0 <= n.no or n in s");
  for (const Predicate& known : {lemma, messages}) {
    Context context;
    EXPECT_FALSE(prove(input.ots(), input.predicate("G"), std::span(&known, 1), LemmaForm::Paper, 1, context).proved());
  }
}

TEST(Prove, AFailingStepOfCollectionsIsConfirmed) {
  OtsInput input(R"(ots C {
    sort A = loose
    sort M = free { tell(to: A, no: Nat) }
    observer nw : bag M = {}
    observer got : map A Nat = [_ := 0]
    observer log : list A = []
    transition send(a: A) { nw += tell(a, got[a] + 1) }
    transition take(a: A, n: Nat) { when tell(a, n) in nw  got := got[a := n]  nw -= tell(a, n)  log := [a] ++ log }
    invariant few(a: A) : got[a] < 3
    scope two { A = { a, b } }
  })");
  Context context;
  const Proof proof = prove(input.ots(), input.predicate("few"), {}, LemmaForm::Paper, 1, context);
  EXPECT_TRUE(proof.steps[0].proved());
  ASSERT_TRUE(proof.steps[1].fails);
  const FailingStep& fails = *proof.steps[1].fails;
  const auto stepper = make_stepper(input.ots(), *fails.scope);
  EXPECT_FALSE(stepper->violation(fails.before, input.predicate("few")));
  EXPECT_TRUE(stepper->violation(fails.after, input.predicate("few")));
  EXPECT_EQ(stepper->fire(fails.before, 1, fails.action.args), fails.after);
}

TEST(Prove, SizesOfFiniteSetsAreCounted) {
  OtsInput input(R"(ots S {
    sort A = loose
    observer s : set A = {}
    observer b : bag A = {}
    transition add(a: A) { when a not in s  s += a  b += a }
    invariant few : |s| < 3
    invariant both : |b| < 2
    scope two { A = { x, y } }
  })");
  for (const char* name : {"few", "both"}) {
    Context context;
    const Proof proof = prove(input.ots(), input.predicate(name), {}, LemmaForm::Paper, 1, context);
    ASSERT_TRUE(proof.steps[0].fails) << name;
    const auto stepper = make_stepper(input.ots(), *proof.steps[0].fails->scope);
    EXPECT_TRUE(stepper->violation(proof.steps[0].fails->after, input.predicate(name)));
  }
}

// States of our interpreter as those of the brute force: cells stand in the order of observers and indexes.
RandomProtocol::State state_of(const FailingStep& fails, std::map<std::string, int>& elements) {
  const std::size_t n = fails.scope->elements.at(0).second.size();
  RandomProtocol::State s;
  s.n = static_cast<int>(n);
  const auto element = [&](const Value& v) {
    return elements.emplace(v.op(), static_cast<int>(elements.size())).first->second;
  };
  const auto& columns = fails.signature->columns;
  for (std::size_t i = 0; i < n; ++i) {  // p(a), p(b), …
    const std::string& name = columns[i].name;
    elements.emplace(name.substr(2, name.size() - 3), static_cast<int>(i));
  }
  for (std::size_t i = 0; i < n; ++i) s.p.push_back(fails.before[i].is_true());
  for (std::size_t i = 0; i < n * n; ++i) s.q.push_back(fails.before[n + i].is_true());
  for (std::size_t i = 0; i < n; ++i) s.e.push_back(fails.before[n + n * n + i].op().back() - '0');
  for (std::size_t i = 0; i < n; ++i) s.f.push_back(element(fails.before[2 * n + n * n + i]));
  return s;
}

TEST(Prove, AgreesWithABruteForceOnRandomProtocols) {
  std::size_t failing = 0, proved = 0;
  for (unsigned seed = 0; seed < rounds(200); ++seed) {
    const RandomProtocol model(seed);
    OtsInput input(model.text());
    Context context;
    const Predicate lemma = input.predicate("L");
    const Proof proof = prove(input.ots(), input.predicate("G"), std::span(&lemma, 1), LemmaForm::Paper, 1, context);
    for (std::size_t t = 0; t < model.transitions(); ++t) {
      const Proof::Step& step = proof.steps[t];
      const bool breaks = model.breaks(t, 1) || model.breaks(t, 2);
      if (step.proved()) {
        ++proved;
        EXPECT_FALSE(breaks) << t << "\n" << model.text();
        EXPECT_FALSE(step.fails);
      }
      EXPECT_TRUE(!breaks || step.fails) << t << "\n" << model.text();
      if (!step.fails) continue;
      ++failing;
      std::map<std::string, int> elements;
      const RandomProtocol::State before = state_of(*step.fails, elements);
      const int a = elements.at(step.fails->action.args[0].op()), b = elements.at(step.fails->action.args[1].op());
      EXPECT_TRUE(model.goal_holds(before) && model.lemma_holds(before)) << model.text();
      const auto after = model.fire(before, t, a, b);
      ASSERT_TRUE(after) << model.text();
      EXPECT_FALSE(model.goal_holds(*after)) << model.text();
    }
  }
  EXPECT_GT(failing, rounds(200) / 6);
  EXPECT_GT(proved, rounds(200) / 6);
}

TEST(Fragment, IsNamed) {
  const auto fragment = [](OtsInput& input, const char* goal) {
    const Predicate p = input.predicate(goal);
    return fragment_of(input.ots(), p, std::span(&p, 1));
  };
  OtsInput lock(read_protocol("lockserver")), numbers(read_example("suzuki"));
  EXPECT_EQ(fragment(lock, "mutex"), "EPR");
  EXPECT_EQ(fragment(numbers, "mutex"), "outside EPR: numbers");
  OtsInput next(R"(ots F {
    sort A = loose
    observer next(a: A) : A in { a }
    observer p(a: A) : Bool = false
    transition step(a: A) { when p(a)  p(next(a)) := true }
    invariant some(a: A) : p(a) => exists b: A. not p(b)
    scope two { A = { a, b } }
  })");
  EXPECT_EQ(fragment(next, "some"), "outside EPR: `next` leads from A back to it");
  OtsInput exists(R"(ots X {
    sort A = loose
    observer p(a: A, b: A) : Bool = false
    transition step(a: A, b: A) { p(a, b) := true }
    invariant some(a: A) : exists b: A. not p(a, b)
    scope two { A = { a, b } }
  })");
  EXPECT_EQ(fragment(exists, "some"), "outside EPR: what exists for all A leads from A back to it");
}

}  // namespace
}  // namespace whynot::analyse::falsify
