// Formulas within a scope: what is quantified over finitely many values is said of each of them.
#pragma once
#include <cstddef>
#include <optional>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

using whynot::ots::Ots;
using whynot::ots::Term;

// forall params. body as a formula.
Term closed_formula(const Ots&, const whynot::ots::Predicate&);

// An equivalent formula, of states within the scope, without quantifiers over sorts that are finite there and without
// the sizes of collections over them; nothing where it would hold more than `most` copies of quantified formulas.
std::optional<Term> grounded(const Ots&, const whynot::ots::Scope&, Term, std::size_t most);

}  // namespace whynot::encode::ots
