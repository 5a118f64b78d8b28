// A Maude module whose state is a soup of components, as a specification.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "front/algebra/theory.h"
#include "front/ots/syntax.h"

namespace whynot::front::algebra {

struct Start {
  std::string scope;  // what the specification calls the scope that it makes
  Tree term;
};

struct Sought {  // by a search
  Tree pattern;
  std::vector<Condition> conditions;
  Span where;
};

// Nothing after a mistake.  A state that is no soup is one term: `read_single` shows it whole.
std::optional<front::ots::SystemSyntax> read_single(const Theory&, const Start&, const std::vector<Sought>&,
                                                    Diagnostics&);
std::optional<front::ots::SystemSyntax> read_soup(const Theory&, const std::vector<Start>&, const std::vector<Sought>&,
                                                  Diagnostics&);

}  // namespace whynot::front::algebra
