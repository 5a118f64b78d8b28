// A CafeOBJ module whose state is of a hidden sort, as a specification.
#pragma once
#include <optional>

#include "front/algebra/theory.h"
#include "front/ots/syntax.h"

namespace whynot::front::algebra {

// Nothing after a mistake.
std::optional<front::ots::SystemSyntax> read_hidden(const Theory&, Diagnostics&);

}  // namespace whynot::front::algebra
