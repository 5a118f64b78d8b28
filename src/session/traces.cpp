// Traces of other tools need not have all columns: inputs are often left out.  What is missing is taken from a run of
// the model that agrees with what is there.
#include "session/traces.h"

#include <fmt/format.h>

#include <algorithm>

#include "encode/code.h"
#include "engine/turns/portfolio.h"
#include "expr/expr.h"
#include "front/hardware/witness.h"
#include "host/files.h"
#include "report/formats.h"
#include "session/circuit/circuit_files.h"

namespace whynot::session {
namespace {

// With the pool that its types live in.
std::shared_ptr<const Signature> guessed(const report::ForeignTrace& foreign) {
  struct Guess {
    ExprPool pool;
    std::shared_ptr<const Signature> signature;
  };
  const auto guess = std::make_shared<Guess>();
  guess->signature = report::guess_signature(foreign, guess->pool);
  return {guess, guess->signature.get()};
}

constexpr std::uint64_t effort_to_complete = 20'000;

// The model is given a clock, and is held at each tick to the values of that step; a run to the last tick is what is
// wanted.  Where the trace loops there is one tick more, at which it must be back where the loop begins.
class ClockedSystem {
 public:
  ClockedSystem(const TransitionSystem& system, const Trace& trace)
      : system_(system),
        pool_(*system.pool),
        trace_(trace),
        last_(trace.loop ? trace.steps.size() : trace.steps.size() - 1) {
    clock_ = pool_.variable(unused_name(), pool_.range_type(0, static_cast<std::int64_t>(last_)));
    made_ = system;
    made_.variables.push_back({clock_, VariableKind::State, {}});
    made_.init.push_back({pool_.eq(clock_, pool_.integer(0)), {}});
    for (std::size_t i = 0; i <= last_; ++i) hold(i);
  }

  const TransitionSystem& system() const { return made_; }

  Property never_ends() const {
    Property property;
    property.name = "never ends";
    property.kind = PropertyKind::Invariant;
    property.formula = pool_.not_(at(last_));
    return property;
  }

 private:
  std::string unused_name() const {
    std::string name = "clock";
    const auto is_used = [&](const VariableDecl& v) { return pool_.name_of(v.variable) == name; };
    while (std::any_of(system_.variables.begin(), system_.variables.end(), is_used)) name += "_";
    return name;
  }

  Expr at(std::size_t tick) const { return pool_.eq(clock_, pool_.integer(static_cast<std::int64_t>(tick))); }

  // What the trace says of a tick, and of the way to the next.
  void hold(std::size_t tick) {
    const std::size_t step = tick < trace_.steps.size() ? tick : *trace_.loop;
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : system_.variables) {
      const bool is_input = v.kind == VariableKind::Input;
      const std::size_t place = is_input ? input++ : column++;
      if (!is_input) {
        if (const Value& value = trace_.steps[step].state[place]; value.defined())
          made_.invar.push_back({pool_.implies(at(tick), is(v.variable, value)), {}});
      } else if (tick < last_) {
        const Inputs& inputs = tick + 1 < trace_.steps.size() ? trace_.steps[tick + 1].inputs : trace_.closing_inputs;
        if (inputs[place].defined())
          made_.trans.push_back({pool_.implies(at(tick), is(v.variable, inputs[place])), {}});
      }
    }
    const std::size_t next = std::min(tick + 1, last_);
    made_.trans.push_back(
        {pool_.implies(at(tick), pool_.eq(pool_.next(clock_), pool_.integer(static_cast<std::int64_t>(next)))), {}});
  }

  Expr is(Expr variable, const Value& value) const {
    return pool_.eq(variable, pool_.constant(value, variable.type()));
  }

  const TransitionSystem& system_;
  ExprPool& pool_;
  const Trace& trace_;
  std::size_t last_;
  Expr clock_;
  TransitionSystem made_;
};

// Whether some column has no value at some step.
bool is_incomplete(const Trace& trace) {
  const auto lacks = [](const std::vector<Value>& row) {
    return std::any_of(row.begin(), row.end(), [](const Value& v) { return !v.defined(); });
  };
  return lacks(trace.closing_inputs) || std::any_of(trace.steps.begin(), trace.steps.end(), [&](const Step& step) {
           return lacks(step.state) || lacks(step.inputs);
         });
}

// A run of the system with the values of the trace, wherever it has some; nothing where none is found.
std::optional<Trace> completed(const TransitionSystem& system, const Trace& trace, Context& context) {
  for (const VariableDecl& v : system.variables)
    if (!encode::has_code(v.variable.type())) return std::nullopt;
  const ClockedSystem clocked(system, trace);
  const Property property = clocked.never_ends();
  Context limited(context, effort_to_complete);
  const Query query{&clocked.system(), &property, {}, trace.steps.size() + 1, nullptr};
  const engine::Answer answer = engine::decide(query, engine::engines(), limited);
  const Trace* run = trace_of(answer.verdict);
  if (!run || run->steps.size() < trace.steps.size()) return std::nullopt;
  Trace made = trace;
  const std::size_t columns = trace.steps[0].state.size();
  for (std::size_t i = 0; i < made.steps.size(); ++i) {
    made.steps[i].state.assign(run->steps[i].state.begin(),
                               run->steps[i].state.begin() + static_cast<std::ptrdiff_t>(columns));
    made.steps[i].inputs = run->steps[i].inputs;
  }
  if (trace.loop && run->steps.size() > trace.steps.size()) made.closing_inputs = run->steps[trace.steps.size()].inputs;
  return made;
}

// With what it lacks, where the model has it; else the errors say what that is.
std::optional<Trace> bound(const report::ForeignTrace& foreign, const Model& model, Diagnostics& diagnostics,
                           Context& context) {
  Diagnostics unsaid;
  const auto columns = model.stepper->signature();
  const auto trace = report::bind_trace(foreign, columns, unsaid, {.incomplete = true});
  if (!trace || !is_incomplete(*trace)) return report::bind_trace(foreign, columns, diagnostics);
  auto made = completed(model.system(), *trace, context);
  if (!made) return report::bind_trace(foreign, columns, diagnostics);
  std::string names;
  const auto note = [&](const std::vector<Column>& of, std::vector<Value> Step::*row) {
    for (std::size_t c = 0; c < of.size(); ++c)
      if (std::any_of(trace->steps.begin(), trace->steps.end(),
                      [&](const Step& s) { return c < (s.*row).size() && !(s.*row)[c].defined(); }))
        names += (names.empty() ? "`" : ", `") + of[c].name + "`";
  };
  note(columns->columns, &Step::state);
  note(columns->inputs, &Step::inputs);
  diagnostics.add({Severity::Note,
                   "trace.completed",
                   fmt::format("not all values are in this trace; the model has a run with the others: {}", names),
                   {foreign.file, 0, 0},
                   {},
                   {}});
  return made;
}

}  // namespace

std::optional<std::vector<report::TraceEntry>> read_traces(const std::string& path, std::istream& in,
                                                           const Model* model, Sources& sources,
                                                           Diagnostics& diagnostics, Context* completes) {
  std::string error;
  const auto text = host::read_file(path, in, error);
  const FileId file = sources.add(path, text.value_or(""));
  if (!text) {
    diagnostics.error("app.cannot-read", error, {file, 0, 0});
    return std::nullopt;
  }
  if (model && is_design(*model) && looks_like_witness(sources.text(file)))
    return read_witness(file, *model, sources, diagnostics);
  if (model && is_design(*model) && front::hardware::looks_like_vcd(sources.text(file)))
    return read_wave(file, *model, sources, diagnostics);
  std::vector<report::TraceEntry> entries;
  for (const report::ForeignTrace& foreign : report::read_traces(sources.text(file), file, diagnostics)) {
    const auto columns = model ? model->stepper->signature() : guessed(foreign);
    const bool may_complete = completes && model && model->kind() == Kind::System;
    auto trace = may_complete ? bound(foreign, *model, diagnostics, *completes)
                              : report::bind_trace(foreign, columns, diagnostics);
    if (trace) {
      report::TraceEntry& entry = entries.emplace_back();
      entry.id = foreign.id;
      entry.trace = std::move(*trace);
      entry.property = foreign.property;
    }
  }
  if (diagnostics.ok() && entries.empty())
    diagnostics.error("app.no-trace", "no trace was found in this file", {file, 0, 0});
  if (!diagnostics.ok()) return std::nullopt;
  return entries;
}

}  // namespace whynot::session
