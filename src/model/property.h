// What is asked of a model.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"
#include "expr/expr.h"

namespace whynot {

enum class PropertyKind { Invariant, Ltl, Ctl, Compute, Psl, Automaton, Ots, Cover };

// "invar", "ltl", "ctl", "compute", "psl", "automaton", "ots", "cover": CONTRACT.md's words.
std::string_view kind_word(PropertyKind);

struct Compute {  // MIN or MAX length of a path from `from` to `to`
  bool maximum = false;
  Expr from, to;
};

struct Subject;  // model/model.h

struct Property {
  std::string name;  // given, or ctl1, ltl2, …
  PropertyKind kind = PropertyKind::Invariant;
  Expr formula;  // null for a Compute.  An invariant may speak of inputs and next values
  std::optional<Compute> compute;
  std::string text;  // as the user wrote it, white space folded
  Span where;
  std::string instance;                         // of the module that declares it; empty for main
  std::shared_ptr<const Subject> subject = {};  // of specifications and programs: the predicate, the automaton

  // Psl properties are LTL or CTL underneath, a cover is CTL, EF p: what an engine must treat.
  bool is_ltl() const;  // Ltl, or Psl without CTL operators
  bool is_ctl() const;
  // Of a cover EF p, the invariant !p: each run that violates it reaches p.
  Property never_covered(ExprPool&) const;  // REQUIRES a cover
};

enum class Polarity { Violating, Passing };  // which runs of a property are meant

// Whether a formula speaks of a transition: of inputs or next values.  Its truth at a position then needs
// the step that leaves it.  `is_input` tells inputs among variables.
template <class IsInput>
bool speaks_of_transition(Expr formula, IsInput is_input) {
  bool found = false;
  for_each_postorder(formula, [&](Expr e) { found = found || e.is(Op::Next) || (e.is(Op::Variable) && is_input(e)); });
  return found;
}

}  // namespace whynot
