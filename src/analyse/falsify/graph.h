// The lemma graph: every lemma with its status and what it rests on, as a text tree and as a drawing.
#pragma once
#include <string>

#include "analyse/falsify/falsify.h"
#include "base/drawing.h"

namespace whynot::analyse::falsify {

std::string graph_as_text(const Falsification&);
Drawing draw(const Falsification&);  // the path that refutes the goal is strong
// The goal of an induction, and the lemmas that its steps ask for.
Drawing draw(const Proof&, const std::string& goal, const std::string& text);

}  // namespace whynot::analyse::falsify
