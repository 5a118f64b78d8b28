// Facts and trace constraints: how they are written down, evaluated on a trace and read off a counterexample.
#include "analyse/classify/facts/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/places.h"
#include "analyse/classify/facts/spans.h"
#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_between = 12;                                  // positions of a trace of which that is told
constexpr std::size_t most_instances = 100'000, most_tries = 20'000'000;  // of one predicate on one trace

bool has_fixed_positions(const Fact& fact, const Trace& trace) {
  return std::all_of(fact.at.begin(), fact.at.end(),
                     [&](PositionId p) { return !is_fixed(p) || fixed_step(p) < trace.steps.size(); });
}

}  // namespace

Vocabulary::Vocabulary(const TransitionSystem& system, std::vector<Expr> variables, std::vector<Predicate> predicates,
                       Grammar grammar)
    : system_(system), variables_(std::move(variables)), grammar_(std::move(grammar)) {
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
  if (leaf == place_of_loop(*system_.pool)) return {Slot::Kind::Loop, {}, 0};
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
  for (const Predicate::Span& s : made.predicate.spans) {
    std::vector<std::size_t> arguments;
    if (s.over == Predicate::Over::NoneBetween) arguments = {s.from, s.to};
    if (s.over == Predicate::Over::AllFrom || s.over == Predicate::Over::NoneBefore) arguments = {s.from};
    const bool leaves = s.over != Predicate::Over::NoneBetween && s.over != Predicate::Over::NoneBefore;
    made.parts.push_back(
        compile({leaves ? with_inputs_leaving(system_, s.condition) : s.condition, std::move(arguments), s.over}, 1));
  }
  predicates_.push_back(std::move(made));
  return static_cast<PredicateId>(predicates_.size() - 1);
}

PredicateId Vocabulary::built_in(Predicate p) {
  const bool is_plain = p.spans.empty();
  auto& known = built_in_[is_plain ? 0 : 1 + static_cast<std::size_t>(p.spans[0].over)];
  const Expr body = is_plain ? p.body : p.spans[0].condition;
  if (const auto found = known.find(body); found != known.end()) return found->second;
  const PredicateId id = add(std::move(p));
  known.emplace(body, id);
  return id;
}

std::optional<Value> Vocabulary::value_at(Expr variable, const Trace& trace, std::size_t step) const {
  const Column column = columns_.at(variable);
  const std::vector<Value>& row = column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
  if (column.index >= row.size() || !row[column.index].defined()) return std::nullopt;
  return row[column.index];
}

Value Vocabulary::read(const Slot& slot, const Trace& trace, const std::vector<PositionId>& at,
                       const Placement& placement) const {
  if (slot.kind == Slot::Kind::Unread) return {};
  if (slot.kind == Slot::Kind::Last) return Value::integer(static_cast<std::int64_t>(trace.steps.size() - 1));
  if (slot.kind == Slot::Kind::Loop)
    return trace.loop ? Value::integer(static_cast<std::int64_t>(*trace.loop)) : Value();
  const std::size_t step = slot.argument < at.size() ? step_at(at[slot.argument], placement) : 0;
  if (slot.kind == Slot::Kind::Place) return Value::integer(static_cast<std::int64_t>(step));
  const std::vector<Value>& row = slot.column.is_input ? trace.steps[step].inputs : trace.steps[step].state;
  return slot.column.index < row.size() ? row[slot.column.index] : Value();
}

bool Vocabulary::holds(const CompiledPart& part, const std::vector<PositionId>& at, const Trace& trace,
                       const Placement& placement) const {
  return part.said.over ? holds_over(part, at, trace, placement) : holds_at(part, at, trace, placement);
}

// Nothing holds of a position where what it speaks of has no value: no inputs lead to the first one.
bool Vocabulary::holds_at(const CompiledPart& part, const std::vector<PositionId>& at, const Trace& trace,
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

std::optional<std::vector<Fact>> Vocabulary::facts_of(const Trace& trace, std::size_t positions) {
  std::vector<Fact> facts;
  for (PredicateId id = 0; id < given_; ++id)
    if (!list_instances(id, trace, positions, facts)) return std::nullopt;
  const Atoms atoms(*system_.pool, variables_, grammar_);
  for (std::size_t step = 0; step < positions; ++step) {
    const auto value_of = [&](Expr variable) { return value_at(variable, trace, step); };
    for (Predicate& atom : atoms.at(value_of, step + 1 == positions && !trace.loop))
      facts.push_back({built_in(std::move(atom)), {static_cast<PositionId>(step)}});
  }
  if ((grammar_.loops || grammar_.always) && trace.loop) list_spans(trace, facts);
  if (grammar_.between) list_between(trace, positions, facts);
  return facts;
}

bool Vocabulary::is_frozen(Expr variable) const {
  return std::any_of(system_.variables.begin(), system_.variables.end(),
                     [&](const VariableDecl& v) { return v.variable == variable && v.kind == VariableKind::Frozen; });
}

PredicateId Vocabulary::spanning(PredicateId atom, Predicate::Over over) {
  const PredicateId made = built_in(classify::spanning(*system_.pool, predicate(atom), over));
  atoms_.emplace(made, atom);
  return made;
}

std::optional<PredicateId> Vocabulary::atom_of(PredicateId span) const {
  const auto found = atoms_.find(span);
  return found == atoms_.end() ? std::nullopt : std::optional(found->second);
}

// Whatever is so at every step is so on the loop: all that may be said is read off there.
void Vocabulary::list_spans(const Trace& trace, std::vector<Fact>& facts) {
  const Atoms atoms(*system_.pool, variables_, grammar_);
  std::set<PredicateId> listed;
  const auto list = [&](Predicate atom) {
    if (is_frozen(atom.variable)) return;  // what never changes is not told by a loop
    const PredicateId id = built_in(std::move(atom));
    if (listed.insert(id).second) list_spans_of(id, trace, facts);
  };
  for (std::size_t step = *trace.loop; step < trace.steps.size(); ++step) {
    const auto value_of = [&](Expr variable) { return value_leaving(variable, trace, step); };
    for (Predicate& atom : atoms.at(value_of, false)) list(std::move(atom));
    for (Predicate& guard : atoms.guards(value_of)) list(std::move(guard));
  }
  if (grammar_.always)
    for (Predicate& atom : atoms_of_steps(system_, variables_, grammar_)) list(std::move(atom));
}

// What there might have been: every value of few.
void Vocabulary::list_between(const Trace& trace, std::size_t positions, std::vector<Fact>& facts) {
  if (positions > most_between) return;
  const Atoms atoms(*system_.pool, variables_, grammar_);
  for (Predicate& atom : atoms.events()) {
    const PredicateId between = built_in(classify::spanning(*system_.pool, atom, Predicate::Over::NoneBetween)),
                      before = built_in(classify::spanning(*system_.pool, atom, Predicate::Over::NoneBefore));
    const auto add = [&](Fact fact, const Placement& placement) {
      if (holds(fact, trace, placement)) facts.push_back(std::move(fact));
    };
    Placement steps(positions);
    for (std::size_t p = 0; p < positions; ++p) steps[p] = p;
    for (PositionId to = 0; to < positions; ++to) {
      add({before, {to}}, steps);
      for (PositionId from = 0; from < to; ++from) add({between, {from, to}}, steps);
    }
  }
}

void Vocabulary::list_spans_of(PredicateId atom, const Trace& trace, std::vector<Fact>& facts) {
  using enum Predicate::Over;
  const auto list = [&](Predicate::Over over) {
    if (const Fact fact{spanning(atom, over), {}}; holds(fact, trace, {})) facts.push_back(fact);
  };
  const Expr variable = predicate(atom).variable;
  const bool is_own = std::find(grammar_.own.begin(), grammar_.own.end(), variable) != grammar_.own.end();
  const bool only_at_times = is_own && !grammar_.guards.empty();
  if (grammar_.loops && !only_at_times) list(AllOfLoop);
  if (grammar_.loops) list(SomeOfLoop);
  if (!grammar_.always || only_at_times) return;
  list(Always);
  for (std::size_t from = trace.steps.size(); from-- > 1;) {
    const Fact fact{spanning(atom, AllFrom), {static_cast<PositionId>(from)}};
    Placement placement(from + 1, from);
    if (!holds(fact, trace, placement)) break;
    facts.push_back(fact);
  }
}

// An input is that of the step that leaves.
std::optional<Value> Vocabulary::value_leaving(Expr variable, const Trace& trace, std::size_t step) const {
  const Column column = columns_.at(variable);
  if (!column.is_input) return value_at(variable, trace, step);
  const Inputs* inputs = trace.inputs_out_of(step);
  if (!inputs || column.index >= inputs->size() || !(*inputs)[column.index].defined()) return std::nullopt;
  return (*inputs)[column.index];
}

// At a step and on the way from it: argument 1 is the step after it.
bool Vocabulary::holds_leaving(const CompiledPart& part, const Trace& trace, std::size_t step) const {
  std::vector<Value> values;
  for (const Slot& slot : part.slots) {
    const bool is_after = slot.kind == Slot::Kind::Value && slot.argument == 1;
    const auto after = trace.after(step);
    if (is_after && !after) return true;  // a finite run ends here: nothing leaves
    if (is_after && slot.column.is_input) {
      const Inputs& inputs = *trace.inputs_out_of(step);
      values.push_back(slot.column.index < inputs.size() ? inputs[slot.column.index] : Value());
    } else {
      values.push_back(read(slot, trace, {0, 1}, {step, after.value_or(step)}));
    }
    if (!values.back().defined() && slot.kind != Slot::Kind::Unread) return false;
  }
  return part.body.all_true(values);
}

// Whether the steps that the span speaks of are as it says.
bool Vocabulary::holds_over(const CompiledPart& part, const std::vector<PositionId>& at, const Trace& trace,
                            const Placement& placement) const {
  using enum Predicate::Over;
  const Predicate::Over over = *part.said.over;
  const auto place = [&](std::size_t n) { return step_at(at[part.said.arguments[n]], placement); };
  if (over == NoneBetween || over == NoneBefore) {
    const bool is_before = over == NoneBefore;
    for (std::size_t step = is_before ? 0 : place(0) + 1; step < place(is_before ? 0 : 1); ++step)
      if (holds_at(part, {0}, trace, {step})) return false;
    return true;
  }
  const bool is_of_loop = over == AllOfLoop || over == SomeOfLoop, all = over != SomeOfLoop;
  if (is_of_loop && !trace.loop) return false;
  std::size_t first = over == AllFrom ? place(0) : 0;
  if (is_of_loop) first = *trace.loop;
  if (trace.loop) first = std::min(first, *trace.loop);
  for (std::size_t step = first; step < trace.steps.size(); ++step)
    if (holds_leaving(part, trace, step) != all) return !all;
  return all;
}

// The last argument varies slowest: argument n is position arity - 1 - n.  False when there are too many.
bool Vocabulary::list_instances(PredicateId id, const Trace& trace, std::size_t positions,
                                std::vector<Fact>& found) const {
  const Predicate& p = predicates_[id].predicate;
  Fact fact{id, std::vector<PositionId>(p.arity)};
  for (std::size_t n = 0; n < p.arity; ++n) fact.at[n] = static_cast<PositionId>(p.arity - 1 - n);
  for (std::size_t step : p.fixed) fact.at.push_back(fixed_position(step));
  if (!has_fixed_positions(fact, trace)) return true;
  Places places(p.arity, positions);
  require(places, fact, trace);
  if (p.distinct) places.require_distinct();
  for (std::size_t n = 1; p.symmetric && n < p.arity; ++n)
    places.require({n - 1, n}, [n](const Placement& at) { return at[n] < at[n - 1]; });
  const std::size_t before = found.size();
  const bool listed = places.for_each(most_tries, [&](const Placement& steps) {
    Fact instance = fact;
    for (std::size_t n = 0; n < p.arity; ++n) instance.at[n] = static_cast<PositionId>(steps[p.arity - 1 - n]);
    found.push_back(std::move(instance));
    return found.size() - before <= most_instances;
  });
  return listed && found.size() - before <= most_instances;
}

// What a fact says, as conditions on its positions.
void Vocabulary::require(Places& places, const Fact& fact, const Trace& trace) const {
  const auto add = [&](const std::vector<PositionId>& at, Places::Condition condition) {
    std::set<std::size_t> of;
    for (PositionId p : at)
      if (!is_fixed(p)) of.insert(p);
    places.require({of.begin(), of.end()}, std::move(condition));
  };
  if (fact.is_gap()) {
    add(fact.at, [&](const Placement& at) { return holds(fact, trace, at); });
    return;
  }
  for (const CompiledPart& part : predicates_[fact.predicate].parts) {
    std::vector<PositionId> of;
    for (std::size_t n : part.said.arguments) of.push_back(fact.at[n]);
    add(of, [&](const Placement& at) { return holds(part, fact.at, trace, at); });
  }
}

std::optional<Placement> Vocabulary::satisfied(const TraceClass& c, const Trace& trace) const {
  Places places(c.positions, trace.steps.size());
  std::vector<bool> is_free(c.positions, true);
  for (const Fact& f : c.facts) {
    if (!f.is_gap() && !has_fixed_positions(f, trace)) return std::nullopt;
    require(places, f, trace);
    for (PositionId p : f.at)
      if (!is_fixed(p)) is_free[p] = false;
  }
  for (std::size_t p = 0; p < c.positions; ++p)  // where nothing is said, one step is as good as any
    if (is_free[p]) places.require({p}, [p](const Placement& at) { return at[p] == 0; });
  std::optional<Placement> found;
  places.for_each(std::numeric_limits<std::size_t>::max(), [&](const Placement& at) {
    found = at;
    return false;
  });
  return found;
}

TraceClass instance_of(const Vocabulary& vocabulary, PredicateId id) {
  const Predicate& p = vocabulary.predicate(id);
  TraceClass made{p.arity, {{id, {}}}};
  for (PositionId n = 0; n < made.positions; ++n) made.facts[0].at.push_back(n);
  for (std::size_t step : p.fixed) made.facts[0].at.push_back(fixed_position(step));
  return made;
}

}  // namespace whynot::analyse::classify
