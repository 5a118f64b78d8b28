// What a goal says in plain words: how far, on what loop, which part of the property.
#pragma once
#include <string>

#include "analyse/explain/build/builder.h"

namespace whynot::analyse::explain {

std::string summary(Builder&, NodeId);
// One sentence for the whole proof.
std::string headline(Builder&);

}  // namespace whynot::analyse::explain
