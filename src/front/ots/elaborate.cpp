// A recursive walk that passes the expected sort down, so that literals and empty collections find theirs.
#include "front/ots/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "front/ots/after.h"
#include "model/ots/rename.h"

namespace whynot::front::ots {

using whynot::ots::bool_sort;
using whynot::ots::int_sort;
using whynot::ots::nat_sort;
using whynot::ots::Op;
using whynot::ots::SortKind;

namespace {

// Its sort comes from where it stands: `{}`, `[]`, numbers.
bool is_open_literal(const Syntax& e) {
  switch (e.kind) {
    case Syntax::Kind::Number:
    case Syntax::Kind::Braces:
    case Syntax::Kind::Brackets:
    case Syntax::Kind::ConstantMap: return true;
    case Syntax::Kind::Unary: return e.word == "-";
    case Syntax::Kind::Binary:
      return (e.word == "+" || e.word == "-" || e.word == "++") && is_open_literal(*e.args[0]) &&
             is_open_literal(*e.args[1]);
    default: return false;
  }
}

}  // namespace

whynot::ots::Term Elaborator::error(std::string code, std::string message, Span where) {
  diagnostics_.error(std::move(code), std::move(message), where);
  return {};
}

std::optional<whynot::ots::SortId> Elaborator::type(const TypeSyntax& t) {
  std::vector<SortId> args;
  for (const TypeSyntax& a : t.args) {
    const auto sort = type(a);
    if (!sort) return std::nullopt;
    args.push_back(*sort);
  }
  const std::string& w = t.word.text;
  if (w == "set") return collection_sort(ots_, SortKind::Set, args[0]);
  if (w == "bag") return collection_sort(ots_, SortKind::Bag, args[0]);
  if (w == "list") return collection_sort(ots_, SortKind::List, args[0]);
  if (w == "map") return collection_sort(ots_, SortKind::Map, args[1], args[0]);
  for (SortId s = 0; s < ots_.sorts.size(); ++s)
    if (ots_.sorts[s].name == w) return s;
  std::vector<std::string_view> names{"set", "bag", "list", "map"};
  for (const whynot::ots::Sort& s : ots_.sorts) names.push_back(s.name);
  Diagnostic& d = diagnostics_.error("ots.unknown-sort", fmt::format("no sort is called `{}`", w), t.word.where);
  if (const auto near = nearest_name(w, names); !near.empty()) d.help = fmt::format("did you mean `{}`?", near);
  return std::nullopt;
}

std::vector<whynot::ots::VarId> Elaborator::declare(const std::vector<Param>& params) {
  std::vector<whynot::ots::VarId> vars;
  for (const Param& p : params) {
    const SortId sort = type(p.type).value_or(bool_sort);
    for (const whynot::ots::VarId other : vars)
      if (ots_.pool->variable(other).name == p.name.text)
        diagnostics_.error("ots.duplicate", fmt::format("parameter `{}` is declared twice", p.name.text), p.name.where);
    vars.push_back(ots_.pool->new_variable(p.name.text, sort));
    locals_.emplace_back(p.name.text, vars.back());
  }
  return vars;
}

void Elaborator::see(const std::vector<whynot::ots::VarId>& vars) {
  for (whynot::ots::VarId v : vars) locals_.emplace_back(ots_.pool->variable(v).name, v);
}

void Elaborator::add_elements(const whynot::ots::Scope& scope) {
  for (const auto& [sort, members] : scope.elements)
    scope_elements_.insert(scope_elements_.end(), members.begin(), members.end());
}

whynot::ots::Term Elaborator::expression(const Syntax& e, std::optional<SortId> expected) {
  const Term t = infer(e, expected);
  if (t && expected && t.sort() != *expected)
    return error("ots.sort-mismatch",
                 fmt::format("this is of sort {}, where {} is wanted", sort_name(t.sort()), sort_name(*expected)),
                 e.where);
  return t;
}

whynot::ots::Term Elaborator::infer(const Syntax& e, std::optional<SortId> expected) {
  switch (e.kind) {
    case Syntax::Kind::Name: {
      if (is_next(e)) return next(e, expected);
      return is_builtin(e.word) ? builtin(e, expected) : name(e);
    }
    case Syntax::Kind::Number: return number(e, expected);
    case Syntax::Kind::Unary: return unary(e, expected);
    case Syntax::Kind::Binary: return binary(e, expected);
    case Syntax::Kind::If: return conditional(e, expected);
    case Syntax::Kind::Field: return field(e);
    case Syntax::Kind::Is: return is(e);
    case Syntax::Kind::Index:
    case Syntax::Kind::Store: return map_access(e, expected);
    case Syntax::Kind::Braces: return braces(e, expected);
    case Syntax::Kind::Brackets: return brackets(e, expected);
    case Syntax::Kind::ConstantMap: return constant_map(e, expected);
    case Syntax::Kind::Size: return size(e);
    case Syntax::Kind::Quantifier: return quantifier(e);
  }
  return {};
}

bool Elaborator::arguments(const Syntax& e, const std::vector<SortId>& sorts, Terms& out) {
  if (e.args.size() != sorts.size()) {
    error("ots.arity",
          fmt::format("`{}` takes {} argument{}, here it is given {}", e.word, sorts.size(),
                      sorts.size() == 1 ? "" : "s", e.args.size()),
          e.where);
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < sorts.size(); ++i) {
    out.push_back(expression(*e.args[i], sorts[i]));
    ok = ok && out.back();
  }
  return ok;
}

whynot::ots::Term Elaborator::name(const Syntax& e) {
  whynot::ots::TermPool& pool = *ots_.pool;
  const auto sorts_of = [&](const std::vector<whynot::ots::VarId>& vars) {
    std::vector<SortId> sorts;
    sorts.reserve(vars.size());
    for (whynot::ots::VarId v : vars) sorts.push_back(pool.variable(v).sort);
    return sorts;
  };
  Terms args;
  if (e.args.empty())
    for (auto local = locals_.rbegin(); local != locals_.rend(); ++local)
      if (local->first == e.word) return pool.var(local->second);
  for (std::uint32_t i = 0; i < ots_.observers.size(); ++i)
    if (ots_.observers[i].name == e.word) {
      if (!observers_allowed_ && !(rigid_allowed_ && ots_.observers[i].rigid))
        return error("ots.reads-state", fmt::format("observer `{}` is read where there is no state", e.word), e.where);
      if (!arguments(e, sorts_of(ots_.observers[i].params), args)) return {};
      return pool.make(Op::Observe, ots_.observers[i].sort, args, i);
    }
  for (const whynot::ots::Derived& d : ots_.derived)
    if (d.name == e.word) return derived(d, e);
  for (std::uint32_t i = 0; i < ots_.constructors.size(); ++i)
    if (ots_.constructors[i].name == e.word) {
      std::vector<SortId> sorts;
      for (const whynot::ots::Field& f : ots_.constructors[i].fields) sorts.push_back(f.sort);
      if (!arguments(e, sorts, args)) return {};
      return pool.make(Op::Construct, ots_.constructors[i].sort, args, i);
    }
  for (std::uint32_t i = 0; i < ots_.functions.size(); ++i)
    if (ots_.functions[i].name == e.word) {
      if (!arguments(e, sorts_of(ots_.functions[i].params), args)) return {};
      return pool.make(Op::Call, ots_.functions[i].sort, args, i);
    }
  if (e.args.empty()) {
    for (const whynot::ots::Sort& s : ots_.sorts)
      for (std::uint32_t i : s.elements)
        if (ots_.elements[i].name == e.word) return pool.make(Op::Element, ots_.elements[i].sort, {}, i);
    for (std::uint32_t i : scope_elements_)
      if (ots_.elements[i].name == e.word) return pool.make(Op::Element, ots_.elements[i].sort, {}, i);
  }
  return unknown_name(e);
}

// Its body, about the arguments.
whynot::ots::Term Elaborator::derived(const whynot::ots::Derived& d, const Syntax& e) {
  if (!observers_allowed_)
    return error("ots.reads-state", fmt::format("`{}` is read where there is no state", e.word), e.where);
  std::vector<SortId> sorts;
  for (const whynot::ots::VarId v : d.params) sorts.push_back(ots_.pool->variable(v).sort);
  Terms args;
  if (!arguments(e, sorts, args)) return {};
  whynot::ots::Substitution by;
  for (std::size_t i = 0; i < args.size(); ++i) by[d.params[i]] = args[i];
  return substitute_apart(*ots_.pool, with_fresh_variables(*ots_.pool, d.body), by);
}

bool Elaborator::is_next(const Syntax& e) const {
  return e.kind == Syntax::Kind::Name && e.word == "next" && e.args.size() == 1 && !is_called("next");
}

whynot::ots::Term Elaborator::next(const Syntax& e, std::optional<SortId> expected) {
  if (!next_of_)
    return error("ots.next", "`next` tells of the state after a transition: it stands in the `when` of one alone",
                 e.where);
  const Term now = expression(*e.args[0], expected);
  return now ? after(ots_, *next_of_, now) : now;
}

whynot::ots::Term Elaborator::unknown_name(const Syntax& e) {
  std::vector<std::string_view> names{"true", "false", "head", "tail", "count"};
  for (const auto& [local, var] : locals_) names.push_back(local);
  for (const auto& o : ots_.observers) names.push_back(o.name);
  for (const auto& d : ots_.derived) names.push_back(d.name);
  for (const auto& c : ots_.constructors) names.push_back(c.name);
  for (const auto& f : ots_.functions) names.push_back(f.name);
  for (const whynot::ots::Sort& s : ots_.sorts)
    for (std::uint32_t i : s.elements) names.push_back(ots_.elements[i].name);
  Diagnostic& d = diagnostics_.error("ots.unknown-name", fmt::format("nothing is called `{}` here", e.word), e.where);
  if (const auto near = nearest_name(e.word, names); !near.empty()) d.help = fmt::format("did you mean `{}`?", near);
  return {};
}

// `head`, `tail` and `count` are not reserved: what the specification calls so hides them.
bool Elaborator::is_builtin(std::string_view word) const {
  if (word == "true" || word == "false") return true;
  return (word == "head" || word == "tail" || word == "count") && !is_called(word);
}

bool Elaborator::is_called(std::string_view word) const {
  const auto called = [&](const auto& x) { return x.name == word; };
  return std::any_of(locals_.begin(), locals_.end(), [&](const auto& local) { return local.first == word; }) ||
         std::any_of(ots_.observers.begin(), ots_.observers.end(), called) ||
         std::any_of(ots_.derived.begin(), ots_.derived.end(), called) ||
         std::any_of(ots_.constructors.begin(), ots_.constructors.end(), called) ||
         std::any_of(ots_.functions.begin(), ots_.functions.end(), called) ||
         std::any_of(ots_.elements.begin(), ots_.elements.end(), called);
}

whynot::ots::Term Elaborator::builtin(const Syntax& e, std::optional<SortId> expected) {
  whynot::ots::TermPool& pool = *ots_.pool;
  if (e.word == "true" || e.word == "false")
    return e.args.empty() ? pool.boolean(e.word == "true")
                          : error("ots.arity", fmt::format("`{}` takes no arguments", e.word), e.where);
  if (e.word == "count") {
    if (e.args.size() != 2) return error("ots.arity", "`count(element, bag)` takes two arguments", e.where);
    const Term bag = expression(*e.args[1]);
    if (!bag) return {};
    if (!is_kind(bag.sort(), SortKind::Bag))
      return error("ots.not-a-collection", "`count` counts in a bag", e.args[1]->where);
    const Term element = expression(*e.args[0], ots_.sorts[bag.sort()].element);
    return element ? pool.make(Op::Count, nat_sort, {element, bag}) : Term{};
  }
  if (e.args.size() != 1) return error("ots.arity", fmt::format("`{}` takes one argument", e.word), e.where);
  const Term list = expression(*e.args[0], e.word == "tail" ? expected : std::nullopt);
  if (!list) return {};
  if (!is_kind(list.sort(), SortKind::List))
    return error("ots.not-a-collection",
                 fmt::format("`{}` is of a list, this is of sort {}", e.word, sort_name(list.sort())),
                 e.args[0]->where);
  return e.word == "head" ? pool.make(Op::Head, ots_.sorts[list.sort()].element, {list})
                          : pool.make(Op::Tail, list.sort(), {list});
}

whynot::ots::Term Elaborator::number(const Syntax& e, std::optional<SortId> expected) {
  std::int64_t n = 0;
  std::from_chars(e.word.data(), e.word.data() + e.word.size(), n);
  return ots_.pool->number(n, expected == int_sort ? int_sort : nat_sort);
}

whynot::ots::Term Elaborator::unary(const Syntax& e, std::optional<SortId>) {
  if (e.word == "not") {
    const Term t = expression(*e.args[0], bool_sort);
    return t ? ots_.pool->not_(t) : t;
  }
  const Term t = expression(*e.args[0], int_sort);
  return t ? ots_.pool->make(Op::Sub, int_sort, {ots_.pool->number(0, int_sort), t}) : t;
}

whynot::ots::Term Elaborator::binary(const Syntax& e, std::optional<SortId> expected) {
  if (e.word == "and" || e.word == "or" || e.word == "=>") return junction(e);
  if (e.word == "=" || e.word == "!=") return equation(e);
  if (e.word == "in" || e.word == "not in") return membership(e);
  if (e.word == "+" || e.word == "-" || e.word == "++") return sum(e, expected);
  return order(e);
}

whynot::ots::Term Elaborator::junction(const Syntax& e) {
  Terms args;
  bool ok = true;
  for (const SyntaxPtr& a : e.args) {
    args.push_back(expression(*a, bool_sort));
    ok = ok && args.back();
  }
  if (!ok) return {};
  Op op = e.word == "or" ? Op::Or : Op::Implies;
  if (e.word == "and") op = Op::And;
  return ots_.pool->make(op, bool_sort, args);
}

std::pair<whynot::ots::Term, whynot::ots::Term> Elaborator::alike(const Syntax& a, const Syntax& b,
                                                                  std::optional<SortId> expected) {
  const bool swapped = is_open_literal(a) && !is_open_literal(b);
  const Term first = infer(swapped ? b : a, expected);
  if (!first) return {};
  const Term second = expression(swapped ? a : b, first.sort());
  return swapped ? std::pair(second, first) : std::pair(first, second);
}

whynot::ots::Term Elaborator::equation(const Syntax& e) {
  const auto [a, b] = alike(*e.args[0], *e.args[1], {});
  if (!a || !b) return {};
  const Term equal = ots_.pool->eq(a, b);
  return e.word == "=" ? equal : ots_.pool->not_(equal);
}

whynot::ots::Term Elaborator::membership(const Syntax& e) {
  // A literal on the right takes its sort from the left: x in {a, b}.
  std::optional<SortId> wanted;
  Term element;
  if (is_open_literal(*e.args[1])) {
    if (element = expression(*e.args[0]); !element) return {};
    wanted = collection_sort(ots_, e.args[1]->kind == Syntax::Kind::Brackets ? SortKind::List : SortKind::Set,
                             element.sort());
  }
  const Term collection = expression(*e.args[1], wanted);
  if (!collection) return {};
  const SortKind kind = ots_.sorts[collection.sort()].kind;
  if (kind != SortKind::Set && kind != SortKind::Bag && kind != SortKind::List)
    return error("ots.not-a-collection",
                 fmt::format("`in` wants a set, bag or list, this is of sort {}", sort_name(collection.sort())),
                 e.args[1]->where);
  if (!element) element = expression(*e.args[0], ots_.sorts[collection.sort()].element);
  if (!element) return {};
  const Term in = ots_.pool->in(element, collection);
  return e.word == "in" ? in : ots_.pool->not_(in);
}

whynot::ots::Term Elaborator::order(const Syntax& e) {
  auto [a, b] = alike(*e.args[0], *e.args[1], {});
  if (!a || !b) return {};
  if (a.sort() != nat_sort && a.sort() != int_sort)
    return error("ots.sort-mismatch",
                 fmt::format("`{}` compares numbers, this is of sort {}", e.word, sort_name(a.sort())),
                 e.args[0]->where);
  if (e.word[0] == '>') std::swap(a, b);
  return ots_.pool->make(e.word.size() == 1 ? Op::Lt : Op::Le, bool_sort, {a, b});
}

whynot::ots::Term Elaborator::sum(const Syntax& e, std::optional<SortId> expected) {
  const auto [a, b] = alike(*e.args[0], *e.args[1], expected);
  if (!a || !b) return {};
  const SortKind kind = ots_.sorts[a.sort()].kind;
  const bool numbers = kind == SortKind::Nat || kind == SortKind::Int,
             members = kind == SortKind::Set || kind == SortKind::Bag;
  if (e.word == "++" ? kind != SortKind::List : !numbers && !members)
    return error("ots.sort-mismatch", fmt::format("`{}` does not apply to sort {}", e.word, sort_name(a.sort())),
                 e.where);
  const Op with_members = e.word == "+" ? Op::Union : Op::Difference, with_numbers = e.word == "+" ? Op::Add : Op::Sub;
  Op op = numbers ? with_numbers : with_members;
  if (e.word == "++") op = Op::Append;
  return ots_.pool->make(op, a.sort(), {a, b});
}

whynot::ots::Term Elaborator::conditional(const Syntax& e, std::optional<SortId> expected) {
  const Term c = expression(*e.args[0], bool_sort);
  const auto [a, b] = alike(*e.args[1], *e.args[2], expected);
  return c && a && b ? ots_.pool->ite(c, a, b) : Term{};
}

// Constructors may share a field: it is that of whichever the term was made by.
whynot::ots::Term Elaborator::field(const Syntax& e) {
  const Term t = expression(*e.args[0]);
  if (!t) return t;
  std::vector<std::string_view> names;
  Terms having;  // the field, read from each constructor that has it
  for (std::uint32_t c : ots_.sorts[t.sort()].constructors) {
    const auto& fields = ots_.constructors[c].fields;
    for (std::uint32_t f = 0; f < fields.size(); ++f) {
      if (fields[f].name == e.word) having.push_back(ots_.pool->make(Op::Select, fields[f].sort, {t}, c, f));
      names.push_back(fields[f].name);
    }
  }
  if (!having.empty()) return one_of(having, e);
  Diagnostic& d = diagnostics_.error("ots.unknown-field",
                                     fmt::format("sort {} has no field `{}`", sort_name(t.sort()), e.word), e.where);
  if (const auto near = nearest_name(e.word, names); !near.empty()) d.help = fmt::format("did you mean `{}`?", near);
  return {};
}

whynot::ots::Term Elaborator::one_of(const Terms& selections, const Syntax& e) {
  Term out = selections.back();
  for (std::size_t i = selections.size() - 1; i-- > 0;) {
    const Term s = selections[i];
    out = ots_.pool->ite(ots_.pool->make(Op::Is, bool_sort, {s.arg(0)}, s.a()), s, out);
  }
  constexpr double largest = 10000;  // written out as a tree, which fields of fields make large
  std::unordered_map<std::uint32_t, double> size;
  if (selections.size() > 1)
    for_each_subterm(out, [&](Term t) {
      double& sum = size[t.id()] = 1;
      for (std::size_t i = 0; i < t.arity(); ++i) sum += size[t.arg(i).id()];
    });
  if (size[out.id()] <= largest) return out;
  return error("ots.too-deep", fmt::format("the field `{}` that constructors share is nested too deeply", e.word),
               e.where);
}

whynot::ots::Term Elaborator::is(const Syntax& e) {
  const Term t = expression(*e.args[0]);
  if (!t) return t;
  for (std::uint32_t c : ots_.sorts[t.sort()].constructors)
    if (ots_.constructors[c].name == e.word) return ots_.pool->make(Op::Is, bool_sort, {t}, c);
  return error("ots.unknown-name", fmt::format("`{}` is not a constructor of sort {}", e.word, sort_name(t.sort())),
               e.where);
}

whynot::ots::Term Elaborator::map_access(const Syntax& e, std::optional<SortId> expected) {
  const bool stores = e.kind == Syntax::Kind::Store;
  const Term map = expression(*e.args[0], stores ? expected : std::nullopt);
  if (!map) return map;
  const whynot::ots::Sort sort = ots_.sorts[map.sort()];
  if (sort.kind != SortKind::Map)
    return error("ots.not-a-collection", fmt::format("`[…]` wants a map, this is of sort {}", sort.name),
                 e.args[0]->where);
  const Term key = expression(*e.args[1], sort.key);
  if (!key) return key;
  if (!stores) return ots_.pool->make(Op::Get, sort.element, {map, key});
  const Term value = expression(*e.args[2], sort.element);
  return value ? ots_.pool->make(Op::Put, map.sort(), {map, key, value}) : value;
}

whynot::ots::Term Elaborator::braces(const Syntax& e, std::optional<SortId> expected) {
  std::optional<SortId> sort;
  if (expected && (is_kind(*expected, SortKind::Set) || is_kind(*expected, SortKind::Bag))) sort = expected;
  if (!sort && e.args.empty()) return error("ots.literal", "what `{}` holds cannot be told from here", e.where);
  Terms members;
  for (const SyntaxPtr& a : e.args) {
    const Term t = expression(*a, sort ? std::optional(ots_.sorts[*sort].element) : std::nullopt);
    if (!t) return t;
    if (!sort) sort = collection_sort(ots_, SortKind::Set, t.sort());
    members.push_back(t);
  }
  Term out = ots_.pool->make(Op::Empty, *sort, {});
  for (Term t : members) out = ots_.pool->make(Op::Insert, *sort, {out, t});
  return out;
}

whynot::ots::Term Elaborator::brackets(const Syntax& e, std::optional<SortId> expected) {
  std::optional<SortId> sort;
  if (expected && is_kind(*expected, SortKind::List)) sort = expected;
  if (!sort && e.args.empty()) return error("ots.literal", "what `[]` holds cannot be told from here", e.where);
  Terms items;
  for (const SyntaxPtr& a : e.args) {
    const Term t = expression(*a, sort ? std::optional(ots_.sorts[*sort].element) : std::nullopt);
    if (!t) return t;
    if (!sort) sort = collection_sort(ots_, SortKind::List, t.sort());
    items.push_back(t);
  }
  Term out = ots_.pool->make(Op::Empty, *sort, {});
  for (std::size_t i = items.size(); i-- > 0;) out = ots_.pool->make(Op::Cons, *sort, {items[i], out});
  return out;
}

whynot::ots::Term Elaborator::constant_map(const Syntax& e, std::optional<SortId> expected) {
  if (!expected || !is_kind(*expected, SortKind::Map))
    return error("ots.literal", "the keys of this map cannot be told from here", e.where);
  const Term value = expression(*e.args[0], ots_.sorts[*expected].element);
  return value ? ots_.pool->make(Op::Constant, *expected, {value}) : value;
}

whynot::ots::Term Elaborator::size(const Syntax& e) {
  const Term t = expression(*e.args[0]);
  if (!t) return t;
  const SortKind kind = ots_.sorts[t.sort()].kind;
  if (kind != SortKind::Set && kind != SortKind::Bag && kind != SortKind::List)
    return error("ots.not-a-collection",
                 fmt::format("`|…|` wants a set, bag or list, this is of sort {}", sort_name(t.sort())), e.where);
  return ots_.pool->make(Op::Size, nat_sort, {t});
}

whynot::ots::Term Elaborator::quantifier(const Syntax& e) {
  const auto vars = declare(e.params);
  const Term body = expression(*e.args[0], bool_sort);
  forget(vars.size());
  if (!body) return body;
  Terms args{body};
  for (whynot::ots::VarId v : vars) args.push_back(ots_.pool->var(v));
  return ots_.pool->make(e.word == "forall" ? Op::Forall : Op::Exists, bool_sort, args);
}

}  // namespace whynot::front::ots
