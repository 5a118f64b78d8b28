// Text to tokens.  The lexer knows NuSMV's comments (`-- …` to the end of the line, `/-- … --/`), names with
// `-`, `$` and `#` in them, and word constants; what fits nothing becomes one Illegal token for the parser to
// report where it stands.
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/common/token.h"

namespace whynot::front {

// The tokens of a file; the last one is End.  Reports comments that do not end, and preprocessor lines.
std::vector<Token> lex(FileId, const Sources&, Symbols&, Diagnostics&);

}  // namespace whynot::front
