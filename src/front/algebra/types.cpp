// A sort with an associative operator and an identity is a collection of the sort below it; others are free, made by
// the operators that no equation defines.  In CafeOBJ a sort of constants that are not marked as constructors is loose.
#include "front/algebra/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace whynot::front::algebra {

using front::ots::TypeSyntax;
using Is = Role::Is;

std::string Names::readable(std::string_view text) {
  static const std::map<char, std::string_view> signs{
      {'|', "bar"}, {';', "then"}, {',', "with"}, {'+', "plus"}, {'*', "times"}, {'<', "lt"},  {'>', "gt"},
      {'=', "eq"},  {'@', "at"},   {'&', "amp"},  {'.', "dot"},  {':', "has"},   {'!', "bang"}};
  std::string out;
  for (char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += c;
    else if (c == '-' && !out.empty())
      out += '_';
    else if (c == '\'')
      out += "_p";
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty())
    for (char c : text)
      if (const auto at = signs.find(c); at != signs.end()) out += at->second;
  if (out.empty()) out = "join";
  static const std::set<std::string_view> words{
      "forall", "exists",   "if",    "then", "else",       "and",       "or",    "not",   "in",     "is",
      "true",   "false",    "when",  "for",  "any",        "set",       "bag",   "list",  "map",    "sort",
      "fun",    "observer", "rigid", "init", "transition", "invariant", "axiom", "scope", "expect", "using",
      "where",  "loose",    "enum",  "free", "ots",        "head",      "tail",  "count"};
  if (words.count(out)) out += '_';
  return std::isdigit(static_cast<unsigned char>(out[0])) ? "x" + out : out;
}

std::string Names::claim(const std::string& wanted) {
  const std::string base = readable(wanted);
  std::string name = base;
  for (int number = 2; !taken_.insert(name).second; ++number) name = fmt::format("{}_{}", base, number);
  return name;
}

std::string Names::local(const std::string& wanted) const {
  std::string name = readable(wanted);
  while (taken_.count(name)) name += '_';
  return name;
}

Types::Types(const Theory& theory, std::optional<SortId> state, Names& names, Diagnostics& diagnostics)
    : theory_(theory), s_(theory.signature), state_(state), names_(names), diagnostics_(diagnostics) {
  for (const bool constant : {true, false})  // of two operators of one name, the constant has it
    for (const Operator& op : s_.operators)
      if (!op.built_in && op.sorts.empty() == constant && !theory.is_defined(op) && !op.associative && !is_of_state(op))
        constructor_names_[&op] = names.claim(op.name);
}

bool Types::is_of_state(const Operator& op) const {
  const auto is_state = [&](SortId sort) { return state_ && s_.kinds[sort] == s_.kinds[*state_]; };
  return is_state(op.result) || std::any_of(op.sorts.begin(), op.sorts.end(), is_state);
}

void Types::unsupported(const std::string& what, Span where) { diagnostics_.error("algebra.unsupported", what, where); }

const Role& Types::role(SortId sort) {
  if (const auto at = roles_.find(sort); at != roles_.end()) return at->second;
  roles_[sort] = Role{};  // it may be a part of itself
  roles_[sort] = make(sort);
  used_.push_back(sort);
  const Role made = roles_[sort];
  for (const Operator* c : made.constructors)
    for (SortId s : c->sorts) role(s);
  if (made.element) role(*made.element);
  return roles_[sort];
}

Role Types::make(SortId sort) {
  Role r;
  r.name = Names::readable(s_.sort_names[sort]);
  if (sort == Signature::boolean) r.is = Is::Bool;
  if (sort == Signature::nat) r.is = Is::Nat;
  if (sort == Signature::integer) r.is = Is::Int;
  if (r.is != Is::Free) return r;
  if (state_ && s_.kinds[sort] == s_.kinds[*state_]) {
    r.is = Is::State;
    return r;
  }
  if (collection_of(sort) == sort)
    make_collection(sort, r);
  else
    make_free(sort, r);
  return r;
}

std::optional<SortId> Types::collection_of(SortId sort) {
  for (const Operator& op : s_.operators)
    if (!op.built_in && op.associative && op.sorts.size() == 2 && s_.kinds[op.result] == s_.kinds[sort])
      return op.result;
  return std::nullopt;
}

// `join(X, X) = X`, of any element or of what the only operator that makes elements makes.
bool Types::is_set(const Operator& join) const {
  if (join.idempotent) return true;
  const auto makes_elements = [&](const Operator& op) {
    return !op.built_in && op.result == join.result && &op != &join && &op != join.identity && !theory_.is_defined(op);
  };
  const auto makers = std::count_if(s_.operators.begin(), s_.operators.end(), makes_elements);
  return std::any_of(theory_.equations.begin(), theory_.equations.end(), [&](const Equation& e) {
    if (e.left->op != &join || e.left->args.size() < 2 || !same(e.left->args[0], e.left->args[1])) return false;
    const Node& element = *e.left->args[0];
    if (element.is_variable()) return true;
    const bool only = makers == 1 && element.op && makes_elements(*element.op);
    return only &&
           std::all_of(element.args.begin(), element.args.end(), [](const Tree& t) { return t->is_variable(); });
  });
}

void Types::make_collection(SortId sort, Role& r) {
  for (const Operator& op : s_.operators)
    if (!op.built_in && op.associative && op.sorts.size() == 2 && op.result == sort) r.join = &op;
  r.is = r.join->commutative ? Is::Bag : Is::List;
  if (r.join->commutative && is_set(*r.join)) r.is = Is::Set;
  r.empty = r.join->identity;
  if (!r.empty)
    unsupported(fmt::format("`{}` has no identity: collections that are never empty are not supported", r.join->name),
                r.join->where);
  for (const Operator& op : s_.operators)
    if (!op.built_in && op.result == sort && &op != r.join && &op != r.empty && !theory_.is_defined(op) &&
        !is_of_state(op))
      r.constructors.push_back(&op);
  for (const auto& [below, above] : s_.subsorts)
    if (above == sort && below != sort) {
      if (r.element && *r.element != below)
        unsupported(fmt::format("sort `{}` has two sorts below it: its elements should be of one", s_.sort_names[sort]),
                    s_.sort_places[sort]);
      r.element = below;
    }
  if (r.element && !r.constructors.empty())
    unsupported(fmt::format("sort `{}` has elements of the sort `{}` and others, such as `{}`", s_.sort_names[sort],
                            s_.sort_names[*r.element], r.constructors[0]->name),
                s_.sort_places[sort]);
  if (!r.element) r.element_name = names_.claim(s_.sort_names[sort] + "Item");
}

void Types::make_free(SortId sort, Role& r) {
  bool marked = false, plain = true;
  for (const Operator& op : s_.operators) {
    if (op.built_in || op.result != sort || op.associative || theory_.is_defined(op) || is_of_state(op)) continue;
    r.constructors.push_back(&op);
    marked = marked || op.constructor;
    plain = plain && op.sorts.empty();
  }
  for (const auto& [below, above] : s_.subsorts)
    if (above == sort)
      unsupported(fmt::format("sort `{}` is below `{}`, which is not a collection: this is not supported",
                              s_.sort_names[below], s_.sort_names[above]),
                  s_.sort_places[sort]);
  if (s_.dialect == Dialect::Maude) return;
  if (marked)
    r.constructors.erase(std::remove_if(r.constructors.begin(), r.constructors.end(),
                                        [](const Operator* op) { return !op->constructor; }),
                         r.constructors.end());
  else if (plain)
    r.is = Is::Loose;
}

void Types::list(SortId sort, const std::vector<Tree>& elements, bool loose) {
  role(sort);
  Role& r = roles_[sort];
  r.is = loose ? Is::Loose : Is::Free;
  r.constructors.clear();
  if (sort == Signature::nat) r.name = names_.claim("Index");
  for (const Tree& e : elements)
    if (!r.listed.count(to_text(*e))) r.listed[to_text(*e)] = names_.claim(to_text(*e));
}

TypeSyntax Types::type(SortId sort, Span where) {
  const Role& r = role(sort);
  TypeSyntax t{{r.name, where}, {}, where};
  if (r.is == Is::Bool) t.word.text = "Bool";
  if (r.is == Is::Nat) t.word.text = "Nat";
  if (r.is == Is::Int) t.word.text = "Int";
  if (!r.is_collection()) return t;
  t.word.text = r.is == Is::Set ? "set" : "bag";
  if (r.is == Is::List) t.word.text = "list";
  t.args.push_back(element_type(r, where));
  return t;
}

TypeSyntax Types::element_type(const Role& r, Span where) {
  if (r.element) return type(*r.element, where);
  return {{r.element_name, where}, {}, where};
}

bool Types::is_collection(const Node& n) {
  if (n.is("if_then_else_fi")) return is_collection(*n.args[1]) || is_collection(*n.args[2]);
  const Role& r = role(n.sort);
  if (!r.is_collection()) return false;
  const auto makes_element = [&](const Operator* c) { return c == n.op; };
  return !n.op || std::none_of(r.constructors.begin(), r.constructors.end(), makes_element);
}

const std::string& Types::constructor_name(const Operator& c) {
  std::string& name = constructor_names_[&c];
  if (name.empty()) name = names_.claim(c.name);
  return name;
}

const std::string& Types::field_name(const Operator& c, std::size_t at) {
  std::string& name = field_names_[{&c, at}];
  if (!name.empty()) return name;
  for (const Operator& op : s_.operators)
    if (const auto p = projection(op); p && p->first == &c && p->second == at) name = Names::readable(op.name);
  for (std::size_t i = 0; i < c.sorts.size(); ++i)
    if (const auto other = field_names_.find({&c, i}); i != at && other != field_names_.end() && other->second == name)
      name.clear();
  if (name.empty()) name = fmt::format("{}_{}", constructor_name(c), at + 1);
  return name;
}

std::optional<std::pair<const Operator*, std::size_t>> Types::projection(const Operator& op) {
  if (op.built_in || op.sorts.size() != 1) return std::nullopt;
  const Equation* only = nullptr;
  for (const Equation& e : theory_.equations) {
    if (e.left->op != &op) continue;
    if (only) return std::nullopt;
    only = &e;
  }
  if (!only || !only->conditions.empty() || !only->right->is_variable()) return std::nullopt;
  const Node& made = *only->left->args[0];
  if (!made.op || made.op->built_in || made.op->associative || made.op->result != op.sorts[0]) return std::nullopt;
  const Role& r = role(op.sorts[0]);
  if (r.is != Is::Free || r.constructors.size() != 1 || r.constructors[0] != made.op) return std::nullopt;
  std::optional<std::size_t> at;
  for (std::size_t i = 0; i < made.args.size(); ++i) {
    if (!made.args[i]->is_variable()) return std::nullopt;
    if (made.args[i]->name == only->right->name) at = i;
  }
  return at ? std::optional(std::pair(made.op, *at)) : std::nullopt;
}

std::optional<std::vector<Tree>> Types::values(SortId sort) {
  const Role& r = role(sort);
  std::vector<Tree> out;
  if (r.is == Is::Bool)
    for (const char* truth : {"false", "true"}) out.push_back(make_apply(s_.named(truth), {}, {}));
  if (r.is != Is::Bool && (r.is != Is::Free || !r.listed.empty())) return std::nullopt;
  for (const Operator* c : r.constructors) {
    if (!c->sorts.empty()) return std::nullopt;
    out.push_back(make_apply(*c, {}, c->where));
  }
  return out;
}

bool Types::is_said(const Equation& e) {
  const Node& l = *e.left;
  if (l.is("_=_") || l.is("_==_")) return true;
  if (!l.op || !l.op->associative) return false;
  return l.args.size() >= 2 && l.args[0]->is_variable() && same(l.args[0], l.args[1]);
}

std::vector<front::ots::SortSyntax> Types::declarations() {
  std::vector<front::ots::SortSyntax> out;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    const SortId sort = used_[i];
    const Role r = roles_[sort];
    const bool items = r.is_collection() && !r.element;
    if (r.is != Is::Free && r.is != Is::Loose && !items) continue;
    front::ots::SortSyntax made;
    made.name = {items ? r.element_name : r.name, s_.sort_places[sort]};
    made.kind = r.is == Is::Loose ? front::ots::SortSyntax::Kind::Loose : front::ots::SortSyntax::Kind::Free;
    for (const Operator* c : r.constructors) {
      front::ots::ConstructorSyntax constructor{{constructor_name(*c), c->where}, {}};
      for (std::size_t f = 0; f < c->sorts.size(); ++f)
        constructor.fields.push_back({{field_name(*c, f), c->where}, type(c->sorts[f], c->where)});
      made.members.push_back(std::move(constructor));
    }
    if (r.is == Is::Free)
      for (const auto& [text, name] : r.listed) made.members.push_back({{name, s_.sort_places[sort]}, {}});
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace whynot::front::algebra
