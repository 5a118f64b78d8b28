// Finite-state systems after flattening: typed variables, conditions on them, fairness.  The front end has
// resolved every name, inlined DEFINEs (as shared expressions) and pushed `next` down to variables.
//
// Meaning.  A state gives a value to each state and frozen variable; inputs label the transition that
// leaves a state.  A state is allowed if all of `invar` and `invar_assignments` hold in it; initial if also
// `init` and `init_assignments` do; (s, i, t) is a step if s and t are allowed, frozen variables keep their
// values, and `trans` and `next_assignments` hold with `next(x)` read in t.  An assignment of a set means
// that the variable has one of its values.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "expr/expr.h"
#include "model/signature.h"

namespace whynot {

enum class VariableKind { State, Frozen, Input };

struct VariableDecl {
  Expr variable;
  VariableKind kind = VariableKind::State;
  Span where;
};

// An if-then-else as somebody wrote it: the branch of a `case`, or `a ? b : c`.
struct WrittenChoice {
  Expr choice;          // the Ite
  Span then;            // condition and value
  Span otherwise = {};  // of the last one: what applies else
};

struct Assignment {
  Expr variable;
  Expr value;  // of the variable's type, or a set of such values
  Span where;
  std::shared_ptr<const std::vector<WrittenChoice>> choices = {};  // of its text; null where nobody wrote it
};

struct Constraint {
  Expr condition;
  Span where;
};

struct Compassion {  // if p holds infinitely often, so does q
  Expr p, q;
  Span where;
};

struct Define {
  std::string name;
  Expr value;
  Span where;
};

// What must be true for the model to mean anything, found by the front end but not decided there because
// it takes a solver: a case that covers all cases, a value that fits its variable, a divisor that is not 0.
// `condition` must hold for all values of the variables (within their types).
struct Obligation {
  Expr condition;
  std::string code, message, help;
  Span where;
  bool fatal = true;  // else a failure is only worth a warning: words have a value even where it surprises
};

struct TransitionSystem {
  ExprPool* pool = nullptr;  // the session's
  std::vector<VariableDecl> variables;
  std::vector<Assignment> init_assignments, next_assignments, invar_assignments;
  std::vector<Constraint> init, trans, invar;
  std::vector<Constraint> justice;
  std::vector<Compassion> compassion;
  std::vector<Define> defines;
  std::vector<Obligation> obligations;

  // The conditions as boolean expressions, assignments written as `x = e` or `x in e`.
  std::vector<Expr> initial_conditions() const;    // over current variables; without the invariants
  std::vector<Expr> invariant_conditions() const;  // over current variables
  std::vector<Expr> step_conditions() const;       // over current, input and next variables; with frozen
                                                   // variables kept, without the invariants
  bool has_fairness() const { return !justice.empty() || !compassion.empty(); }
};

// Columns are state and frozen variables in declaration order; inputs apart.
Signature signature_of(const TransitionSystem&);

}  // namespace whynot
