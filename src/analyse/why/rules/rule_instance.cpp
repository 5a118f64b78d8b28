// Steps of a run as instances of rules: all that a rule reads and changes is told by its arguments, of which those that
// a trace leaves out are looked for.
#include "analyse/why/rules/rule_instance.h"

#include <algorithm>

namespace whynot::analyse::why {
namespace {

constexpr std::size_t term_shown = 100;

// Calls `visit` for each value of what the update is for; false once that has returned false.
bool each_index(const ots::Ots& ots, const ots::Evaluator& evaluator, const ots::Update& update, std::size_t at,
                ots::Environment& env, const std::function<bool(ots::Environment&)>& visit) {
  if (at == update.each.size()) return visit(env);
  for (const Value& v : *evaluator.values_of(ots.pool->variable(update.each[at]).sort)) {
    env[update.each[at]] = v;
    if (!each_index(ots, evaluator, update, at + 1, env, visit)) return false;
  }
  env.erase(update.each[at]);
  return true;
}

}  // namespace

RunReader::RunReader(const SpecificationRun& run)
    : run_(run), evaluator_(run.ots, run.scope), stepper_(make_stepper(run.ots, run.scope)) {
  seen_.resize(columns());
  for (const Step& step : run.trace.steps)
    for (std::size_t c = 0; c < seen_.size(); ++c) seen_[c].insert(step.state[c]);
}

const ots::Observer& RunReader::observer_of(std::size_t cell) const {
  std::uint32_t observer = 0;
  evaluator_.layout().for_each([&](std::uint32_t o, const std::vector<Value>&, std::size_t number) {
    if (number == cell) observer = o;
  });
  return run_.ots.observers[observer];
}

std::optional<RuleInstance> fired(const RunReader& reader, std::size_t step) {
  const SpecificationRun& run = reader.run();
  const SharedAction& action = run.trace.steps[step].action;
  if (step == 0 || !action) return std::nullopt;
  const State& before = run.trace.steps[step - 1].state;
  for (std::uint32_t t = 0; t < run.ots.transitions.size(); ++t) {
    const ots::Transition& rule = run.ots.transitions[t];
    if (rule.name != action->name || action->args.size() > rule.params.size()) continue;
    RuleInstance instance{&rule, {}};
    for (std::size_t i = 0; i < action->args.size(); ++i) instance.env[rule.params[i]] = action->args[i];
    const std::size_t given = action->args.size();
    const std::span<const ots::VarId> open(rule.params.data() + given, rule.params.size() - given);
    std::optional<RuleInstance> found;
    ots::Environment env = instance.env;
    reader.evaluator().solve(open, conjuncts(*run.ots.pool, rule.guard), before, env,
                             [&](const ots::Environment& solution) {
                               std::vector<Value> args = action->args;
                               for (ots::VarId v : open) args.push_back(solution.at(v));
                               if (reader.stepper().fire(before, t, args) == run.trace.steps[step].state)
                                 found = RuleInstance{&rule, solution};
                               return !found;
                             });
    return found;
  }
  return std::nullopt;
}

std::string text_of(const RuleInstance& instance) {
  std::string args;
  for (std::size_t i = 0; i < instance.rule->shown(); ++i)
    args += (i ? ", " : "") + instance.env.at(instance.rule->params[i]).to_string();
  return instance.rule->shown() == 0 ? instance.rule->name : instance.rule->name + "(" + args + ")";
}

std::string text_of(const ots::Ots& ots, ots::Term term, const ots::Environment& env) {
  std::unordered_map<ots::VarId, std::string> names;
  for (const auto& [variable, value] : env) names[variable] = value.to_string();
  std::string text = to_text(ots, term, names);
  if (text.size() <= term_shown) return text;
  std::size_t end = term_shown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::optional<GivenBy> given_by(const RunReader& reader, const State& before, const RuleInstance& instance,
                                std::size_t cell) {
  const ots::Evaluator& evaluator = reader.evaluator();
  const auto& updates = instance.rule->updates;
  for (auto update = updates.rbegin(); update != updates.rend(); ++update) {
    std::optional<GivenBy> found;
    ots::Environment env = instance.env;
    each_index(reader.run().ots, evaluator, *update, 0, env, [&](ots::Environment& at) {
      std::vector<Value> index;
      for (ots::Term i : update->index) index.push_back(evaluator.evaluate(i, before, at));
      if (evaluator.layout().cell(update->observer, index) == cell) found = GivenBy{&*update, at};
      return !found;
    });
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace whynot::analyse::why
