// Text to syntax tree.  After a mistake the parser goes on at the next item, so that a file's mistakes are seen
// together.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "front/ots/syntax.h"

namespace whynot::front::ots {

std::vector<SystemSyntax> parse_file(const Sources&, FileId, Diagnostics&);
// A formula by itself; null after a mistake.
SyntaxPtr parse_formula(const Sources&, FileId, Diagnostics&);

}  // namespace whynot::front::ots
