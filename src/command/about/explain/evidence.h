// A proof as a finding of the report: checked, its states named, its runs replayed and added as traces.
#pragma once
#include "analyse/explain/build/builder.h"
#include "analyse/explain/check/checker.h"
#include "report/finding/evidence.h"
#include "session/workbench.h"

namespace whynot::command {

namespace explain = analyse::explain;

// s0, s1, … in the order in which the proof meets them; with another letter where the model has such names.
class StateNames {
 public:
  explicit StateNames(const explain::Proof&);
  const std::string& of(const State&) const;
  const std::vector<State>& states() const { return states_; }

 private:
  std::map<State, std::string> names_;
  std::vector<State> states_;
};

// Nothing unchecked leaves: a proof that the checker refuses is our bug.  With `traces` its runs are added to
// the report.
report::Evidence evidence_of(session::Workbench&, explain::Builder&, explain::Checker&, const Property&, bool traces);

void add_runs(session::Workbench&, const explain::Proof&, const Property&, report::Evidence&);

}  // namespace whynot::command
