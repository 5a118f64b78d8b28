#include "analyse/classify/classify.h"

#include "analyse/classify/classifier.h"
#include "analyse/classify/count.h"
#include "base/check.h"
#include "engine/portfolio.h"

namespace whynot::classify {
namespace {

// Whether every reachable state has a successor, so that finite runs are beginnings of infinite ones.
bool runs_go_on(const TransitionSystem& system, Context& context) {
  ExprPool& pool = *system.pool;
  Property property;
  property.kind = PropertyKind::Ctl;
  property.name = "total";
  property.formula = pool.temporal(Op::AG, {pool.temporal(Op::EX, {pool.boolean(true)})});
  const Query query{&system, &property, Polarity::Violating, {}, {}, std::nullopt, nullptr};
  return std::holds_alternative<Holds>(engine::decide(query, engine::engines(), context).verdict);
}

constexpr std::uint64_t counting_effort = 3'000'000;

// The numbers, and with them a second opinion on what the solvers said.
void add_counts(const Question& question, const Vocabulary& vocabulary, Classes& classes, Context& context) {
  std::vector<TraceClass> constraints;
  for (const Class& c : classes.classes) constraints.push_back(c.constraint);
  Context limited(context, counting_effort);
  auto counted = count_runs(question, vocabulary, constraints, limited);
  if (const auto* no = std::get_if<Uncounted>(&counted)) {
    classes.uncounted = no->reason;
    return;
  }
  Counts& counts = std::get<Counts>(counted);
  WHYNOT_CHECK(!classes.complete || classes.anchored || counts.outside == 0, "every counterexample should be in a class");
  classes.total = counts.total;
  classes.overlap = std::move(counts.in_both);
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    Class& c = classes.classes[i];
    WHYNOT_CHECK(!c.explained || counts.passing[i] == 0, "no passing run should be in a class");
    c.count = counts.in[i];
    c.canonical_count = counts.only_in[i];
  }
}

}  // namespace

Outcome classify(const TransitionSystem& system, const Stepper& stepper, const Property& property, const Options& options,
                 Context& context) {
  Outcome outcome{std::make_unique<Vocabulary>(system, options.vocabulary, options.predicates), NotTreated{}};
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  if (const auto* no = std::get_if<NoPlan>(&plan)) {
    outcome.result = NotTreated{no->reason};
    return outcome;
  }
  const Question question{&system, &property, std::get<Violation>(plan), options.mode == Mode::Exact, options.bound};
  Classes classes = Classifier(question, stepper, options, *outcome.vocabulary, context).run();
  if (classes.stopped.empty()) add_counts(question, *outcome.vocabulary, classes, context);
  outcome.result = std::move(classes);
  return outcome;
}

}  // namespace whynot::classify
