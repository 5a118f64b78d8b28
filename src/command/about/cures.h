// What would tell counterexamples from runs that pass, where the facts do not: further variables for facts to speak of,
// or facts that are discovered.  Each is tried, so that whoever reads of it knows what it gives.
#pragma once
#include <functional>

#include "command/about/classes/classes.h"

namespace whynot::command {

// How the question was asked, and how it can be asked again.
struct WeakFacts {
  const analyse::classify::Options& options;
  bool may_discover = false;  // it was not, and could be
  std::function<analyse::classify::Outcome(const analyse::classify::Options&, bool discover)> again;
};

// Adds them to the finding, if it says that its facts are too weak.
void add_cures(const ClassesOf&, const Property&, const WeakFacts&, Answer&);

}  // namespace whynot::command
