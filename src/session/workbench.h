// The session: a model that is open, the questions asked of it, and the report that grows.  The command line,
// the shell and the page are thin faces on this.  The route of a question is Workbench::run: readers start
// there.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/diagnostic.h"
#include "base/exit_code.h"
#include "engine/portfolio.h"
#include "front/smv/smv.h"
#include "model/stepper.h"
#include "report/report.h"
#include "session/network_input.h"

namespace whynot::session {

struct CheckOptions {
  std::string engine = "auto";
  std::size_t bound = 50;
  std::size_t number = 1;              // of counterexamples
  std::vector<std::string> different;  // columns; empty: any
  bool race = false;                   // engines at once, on threads
  bool certify = false;                // let independent code confirm every claim
  bool subformulas = false;            // with their truth, in each trace
};

class Workbench {
 public:
  explicit Workbench(Context& context) : context_(context) {}

  // Reads, checks and flattens a model; "-" is standard input, a folder has router tables.  exit_ok, or what went
  // wrong (then the diagnostics say why).
  ExitCode open(const std::string& path, const NetworkOptions& of_folder = {});
  ExitCode open(const std::string& name, const std::string& text);  // the same, read already
  // Adds a formula as a property, the last one then, with a name of its own; false when it is wrong.
  bool add_formula(const std::string& text, const std::string& kind);
  // The properties with these names, all of them when there are none; false when a name is unknown.
  bool select(const std::vector<std::string>& names, std::vector<Property>& selected);
  bool knows_columns(const std::vector<std::string>& names);
  // Text about the open model: a formula, shown under this name, or an expression over the model's variables.  What
  // it owes (a case that covers all cases, a divisor that is not 0) is settled before it is returned; nothing (null)
  // when it is wrong, and the diagnostics say why.
  std::optional<Property> formula(const std::string& name, const std::string& text, std::optional<PropertyKind>);
  Expr expression(const std::string& text, front::smv::ExpressionRules rules = {});
  // Further columns of the traces that are added from now on: an expression (false when it is wrong), all DEFINEs.
  bool watch(const std::string& text);
  void watch_defines();

  // Decides one property and adds what comes out to the report.
  void run(const Property&, const CheckOptions&);

  // Adds a property that no engine was asked about.
  void leave_open(const Property&, Verdict);

  // Warns where properties may hold only because runs end, or because there are none.
  void examine(const std::vector<Property>& checked);

  const TransitionSystem& system() const { return program_->system; }
  const Stepper& stepper() const { return *stepper_; }
  const front::smv::Program& program() const { return *program_; }
  Sources& sources() { return sources_; }
  ExprPool& pool() { return pool_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  Context& context() { return context_; }
  Keep& keep() { return keep_; }
  void forget() { keep_.clear(); }  // what engines have kept

  // With the diagnostics so far.
  report::Report& report();
  // Adds a trace of the model; its id.
  std::string add_trace(Trace, const std::string& property);
  // Fills in what is watched.  REQUIRES a trace of the model.
  void add_watched(report::TraceEntry&) const;

 private:
  std::vector<Trace> several_traces(Query, const CheckOptions&, std::vector<Trace> first, bool& complete);
  engine::Answer race(const Query&, const CheckOptions&);
  template <typename Read>
  auto settled(const std::string& name, const std::string& text, Read);
  void warn_of_no_start();
  void must_replay(const Property&, const Trace&);

  Context& context_;
  Sources sources_;
  ExprPool pool_;
  Diagnostics diagnostics_;
  std::optional<front::smv::Program> program_;
  std::unique_ptr<Stepper> stepper_;
  FileId file_ = 0;                                            // of the model
  std::string text_;                                           // of the model, and
  std::vector<std::pair<std::string, std::string>> formulas_;  // what was added: its text and kind
  Keep keep_;                                                  // of the engines, about the open model
  std::vector<Define> watched_;
  bool warned_of_no_start_ = false;
  report::Report report_;
};

}  // namespace whynot::session
