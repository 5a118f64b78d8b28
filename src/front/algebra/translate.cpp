// Terms.  A variable is what the left-hand side says it is, so that rules keep only those parameters that a search has
// to find: indexes, and parts of what a collection holds.
#include "front/algebra/translate.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot::front::algebra {

using Kind = Syntax::Kind;
using Is = Role::Is;

Translator::Translator(const Theory& theory, Types& types, Names& names, Diagnostics& diagnostics)
    : theory_(theory), s_(theory.signature), types_(types), names_(names), diagnostics_(diagnostics) {}

SyntaxPtr Translator::unsupported(const std::string& what, Span where) {
  diagnostics_.error("algebra.unsupported", what, where);
  return nullptr;
}

void Translator::declare(const std::string& variable, SortId sort, Span where, Matching& m) {
  const std::string name = names_.local(variable);
  m.params.push_back({{name, where}, types_.type(sort, where)});
  m.meanings[variable] = meaning_of(name_of(name, where));
}

const Operator* Translator::without_value(const Node& n) {
  if (n.op && !n.op->built_in && !n.op->constructor && n.op->result <= Signature::integer &&
      !theory_.is_defined(*n.op) &&
      std::none_of(n.op->sorts.begin(), n.op->sorts.end(), [&](SortId s) { return s_.hidden.count(s); }))
    return n.op;
  for (const Tree& a : n.args)
    if (const Operator* found = without_value(*a)) return found;
  return nullptr;
}

SyntaxPtr Translator::term(const Tree& t, SortId wanted, const Meanings& m) {
  const Role& role = types_.role(wanted);
  if (role.is_collection() && !t->is("if_then_else_fi")) {
    const bool made_here = t->op == role.join || t->op == role.empty;
    if (made_here || !types_.is_collection(*t) || t->is_variable()) return collection(t, role, m);
  }
  if (t->is_variable()) return variable(*t, m);
  if (const auto& listed = types_.role(t->sort).listed; !listed.empty())
    if (const auto at = listed.find(to_text(*t)); at != listed.end()) return name_of(at->second, t->where);
  if (t->kind == Node::Kind::Number) return make_syntax(Kind::Number, std::to_string(t->number), t->where);
  if (special)
    if (auto made = special(t, m)) return std::move(*made);
  if (t->op->built_in) return built_in(*t, wanted, m);
  if (const auto p = types_.projection(*t->op)) {
    SyntaxPtr of = term(t->args[0], t->op->sorts[0], m);
    return of ? make_syntax(Kind::Field, types_.field_name(*p->first, p->second), t->where, std::move(of)) : nullptr;
  }
  bool is = false;
  if (SyntaxPtr made = about_collections(*t, m, is); is) return made;
  if (theory_.is_defined(*t->op)) {
    const std::string* name = function(*t->op);
    return name ? applied(*t, *name, m) : nullptr;
  }
  if (const Operator* op = t->op; op->result <= Signature::integer) {
    diagnostics_.error("algebra.unspecified", fmt::format("no equation says what `{}` is", op->name), t->where);
    return nullptr;
  }
  const Role& of = types_.role(t->sort);
  if (std::find(of.constructors.begin(), of.constructors.end(), t->op) == of.constructors.end())
    return unsupported(fmt::format("`{}` is neither a constructor nor defined by equations", t->op->name), t->where);
  return applied(*t, types_.constructor_name(*t->op), m);
}

SyntaxPtr Translator::applied(const Node& n, const std::string& name, const Meanings& m) {
  SyntaxPtr out = name_of(name, n.where);
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    SyntaxPtr a = term(n.args[i], n.op->sorts[i], m);
    if (!a) return nullptr;
    out->depth = std::max(out->depth, a->depth + 1);
    out->args.push_back(std::move(a));
  }
  return out;
}

SyntaxPtr Translator::variable(const Node& n, const Meanings& m) {
  const auto at = m.find(n.name);
  if (at == m.end()) {
    diagnostics_.error("algebra.unbound", fmt::format("nothing on the left-hand side gives `{}` a value", n.name),
                       n.where);
    return nullptr;
  }
  return clone(*at->second.expression);
}

// The collection of both, where either is one.
SortId Translator::common_sort(const Node& a, const Node& b) {
  const auto collection = types_.collection_of(a.sort);
  if (collection && (types_.is_collection(a) || types_.is_collection(b))) return *collection;
  return a.kind == Node::Kind::Number ? b.sort : a.sort;
}

SyntaxPtr Translator::built_in(const Node& n, SortId wanted, const Meanings& m) {
  const std::string& op = n.op->name;
  std::vector<SyntaxPtr> args;
  const bool equation = op == "_==_" || op == "_=/=_" || op == "_=_";
  const SortId of_sides = equation ? common_sort(*n.args[0], *n.args[1]) : Signature::boolean;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    SortId sort = n.op->any_sort ? of_sides : n.op->sorts[std::min(i, n.op->sorts.size() - 1)];
    if (op == "if_then_else_fi" && i > 0) sort = wanted;
    args.push_back(term(n.args[i], sort, m));
    if (!args.back()) return nullptr;
  }
  static const std::map<std::string, std::string> same_here{
      {"_and_", "and"}, {"_or_", "or"}, {"_and-then_", "and"}, {"_or-else_", "or"}, {"_implies_", "=>"}, {"_==_", "="},
      {"_=_", "="},     {"_iff_", "="}, {"_=/=_", "!="},       {"_xor_", "!="},     {"_+_", "+"},        {"_<_", "<"},
      {"_<=_", "<="},   {"_>_", ">"},   {"_>=_", ">="},        {"_-_", "-"}};
  if (args.empty()) return name_of(op, n.where);
  if (const auto at = same_here.find(op); at != same_here.end()) return conjunction(std::move(args), at->second);
  if (op == "not_") return negation(std::move(args[0]));
  if (op == "s_") return binary("+", std::move(args[0]), make_syntax(Kind::Number, "1", n.where));
  if (op == "sd") {
    SyntaxPtr less = binary("<", clone(*args[0]), clone(*args[1]));
    SyntaxPtr up = binary("-", clone(*args[1]), clone(*args[0]));
    return make_syntax(Kind::If, "", n.where, std::move(less), std::move(up),
                       binary("-", std::move(args[0]), std::move(args[1])));
  }
  return make_syntax(Kind::If, "", n.where, std::move(args[0]), std::move(args[1]), std::move(args[2]));
}

SyntaxPtr Translator::literal(const Role& role, const Trees& elements, const Meanings& m, Span where) {
  SyntaxPtr out = make_syntax(role.is == Is::List ? Kind::Brackets : Kind::Braces, "", where);
  for (const Tree& e : elements) {
    SyntaxPtr made = role.element ? term(e, *role.element, m) : applied(*e, types_.constructor_name(*e->op), m);
    if (!made) return nullptr;
    out->depth = std::max(out->depth, made->depth + 1);
    out->args.push_back(std::move(made));
  }
  return out;
}

// Elements and collections, put together.  What a pattern took out and the term puts back stays where it was.
SyntaxPtr Translator::collection(const Tree& t, const Role& role, const Meanings& m) {
  Trees parts{t}, elements;
  if (t->op == role.join) parts = t->args;
  if (t->op == role.empty) parts.clear();
  SyntaxPtr out;
  const std::string sign = role.is == Is::List ? "++" : "+";
  const auto add = [&](SyntaxPtr part) { out = out ? binary(sign, std::move(out), std::move(part)) : std::move(part); };
  const auto flush = [&] {
    SyntaxPtr made = elements.empty() ? nullptr : literal(role, elements, m, t->where);
    const bool ok = elements.empty() || made;
    elements.clear();
    if (made) add(std::move(made));
    return ok;
  };
  if (role.is != Is::List)
    for (const Tree& p : parts)
      if (!types_.is_collection(*p)) elements.push_back(p);
  for (const Tree& p : parts) {
    if (!types_.is_collection(*p)) {
      if (role.is == Is::List) elements.push_back(p);
      continue;
    }
    if (role.is == Is::List && !flush()) return nullptr;
    const auto meaning = p->is_variable() ? m.find(p->name) : m.end();
    Trees taken;
    if (meaning != m.end())
      for (const Tree& w : meaning->second.without) {
        const auto back = std::find_if(elements.begin(), elements.end(), [&](const Tree& e) { return same(e, w); });
        if (back == elements.end())
          taken.push_back(w);
        else
          elements.erase(back);
      }
    SyntaxPtr made = p->is_variable() ? variable(*p, m) : term(p, p->sort, m);
    if (made && !taken.empty()) {
      SyntaxPtr minus = literal(role, taken, m, p->where);
      made = minus ? binary("-", std::move(made), std::move(minus)) : nullptr;
    }
    if (!made) return nullptr;
    add(std::move(made));
  }
  if (!flush()) return nullptr;
  return out ? std::move(out) : literal(role, {}, m, t->where);
}

// Membership and size, known by their equations.
SyntaxPtr Translator::about_collections(const Node& n, const Meanings& m, bool& is) {
  std::optional<std::size_t> at;
  for (std::size_t i = 0; i < n.op->sorts.size(); ++i)
    if (types_.role(n.op->sorts[i]).is_collection()) at = i;
  if (!at || n.op->sorts.size() > 2 || !theory_.is_defined(*n.op)) return nullptr;
  const Role role = types_.role(n.op->sorts[*at]);
  bool on_parts = false, on_empty = false, plain = true, finds = false, counts = false;
  const Operator* wraps = nullptr;  // what makes an element of the thing that is looked for
  for (const Equation& e : theory_.equations) {
    if (e.left->op != n.op) continue;
    const Node& pattern = *e.left->args[*at];
    on_parts = on_parts || pattern.op == role.join;
    on_empty = on_empty || pattern.op == role.empty;
    if (pattern.op != role.join) {
      plain = plain && (e.right->is("false") || (e.right->kind == Node::Kind::Number && e.right->number == 0));
      continue;
    }
    if (e.right->is("true") && n.op->sorts.size() == 2) {  // x in (x, s)
      const Tree& sought = e.left->args[1 - *at];
      for (const Tree& p : pattern.args) {
        const bool wrapped = p->op && p->args.size() == 1 && same(p->args[0], sought);
        if (wrapped) wraps = p->op;
        finds = finds || wrapped || same(p, sought);
      }
    }
    if (e.right->is("_or_") && e.right->args.size() == 2 && n.op->sorts.size() == 2)  // x in (y, s) = x = y or x in s
      for (const Tree& side : e.right->args)
        if (side->is("_=_") || side->is("_==_"))
          for (const Tree& other : e.right->args)
            finds = finds || (other->op == n.op && other->args[*at]->is_variable());
    if (n.op->sorts.size() == 1 && (e.right->is("_+_") || e.right->is("s_")))
      for (const Tree& part : e.right->args) counts = counts || part->op == n.op;
    plain = plain && e.conditions.empty();
  }
  const bool membership = plain && finds && n.op->result == Signature::boolean;
  const bool size = plain && counts && on_empty && n.op->result <= Signature::integer && role.is != Is::Set;
  if (!membership && !size) {
    if (role.join && on_parts) {
      is = true;
      return unsupported(
          fmt::format("`{}` takes collections apart: of such functions, membership and size are read", n.op->name),
          n.where);
    }
    return nullptr;
  }
  is = true;
  SyntaxPtr of = term(n.args[*at], n.op->sorts[*at], m);
  if (!of) return nullptr;
  if (size) return make_syntax(Kind::Size, "", n.where, std::move(of));
  const Tree& sought = n.args[1 - *at];
  if (wraps) {
    SyntaxPtr element = literal(role, {make_apply(*wraps, {sought}, sought->where)}, m, n.where);
    return element ? binary("in", std::move(element->args[0]), std::move(of)) : nullptr;
  }
  const SortId element = role.element.value_or(n.op->sorts[1 - *at]);
  SyntaxPtr member = term(sought, element, m);
  return member ? binary("in", std::move(member), std::move(of)) : nullptr;
}

}  // namespace whynot::front::algebra
