// The order of the work: classes up to a bound, proofs and counts where they are asked for, then the attempt without
// a bound.
#include "analyse/classify/classify.h"

#include <algorithm>

#include "analyse/classify/classifier.h"
#include "analyse/classify/count/count_diagrams.h"
#include "analyse/classify/describe/describe.h"
#include "analyse/classify/describe/details.h"
#include "analyse/classify/flags.h"
#include "analyse/classify/generic.h"
#include "analyse/classify/orbit/orbit.h"
#include "analyse/classify/outcome.h"
#include "analyse/classify/solver/certify.h"
#include "analyse/classify/solver/solver_space.h"
#include "analyse/classify/solver/unbounded.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

// `lifted`: classes of a smaller bound.
Classes search_classes(const Question& question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                       Context& context, const std::vector<Class>& lifted = {}) {
  const auto space = make_solver_space(question, stepper, vocabulary, context);
  Classifier classifier(*space, options, vocabulary, context);
  classifier.lift(lifted);
  Classes classes = classifier.run();
  classes.bound = question.bound;
  classes.lassos = question.violation.lassos;
  return classes;
}

// A counterexample, where none has the anchor: the property is violated all the same.
std::optional<Trace> any_counterexample(const Question& question, const Stepper& stepper, const Vocabulary& vocabulary,
                                        Context& context) {
  const auto space = make_solver_space(question, stepper, vocabulary, context);
  ViolatingRuns& runs = space->violating();
  for (std::size_t size = 0; size < runs.sizes(); ++size) {
    const Answer answer = runs.find(size, {}, {});
    if (answer == Answer::Stopped) return std::nullopt;
    if (answer == Answer::Unsat) continue;
    Trace trace = runs.trace();
    space->confirm(trace, Polarity::Violating);
    return trace;
  }
  return std::nullopt;
}

constexpr std::size_t most_rounds = 4, longest_bound = 60;

// Whether proofs that are checked confirm what is claimed up to the bound.
void certify_bounded(const Question& question, const Vocabulary& vocabulary, const Options& options, Classes& classes,
                     Context& context) {
  if (options.certify && classes.doubt.empty())
    classes.doubt =
        doubt_about(question, vocabulary, classes, anchored_part(options, vocabulary), context).value_or("");
}

// What was counted state by state, by decision diagrams, if they stay small.
void count_again(const Question& question, const Vocabulary& vocabulary, const CountedClasses& counted,
                 const Classes& classes, Context& context) {
  const auto again = count_by_diagrams(question, vocabulary, counted, context);
  const auto* counts = std::get_if<Counts>(&again);
  if (!counts) return;
  bool same = counts->total == *classes.total;
  for (std::size_t i = 0; i < classes.classes.size(); ++i)
    same =
        same && counts->in[i] == *classes.classes[i].count && counts->only_in[i] == *classes.classes[i].canonical_count;
  WHYNOT_CHECK(same, "runs should be as many however they are counted");
}

void take_proofs(const UnboundedAnswer& answer, Classes& classes) {
  if (classes.doubt.empty()) classes.doubt = answer.doubt;
  classes.unbounded = answer.coverage == Proof::Proved;
  classes.complete = classes.unbounded;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    classes.classes[i].unbounded = answer.sufficiency[i] == Proof::Proved;
    if (answer.sufficiency[i] == Proof::Refuted)
      classes.classes[i].flags.emplace_back("bounded artefact: longer runs satisfy it and pass");
  }
}

// Classes up to a bound, tried without one; where a longer run speaks against them, they are lifted to its length,
// verified again, and completed.
Classes classify_any(Question question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                     Context& context) {
  std::vector<Class> lifted;
  for (std::size_t round = 1;; ++round) {
    Classes classes = search_classes(question, stepper, options, vocabulary, context, lifted);
    classes.uncounted = "there may be infinitely many of any length";
    if (!classes.stopped.empty() || classes.insufficient) {
      certify_bounded(question, vocabulary, options, classes, context);
      return classes;
    }
    const UnboundedAnswer answer = prove_unbounded(question, vocabulary, constraints_of(classes),
                                                   anchored_part(options, vocabulary), options.certify, context);
    if (answer.longest > question.bound && answer.longest <= longest_bound && round < most_rounds) {
      question.bound = answer.longest;
      lifted = std::move(classes.classes);
      continue;
    }
    take_proofs(answer, classes);
    const auto is_bounded = [](const Class& c) { return !c.unbounded; };
    if (classes.doubt.empty() && std::any_of(classes.classes.begin(), classes.classes.end(), is_bounded))
      certify_bounded(question, vocabulary, options, classes, context);
    return classes;
  }
}

Classes classify_bounded(const Question& question, const Stepper& stepper, const Options& options,
                         Vocabulary& vocabulary, Context& context) {
  Classes classes = search_classes(question, stepper, options, vocabulary, context);
  certify_bounded(question, vocabulary, options, classes, context);
  return classes;
}

void count_classes(const Question& question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                   Classes& classes, Context& context) {
  if (!classes.stopped.empty()) return leave_uncounted(classes);
  const CountedClasses counted = counted_classes(classes, options, vocabulary);
  take_counts(count_runs(question, vocabulary, counted, context), true, classes);
  if (options.certify && classes.counted_apart) count_again(question, vocabulary, counted, classes, context);
  if (!options.anchor && classes.complete)
    classes.descriptors = describe(question, stepper, vocabulary, classes, context);
  if (!options.anchor && classes.discovered) add_details(question, vocabulary, classes, context);
}

}  // namespace

Outcome classify(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                 const Options& options, Context& context) {
  Outcome outcome{std::make_unique<Vocabulary>(system, options.vocabulary, with_distinct_positions(system, options),
                                               options.grammar),
                  NotTreated{}};
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  if (const auto* no = std::get_if<NoPlan>(&plan)) {
    outcome.result = NotTreated{no->reason};
    return outcome;
  }
  const Question question{&system, &property, std::get<Violation>(plan), options.mode == Mode::Exact, options.bound};
  Vocabulary& vocabulary = *outcome.vocabulary;
  Classes classes = options.mode == Mode::Any ? classify_any(question, stepper, options, vocabulary, context)
                                              : classify_bounded(question, stepper, options, vocabulary, context);
  if (options.anchor) {
    Question whole = question;
    whole.bound = classes.bound;
    if (classes.classes.empty() && classes.stopped.empty() && !classes.first)
      classes.first = any_counterexample(whole, stepper, vocabulary, context);
    add_generic_level(*make_solver_space(whole, stepper, vocabulary, context), options, vocabulary, classes, context);
  }
  add_flags(question, vocabulary, classes, context);
  list_unused(vocabulary, classes);
  if (vocabulary.grammar().is_rich()) merge_orbits(vocabulary, classes);
  if (options.count && options.mode != Mode::Any)
    count_classes(question, stepper, options, vocabulary, classes, context);
  outcome.result = std::move(classes);
  return outcome;
}

void add_counts(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                const Options& options, Outcome& outcome, Context& context) {
  auto* classes = std::get_if<Classes>(&outcome.result);
  if (!classes || options.mode == Mode::Any) return;
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  if (!std::holds_alternative<Violation>(plan)) return;
  const Question question{&system, &property, std::get<Violation>(plan), options.mode == Mode::Exact, classes->bound};
  count_classes(question, stepper, options, *outcome.vocabulary, *classes, context);
}

}  // namespace whynot::analyse::classify
