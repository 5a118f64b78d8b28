// Literals as rewrite rules: what is assumed of a case, in the form in which a rewriting engine can use it.  Equations
// are oriented by a lexicographic path order and reduced by each other (completion of ground equations after Knuth
// and Bendix), so that rewriting ends and every left-hand side is met; other atoms are rewritten to their truth value.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

using RewriteRule = std::pair<whynot::ots::Term, whynot::ots::Term>;  // from, to

std::vector<RewriteRule> oriented(const whynot::ots::Ots&, std::span<const whynot::ots::Term> literals);

// Whether the rules of the literals rewrite the formula to the truth value, whatever the atoms are that they leave.
bool reduces_to(const whynot::ots::Ots&, std::span<const whynot::ots::Term> literals, whynot::ots::Term formula,
                bool value);

}  // namespace whynot::encode::ots
