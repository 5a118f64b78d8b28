#include "analyse/classify/classify.h"

#include "analyse/classify/classifier.h"
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
  outcome.result = Classifier(question, stepper, options, *outcome.vocabulary, context).run();
  return outcome;
}

}  // namespace whynot::classify
