// The induction step, transition by transition, and its case split (Ogata et al. 2006, Def. 8 and 10).
//
// The formula F = c-t and P(s) and not P(t(s)) describes the states where the induction fails.  CaseSplit lists
// its minimal cubes: a model gives the truth of F's atoms, literals are dropped while the rest still implies F,
// the cube is forbidden, and so on until nothing is left.  Each cube, its parameters solved for where an equation
// allows it, is a necessary lemma; leaving P(s) out of F gives the weakest-precondition form, which has fewer
// literals.  Known lemmas prune the enumeration; every cube implies F without them, so that a counterexample of a
// lemma leads to one of its parent whatever was assumed.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyse/falsify/lemma.h"
#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

enum class LemmaForm { Paper, WeakestPrecondition };

struct FailingCase {
  Cube cube;
  std::vector<Term> args;      // of the transition, over the cube's variables and observers
  std::vector<Term> instance;  // of the predicate's parameters, likewise
};

struct StepResult {
  std::vector<FailingCase> cases;  // empty and decided: the step is proved
  bool decided = true;             // false: the solver did not know, or there were too many cases
  std::string reason;
};

class Induction {
 public:
  // `later`: formulas beyond the specification's that will be asked about.  The Ots must outlive it.  Of what the
  // encoding refuses nothing is known: every answer is Unknown.
  Induction(const Ots&, std::span<const Term> later = {});
  ~Induction();
  // Questions end as Unknown once the Context says stop; it must outlive this.
  void obey(Context&);
  // So do they once all together have taken so many steps of the solver.
  void allow(std::uint64_t steps);
  // What the solver leaves open is asked once more, thoroughly (thorough.h), with so many steps for each question: more
  // is decided, and it takes longer.
  void insist(std::uint64_t steps = 2'000'000);
  bool spent() const;

  // Whether the predicate holds in all initial states.
  enum class Truth { Yes, No, Unknown };
  Truth holds_initially(const Predicate&);
  // The failing cases of the induction step; `known` are assumed in the state before.
  StepResult split(const Predicate&, const whynot::ots::Transition&, std::span<const Predicate> known, LemmaForm);
  // What a failing case decides beyond its cube: the atoms of the step, and equations between elements, that follow
  // from the cube or contradict it.  With them the step can be followed without a solver.  Of comparisons of numbers
  // and of conditions within terms that the case leaves open one way is taken: that they exclude each other, or what
  // follows either way, takes a solver to see.
  Cube decided(const Predicate&, const whynot::ots::Transition&, const FailingCase&);
  // The quantified formulas of the predicate, or their negations, that hold in every initial state.
  Cube decided_initially(const Predicate&);
  // Whether the step is proved, without a case split.
  Truth step_holds(const Predicate&, const whynot::ots::Transition&, std::span<const Predicate> known);
  // k-induction: k steps in which the predicate held are not followed by one in which it fails, and it holds in
  // the first k states of every run.
  Truth k_inductive(const Predicate&, std::size_t k, std::span<const Predicate> known);
  // The query behind step_holds as a script for another solver: unsatisfiable when the step is proved.
  std::string step_script(const Predicate&, const whynot::ots::Transition&, std::span<const Predicate> known);
  std::string initial_script(const Predicate&);

  std::uint64_t queries() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null where the encoding refuses
  std::string refusal_;
};

}  // namespace whynot::analyse::falsify
