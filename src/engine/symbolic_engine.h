// The engine of decision diagrams: every property, complete verdicts.
#pragma once
#include "engine/engine.h"

namespace whynot::engine {

const Engine& symbolic_engine();

}  // namespace whynot::engine
