#include "session/why.h"

#include <fmt/format.h>

namespace whynot::session {

std::vector<std::string> definitions(const Sources& sources, const analyse::why::Failure& failure) {
  std::vector<std::string> told;
  for (const analyse::why::Definition& d : failure.definitions) {
    const std::string line = d.where.end > 0 ? fmt::format(", line {}", sources.place(d.where).line) : "";
    told.push_back(fmt::format("{} := {}{}", d.name, d.text, line));
  }
  return told;
}

Why explain_failure(const Sources& sources, const TransitionSystem& system, const Property& property,
                    const Trace& trace) {
  const analyse::why::Failure failure = analyse::why::failure(system, property, trace);
  Why why{failure.sentence, {}, definitions(sources, failure)};
  if (failure.witnesses.empty()) return why;
  for (const analyse::why::Cause& cause : failure.witnesses[0].causes)
    why.causes.push_back({cause.step, cause.column, fmt::format("{} = {}", cause.column, cause.value.to_string()),
                          cause.value, cause.closing});
  return why;
}

}  // namespace whynot::session
