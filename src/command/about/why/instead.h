// Why a cell does not have another value, for a report: runs that have it go in by their replay.
#pragma once
#include "analyse/why/chain.h"
#include "report/finding/why.h"
#include "session/workbench.h"

namespace whynot::command {

// A value of the variable's type, as the model's language writes it, that the link does not have; nothing after an
// error.
std::optional<Value> value_asked(session::Workbench&, const analyse::why::Link&, const std::string& text);

// `link` is why it has the value it has; with `history` other runs are looked at too.
report::WhyInstead why_instead(session::Workbench&, const Trace&, const analyse::why::Link&, const Value&,
                               bool history);

}  // namespace whynot::command
