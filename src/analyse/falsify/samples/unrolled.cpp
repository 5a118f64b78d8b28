// Each step takes one of the transitions; the state after it is whichever that one leads to.  A model is read as a run,
// which the concrete semantics has to confirm.
#include "analyse/falsify/samples/unrolled.h"

#include <algorithm>

#include "encode/ots/propositional.h"
#include "encode/ots/unfold.h"
#include "model/ots/evaluate.h"
#include "solve/sat.h"

namespace whynot::analyse::falsify {

using encode::ots::Finite;
using encode::ots::inlined;
using encode::ots::NotPropositional;
using encode::ots::Propositional;
using whynot::ots::bool_sort;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::Term;
using whynot::ots::Transition;
using whynot::ots::VarId;

struct Unrolled::Impl {
  Impl(const Ots& o, const Scope& s, const Predicate& p, Context& c)
      : ots(o),
        scope(s),
        goal(p),
        context(c),
        sat(c),
        encoder(o, s, sat),
        evaluator(o, s),
        stepper(make_stepper(o, s)) {
    states.push_back(encoder.any_state());
    Propositional::Environment env;
    sat.add({encoder.literal(inlined(ots, ots.init), states[0], env)});
    for (std::uint32_t i = 0; i < ots.observers.size(); ++i) begin_with(i);
    violated.push_back(violation(states[0]));
  }

  // One of the values that the observer may start with, at each index.
  void begin_with(std::uint32_t o) {
    const auto& observer = ots.observers[o];
    if (observer.initial.empty()) return;
    std::vector<Term> index;
    for (VarId v : observer.params) index.push_back(ots.pool->var(v));
    const Term here = ots.pool->make(whynot::ots::Op::Observe, observer.sort, index, o);
    std::vector<Term> ways;
    for (Term value : observer.initial) ways.push_back(ots.pool->eq(here, inlined(ots, value)));
    for_each_instance(observer.params, [&](Propositional::Environment& env) {
      sat.add({encoder.literal(ots.pool->any(ways), states[0], env)});
    });
  }

  template <class Visit>
  void for_each_instance(const std::vector<VarId>& vars, const Visit& visit) {
    Propositional::Environment env;
    instantiate(vars, 0, env, visit);
  }
  template <class Visit>
  void instantiate(const std::vector<VarId>& vars, std::size_t at, Propositional::Environment& env,
                   const Visit& visit) {
    if (at == vars.size()) return visit(env);
    const SortId sort = ots.pool->variable(vars[at]).sort;
    if (encoder.values(sort) == 0) throw NotPropositional{};
    for (std::size_t v = 0; v < encoder.values(sort); ++v) {
      env[vars[at]] = encoder.value(sort, v);
      instantiate(vars, at + 1, env, visit);
    }
  }

  int violation(const Propositional::Cells& cells) {
    std::vector<int> broken;
    const Term body = inlined(ots, goal.body);
    for_each_instance(goal.params,
                      [&](Propositional::Environment& env) { broken.push_back(-encoder.literal(body, cells, env)); });
    return encoder.any(std::move(broken));
  }

  struct Taken {
    std::vector<int> which;                      // by transition
    std::vector<std::vector<Finite>> arguments;  // of each, those that traces show
  };

  void add_step() {
    Taken taken;
    std::vector<Propositional::Cells> ways;
    const Propositional::Cells& from = states.back();
    for (const Transition& t : ots.transitions) {
      Propositional::Environment env;
      std::vector<Finite> arguments;
      for (VarId v : t.params) {
        env[v] = encoder.any_value(ots.pool->variable(v).sort);
        if (arguments.size() < t.shown()) arguments.push_back(env[v]);
      }
      Transition plain = t;
      for (auto& u : plain.updates) u.value = inlined(ots, u.value);
      const int here = sat.new_variable();
      sat.add({-here, encoder.literal(inlined(ots, t.guard), from, env)});
      for (int other : taken.which) sat.add({-here, -other});
      ways.push_back(encoder.after(plain, from, env));
      taken.which.push_back(here);
      taken.arguments.push_back(std::move(arguments));
    }
    sat.add(taken.which);
    Propositional::Cells next;
    for (std::size_t c = 0; c < from.size(); ++c) {
      std::vector<Finite> cell;
      for (const auto& way : ways) cell.push_back(way[c]);
      next.push_back(encoder.one_of(cell, taken.which));
    }
    steps.push_back(std::move(taken));
    states.push_back(std::move(next));
    violated.push_back(violation(states.back()));
  }

  Value read(const Finite& f, SortId sort) const {
    const auto& values = *evaluator.values_of(sort);
    if (sort == bool_sort) return values[sat.value(f.is[0])];
    const auto at = std::find_if(f.is.begin(), f.is.end(), [&](int l) { return sat.value(l); }) - f.is.begin();
    return values[static_cast<std::size_t>(at)];
  }

  State read(const Propositional::Cells& cells) const {
    State out;
    for (std::size_t c = 0; c < cells.size(); ++c) out.push_back(read(cells[c], encoder.sort_of_cell(c)));
    return out;
  }

  std::optional<Trace> trace() const {
    Trace out;
    out.signature = stepper->signature();
    out.steps.push_back({read(states[0]), {}, {}});
    for (std::size_t i = 0; i < depth; ++i) {
      std::size_t t = 0;
      while (!sat.value(steps[i].which[t])) ++t;
      const Transition& transition = ots.transitions[t];
      Action action{transition.name, {}, transition.where, {}, {}};
      for (std::size_t a = 0; a < transition.shown(); ++a)
        action.args.push_back(read(steps[i].arguments[t][a], ots.pool->variable(transition.params[a]).sort));
      out.steps.push_back({read(states[i + 1]), {}, std::move(action)});
    }
    if (replay_specification(*stepper, out, &goal)) return std::nullopt;
    return out;
  }

  const Ots& ots;
  const Scope& scope;
  const Predicate& goal;
  Context& context;
  solve::Sat sat;
  Propositional encoder;
  whynot::ots::Evaluator evaluator;
  std::unique_ptr<whynot::ots::OtsStepper> stepper;
  std::vector<Propositional::Cells> states;
  std::vector<int> violated;  // by state
  std::vector<Taken> steps;
  std::size_t depth = 0;  // looked at now
};

Unrolled::Unrolled(const Ots& ots, const Scope& scope, const Predicate& goal, Context& context) {
  try {
    impl_ = std::make_unique<Impl>(ots, scope, goal, context);
  } catch (const NotPropositional&) {}
}
Unrolled::~Unrolled() = default;
bool Unrolled::works() const { return impl_ != nullptr; }
std::size_t Unrolled::none_below() const { return impl_ ? impl_->depth : 0; }

std::optional<Trace> Unrolled::go_on(std::uint64_t conflicts) try {
  constexpr std::size_t deepest = 40;
  constexpr std::uint64_t least = 100;  // that even an easy depth may take
  const std::uint64_t until = conflicts;
  for (std::uint64_t spent = 0; impl_ && spent < until && impl_->depth <= deepest && !impl_->context.should_stop();) {
    const std::uint64_t share = std::max(least, (until - spent) / 2);
    const int wanted[] = {impl_->violated[impl_->depth]};
    const solve::Answer answer = impl_->sat.solve(wanted, share);
    if (answer == solve::Answer::Sat) {
      auto found = impl_->trace();
      if (!found) impl_.reset();  // it would be a mistake of the encoding: nothing more is asked of it
      return found;
    }
    spent += answer == solve::Answer::Stopped ? share : least;
    if (answer == solve::Answer::Stopped) continue;
    if (impl_->steps.size() == impl_->depth) impl_->add_step();
    ++impl_->depth;
  }
  return std::nullopt;
} catch (const NotPropositional&) {
  impl_.reset();
  return std::nullopt;
}

}  // namespace whynot::analyse::falsify
