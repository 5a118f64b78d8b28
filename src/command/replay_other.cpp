#include "command/replay_other.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/ots_input.h"
#include "front/pds/pds.h"
#include "model/pds/pds_lasso.h"
#include "report/formats.h"
#include "report/trace/foreign.h"
#include "session/desk.h"

namespace whynot::command {
namespace {

using Refusal = std::optional<std::string>;

// Reads the traces, binds each to the signature and hands it to `judge`, which says what is wrong with it.
template <class Judge>
ExitCode replay_file(Run& run, session::Desk& desk, const std::shared_ptr<const Signature>& signature, Judge judge) {
  const auto file = desk.read(run.arguments.operands[1], run.in);
  if (!file) return fail_with_diagnostics(run, desk.report(), desk.failure());
  const auto foreign = report::read_traces(desk.sources.text(*file), *file, desk.diagnostics);
  if (foreign.empty() && desk.diagnostics.ok())
    desk.diagnostics.error("trace.none", fmt::format("`{}` holds no trace", run.arguments.operands[1]), {*file, 0, 0});
  ExitCode code = exit_ok;
  for (const report::ForeignTrace& one : foreign) {
    auto trace = report::bind_trace(one, signature, desk.diagnostics);
    if (!trace) break;
    const Refusal refusal = judge(*trace, one.property);
    if (refusal) code = exit_violated;
    if (!run.arguments.has("json"))
      run.out << (refusal ? fmt::format("x refused: {}\n", *refusal)
                          : fmt::format("+ replayed ok: a run of {} steps\n", trace->steps.size()));
    desk.add_trace(std::move(*trace), one.property);
    desk.report().traces.back().replayed = !refusal;
  }
  if (!desk.diagnostics.ok()) return fail_with_diagnostics(run, desk.report(), exit_input);
  if (run.arguments.has("json") || run.arguments.has("format"))
    if (const ExitCode written = write_report(run, desk.report()); written != exit_ok) return written;
  return code;
}

// Looks for the rules of a trace: their names are those of its actions, their effects what the stacks show.
class RuleFinder {
 public:
  explicit RuleFinder(const Pds& pds) : pds_(pds) {}

  // Nothing is wrong, and the result's rules are what the trace takes, those of its loop apart; or what is.
  Refusal find(const Trace& trace, PdsLasso& found) {
    const auto initial = std::find_if(pds_.initial.begin(), pds_.initial.end(), [&](const PdsConfiguration& c) {
      run_.start(c);
      return shows(trace.steps[0]);
    });
    if (initial == pds_.initial.end()) return "step 0 is no initial configuration";
    found.initial = static_cast<std::uint32_t>(initial - pds_.initial.begin());
    for (std::size_t i = 1; i < trace.steps.size(); ++i) {
      const auto rule = rule_by(trace.steps[i].action, [&] { return shows(trace.steps[i]); });
      if (!rule) return fmt::format("step {} does not follow from step {}", i, i - 1);
      (trace.loop && i > *trace.loop ? found.loop : found.stem).push_back(*rule);
    }
    if (!trace.loop) return std::nullopt;
    // The loop may leave symbols on the stack: only the top comes again.
    const auto& start = trace.steps[*trace.loop].state[1].args();
    const auto rule = rule_by(trace.closing_action, [&] { return !start.empty() && shows_top(start[0]); });
    if (!rule) return fmt::format("step {} does not lead back to step {}", trace.steps.size() - 1, *trace.loop);
    found.loop.push_back(*rule);
    return std::nullopt;
  }

 private:
  bool shows(const Step& step) const {
    const auto& shown = step.state[1].args();
    const auto& stack = run_.stack();
    const std::size_t whole = shows_all(shown, stack.size()) ? shown.size() : shown.size() - 1;
    return (whole == stack.size() || whole < shown.size()) &&
           std::equal(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(whole), stack.rbegin(),
                      [&](const Value& name, std::uint32_t symbol) {
                        return name.kind() == Value::Kind::Term && name.op() == pds_.symbols[symbol];
                      });
  }

  // Unless it ends by saying how many more symbols there are: reports cut stacks that are too deep.
  static bool shows_all(const std::vector<Value>& shown, std::size_t height) {
    return shown.empty() || shown.size() > height || shown.back().kind() != Value::Kind::Term ||
           shown.back().op() != fmt::format("… {} more", height + 1 - shown.size());
  }

  bool shows_top(const Value& name) const {
    return !run_.stack().empty() && name.kind() == Value::Kind::Term && name.op() == pds_.symbols[run_.stack().back()];
  }

  // The rule of that name, best with the events that the action tells: rules may differ in those only.
  template <class Fits>
  std::optional<std::uint32_t> rule_by(const SharedAction& action, Fits fits) {
    for (const bool by_event : {true, false})
      for (std::uint32_t i = 0; i < pds_.rules.size(); ++i) {
        const PdsRule& rule = pds_.rules[i];
        if (rule.control != run_.control() || (action && action->name != pds_.rule_text(rule))) continue;
        PdsRun next = run_;
        if ((by_event && action && !tells_events(*action, rule)) || !next.apply(rule)) continue;
        std::swap(run_, next);
        if (fits()) return i;
        std::swap(run_, next);
      }
    return std::nullopt;
  }

  // An action tells the event that the automaton fired on, or all of the rule's.
  bool tells_events(const Action& action, const PdsRule& rule) const {
    std::string all;
    for (std::uint32_t event : pds_.event_sets[rule.events]) {
      const std::string text = pds_.events[event].text();
      if (text == action.event) return true;
      all += (all.empty() ? "" : ", ") + text;
    }
    return all == action.event;
  }

  const Pds& pds_;
  PdsRun run_;
};

// Whether the automaton can be in the states that the trace shows, one after the other; values of variables are not
// compared, since those that nobody reads any more are left out.
Refusal refuse_states(const Pds& pds, const Efsa& efsa, const Trace& trace, const PdsLasso& found) {
  std::vector<std::uint32_t> rules = found.stem;
  rules.insert(rules.end(), found.loop.begin(), found.loop.end());
  const EfsaInterpreter interpreter(efsa, pds);
  std::vector<EfsaLocation> at = interpreter.initial();
  std::uint32_t control = pds.initial[found.initial].control;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (i > 0) {
      control = pds.rules[rules[i - 1]].to;
      at = interpreter.after(at, pds.rules[rules[i - 1]].events);
    }
    const Value& column = trace.steps[i].state[0];
    const std::string shown = column.kind() == Value::Kind::Term ? column.op() : column.to_string();
    const std::string& own = pds.controls[control];
    std::erase_if(at, [&](const EfsaLocation& location) {
      const std::string name = (own.empty() ? "" : own + "/") + efsa.states[location.state].name;
      return !shown.starts_with(name) || (shown.size() > name.size() && shown[name.size()] != '(');
    });
    if (at.empty()) return fmt::format("in step {} the automaton is not in `{}`", i, shown);
  }
  return std::nullopt;
}

}  // namespace

ExitCode replay_on_ots(Run& run) {
  session::Desk desk(run.arguments.text("model"), "ots");
  Arguments about;
  about.operands = {run.arguments.text("model")};
  for (const std::string& name : run.arguments.all("property")) about.set("property", name);
  OtsInput input;
  if (!open_ots(about, desk, input)) return fail_with_diagnostics(run, desk.report(), desk.failure());
  const auto stepper = ots::make_stepper(input.ots(), input.scope());
  return replay_file(run, desk, stepper->signature(), [&](const Trace& trace, const std::string& property) -> Refusal {
    for (const Goal& goal : input.goals)
      if (run.arguments.has("property") || goal.predicate.name == property)
        if (auto refusal = refuse_trace(*stepper, trace, &goal.predicate)) return refusal;
    return refuse_trace(*stepper, trace, nullptr);
  });
}

ExitCode replay_on_pds(Run& run) {
  session::Desk desk(run.arguments.text("model"), "pds");
  std::vector<FileId> files;
  for (const std::string& path : run.arguments.all("model"))
    if (const auto file = desk.read(path)) files.push_back(*file);
  const auto input =
      desk.diagnostics.ok() ? front::pds::read_pushdown(desk.sources, files, desk.diagnostics) : std::nullopt;
  if (!input) return fail_with_diagnostics(run, desk.report(), desk.failure());
  const auto& wanted = run.arguments.all("property");
  return replay_file(run, desk, pds_signature(), [&](const Trace& trace, const std::string& property) -> Refusal {
    PdsLasso found;
    if (auto refusal = RuleFinder(input->pds).find(trace, found)) return refusal;
    for (const Efsa& efsa : input->properties) {
      const bool asked =
          wanted.empty() ? efsa.name == property : std::find(wanted.begin(), wanted.end(), efsa.name) != wanted.end();
      if (!asked) continue;
      if (efsa.is_liveness()) {
        if (auto refusal = refuse_lasso(input->pds, efsa, found)) return refusal;
      } else if (!accepts(input->pds, efsa, found.stem, true)) {
        return fmt::format("it does not violate {}", efsa.name);
      }
      if (efsa.name == property)
        if (auto refusal = refuse_states(input->pds, efsa, trace, found)) return refusal;
    }
    return std::nullopt;
  });
}

}  // namespace whynot::command
