// Specifications of mypyvy's language: proofs by the file's own invariants, invariants found from samples, what a file
// says of itself; and random ones, held to an induction by brute force.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "analyse/falsify/deepen.h"
#include "analyse/falsify/said.h"
#include "analyse/falsify/samples/candidates.h"
#include "analyse/falsify/samples/houdini.h"
#include "analyse/falsify/samples/unrolled.h"
#include "analyse/falsify/samples/wider.h"
#include "engine/ots/search.h"
#include "front/pyv/load.h"
#include "support/random_pyv.h"
#include "support/rounds.h"

namespace whynot::analyse::falsify {
namespace {

struct PyvInput {
  explicit PyvInput(const std::string& text) {
    loaded = front::pyv::load("x", sources, sources.add("x.pyv", text), diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(d, sources) << text;
  }
  Ots& ots() { return *loaded->ots; }
  std::vector<Predicate> stated() {
    std::vector<Predicate> out;
    for (const auto& i : ots().invariants) out.push_back(predicate_of(i));
    return out;
  }
  Deepened falsified(const Predicate& goal) {
    std::vector<std::unique_ptr<whynot::ots::DeepeningSpace>> spaces;
    engine::ots::SearchOptions options;
    options.symmetry = true;
    for (const auto& scope : ots().scopes) spaces.push_back(engine::ots::deepen(ots(), scope, goal, 4'000, options));
    return falsify_deeper(ots(), goal, {}, spaces, {{}, 200'000, 6'000'000}, context);
  }
  Sources sources;
  Diagnostics diagnostics;
  std::optional<front::pyv::Loaded> loaded;
  Context context;
};

std::string pyv_example(const std::string& name) {
  std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/pyv/" + name + ".pyv");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Two elements, by an axiom: induction by going through all states.
class BruteForce {
 public:
  explicit BruteForce(unsigned seed) : generator_(seed) {
    init_ = generator_.formula(2, 0, false);
    claim_ = generator_.formula(2, 0, false);
    if (generator_.chance(2)) claim_ = {"|", false, {claim_, {"!", false, {generator_.formula(1, 0, false)}}}};
    step_ = generator_.step(1);
    text_ = random_pyv::declarations + "init " + random_pyv::text(init_) +
            "\ntransition t(X0: s) modifies p, b, c, f\n  " + random_pyv::text(step_) + "\nsafety " +
            random_pyv::text(claim_) + "\n";
  }
  const std::string& text() const { return text_; }

  bool holds_initially() const {
    return every([&](const random_pyv::World& w) { return !holds(init_, w, w) || holds(claim_, w, w); });
  }
  bool is_kept() const {
    return every([&](const random_pyv::World& w) {
      if (!holds(claim_, w, w)) return true;
      for (const auto& next : random_pyv::worlds(w.e))
        for (int x = 0; x < 2; ++x)
          if (!holds(claim_, next, next) && holds(step_, w, next, x)) return false;
      return true;
    });
  }

 private:
  static bool holds(const random_pyv::Formula& f, const random_pyv::World& w, const random_pyv::World& next,
                    int x = 0) {
    random_pyv::Values values{x};
    return random_pyv::holds(f, w, next, values);
  }
  template <class Check>
  static bool every(const Check& check) {
    for (int e = 0; e < 4; ++e)
      for (const auto& w : random_pyv::worlds({(e & 1) != 0, (e & 2) != 0}))
        if (!check(w)) return false;
    return true;
  }

  random_pyv::Generator generator_;
  random_pyv::Formula init_, claim_, step_;
  std::string text_;
};

// What a solver takes for a model may satisfy what excludes it: then it has said all that it knows.
TEST(PyvProofs, NoCaseIsToldTwice) {
  PyvInput input(
      "sort cpu\nmutable relation m(cpu)\nmutable relation e(cpu)\nmutable relation s(cpu)\n"
      "init !m(C)\ninit !e(C)\ninit !s(C)\n"
      "transition read(c: cpu)\n  modifies m, s\n  & !m(c) & !e(c) & !s(c)\n  & (exists D. m(D) | e(D) | s(D))\n"
      "  & (forall D. !new(m(D)))\n  & (forall D. new(s(D)) <-> s(D) | m(D) | D = c)\n"
      "safety e(C) & (m(D) | e(D) | s(D)) -> C = D\n");
  const auto claims = input.stated();
  const auto proof = prove(input.ots(), claims[0], {}, LemmaForm::Paper, 1, input.context);
  EXPECT_FALSE(proof.proved());
  for (const Proof::Step& step : proof.steps)
    EXPECT_EQ(std::set(step.lemmas.begin(), step.lemmas.end()).size(), step.lemmas.size()) << step.transition;
}

TEST(PyvProofs, StatedInvariantsAreInductive) {
  for (const char* name : {"permit", "ballot"}) {
    PyvInput input(pyv_example(name));
    EXPECT_TRUE(check_certificate(input.ots(), input.stated(), input.context)) << name;
  }
}

TEST(PyvProofs, AGoalAloneIsVerifiedByLemmasFromSamples) {
  for (const char* name : {"permit", "ballot"}) {
    PyvInput input(pyv_example(name));
    const Deepened found = input.falsified(input.stated()[0]);
    ASSERT_EQ(found.found.outcome, Outcome::Verified) << name;
    std::vector<Predicate> facts;
    for (const Lemma& l : found.found.lemmas) facts.push_back(l.predicate);
    EXPECT_TRUE(check_certificate(input.ots(), facts, input.context)) << name;
  }
}

TEST(PyvProofs, AForgottenGuardIsFalsified) {
  PyvInput input(pyv_example("epochs"));
  const Deepened found = input.falsified(input.stated()[0]);
  ASSERT_EQ(found.found.outcome, Outcome::Falsified);
  EXPECT_EQ(found.found.trace->steps.size(), 6u);  // granted, accepted, granted on, accepted; the first again
}

// The shortest run by a solver is as long as that of a search, which shares nothing with it but the formulas.
TEST(PyvProofs, UnrollingFindsWhatSearchFinds) {
  std::size_t found = 0;
  for (unsigned seed = 1000; seed < 1000 + rounds(160); ++seed) {
    const BruteForce oracle(seed);
    PyvInput input(oracle.text());
    const Predicate claim = input.stated().at(0);
    const auto scope = make_scope(input.ots(), "oracle", 2);
    engine::ots::SearchOptions options;
    options.depth = 6;
    const auto searched = engine::ots::search(input.ots(), scope, std::span(&claim, 1), options, input.context);
    const auto* violated = std::get_if<Violated>(&searched.verdicts[0]);
    Unrolled unrolled(input.ots(), scope, claim, seed % 2 == 0, input.context);
    ASSERT_TRUE(unrolled.works()) << oracle.text();
    const auto trace = unrolled.go_on(2'000);
    ASSERT_EQ(trace.has_value(), violated != nullptr) << oracle.text();
    if (!trace) continue;
    EXPECT_EQ(trace->steps.size(), std::get<Trace>(violated->evidence).steps.size()) << oracle.text();
    found += trace->steps.size() > 1;
  }
  EXPECT_GT(found, rounds(160) / 40);
}

// Four rounds in their order, which no scope of the file's own has.
TEST(PyvProofs, MoreOfOneSortIsLookedAt) {
  PyvInput input(
      "sort round\nsort node\nimmutable relation le(round, round)\n"
      "axiom le(X, X)\naxiom le(X, Y) & le(Y, Z) -> le(X, Z)\naxiom le(X, Y) & le(Y, X) -> X = Y\n"
      "axiom le(X, Y) | le(Y, X)\nmutable relation used(round)\ninit !used(R)\n"
      "transition use(n: node, r: round)\n  modifies used\n  (forall R. used(R) -> !le(r, R)) &\n"
      "  (forall R. new(used(R)) <-> used(R) | R = r)\n"
      "safety used(A) & used(B) & used(C) & used(D) & A != B & A != C & A != D & B != C & B != D -> C = D\n");
  const auto wider = wider_scopes(input.ots());
  ASSERT_EQ(wider.size(), 2u);
  const Predicate claim = input.stated().at(0);
  Unrolled unrolled(input.ots(), wider[0], claim, true, input.context);
  const auto trace = unrolled.go_on(10'000);
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(trace->steps.size(), 5u);
  Unrolled too_few(input.ots(), wider[1], claim, true, input.context);
  EXPECT_FALSE(too_few.go_on(10'000).has_value());
}

TEST(PyvProofs, WhatAFileSaysOfItselfIsChecked) {
  PyvInput input(pyv_example("ballot") +
                 "onestate theorem [wrong] chosen(V) -> exists N. accepted(N, V)\n"
                 "unsat trace { accept choose }\nsat trace { choose assert forall N, M: node. N = M }\n");
  const auto& ots = input.ots();
  ASSERT_EQ(ots.theorems.size(), 3u);
  EXPECT_EQ(check_theorem(ots, ots.theorems[0], input.context).is_so, true);
  EXPECT_EQ(check_theorem(ots, ots.theorems[1], input.context).is_so, true);
  EXPECT_EQ(check_theorem(ots, ots.theorems[2], input.context).is_so, false);
  ASSERT_EQ(ots.runs.size(), 3u);
  EXPECT_EQ(check_run(ots, ots.runs[0], ots.scopes, input.context).is_so, true);
  EXPECT_EQ(check_run(ots, ots.runs[1], ots.scopes, input.context).is_so, false);
  EXPECT_EQ(check_run(ots, ots.runs[2], ots.scopes, input.context).is_so, false);
}

TEST(PyvProofs, RunsThatThereAreNot) {
  PyvInput input(pyv_example("permit"));
  const auto& ots = input.ots();
  for (const auto& run : ots.runs) EXPECT_EQ(check_run(ots, run, ots.scopes, input.context).is_so, true) << run.name;
}

TEST(PyvProofs, InductionAgreesWithBruteForce) {
  std::size_t kept = 0, broken = 0;
  for (unsigned seed = 0; seed < rounds(60); ++seed) {
    const BruteForce oracle(seed);
    PyvInput input(oracle.text());
    const Predicate claim = input.stated().at(0);
    const Proof proof = prove(input.ots(), claim, {}, LemmaForm::Paper, 1, input.context);
    using Truth = Induction::Truth;
    if (proof.initially != Truth::Unknown) {
      EXPECT_EQ(proof.initially == Truth::Yes, oracle.holds_initially()) << oracle.text();
    }
    EXPECT_TRUE(!proof.steps[0].proved() || oracle.is_kept()) << oracle.text();
    EXPECT_TRUE(!proof.steps[0].fails || !oracle.is_kept()) << oracle.text();
    kept += proof.steps[0].proved();
    broken += proof.steps[0].fails.has_value();

    const auto scope = make_scope(input.ots(), "oracle", 2);
    Houdini houdini(input.ots(), scope, std::span(&claim, 1), input.context);
    ASSERT_TRUE(houdini.works()) << oracle.text();
    houdini.run();
    EXPECT_EQ(houdini.stays(0), oracle.is_kept()) << oracle.text();
  }
  EXPECT_GT(kept, rounds(60) / 6);
  EXPECT_GT(broken, rounds(60) / 6);
}

}  // namespace
}  // namespace whynot::analyse::falsify
