// Replay of traces of pushdown systems: forwards by the rules that they take, which are looked for where nobody knows
// them (traces from files name their rules, and rules may share a name).
#pragma once
#include "model/replay.h"

namespace whynot {

std::optional<Refusal> replay_program(const Pds&, const Trace&, const Claim&);

// The rules that the trace takes; nothing where it is no run.
std::optional<PdsLasso> rules_of(const Pds&, const Trace&);

}  // namespace whynot
