// mypyvy's .pyv files: many-sorted first-order logic, transitions as formulas about two states.  Sorts are loose,
// symbols are observers (immutable ones rigid), transitions are made executable (relational.h).
#pragma once
#include <memory>
#include <optional>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pyv/elaborate.h"

namespace whynot::front::pyv {

struct Loaded {
  std::shared_ptr<whynot::ots::Ots> ots;
  Language language;  // for formulas that are read later
};
// Nothing after errors.  `name` is what the specification is called.
std::optional<Loaded> load(const std::string& name, const Sources&, FileId, Diagnostics&);

// A formula about one state, in the words of the file.
std::optional<whynot::ots::Predicate> load_predicate(const Language&, const Sources&, FileId, Diagnostics&);

}  // namespace whynot::front::pyv
