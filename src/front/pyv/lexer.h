#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace whynot::front::pyv {

struct Token {
  enum class Kind { Word, Number, Sign, Annotation, End };
  Kind kind = Kind::End;
  std::string_view text;
  Span where;
  bool is(std::string_view what) const {
    return text == what && (kind == Kind::Word || kind == Kind::Sign || kind == Kind::Number);
  }
};

// The last token is End.
std::vector<Token> tokenize(const Sources&, FileId, Diagnostics&);

}  // namespace whynot::front::pyv
