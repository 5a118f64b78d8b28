// Who is asked to confirm an answer: the room `check`, with what the engine that decided has to show, or else the one
// of decision diagrams.
#pragma once
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/turns/portfolio.h"
#include "model/query.h"

namespace whynot::engine {

// Why independent code does not confirm the answer; nothing when it does.  Traces are confirmed by replay, not here.
// Where the engine that decided has nothing to show, the one of decision diagrams is asked.
std::optional<std::string> doubt(const Query&, Answer&, Context&);

}  // namespace whynot::engine
