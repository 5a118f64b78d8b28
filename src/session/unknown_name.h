// A name that the model does not have, told in one way for every kind of name.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace whynot::session {

struct NameSought {
  std::string code;       // "ots.unknown-scope"
  std::string_view what;  // "scope"
  Span where;
};

// "there is no scope `papre`", with "did you mean `paper`?" or the list of what there is.
void unknown_name(Diagnostics&, NameSought, std::string_view name, std::span<const std::string> known);

}  // namespace whynot::session
