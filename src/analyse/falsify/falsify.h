// Induction-guided falsification (Ogata et al. 2006, Def. 9): search within a bound, then induction; the cases in
// which the induction fails are necessary lemmas and are treated the same way, until a counterexample of one of
// them gives one of the goal, or nothing is left to prove.
//
// The paper's procedure is for falsification: its lemmas chase each other where freshness matters.  Generalisation
// makes it verify too: a lemma is weakened literal by literal while the bounded space has no counterexample of the
// result, and taken only if it is inductive with what is known.  Only lemmas as the case split gave them falsify.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyse/falsify/finite.h"
#include "analyse/falsify/induction.h"
#include "base/context.h"
#include "model/ots/ots.h"
#include "model/ots/space.h"

namespace whynot::analyse::falsify {

enum class LemmaStatus { Proved, Relative, Falsified, Open };
std::string_view status_word(LemmaStatus);  // CONTRACT.md's words

struct Lemma {
  std::string name;  // the goal's, or L1, L2, …
  Predicate predicate;
  std::string text;
  std::string from, transition;  // provenance; empty for the goal
  std::optional<std::size_t> parent;
  std::vector<Term> args;            // of the transition that gave it, in a state that violates it
  std::vector<std::size_t> needs;    // lemmas that its induction rests on
  std::vector<std::string> failing;  // transitions whose induction step needed lemmas
  LemmaStatus status = LemmaStatus::Open;
  bool generalised = false;
  std::string reason;                        // why it is open: what the solver did not know
  std::optional<std::size_t> fails_at = {};  // when falsified: the step of the trace in which it is violated
};

enum class Outcome { Falsified, Verified, Open };
std::string_view outcome_word(Outcome);

struct FalsifyOptions {
  LemmaForm form = LemmaForm::Paper;
  bool generalise = true;
  std::size_t rounds = 200;               // properties taken up before giving up
  std::optional<std::uint64_t> effort{};  // steps of the solver before giving up; the same on every machine
  bool thorough = false;                  // what the solver leaves open is asked once more
};

struct Falsification {
  std::string property;
  Outcome outcome = Outcome::Open;
  std::optional<Trace> trace;          // of the goal, replayed
  std::optional<std::size_t> through;  // the lemma whose counterexample was found
  std::vector<Lemma> lemmas;           // the goal first; when verified, together they are inductive
  std::vector<whynot::ots::DepthCount> depths;
  std::string scope;
  bool symmetry = false;
  std::size_t rounds = 0;
  std::uint64_t queries = 0;
  std::string reason;  // when open
};

// `space` holds the states within the bound.  `hints` are invariants given as lemmas: they are proved too.
Falsification falsify(const Ots&, const Predicate& goal, std::span<const Predicate> hints, whynot::ots::BoundedSpace&,
                      const FalsifyOptions&, Context&);

// The same a turn at a time.  What it is given must outlive it.
class Procedure {
 public:
  Procedure(const Ots&, const Predicate& goal, std::span<const Predicate> hints, whynot::ots::BoundedSpace&,
            const FalsifyOptions&, Context&);
  ~Procedure();
  // Goes on until there is an answer, nothing is left to do, or the solver has taken so many steps in all.  False when
  // it is over.
  bool go_on(std::uint64_t steps);
  bool is_over() const;
  Falsification finish();  // what it came to

 private:
  class Igf;
  std::unique_ptr<Igf> igf_;
};

// The induction alone: of each transition, whether its step is proved, with the lemmas given.
struct Proof {
  struct Step {
    std::string transition;
    StepResult result;
    std::vector<std::string> lemmas;        // texts of the failing cases
    std::optional<FailingStep> fails = {};  // a state from which it does, by the concrete semantics
    bool proved() const { return result.decided && result.cases.empty(); }
  };
  Induction::Truth initially = Induction::Truth::Unknown;
  std::vector<Step> steps;
  std::optional<std::size_t> k;  // proved by k-induction
  bool proved() const;
};
// The specification is given elements for small scopes.
Proof prove(Ots&, const Predicate&, std::span<const Predicate> given, LemmaForm, std::size_t k, Context&);

// Whether it holds initially and is kept by every transition from states with the facts, which nothing is asked about.
bool is_inductive_with(const Ots&, const Predicate&, std::span<const Predicate> facts, bool thoroughly, Context&);

// Whether the predicates together hold initially and are kept by every transition, asked afresh; scripts of the
// same questions for another solver.
bool check_certificate(const Ots&, std::span<const Predicate>, Context&);
std::vector<std::string> certificate_scripts(const Ots&, std::span<const Predicate>);

}  // namespace whynot::analyse::falsify
