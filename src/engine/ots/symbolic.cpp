// Adds one step at a time to the formula; a model of the solver is turned into a scope and a concrete run.
#include "engine/ots/symbolic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "encode/ots/encoder.h"
#include "encode/ots/simplify.h"
#include "engine/ots/search.h"
#include "model/ots/plan.h"
#include "solve/smt.h"

namespace whynot::engine::ots {

using encode::ots::Encoder;
using encode::ots::simplify;
using solve::SmtValue;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::Transition;
using whynot::ots::VarId;

namespace {

constexpr std::uint64_t steps_per_query = 200'000'000;

// Which transition is taken at a step, and with which parameters, are variables; the state after it is a term over
// them and the state before.  Formulas about later states are rewritten back to the initial one, where observers
// have values: what the solver sees speaks of constructors and equality only, never of arrays.
class Unrolling {
 public:
  Unrolling(Ots& ots, const Predicate& p, Context& context)
      : ots_(ots),
        predicate_(p),
        encoder_(ots, smt_, std::vector<Term>{p.body}),
        solver_(smt_, steps_per_query, true),
        start_(encoder_.new_state("")) {
    smt_.obey(context);
    solver_.add(encoder_.background());
    const bool one_initial = ots.init.is_true() && std::all_of(ots.observers.begin(), ots.observers.end(),
                                                               [](const auto& o) { return o.initial.size() == 1; });
    if (!one_initial) solver_.add(encoder_.initial(start_));
  }

  // Whether the predicate can be violated after as many steps as there are.
  solve::SmtAnswer check() {
    solver_.push();
    add(ots_.pool->not_(predicate_.body), steps_.size());
    return solver_.check();
  }
  void retract() { solver_.pop(); }
  std::string reason() const { return solver_.reason_unknown(); }

  void add_step() {
    Step step;
    std::vector<Term> taken;
    for (const Transition& t : ots_.transitions) {
      taken.push_back(ots_.pool->var(ots_.pool->new_variable(t.name, whynot::ots::bool_sort)));
      step.params.emplace_back();
      for (VarId v : t.params)
        step.params.back()[v] =
            ots_.pool->var(ots_.pool->new_variable(ots_.pool->variable(v).name, ots_.pool->variable(v).sort));
    }
    step.taken = taken;
    steps_.push_back(std::move(step));
    add(ots_.pool->any(taken), 0);
    for (std::size_t t = 0; t < taken.size(); ++t) {
      for (std::size_t u = t + 1; u < taken.size(); ++u) add(ots_.pool->not_(ots_.pool->all({taken[t], taken[u]})), 0);
      const Term guard = substitute(*ots_.pool, ots_.transitions[t].guard, steps_.back().params[t]);
      add(ots_.pool->make(Op::Implies, whynot::ots::bool_sort, {taken[t], guard}), steps_.size() - 1);
    }
  }

  // The transitions of the model, with the values of their parameters; elements get names of a scope.
  struct Instance {
    std::uint32_t transition = 0;
    std::vector<Value> args;
  };
  std::vector<Instance> instances(Scope& scope) {
    for (const auto& [sort, members] : scope.elements)
      for (std::uint32_t e : ots_.sorts[sort].elements)
        names_[{sort, solver_.value(encoder_.element(e)).head}] = ots_.elements[e].name;
    std::vector<Instance> out;
    for (const Step& step : steps_) {
      Instance instance;
      while (solver_.is_true(encoder_.encode(step.taken[instance.transition], start_)) == false) ++instance.transition;
      const auto& params = ots_.transitions[instance.transition].params;
      for (std::size_t i = 0; i < params.size(); ++i)
        instance.args.push_back(
            value(ots_.pool->variable(params[i]).sort,
                  solver_.value(encoder_.encode(step.params[instance.transition].at(params[i]), start_)), scope));
      out.push_back(std::move(instance));
    }
    return out;
  }

 private:
  struct Step {
    std::vector<Term> taken;                        // by transition: whether it is the one
    std::vector<whynot::ots::Substitution> params;  // by transition: parameters of this step
  };

  // A formula about the state after `steps` steps.
  void add(Term formula, std::size_t steps) {
    for (std::size_t i = steps; i-- > 0;) formula = before(steps_[i], formula);
    solver_.add(encoder_.encode(encode::ots::initially(ots_, formula), start_));
    solver_.add(encoder_.take_side_conditions());
  }

  // What the formula says of the state before the step.
  Term before(const Step& step, Term formula) {
    whynot::ots::TermPool& pool = *ots_.pool;
    const Term changed = rewrite(pool, formula, [&](Term t) {
      Term value = t;
      if (!t.is(Op::Observe)) return value;
      for (std::size_t i = 0; i < ots_.transitions.size(); ++i)
        for (const auto& u : ots_.transitions[i].updates) {
          if (u.observer != t.a()) continue;
          whynot::ots::Update here = u;
          for (Term& index : here.index) index = substitute(pool, index, step.params[i]);
          here.value = substitute(pool, u.value, step.params[i]);
          value = pool.ite(step.taken[i], encode::ots::updated(pool, here, t, value), value);
        }
      return value;
    });
    return simplify(ots_, changed);
  }

  Value value(SortId id, const SmtValue& v, const Scope& scope) {
    const auto& sort = ots_.sorts[id];
    if (sort.kind == SortKind::Bool) return Value::boolean(v.head == "true");
    if (sort.kind == SortKind::Nat || sort.kind == SortKind::Int) return Value::integer(v.number.value_or(0));
    if (sort.kind == SortKind::Loose) return element(id, v.head, scope);
    for (std::uint32_t c : sort.constructors) {
      if (Encoder::symbol(ots_.constructors[c].name) != v.head) continue;
      std::vector<Value> args;
      for (std::size_t i = 0; i < v.args.size(); ++i)
        args.push_back(value(ots_.constructors[c].fields[i].sort, v.args[i], scope));
      return Value::term(ots_.constructors[c].name, std::move(args));
    }
    return Value::term(v.head, {});
  }

  Value element(SortId sort, const std::string& of_solver, const Scope& scope) {
    std::string& name = names_[{sort, of_solver}];
    if (!name.empty()) return Value::symbol(name);
    for (const auto& [s, members] : scope.elements)
      for (std::uint32_t e : s == sort ? members : std::vector<std::uint32_t>{}) {
        const bool used = std::any_of(names_.begin(), names_.end(), [&](const auto& n) {
          return n.first.first == sort && n.second == ots_.elements[e].name;
        });
        if (name.empty() && !used) name = ots_.elements[e].name;
      }
    return Value::symbol(name);
  }

  Ots& ots_;
  const Predicate& predicate_;
  solve::Smt smt_;
  Encoder encoder_;
  solve::SmtSolver solver_;
  Encoder::StateId start_;
  std::vector<Step> steps_;
  std::map<std::pair<SortId, std::string>, std::string> names_;
};

// The run by the concrete semantics, from whichever initial state allows it.
std::optional<Trace> rebuild(const Ots& ots, const Scope& scope, const std::vector<Unrolling::Instance>& instances,
                             const Predicate& p, Context& context) {
  const auto stepper = make_stepper(ots, scope);
  std::optional<Trace> found;
  stepper->initial(context, [&](State start) {
    Trace trace;
    trace.signature = stepper->signature();
    trace.steps.push_back({std::move(start), {}, {}});
    for (const auto& i : instances) {
      auto to = stepper->fire(trace.steps.back().state, i.transition, i.args);
      if (!to) return true;
      const Transition& t = ots.transitions[i.transition];
      const std::vector<Value> shown(i.args.begin(), i.args.begin() + static_cast<std::ptrdiff_t>(t.shown()));
      trace.steps.push_back({std::move(*to), {}, Action{t.name, shown, t.where, {}, {}}});
    }
    if (!replay_specification(*stepper, trace, &p)) found = std::move(trace);
    return !found;
  });
  return found;
}

std::size_t most_elements(const Ots& ots, const std::vector<VarId>& params) {
  std::map<SortId, std::size_t> count;
  // A parameter of a free sort may hold elements of its own; they come from earlier parameters or constants.
  for (VarId v : params)
    if (ots.sorts[ots.pool->variable(v).sort].kind == SortKind::Loose) ++count[ots.pool->variable(v).sort];
  std::size_t most = 0;
  for (const auto& [sort, n] : count) most = std::max(most, n);
  return most;
}

// Whether two values of the sort may differ at an element that nothing names.
bool holds_maps(const Ots& ots, SortId id, std::vector<SortId>& seen) {
  if (std::find(seen.begin(), seen.end(), id) != seen.end()) return false;
  seen.push_back(id);
  const auto& sort = ots.sorts[id];
  if (sort.kind == SortKind::Map) return true;
  if (sort.kind == SortKind::Set || sort.kind == SortKind::Bag || sort.kind == SortKind::List)
    return holds_maps(ots, sort.element, seen);
  return std::any_of(sort.constructors.begin(), sort.constructors.end(), [&](std::uint32_t c) {
    const auto& fields = ots.constructors[c].fields;
    return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return holds_maps(ots, f.sort, seen); });
  });
}

}  // namespace

std::optional<std::size_t> enough_elements(const Ots& ots, const Predicate& p, std::size_t depth) {
  bool quantified = false;  // so is the equality of maps: it speaks of every key
  const auto look = [&](Term root) {
    for_each_subterm(root, [&](Term t) {
      std::vector<SortId> seen;
      quantified = quantified || t.is(Op::Exists) || t.is(Op::Forall) ||
                   ((t.is(Op::Eq) || t.is(Op::In)) && holds_maps(ots, t.arg(0).sort(), seen));
    });
  };
  look(p.body);
  look(ots.init);
  for (const auto& f : ots.functions) look(f.body);
  std::size_t per_step = 0, named = 0;
  for (const Transition& t : ots.transitions) {
    look(t.guard);
    for (const auto& u : t.updates) look(u.value);
    per_step = std::max(per_step, most_elements(ots, t.params));
  }
  for (const auto& s : ots.sorts) named = std::max(named, s.elements.size());
  // A parameter that nothing binds may hold elements that no step mentions.
  const auto plan = plan_bindings(*ots.pool, p.params, conjuncts(*ots.pool, ots.pool->not_(p.body)), [&](SortId s) {
    return ots.sorts[s].kind == SortKind::Loose || domain(ots, s, nullptr);
  });
  if (quantified || !plan.unbound.empty()) return std::nullopt;
  return named + per_step * depth + most_elements(ots, p.params);
}

namespace {

constexpr std::size_t most_tried = 4;

// The smallest number of elements for which the explicit search has a counterexample.  Its trace serves where the
// solver's could not be rebuilt.  Where quantifiers speak of all elements it comes first: there may be initial states
// with few elements only, and looking for them among those of many takes long.
void look_for_fewest(Ots& ots, const Predicate& p, std::size_t depth, std::size_t least, std::size_t most,
                     SymbolicOutcome& outcome, Context& context) {
  for (std::size_t n = least; !outcome.fewest && n <= most && !context.should_stop(); ++n) {
    auto few = std::make_shared<Scope>(make_scope(ots, fmt::format("{} elements", n), n));
    auto found = search(ots, *few, std::span(&p, 1), {depth, true, 1, {}}, context);
    auto* violated = std::get_if<Violated>(&found.verdicts[0]);
    if (!violated) continue;
    outcome.fewest = n;  // or as many as the specification names
    for (const auto& [sort, elements] : few->elements) outcome.fewest = std::max(*outcome.fewest, elements.size());
    if (outcome.trace) continue;
    outcome.trace = std::get<Trace>(std::move(violated->evidence));
    outcome.scope = std::move(few);
  }
}

// What was open at smaller depths matters no more.
SymbolicOutcome falsified(SymbolicOutcome outcome) {
  outcome.reason.clear();
  return outcome;
}

}  // namespace

SymbolicOutcome search_symbolically(Ots& ots, const Predicate& p, std::size_t depth, Context& context) {
  SymbolicOutcome outcome;
  if (const auto refusal = Encoder::refuses(ots)) {
    outcome.reason = *refusal;
    return outcome;
  }
  Unrolling unrolling(ots, p, context);
  for (std::size_t k = 0; k <= depth; ++k) {
    if (context.should_stop()) {
      outcome.reason = context.stop_reason();
      return outcome;
    }
    if (k > 0) unrolling.add_step();
    context.progress(fmt::format("symbolic search depth {}", k));
    const solve::SmtAnswer answer = unrolling.check();
    if (answer == solve::SmtAnswer::Unknown) {
      outcome.reason = "the solver does not know: " + unrolling.reason();
      look_for_fewest(ots, p, k, 1, most_tried, outcome, context);
      if (outcome.trace) return falsified(std::move(outcome));
    }
    if (answer == solve::SmtAnswer::Sat) {
      const auto enough = enough_elements(ots, p, k);
      if (!enough) look_for_fewest(ots, p, k, 1, most_tried, outcome, context);
      if (outcome.trace) return falsified(std::move(outcome));
      const std::size_t size = enough.value_or(k * 4 + 4);
      outcome.scope = std::make_shared<Scope>(make_scope(ots, fmt::format("{} elements", size), size));
      outcome.trace = rebuild(ots, *outcome.scope, unrolling.instances(*outcome.scope), p, context);
      const std::size_t least = enough ? 1 : most_tried + 1, most = outcome.trace ? size : std::min(size, most_tried);
      look_for_fewest(ots, p, k, least, most, outcome, context);
      if (outcome.trace) return falsified(std::move(outcome));
      // What the encoding leaves open may be none of the system's runs: a longer one may still be.
      outcome.reason = "the solver's run is none of the concrete semantics";
    }
    unrolling.retract();
    if (outcome.reason.empty()) outcome.none_up_to = k;
  }
  outcome.complete = outcome.reason.empty();
  return outcome;
}

}  // namespace whynot::engine::ots
