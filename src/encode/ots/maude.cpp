// Writes sorts, functions and rules as Maude text; sets and bags are joins that commute.  Of an indexed observer each
// index is a component of the state, so that a rule takes no collections apart but those of the specification.
#include "encode/ots/maude.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "model/ots/plan.h"

namespace whynot::encode::ots {

using whynot::ots::Move;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

struct Refuse {  // thrown and caught within this file
  std::string reason;
};

std::string plain(std::string name) {  // an underscore would be a place for an argument
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

class Writer {
 public:
  Writer(const Ots& ots, const Scope& scope) : ots_(ots), scope_(scope) {
    for (const auto& observer : ots_.observers) add_cells(observer);
  }

  std::string module() {
    out_ = fmt::format("mod {} is\n  protecting INT .\n", plain(ots_.name));
    sorts();
    functions();
    state();
    for (std::uint32_t t = 0; t < ots_.transitions.size(); ++t) rule(t);
    return out_ + "endm\n";
  }

  bool has_one_start() const { return has_one_start_; }

  std::string violation(const whynot::ots::Predicate& p) {
    const std::string conditions = bindings(p.params, conjuncts(*ots_.pool, ots_.pool->not_(p.body)));
    return fmt::format("{} such that {}", state_pattern(), conditions.empty() ? "true" : conditions);
  }

 private:
  // Names
  std::string sort(SortId s) const {
    switch (ots_.sorts[s].kind) {
      case SortKind::Bool: return "Bool";
      case SortKind::Nat:
      case SortKind::Int: return "Int";
      default: return fmt::format("{}-{}", sort_word(ots_.sorts[s].name), s);
    }
  }
  // The number tells apart what becomes the same without blanks and parentheses.
  static std::string sort_word(const std::string& name) {
    std::string out;
    for (char c : plain(name))
      if (c != '(' && c != ')') out += c == ' ' ? '-' : c;
    return out;
  }
  std::string var(VarId v) const {
    const auto& variable = ots_.pool->variable(v);
    return fmt::format("{}-{}:{}", plain(variable.name), v, sort(variable.sort));
  }
  std::string function(std::size_t f) const { return "f-" + plain(ots_.functions[f].name); }

  // What an observer is at one index, if it has any.
  struct Cell {
    std::vector<std::string> index;
    std::string variable;
  };
  void add_cells(const whynot::ots::Observer& observer) {
    std::vector<Cell>& cells = cells_.emplace_back();
    const std::string name = plain(observer.name), s = sort(observer.sort);
    for_each_index(observer, [&](const whynot::ots::Substitution& by) {
      Cell cell{{}, fmt::format("the-{}:{}", name, s)};
      for (VarId v : observer.params) cell.index.push_back(term(by.at(v)));
      if (!observer.params.empty()) cell.variable = fmt::format("at-{}-{}:{}", name, cells.size(), s);
      cells.push_back(std::move(cell));
    });
  }
  std::vector<std::string> variables(std::size_t o) const {
    std::vector<std::string> out;
    for (const Cell& cell : cells_[o]) out.push_back(cell.variable);
    return out;
  }
  using State = std::vector<std::vector<std::string>>;  // of each observer, of each cell
  std::string state(const State& values) const {
    std::vector<std::string> all;
    for (const auto& of : values) all.insert(all.end(), of.begin(), of.end());
    return applied("st", all);
  }
  State pattern() const {
    State out;
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) out.push_back(variables(o));
    return out;
  }
  std::string state_pattern() const { return state(pattern()); }
  std::string applied(const std::string& op, const std::vector<std::string>& args) const {
    return args.empty() ? op : fmt::format("{}({})", op, fmt::join(args, ", "));
  }
  void line(const std::string& text) { out_ += "  " + text + " .\n"; }

  void sorts() {
    for (SortId s = 3; s < ots_.sorts.size(); ++s) line("sort " + sort(s));
    for (const auto& [s, members] : scope_.elements)
      for (std::uint32_t e : members)
        line(fmt::format("op e-{} : -> {} [ctor]", plain(ots_.elements[e].name), sort(s)));
    for (const auto& c : ots_.constructors) {
      std::string fields;
      for (const auto& f : c.fields) fields += sort(f.sort) + " ";
      line(fmt::format("op c-{} : {}-> {} [ctor]", plain(c.name), fields, sort(c.sort)));
    }
    for (std::uint32_t c = 0; c < ots_.constructors.size(); ++c) selectors(c);
    for (SortId s = 3; s < ots_.sorts.size(); ++s) {
      const SortKind kind = ots_.sorts[s].kind;
      if (kind == SortKind::Set || kind == SortKind::Bag || kind == SortKind::List) collection(s);
      if (kind == SortKind::Map) map(s);
    }
  }

  // A map is its entries: one for each key where they can be listed, else those that differ from a default, which
  // stands under a key of its own.
  void map(SortId s) {
    const auto& of = ots_.sorts[s];
    const std::string M = sort(s), K = sort(of.key), V = sort(of.element);
    const auto keys = key_values(ots_, s, &scope_);
    line(fmt::format("op at{0} : {1} {2} -> {3} [ctor]", s, K, V, M));
    line(fmt::format("op else{0} : {1} -> {2} [ctor]", s, V, M));
    line(fmt::format("op noentry{0} : -> {1} [ctor]", s, M));
    line(fmt::format("op both{0} : {1} {1} -> {1} [ctor assoc comm id: noentry{0}]", s, M));
    line(fmt::format("op same{0} : {1} -> {2}", s, V, M));
    line(fmt::format("op get{0} : {1} {2} -> {3}", s, M, K, V));
    line(fmt::format("op put{0} : {1} {2} {3} -> {1}", s, M, K, V));
    const std::string entry = fmt::format("both{0}(at{0}(K:{1}, X:{2}), R:{3})", s, K, V, M);
    line(fmt::format("eq get{0}({1}, K:{2}) = X:{3}", s, entry, K, V));
    if (keys) {
      std::vector<std::string> all{fmt::format("noentry{}", s), fmt::format("noentry{}", s)};
      for (Term key : *keys) all.push_back(fmt::format("at{}({}, X:{})", s, term(key), V));
      line(fmt::format("eq same{0}(X:{1}) = {2}", s, V, applied(fmt::format("both{}", s), all)));
      line(fmt::format("eq put{0}({1}, K:{2}, Y:{3}) = both{0}(at{0}(K:{2}, Y:{3}), R:{4})", s, entry, K, V, M));
      return;
    }
    const std::string other = fmt::format("both{0}(else{0}(D:{1}), R:{2})", s, V, M);
    line(fmt::format("eq same{0}(X:{1}) = else{0}(X:{1})", s, V));
    line(fmt::format("eq get{0}({1}, K:{2}) = D:{3} [owise]", s, other, K, V));
    line(fmt::format("op without{0} : {1} {2} -> {1}", s, M, K));
    line(fmt::format("eq without{0}({1}, K:{2}) = R:{3}", s, entry, K, M));
    line(fmt::format("eq without{0}(R:{1}, K:{2}) = R:{1} [owise]", s, M, K));
    line(fmt::format("eq put{0}({1}, K:{2}, D:{3}) = without{0}({1}, K:{2})", s, other, K, V));
    line(fmt::format("eq put{0}(R:{1}, K:{2}, X:{3}) = both{0}(at{0}(K:{2}, X:{3}), without{0}(R:{1}, K:{2})) [owise]",
                     s, M, K, V));
  }

  void selectors(std::uint32_t c) {
    const auto& constructor = ots_.constructors[c];
    std::vector<std::string> args;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i)
      args.push_back(fmt::format("X{}:{}", i, sort(constructor.fields[i].sort)));
    const std::string whole = applied("c-" + plain(constructor.name), args);
    for (std::size_t i = 0; i < args.size(); ++i) {
      line(fmt::format("op get{}-{} : {} -> {}", c, i, sort(constructor.sort), sort(constructor.fields[i].sort)));
      line(fmt::format("eq get{}-{}({}) = {}", c, i, whole, args[i]));
    }
    line(fmt::format("op is{} : {} -> Bool", c, sort(constructor.sort)));
    line(fmt::format("eq is{}({}) = true", c, whole));
    line(fmt::format("eq is{}(X:{}) = false [owise]", c, sort(constructor.sort)));
  }

  // nil{s} and join{s}: sets and bags commute, sets are idempotent.
  void collection(SortId s) {
    const SortKind kind = ots_.sorts[s].kind;
    const std::string S = sort(s), E = sort(ots_.sorts[s].element);
    line(fmt::format("op one{} : {} -> {} [ctor]", s, E, S));
    line(fmt::format("op nil{} : -> {} [ctor]", s, S));
    line(fmt::format("op join{0} : {1} {1} -> {1} [ctor assoc {2}id: nil{0}]", s, S,
                     kind == SortKind::List ? "" : "comm "));
    if (kind == SortKind::Set) line(fmt::format("eq join{0}(one{0}(X:{1}), one{0}(X:{1})) = one{0}(X:{1})", s, E));
    line(fmt::format("ops size{0} : {1} -> Int", s, S));
    line(fmt::format("eq size{0}(nil{0}) = 0", s));
    line(fmt::format("eq size{0}(join{0}(one{0}(X:{1}), R:{2})) = 1 + size{0}(R:{2})", s, E, S));
    line(fmt::format("op in{} : {} {} -> Bool", s, E, S));
    line(fmt::format("eq in{0}(X:{1}, join{0}(L:{2}, {3}one{0}(X:{1}))) = true", s, E, S,
                     kind == SortKind::List ? fmt::format("R:{}, ", S) : ""));
    if (kind == SortKind::List)
      line(fmt::format("eq in{0}(X:{1}, join{0}(L:{2}, one{0}(X:{1}), R:{2})) = true", s, E, S));
    line(fmt::format("eq in{0}(X:{1}, L:{2}) = false [owise]", s, E, S));
    if (kind == SortKind::List) {
      line(fmt::format("op head{0} : {1} -> {2}", s, S, E));
      line(fmt::format("eq head{0}(join{0}(one{0}(X:{1}), R:{2})) = X:{1}", s, E, S));
      line(fmt::format("op tail{0} : {1} -> {1}", s, S));
      line(fmt::format("eq tail{0}(nil{0}) = nil{0}", s));
      line(fmt::format("eq tail{0}(join{0}(one{0}(X:{1}), R:{2})) = R:{2}", s, E, S));
      return;
    }
    line(fmt::format("op take{0} : {1} {2} -> {1}", s, S, E));
    line(fmt::format("eq take{0}(join{0}(one{0}(X:{1}), R:{2}), X:{1}) = R:{2}", s, E, S));
    line(fmt::format("eq take{0}(R:{2}, X:{1}) = R:{2} [owise]", s, E, S));
    line(fmt::format("op minus{0} : {1} {1} -> {1}", s, S));
    line(fmt::format("eq minus{0}(L:{1}, nil{0}) = L:{1}", s, S));
    line(fmt::format("eq minus{0}(L:{2}, join{0}(one{0}(X:{1}), R:{2})) = minus{0}(take{0}(L:{2}, X:{1}), R:{2})", s, E,
                     S));
    line(fmt::format("op count{0} : {2} {1} -> Int", s, S, E));
    line(fmt::format("eq count{0}(X:{1}, join{0}(one{0}(X:{1}), R:{2})) = 1 + count{0}(X:{1}, R:{2})", s, E, S));
    line(fmt::format("eq count{0}(X:{1}, R:{2}) = 0 [owise]", s, E, S));
  }

  void functions() {
    for (std::size_t i = 0; i < ots_.functions.size(); ++i) {
      const auto& f = ots_.functions[i];
      std::string params;
      std::vector<std::string> vars;
      for (VarId v : f.params) {
        params += sort(ots_.pool->variable(v).sort) + " ";
        vars.push_back(var(v));
      }
      line(fmt::format("op {} : {}-> {}", function(i), params, sort(f.sort)));
      line(fmt::format("eq {} = {}", applied(function(i), vars), term(f.body)));
    }
  }

  void state() {
    line("sort State");
    std::string sorts;
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
      if (!ots_.observers[o].params.empty()) reading(o);
      for (std::size_t k = 0; k < cells_[o].size(); ++k) sorts += sort(ots_.observers[o].sort) + " ";
    }
    line(fmt::format("op st : {}-> State [ctor]", sorts));
    for (SortId s = 0; s < ots_.sorts.size(); ++s) {  // the values that a parameter may have
      if (!domain(ots_, s, &scope_)) continue;
      line(fmt::format("sort All{}", s));
      line(fmt::format("op all{0} : {1} -> All{0} [ctor]", s, sort(s)));
      line(fmt::format("op noneof{0} : -> All{0} [ctor]", s));
      line(fmt::format("op alls{0} : All{0} All{0} -> All{0} [ctor assoc comm id: noneof{0}]", s));
    }
    line("op init : -> State");
    initial();
  }

  // read{o}(index, cells): the one at that index.
  void reading(std::size_t o) {
    const std::string value = sort(ots_.observers[o].sort);
    std::string sorts;
    for (VarId v : ots_.observers[o].params) sorts += sort(ots_.pool->variable(v).sort) + " ";
    for (std::size_t k = 0; k < cells_[o].size(); ++k) sorts += value + " ";
    line(fmt::format("op read{} : {}-> {}", o, sorts, value));
    for (const Cell& cell : cells_[o]) {
      std::vector<std::string> args = cell.index;
      for (const std::string& variable : variables(o)) args.push_back(variable);
      line(fmt::format("eq {} = {}", applied(fmt::format("read{}", o), args), cell.variable));
    }
  }

  std::string read(std::size_t o, std::vector<std::string> index) const {
    for (const Cell& cell : cells_[o])
      if (cell.index == index) return cell.variable;
    for (const std::string& variable : variables(o)) index.push_back(variable);
    return applied(fmt::format("read{}", o), index);
  }

  // What the cells are after a value was written at an index.
  void write(std::size_t o, const std::vector<std::string>& index, const std::string& value,
             std::vector<std::string>& cells) const {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::vector<std::string>& at = cells_[o][k].index;
      std::vector<std::string> same;
      for (std::size_t i = 0; i < index.size(); ++i)
        if (index[i] != at[i]) same.push_back(fmt::format("({} == {})", index[i], at[i]));
      cells[k] =
          same.empty() ? value : fmt::format("(if {} then {} else {} fi)", fmt::join(same, " and "), value, cells[k]);
    }
  }

  // Where there are several initial states, `init` goes to each of them in a step of its own.
  void initial() {
    std::vector<State> starts{{}};
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
      std::vector<State> longer;
      const State values = initial_values(o);
      for (const State& start : starts)
        for (const auto& cells : values) {
          longer.push_back(start);
          longer.back().push_back(cells);
        }
      starts = std::move(longer);
      if (starts.size() > most_starts) throw Refuse{"too many initial states to be exported"};
    }
    has_one_start_ = starts.size() == 1 && ots_.init.is_true();
    if (has_one_start_) return line("eq init = " + state(starts[0]));
    for (const State& start : starts)
      line(fmt::format("crl [start] : init => {0} if {0} := {1} /\\ {2} = true", state_pattern(), state(start),
                       term(ots_.init)));
  }

  // What the cells of an observer may be at first; each has a choice of its own.
  std::vector<std::vector<std::string>> initial_values(std::size_t o) {
    const auto& observer = ots_.observers[o];
    std::vector<std::vector<std::string>> tables{{}};
    for_each_index(observer, [&](const whynot::ots::Substitution& by) {
      std::vector<std::vector<std::string>> longer;
      for (const auto& table : tables)
        for (Term value : first_values(observer)) {
          longer.push_back(table);
          longer.back().push_back(term(substitute(*ots_.pool, value, by)));
        }
      tables = std::move(longer);
      if (tables.size() > most_starts) throw Refuse{"too many initial states to be exported"};
    });
    return tables;
  }

  std::vector<Term> first_values(const whynot::ots::Observer& observer) {
    if (!observer.initial.empty()) return observer.initial;
    const auto any = domain(ots_, observer.sort, &scope_);
    if (!any) throw Refuse{fmt::format("`{}` may begin with infinitely many values", observer.name)};
    return *any;
  }

  template <class Visit>
  void for_each_index(const whynot::ots::Observer& observer, Visit visit) {
    std::vector<whynot::ots::Substitution> rows{{}};
    for (VarId v : observer.params) {
      std::vector<whynot::ots::Substitution> longer;
      for (const auto& row : rows)
        for (Term value : domain_of(v)) {
          longer.push_back(row);
          longer.back()[v] = value;
        }
      rows = std::move(longer);
    }
    for (const auto& row : rows) visit(row);
  }

  std::vector<Term> domain_of(VarId v) const {
    const auto values = domain(ots_, ots_.pool->variable(v).sort, &scope_);
    if (!values) throw Refuse{fmt::format("`{}` ranges over an infinite sort", ots_.pool->variable(v).name)};
    return *values;
  }

  void rule(std::uint32_t t) {
    const auto& transition = ots_.transitions[t];
    std::vector<Term> conditions = conjuncts(*ots_.pool, transition.guard);
    for (const auto& [of, extra] : scope_.wheres)
      if (of == t) conditions.push_back(extra);
    State next = pattern();
    for (const auto& u : transition.updates) {
      if (!u.each.empty())
        throw Refuse{
            fmt::format("`{}` changes `{}` everywhere at once", transition.name, ots_.observers[u.observer].name)};
      std::vector<std::string> index;
      for (Term i : u.index) index.push_back(term(i));
      write(u.observer, index, term(u.value), next[u.observer]);
    }
    const std::string when = bindings(transition.params, conditions);
    line(fmt::format("{} [{}] : {} => {}{}", when.empty() ? "rl" : "crl", plain(transition.name), state_pattern(),
                     state(next), when.empty() ? "" : " if " + when));
  }

  // The moves of a binding plan as conditions.
  std::string bindings(const std::vector<VarId>& vars, const std::vector<Term>& conditions) {
    const auto plan =
        plan_bindings(*ots_.pool, vars, conditions, [&](SortId s) { return domain(ots_, s, &scope_).has_value(); });
    if (!plan.unbound.empty()) throw Refuse{"a parameter is bound by nothing"};
    std::vector<std::string> parts;
    for (const Move& m : plan.moves) {
      if (m.kind == Move::Kind::Filter) parts.push_back(fmt::format("{} = true", term(m.term)));
      std::vector<std::string> computed;
      if (m.kind == Move::Kind::Match)
        parts.push_back(fmt::format("{} := {}", term(pattern(m.term, computed)), term(m.source)));
      if (m.kind == Move::Kind::Member)
        parts.push_back(member({m.kind, pattern(m.term, computed), m.source, m.var}, fresh_++));
      parts.insert(parts.end(), computed.begin(), computed.end());
      if (m.kind == Move::Kind::Domain) parts.push_back(choice(m.var, fresh_++));
    }
    return fmt::format("{}", fmt::join(parts, " /\\ "));
  }

  // A pattern matches what is built; parts of it that are computed from the state are variables there, whose values are
  // compared afterwards.
  Term pattern(Term t, std::vector<std::string>& computed) {
    if (t.is(Op::Var) || t.is(Op::Bool) || t.is(Op::Number) || t.is(Op::Element)) return t;
    if (!t.is(Op::Construct)) {
      const Term value = ots_.pool->var(ots_.pool->new_variable("value", t.sort()));
      computed.push_back(fmt::format("{} = {}", term(value), term(t)));
      return value;
    }
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(pattern(t.arg(i), computed));
    return ots_.pool->make(t.op(), t.sort(), args, t.a(), t.b());
  }

  std::string member(const Move& m, std::size_t n) {
    const SortId s = m.source.sort();
    const std::string one = fmt::format("one{}({})", s, term(m.term));
    if (ots_.sorts[s].kind == SortKind::List)
      return fmt::format("join{0}(L{1}:{2}, {3}, R{1}:{2}) := {4}", s, n, sort(s), one, term(m.source));
    return fmt::format("join{0}({1}, R{2}:{3}) := {4}", s, one, n, sort(s), term(m.source));
  }

  std::string choice(VarId v, std::size_t n) {
    const SortId s = ots_.pool->variable(v).sort;
    const auto values = domain_of(v);
    std::vector<std::string> all;
    all.reserve(values.size());
    for (Term value : values) all.push_back(fmt::format("all{}({})", s, term(value)));
    if (all.size() == 1) return fmt::format("{} := {}", var(v), term(values[0]));
    return fmt::format("alls{0}(all{0}({1}), R{2}:All{0}) := {3}", s, var(v), n,
                       applied(fmt::format("alls{}", s), all));
  }

  std::string term(Term t) {
    std::vector<std::string> args;
    if (t.is(Op::Forall) || t.is(Op::Exists)) return expanded(t);
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(term(t.arg(i)));
    const auto infix = [&](std::string_view sign) { return fmt::format("({})", fmt::join(args, sign)); };
    switch (t.op()) {
      case Op::Var: return var(t.var());
      case Op::Bool: return t.a() ? "true" : "false";
      case Op::Number: return fmt::format("{}", t.a());
      case Op::Element: return "e-" + plain(ots_.elements[static_cast<std::size_t>(t.a())].name);
      case Op::Construct: return applied("c-" + plain(ots_.constructors[static_cast<std::size_t>(t.a())].name), args);
      case Op::Observe: return read(static_cast<std::size_t>(t.a()), std::move(args));
      case Op::Call: return applied(function(static_cast<std::size_t>(t.a())), args);
      case Op::Not: return fmt::format("(not {})", args[0]);
      case Op::And: return infix(" and ");
      case Op::Or: return infix(" or ");
      case Op::Implies: return infix(" implies ");
      case Op::Ite: return fmt::format("(if {} then {} else {} fi)", args[0], args[1], args[2]);
      case Op::Eq: return infix(" == ");
      case Op::Select: return applied(fmt::format("get{}-{}", t.a(), t.b()), args);
      case Op::Is: return applied(fmt::format("is{}", t.a()), args);
      case Op::Add: return infix(" + ");
      case Op::Sub:
        return t.sort() == whynot::ots::nat_sort
                   ? fmt::format("(if {0} > {1} then {0} - {1} else 0 fi)", args[0], args[1])
                   : infix(" - ");
      case Op::Lt: return infix(" < ");
      case Op::Le: return infix(" <= ");
      default: return collection_term(t, args);
    }
  }

  std::string collection_term(Term t, const std::vector<std::string>& args) {
    const auto call = [&](std::string_view op, SortId s) { return applied(fmt::format("{}{}", op, s), args); };
    const SortId s = t.sort();
    switch (t.op()) {
      case Op::Empty: return fmt::format("nil{}", s);
      case Op::Insert: return fmt::format("join{0}({1}, one{0}({2}))", s, args[0], args[1]);
      case Op::Cons: return fmt::format("join{0}(one{0}({1}), {2})", s, args[0], args[1]);
      case Op::Union:
      case Op::Append: return call("join", s);
      case Op::Remove: return call("take", s);
      case Op::Difference: return call("minus", s);
      case Op::Size: return call("size", t.arg(0).sort());
      case Op::Count: return call("count", t.arg(1).sort());
      case Op::In: return call("in", t.arg(1).sort());
      case Op::Head: return call("head", t.arg(0).sort());
      case Op::Tail: return call("tail", s);
      case Op::Constant: return call("same", s);
      case Op::Get: return call("get", t.arg(0).sort());
      case Op::Put: return call("put", s);
      default: WHYNOT_CHECK(false, "every operator should have a form"); return {};
    }
  }

  std::string expanded(Term t) {
    std::vector<Term> cases{t.arg(0)};
    for (std::size_t i = 1; i < t.arity(); ++i) {
      std::vector<Term> more;
      for (Term c : cases)
        for (Term value : domain_of(t.arg(i).var()))
          more.push_back(substitute(*ots_.pool, c, {{t.arg(i).var(), value}}));
      cases = std::move(more);
    }
    return term(t.is(Op::Forall) ? ots_.pool->all(cases) : ots_.pool->any(cases));
  }

  static constexpr std::size_t most_starts = 4096;

  const Ots& ots_;
  const Scope& scope_;
  std::string out_;
  std::vector<std::vector<Cell>> cells_;  // of each observer
  std::size_t fresh_ = 0;
  bool has_one_start_ = true;
};

std::string bound(std::string_view solutions, std::optional<std::size_t> depth) {
  if (depth) return fmt::format("[{}, {}]", solutions, *depth);
  return solutions.empty() ? std::string() : fmt::format("[{}]", solutions);
}

}  // namespace

std::variant<MaudeModule, MaudeRefusal> MaudeModule::make(const Ots& ots, const Scope& scope) {
  try {
    MaudeModule m;
    Writer writer(ots, scope);
    m.text_ = writer.module();
    m.steps_to_start_ = writer.has_one_start() ? 0 : 1;
    return m;
  } catch (const Refuse& r) {
    return MaudeRefusal{r.reason};
  }
}

std::string MaudeModule::count_command(std::optional<std::size_t> depth) const {
  if (depth) *depth += steps_to_start_;
  return fmt::format("search {} init =>* S:State such that false .\n", bound(depth ? "1" : "", depth));
}

std::variant<std::string, MaudeRefusal> MaudeModule::search_command(const Ots& ots, const Scope& scope,
                                                                    const whynot::ots::Predicate& p,
                                                                    std::optional<std::size_t> depth) const {
  if (depth) *depth += steps_to_start_;
  try {
    return fmt::format("search {} init =>* {} .\n", bound("1", depth), Writer(ots, scope).violation(p));
  } catch (const Refuse& r) {
    return MaudeRefusal{r.reason};
  }
}

}  // namespace whynot::encode::ots
