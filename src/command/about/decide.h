// A property of a system decided, with what belongs to a counterexample: further ones, why each is one, a certificate.
#pragma once
#include "command/analysis.h"

namespace whynot::command {

struct DecideOptions {
  std::size_t number = 1;                   // of counterexamples
  std::vector<std::string> different = {};  // columns; empty: any
  bool certify = false;                     // let independent code confirm every claim
  bool subformulas = false;                 // with their truth, in each trace
  bool contrast = false;                    // and how the first could have passed, where that is cheap
  bool relevant = false;                    // columns are told that the failure rests on
  std::optional<std::size_t> step = {};     // of what does not fail: why so many steps of induction do not prove it
};

Answer decide(session::Workbench&, const Property&, const DecideOptions&);
// The same for a property on which the engines have spoken.
Answer complete(session::Workbench&, const Property&, engine::Answer found, const DecideOptions&);

// The same for a cover, on whose negation (Property::never_covered) they have spoken.
Answer complete_cover(session::Workbench&, const Property& cover, const Property& never, engine::Answer found,
                      const DecideOptions&);

}  // namespace whynot::command
