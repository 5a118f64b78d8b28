// One line about an open model: its report, its diagnostics, its further properties.  What analyses may ask is here;
// commands read what came out of it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/ask.h"
#include "engine/turns/schedule.h"
#include "report/report.h"
#include "session/session.h"

namespace whynot::session {

// How properties of systems are decided.
struct Deciding {
  std::string engine = "auto";
  std::size_t bound = 50;
  bool race = false;  // engines at once, on threads
  Limits each = {};   // of one property, where several are decided together

  bool takes_any_engine() const { return engine == "auto"; }
};

// What -f added, as it was written: a race reads it once more.
struct AddedFormula {
  std::string name, text;
  std::optional<PropertyKind> kind;
};

// What an answer about the invariant !p says of the cover p: a run that violates it reaches p.
Verdict covered(Verdict never);

class Workbench final : public analyse::Ask {
 public:
  // About the model that has these properties.  REQUIRES that something is open.
  Workbench(std::shared_ptr<Opened>, const std::vector<std::string>& properties, Context&, Deciding = {});

  const Model& model() const override { return *open_.model; }
  Sources& sources() override { return opened_->sources; }
  Diagnostics& diagnostics() override { return diagnostics_; }
  Context& context() override { return context_; }
  Keep& keep() override { return open_.keep; }
  engine::Answer decide(const Property&) override;
  // So many rounds of their turns at most; nothing when the question is still open.
  std::optional<engine::Answer> decide_within(const Property&, std::size_t rounds);
  // Several together, the easy ones first.  REQUIRES that engines do not race.
  void decide_all(std::span<const Property>, engine::Schedule::Listener&);
  std::string cite(Trace, const std::string& about, const Claim& = {}, const Model* of = nullptr) override;

  // REQUIRE a system.
  const TransitionSystem& system() const { return model().system(); }
  ExprPool& pool() const { return *system().pool; }
  Query query(const Property&);

  const Stepper& stepper() const { return *model().stepper; }

  // The properties of these names with those that formulas add, all of the model when there are neither; nothing after
  // errors.
  std::optional<std::vector<Property>> select(const std::vector<std::string>& names,
                                              const std::vector<std::string>& formulas, std::optional<PropertyKind>);
  bool knows_columns(const std::vector<std::string>& names);
  // Those of these names, all where none is named: in what counterexamples shall differ.
  std::vector<std::size_t> columns(const std::vector<std::string>& names) const;
  // Text about the model, under a name for diagnostics; nothing (null) when it is wrong.  REQUIRES a model with a
  // reader.
  std::optional<Property> formula(const std::string& name, const std::string& text, std::optional<PropertyKind>);
  Expr expression(const std::string& text, Reader::Allowed = {});
  // Further columns of the traces that are cited from now on: an expression (false when it is wrong), all DEFINEs.
  // REQUIRES a system.
  bool watch(const std::string& text);
  void watch_defines();
  // The values of this step in the source, for the traces that are cited from now on.
  void show_inline(std::size_t step) { inline_step_ = step; }
  // Fills in what is watched.  REQUIRES a trace of the model.
  void add_watched(report::TraceEntry&) const;

  const std::shared_ptr<Opened>& opened() const { return opened_; }
  const Deciding& deciding() const { return deciding_; }
  // With the diagnostics so far.
  report::Report& report();

 private:
  void add_named(const std::vector<std::string>& names, std::vector<Property>& selected);
  engine::Answer race(const Query&);

  std::shared_ptr<Opened> opened_;
  OpenModel& open_;
  Context& context_;
  Deciding deciding_;
  Diagnostics diagnostics_;
  std::vector<AddedFormula> formulas_;
  std::vector<Define> watched_;
  std::optional<std::size_t> inline_step_;
  report::Report report_;
};

}  // namespace whynot::session
