// Properties that match a pattern of Dwyer, Avrunin & Corbett (ICSE 1999) have a strategy that suits them.
#pragma once
#include <optional>
#include <string>

#include "expr/expr.h"
#include "model/property.h"

namespace whynot::analyse::explain {

struct Pattern {
  std::string name;      // "response: AG (p -> AF q)"
  std::string strategy;  // words
};

std::optional<Pattern> pattern_of(ExprPool&, const Property&);

}  // namespace whynot::analyse::explain
