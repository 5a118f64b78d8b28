// Equations of an operator as one function: the equations in turn, those for all other cases last.  Some equation has
// to fit whatever the arguments are: a term that no equation rewrites is no value.
#include <fmt/format.h>

#include <algorithm>

#include "front/algebra/translate.h"

namespace whynot::front::algebra {

using Kind = Syntax::Kind;
using Is = Role::Is;

namespace {

template <class Visit>
void for_each_variable(const Node& n, const Visit& visit) {
  if (n.is_variable()) visit();
  for (const Tree& a : n.args) for_each_variable(*a, visit);
}

}  // namespace

const std::string* Translator::function(const Operator& op) {
  if (failed_.count(&op)) return nullptr;
  if (const auto at = function_names_.find(&op); at != function_names_.end()) {
    const bool open = std::find(defining_.begin(), defining_.end(), &op) != defining_.end();
    if (!open || defining_.back() == &op) return &at->second;
    unsupported(fmt::format("`{}` and `{}` call each other: this is not supported", op.name, defining_.back()->name),
                op.where);
    return nullptr;
  }
  const std::string& name = function_names_[&op] = names_.claim(op.name);
  defining_.push_back(&op);
  const bool ok = define(op, name);
  defining_.pop_back();
  if (ok) return &name;
  failed_[&op] = true;
  return nullptr;
}

bool Translator::define(const Operator& op, const std::string& name) {
  std::vector<const Equation*> equations;
  for (const bool otherwise : {false, true})
    for (const Equation& e : theory_.equations)
      if (e.left->op == &op && e.otherwise == otherwise) equations.push_back(&e);
  front::ots::FunctionSyntax f;
  f.name = {name, op.where};
  f.type = types_.type(op.result, op.where);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < op.sorts.size(); ++i) {
    names.push_back(fmt::format("x{}", i + 1));
    f.params.push_back({{names[i], op.where}, types_.type(op.sorts[i], op.where)});
  }
  if (!is_exhaustive(equations, op)) {
    Diagnostic& d = diagnostics_.error(
        "algebra.not-exhaustive", fmt::format("the equations of `{}` leave out some arguments", op.name), op.where);
    d.help = "add an equation for the other cases, or `[owise]` to the last one";
    return false;
  }
  for (std::size_t i = equations.size(); i-- > 0;) {
    const Equation& e = *equations[i];
    Matching m;
    for (std::size_t k = 0; k < op.sorts.size(); ++k)
      if (!match(e.left->args[k], op.sorts[k], *name_of(names[k], op.where), m)) return false;
    if (!conditions(e.conditions, m)) return false;
    if (!m.params.empty()) {
      unsupported(fmt::format("`{}` takes collections apart: of such functions, membership and size are read", op.name),
                  e.where);
      return false;
    }
    SyntaxPtr body = term(e.right, op.result, m.meanings);
    if (!body) return false;
    if (!f.body)
      f.body = std::move(body);
    else
      f.body =
          make_syntax(Kind::If, "", e.where, conjunction(std::move(m.conditions)), std::move(body), std::move(f.body));
  }
  functions.push_back(std::move(f));
  return true;
}

// Conditional equations count where another has the opposite condition.
bool Translator::is_exhaustive(const std::vector<const Equation*>& equations, const Operator& op) {
  std::vector<Trees> rows;
  for (const Equation* e : equations) {
    bool counts = e->conditions.empty() || e->otherwise;
    if (e->conditions.size() == 1 && !e->conditions[0].pattern)
      for (const Equation* other : equations) {
        if (other->conditions.size() != 1 || other->conditions[0].pattern) continue;
        const Tree &a = e->conditions[0].value, &b = other->conditions[0].value;
        const bool opposite = b->is("not_") && same(a, b->args[0]);
        counts = counts || (opposite && same(e->left, other->left));
      }
    std::size_t places = 0;
    std::map<std::string, SortId> variables;
    add_variables(*e->left, variables);
    for_each_variable(*e->left, [&] { ++places; });
    if (counts && places == variables.size()) rows.push_back(e->left->args);  // no variable stands twice
  }
  return covers(std::move(rows), op.sorts);
}

// Whether each tuple of values fits some row of patterns: split by the first column that is no variable everywhere.
bool Translator::covers(std::vector<Trees> rows, std::vector<SortId> sorts) {
  if (rows.empty()) return false;
  if (sorts.empty()) return true;
  const auto plain = [](const Trees& row) {
    return std::all_of(row.begin(), row.end(), [](const Tree& t) { return t->is_variable(); });
  };
  if (std::any_of(rows.begin(), rows.end(), plain)) return true;
  if (std::all_of(rows.begin(), rows.end(), [](const Trees& row) { return row[0]->is_variable(); })) {
    for (Trees& row : rows) row.erase(row.begin());
    sorts.erase(sorts.begin());
    return covers(std::move(rows), std::move(sorts));
  }
  const SortId sort = sorts[0];
  const Role role = types_.role(sort);
  struct Case {
    const Operator* op;
    bool successor;
    std::vector<SortId> sorts;
  };
  std::vector<Case> cases;
  if (role.is == Is::Bool) cases = {{&s_.named("true"), false, {}}, {&s_.named("false"), false, {}}};
  if (role.is == Is::Nat) cases = {{nullptr, false, {}}, {nullptr, true, {Signature::nat}}};
  if (role.is == Is::Free)
    for (const Operator* c : role.constructors) cases.push_back({c, false, c->sorts});
  if (cases.empty()) cases.push_back({nullptr, false, {}});  // only variables fit
  const bool only_variables = role.is != Is::Bool && role.is != Is::Nat && role.is != Is::Free;
  for (const Case& c : cases) {
    std::vector<Trees> fitting;
    for (const Trees& row : rows) {
      const Node& first = *row[0];
      Trees now;
      const bool zero = first.kind == Node::Kind::Number && first.number == 0 && !c.op && !c.successor;
      const bool next = first.is("s_") && c.successor;
      if (first.is_variable()) {
        for (SortId s : c.sorts) {
          Node any;
          any.kind = Node::Kind::Variable;
          any.name = fmt::format("{}.{}", first.name, now.size());
          any.sort = s;
          now.push_back(std::make_shared<const Node>(std::move(any)));
        }
      } else if (only_variables || !(zero || next || (first.op && first.op == c.op))) {
        continue;
      } else {
        now = first.args;
      }
      now.insert(now.end(), row.begin() + 1, row.end());
      fitting.push_back(std::move(now));
    }
    std::vector<SortId> rest = c.sorts;
    rest.insert(rest.end(), sorts.begin() + 1, sorts.end());
    if (!covers(std::move(fitting), std::move(rest))) return false;
  }
  return true;
}

}  // namespace whynot::front::algebra
