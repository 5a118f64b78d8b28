// Formulas as the rules see them: negations stand on atoms (and on until, which has no dual in CTL); what the
// user wrote is kept where it can be, so that goals read like the property.
#pragma once
#include <cstdint>
#include <vector>

#include "expr/expr.h"

namespace whynot::analyse::explain {

// Negations pushed inwards; -> and <-> stay where nothing negates them.
Expr normal_form(ExprPool&, Expr formula, bool negated = false);

enum class Shape : std::uint8_t {
  Atom,
  And,
  Or,
  EX,
  AX,
  EU,  // EF and E [a U b]; with bounds
  AU,
  EG,
  AG,  // with bounds
  NotEU,
  NotAU,
};

struct View {
  Shape shape = Shape::Atom;
  Expr a, b;  // And, Or: the parts.  Until: hold (TRUE for EF, AF) and goal.  Others: a
  TimeBounds bounds;
  bool is_bounded() const { return !bounds.unbounded(); }
};

// REQUIRES a formula in normal form.  Connectives of facts are seen, too: whoever takes a plain formula for
// one fact asks is_plain first.
View view_of(ExprPool&, Expr);

bool is_plain(Expr);                  // without temporal operators
bool is_true(const ExprPool&, Expr);  // the constant
bool is_false(const ExprPool&, Expr);
bool is_existential(Expr);  // says that there is a fair run: EX, EU, EG, !AU
bool is_universal(Expr);    // says something of all fair runs

// Whether it is true whatever the model does: in every state, or where a fair run starts.
enum class Where : std::uint8_t { Everywhere, Fair };
bool is_valid(ExprPool&, Expr, Where = Where::Everywhere);

Expr some_fair_run(ExprPool&);  // EG TRUE
Expr no_fair_run(ExprPool&);    // AF FALSE

// How many temporal operators it has.
std::size_t temporal_size(Expr);

}  // namespace whynot::analyse::explain
