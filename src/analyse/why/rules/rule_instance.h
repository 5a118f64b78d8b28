// A step of a specification's run: the rule with all its arguments, also those that traces do not show.
#pragma once
#include <memory>
#include <optional>
#include <set>

#include "analyse/why/rules/reads.h"
#include "analyse/why/rules/specification.h"
#include "model/ots/evaluate.h"

namespace whynot::analyse::why {

// What is asked of a run again and again.
class RunReader {
 public:
  explicit RunReader(const SpecificationRun&);

  const SpecificationRun& run() const { return run_; }
  const ots::Evaluator& evaluator() const { return evaluator_; }
  const ots::OtsStepper& stepper() const { return *stepper_; }
  std::size_t columns() const { return run_.trace.steps[0].state.size(); }
  const ots::Observer& observer_of(std::size_t cell) const;
  StateReads reads(std::size_t step) const { return {run_.ots, evaluator_, run_.trace.steps[step].state, seen_}; }

 private:
  const SpecificationRun run_;
  ots::Evaluator evaluator_;
  std::unique_ptr<ots::OtsStepper> stepper_;
  std::vector<std::set<Value>> seen_;  // in the run, by column
};

struct RuleInstance {
  const ots::Transition* rule = nullptr;
  ots::Environment env;
};

// What was fired on the way into the step.
std::optional<RuleInstance> fired(const RunReader&, std::size_t step);

// "enter1(a)"
std::string text_of(const RuleInstance&);

// A term with the values of its parameters in their place.
std::string text_of(const ots::Ots&, ots::Term, const ots::Environment&);

// Of the updates, the last one that gives the cell a value.
struct GivenBy {
  const ots::Update* update = nullptr;
  ots::Environment env;  // with what the update is for all values of
};
std::optional<GivenBy> given_by(const RunReader&, const State& before, const RuleInstance&, std::size_t cell);

}  // namespace whynot::analyse::why
