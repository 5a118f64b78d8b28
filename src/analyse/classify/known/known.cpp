// Every question is one about violating runs that are in some classes and outside of others.
#include "analyse/classify/known/known.h"

#include <algorithm>
#include <array>

#include "analyse/classify/solver/solver_space.h"
#include "analyse/classify/solver/unbounded.h"

namespace whynot::analyse::classify {
namespace {

using ClassId = ViolatingRuns::ClassId;

class Comparison {
 public:
  explicit Comparison(ViolatingRuns& runs) : runs_(runs) {}

  std::optional<std::vector<ClassId>> know(const std::vector<TraceClass>& classes) {
    std::vector<ClassId> ids;
    for (const TraceClass& c : classes) {
      const auto id = runs_.know(c);
      if (!id) return std::nullopt;
      ids.push_back(*id);
    }
    return ids;
  }

  // Whether some counterexample is in all of `in` and outside of all of `outside`.
  bool some(const std::vector<ClassId>& in, const std::vector<ClassId>& outside) {
    const Answer answer = runs_.find(runs_.sizes() - 1, in, outside);
    stopped_ = stopped_ || answer == Answer::Stopped;
    return answer == Answer::Sat;
  }
  bool stopped() const { return stopped_; }

 private:
  ViolatingRuns& runs_;
  bool stopped_ = false;
};

std::vector<TraceClass> as_classes(const std::vector<Predicate>& known, Vocabulary& vocabulary) {
  std::vector<TraceClass> classes;
  classes.reserve(known.size());
  for (const Predicate& p : known) classes.push_back(instance_of(vocabulary, vocabulary.know(p)));
  return classes;
}

// A class, with its images, against the known ones; those that are gone are part of anything.
class ClassSince {
 public:
  ClassSince(Comparison& compared, const std::vector<ClassId>& before, const std::vector<bool>& gone)
      : compared_(compared), before_(before), gone_(gone) {}

  Since of(const std::vector<ClassId>& now, std::optional<std::size_t>& like) {
    bool is_larger = false;
    for (std::size_t k = 0; k < before_.size(); ++k) {
      if (gone_[k] || compared_.some({before_[k]}, now)) continue;
      if (now.size() == 1 && !compared_.some(now, {before_[k]})) {
        like = k;
        return Since::Known;
      }
      is_larger = true;
    }
    const auto is_new = [&](ClassId id) { return compared_.some({id}, before_); };
    if (std::none_of(now.begin(), now.end(), is_new)) return Since::Known;
    return is_larger ? Since::Grown : Since::New;
  }

 private:
  Comparison& compared_;
  const std::vector<ClassId>& before_;
  const std::vector<bool>& gone_;
};

std::variant<Question, NotTreated> question_about(const TransitionSystem& system, const Property& property,
                                                  std::size_t bound, Context& context) {
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  if (const auto* no = std::get_if<NoPlan>(&plan)) return NotTreated{no->reason};
  return Question{&system, &property, std::get<Violation>(plan), false, bound};
}

}  // namespace

std::optional<Compared> compare(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                                const Options& options, const std::vector<Predicate>& known, Outcome& outcome,
                                Context& context) {
  const auto* classes = std::get_if<Classes>(&outcome.result);
  if (!classes || !classes->stopped.empty()) return std::nullopt;
  auto question = question_about(system, property, classes->bound, context);
  if (!std::holds_alternative<Question>(question)) return std::nullopt;
  std::get<Question>(question).exact = options.mode == Mode::Exact;
  const std::vector<TraceClass> before = as_classes(known, *outcome.vocabulary);
  const auto space = make_solver_space(std::get<Question>(question), stepper, *outcome.vocabulary, context);
  Comparison compared(space->violating());
  const auto before_ids = compared.know(before);
  if (!before_ids) return std::nullopt;
  Compared made;
  for (const ClassId id : *before_ids) made.gone.push_back(!compared.some({id}, {}));
  made.like.resize(classes->classes.size());
  ClassSince since(compared, *before_ids, made.gone);
  for (std::size_t i = 0; i < classes->classes.size(); ++i) {
    std::vector<TraceClass> members = classes->classes[i].images;
    members.push_back(classes->classes[i].constraint);
    const auto ids = compared.know(members);
    if (!ids) return std::nullopt;
    made.now.push_back(since.of(*ids, made.like[i]));
  }
  made.nothing_new = !compared.some({}, *before_ids);
  return compared.stopped() ? std::nullopt : std::optional(std::move(made));
}

std::variant<Outside, NotTreated> find_outside(const TransitionSystem& system, const Stepper& stepper,
                                               const Property& property, const std::vector<Predicate>& known,
                                               const std::vector<std::size_t>& bounds, Context& context) {
  Vocabulary vocabulary(system, {}, {});
  const std::vector<TraceClass> classes = as_classes(known, vocabulary);
  auto planned = question_about(system, property, 0, context);
  if (auto* no = std::get_if<NotTreated>(&planned)) return *no;
  Question& question = std::get<Question>(planned);
  Outside found;
  for (const std::size_t bound : bounds) {
    question.bound = bound;
    const auto space = make_solver_space(question, stepper, vocabulary, context);
    ViolatingRuns& runs = space->violating();
    const auto ids = Comparison(runs).know(classes);
    if (!ids) return NotTreated{"a class ties too many positions together"};
    for (std::size_t size = 0; size < runs.sizes(); ++size) {
      const Answer answer = runs.find(size, {}, *ids);
      if (answer == Answer::Stopped) {
        found.stopped = space->stopped();
        return found;
      }
      if (answer == Answer::Unsat) continue;
      found.counterexample = runs.trace();
      space->confirm(*found.counterexample, Polarity::Violating);
      return found;
    }
    found.bound = bound;
  }
  found.proved = prove_coverage(question, vocabulary, classes, context) == Proof::Proved;
  return found;
}

}  // namespace whynot::analyse::classify
