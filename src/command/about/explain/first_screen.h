// The start of an explanation, soon whatever the size of the model: by decision diagrams where little effort is enough,
// else from what the engines of `check` find, a run or an inductive invariant.
#pragma once
#include <memory>
#include <string>

#include "command/about/explain/exploration.h"

namespace whynot::command {

struct FirstScreen {
  std::unique_ptr<Exploration> exploration;  // begun; null where there is no evidence
  std::string engine;                        // that decided
  Verdict verdict = Unknown{};               // without an exploration
  std::string note;                          // on how the evidence came about; may be empty
};

// With `patient` diagrams have all the time there is before nothing is shown.
FirstScreen first_screen(session::Workbench&, const Property&, const ExploreOptions&, bool patient);

}  // namespace whynot::command
