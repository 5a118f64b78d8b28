// Sentences about other runs: what would have had to be chosen otherwise, and when.
#include "report/text/why_contrast.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/spelling.h"
#include "report/text/trace_text.h"

namespace whynot::report {
namespace {

std::string when(const WhyChange& change) {
  if (change.place.closing) return fmt::format("on the way back to step {}", change.place.step);
  if (change.input) return fmt::format("on the way into step {}", change.place.step);
  return change.place.step == 0 ? "initially" : fmt::format("at step {}", change.place.step);
}

std::string text_of_change(const WhyChange& change) {
  return fmt::format("{} = {} instead of {}", printable(change.place.column), printable(change.to.to_string()),
                     printable(change.from.to_string()));
}

// "initial values" where the ones that matter are not known.
std::string start_text(const WhySealed& sealed) {
  if (sealed.every_run) return sealed.each_run() + " fails";
  std::string values;
  for (const WhyChange& value : sealed.initial)
    values += fmt::format("{}{} = {}", values.empty() ? "" : " and ", printable(value.place.column),
                          printable(value.from.to_string()));
  const bool is_known = sealed.minimal && !values.empty();
  return fmt::format("with {} {} fails", is_known ? values : "these initial values", sealed.each_run());
}

std::string remark(const WhyContrast& contrast, const WhyContrasts& all) {
  if (!contrast.keeps_trigger) return " (its trigger is gone then)";
  if (contrast.changes.size() > 1 && !all.complete) return "";
  if (contrast.changes.size() > 1)
    return all.has_trigger ? " (no single change that keeps the trigger helps)" : " (no single change helps)";
  const std::string_view keeping = all.has_trigger ? " and keeps the trigger" : "";
  const std::string_view keep = all.has_trigger ? " and keep the trigger" : "";
  if (contrast.single == 1) return all.complete ? fmt::format(" (the only single change that helps{})", keeping) : "";
  return fmt::format(" (one of {}{} single changes that help{})", all.complete ? "" : "at least ", contrast.single,
                     keep);
}

std::string tried_text(const WhyContrasts& all) {
  if (!all.complete) return "No few changed choices were found that help";
  return all.tried < 2 ? "No single changed choice helps" : "No one or two changed choices help";
}

}  // namespace

std::string text_of_changes(const std::vector<WhyChange>& changes) {
  std::string out;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    out += (i == 0 ? "" : " and ") + text_of_change(changes[i]);
    // What is changed at one moment is told together.
    const bool goes_on = i + 1 < changes.size() && when(changes[i + 1]) == when(changes[i]);
    if (!goes_on) out += " " + when(changes[i]);
  }
  return out;
}

std::string sealed_sentence(const WhySealed& sealed) {
  if (!sealed.known) return "From which step on it is sealed, if from any, was not computed within the limits.";
  if (!sealed.step) return "Not sealed: from every state of the run it can still pass.";
  if (*sealed.step == 0) return fmt::format("Sealed from the start: {}.", start_text(sealed));
  if (sealed.choice.empty())
    return fmt::format("Sealed: from {} on {} fails; until step {} it could pass.", sealed.when(), sealed.each_run(),
                       *sealed.step - 1);
  return fmt::format("Sealed: from {} on {} fails; {} would have avoided it.", sealed.when(), sealed.each_run(),
                     text_of_changes(sealed.choice));
}

std::string contrast_sentence(const WhyContrasts& all) {
  if (all.found.empty()) return "No passing run was found within the limits.";
  const WhyContrast& best = all.found.front();
  if (best.by_engines)
    return fmt::format(
        "{}; {} is a passing run that {}.", tried_text(all), printable(best.trace),
        best.shared == 0 ? "starts otherwise" : fmt::format("leaves this one after step {}", best.shared - 1));
  return fmt::format("It would pass with {}{}{}.", text_of_changes(best.changes),
                     best.each_round ? ", each time round" : "", remark(best, all));
}

bool same_changes(const std::vector<WhyChange>& a, const std::vector<WhyChange>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const WhyChange& x, const WhyChange& y) {
    return x.place == y.place && x.from == y.from && x.to == y.to;
  });
}

// What the sentence about the sealed step has said already is not said again.
std::string contrast_after(const WhySealed& sealed, const WhyContrasts& all) {
  if (all.found.empty() || sealed.choice.empty()) return contrast_sentence(all);
  const WhyContrast& best = all.found.front();
  const bool is_said = !best.by_engines && !best.each_round && same_changes(best.changes, sealed.choice);
  if (!is_said) return contrast_sentence(all);
  return fmt::format("It would pass with that change: {}{}.", printable(best.trace), remark(best, all));
}

std::string contrast_text(const Why& why) {
  std::string out;
  if (why.sealed) out += fmt::format("    {}\n", sealed_sentence(*why.sealed));
  const bool is_hopeless = why.sealed && why.sealed->every_run;
  if (!why.contrast || is_hopeless) return out;
  const std::string other = why.sealed ? contrast_after(*why.sealed, *why.contrast) : contrast_sentence(*why.contrast);
  return out + fmt::format("    {}\n", other);
}

std::string passing_text(const Why& why, const Report& report, const Style& style) {
  std::string out;
  const TraceEntry* failing = report.trace(why.trace);
  if (!why.contrast || !failing) return out;
  const auto asked = std::find_if(report.properties.begin(), report.properties.end(),
                                  [&](const PropertyResult& r) { return r.property.name == why.property; });
  const auto relevant = asked == report.properties.end() ? std::vector<std::string>() : asked->relevant;
  for (const WhyContrast& contrast : why.contrast->found)
    if (const TraceEntry* passing = report.trace(contrast.trace))
      out += fmt::format("\n    {}, a passing run\n{}", printable(passing->id),
                         trace_text_beside(*passing, *failing, style, relevant, "    "));
  return out;
}

}  // namespace whynot::report
