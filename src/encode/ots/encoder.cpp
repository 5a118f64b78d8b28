// Declares sorts, datatypes and functions in the order of their dependencies, then translates terms bottom up.
#include "encode/ots/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/check.h"
#include "encode/ots/simplify.h"

namespace whynot::encode::ots {

using solve::SmtOp;
using solve::SmtSort;
using solve::SmtTerm;
using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::VarId;

namespace {

bool is_array(const Ots& ots, SortId s) {
  const SortKind k = ots.sorts[s].kind;
  return k == SortKind::Set || k == SortKind::Bag || k == SortKind::Map;
}

// Collections of datatypes: they can be made only when all datatypes have been.
bool waits_for_datatypes(const Ots& ots, SortId s) {
  const auto& sort = ots.sorts[s];
  const auto of = [&](SortId part) {
    const SortKind k = ots.sorts[part].kind;
    return k == SortKind::Free || k == SortKind::List || waits_for_datatypes(ots, part);
  };
  return is_array(ots, s) && (of(sort.element) || (sort.kind == SortKind::Map && of(sort.key)));
}

// Words of SMT-LIB and of the theories that solvers add to it, as far as they could be names in a specification.
const std::unordered_set<std::string_view> words_of_solvers = {
    "Array",     "Bag",         "Bool",         "BitVec",    "Float",   "Int",       "List",          "Pair",
    "Real",      "RegLan",      "Seq",          "Set",       "String",  "Tuple",     "RoundingMode",  "BINARY",
    "DECIMAL",   "HEXADECIMAL", "NUMERAL",      "STRING",    "Float16", "Float32",   "Float64",       "Float128",
    "RNE",       "RNA",         "RTP",          "RTN",       "RTZ",     "abs",       "and",           "arccos",
    "arcsin",    "arctan",      "as",           "assert",    "bag",     "bvadd",     "bvand",         "bvmul",
    "bvnot",     "bvor",        "bvsub",        "card",      "char",    "choose",    "comprehension", "concat",
    "const",     "continue",    "cos",          "cot",       "csc",     "default",   "distinct",      "div",
    "divisible", "echo",        "emptyset",     "eqrange",   "exists",  "exit",      "exp",           "extract",
    "false",     "forall",      "fp",           "function",  "iand",    "if",        "implies",       "in",
    "int2bv",    "insert",      "intersection", "is",        "is_int",  "ite",       "join",          "lambda",
    "let",       "list",        "map",          "match",     "member",  "mod",       "model",         "not",
    "or",        "par",         "pi",           "pop",       "pow2",    "product",   "push",          "real",
    "rem",       "repeat",      "reset",        "sec",       "select",  "sep",       "seq",           "set",
    "setminus",  "simplify",    "sin",          "singleton", "sqrt",    "store",     "subset",        "table",
    "tan",       "tclosure",    "to_fp",        "to_int",    "to_real", "transpose", "true",          "tuple",
    "union",     "univset",     "update",       "use",       "wand",    "witness",   "xor",           "nil",
    "head",      "tail",        "first",        "second"};

template <class Visit>
void for_each_formula(const Ots& ots, Visit visit) {
  visit(ots.init);
  for (const auto& f : ots.functions) visit(f.body);
  for (const auto& t : ots.transitions) {
    visit(t.guard);
    for (const auto& u : t.updates) visit(u.value);
  }
  for (const auto& i : ots.invariants) visit(i.body);
}

// The sort of the collection that an operator reads, or else makes.
SortId sort_of_collection(Term t) {
  if (t.is(Op::In)) return t.arg(1).sort();
  return t.is(Op::Size) || t.is(Op::Head) ? t.arg(0).sort() : t.sort();
}

}  // namespace

std::string Encoder::symbol(const std::string& name) { return words_of_solvers.contains(name) ? name + "." : name; }

// Datatypes are made in one group and may not hold arrays of each other: such collections are left to the search.
std::optional<std::string> Encoder::refuses(const Ots& ots) {
  for (const auto& c : ots.constructors)
    for (const auto& f : c.fields)
      if (waits_for_datatypes(ots, f.sort))
        return fmt::format("constructor `{}` holds a {}, which the solver cannot reason about", c.name,
                           ots.sorts[f.sort].name);
  for (const auto& s : ots.sorts)
    if (s.kind == SortKind::List && waits_for_datatypes(ots, s.element))
      return fmt::format("`{}` is a list of collections, which the solver cannot reason about", s.name);
  return std::nullopt;
}

Encoder::Encoder(const Ots& ots, solve::Smt& smt, std::span<const Term> later, Seen seen,
                 const whynot::ots::Scope* scope)
    : ots_(ots), smt_(smt), seen_(seen), scope_(scope) {
  decide_bags(later);
  decide_views(later);
  make_sorts();
  elements_.resize(ots.elements.size(), SmtTerm{});
  for (std::uint32_t e = 0; e < ots.elements.size(); ++e) {
    const SortId s = ots.elements[e].sort;
    const auto in_scope = in_scope_.find(e);
    elements_[e] =
        in_scope != in_scope_.end() ? in_scope->second : smt.constant(symbol(ots.elements[e].name), sorts_[s]);
  }
  make_functions();
}

void Encoder::decide_bags(std::span<const Term> later) {
  counted_.assign(ots_.sorts.size(), false);
  const auto look = [&](Term root) {
    for_each_subterm(root, [&](Term t) {
      if (t.is(Op::Remove) || t.is(Op::Difference)) counted_[t.sort()] = true;
      if (t.is(Op::Count)) counted_[t.arg(1).sort()] = true;
      if (t.is(Op::Size) || t.is(Op::Eq) || t.is(Op::In))
        counted_[t.arg(0).sort()] = true;  // as an element, or compared
      if (t.is(Op::Put) || t.is(Op::Constant) || t.is(Op::Cons) || t.is(Op::Insert) || t.is(Op::Call))
        for (std::size_t i = t.is(Op::Insert) ? 1 : 0; i < t.arity(); ++i) counted_[t.arg(i).sort()] = true;
    });
  };
  for_each_formula(ots_, look);
  for (Term t : later) look(t);
}

void Encoder::make_sorts() {
  sorts_.resize(ots_.sorts.size());
  sort_made_.assign(ots_.sorts.size(), false);
  // Free sorts and lists may need each other: one group.
  std::vector<SortId> members;
  for (SortId s = 0; s < ots_.sorts.size(); ++s)
    if (ots_.sorts[s].kind == SortKind::Free || ots_.sorts[s].kind == SortKind::List) members.push_back(s);
  const auto field = [&](std::string name, SortId s) {
    const auto at = std::find(members.begin(), members.end(), s);
    if (at != members.end())
      return solve::SmtDatatype::Field{std::move(name), {}, static_cast<std::size_t>(at - members.begin())};
    return solve::SmtDatatype::Field{std::move(name), sort_of(s), std::nullopt};
  };
  std::vector<solve::SmtDatatype> group;
  for (SortId s : members) {
    const auto& sort = ots_.sorts[s];
    solve::SmtDatatype d{fmt::format("sort.{}", s), {}};
    if (sort.kind == SortKind::List) {
      d.constructors.push_back({fmt::format("nil.{}", s), {}});
      d.constructors.push_back({fmt::format("cons.{}", s),
                                {field(fmt::format("head.{}", s), sort.element), field(fmt::format("tail.{}", s), s)}});
    }
    for (std::uint32_t c : sort.constructors) {
      d.constructors.push_back({symbol(ots_.constructors[c].name), {}});
      for (std::size_t i = 0; i < ots_.constructors[c].fields.size(); ++i)
        d.constructors.back().fields.push_back(
            field(fmt::format("{}.{}", ots_.constructors[c].name, i), ots_.constructors[c].fields[i].sort));
    }
    group.push_back(std::move(d));
  }
  const auto made = smt_.datatypes(group);
  for (std::size_t i = 0; i < members.size(); ++i) {
    sorts_[members[i]] = made[i].sort;
    sort_made_[members[i]] = true;
    if (ots_.sorts[members[i]].kind == SortKind::List)
      lists_[members[i]].datatype = made[i];
    else
      datatypes_[members[i]] = made[i];
  }
  for (SortId s = 0; s < ots_.sorts.size(); ++s) sort_of(s);
}

SmtSort Encoder::sort_of(SortId s) {
  if (sort_made_[s]) return sorts_[s];
  const auto& sort = ots_.sorts[s];
  switch (sort.kind) {
    case SortKind::Bool: sorts_[s] = smt_.boolean(); break;
    case SortKind::Nat:
    case SortKind::Int: sorts_[s] = smt_.integer(); break;
    case SortKind::Loose: sorts_[s] = scope_ ? elements_of_scope(s) : smt_.uninterpreted(symbol(sort.name)); break;
    case SortKind::Set: sorts_[s] = smt_.array(index_sort(sort.element), smt_.boolean()); break;
    case SortKind::Bag:
      sorts_[s] = smt_.array(index_sort(sort.element), is_counted(s) ? smt_.integer() : smt_.boolean());
      break;
    case SortKind::Map: sorts_[s] = smt_.array(index_sort(sort.key), sort_of(sort.element)); break;
    default: WHYNOT_CHECK(false, "datatypes should have been made in one group before");
  }
  sort_made_[s] = true;
  return sorts_[s];
}

SmtSort Encoder::elements_of_scope(SortId s) {
  solve::SmtDatatype d{symbol(ots_.sorts[s].name), {}};
  std::vector<std::uint32_t> members;
  for (const auto& [sort, elements] : scope_->elements)
    if (sort == s) members = elements;
  for (std::uint32_t e : members) d.constructors.push_back({symbol(ots_.elements[e].name), {}});
  const solve::SmtDatatypeSort made = smt_.datatypes({d}).front();
  for (std::size_t i = 0; i < members.size(); ++i)
    in_scope_.emplace(members[i], smt_.apply(made.constructors[i].make, {}));
  return made.sort;
}

SmtSort Encoder::index_sort(SortId s) {
  if (!is_array(ots_, s)) return sort_of(s);
  if (!boxes_.contains(s)) {
    const SmtSort inside = sort_of(s);
    const solve::SmtDatatype box{fmt::format("box.{}", s),
                                 {{fmt::format("put.{}", s), {{fmt::format("got.{}", s), inside, std::nullopt}}}}};
    boxes_.emplace(s, smt_.datatypes({box}).front());
  }
  return boxes_.at(s).sort;
}

SmtTerm Encoder::index(SortId s, SmtTerm t) {
  if (!is_array(ots_, s)) return t;
  return smt_.apply(boxes_.at(s).constructors[0].make, std::span(&t, 1));
}
SmtTerm Encoder::select(SmtTerm array, SortId s, SmtTerm at) { return smt_.make(SmtOp::Select, {array, index(s, at)}); }
SmtTerm Encoder::store(SmtTerm array, SortId s, SmtTerm at, SmtTerm value) {
  return smt_.make(SmtOp::Store, {array, index(s, at), value});
}

void Encoder::make_functions() {
  for (const auto& f : ots_.functions) {
    std::vector<SmtSort> params;
    std::vector<SmtTerm> vars;
    for (VarId v : f.params) {
      params.push_back(sorts_[ots_.pool->variable(v).sort]);
      vars.push_back(variable(v));
    }
    functions_.push_back(smt_.declare_recursive(symbol(f.name), params, sorts_[f.sort]));
    ++binders_;  // the parameters are no ground terms
    const SmtTerm body = encode(simplify(ots_, f.body), 0);
    --binders_;
    smt_.define(functions_.back(), vars, body);
  }
}

Encoder::StateId Encoder::new_state(const std::string& suffix) {
  states_.emplace_back();
  if (seen_ == Seen::AsFunctions) {
    declare_functions(suffix);
    return states_.size() - 1;
  }
  for (const auto& o : ots_.observers) {
    if (o.rigid && states_.size() > 1) {
      states_.back().push_back(states_[0][states_.back().size()]);
      continue;
    }
    SmtSort s = sorts_[o.sort];
    for (std::size_t i = o.params.size(); i-- > 0;)
      s = smt_.array(index_sort(ots_.pool->variable(o.params[i]).sort), s);
    states_.back().push_back(smt_.constant(symbol(o.name + suffix), s));
  }
  return states_.size() - 1;
}

SmtTerm Encoder::fresh(const std::string& name, SortId s) {
  return smt_.constant(fmt::format("{}!{}", name, fresh_++), sorts_[s]);
}

SmtTerm Encoder::variable(VarId v) {
  const auto found = variables_.find(v);
  if (found != variables_.end()) return found->second;
  const auto& var = ots_.pool->variable(v);
  return variables_.emplace(v, smt_.constant(fmt::format("{}.{}", var.name, v), sorts_[var.sort])).first->second;
}

void Encoder::bind(VarId v, SmtTerm t) {
  variables_[v] = t;
  memo_.clear();
}

void Encoder::unbind(VarId v) {
  variables_.erase(v);
  memo_.clear();
}

SmtTerm Encoder::encode(Term root, StateId state) {
  // Arguments first, without recursion; quantifiers encode their bodies themselves.
  std::vector<Term> todo{root};
  while (!todo.empty()) {
    const Term t = todo.back();
    if (memo_.count({t.id(), state})) {
      todo.pop_back();
      continue;
    }
    if (t.is(Op::Forall) || t.is(Op::Exists)) {
      const SmtTerm made = quantified(t, state);
      memo_.insert_or_assign({t.id(), state}, made);
      continue;
    }
    std::vector<SmtTerm> args;
    const std::vector<Term> parts = parts_of(t);
    for (Term part : parts) {
      const auto found = memo_.find({part.id(), state});
      if (found == memo_.end())
        todo.push_back(part);
      else
        args.push_back(found->second);
    }
    if (args.size() < parts.size()) continue;
    const SmtTerm made = is_asked(t) ? asked(t, args, state) : apply(t, args, state);
    const bool reads = t.is(Op::Var) || t.is(Op::Observe) || t.is(Op::Select) || t.is(Op::Head) || t.is(Op::Get) ||
                       t.is(Op::Call) || t.is(Op::Size);
    if (t.sort() == whynot::ots::nat_sort && reads && binders_ == 0)
      side_conditions_.push_back(smt_.make(SmtOp::Le, {smt_.number(0), made}));
    memo_.insert_or_assign({t.id(), state}, made);
  }
  return memo_.at({root.id(), state});
}

SmtTerm Encoder::quantified(Term t, StateId state) {
  std::vector<VarId> vars;
  for (std::size_t i = 1; i < t.arity(); ++i) vars.push_back(t.arg(i).var());
  ++binders_;
  const SmtTerm body = encode(t.arg(0), state);
  --binders_;
  return relative(t.is(Op::Forall), vars, body);
}

SmtTerm Encoder::closed(const whynot::ots::Predicate& p, StateId state) {
  ++binders_;
  const SmtTerm body = encode(p.body, state);
  --binders_;
  return relative(true, p.params, body);
}

SmtTerm Encoder::take_side_conditions() {
  const SmtTerm all = smt_.make(SmtOp::And, side_conditions_);
  side_conditions_.clear();
  memo_.clear();  // what is encoded again brings its conditions again
  return all;
}

SmtTerm Encoder::background() {
  std::vector<SmtTerm> facts;
  for (const auto& s : ots_.sorts) {
    std::vector<SmtTerm> constants;
    if (scope_) break;  // constructors are
    for (std::uint32_t e : s.elements) constants.push_back(elements_[e]);
    if (constants.size() > 1) facts.push_back(smt_.make(SmtOp::Distinct, constants));
  }
  for (const auto& a : ots_.axioms) facts.push_back(closed({a.name, a.params, simplify(ots_, a.body)}, 0));
  for (SmtTerm fact : numbers_of_functions()) facts.push_back(fact);
  return smt_.make(SmtOp::And, facts);
}

SmtTerm Encoder::initial(StateId state) {
  std::vector<SmtTerm> facts{encode(ots_.init, state)};
  for (std::uint32_t o = 0; o < ots_.observers.size(); ++o) {
    const auto& observer = ots_.observers[o];
    std::vector<SmtTerm> vars, choices;
    SmtTerm value = states_[state][o];
    if (!observer.params.empty()) ++binders_;
    for (VarId v : observer.params) {
      vars.push_back(variable(v));
      value = select(value, ots_.pool->variable(v).sort, vars.back());
    }
    if (observer.initial.empty()) choices.push_back(smt_.boolean(true));
    for (Term t : observer.initial) choices.push_back(smt_.make(SmtOp::Eq, {value, encode(t, state)}));
    if (!observer.params.empty()) --binders_;
    facts.push_back(smt_.quantify(true, vars, smt_.make(SmtOp::Or, choices)));
  }
  return smt_.make(SmtOp::And, facts);
}

SmtTerm Encoder::stored(SmtTerm array, std::span<const Term> index, SmtTerm value, StateId state) {
  if (index.empty()) return value;
  const SmtTerm at = encode(index[0], state);
  const SmtTerm inner = stored(select(array, index[0].sort(), at), index.subspan(1), value, state);
  return store(array, index[0].sort(), at, inner);
}

SmtTerm Encoder::effect(const whynot::ots::Transition& t, StateId from, StateId to) {
  std::vector<SmtTerm> next = states_[from];
  std::vector<bool> everywhere(next.size());
  for (const auto& u : t.updates) everywhere[u.observer] = everywhere[u.observer] || !u.each.empty();
  for (const auto& u : t.updates)
    if (!everywhere[u.observer]) next[u.observer] = stored(next[u.observer], u.index, encode(u.value, from), from);
  std::vector<SmtTerm> facts;
  for (std::uint32_t o = 0; o < next.size(); ++o)
    facts.push_back(everywhere[o] ? effect_everywhere(t, o, from, to)
                                  : smt_.make(SmtOp::Eq, {states_[to][o], next[o]}));
  return smt_.make(SmtOp::And, facts);
}

// Index by index, of an observer that is changed at many.
SmtTerm Encoder::effect_everywhere(const whynot::ots::Transition& t, std::uint32_t o, StateId from, StateId to) {
  const auto& observer = ots_.observers[o];
  std::vector<Term> index;
  std::vector<SmtTerm> vars;
  for (VarId v : observer.params) index.push_back(ots_.pool->var(v));
  const Term here = ots_.pool->make(Op::Observe, observer.sort, index, o);
  ++binders_;
  for (VarId v : observer.params) vars.push_back(variable(v));
  const SmtTerm same = smt_.make(SmtOp::Eq, {encode(here, to), encode(after(ots_, t, here), from)});
  --binders_;
  return smt_.quantify(true, vars, same);
}

SmtTerm Encoder::clamped(SmtTerm n) {
  return smt_.make(SmtOp::Ite, {smt_.make(SmtOp::Le, {smt_.number(0), n}), n, smt_.number(0)});
}

SmtTerm Encoder::observe(Term t, const std::vector<SmtTerm>& args, StateId state) {
  if (seen_ == Seen::AsFunctions) return smt_.apply(observed_[state][static_cast<std::size_t>(t.a())], args);
  SmtTerm value = states_[state][static_cast<std::size_t>(t.a())];
  for (std::size_t i = 0; i < args.size(); ++i) value = select(value, t.arg(i).sort(), args[i]);
  return value;
}

SmtTerm Encoder::apply(Term t, const std::vector<SmtTerm>& args, StateId state) {
  const auto a = static_cast<std::size_t>(t.a());
  const auto constructor = [&](SortId s) -> const solve::SmtDatatypeSort::Constructor& {
    const auto& all = ots_.sorts[s].constructors;
    return datatypes_.at(s).constructors[static_cast<std::size_t>(std::find(all.begin(), all.end(), a) - all.begin())];
  };
  switch (t.op()) {
    case Op::Var: return variable(t.var());
    case Op::Bool: return smt_.boolean(t.a() != 0);
    case Op::Number: return smt_.number(t.a());
    case Op::Element: return elements_[a];
    case Op::Construct: return smt_.apply(constructor(t.sort()).make, args);
    case Op::Observe: return observe(t, args, state);
    case Op::Call: return smt_.apply(functions_[a], args);
    case Op::Not: return smt_.make(SmtOp::Not, args);
    case Op::And: return smt_.make(SmtOp::And, args);
    case Op::Or: return smt_.make(SmtOp::Or, args);
    case Op::Implies: return smt_.make(SmtOp::Implies, args);
    case Op::Ite: return smt_.make(SmtOp::Ite, args);
    case Op::Eq: return smt_.make(SmtOp::Eq, args);
    case Op::Select: return smt_.apply(constructor(t.arg(0).sort()).fields[t.b()], args);
    case Op::Is: return smt_.apply(constructor(t.arg(0).sort()).test, args);
    case Op::Add: return smt_.make(SmtOp::Add, args);
    case Op::Sub:
      return t.sort() == whynot::ots::nat_sort ? clamped(smt_.make(SmtOp::Sub, args)) : smt_.make(SmtOp::Sub, args);
    case Op::Lt: return smt_.make(SmtOp::Lt, args);
    case Op::Le: return smt_.make(SmtOp::Le, args);
    default: return apply_collection(t, args);
  }
}

SmtTerm Encoder::apply_collection(Term t, const std::vector<SmtTerm>& args) {
  if (ots_.sorts[sort_of_collection(t)].kind == SortKind::List && !t.is(Op::Get)) return apply_list(t, args);
  const auto& sort = ots_.sorts[t.sort()];
  const bool counts = sort.kind == SortKind::Bag && is_counted(t.sort());
  const auto here = [&] { return select(args[0], sort.element, args[1]); };
  const auto changed = [&](SmtTerm value) { return store(args[0], sort.element, args[1], value); };
  switch (t.op()) {
    case Op::Empty: return smt_.constant_array(index_sort(sort.element), counts ? smt_.number(0) : smt_.boolean(false));
    case Op::Insert:
      return changed(counts ? smt_.make(SmtOp::Add, {clamped(here()), smt_.number(1)}) : smt_.boolean(true));
    case Op::Remove:
      return changed(sort.kind == SortKind::Bag ? clamped(smt_.make(SmtOp::Sub, {here(), smt_.number(1)}))
                                                : smt_.boolean(false));
    case Op::In: {
      const SmtTerm found = select(args[1], t.arg(0).sort(), args[0]);
      const bool counted = ots_.sorts[t.arg(1).sort()].kind == SortKind::Bag && is_counted(t.arg(1).sort());
      return counted ? smt_.make(SmtOp::Lt, {smt_.number(0), found}) : found;
    }
    case Op::Count: return clamped(select(args[1], t.arg(0).sort(), args[0]));
    case Op::Union: return smt_.make(counts ? SmtOp::PointwiseAdd : SmtOp::SetUnion, args);
    case Op::Difference:
      return sort.kind == SortKind::Set ? smt_.make(SmtOp::SetMinus, args) : opaque("difference", t, args);
    case Op::Size: return opaque("size", t, args);
    case Op::Constant: return smt_.constant_array(index_sort(sort.key), args[0]);
    case Op::Get: return select(args[0], t.arg(1).sort(), args[1]);
    case Op::Put: return store(args[0], sort.key, args[1], args[2]);
    default: WHYNOT_CHECK(false, "every operator should be encoded");
  }
  return {};
}

// A function of which nothing is said.
SmtTerm Encoder::opaque(std::string_view name, Term t, const std::vector<SmtTerm>& args) {
  std::vector<SmtSort> params;
  for (std::size_t i = 0; i < t.arity(); ++i) params.push_back(sorts_[t.arg(i).sort()]);
  const auto key = std::pair(t.op(), t.arg(0).sort());
  if (!opaque_.count(key))
    opaque_.emplace(key, smt_.declare(fmt::format("{}.{}", name, key.second), params, sorts_[t.sort()]));
  return smt_.apply(opaque_.at(key), args);
}

SmtTerm Encoder::apply_list(Term t, const std::vector<SmtTerm>& args) {
  const SortId s = sort_of_collection(t);
  const auto& list = lists_.at(s).datatype;
  const auto& cons = list.constructors[1];
  switch (t.op()) {
    case Op::Empty: return smt_.apply(list.constructors[0].make, {});
    case Op::Cons: return smt_.apply(cons.make, args);
    case Op::Head: return smt_.apply(cons.fields[0], args);
    case Op::Tail:
      return smt_.make(SmtOp::Ite, {smt_.apply(cons.test, args), smt_.apply(cons.fields[1], args), args[0]});
    default: return smt_.apply(list_function(s, t.op()), args);
  }
}

// append, member and length, defined over the list they recur on.
solve::SmtFunction Encoder::list_function(SortId s, Op op) {
  ListSort& list = lists_.at(s);
  auto& other = op == Op::In ? list.member : list.size;
  auto& slot = op == Op::Append ? list.append : other;
  if (slot) return *slot;
  const SmtSort l = sorts_[s], e = sorts_[ots_.sorts[s].element];
  const auto& cons = list.datatype.constructors[1];
  const SmtTerm x = fresh("list", s), y = op == Op::Append ? fresh("tail", s) : fresh("member", ots_.sorts[s].element);
  const std::vector<SmtTerm> of{x};
  const SmtTerm some = smt_.apply(cons.test, of), head = smt_.apply(cons.fields[0], of),
                tail = smt_.apply(cons.fields[1], of);
  if (op == Op::Append) {
    slot = smt_.declare_recursive(fmt::format("append.{}", s), std::vector<SmtSort>{l, l}, l);
    const std::vector<SmtTerm> parts{head, smt_.apply(*slot, std::vector<SmtTerm>{tail, y})}, params{x, y};
    smt_.define(*slot, params, smt_.make(SmtOp::Ite, {some, smt_.apply(cons.make, parts), y}));
  } else if (op == Op::In) {
    slot = smt_.declare_recursive(fmt::format("member.{}", s), std::vector<SmtSort>{e, l}, smt_.boolean());
    const SmtTerm inside =
        smt_.make(SmtOp::Or, {smt_.make(SmtOp::Eq, {head, y}), smt_.apply(*slot, std::vector<SmtTerm>{y, tail})});
    smt_.define(*slot, std::vector<SmtTerm>{y, x}, smt_.make(SmtOp::And, {some, inside}));
  } else {
    slot = smt_.declare_recursive(fmt::format("length.{}", s), std::vector<SmtSort>{l}, smt_.integer());
    const SmtTerm longer = smt_.make(SmtOp::Add, {smt_.number(1), smt_.apply(*slot, std::vector<SmtTerm>{tail})});
    smt_.define(*slot, of, smt_.make(SmtOp::Ite, {some, longer, smt_.number(0)}));
  }
  return *slot;
}

}  // namespace whynot::encode::ots
