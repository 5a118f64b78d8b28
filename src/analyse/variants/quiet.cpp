// Greedy, from the first step on: where a choice changes, it is made to keep the value that it had, up to its next
// change.
#include "analyse/variants/quiet.h"

#include <algorithm>

#include "analyse/variants/choices.h"
#include "model/system/replay_system.h"

namespace whynot::analyse::variants {
namespace {

using Row = std::vector<Value*>;  // a choice, moment by moment

std::vector<Row> choices_of(const TransitionSystem& system, Trace& trace) {
  std::vector<Row> rows;
  std::size_t column = 0, input = 0;
  for (const VariableDecl& v : system.variables) {
    Row row;
    if (v.kind == VariableKind::Input) {
      for (std::size_t i = 1; i < trace.steps.size(); ++i) row.push_back(&trace.steps[i].inputs[input]);
      if (trace.loop) row.push_back(&trace.closing_inputs[input]);
      ++input;
    } else {
      if (v.kind == VariableKind::State && is_picked(system, v.variable))
        for (Step& step : trace.steps) row.push_back(&step.state[column]);
      ++column;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Where the row next differs from what it is at a moment.
std::size_t end_of_run(const Row& row, std::size_t begin) {
  std::size_t end = begin;
  while (end < row.size() && *row[end] == *row[begin]) ++end;
  return end;
}

void put(const Row& row, std::size_t begin, std::size_t end, const Value& value) {
  for (std::size_t i = begin; i < end; ++i) *row[i] = value;
}

// Whether the run stands for infinite ones where runs may stop: somebody has found that it goes on from the state that
// it ends in, and from no other.
bool ends_matter(const TransitionSystem& system, const Property& property, const Trace& trace) {
  const bool may_stop = !system.trans.empty() || !system.invar.empty();
  return !trace.loop && property.kind != PropertyKind::Invariant && may_stop;
}

}  // namespace

std::size_t changes_of_choices(const TransitionSystem& system, const Trace& trace) {
  Trace copy = trace;
  std::size_t count = 0;
  for (const Row& row : choices_of(system, copy))
    for (std::size_t i = 1; i < row.size(); ++i) count += *row[i] != *row[i - 1] ? 1 : 0;
  return count;
}

Trace quieter(const TransitionSystem& system, const Stepper& stepper, const Property& property, Trace trace,
              QuietEffort effort) {
  std::size_t trials = std::min(effort.trials, effort.values / (trace.steps.size() * (system.variables.size() + 1)));
  const bool keeps_end = ends_matter(system, property, trace);
  for (const Row& row : choices_of(system, trace))
    for (std::size_t i = row.empty() ? 0 : end_of_run(row, 0); i < row.size() && trials > 0; --trials) {
      const std::size_t end = end_of_run(row, i);
      if (keeps_end && end == row.size()) break;
      const Value old = *row[i];
      put(row, i, end, *row[i - 1]);
      if (replay_system(system, stepper, trace, property)) put(row, i, end, old);
      i = end;
    }
  return trace;
}

}  // namespace whynot::analyse::variants
