// Policy refinement at the command line: what `--allow EVENT` and `--before OLD` make of the counterexamples.
#pragma once
#include <functional>
#include <optional>

#include "analyse/paths/paths.h"
#include "command/pushdown_input.h"
#include "report/finding_paths.h"

namespace whynot::command {

class PathsComparison {
 public:
  // Reads what the options name; the desk has the errors.  The program must outlive the comparison.
  PathsComparison(Run&, session::Desk&, const Program&);

  bool asked() const { return asked_; }
  // The system to check: without the events that are allowed.
  const Pds& system() const { return refined_ ? *refined_ : program_.input.pds; }

  // What became of the counterexamples before, given those found now with keep_runs; nothing after errors.
  // `id` names the trace of a run.
  std::optional<report::PathRefinement> compare(const Efsa&, const analyse::paths::PathsFinding& now,
                                                const analyse::paths::PathsOptions&,
                                                const std::function<std::string(std::size_t)>& id);

 private:
  void read_before(const std::string& named);
  const Efsa* property_before(const Efsa& now);

  Run& run_;
  session::Desk& desk_;
  const Program& program_;
  bool asked_;
  std::optional<Pds> refined_;
  std::optional<Program> other_;          // --before FILE
  const Efsa* other_property_ = nullptr;  // --before NAME
};

}  // namespace whynot::command
