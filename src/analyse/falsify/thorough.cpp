// Builds the questions from terms, so that all that is asked is known before it is decided how observers are seen.
#include "analyse/falsify/thorough.h"

#include "encode/ots/encoder.h"
#include "encode/ots/ground.h"
#include "encode/ots/simplify.h"

namespace whynot::analyse::falsify {

using encode::ots::closed_formula;
using encode::ots::Encoder;
using encode::ots::initially;
using encode::ots::simplify;
using solve::SmtSolver;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Term;

Question question_of_step(const Ots& ots, const Predicate& p, const whynot::ots::Transition& t,
                          std::span<const Predicate> known) {
  Question out{simplify(ots, t.guard), simplify(ots, p.body),
               simplify(ots, ots.pool->not_(encode::ots::after(ots, t, p.body)))};
  for (const Predicate& k : known) out.push_back(closed_formula(ots, {k.name, k.params, simplify(ots, k.body)}));
  return out;
}

Question question_of_start(const Ots& ots, const Predicate& p) {
  Question out{simplify(ots, ots.pool->not_(initially(ots, p.body))), initially(ots, ots.init)};
  for (std::uint32_t o = 0; o < ots.observers.size(); ++o) {
    const auto& observer = ots.observers[o];
    if (observer.initial.size() <= 1) continue;  // its value stands where it was, or is any
    std::vector<Term> index, ways;
    for (whynot::ots::VarId v : observer.params) index.push_back(ots.pool->var(v));
    const Term here = ots.pool->make(whynot::ots::Op::Observe, observer.sort, index, o);
    for (Term value : observer.initial) ways.push_back(ots.pool->eq(here, value));
    const Term one = simplify(ots, ots.pool->any(ways));
    if (!one.is_true()) out.push_back(closed_formula(ots, {"", observer.params, one}));
  }
  return out;
}

namespace {

void add_question(const Question& question, Encoder& encoder, SmtSolver& solver) {
  const Encoder::StateId state = encoder.new_state("");
  for (Term f : question) solver.add(encoder.encode(f, state));
  solver.add(encoder.take_side_conditions());
  solver.add(encoder.background());
}

// With the axioms, which the encoder adds itself: they decide how collections are seen, too.
Question with_axioms(const Ots& ots, Question question) {
  for (const auto& a : ots.axioms) question.push_back(closed_formula(ots, {a.name, a.params, simplify(ots, a.body)}));
  return question;
}

}  // namespace

ThoroughAnswer ask_thoroughly(const Ots& ots, const Question& question, std::uint64_t steps, Context* context) {
  solve::Smt smt;
  if (context) smt.obey(*context);
  Encoder encoder(ots, smt, with_axioms(ots, question), Encoder::Seen::AsFunctions);
  SmtSolver solver(smt, steps, true);
  add_question(question, encoder, solver);
  ThoroughAnswer out;
  out.answer = solver.check();
  out.steps = smt.taken();
  if (out.answer == solve::SmtAnswer::Unknown) out.reason = solver.reason_unknown();
  return out;
}

}  // namespace whynot::analyse::falsify
