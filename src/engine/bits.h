// The circuits of a system, made once for all engines and properties that ask about it.
#pragma once
#include <memory>

#include "base/context.h"
#include "base/keep.h"
#include "encode/bit_system.h"

namespace whynot::engine {

// With what can be settled about them settled.  Those that are kept are of no other system; without a place to keep
// them they are the caller's alone.  Not for two threads at once.
std::shared_ptr<encode::BitSystem> bits_of(const TransitionSystem&, Keep*, Context&);

}  // namespace whynot::engine
