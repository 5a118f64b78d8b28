// The lemma graph: every lemma with its status and what it rests on, as a text tree and for Graphviz.
#pragma once
#include <string>

#include "analyse/falsify/falsify.h"

namespace whynot::analyse::falsify {

std::string graph_as_text(const Falsification&);
std::string graph_as_dot(const Falsification&);

}  // namespace whynot::analyse::falsify
