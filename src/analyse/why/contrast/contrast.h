// How a failing run could have passed: from which step on it could not, and the nearest run that does.
#pragma once
#include <cstdint>
#include <optional>
#include <set>

#include "analyse/why/contrast/sealed.h"
#include "analyse/why/failure.h"

namespace whynot::analyse::why {

// How much may be spent, in work.
struct ContrastEffort {
  std::size_t most = 2;          // changes that are tried together
  std::uint64_t work = 500'000;  // values computed in replays
  std::size_t questions = 96;    // to the engines …
  std::size_t rounds = 2;        // … and their turns for each
};

// What seldom takes longer than it took to decide the property: some 50 ms.
inline constexpr ContrastEffort usual_effort{.most = 2, .work = 40'000, .questions = 32, .rounds = 2};

struct Contrasted {
  Sealed sealed;
  Nearest nearest;
  bool has_trigger = false;
  bool by_engines = false;  // the best one: no few changes were found that help
};

// `roots` are the choices that the failure rests on, where they are known.  Nothing where the formula cannot be
// followed step by step. REQUIRES a trace that has been replayed as a violation of the property.
std::optional<Contrasted> contrast(const TransitionSystem&, const Stepper&, const Property&, const Trace&,
                                   const Told* witness, const std::vector<Place>* roots, const ContrastEffort&,
                                   Context&);

// A property of single runs: what a passing run is held to.
Property on_runs(ExprPool&, const Property&);

}  // namespace whynot::analyse::why
