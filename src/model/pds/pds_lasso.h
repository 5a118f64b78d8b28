// Infinite runs of pushdown systems, as a stem and a loop that is taken again and again, and the check that one is
// accepted by an automaton with repeat states.  The loop comes back to the same control location and top symbol and
// never touches what lies below that symbol, so that it can be taken again whatever lies there; it may leave symbols
// on the stack in each round.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot {

struct PdsLasso {
  std::uint32_t initial = 0;              // index into Pds::initial
  std::vector<std::uint32_t> stem, loop;  // indices into Pds::rules
};

// What each round of the loop leaves on the stack, top first.  REQUIRES that the lasso is a run of the system.
std::vector<std::uint32_t> left_by_loop(const Pds&, const PdsLasso&);

// Why the lasso is no run of the system that visits repeat states forever; nothing if it is one.  `shown` are the
// automaton's locations along the stem and the loop, the initial one and the last included: only runs of the automaton
// that agree with them are looked at.  Without them, all are.
std::optional<std::string> refuse_lasso(const Pds&, const Efsa&, const PdsLasso&,
                                        std::span<const EfsaLocation> shown = {});

}  // namespace whynot
