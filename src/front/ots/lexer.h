// Tokens of the OTS language.  Words are not reserved: what a word means depends on where it stands.
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace whynot::front::ots {

struct Token {
  enum class Kind { Word, Number, Sign, End };
  Kind kind = Kind::End;
  std::string_view text;
  Span where;

  bool is(std::string_view t) const { return kind != Kind::End && text == t; }
};

// Ends with a token of Kind::End.  Characters that belong to no token are reported and skipped.
std::vector<Token> tokenize(const Sources&, FileId, Diagnostics&);

}  // namespace whynot::front::ots
