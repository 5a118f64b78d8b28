// First the step itself; then, if asked, runs that begin as this one does, the first step where the value is possible
// at all, and a proof that it never is.
#include "command/about/why/instead.h"

#include <fmt/format.h>

#include "analyse/why/relation/instead.h"
#include "command/about/why/common.h"
#include "expr/evaluate.h"
#include "model/replay.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

std::string_view word_of(why::Instead::Answer answer) {
  switch (answer) {
    case why::Instead::Answer::Pick: return "pick";
    case why::Instead::Answer::Input: return "input";
    case why::Instead::Answer::State: return "state";
    case why::Instead::Answer::Unknown: return "unknown";
  }
  return "";
}

bool is_input(const session::Workbench& bench, std::size_t variable) {
  return bench.system().variables[variable].kind == VariableKind::Input;
}

// In no run has it the value at that step: when it can, or that it never can.
void ask_engines(session::Workbench& bench, std::size_t variable, report::WhyInstead& made) {
  ExprPool& pool = bench.pool();
  const Expr x = bench.system().variables[variable].variable;
  Property never;
  never.name = fmt::format("{} != {}", pool.name_of(x), made.value.to_string());
  never.kind = PropertyKind::Invariant;
  never.formula = pool.not_(pool.eq(x, pool.constant(made.value, x.type())));
  const engine::Answer answer = bench.decide(never);
  if (std::holds_alternative<Holds>(answer.verdict)) made.answer = "never";
  const Trace* run = trace_of(answer.verdict);
  made.not_past = !run && made.answer != "never";
  if (!run) return;
  made.answer = "time";
  made.step = run->steps.size() - 1;
  made.trace = bench.cite(*run, never.name, {&never});
}

void look_at_other_runs(session::Workbench& bench, const Trace& trace, const why::Place& place,
                        report::WhyInstead& made) {
  const why::History other = why::history(bench.system(), trace, place, made.value, bench.context());
  if (other.run) {
    Trace run = *other.run;
    run.signature = bench.stepper().signature();
    made.answer = "history";
    made.step = other.kept;
    made.trace = bench.cite(std::move(run), made.place.column, {});
  } else if (other.complete) {
    ask_engines(bench, place.variable, made);
  } else {
    made.not_past = true;
  }
}

// A number that is meant as a word; nothing where it does not fit.
Value as_word(const Type& type, const Integer& number) {
  const Integer values = Integer(1) << type.width();
  if (number < -values || number >= values) return {};
  const Value word = Value::word(type.width(), type.is_signed(), number < 0 ? Integer(number + values) : number);
  return word.as_integer() == number ? word : Value();
}

}  // namespace

std::optional<Value> value_asked(session::Workbench& bench, const why::Link& link, const std::string& text) {
  const std::size_t variable = link.place.variable;
  const std::string& name = bench.pool().name_of(bench.system().variables[variable].variable);
  const Expr e = bench.expression(text, {.boolean = false});
  if (!e) return std::nullopt;
  const Type type = bench.system().variables[variable].variable.type();
  Value value = leaves(e).empty() ? CompiledExpr(bench.pool(), e, [](Expr) { return 0u; }).run({}) : Value();
  if (type.is_word() && value.is_integer()) value = as_word(type, value.as_integer());
  const bool is_known = value.defined() && type.contains(value);
  if (is_known && value != link.value) return value;
  const std::string wrong = is_known
                                ? fmt::format("`{}` is {} there: --instead asks for another value", name, text)
                                : fmt::format("`{}` cannot be `{}`: it is of type {}", name, text, type.to_string());
  bench.diagnostics().error(is_known ? "why.same-value" : "why.unknown-value", wrong, {1, 0, 0});
  return std::nullopt;
}

report::WhyInstead why_instead(session::Workbench& bench, const Trace& trace, const why::Link& link, const Value& value,
                               bool history) {
  const why::Instead found = why::instead(bench.system(), trace, link.place, value, link.because, bench.context());
  report::WhyInstead made;
  made.place = why_place(bench, link.place);
  made.value = value;
  made.input = is_input(bench, link.place.variable);
  made.answer = word_of(found.answer);
  made.minimal = found.minimal;
  for (const auto& [place, because] : found.because)
    made.because.push_back({why_place(bench, place), because, is_input(bench, place.variable)});
  made.core = why_rules(bench, found.core);
  if (found.answer == why::Instead::Answer::Pick && link.where.end > 0)
    made.line = bench.sources().place(link.where).line;
  if (history && found.answer == why::Instead::Answer::State && !made.input)
    look_at_other_runs(bench, trace, link.place, made);
  return made;
}

}  // namespace whynot::command
