// The concrete semantics of observational transition systems: initial states, steps, successors, violations.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "model/ots/evaluate.h"
#include "model/ots/start.h"

namespace whynot::ots {
namespace {

class ConcreteStepper final : public OtsStepper {
 public:
  ConcreteStepper(const Ots& ots, const Scope& scope)
      : ots_(ots), scope_(scope), evaluator_(ots, scope), signature_(make_signature(ots, scope)) {}

  std::shared_ptr<const Signature> signature() const override { return signature_; }

  bool is_initial(const State& state) const override {
    if (state.size() != evaluator_.layout().cells()) return false;
    bool allowed = true;
    for_each_choice([&](std::size_t cell, const std::vector<Value>& choices) {
      allowed = allowed && std::find(choices.begin(), choices.end(), state[cell]) != choices.end();
    });
    Environment env;
    return allowed && evaluator_.evaluate(ots_.init, state, env).is_true();
  }

  bool is_step(const State& from, const Inputs&, const SharedAction& action, const State& to) const override {
    if (!action) return is_successor(from, to);
    for (std::uint32_t t = 0; t < ots_.transitions.size(); ++t)
      if (ots_.transitions[t].name == action->name) return leads_to(from, t, action->args, to);
    return false;
  }

  bool initial(Context& context, const std::function<bool(State)>& found, Random*) const override {
    std::vector<std::vector<Value>> choices(evaluator_.layout().cells());
    for_each_choice([&](std::size_t cell, const std::vector<Value>& values) { choices[cell] = values; });
    return for_each_start(ots_, evaluator_, std::move(choices), context, found);
  }

  bool successors(const State& from, Context& context, const std::function<bool(Successor)>& found,
                  Random*) const override {
    bool wanted = true;
    for (std::uint32_t t = 0; t < ots_.transitions.size() && wanted; ++t) {
      const Transition& transition = ots_.transitions[t];
      std::vector<Term> conditions = conjuncts(*ots_.pool, transition.guard);
      for (const auto& [of, extra] : scope_.wheres)
        if (of == t) conditions.push_back(extra);
      Environment env;
      evaluator_.solve(transition.params, conditions, from, env, [&](const Environment& solution) {
        std::vector<Value> args;
        for (VarId v : transition.params) args.push_back(solution.at(v));
        if (auto to = fire(from, t, args)) {
          args.resize(transition.shown());
          wanted = found({{}, Action{transition.name, args, transition.where, {}, {}}, std::move(*to)});
        }
        return wanted && !context.should_stop();
      });
      if (wanted && context.should_stop()) return false;
    }
    return true;
  }

  std::optional<std::vector<Value>> violation(const State& state, const Predicate& p) const override {
    std::optional<std::vector<Value>> instance;
    Environment env;
    evaluator_.solve(p.params, conjuncts(*ots_.pool, ots_.pool->not_(p.body)), state, env, [&](const Environment& e) {
      instance.emplace();
      for (VarId v : p.params) instance->push_back(e.at(v));
      return false;
    });
    return instance;
  }

  std::optional<State> fire(const State& from, std::uint32_t t, const std::vector<Value>& args) const override {
    const Transition& transition = ots_.transitions[t];
    if (args.size() != transition.params.size() || from.size() != evaluator_.layout().cells()) return std::nullopt;
    Environment env;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!evaluator_.has_sort(args[i], ots_.pool->variable(transition.params[i]).sort)) return std::nullopt;
      env[transition.params[i]] = args[i];
    }
    if (!evaluator_.evaluate(transition.guard, from, env).is_true()) return std::nullopt;
    State to = from;
    for (const Update& update : transition.updates)
      if (!apply(update, 0, from, env, to)) return std::nullopt;
    return to;
  }

  Value evaluate(const State& state, Term t, const std::unordered_map<VarId, Value>& given) const override {
    Environment env = given;
    return evaluator_.evaluate(t, state, env);
  }

 private:
  // Traces of formats without actions do not say how they go on.
  bool is_successor(const State& from, const State& to) const {
    if (from.size() != evaluator_.layout().cells()) return false;
    Context context;
    bool met = false;
    successors(
        from, context,
        [&](const Successor& next) {
          met = next.state == to;
          return !met;
        },
        nullptr);
    return met;
  }

  // An update at each value of what it is for, from the given one on.  False: undefined.  Where the index is, the guard
  // has seen to it that the effect does not happen.
  bool apply(const Update& update, std::size_t at, const State& from, Environment& env, State& to) const {
    if (at < update.each.size()) {
      for (const Value& v : *evaluator_.values_of(ots_.pool->variable(update.each[at]).sort)) {
        env[update.each[at]] = v;
        if (!apply(update, at + 1, from, env, to)) return false;
      }
      return true;
    }
    std::vector<Value> index;
    for (Term i : update.index) index.push_back(evaluator_.evaluate(i, from, env));
    for (std::size_t i = 0; i < index.size(); ++i)
      if (!index[i].defined() && is_partial(ots_, update.index[i])) return true;
    const auto cell = evaluator_.layout().cell(update.observer, index);
    Value value = evaluator_.evaluate(update.value, from, env);
    if (!cell || !value.defined()) return false;
    to[*cell] = std::move(value);
    return true;
  }

  // Arguments may be those that traces show: what is chosen besides is sought.
  bool leads_to(const State& from, std::uint32_t t, const std::vector<Value>& args, const State& to) const {
    const Transition& transition = ots_.transitions[t];
    if (transition.choices == 0 || args.size() != transition.shown()) return fire(from, t, args) == to;
    if (from.size() != evaluator_.layout().cells()) return false;
    Environment env;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!evaluator_.has_sort(args[i], ots_.pool->variable(transition.params[i]).sort)) return false;
      env[transition.params[i]] = args[i];
    }
    bool leads = false;
    const std::span<const VarId> open(transition.params.data() + args.size(), transition.choices);
    evaluator_.solve(open, conjuncts(*ots_.pool, transition.guard), from, env, [&](const Environment& solution) {
      std::vector<Value> all = args;
      for (VarId v : open) all.push_back(solution.at(v));
      leads = fire(from, t, all) == to;
      return !leads;
    });
    return leads;
  }

  // The values that each cell may start with.
  void for_each_choice(const std::function<void(std::size_t, const std::vector<Value>&)>& visit) const {
    const State none;
    evaluator_.layout().for_each([&](std::uint32_t o, const std::vector<Value>& index, std::size_t cell) {
      const Observer& observer = ots_.observers[o];
      Environment env;
      for (std::size_t i = 0; i < index.size(); ++i) env[observer.params[i]] = index[i];
      std::vector<Value> choices;
      for (Term t : observer.initial) {
        const Value v = evaluator_.evaluate(t, none, env);
        if (std::find(choices.begin(), choices.end(), v) == choices.end()) choices.push_back(v);
      }
      const std::vector<Value>* any = observer.initial.empty() ? evaluator_.values_of(observer.sort) : nullptr;
      visit(cell, any ? *any : choices);
    });
  }

  const Ots& ots_;
  const Scope& scope_;
  Evaluator evaluator_;
  std::shared_ptr<const Signature> signature_;
};

}  // namespace

std::unique_ptr<OtsStepper> make_stepper(const Ots& ots, const Scope& scope) {
  return std::make_unique<ConcreteStepper>(ots, scope);
}

std::optional<Refusal> replay_specification(const OtsStepper& stepper, const Trace& trace, const Predicate* violated,
                                            bool from_initial) {
  if (trace.steps.empty()) return Refusal{0, "the trace has no steps"};
  const std::size_t width = stepper.signature()->columns.size();
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    if (trace.steps[i].state.size() != width)
      return Refusal{i, fmt::format("step {} does not have the model's {} columns", i, width)};
  if (from_initial && !stepper.is_initial(trace.steps[0].state)) return Refusal{0, "step 0 is not an initial state"};
  for (std::size_t i = 1; i < trace.steps.size(); ++i)
    if (!stepper.is_step(trace.steps[i - 1].state, {}, trace.steps[i].action, trace.steps[i].state))
      return Refusal{i, fmt::format("step {} is not a successor of step {}", i, i - 1)};
  const std::size_t last = trace.steps.size() - 1;
  if (trace.loop && (*trace.loop > last || !stepper.is_step(trace.steps[last].state, {}, trace.closing_action,
                                                            trace.steps[*trace.loop].state)))
    return Refusal{last, fmt::format("step {} does not lead back to step {}", last, *trace.loop)};
  if (violated && !stepper.violation(trace.steps.back().state, *violated))
    return Refusal{last, fmt::format("the last state does not violate {}", violated->name)};
  return std::nullopt;
}

}  // namespace whynot::ots
