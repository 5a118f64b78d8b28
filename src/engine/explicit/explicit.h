// The explicit-state engine: every reachable state is listed, then everything is decided on the graph.
#pragma once
#include "engine/engine.h"

namespace whynot::engine {

const Engine& explicit_engine();

}  // namespace whynot::engine
