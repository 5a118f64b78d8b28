// Substitution into formulas that are used more than once: what they bind may be what is put in.
#pragma once
#include "model/ots/term.h"

namespace whynot::ots {

// The same formula with bound variables of its own.
Term with_fresh_variables(TermPool&, Term);

// As `substitute`, where a bound variable may occur in what is put in: it is renamed then.
Term substitute_apart(TermPool&, Term root, const Substitution&);

}  // namespace whynot::ots
