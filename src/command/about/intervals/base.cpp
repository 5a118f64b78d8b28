// Decides like `check` does, or binds a file's trace to the model and replays it.
#include "command/about/intervals/base.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/about/beside/violation.h"
#include "command/about/decide.h"
#include "model/system/path_formula.h"
#include "session/traces.h"

namespace whynot::command {

Diagnostic& IntervalBase::error(std::string code, std::string message) {
  return bench_.diagnostics().error(std::move(code), std::move(message), property_.where);
}

void IntervalBase::no_single_trace() {
  error("intervals.no-trace", fmt::format("no single trace shows that `{}` is violated", property_.name)).help =
      fmt::format("`whynot explain {} -p {}` shows why it fails", bench_.report().file, property_.name);
}

Answer IntervalBase::find() {
  if (asked_.base_file) return read(*asked_.base_file);
  DecideOptions options;
  options.number = asked_.base_number;
  Answer answer = decide(bench_, property_, options);
  if (std::holds_alternative<Computed>(answer.verdict))
    error("intervals.no-trace", fmt::format("`{}` is a COMPUTE: it has no counterexamples", property_.name));
  if (!std::holds_alternative<Violated>(answer.verdict)) return answer;
  if (answer.traces.empty() || !one_trace_settles())
    no_single_trace();
  else if (answer.traces.size() < options.number)
    error("intervals.too-few",
          fmt::format("there is no counterexample number {}: {} were found", options.number, answer.traces.size()));
  else
    start_from(answer.traces[options.number - 1]);
  return answer;
}

void IntervalBase::start_from(const std::string& id) {
  id_ = id;
  trace_ = bench_.report().trace(id)->trace;
}

bool IntervalBase::one_trace_settles() const {
  return !property_.is_ctl() || path_formula(bench_.pool(), property_.formula, Polarity::Violating);
}

Answer IntervalBase::read(const std::string& path) {
  if (property_.kind == PropertyKind::Compute || !one_trace_settles()) {
    no_single_trace();
    return {};
  }
  const auto entries = session::read_traces(path, run_.in, &bench_.model(), bench_.sources(), bench_.diagnostics());
  if (!entries) return {};
  const auto named =
      std::find_if(entries->begin(), entries->end(), [&](const auto& e) { return e.property == property_.name; });
  const Trace& trace = (named == entries->end() ? entries->front() : *named).trace;
  if (const auto refusal = refuses_violation(bench_, trace, property_)) {
    error("intervals.not-a-counterexample",
          fmt::format("the trace of `{}` is not a counterexample of `{}`: step {}: {}", path, property_.name,
                      refusal->step, refusal->reason));
    return {};
  }
  start_from(bench_.cite(trace, property_.name, {&property_}));
  return {Violated{trace}, "given", {id_}};
}

std::vector<std::size_t> IntervalBase::steps_of(const Target& target) {
  const std::size_t first = target.is_input() ? 1 : 0;
  std::size_t end = end_of(target);
  if (asked_.over == Over::All && asked_.step) end = std::max(end, *asked_.step + 1);
  std::vector<std::size_t> steps;
  if (asked_.every_step) {
    for (std::size_t k = first; k < end; ++k) steps.push_back(k);
  } else if (const std::size_t k = asked_.step.value_or(first); first <= k && k < end) {
    steps.push_back(k);
  }
  if (steps.empty()) {
    auto& error = bench_.diagnostics().error(
        "intervals.no-such-step",
        fmt::format("`{}` has no value at step {} of the base", target.name, asked_.step.value_or(first)),
        target.decl.where);
    if (end > first) error.help = fmt::format("it has one at steps {} to {}", first, end - 1);
  }
  return steps;
}

std::size_t IntervalBase::end_of(const Target& target) const {
  return target.is_input() ? trace_->depth() + 1 : trace_->steps.size();
}

Integer IntervalBase::value_of(const Target& target, std::size_t step) const {
  if (!target.is_input()) return target.scale.number(trace_->steps[step].state[target.column]);
  const Inputs& inputs = step < trace_->steps.size() ? trace_->steps[step].inputs : trace_->closing_inputs;
  return target.scale.number(inputs[target.column]);
}

}  // namespace whynot::command
