// Why not another value: the rules that update the observer are gone through, with all arguments by which they would
// give that value here; of those, the instance that lacks the fewest conditions is told for each rule.
#include <algorithm>

#include "analyse/why/rules/rule_instance.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t most_instances = 20'000;

class RulesThatGive {
 public:
  RulesThatGive(const RunReader& reader, const Place& place, const Value& value, Context& context)
      : reader_(reader),
        from_(place.step - 1),
        before_(reader.run().trace.steps[place.step - 1].state),
        cell_(place.variable),
        value_(value),
        context_(context) {
    observer_ = static_cast<std::uint32_t>(&reader.observer_of(cell_) - reader.run().ots.observers.data());
  }

  RuleInstead answer() {
    RuleInstead result;
    for (const ots::Transition& rule : reader_.run().ots.transitions) {
      const auto best = best_of(rule);
      if (!best) continue;
      const RuleInstance instance{&rule, best->env};
      if (best->lacks.empty()) return {RuleInstead::Answer::Pick, text_of(instance), rule.where, {}};
      RuleBlocked blocked{text_of(instance), rule.where, text_of(reader_.run().ots, best->lacks[0], best->env), {}};
      const Settled settled = reader_.reads(from_).settle(std::span(best->lacks.data(), 1), best->env);
      for (const std::size_t cell : settled.cells) blocked.because.push_back({from_, cell, false});
      result.blocked.push_back(std::move(blocked));
    }
    return result;
  }

 private:
  struct Candidate {
    ots::Environment env;
    std::vector<ots::Term> lacks;  // conditions that are not true
  };

  // The instance of the rule that gives the value and lacks the fewest conditions.
  std::optional<Candidate> best_of(const ots::Transition& rule) const {
    const bool updates = std::any_of(rule.updates.begin(), rule.updates.end(),
                                     [&](const ots::Update& u) { return u.observer == observer_; });
    if (!updates) return std::nullopt;
    std::vector<ots::Term> conditions = conjuncts(*reader_.run().ots.pool, rule.guard);
    std::optional<Candidate> best;
    std::size_t tried = 0;
    const auto take = [&](const ots::Environment& env) {
      const RuleInstance instance{&rule, env};
      const auto given = given_by(reader_, before_, instance, cell_);
      if (given && value_of(given->update->value, given->env) == value_) {
        std::vector<ots::Term> lacks;
        for (ots::Term t : conditions)
          if (!value_of(t, env).is_true()) lacks.push_back(t);
        if (!best || lacks.size() < best->lacks.size()) best = Candidate{env, std::move(lacks)};
      }
      return ++tried < most_instances && !(best && best->lacks.empty()) && !context_.should_stop();
    };
    ots::Environment env;
    reader_.evaluator().solve(rule.params, conditions, before_, env, take);  // those that are possible first
    if (!best) reader_.evaluator().solve(rule.params, {}, before_, env, take);
    return best;
  }

  Value value_of(ots::Term t, ots::Environment env) const { return reader_.evaluator().evaluate(t, before_, env); }

  const RunReader& reader_;
  std::size_t from_;
  const State& before_;
  std::size_t cell_;
  const Value& value_;
  Context& context_;
  std::uint32_t observer_ = 0;
};

}  // namespace

RuleInstead instead(const SpecificationRun& run, const Place& place, const Value& value, Context& context) {
  const RunReader reader(run);
  if (place.step > 0) return RulesThatGive(reader, place, value, context).answer();
  State start = run.trace.steps[0].state;
  start[place.variable] = value;
  const bool possible = reader.stepper().is_initial(start);
  return {possible ? RuleInstead::Answer::Pick : RuleInstead::Answer::Initial,
          "",
          reader.observer_of(place.variable).where,
          {}};
}

}  // namespace whynot::analyse::why
