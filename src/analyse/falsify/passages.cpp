#include "analyse/falsify/passages.h"

#include "analyse/falsify/induction.h"
#include "encode/ots/cafeobj.h"
#include "encode/ots/unfold.h"

namespace whynot::analyse::falsify {

using encode::ots::inlined;
using whynot::ots::Transition;

namespace {

// Rewriting sees through functions that are not recursive; so shall the cases.
Predicate seen_through(const Ots& ots, const Predicate& p) { return {p.name, p.params, inlined(ots, p.body)}; }

Transition seen_through(const Ots& ots, Transition t) {
  t.guard = inlined(ots, t.guard);
  for (auto& update : t.updates) {
    update.value = inlined(ots, update.value);
    for (Term& i : update.index) i = inlined(ots, i);
  }
  return t;
}

encode::ots::CafeGoal goal_of(const Ots& ots, const Predicate& goal, Context& context) {
  const Predicate p = seen_through(ots, goal);
  Induction induction(ots, std::span(&p.body, 1));
  induction.obey(context);
  encode::ots::CafeGoal out{goal, induction.holds_initially(p) == Induction::Truth::Yes, {}, {}, {}};
  if (out.holds_initially) out.initially = induction.decided_initially(p);
  for (const Transition& transition : ots.transitions) {
    const Transition t = seen_through(ots, transition);
    const StepResult step = induction.split(p, t, std::span(&p, 1), LemmaForm::Paper);
    if (!step.decided) out.undecided.push_back(t.name);
    for (const FailingCase& c : step.cases) {
      std::vector<Term> literals = c.cube;
      for (Term l : induction.decided(p, t, c)) literals.push_back(l);
      out.failing.push_back({&transition, c.args, c.instance, std::move(literals)});
    }
  }
  return out;
}

}  // namespace

std::string cafeobj_with_passages(const Ots& ots, std::span<const Predicate> goals, Context& context) {
  std::vector<encode::ots::CafeGoal> made;
  for (const Predicate& goal : goals) {
    context.progress(goal.name);
    made.push_back(goal_of(ots, goal, context));
  }
  return encode::ots::cafeobj_text(ots, made);
}

}  // namespace whynot::analyse::falsify
