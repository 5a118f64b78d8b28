#include "analyse/classify/facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot::classify {
Vocabulary::Vocabulary(const TransitionSystem& system, std::vector<Expr> variables, std::vector<Predicate> predicates)
    : system_(system), variables_(std::move(variables)) {
  std::size_t columns = 0, inputs = 0;
  for (const VariableDecl& v : system.variables) {
    const bool is_input = v.kind == VariableKind::Input;
    columns_.emplace(v.variable, Column{is_input, is_input ? inputs++ : columns++});
  }
  for (Predicate& p : predicates) add(std::move(p));
  given_ = predicates_.size();
}

Vocabulary::Slot Vocabulary::slot_of(Expr leaf, std::size_t arity) const {
  if (leaf.is(Op::At)) return {Slot::Kind::Value, columns_.at(leaf.arg(0)), static_cast<std::size_t>(leaf.a())};
  if (leaf == place_of_last(*system_.pool)) return {Slot::Kind::Last, {}, 0};
  for (std::size_t n = 0; n < arity; ++n)
    if (leaf == place_of_argument(*system_.pool, n)) return {Slot::Kind::Place, {}, n};
  // The Variable below an At; nothing reads it by itself.
  return {Slot::Kind::Value, columns_.at(leaf), 0};
}

PredicateId Vocabulary::add(Predicate p) {
  std::vector<Slot> slots;
  CompiledExpr body(*system_.pool, p.body, [&](Expr leaf) {
    slots.push_back(slot_of(leaf, p.arity));
    return static_cast<std::uint32_t>(slots.size() - 1);
  });
  predicates_.push_back({std::move(p), std::move(slots), std::move(body)});
  return static_cast<PredicateId>(predicates_.size() - 1);
}

PredicateId Vocabulary::equals(Expr variable, const Value& value) {
  auto& known = equals_[variable];
  if (const auto found = known.find(value); found != known.end()) return found->second;
  ExprPool& pool = *system_.pool;
  const Expr at = pool.make(Op::At, variable.type(), {variable}, 0);
  Predicate p;
  p.name = "=";
  p.body = pool.eq(at, pool.constant(value, variable.type()));
  p.variable = variable;
  p.value = value;
  const PredicateId id = add(std::move(p));
  equals_[variable].emplace(value, id);
  return id;
}

Value Vocabulary::read(const Slot& slot, const Trace& trace, const std::vector<PositionId>& at,
                       const Placement& placement) const {
  if (slot.kind == Slot::Kind::Last) return Value::integer(static_cast<std::int64_t>(trace.steps.size() - 1));
  const std::size_t step = slot.argument < at.size() ? placement[at[slot.argument]] : 0;
  if (slot.kind == Slot::Kind::Place) return Value::integer(static_cast<std::int64_t>(step));
  const std::vector<Value>& row = slot.column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
  return slot.column.index < row.size() ? row[slot.column.index] : Value();
}

bool Vocabulary::holds(const Fact& fact, const Trace& trace, const Placement& placement) const {
  if (fact.is_gap()) {
    const std::size_t from = fact.at[0] == trace_start ? 0 : placement[fact.at[0]], to = placement[fact.at[1]];
    return from + fact.least <= to && (fact.most == any_distance || to <= from + fact.most);
  }
  const Compiled& compiled = predicates_[fact.predicate];
  std::vector<Value> values;
  for (const Slot& slot : compiled.slots) values.push_back(read(slot, trace, fact.at, placement));
  return compiled.body.all_true(values);
}

std::vector<Fact> Vocabulary::facts_of(const Trace& trace, std::size_t positions) {
  std::vector<Fact> facts;
  for (PredicateId id = 0; id < given_; ++id) add_instances(id, trace, positions, facts);
  for (std::size_t step = 0; step < positions; ++step)
    for (Expr variable : variables_) {
      const Column column = columns_.at(variable);
      const std::vector<Value>& row = column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
      if (column.index < row.size() && row[column.index].defined())
        facts.push_back({equals(variable, row[column.index]), {static_cast<PositionId>(step)}});
    }
  return facts;
}

void Vocabulary::add_instances(PredicateId id, const Trace& trace, std::size_t positions,
                               std::vector<Fact>& facts) const {
  const Predicate& p = predicates_[id].predicate;
  Placement steps(positions);
  for (std::size_t i = 0; i < positions; ++i) steps[i] = i;
  std::vector<PositionId> at(p.arity, 0);
  while (true) {
    std::vector<PositionId> sorted = at;
    std::sort(sorted.begin(), sorted.end());
    const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (!(p.distinct && repeats) && !(p.symmetric && at != sorted))
      if (Fact fact{id, at}; holds(fact, trace, steps)) facts.push_back(std::move(fact));
    std::size_t digit = 0;
    while (digit < p.arity && ++at[digit] == positions) at[digit++] = 0;
    if (digit == p.arity) return;
  }
}

std::optional<Placement> Vocabulary::satisfied(const TraceClass& c, const Trace& trace) const {
  // A fact is looked at as soon as its last position is placed.
  std::vector<std::vector<std::size_t>> due(c.positions + 1);
  for (std::size_t i = 0; i < c.facts.size(); ++i) {
    std::size_t last = 0;
    for (PositionId p : c.facts[i].at)
      if (p != trace_start) last = std::max<std::size_t>(last, p + 1);
    due[last].push_back(i);
  }
  Placement placement(c.positions, 0);
  if (place(c, trace, due, placement, 0)) return placement;
  return std::nullopt;
}

// Positions are few, and none of this is driven deep by input: the recursion is as deep as there are positions.
bool Vocabulary::place(const TraceClass& c, const Trace& trace, const std::vector<std::vector<std::size_t>>& due,
                       Placement& placement, std::size_t position) const {
  for (std::size_t i : due[position])
    if (!holds(c.facts[i], trace, placement)) return false;
  if (position == c.positions) return true;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    placement[position] = step;
    if (place(c, trace, due, placement, position + 1)) return true;
  }
  return false;
}

TraceClass instance_of(const Vocabulary& vocabulary, PredicateId id) {
  TraceClass made{vocabulary.predicate(id).arity, {{id, {}}}};
  for (PositionId p = 0; p < made.positions; ++p) made.facts[0].at.push_back(p);
  return made;
}

}  // namespace whynot::classify
