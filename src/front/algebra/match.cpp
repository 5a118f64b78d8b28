// Patterns as conditions.  A free constructor is taken apart by its fields; what a bag or a set holds besides the rest
// is a membership, whose variables a search finds by matching.
#include <fmt/format.h>

#include <algorithm>

#include "front/algebra/translate.h"

namespace whynot::front::algebra {

using Kind = Syntax::Kind;
using Is = Role::Is;

namespace {

bool may_be_same(const Node& a, const Node& b) {
  if (!a.op || !b.op || a.op->associative) return true;
  if (a.op != b.op) return false;
  for (std::size_t i = 0; i < a.args.size() && i < b.args.size(); ++i)
    if (!may_be_same(*a.args[i], *b.args[i])) return false;
  return true;
}

}  // namespace

bool Translator::match(const Tree& p, SortId sort, const Syntax& expression, Matching& m) {
  const Role& role = types_.role(sort);
  if (p->is_variable() && !(role.is_collection() && !types_.is_collection(*p))) {
    const auto at = m.meanings.find(p->name);
    if (at == m.meanings.end()) {
      m.meanings[p->name] = meaning_of(clone(expression));
      return true;
    }
    SyntaxPtr known = term(p, sort, m.meanings);
    if (!known) return false;
    m.conditions.push_back(binary("=", clone(expression), std::move(known)));
    return true;
  }
  if (role.is_collection()) return match_collection(p, role, expression, m);
  if (p->kind == Node::Kind::Number || p->is("s_")) return match_number(p, expression, m);
  if (!p->op->built_in && !theory_.is_defined(*p->op)) return match_constructor(p, expression, m);
  if (!p->args.empty()) {
    unsupported(fmt::format("`{}` is defined by equations and stands in a pattern: this is not supported", p->op->name),
                p->where);
    return false;
  }
  SyntaxPtr value = term(p, sort, m.meanings);
  if (!value) return false;
  m.conditions.push_back(binary("=", clone(expression), std::move(value)));
  return true;
}

bool Translator::match_number(const Tree& p, const Syntax& expression, Matching& m) {
  if (p->kind == Node::Kind::Number) {
    m.conditions.push_back(
        binary("=", clone(expression), make_syntax(Kind::Number, std::to_string(p->number), p->where)));
    return true;
  }
  m.conditions.push_back(binary(">", clone(expression), make_syntax(Kind::Number, "0", p->where)));
  const SyntaxPtr less = binary("-", clone(expression), make_syntax(Kind::Number, "1", p->where));
  return match(p->args[0], Signature::nat, *less, m);
}

bool Translator::match_constructor(const Tree& p, const Syntax& expression, Matching& m) {
  const Role& role = types_.role(p->sort);
  const bool known = std::find(role.constructors.begin(), role.constructors.end(), p->op) != role.constructors.end();
  if (p->args.empty() || !known) {
    SyntaxPtr value = term(p, p->sort, m.meanings);
    if (!value) return false;
    m.conditions.push_back(binary("=", clone(expression), std::move(value)));
    return true;
  }
  if (role.constructors.size() > 1)
    m.conditions.push_back(make_syntax(Kind::Is, types_.constructor_name(*p->op), p->where, clone(expression)));
  for (std::size_t i = 0; i < p->args.size(); ++i) {
    const SyntaxPtr field = make_syntax(Kind::Field, types_.field_name(*p->op, i), p->where, clone(expression));
    if (!match(p->args[i], p->op->sorts[i], *field, m)) return false;
  }
  return true;
}

bool Translator::match_collection(const Tree& p, const Role& role, const Syntax& expression, Matching& m) {
  Trees parts{p}, elements;
  if (p->op == role.join) parts = p->args;
  if (p->op == role.empty) parts.clear();
  if (role.is == Is::List) return match_list(parts, role, expression, m);
  Tree rest;
  for (const Tree& part : parts) {
    if (!types_.is_collection(*part)) {
      elements.push_back(part);
      continue;
    }
    if (rest || !part->is_variable() || m.meanings.count(part->name)) {
      unsupported("a pattern of a collection has elements and at most one variable for all others", part->where);
      return false;
    }
    rest = part;
  }
  return match_members(elements, rest, role, expression, m);
}

bool Translator::match_members(const Trees& elements, const Tree& rest, const Role& role, const Syntax& expression,
                               Matching& m) {
  for (const Tree& e : elements) {
    std::map<std::string, SortId> variables;
    add_variables(*e, variables);
    for (const auto& [name, sort] : variables)
      if (!m.meanings.count(name)) declare(name, sort, e->where, m);
    SyntaxPtr element = literal(role, {e}, m.meanings, e->where);
    if (!element) return false;
    m.conditions.push_back(binary("in", std::move(element->args[0]), clone(expression)));
  }
  keep_apart(role, expression, m, elements);
  if (rest) {
    Meaning others = meaning_of(clone(expression));
    others.without = elements;
    m.meanings[rest->name] = std::move(others);
    return true;
  }
  if (elements.empty())
    m.conditions.push_back(binary("=", clone(expression), make_syntax(Kind::Braces, "", expression.where)));
  else
    m.conditions.push_back(binary("=", make_syntax(Kind::Size, "", expression.where, clone(expression)),
                                  make_syntax(Kind::Number, std::to_string(elements.size()), expression.where)));
  return true;
}

// Several elements of a pattern are several in the collection: each is there as often as the pattern has it.
void Translator::keep_apart(const Role& role, const Syntax& expression, Matching& m, const Trees& elements) {
  const auto written = [&](const Tree& e) { return std::move(literal(role, {e}, m.meanings, e->where)->args[0]); };
  const auto number = [&](const char* n) { return make_syntax(Kind::Number, n, expression.where); };
  for (std::size_t i = 0; i < elements.size(); ++i) {
    SyntaxPtr often;  // how often the pattern has it
    for (std::size_t j = 0; j < elements.size(); ++j) {
      if (j == i || !may_be_same(*elements[i], *elements[j])) continue;
      SyntaxPtr equal = binary("=", written(elements[i]), written(elements[j]));
      if (role.is == Is::Set) {
        if (j > i) m.conditions.push_back(negation(std::move(equal)));
        continue;
      }
      SyntaxPtr one = make_syntax(Kind::If, "", expression.where, std::move(equal), number("1"), number("0"));
      often = binary("+", often ? std::move(often) : number("1"), std::move(one));
    }
    if (!often) continue;
    SyntaxPtr there = make_syntax(Kind::Name, "count", expression.where, written(elements[i]), clone(expression));
    m.conditions.push_back(binary(">=", std::move(there), std::move(often)));
  }
}

bool Translator::match_list(const Trees& parts, const Role& role, const Syntax& expression, Matching& m) {
  SyntaxPtr at = clone(expression);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Tree& part = parts[i];
    if (types_.is_collection(*part)) {
      if (i + 1 == parts.size() && part->is_variable()) return match(part, part->sort, *at, m);
      unsupported("a pattern of a list has elements, then at most one variable for all others", part->where);
      return false;
    }
    if (!role.element) {
      unsupported("a list whose elements have no sort of their own is not supported", part->where);
      return false;
    }
    m.conditions.push_back(binary("!=", clone(*at), make_syntax(Kind::Brackets, "", part->where)));
    const SyntaxPtr head = make_syntax(Kind::Name, "head", part->where, clone(*at));
    if (!match(part, *role.element, *head, m)) return false;
    at = make_syntax(Kind::Name, "tail", part->where, std::move(at));
  }
  m.conditions.push_back(binary("=", std::move(at), make_syntax(Kind::Brackets, "", expression.where)));
  return true;
}

bool Translator::conditions(const std::vector<Condition>& all, Matching& m) {
  for (const Condition& c : all) {
    if (!c.pattern) {
      SyntaxPtr made = formula(c.value, m.meanings);
      if (!made) return false;
      m.conditions.push_back(std::move(made));
      continue;
    }
    const SortId sort = types_.collection_of(c.pattern->sort).value_or(c.pattern->sort);
    const bool collection = types_.is_collection(*c.pattern) || types_.is_collection(*c.value);
    const SortId of = collection ? sort : c.pattern->sort;
    const SyntaxPtr value = term(c.value, of, m.meanings);
    if (!value || !match(c.pattern, of, *value, m)) return false;
  }
  return true;
}

}  // namespace whynot::front::algebra
