#include "session/why.h"

#include <fmt/format.h>

#include "analyse/why/failure.h"

namespace whynot::session {

Why explain_failure(const TransitionSystem& system, const Property& property, const Trace& trace) {
  const analyse::why::Failure failure = analyse::why::failure(system, property, trace);
  Why why{failure.sentence, {}};
  if (failure.witnesses.empty()) return why;
  for (const analyse::why::Cause& cause : failure.witnesses[0].causes)
    why.causes.push_back(
        {cause.step, cause.column, fmt::format("{} = {}", cause.column, cause.value.to_string()), cause.value});
  return why;
}

}  // namespace whynot::session
