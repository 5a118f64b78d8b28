// Statements of all modules, their terms read by the signature of the whole.
#include "front/algebra/theory.h"

#include <algorithm>

namespace whynot::front::algebra {
namespace {

void add_condition(const Signature& s, const Tokens& fragment, std::vector<Condition>& out, Diagnostics& diagnostics) {
  const auto has = [&](std::string_view sign) {
    int depth = 0;
    for (const Token& t : fragment) {
      if (t.text == "(") ++depth;
      if (t.text == ")") --depth;
      if (depth == 0 && t.text == sign) return true;
    }
    return false;
  };
  if (has("=>") || has("::")) {
    diagnostics.error("algebra.unsupported",
                      has("=>") ? "a condition about rewriting is not supported"
                                : "a condition about the sort of a term is not supported",
                      span_of(fragment));
  } else if (has(":=")) {
    const auto [pattern, value] = read_sides(s, fragment, ":=", diagnostics);
    if (pattern) out.push_back({pattern, value});
  } else if (s.dialect == Dialect::Maude && has("=")) {
    const auto [left, right] = read_sides(s, fragment, "=", diagnostics);
    if (left) out.push_back({nullptr, make_apply(s.named("_==_"), {left, right}, span_of(fragment))});
  } else if (const Tree t = read_term(s, fragment, &Signature::boolean, diagnostics)) {
    out.push_back({nullptr, t});
  }
}

}  // namespace

std::vector<Condition> read_conditions(const Signature& s, const Tokens& tokens, Diagnostics& diagnostics) {
  std::vector<Condition> out;
  Tokens fragment;
  for (const Token& t : tokens) {
    if (t.text != "/\\") {
      fragment.push_back(t);
      continue;
    }
    add_condition(s, std::exchange(fragment, {}), out, diagnostics);
  }
  if (!fragment.empty()) add_condition(s, fragment, out, diagnostics);
  return out;
}

Theory read_theory(const std::vector<const ModuleSyntax*>& modules, Dialect dialect, Diagnostics& diagnostics) {
  Theory theory{make_signature(modules, dialect, diagnostics), {}, {}};
  if (!diagnostics.ok()) return theory;
  for (const ModuleSyntax* m : modules) {
    // What a module calls its variables, it calls so alone.
    Signature& s = theory.signature;
    s.variables.clear();
    for (const VariableSyntax& v : m->variables)
      s.variables[std::string(v.name.text)] = s.sorts.find(v.sort.text)->second;
    for (const StatementSyntax& st : m->statements) {
      const bool rule = st.kind == StatementSyntax::Kind::Rule;
      const auto [left, right] = read_sides(s, st.body, rule ? "=>" : "=", diagnostics);
      std::vector<Condition> conditions = read_conditions(s, st.condition, diagnostics);
      if (!left) continue;
      if (rule)
        theory.rules.push_back({st.label, left, right, std::move(conditions), st.where});
      else
        theory.equations.push_back({left, right, std::move(conditions), st.otherwise, st.where});
    }
  }
  return theory;
}

bool Theory::is_defined(const Operator& op) const {
  return op.built_in ||
         std::any_of(equations.begin(), equations.end(), [&](const Equation& e) { return e.left->op == &op; });
}

}  // namespace whynot::front::algebra
