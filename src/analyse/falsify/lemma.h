// Lemmas as cubes: a necessary lemma says that some conjunction of literals never holds, whatever its parameters.
#pragma once
#include <string>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Term;
using Cube = std::vector<Term>;

// forall params. not (l1 and … and ln); the parameters are the free variables.
Predicate lemma_of(const Ots&, std::string name, const Cube&);
// The cube that a predicate forbids.
Cube cube_of(const Ots&, const Predicate&);

// `a and b => c or d` with variables named apart.
std::string text_of(const Ots&, const Cube&);
std::string text_of(const Ots&, const Predicate&);

// Whether the literals of `general`, some values given to its variables, are among those of `special`: then the
// lemma of `general` implies that of `special`.
bool subsumes(const Ots&, const Cube& general, const Cube& special);

}  // namespace whynot::analyse::falsify
