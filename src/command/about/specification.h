// What the commands about specifications have in common: from where and how they search, and how what they find stands
// in the report.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyse/falsify/induction.h"
#include "command/analysis.h"
#include "engine/ots/search.h"
#include "report/finding/falsification.h"

namespace whynot::command {

class AboutSpecification : public Analysis {
 public:
  AboutSpecification(Run&, session::Workbench&);

  Answer leave(const Property&, Verdict) override;
  // Compares with the `expect` clauses of the specification.
  Together together() override;

  // Reads --from; writes --export.  A mistake in the words, or errors that the diagnostics have.
  std::optional<UsageError> prepare(std::span<const Property>);

 protected:
  static constexpr std::size_t default_depth = 3;

  const Arguments& arguments() const { return run_.arguments; }
  std::ostream& err() { return run_.err; }
  session::Workbench& bench() { return bench_; }
  Context& context() { return bench_.context(); }
  ots::Ots& specification() { return *bench_.model().specification().ots; }
  const ots::Scope& scope() { return bench_.model().specification().scope; }
  const std::optional<State>& from() const { return from_; }

  std::span<const Property> selected() const { return selected_; }
  analyse::falsify::LemmaForm lemma_form() const;
  // The specification within another scope; what is found there is replayed there.
  std::unique_ptr<const Model> within(const ots::Scope&);

  // `seeks`: counterexamples, not all states; then states that differ in loose constants may count as one.
  engine::ots::SearchOptions search_options(bool seeks) const;
  // Where there is no state everything holds of all of them: somebody should be told.
  void warn_of_no_start(const std::vector<ots::DepthCount>&);
  static report::SearchSummary summary_of(const std::vector<ots::DepthCount>&, const std::string& scope, bool symmetry,
                                          const std::optional<engine::ots::Partition>& = {});
  // With --certify a second solver answers the same questions.
  void certify(std::span<const ots::Predicate> facts, Answer&, report::Falsification&);
  // The trace of the verdict, if there is one, and the finding that cites it, are part of the answer.
  Answer& complete(Answer&, const Property&, report::Falsification, const Model* of = nullptr);

 private:
  void read_start(const std::string& named);
  void check_said();
  void warn_of_excluded(const Trace&, const Specification&);
  std::optional<UsageError> write_export(std::span<const Property>);

  Run& run_;
  session::Workbench& bench_;
  std::optional<State> from_;
  std::vector<Property> selected_;
  bool certifies_;
  bool warned_ = false;
};

// Nothing more to do: what --export asked for is written.
class Exported final : public Analysis {
 public:
  Answer treat(const Property&) override { return {}; }
};

// Made from what the words say, or why not.  An export is all that is done where one is asked for.
template <class Made>
Prepared prepared(Run& run, session::Workbench& bench, std::vector<Property>& properties) {
  auto analysis = std::make_unique<Made>(run, bench);
  if (auto mistake = analysis->prepare(properties)) return *mistake;
  if (!bench.diagnostics().ok()) return Prepared::Failed{};
  if (!run.arguments.has("export")) return analysis;
  properties.clear();
  return std::make_unique<Exported>();
}

// As `whynot falsify` treats them, for a command that has prepared its own words.
std::unique_ptr<Analysis> falsifying(Run&, session::Workbench&, std::span<const Property>);

// Whether the specification has a scope to search in; else an error says that only `search` does without.
bool has_scope(session::Workbench&);

}  // namespace whynot::command
