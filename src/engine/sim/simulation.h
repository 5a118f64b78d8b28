// Random simulation: 64 runs at once, by the circuits of the system.  It proves nothing and misses much, but what is
// violated soon on many runs it finds at once, however wide the data and deep the run; its runs are not shortest.
//
// Where a set of values is assigned one of them is taken, other choices are made at random until the conditions of the
// model hold.  A run for which that takes too long begins again.
#pragma once
#include "engine/engine.h"

namespace whynot::engine {

const Engine& simulation_engine();

}  // namespace whynot::engine
