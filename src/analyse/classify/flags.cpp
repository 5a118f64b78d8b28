// What a reader should know of a class besides what it says.
#include "analyse/classify/flags.h"

#include <algorithm>

#include "analyse/classify/facts/named_steps.h"
#include "analyse/classify/solver/placing.h"
#include "analyse/classify/split.h"
#include "encode/bit_system.h"
#include "solve/cnf.h"

namespace whynot::analyse::classify {
namespace {

// Whether the facts about one position alone, without any step, leave the property no way to hold there.
class Restating {
 public:
  Restating(const Question& question, Context& context)
      : bits_(*question.system), sat_(context), cnf_(bits_.graph(), sat_) {
    for (const encode::VariableBits& v : bits_.variables()) cnf_.require(v.valid);
    for (const encode::BitSystem::Condition& c : bits_.invar()) cnf_.require(c.literal);
    cnf_.require(!bits_.condition(question.violation.bad.arg(0)));
  }

  bool restates(ExprPool& pool, const std::vector<Expr>& alone) {
    if (alone.empty()) return false;
    std::vector<int> assumed;
    for (Expr body : alone) {
      std::unordered_map<Expr, Expr, ExprHash> done;
      for_each_postorder(body, [&](Expr e) {
        std::vector<Expr> args;
        for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
        const Expr rebuilt = args.empty() ? e : rebuild(pool, e, args);
        done.emplace(e, e.is(Op::At) ? e.arg(0) : rebuilt);
      });
      assumed.push_back(cnf_.literal(bits_.condition(done.at(body))));
    }
    return sat_.solve(assumed) == solve::Answer::Unsat;
  }

 private:
  encode::BitSystem bits_;
  solve::Sat sat_;
  solve::Cnf cnf_;
};

bool is_about_states(const Question& question) {
  const Expr bad = question.violation.bad;
  const auto is_input = [&](Expr x) {
    const auto& variables = question.system->variables;
    return std::any_of(variables.begin(), variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  };
  return !question.violation.lassos && bad.is(Op::F) && !contains_op(bad.arg(0), is_ltl) &&
         !speaks_of_transition(bad.arg(0), is_input);
}

// The variables, and nothing said of them.
TransitionSystem variables_of(const TransitionSystem& system) {
  TransitionSystem made;
  made.pool = system.pool;
  made.variables = system.variables;
  return made;
}

// Whether a class leaves the property no way to hold whatever the model does: then it tells nothing of the model.
class ByFormula {
 public:
  ByFormula(const Question& question, const Vocabulary& vocabulary, Context& context)
      : free_(variables_of(*question.system)),
        bits_(about(question), context),
        runs_(make_runs(bits_, Polarity::Passing, context)),
        placing_(*runs_, vocabulary) {}

  bool settles(const TraceClass& c) {
    std::vector<int> assumed;
    for (const Fact& f : c.facts) assumed.push_back(placing_.literal(f));
    return runs_->solve(assumed) == solve::Answer::Unsat;
  }

 private:
  Question about(Question question) const {
    question.system = &free_;
    return question;
  }

  TransitionSystem free_;
  RunBits bits_;
  std::unique_ptr<Runs> runs_;
  Placing placing_;
};

// Whether the model says nothing of what the property speaks of: then no class can say more than which choice it was.
bool is_left_open(const Question& question) {
  const TransitionSystem& system = *question.system;
  const std::vector<Expr> own = support(question.property->formula);
  const auto is_own = [&](Expr x) { return std::find(own.begin(), own.end(), x) != own.end(); };
  const auto speaks_of_own = [&](Expr condition) {
    const std::vector<Expr> read = support(condition);
    return std::any_of(read.begin(), read.end(), is_own);
  };
  for (const auto* assignments : {&system.init_assignments, &system.next_assignments, &system.invar_assignments})
    for (const Assignment& a : *assignments)
      if (is_own(a.variable)) return false;
  for (const auto* constraints : {&system.init, &system.trans, &system.invar, &system.justice})
    for (const Constraint& c : *constraints)
      if (speaks_of_own(c.condition)) return false;
  return std::none_of(system.compassion.begin(), system.compassion.end(),
                      [&](const Compassion& c) { return speaks_of_own(c.p) || speaks_of_own(c.q); });
}

// What a step of the model does is not what the property says, though it may violate it at once.
bool names_step(const Vocabulary& vocabulary, const TraceClass& c) {
  return std::any_of(c.facts.begin(), c.facts.end(),
                     [&](const Fact& f) { return !f.is_gap() && is_named_step(vocabulary.predicate(f.predicate)); });
}

void add_flags_of_formula(const Question& question, const Vocabulary& vocabulary, Classes& classes, Context& context) {
  std::optional<ByFormula> formula;
  const char* const said = is_left_open(question) ? "follows from the formula: the model leaves open what it speaks of"
                                                  : "follows from the formula: it says what the property says";
  for (Class& c : classes.classes) {
    if (!c.explained || !c.flags.empty() || names_step(vocabulary, c.constraint)) continue;
    if (!formula) formula.emplace(question, vocabulary, context);
    if (formula->settles(c.constraint)) c.flags.emplace_back(said);
  }
}

}  // namespace

void add_plain_flags(Classes& classes) {
  for (Class& c : classes.classes) {
    if (!c.explained) c.flags.emplace_back("unexplained: passing runs satisfy it too");
    const auto is_distance = [](const Fact& f) { return f.is_gap() && !is_fixed(f.at[0]) && f.least > 1; };
    if (std::any_of(c.constraint.facts.begin(), c.constraint.facts.end(), is_distance))
      c.flags.emplace_back("distance: what counts is how far positions are apart");
  }
}

void add_flags(const Question& question, const Vocabulary& vocabulary, Classes& classes, Context& context) {
  std::optional<Restating> restating;
  if (is_about_states(question)) restating.emplace(question, context);
  for (Class& c : classes.classes) {
    if (names_step(vocabulary, c.constraint)) continue;
    const std::optional<SplitClass> parts = split(vocabulary, c.constraint);
    const auto restates = [&](const std::vector<Expr>& alone) {
      return restating->restates(*question.system->pool, alone);
    };
    if (restating && parts && std::any_of(parts->alone.begin(), parts->alone.end(), restates))
      c.flags.emplace_back(is_left_open(question) ? "restates the property: the model leaves open what it speaks of"
                                                  : "restates the property: one state alone violates it");
  }
  if (vocabulary.grammar().is_rich()) add_flags_of_formula(question, vocabulary, classes, context);
  add_plain_flags(classes);
}

}  // namespace whynot::analyse::classify
