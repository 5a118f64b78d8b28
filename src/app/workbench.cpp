#include "app/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "app/files.h"
#include "app/why.h"
#include "base/check.h"
#include "encode/obligations.h"
#include "expr/evaluate.h"
#include "model/replay.h"
#include "model/slots.h"

namespace whynot::app {
namespace {

// A run that does the same in these columns, step by step, as far as the given one goes; negated.
TraceConstraint does_otherwise(const TransitionSystem& system, const Trace& trace, const std::vector<std::string>& columns) {
  ExprPool& pool = *system.pool;
  TraceConstraint constraint;
  constraint.negated = true;
  const auto wanted = [&](const std::string& name) {
    return columns.empty() || std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    constraint.positions.push_back({fmt::format("{}", i), i});
    std::size_t column = 0;
    for (const VariableDecl& v : system.variables) {
      if (v.kind == VariableKind::Input) continue;
      const Value& value = trace.steps[i].state[column++];
      if (!wanted(pool.name_of(v.variable))) continue;
      const Type type = v.variable.type();
      constraint.facts.push_back(pool.eq(pool.make(Op::At, type, {v.variable}, i), pool.constant(value, type)));
    }
  }
  return constraint;
}

std::vector<const engine::Engine*> engines_named(const std::string& name) {
  if (name == "auto") return engine::engines();
  return {engine::engine_named(name)};
}

const Trace* trace_of(const Verdict& verdict) {
  const auto* violated = std::get_if<Violated>(&verdict);
  return violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
}

}  // namespace

ExitCode Workbench::open(const std::string& path) {
  std::string error;
  const auto text = read_file(path, error);
  report_.file = path;
  report_.front = "smv";
  report_.sources = &sources_;
  if (!text) {
    const FileId file = sources_.add(path, "");
    diagnostics_.error("app.cannot-read", error, {file, 0, 0});
    return exit_io;
  }
  program_ = smv::load(sources_.add(path, *text), sources_, pool_, diagnostics_);
  if (!program_) return exit_input;
  encode::discharge(program_->system, context_, diagnostics_);
  if (!diagnostics_.ok()) return exit_input;
  stepper_ = make_stepper(program_->system);
  report_.instances = program_->instances;
  report_.variables = program_->system.variables.size();
  return exit_ok;
}

bool Workbench::add_formula(const std::string& text, const std::string& kind) {
  const FileId file = sources_.add("-f", text);
  auto property = smv::parse_property(file, sources_, *program_, kind, diagnostics_);
  if (!property) return false;
  property->name = fmt::format("f{}", 1 + std::count_if(program_->properties.begin(), program_->properties.end(),
                                                        [](const Property& p) { return p.name.starts_with('f'); }));
  program_->properties.push_back(std::move(*property));
  return true;
}

bool Workbench::select(const std::vector<std::string>& names, std::vector<Property>& selected) {
  const auto& all = program_->properties;
  if (names.empty()) selected = all;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Property& p) { return p.name == name; });
    if (found != all.end()) {
      selected.push_back(*found);
      continue;
    }
    std::vector<std::string_view> candidates;
    for (const Property& p : all) candidates.push_back(p.name);
    const auto near = nearest_name(name, candidates);
    auto& error = diagnostics_.error("app.unknown-property", fmt::format("there is no property `{}`", name), {1, 0, 0});
    if (!near.empty()) error.help = fmt::format("did you mean `{}`?", near);
    else if (!candidates.empty()) error.help = fmt::format("the model has {}", fmt::join(candidates, ", "));
  }
  return diagnostics_.ok();
}

bool Workbench::knows_columns(const std::vector<std::string>& names) {
  std::vector<std::string_view> columns;
  for (const Column& column : stepper_->signature()->columns) columns.push_back(column.name);
  for (const std::string& name : names) {
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
    auto& error = diagnostics_.error("app.unknown-column", fmt::format("the model has no variable `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, columns); !near.empty()) error.help = fmt::format("did you mean `{}`?", near);
  }
  return diagnostics_.ok();
}

Expr Workbench::expression(const std::string& text) {
  return smv::parse_expression(sources_.add("expression", text), sources_, *program_, diagnostics_).value_or(Expr());
}

// The route of a question: engines in turns, replay, further runs, why; all into the report.
void Workbench::run(const Property& property, const CheckOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const Query query{&system(), &property, Polarity::Violating, {}, {}, options.bound, &keep_};
  const auto engines = engines_named(options.engine);
  engine::Answer answer = engine::decide(query, engines, context_);

  report::PropertyResult result;
  result.property = property;
  result.engine = answer.engine;
  if (const Trace* trace = trace_of(answer.verdict)) {
    must_replay(property, *trace);
    Why why = explain_failure(system(), property, *trace);
    result.why = std::move(why.sentence);
    result.causes = std::move(why.causes);
    result.traces.push_back(add_trace(*trace, property.name, options.defines));
    if (options.number > 1)
      for (Trace& further : further_traces(answer, property, options, result.complete)) {
        must_replay(property, further);
        result.traces.push_back(add_trace(std::move(further), property.name, options.defines));
      }
  }
  result.verdict = std::move(answer.verdict);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report_.properties.push_back(std::move(result));
}

// Bounded search gives one run after another, each different in the columns from all before.
std::vector<Trace> Workbench::further_traces(engine::Answer& answer, const Property& property, const CheckOptions& options,
                                             bool& complete) {
  std::vector<Trace> traces;
  Trace last = *trace_of(answer.verdict);
  Query query{&system(), &property, Polarity::Violating, {}, {}, options.bound, &keep_};
  const engine::Engine* bmc = engine::engine_named("bmc");
  if (bmc->refuses(query)) return traces;
  const auto search = bmc->start(query, context_);
  while (traces.size() + 1 < options.number) {
    search->add(does_otherwise(system(), last, options.different));
    const Verdict verdict = search->next();
    const Trace* trace = trace_of(verdict);
    if (!trace) {
      complete = !std::holds_alternative<Unknown>(verdict);
      break;
    }
    last = *trace;
    traces.push_back(last);
  }
  return traces;
}

// Nothing unchecked is shown: a trace that the model's own meaning does not confirm is our bug.
void Workbench::must_replay(const Property& property, const Trace& trace) {
  const auto refusal = replay(system(), *stepper_, trace, property);
  if (refusal) WHYNOT_CHECK(false, fmt::format("a trace for `{}` failed replay at step {}: {}", property.name, refusal->step, refusal->reason));
}

std::string Workbench::add_trace(Trace trace, const std::string& property, bool defines) {
  report::TraceEntry entry;
  entry.id = fmt::format("t{}", report_.traces.size() + 1);
  entry.replayed = true;
  entry.property = property;
  if (defines) {
    std::vector<Expr> values;
    for (const Define& define : system().defines) {
      entry.defines.push_back({define.name, define.value.type(), define.where, false});
      values.push_back(define.value);
    }
    const Slots slots(system());
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      entry.define_values.emplace_back();
      for (Expr value : values)
        entry.define_values.back().push_back(
            CompiledExpr(pool_, value, [&](Expr leaf) { return slots.of(leaf); }).run(slots.around(trace, i)));
    }
  }
  entry.trace = std::move(trace);
  report_.traces.push_back(std::move(entry));
  return report_.traces.back().id;
}

report::Report& Workbench::report() {
  report_.diagnostics = diagnostics_.all();
  report_.interrupted = context_.stopped() == Stop::Interrupted;
  return report_;
}

}  // namespace whynot::app
