// A module with all that it imports, read: signature, equations, rules.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "front/algebra/signature.h"

namespace whynot::front::algebra {

struct Condition {
  Tree pattern;  // PATTERN := VALUE; null: VALUE is true
  Tree value;
};

struct Equation {
  Tree left, right;
  std::vector<Condition> conditions;
  bool otherwise = false;
  Span where;
};

struct Rule {
  std::string label;
  Tree left, right;
  std::vector<Condition> conditions;
  Span where;
};

struct Theory {
  Signature signature;
  std::vector<Equation> equations;
  std::vector<Rule> rules;

  bool is_defined(const Operator&) const;  // some equation says what it is
};

// To be used only where nothing was wrong.
Theory read_theory(const std::vector<const ModuleSyntax*>&, Dialect, Diagnostics&);
std::vector<Condition> read_conditions(const Signature&, const Tokens&, Diagnostics&);

// The normal form of a term without variables; nothing where equations go on for too long.
std::optional<Tree> normal_form(const Theory&, const Tree&);

}  // namespace whynot::front::algebra
