#include "analyse/classify/solver/certify.h"

#include <fmt/format.h>

#include "analyse/classify/solver/occurrence.h"
#include "analyse/classify/solver/placing.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

using Doubt = std::optional<std::string>;

// No run is left, and a proof says so.
Doubt doubt_that_none(Runs& runs, const std::string& claim) {
  const solve::Answer answer = runs.solve({});
  if (answer == solve::Answer::Stopped) return "asking a solver again took too long";
  WHYNOT_CHECK(answer == solve::Answer::Unsat, "a claim should be answered alike by two solvers: " + claim);
  switch (runs.unroll().sat().check_proof()) {
    case solve::ProofCheck::Accepted: return std::nullopt;
    case solve::ProofCheck::Stopped: return "checking a proof took too long";
    case solve::ProofCheck::Refused: return "the checker refuses the proof that " + claim;
  }
  return std::nullopt;
}

Doubt doubt_that_sufficient(RunBits& bits, const Vocabulary& vocabulary, const TraceClass& c, Context& context) {
  const auto passing = make_runs(bits, Polarity::Passing, context, solve::Proofs::Kept);
  Placing placing(*passing, vocabulary);
  for (const Fact& f : c.facts) passing->unroll().sat().add({placing.literal(f)});
  return doubt_that_none(*passing, "no passing run is in a class");
}

Doubt doubt_that_complete(RunBits& bits, const Vocabulary& vocabulary, const Classes& classes,
                          const std::optional<TraceClass>& within, Context& context) {
  const auto violating = make_runs(bits, Polarity::Violating, context, solve::Proofs::Kept);
  Occurrence occurrence(*violating, vocabulary);
  if (within) violating->unroll().cnf().require(occurrence.of(*within).value());
  for (const Class& c : classes.classes) violating->unroll().cnf().require(!occurrence.of(c.constraint).value());
  return doubt_that_none(*violating, "no counterexample is outside all classes");
}

}  // namespace

Doubt doubt_about(const Question& question, const Vocabulary& vocabulary, const Classes& classes,
                  const std::optional<TraceClass>& within, Context& context) {
  if (!classes.stopped.empty()) return fmt::format("the search for classes ended early: {}", classes.stopped);
  RunBits bits(question, context);
  for (const Class& c : classes.classes)
    if (c.explained)
      if (auto doubt = doubt_that_sufficient(bits, vocabulary, c.constraint, context)) return doubt;
  if (!classes.complete) return std::nullopt;
  return doubt_that_complete(bits, vocabulary, classes, within, context);
}

}  // namespace whynot::analyse::classify
