#include "analyse/classify/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "rewrite/definitions.h"

namespace whynot::classify {
namespace {

constexpr std::size_t most_instances = 100'000, most_tries = 20'000'000;  // of one predicate on one trace

bool has_fixed_positions(const Fact& fact, const Trace& trace) {
  return std::all_of(fact.at.begin(), fact.at.end(),
                     [&](PositionId p) { return !is_fixed(p) || fixed_step(p) < trace.steps.size(); });
}

}  // namespace

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
  return {Slot::Kind::Unread, {}, 0};  // the Variable below an At
}

Vocabulary::CompiledPart Vocabulary::compile(Part said, std::size_t arity) const {
  std::vector<Slot> slots;
  CompiledExpr body(*system_.pool, said.body, [&](Expr leaf) {
    slots.push_back(slot_of(leaf, arity));
    return static_cast<std::uint32_t>(slots.size() - 1);
  });
  return {std::move(said), std::move(slots), std::move(body)};
}

PredicateId Vocabulary::add(Predicate p) {
  std::map<std::vector<std::size_t>, std::vector<Expr>> said;  // by the arguments it is said of
  for (Expr conjunct : rewrite::conjuncts(p.body)) {
    std::set<std::size_t> arguments;
    for_each_postorder(conjunct, [&](Expr e) {
      if (e.is(Op::At)) arguments.insert(static_cast<std::size_t>(e.a()));
      for (std::size_t n = 0; n < p.arity; ++n)
        if (e == place_of_argument(*system_.pool, n)) arguments.insert(n);
    });
    said[{arguments.begin(), arguments.end()}].push_back(conjunct);
  }
  Compiled made{std::move(p), {}};
  for (const auto& [arguments, conjuncts] : said)
    made.parts.push_back(compile({system_.pool->all(conjuncts), arguments}, made.predicate.arity));
  predicates_.push_back(std::move(made));
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
  if (slot.kind == Slot::Kind::Unread) return {};
  if (slot.kind == Slot::Kind::Last) return Value::integer(static_cast<std::int64_t>(trace.steps.size() - 1));
  const std::size_t step = slot.argument < at.size() ? step_at(at[slot.argument], placement) : 0;
  if (slot.kind == Slot::Kind::Place) return Value::integer(static_cast<std::int64_t>(step));
  const std::vector<Value>& row = slot.column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
  return slot.column.index < row.size() ? row[slot.column.index] : Value();
}

// Nothing holds of a position where what it speaks of has no value: no inputs lead to the first one.
bool Vocabulary::holds(const CompiledPart& part, const std::vector<PositionId>& at, const Trace& trace,
                       const Placement& placement) const {
  std::vector<Value> values;
  for (const Slot& slot : part.slots) {
    values.push_back(read(slot, trace, at, placement));
    if (!values.back().defined() && slot.kind != Slot::Kind::Unread) return false;
  }
  return part.body.all_true(values);
}

bool Vocabulary::holds(const Fact& fact, const Trace& trace, const Placement& placement) const {
  if (fact.is_gap()) {
    const std::size_t from = step_at(fact.at[0], placement), to = step_at(fact.at[1], placement);
    return from + fact.least <= to && (fact.most == any_distance || to <= from + fact.most);
  }
  if (!has_fixed_positions(fact, trace)) return false;
  const std::vector<CompiledPart>& parts = predicates_[fact.predicate].parts;
  return std::all_of(parts.begin(), parts.end(),
                     [&](const CompiledPart& part) { return holds(part, fact.at, trace, placement); });
}

// The places where a predicate holds, under way.
struct Vocabulary::Listing {
  PredicateId id;
  const Trace& trace;
  Placement steps;                                      // position n is step n
  std::vector<std::vector<const CompiledPart*>> due{};  // by argument: what is known when it and all later ones are
  Fact instance{};
  std::size_t tries = 0;
  std::vector<Fact> found{};
};

std::optional<std::vector<Fact>> Vocabulary::facts_of(const Trace& trace, std::size_t positions) {
  std::vector<Fact> facts;
  Placement steps(positions);
  for (std::size_t i = 0; i < positions; ++i) steps[i] = i;
  for (PredicateId id = 0; id < given_; ++id) {
    const Predicate& p = predicates_[id].predicate;
    Listing listing{id, trace, steps};
    listing.due.resize(p.arity + 1);
    for (const CompiledPart& part : predicates_[id].parts)
      listing.due[part.said.arguments.empty() ? p.arity : std::min(part.said.arguments[0], p.arity)].push_back(&part);
    listing.instance = {id, std::vector<PositionId>(p.arity, 0)};
    for (std::size_t step : p.fixed) listing.instance.at.push_back(fixed_position(step));
    if (!has_fixed_positions(listing.instance, trace)) continue;
    if (!add_instances(listing, p.arity)) return std::nullopt;
    facts.insert(facts.end(), listing.found.begin(), listing.found.end());
  }
  for (std::size_t step = 0; step < positions; ++step)
    for (Expr variable : variables_) {
      const Column column = columns_.at(variable);
      const std::vector<Value>& row = column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
      if (column.index < row.size() && row[column.index].defined())
        facts.push_back({equals(variable, row[column.index]), {static_cast<PositionId>(step)}});
    }
  return facts;
}

// Arguments are placed one after the other, the last one first; `left` are not placed yet.  A part is looked at as soon
// as all of its arguments are.  As deep as a predicate has arguments.
bool Vocabulary::add_instances(Listing& listing, std::size_t left) const {
  std::vector<PositionId>& at = listing.instance.at;
  if (++listing.tries > most_tries) return false;
  for (const CompiledPart* part : listing.due[left])
    if (!holds(*part, at, listing.trace, listing.steps)) return true;
  if (left == 0) {
    listing.found.push_back(listing.instance);
    return listing.found.size() <= most_instances;
  }
  const Predicate& p = predicates_[listing.id].predicate;
  const auto placed = at.begin() + static_cast<std::ptrdiff_t>(left),
             end = at.begin() + static_cast<std::ptrdiff_t>(p.arity);
  for (PositionId step = 0; step < listing.steps.size(); ++step) {
    if (p.symmetric && placed != end && step >= *placed) break;
    if (p.distinct && std::find(placed, end, step) != end) continue;
    at[left - 1] = step;
    if (!add_instances(listing, left - 1)) return false;
  }
  return true;
}

std::optional<Placement> Vocabulary::satisfied(const TraceClass& c, const Trace& trace) const {
  // What is said is looked at as soon as the last position that it is said of is placed.
  std::vector<std::vector<Due>> due(c.positions + 1);
  std::vector<bool> is_free(c.positions, true);  // nothing is said of it: it is anywhere
  const auto put = [&](Due d, const std::vector<PositionId>& of) {
    std::size_t last = 0;
    for (PositionId p : of)
      if (!is_fixed(p)) last = std::max<std::size_t>(last, p + 1);
    due[last].push_back(d);
  };
  for (std::size_t i = 0; i < c.facts.size(); ++i) {
    const Fact& f = c.facts[i];
    for (PositionId p : f.at)
      if (!is_fixed(p)) is_free[p] = false;
    if (f.is_gap()) {
      put({i, nullptr}, f.at);
      continue;
    }
    if (!has_fixed_positions(f, trace)) return std::nullopt;
    for (const CompiledPart& part : predicates_[f.predicate].parts) {
      std::vector<PositionId> of;
      for (std::size_t n : part.said.arguments) of.push_back(f.at[n]);
      put({i, &part}, of);
    }
  }
  Placement placement(c.positions, 0);
  if (place(c, trace, {due, is_free}, placement, 0)) return placement;
  return std::nullopt;
}

// Positions are few, and none of this is driven deep by input: the recursion is as deep as there are positions.
bool Vocabulary::place(const TraceClass& c, const Trace& trace, const Agenda& agenda, Placement& placement,
                       std::size_t position) const {
  for (const Due& d : agenda.due[position]) {
    const Fact& f = c.facts[d.fact];
    if (!(d.part ? holds(*d.part, f.at, trace, placement) : holds(f, trace, placement))) return false;
  }
  if (position == c.positions) return true;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    placement[position] = step;
    if (place(c, trace, agenda, placement, position + 1)) return true;
    if (agenda.is_free[position]) return false;
  }
  return false;
}

TraceClass instance_of(const Vocabulary& vocabulary, PredicateId id) {
  const Predicate& p = vocabulary.predicate(id);
  TraceClass made{p.arity, {{id, {}}}};
  for (PositionId n = 0; n < made.positions; ++n) made.facts[0].at.push_back(n);
  for (std::size_t step : p.fixed) made.facts[0].at.push_back(fixed_position(step));
  return made;
}

}  // namespace whynot::classify
