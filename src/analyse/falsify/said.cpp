// A run is looked for depth first, no state twice at the same place of the pattern; that there is none is a formula
// about the initial state, made by going back over the pattern.
#include "analyse/falsify/said.h"

#include <fmt/format.h>

#include <unordered_set>

#include "analyse/falsify/thorough.h"
#include "encode/ots/simplify.h"
#include "model/state_hash.h"

namespace whynot::analyse::falsify {

using encode::ots::after;
using encode::ots::initially;
using encode::ots::simplify;
using solve::SmtAnswer;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::OtsStepper;
using whynot::ots::Run;
using whynot::ots::RunStep;
using whynot::ots::Scope;
using whynot::ots::Term;
using whynot::ots::Transition;

namespace {

constexpr std::uint64_t steps_of_question = 20'000'000;
constexpr std::size_t most_looked_at = 20'000;  // states of one scope
constexpr std::size_t most_ways = 64;           // of taking the transitions of a pattern, as one formula

class Looking {
 public:
  Looking(const Ots& ots, const Run& run, const Scope& scope, Context& context)
      : ots_(ots), run_(run), stepper_(make_stepper(ots, scope)), context_(context), seen_(run.steps.size() + 1) {}

  bool finds() {
    stepper_->initial(context_, [&](const State& start) {
      go(start, 0);
      return !found_ && looked_at_ < most_looked_at;
    });
    return found_;
  }
  // Whether there is no other way within the scope.
  bool complete() const { return looked_at_ < most_looked_at && !context_.should_stop(); }

 private:
  void go(const State& state, std::size_t at) {
    if (found_ || looked_at_ >= most_looked_at || !seen_[at].insert(state).second) return;
    if (at == run_.steps.size()) {
      found_ = true;
      return;
    }
    const RunStep& step = run_.steps[at];
    if (step.condition) {
      if (stepper_->evaluate(state, step.condition, {}).is_true()) go(state, at + 1);
      return;
    }
    ++looked_at_;
    stepper_->successors(state, context_, [&](const Successor& next) {
      if (is_called(step, state, *next.action)) go(next.state, at + 1);
      return !found_ && looked_at_ < most_looked_at;
    });
  }

  bool is_called(const RunStep& step, const State& from, const Action& action) const {
    for (const RunStep::Call& c : step.calls) {
      if (ots_.transitions[c.transition].name != action.name) continue;
      bool same = true;
      for (std::size_t i = 0; i < c.args.size(); ++i)
        same = same && (!c.args[i] || stepper_->evaluate(from, c.args[i], {}) == action.args[i]);
      if (same) return true;
    }
    return false;
  }

  const Ots& ots_;
  const Run& run_;
  std::unique_ptr<OtsStepper> stepper_;
  Context& context_;
  std::vector<std::unordered_set<State, StateHash>> seen_;  // by the place in the pattern
  std::size_t looked_at_ = 0;
  bool found_ = false;
};

// Of one transition, with parameters of its own: that it is taken, and the formula holds afterwards.
Term before(const Ots& ots, const RunStep::Call& call, Term formula) {
  whynot::ots::TermPool& pool = *ots.pool;
  const Transition& t = ots.transitions[call.transition];
  whynot::ots::Substitution fresh;
  for (whynot::ots::VarId v : t.params) {
    const whynot::ots::Variable like = pool.variable(v);
    fresh[v] = pool.var(pool.new_variable(like.name, like.sort));
  }
  std::vector<Term> parts{t.guard, after(ots, t, formula)};
  for (std::size_t i = 0; i < call.args.size(); ++i)
    if (call.args[i]) parts.push_back(pool.eq(pool.var(t.params[i]), call.args[i]));
  return substitute(pool, pool.all(parts), fresh);
}

// That the run is one, said of the initial state; nothing where it would be too large.
std::optional<Question> question_of_run(const Ots& ots, const Run& run) {
  std::size_t ways = 1;
  for (const RunStep& s : run.steps)
    if (!s.condition) ways = std::min(ways * s.calls.size(), most_ways + 1);
  if (ways > most_ways) return std::nullopt;
  Term formula = ots.pool->boolean(true);
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    const RunStep& s = run.steps[i];
    if (s.condition) {
      formula = ots.pool->all({s.condition, formula});
      continue;
    }
    std::vector<Term> parts;
    for (const RunStep::Call& c : s.calls) parts.push_back(before(ots, c, formula));
    formula = ots.pool->any(parts);
  }
  return Question{initially(ots, formula), initially(ots, ots.init)};
}

}  // namespace

Said check_theorem(const Ots& ots, const whynot::ots::Theorem& theorem, Context& context) {
  const ThoroughAnswer a = ask_thoroughly(ots, {simplify(ots, theorem.against)}, steps_of_question, &context);
  if (a.answer == SmtAnswer::Unsat) return {true, ""};
  if (a.answer == SmtAnswer::Sat) return {false, "it does not follow from the axioms"};
  return {std::nullopt, "the solver does not know: " + a.reason};
}

Said check_run(const Ots& ots, const Run& run, std::span<const Scope> scopes, Context& context) {
  std::string within;
  bool complete = true;
  for (const Scope& scope : scopes) {
    Looking looking(ots, run, scope, context);
    if (looking.finds()) return {run.exists, fmt::format("there is one within scope `{}`", scope.name)};
    complete = complete && looking.complete();
    within += fmt::format("{}`{}`", within.empty() ? "" : ", ", scope.name);
  }
  if (const auto question = question_of_run(ots, run)) {
    const ThoroughAnswer a = ask_thoroughly(ots, *question, steps_of_question, &context);
    if (a.answer == SmtAnswer::Unsat) return {!run.exists, "there is none, whatever the number of elements"};
  }
  return {std::nullopt, complete
                            ? fmt::format("there is none within scope {}; with more elements it is not known", within)
                            : "none was found; the search was cut short"};
}

}  // namespace whynot::analyse::falsify
