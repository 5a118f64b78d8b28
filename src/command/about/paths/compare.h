// Policy refinement at the command line: what `--allow EVENT` and `--before OLD` make of the counterexamples.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "analyse/paths/paths.h"
#include "command/analysis.h"
#include "report/finding/paths.h"

namespace whynot::command {

class PathsComparison {
 public:
  // Reads what the options name; the workbench has the errors.
  PathsComparison(Run&, session::Workbench&);

  bool asked() const { return asked_; }
  // The program to check: without the events that are allowed.
  const Model& model() const { return refined_ ? *refined_ : bench_.model(); }

  // What became of the counterexamples before, given those found now with keep_runs; nothing after errors.
  // `id` names the trace of a run.
  std::optional<report::PathRefinement> compare(const Efsa&, const analyse::paths::PathsFinding& now,
                                                const analyse::paths::PathsOptions&,
                                                const std::function<std::string(std::size_t)>& id);

 private:
  void allow_events();
  void read_before(const std::string& named);
  void open_before(const std::string& path);
  const Efsa* property_before(const Efsa& now);
  const Model& model_before() const { return other_ ? *other_->models[0]->model : bench_.model(); }

  Run& run_;
  session::Workbench& bench_;
  bool asked_;
  std::unique_ptr<Model> refined_;
  std::shared_ptr<session::Opened> other_;  // --before FILE
  const Efsa* other_property_ = nullptr;    // --before NAME
};

}  // namespace whynot::command
