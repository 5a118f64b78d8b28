// A temporal formula as automata and labellings read it: its temporal parts, and below them the largest parts without
// temporal operators, which are conditions on one position and are not taken apart.
#pragma once
#include <vector>

#include "expr/expr.h"

namespace whynot {

struct FormulaPart {
  Expr formula;
  bool is_atom = false;
};

// Each once; arguments before what is made of them, the formula itself last.
std::vector<FormulaPart> formula_parts(Expr formula);

}  // namespace whynot
