#include "analyse/classify/classify.h"

#include "analyse/classify/classifier.h"
#include "analyse/classify/count.h"
#include "analyse/classify/flags.h"
#include "analyse/classify/unbounded.h"
#include "base/check.h"
#include "engine/health.h"

namespace whynot::classify {
namespace {

// Whether every reachable state has a successor, so that finite runs are beginnings of infinite ones.  No CTL
// formula asks that: they speak of states that go on for ever only.
bool runs_go_on(const TransitionSystem& system, Context& context) {
  const auto health = engine::examine(system, nullptr, context);
  return health && !health->deadlock;
}

std::vector<TraceClass> constraints_of(const Classes& classes) {
  std::vector<TraceClass> constraints;
  for (const Class& c : classes.classes) constraints.push_back(c.constraint);
  return constraints;
}

// What --anchor asks for: there are positions where the predicate holds.
std::optional<TraceClass> anchored_part(const Options& options, const Vocabulary& vocabulary) {
  if (!options.anchor) return std::nullopt;
  return instance_of(vocabulary, static_cast<PredicateId>(*options.anchor));
}

// The numbers, and with them a second opinion on what the solvers said.
void add_counts(const Question& question, const Vocabulary& vocabulary, const Options& options, Classes& classes,
                Context& context) {
  auto counted = count_runs(question, vocabulary, {constraints_of(classes), anchored_part(options, vocabulary)}, context);
  if (const auto* no = std::get_if<Uncounted>(&counted)) {
    classes.uncounted = no->reason;
    return;
  }
  Counts& counts = std::get<Counts>(counted);
  WHYNOT_CHECK(!classes.complete || counts.outside == 0, "every counterexample should be in a class");
  classes.total = counts.total;
  classes.counted_apart = counts.apart;
  classes.overlap = std::move(counts.in_both);
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    Class& c = classes.classes[i];
    WHYNOT_CHECK(!c.explained || counts.passing[i] == 0, "no passing run should be in a class");
    c.count = counts.in[i];
    c.canonical_count = counts.only_in[i];
  }
}

constexpr std::size_t most_rounds = 4, longest_bound = 60;

// Classes up to a bound, tried without one; where a longer run speaks against them, again up to its length.
Classes classify_any(Question question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                     Context& context) {
  for (std::size_t round = 1;; ++round) {
    Classes classes = Classifier(question, stepper, options, vocabulary, context).run();
    classes.uncounted = "there may be infinitely many of any length";
    if (!classes.stopped.empty() || classes.insufficient) return classes;
    const UnboundedAnswer answer = prove_unbounded(question, vocabulary, constraints_of(classes),
                                                   anchored_part(options, vocabulary), context);
    if (answer.longest > question.bound && answer.longest <= longest_bound && round < most_rounds) {
      question.bound = answer.longest;
      continue;
    }
    classes.unbounded = answer.coverage == Proof::Proved;
    classes.complete = classes.unbounded;
    for (std::size_t i = 0; i < classes.classes.size(); ++i) {
      classes.classes[i].unbounded = answer.sufficiency[i] == Proof::Proved;
      if (answer.sufficiency[i] == Proof::Refuted) classes.classes[i].flags.emplace_back("bounded artefact: longer runs satisfy it and pass");
    }
    return classes;
  }
}

Classes classify_bounded(const Question& question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                         Context& context) {
  Classes classes = Classifier(question, stepper, options, vocabulary, context).run();
  if (classes.stopped.empty()) add_counts(question, vocabulary, options, classes, context);
  return classes;
}

void list_unused(const Vocabulary& vocabulary, Classes& classes) {
  std::vector<bool> used(vocabulary.given(), false);
  for (const Class& c : classes.classes)
    for (const Fact& f : c.constraint.facts)
      if (!f.is_gap() && f.predicate < used.size()) used[f.predicate] = true;
  for (std::size_t id = 0; id < used.size(); ++id)
    if (!used[id]) classes.unused.push_back(id);
}

Expr apart(ExprPool& pool, Expr i, Expr j, bool in_order) {
  return in_order ? pool.make(Op::Lt, pool.boolean_type(), {i, j}) : pool.not_(pool.eq(i, j));
}

// An anchor is sought at any positions; where it must not be of one position twice, it says so itself.
std::vector<Predicate> with_plain_anchor(const TransitionSystem& system, const Options& options) {
  std::vector<Predicate> predicates = options.predicates;
  if (!options.anchor || !predicates[*options.anchor].distinct) return predicates;
  ExprPool& pool = *system.pool;
  Predicate& p = predicates[*options.anchor];
  for (std::size_t i = 0; i < p.arity; ++i)
    for (std::size_t j = i + 1; j < p.arity; ++j)
      p.body = pool.and_(p.body, apart(pool, place_of_argument(pool, i), place_of_argument(pool, j), p.symmetric));
  return predicates;
}

}  // namespace

Outcome classify(const TransitionSystem& system, const Stepper& stepper, const Property& property, const Options& options,
                 Context& context) {
  Outcome outcome{std::make_unique<Vocabulary>(system, options.vocabulary, with_plain_anchor(system, options)), NotTreated{}};
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  if (const auto* no = std::get_if<NoPlan>(&plan)) {
    outcome.result = NotTreated{no->reason};
    return outcome;
  }
  const Question question{&system, &property, std::get<Violation>(plan), options.mode == Mode::Exact, options.bound};
  Vocabulary& vocabulary = *outcome.vocabulary;
  Classes classes = options.mode == Mode::Any ? classify_any(question, stepper, options, vocabulary, context)
                                              : classify_bounded(question, stepper, options, vocabulary, context);
  add_flags(question, vocabulary, classes, context);
  list_unused(vocabulary, classes);
  outcome.result = std::move(classes);
  return outcome;
}

}  // namespace whynot::classify
