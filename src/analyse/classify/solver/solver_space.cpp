// Answers the classifier with two solvers: one holds the violating runs, the other the passing ones.
#include "analyse/classify/solver/solver_space.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/classify/solver/occurrence.h"
#include "analyse/classify/solver/placing.h"
#include "base/check.h"
#include "model/system/path_formula.h"
#include "model/system/replay_system.h"
#include "model/system/truth.h"

namespace whynot::analyse::classify {
namespace {

class SolverViolating : public ViolatingRuns {
 public:
  SolverViolating(RunBits& bits, const Vocabulary& vocabulary, Context& context)
      : runs_(make_runs(bits, Polarity::Violating, context)), occurrence_(*runs_, vocabulary) {}

  std::size_t sizes() const override { return runs_->sizes(); }
  std::size_t telling_positions(std::size_t size, const Trace& trace) const override {
    return runs_->telling_positions(size, trace);
  }

  std::optional<ClassId> know(const TraceClass& c) override {
    const std::optional<Lit> member = occurrence_.of(c);
    if (!member) return std::nullopt;
    members_.push_back(*member);
    return members_.size() - 1;
  }
  void keep_only(ClassId c) override { runs_->unroll().cnf().require(members_[c]); }

  Answer find(std::size_t size, std::span<const ClassId> in, std::span<const ClassId> outside) override {
    std::vector<int> assumed;
    for (Lit l : runs_->within(size)) assumed.push_back(runs_->literal(l));
    for (ClassId c : in) assumed.push_back(runs_->literal(members_[c]));
    for (ClassId c : outside) assumed.push_back(runs_->literal(!members_[c]));
    return runs_->solve(assumed);
  }
  Trace trace() override { return runs_->trace(); }
  std::size_t questions() const override { return runs_->questions(); }

 private:
  std::unique_ptr<Runs> runs_;
  Occurrence occurrence_;
  std::vector<Lit> members_;  // "the run is in this class"
};

class SolverPassing : public PassingRuns {
 public:
  SolverPassing(RunBits& bits, const Vocabulary& vocabulary, Context& context)
      : runs_(make_runs(bits, Polarity::Passing, context)), placing_(*runs_, vocabulary) {}

  Answer find(std::span<const Fact> facts) override {
    std::vector<int> assumed;
    for (const Fact& f : facts) assumed.push_back(placing_.literal(f));
    return runs_->solve(assumed);
  }
  bool rested_on(const Fact& f) override { return runs_->unroll().sat().failed(placing_.literal(f)); }
  Trace trace() override { return runs_->trace(); }
  std::size_t step_of(PositionId p) override { return placing_.step_of(p); }
  std::size_t questions() const override { return runs_->questions(); }

 private:
  std::unique_ptr<Runs> runs_;
  Placing placing_;
};

class SolverSpace : public Space {
 public:
  SolverSpace(const Question& question, const Stepper& stepper, const Vocabulary& vocabulary, Context& context)
      : question_(question),
        stepper_(stepper),
        context_(context),
        bits_(question, context),
        violating_(bits_, vocabulary, context),
        passing_(bits_, vocabulary, context) {}

  ViolatingRuns& violating() override { return violating_; }
  PassingRuns& passing() override { return passing_; }
  std::string stopped() const override { return context_.stop_reason(); }

  void confirm(const Trace& trace, Polarity polarity) const override {
    const TransitionSystem& system = *question_.system;
    const auto refusal = polarity == Polarity::Violating
                             ? replay_system(system, stepper_, trace, *question_.property, polarity)
                             : replay_run(stepper_, trace);
    if (refusal)
      WHYNOT_CHECK(false, fmt::format("a trace failed replay at step {}: {}", refusal->step, refusal->reason));
    if (polarity == Polarity::Passing) WHYNOT_CHECK(passes(trace), "a passing run should not violate the property");
  }

 private:
  // What a condition on transitions says of the last position of a finite run is open, whatever its parts say.
  bool passes(const Trace& trace) const {
    const TransitionSystem& system = *question_.system;
    const Property& property = *question_.property;
    const bool of_transitions = speaks_of_transition(question_.violation.bad, [&](Expr v) {
      return std::any_of(system.variables.begin(), system.variables.end(),
                         [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
    });
    if (property.kind == PropertyKind::Invariant) {
      const TraceTruth truth(system, trace, property.formula);
      for (std::size_t i = 0; i + (of_transitions ? 1 : 0) < trace.steps.size(); ++i)
        if (truth.at(property.formula, i) == Truth::False) return false;
      return true;
    }
    if (of_transitions && !trace.loop) return true;
    const Expr ltl =
        property.is_ltl() ? property.formula : path_formula(*system.pool, property.formula, Polarity::Violating);
    return TraceTruth(system, trace, ltl).at(ltl, 0) != Truth::False;
  }

  Question question_;
  const Stepper& stepper_;
  Context& context_;
  RunBits bits_;
  SolverViolating violating_;
  SolverPassing passing_;
};

}  // namespace

std::unique_ptr<Space> make_solver_space(const Question& question, const Stepper& stepper, const Vocabulary& vocabulary,
                                         Context& context) {
  return std::make_unique<SolverSpace>(question, stepper, vocabulary, context);
}

}  // namespace whynot::analyse::classify
