// One sentence about the step, and one about other runs where they were looked at.
#include "report/text/why_instead.h"

#include <fmt/format.h>

#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string fact(const WhyPlace& place, const Value& value) {
  return fmt::format("{} = {}", printable(place.column), printable(value.to_string()));
}

std::string into(const WhyPlace& place) {
  return fmt::format("on the way {} step {}", place.closing ? "back to" : "into", place.step);
}

// On the way back a step is counted on: it is the one after the last.
std::string at(const WhyInstead& instead, std::size_t steps) {
  if (instead.input) return into(instead.place);
  return fmt::format("at step {}", instead.place.closing ? steps : instead.place.step);
}

std::string folded(const WhyInstead& instead, std::size_t steps) {
  if (instead.input || !instead.place.closing) return "";
  return fmt::format("; step {} is step {} again", steps, instead.place.step);
}

std::string values_text(const std::vector<WhyValue>& values) {
  std::string out;
  for (const WhyValue& v : values) out += (out.empty() ? "" : " and ") + fact(v.place, v.value);
  return out;
}

// Assignments go without saying: the chain names their lines.
std::string constraints_text(const WhyInstead& instead) {
  std::vector<WhyRule> constraints;
  for (const WhyRule& rule : instead.core)
    if (rule.kind != "ASSIGN") constraints.push_back(rule);
  return constraints.empty() ? "" : fmt::format(" ({})", rules_text(constraints));
}

std::string excluded_text(const WhyInstead& instead, std::size_t steps) {
  const std::string cannot = fmt::format("{} cannot be {} {}", printable(instead.place.column),
                                         printable(instead.value.to_string()), at(instead, steps));
  const std::string by = constraints_text(instead);
  if (!instead.because.empty())
    return fmt::format("{} because {} at step {}{}{}.", cannot, values_text(instead.because),
                       instead.because[0].place.step, by, folded(instead, steps));
  const bool is_start = instead.place.step == 0 && !instead.place.closing;
  return fmt::format("{}{}{}{}.", cannot, is_start ? "" : ", whatever the step before is", by, folded(instead, steps));
}

// "enter1(b), line 12, was not possible at step 4: not locked does not hold."
std::string blocked_text(const WhyInstead& instead) {
  std::string out;
  for (const WhyBlocked& blocked : instead.blocked)
    out += fmt::format("{}{}, line {}, would give {}, but was not possible at step {}: {} does not hold.",
                       out.empty() ? "" : "\n    ", printable(blocked.rule), blocked.line,
                       fact(instead.place, instead.value), instead.place.step - 1, printable(blocked.condition));
  return out;
}

std::string at_the_step(const WhyInstead& instead, std::size_t steps) {
  const std::string what = fmt::format("{} {}", fact(instead.place, instead.value), at(instead, steps));
  if (instead.answer == "unknown") return fmt::format("Why not {}: not computed within the limits.", what);
  if (instead.answer == "pick" && !instead.rule.empty())
    return fmt::format("{} was possible: {} gives it.", what, printable(instead.rule));
  if (!instead.blocked.empty()) return blocked_text(instead);
  if (instead.answer == "pick") {
    const std::string line = instead.line ? fmt::format(" (line {})", instead.line) : "";
    return fmt::format("{} was possible: a free choice{}.", what, line);
  }
  if (instead.answer != "input") return excluded_text(instead, steps);
  return fmt::format("{} {} {} {}.", what, instead.minimal ? "needs" : "is possible with", values_text(instead.because),
                     into(instead.because[0].place));
}

std::string in_other_runs(const WhyInstead& instead, std::size_t steps) {
  const std::string what = fact(instead.place, instead.value);
  if (instead.not_past) return "Whether another run has it: not computed within the limits.";
  if (instead.answer == "never")
    return fmt::format("{} is never {} in any run (proved).", printable(instead.place.column),
                       printable(instead.value.to_string()));
  if (instead.answer == "time")
    return fmt::format("No run has {} at step {}; the first step where it can be is {}: {}.", what,
                       instead.place.closing ? steps : instead.place.step, instead.step, printable(instead.trace));
  if (instead.answer != "history") return "";
  if (instead.step == 0) return fmt::format("Another start allows it: {} has {}.", printable(instead.trace), what);
  return fmt::format("Another way after step {} allows it: {} has {} {}.", instead.step - 1, printable(instead.trace),
                     what, at(instead, steps));
}

}  // namespace

std::string rules_text(const std::vector<WhyRule>& rules) {
  std::string out;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (i > 0) out += i + 1 == rules.size() ? " and " : ", ";
    out += rules[i].line ? fmt::format("{} (line {})", rules[i].kind, rules[i].line) : rules[i].kind;
  }
  return out.empty() ? "the types" : out;
}

std::string instead_text(const Why& why, const Report& report) {
  std::string out;
  const TraceEntry* trace = report.trace(why.trace);
  const std::size_t steps = trace ? trace->trace.steps.size() : 0;
  for (const WhyInstead& instead : why.instead) {
    out += fmt::format("    {}\n", at_the_step(instead, steps));
    if (const std::string more = in_other_runs(instead, steps); !more.empty()) out += fmt::format("    {}\n", more);
  }
  return out;
}

}  // namespace whynot::report
