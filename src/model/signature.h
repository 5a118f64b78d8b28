// The observable columns of a model: what a trace shows at each step.
#pragma once
#include <string>
#include <vector>

#include "base/source.h"
#include "expr/type.h"

namespace whynot {

struct Column {
  std::string name;
  Type type;
  Span where;
  bool frozen = false;
};

struct Signature {
  std::vector<Column> columns;  // of a state
  std::vector<Column> inputs;   // of a transition
};

}  // namespace whynot
