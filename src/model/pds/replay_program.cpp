// A run of a pushdown system is determined by its rules.  If the trace does not carry them, they are recovered step by
// step from the names of its actions and from what the stacks show; then the rules are executed and the automaton is
// run over their events.
#include "model/pds/replay_program.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot {
namespace {

using Reason = std::optional<std::string>;

// Looks for the rules of a trace: their names are those of its actions, their effects what the stacks show.
class RuleFinder {
 public:
  explicit RuleFinder(const Pds& pds) : pds_(pds) {}

  // Nothing, with the rules that the trace takes in the result (those of its loop apart); or what is wrong.
  Reason find(const Trace& trace, PdsLasso& found) {
    const auto initial = std::find_if(pds_.initial.begin(), pds_.initial.end(), [&](const PdsConfiguration& c) {
      run_.start(c);
      return shows(trace.steps[0]);
    });
    if (initial == pds_.initial.end()) return "step 0 is not an initial configuration";
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

  // Whether these rules are the trace's.
  Reason follow(const Trace& trace, const PdsLasso& by) {
    if (trace.steps.empty() || by.initial >= pds_.initial.size()) return "step 0 is not an initial configuration";
    run_.start(pds_.initial[by.initial]);
    if (!shows(trace.steps[0])) return "step 0 is not an initial configuration";
    std::size_t step = 0;
    for (const auto* rules : {&by.stem, &by.loop})
      for (const std::uint32_t rule : *rules) {
        if (!run_.apply(pds_.rules[rule])) return fmt::format("no rule leads from step {} to the next", step);
        ++step;
        if (step < trace.steps.size() && !shows(trace.steps[step]))
          return fmt::format("step {} does not follow from step {}", step, step - 1);
      }
    const std::size_t expected = trace.loop ? trace.steps.size() : trace.steps.size() - 1;
    return step == expected ? Reason() : Reason("the trace is not as long as the run that it shows");
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

  // The rule of that name, preferably with the events that the action names: rules may differ in those only.
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
Reason refuse_states(const Pds& pds, const Efsa& efsa, const Trace& trace, const PdsLasso& found) {
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

// Whether the run by these rules violates the automaton, in the states that the trace shows.
Reason refuse_violation(const Pds& pds, const Efsa& efsa, const Trace& trace, const PdsLasso& by) {
  if (efsa.is_liveness()) {
    if (auto reason = refuse_lasso(pds, efsa, by)) return reason;
  } else if (!accepts(pds, efsa, by.stem, true)) {
    return fmt::format("it does not violate {}", efsa.name);
  }
  return refuse_states(pds, efsa, trace, by);
}

}  // namespace

std::optional<Refusal> replay_program(const Pds& pds, const Trace& trace, const Claim& claim) {
  const auto refused = [](const Reason& reason) { return reason ? std::optional(Refusal{0, *reason}) : std::nullopt; };
  PdsLasso found;
  RuleFinder rules(pds);
  if (const Reason reason = claim.by ? rules.follow(trace, *claim.by) : rules.find(trace, found))
    return refused(reason);
  const PdsLasso& by = claim.by ? *claim.by : found;
  if (!claim.property || claim.polarity == Polarity::Passing) return std::nullopt;
  return refused(refuse_violation(pds, automaton_of(*claim.property), trace, by));
}

std::optional<PdsLasso> rules_of(const Pds& pds, const Trace& trace) {
  PdsLasso found;
  if (trace.steps.empty() || RuleFinder(pds).find(trace, found)) return std::nullopt;
  return found;
}

}  // namespace whynot
