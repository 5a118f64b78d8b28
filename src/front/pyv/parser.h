#pragma once
#include "base/diagnostic.h"
#include "front/pyv/syntax.h"

namespace whynot::front::pyv {

FileSyntax parse_file(const Sources&, FileId, Diagnostics&);
SyntaxPtr parse_formula(const Sources&, FileId, Diagnostics&);  // null after errors

}  // namespace whynot::front::pyv
