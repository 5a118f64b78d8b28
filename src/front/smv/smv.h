// The SMV language of NuSMV 2.6: text in, a flattened TransitionSystem and its properties out.
//
// All errors of a file are collected.  What takes a solver to decide (is this case exhaustive, does this
// value fit, can this divisor be zero) becomes Obligations of the system.  docs/smv.md describes the
// language, the meaning we give to what NuSMV leaves surprising, and every diagnostic.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::front::smv {

// What the names of a loaded model mean; for formulas that come later.
class Scope;

struct Program {
  TransitionSystem system;
  std::vector<Property> properties;
  std::size_t instances = 0;  // of modules, main included
  bool has_processes = false;
  std::shared_ptr<Scope> scope;
};

// Nothing when there are errors.  The pool and the sources must outlive the program.
std::optional<Program> load(FileId, const Sources&, ExprPool&, Diagnostics&);

// The names of a system that was not written in SMV, for formulas about it: variables and definitions, each also in
// quotes, as not every name of another language can be read without them.  The system's pool must outlive the scope.
std::shared_ptr<Scope> scope_of(const TransitionSystem&);

// A formula of its own file (a `-f` of the command line), names as in main or, with `… IN a.b`, as in that
// instance.  Without a kind: CTL if it has CTL operators, LTL if it has LTL operators, else an invariant.
// Obligations that the formula brings are added to `obligations`: it has no meaning before they are discharged.
std::optional<Property> parse_property(FileId, const Sources&, Scope&, std::optional<PropertyKind>,
                                       std::vector<Obligation>& obligations, Diagnostics&);

struct ExpressionRules {
  bool boolean = true;  // of type boolean, else any single value
  bool next = false;    // may speak of next values
  bool inputs = false;  // may speak of inputs
};

// An expression without temporal operators, names as in main: a predicate, a term to watch.  Obligations as above.
std::optional<Expr> parse_expression(FileId, const Sources&, Scope&, ExpressionRules,
                                     std::vector<Obligation>& obligations, Diagnostics&);

}  // namespace whynot::front::smv
