// The OTS language: text to checked model.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "front/ots/syntax.h"
#include "model/ots/ots.h"

namespace whynot::front::ots {

// The systems of a file, in order.  Only what is free of errors may be used: look at the diagnostics first.
std::vector<std::unique_ptr<whynot::ots::Ots>> load(const Sources&, FileId, Diagnostics&);

// A system that another front end has put together.
std::unique_ptr<whynot::ots::Ots> load_system(const SystemSyntax&, const Sources&, Diagnostics&);

// A formula about states: parameters are what `forall` binds at its front.  It may name elements of the scope.
// Nothing after a mistake.
std::optional<whynot::ots::Predicate> load_predicate(whynot::ots::Ots&, const whynot::ots::Scope*, const Sources&,
                                                     FileId, Diagnostics&);

}  // namespace whynot::front::ots
