// Each step takes one of the transitions; the state after it is whichever that one leads to.  A model is read as a run,
// which the concrete semantics has to confirm.
//
// That there is no violation at a depth is often harder to see than one that lies deeper.  So where a depth takes long,
// a farther one is asked about in between, with steps at the end in which nothing happens.
//
// Elements of a sort are alike as long as nothing names one.  Where the axioms order them, they are taken in that
// order.
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

namespace {
constexpr std::size_t deepest = 40;
}

struct Unrolled::Impl {
  Impl(const Ots& o, const Scope& s, const Predicate& p, bool are_alike, Context& c)
      : ots(o),
        scope(s),
        goal(p),
        alike(are_alike),
        context(c),
        sat(c),
        encoder(o, s, sat),
        evaluator(o, s),
        stepper(make_stepper(o, s)) {
    states.push_back(encoder.any_state());
    Propositional::Environment env;
    sat.add({encoder.literal(inlined(ots, ots.init), states[0], env)});
    for (std::uint32_t i = 0; i < ots.observers.size(); ++i) begin_with(i);
    std::vector<SortId> ordered;
    for (std::uint32_t i = 0; i < ots.observers.size() && alike; ++i) put_in_order(i, ordered);
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

  // A relation that can only be a total order of its sort is the one in which the elements are numbered.
  void put_in_order(std::uint32_t o, std::vector<SortId>& ordered) {
    const auto& observer = ots.observers[o];
    if (observer.sort != bool_sort || observer.params.size() != 2) return;
    const SortId sort = ots.pool->variable(observer.params[0]).sort;
    const std::size_t size = encoder.values(sort);
    if (sort == bool_sort || sort != ots.pool->variable(observer.params[1]).sort || size < 2 ||
        std::find(ordered.begin(), ordered.end(), sort) != ordered.end())
      return;
    std::vector<std::vector<int>> is(size, std::vector<int>(size));
    const std::vector<Term> index{ots.pool->var(observer.params[0]), ots.pool->var(observer.params[1])};
    const Term here = ots.pool->make(whynot::ots::Op::Observe, observer.sort, index, o);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        Propositional::Environment env;
        env[observer.params[0]] = encoder.value(sort, i);
        env[observer.params[1]] = encoder.value(sort, j);
        is[i][j] = encoder.literal(here, states[0], env);
      }
    const int wanted[] = {is_no_order(is)};
    if (sat.solve(wanted, 10'000) != solve::Answer::Unsat) return;
    ordered.push_back(sort);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = i + 1; j < size; ++j) sat.add({is[i][j]});
  }

  int is_no_order(const std::vector<std::vector<int>>& is) {
    std::vector<int> wrong;
    const auto all = [&](std::vector<int> of) {
      for (int& literal : of) literal = -literal;
      return -encoder.any(std::move(of));
    };
    for (std::size_t i = 0; i < is.size(); ++i)
      for (std::size_t j = 0; j < is.size(); ++j) {
        if (i == j) continue;
        wrong.push_back(all({is[i][j], is[j][i]}));
        wrong.push_back(all({-is[i][j], -is[j][i]}));
        for (std::size_t k = 0; k < is.size(); ++k)
          if (k != i && k != j) wrong.push_back(all({is[i][j], is[j][k], -is[i][k]}));
      }
    return encoder.any(std::move(wrong));
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
    std::vector<int> which;                      // by transition; the last one: nothing happens
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
    const int idle = sat.new_variable();
    for (int other : taken.which) sat.add({-idle, -other});
    if (!steps.empty()) sat.add({-steps.back().which.back(), idle});  // from then on
    ways.push_back(from);
    taken.which.push_back(idle);
    sat.add(taken.which);
    Propositional::Cells next;
    for (std::size_t c = 0; c < from.size(); ++c) {
      std::vector<Finite> cell;
      cell.reserve(ways.size());
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

  // Whether there is a violation after so many steps, or with `fewer` after at most so many.
  solve::Answer ask(std::size_t after, bool fewer, std::uint64_t conflicts) {
    while (steps.size() < after) add_step();
    std::vector<int> wanted{violated[after]};
    if (!fewer && after > 0) wanted.push_back(-steps[after - 1].which.back());
    return sat.solve(wanted, conflicts);
  }

  std::optional<Trace> trace(std::size_t depth) const {
    Trace out;
    out.signature = stepper->signature();
    out.steps.push_back({read(states[0]), {}, {}});
    for (std::size_t i = 0; i < depth; ++i) {
      std::size_t t = 0;
      while (!sat.value(steps[i].which[t])) ++t;
      if (t == ots.transitions.size()) break;
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
  bool alike;
  Context& context;
  solve::Sat sat;
  Propositional encoder;
  whynot::ots::Evaluator evaluator;
  std::unique_ptr<whynot::ots::OtsStepper> stepper;
  std::vector<Propositional::Cells> states;
  std::vector<int> violated;  // by state
  std::vector<Taken> steps;
  std::size_t depth = 0;  // looked at now
  std::size_t far = 0;    // … and beyond it
};

Unrolled::Unrolled(const Ots& ots, const Scope& scope, const Predicate& goal, bool alike, Context& context) {
  try {
    impl_ = std::make_unique<Impl>(ots, scope, goal, alike, context);
  } catch (const NotPropositional&) {}
}
Unrolled::~Unrolled() = default;
bool Unrolled::works() const { return impl_ != nullptr; }
bool Unrolled::goes_on() const { return impl_ && impl_->depth <= deepest; }
std::size_t Unrolled::none_below() const { return impl_ ? impl_->depth : 0; }

std::optional<Trace> Unrolled::go_on(std::uint64_t conflicts) try {
  constexpr std::size_t leap = 6;
  constexpr std::uint64_t least = 100;  // that even an easy depth may take
  for (std::uint64_t spent = 0; impl_ && spent < conflicts && impl_->depth <= deepest;) {
    if (impl_->context.should_stop()) break;
    const std::uint64_t share = std::max(least, (conflicts - spent) / 4);
    std::size_t asked = impl_->depth;
    solve::Answer answer = impl_->ask(asked, false, share);
    spent += answer == solve::Answer::Stopped ? share : least;
    if (answer == solve::Answer::Stopped && !impl_->context.should_stop()) {
      if (impl_->far < impl_->depth + 2) impl_->far = impl_->depth + leap;
      asked = impl_->far;
      answer = impl_->ask(asked, true, share);
      spent += share;
    }
    if (answer == solve::Answer::Sat) {
      auto found = impl_->trace(asked);
      if (!found) impl_.reset();  // it would be a mistake of the encoding: nothing more is asked of it
      return found;
    }
    if (answer == solve::Answer::Unsat) impl_->depth = asked + 1;
  }
  return std::nullopt;
} catch (const NotPropositional&) {
  impl_.reset();
  return std::nullopt;
}

}  // namespace whynot::analyse::falsify
