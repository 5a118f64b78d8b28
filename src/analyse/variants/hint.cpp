// Candidates come from loops: a counterexample under the candidates so far gives further ones, until the property
// holds or nothing new is seen.  Only choices are candidates: inputs, and variables that are picked.
#include "analyse/variants/hint.h"

#include <algorithm>

#include "analyse/variants/choices.h"

namespace whynot::analyse::variants {
namespace {

constexpr std::size_t most_rounds = 6, most_successors = 256, most_values = 16, most_subsets_of = 6;

class LoopView {
 public:
  LoopView(const TransitionSystem& system, const Trace& trace, const Stepper& stepper, Context& context)
      : system_(system), trace_(trace), stepper_(stepper), context_(context) {}

  std::vector<Never> run() {
    look();
    std::vector<Never> found;
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : system_.variables) {
      const bool is_input = v.kind == VariableKind::Input;
      const std::size_t place = is_input ? input++ : column++;
      if (v.kind == VariableKind::Frozen || (!is_input && !is_picked(system_, v.variable))) continue;
      const auto size = v.variable.type().size();
      if (size && *size <= most_values) add(v.variable, is_input, place, found);
    }
    return found;
  }

 private:
  using Values = std::vector<Value>;
  struct Moment {  // a step of the loop: what the transition out of it may bring
    std::vector<Values> inputs, columns;
  };

  static void note(std::vector<Values>& seen, const std::vector<Value>& now) {
    seen.resize(std::max(seen.size(), now.size()));
    for (std::size_t i = 0; i < now.size(); ++i)
      if (std::find(seen[i].begin(), seen[i].end(), now[i]) == seen[i].end()) seen[i].push_back(now[i]);
  }

  void look() {
    for (std::size_t i = *trace_.loop; i < trace_.steps.size(); ++i) {
      Moment moment;
      std::size_t count = 0;
      stepper_.successors(trace_.steps[i].state, context_, [&](const Successor& next) {
        note(moment.inputs, next.inputs);
        // What other inputs bring is not picked.
        if (next.inputs == *trace_.inputs_out_of(i)) note(moment.columns, next.state);
        return ++count < most_successors;
      });
      possible_.push_back(std::move(moment));
      note(taken_.columns, trace_.steps[i].state);
      note(taken_.inputs, *trace_.inputs_out_of(i));
    }
  }

  static const Values& at(const Moment& moment, bool is_input, std::size_t place) {
    static const Values none;
    const auto& rows = is_input ? moment.inputs : moment.columns;
    return place < rows.size() ? rows[place] : none;
  }

  std::size_t times_possible(bool is_input, std::size_t place, const Value& value) const {
    return static_cast<std::size_t>(std::count_if(possible_.begin(), possible_.end(), [&](const Moment& moment) {
      const Values& values = at(moment, is_input, place);
      return std::find(values.begin(), values.end(), value) != values.end();
    }));
  }

  // A variable that stays as it is could be anything else; of others, each value that they never have counts by itself.
  void add(Expr variable, bool is_input, std::size_t place, std::vector<Never>& found) const {
    const Values& taken = at(taken_, is_input, place);
    const Type type = variable.type();
    std::vector<Never::One> values;
    for (Integer i = 0; i < *type.size(); ++i) {
      const Value value = type.value(i);
      if (std::find(taken.begin(), taken.end(), value) != taken.end()) continue;
      const std::size_t times = times_possible(is_input, place, value);
      if (times > 0) values.push_back({value, times == possible_.size()});
    }
    if (values.empty()) return;
    if (taken.size() == 1 && *type.size() > 2) {
      found.push_back({variable, values, system_.pool->not_(is(variable, taken[0]))});
      return;
    }
    for (const Never::One& one : values) found.push_back({variable, {one}, is(variable, one.value)});
  }

  Expr is(Expr variable, const Value& value) const {
    ExprPool& pool = *system_.pool;
    if (!variable.type().is_boolean()) return pool.eq(variable, pool.constant(value, variable.type()));
    return value.is_true() ? variable : pool.not_(variable);
  }

  const TransitionSystem& system_;
  const Trace& trace_;
  const Stepper& stepper_;
  Context& context_;
  std::vector<Moment> possible_;
  Moment taken_;
};

class Hinter {
 public:
  Hinter(const TransitionSystem& system, const Property& property, SideQuestions& ask)
      : system_(system), property_(property), ask_(ask) {}

  // Whether the candidates, all of them, are enough at last.
  bool collect(Trace loop, const Stepper& stepper, Context& context) {
    for (std::size_t round = 0; round < most_rounds && loop.loop; ++round) {
      const std::size_t before = all_.size();
      for (const Never& n : never_taken(system_, loop, stepper, context))
        if (std::find(all_.begin(), all_.end(), n.condition) == all_.end()) all_.push_back(n.condition);
      if (all_.size() == before) return false;
      const auto verdict = ask_.verdict(with(all_), property_);
      if (!verdict) return false;
      if (std::holds_alternative<Holds>(*verdict)) return true;
      const Trace* next = trace_of(*verdict);
      if (!next) return false;
      loop = *next;
    }
    return false;
  }

  // REQUIRES that collect() said yes.
  void minimise(Hint& hint) {
    hint.smallest = all_.size() <= most_subsets_of;
    std::optional<std::vector<Expr>> few = hint.smallest ? smallest_subset(hint.smallest) : std::nullopt;
    if (!few) few = by_deletion();
    // What holds because no run is left says nothing.
    const Property nothing = about(PropertyKind::Ltl, system_.pool->boolean(false));
    if (ask_.holds(with(*few), nothing).value_or(true)) return;
    hint.suffices = std::move(*few);
    hint.smallest = hint.smallest || hint.suffices.size() == 1;
  }

 private:
  TransitionSystem with(const std::vector<Expr>& justice) const {
    TransitionSystem variant = system_;
    for (Expr e : justice) variant.justice.push_back({e, {}});
    return variant;
  }

  std::optional<bool> enough(const std::vector<Expr>& some) { return ask_.holds(with(some), property_); }

  std::optional<std::vector<Expr>> smallest_subset(bool& certain) {
    std::vector<unsigned> subsets;
    for (unsigned s = 1; s + 1 < 1u << all_.size(); ++s) subsets.push_back(s);
    std::stable_sort(subsets.begin(), subsets.end(),
                     [](unsigned a, unsigned b) { return __builtin_popcount(a) < __builtin_popcount(b); });
    for (const unsigned s : subsets) {
      std::vector<Expr> some;
      for (std::size_t i = 0; i < all_.size(); ++i)
        if (s >> i & 1) some.push_back(all_[i]);
      const auto holds = enough(some);
      if (holds.value_or(false)) return some;
      certain = certain && holds;
    }
    return all_;
  }

  std::vector<Expr> by_deletion() {
    std::vector<Expr> kept = all_;
    for (std::size_t i = kept.size(); i-- > 0;) {
      std::vector<Expr> fewer = kept;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (enough(fewer).value_or(false)) kept = std::move(fewer);
    }
    return kept;
  }

  const TransitionSystem& system_;
  const Property& property_;
  SideQuestions& ask_;
  std::vector<Expr> all_;
};

}  // namespace

std::vector<Never> never_taken(const TransitionSystem& system, const Trace& trace, const Stepper& stepper,
                               Context& context) {
  return LoopView(system, trace, stepper, context).run();
}

Hint fairness_hint(const TransitionSystem& system, const Property& property, const Trace& trace, const Stepper& stepper,
                   SideQuestions& ask, Context& context) {
  Hint hint;
  hint.never = never_taken(system, trace, stepper, context);
  Hinter hinter(system, property, ask);
  if (hinter.collect(trace, stepper, context)) hinter.minimise(hint);
  return hint;
}

}  // namespace whynot::analyse::variants
