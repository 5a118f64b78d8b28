// A DEFINE is explained by a minimal set of the cells that it reads, which are traced back like any other.
#include "command/about/why/defined.h"

#include <algorithm>

#include "analyse/why/reading.h"
#include "analyse/why/reason.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

constexpr std::size_t text_shown = 80;

const Define* define_named(session::Workbench& bench, const std::string& name) {
  const auto& defines = bench.system().defines;
  const auto found = std::find_if(defines.begin(), defines.end(), [&](const Define& d) { return d.name == name; });
  return found == defines.end() || !found->value ? nullptr : &*found;
}

// The cell that a leaf is read from: inputs and next values belong to the step after.
std::optional<why::Place> place_of(const TransitionSystem& system, const Trace& trace, Expr leaf, std::size_t step) {
  const Expr variable = leaf.is(Op::Next) ? leaf.arg(0) : leaf;
  const auto is_it = [&](const VariableDecl& v) { return v.variable == variable; };
  const auto declared = std::find_if(system.variables.begin(), system.variables.end(), is_it);
  const bool is_later = leaf.is(Op::Next) || declared->kind == VariableKind::Input;
  return why::place_named(system, trace, system.pool->name_of(variable), is_later ? step + 1 : step);
}

}  // namespace

bool is_define(session::Workbench& bench, const std::string& name) {
  return bench.model().kind() == Kind::System && define_named(bench, name);
}

std::optional<DefinedCell> defined_cell(session::Workbench& bench, const Trace& trace, const CellAsked& cell) {
  const Define* define = define_named(bench, cell.column);
  const std::size_t steps = trace.steps.size();
  if (!define || (cell.step >= steps && !trace.loop)) return std::nullopt;
  const std::size_t step = cell.step < steps ? cell.step : *trace.loop + (cell.step - steps) % (steps - *trace.loop);
  const TransitionSystem& system = bench.system();
  const Slots slots(system);
  const std::vector<Value> around = slots.around(trace, step);
  const std::vector<Expr> read = leaves(define->value);
  std::vector<Value> values;
  values.reserve(read.size());
  for (Expr leaf : read) values.push_back(around[slots.of(leaf)]);
  const CompiledExpr program(*system.pool, define->value, [&](Expr leaf) { return why::leaf_number(read, leaf); });
  DefinedCell made;
  made.link.value = program.run(values);
  if (!made.link.value.defined()) return std::nullopt;
  const why::Reason reason =
      why::reason(*system.pool, define->value, [&](Expr leaf) { return around[slots.of(leaf)]; });
  for (Expr leaf : reason.leaves)
    if (const auto place = place_of(system, trace, leaf, step)) made.from.push_back(*place);
  made.link.place = {define->name, step, false};
  made.link.kind = "defined";
  made.link.since = step;
  made.link.minimal = reason.minimal;
  if (define->where.end > 0) made.link.line = bench.sources().place(define->where).line;
  ExprNames names = why::define_names(system);
  names.erase(define->value);
  made.link.gives = to_string(*system.pool, define->value, text_shown, &names);
  for (const why::Place& place : made.from) made.link.because.push_back(why_place(bench, place));
  return made;
}

}  // namespace whynot::command
