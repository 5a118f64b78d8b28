#include "encode/ots/cafeobj.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "encode/ots/orient.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

struct CafeRefuse {  // thrown and caught within this file
  std::string reason;
};

const std::unordered_set<std::string_view> reserved = {
    "and",  "or",  "not",  "implies", "xor", "iff",  "if",    "then",  "else",  "fi",  "in",
    "is",   "op",  "ops",  "eq",      "ceq", "var",  "vars",  "sort",  "sorts", "pr",  "ex",
    "us",   "mod", "open", "close",   "red", "init", "true",  "false", "s",     "s'",  "Sys",
    "Bool", "Int", "Nat",  "Num",     "end", "let",  "start", "apply", "parse", "show"};

bool has_quantifier(Term whole) {
  bool found = false;
  for_each_subterm(whole, [&](Term t) { found = found || t.is(Op::Forall) || t.is(Op::Exists); });
  return found;
}

class CafeWriter {
 public:
  explicit CafeWriter(const Ots& ots) : ots_(ots) { count_names(); }

  std::string text(std::span<const CafeGoal> goals) {
    refuse_what_has_no_form(goals);
    sorts();
    functions();
    const std::string data = std::exchange(out_, "");
    states();
    out_ += "}\n";
    invariants(goals);
    for (const CafeGoal& goal : goals) passages(goal);
    return fmt::format("-- {} for CafeOBJ\n\nmod* {} {{\n  pr(INT)\n{}{}{}", ots_.name, module_name(), data,
                       quantifiers_, out_);
  }

 private:
  // Names are the specification's own, unless CafeOBJ or another kind of thing has the name too.
  void count_names() {
    for (const auto& e : ots_.elements) ++uses_[e.name];
    for (const auto& c : ots_.constructors) ++uses_[c.name];
    for (const auto& f : ots_.functions) ++uses_[f.name];
    for (const auto& o : ots_.observers) ++uses_[o.name];
    for (const auto& t : ots_.transitions) ++uses_[t.name];
  }
  std::string name(std::string_view kind, std::string own) const {
    const auto found = uses_.find(own);
    const bool taken = (found != uses_.end() && found->second > 1) || reserved.contains(own);
    std::replace(own.begin(), own.end(), '_', '-');  // an underscore would be a place for an argument
    return taken ? fmt::format("{}-{}", kind, own) : own;
  }
  std::string module_name() const { return name("mod", ots_.name) + "-OTS"; }
  std::string element(std::size_t e) const { return name("elem", ots_.elements[e].name); }
  std::string constructor(std::size_t c) const { return name("con", ots_.constructors[c].name); }
  std::string function(std::size_t f) const { return name("fun", ots_.functions[f].name); }
  std::string observer(std::size_t o) const { return name("obs", ots_.observers[o].name); }
  std::string transition(const whynot::ots::Transition& t) const { return name("do", t.name); }
  std::string condition(const whynot::ots::Transition& t) const { return "when-" + transition(t); }
  static std::string invariant(std::string own) {
    std::replace(own.begin(), own.end(), '_', '-');
    return "inv-" + own;
  }

  std::string sort(SortId s) const {
    const auto& of = ots_.sorts[s];
    switch (of.kind) {
      case SortKind::Bool: return "Bool";
      case SortKind::Nat:
      case SortKind::Int: return "Num";
      case SortKind::Set: return "Set-" + sort(of.element);
      case SortKind::Bag: return "Bag-" + sort(of.element);
      case SortKind::List: return "List-" + sort(of.element);
      case SortKind::Map: return fmt::format("Map-{}-{}", sort(of.key), sort(of.element));
      default: return name("sort", of.name);
    }
  }
  std::string variable(VarId v) const {
    if (constants_) return fmt::format("v{}", v);
    return fmt::format("V{}:{}", v, sort(ots_.pool->variable(v).sort));
  }
  std::string variables(const std::vector<VarId>& vs, std::string out = "") const {
    for (VarId v : vs) out += (out.empty() ? "" : ", ") + variable(v);
    return out;
  }
  std::string signature(const std::vector<VarId>& vs, std::string out = "") const {
    for (VarId v : vs) out += sort(ots_.pool->variable(v).sort) + " ";
    return out;
  }
  static std::string applied(const std::string& op, const std::string& args) {
    return args.empty() ? op : fmt::format("{}({})", op, args);
  }
  void line(const std::string& text) { out_ += "  " + text + "\n"; }
  void equation(const std::string& left, const std::string& right) { line(fmt::format("eq {} = {} .", left, right)); }

  void refuse_what_has_no_form(std::span<const CafeGoal> goals) const {
    for (const auto& o : ots_.observers)
      if (o.initial.size() != 1 && o.sort != whynot::ots::bool_sort && !o.params.empty())
        throw CafeRefuse{fmt::format("the initial values of `{}` are not exported to CafeOBJ: they are many", o.name)};
    for (const CafeGoal& goal : goals)
      if (has_quantifier(goal.predicate.body))
        throw CafeRefuse{
            fmt::format("quantifiers of an invariant (`{}`) are not exported to CafeOBJ", goal.predicate.name)};
    for (std::size_t f = 0; f < ots_.functions.size(); ++f)
      for_each_subterm(ots_.functions[f].body, [&](Term t) {
        if (t.is(Op::Call) && static_cast<std::size_t>(t.a()) == f)
          throw CafeRefuse{"recursive functions are not exported to CafeOBJ: rewriting them need not end"};
        if (t.is(Op::Forall) || t.is(Op::Exists))
          throw CafeRefuse{"quantifiers of a function are not exported to CafeOBJ"};
      });
  }

  // Data -----------------------------------------------------------------------------------------------------

  void sorts() {
    std::string names;
    for (SortId s = 3; s < ots_.sorts.size(); ++s) names += " " + sort(s);
    line(fmt::format("[Sys{}]", names));
    numbers();
    for (SortId s = 3; s < ots_.sorts.size(); ++s) {
      const auto& of = ots_.sorts[s];
      if (of.kind == SortKind::Loose) loose(of);
      if (of.kind == SortKind::Free) free_sort(s);
      if (of.kind == SortKind::Set || of.kind == SortKind::Bag) collection(s);
      if (of.kind == SortKind::List) list(s);
      if (of.kind == SortKind::Map) map(s);
    }
  }

  // What the state shows is a Num, of which rewriting knows nothing; written numbers are of CafeOBJ's Int, where it
  // computes.
  void numbers() {
    line("[Int < Num]");
    line("ops num-plus num-minus num-monus : Num Num -> Num");
    line("ops num-less num-leq : Num Num -> Bool");
    equation("(I:Int = J:Int)", "(I:Int == J:Int)");
    equation("num-plus(I:Int, J:Int)", "I:Int + J:Int");
    equation("num-minus(I:Int, J:Int)", "I:Int - J:Int");
    equation("num-monus(I:Int, J:Int)", "if I:Int < J:Int then 0 else I:Int - J:Int fi");
    equation("num-less(I:Int, J:Int)", "I:Int < J:Int");
    equation("num-leq(I:Int, J:Int)", "I:Int <= J:Int");
    for (const char* op : {"plus", "minus", "monus"}) equation(fmt::format("num-{}(N:Num, 0)", op), "N:Num");
    // Comparisons go into conditionals, down to numbers whose comparison a case decides.
    const std::string either = "(if B:Bool then M:Num else N:Num fi)";
    const auto lifted = [&](std::string_view with) {
      const auto compared = [&](std::string_view n) { return fmt::format(fmt::runtime(with), n); };
      equation(compared(either), choice("B:Bool", compared("M:Num"), compared("N:Num"), whynot::ots::bool_sort));
    };
    for (const char* with :
         {"num-less({}, K:Num)", "num-less(K:Num, {})", "num-leq({}, K:Num)", "num-leq(K:Num, {})", "({} = K:Num)"})
      lifted(with);
  }

  void loose(const whynot::ots::Sort& of) {
    for (std::size_t i = 0; i < of.elements.size(); ++i) {
      line(fmt::format("op {} : -> {}", element(of.elements[i]), sort(ots_.elements[of.elements[i]].sort)));
      for (std::size_t j = 0; j < i; ++j)
        equation(fmt::format("({} = {})", element(of.elements[j]), element(of.elements[i])), "false");
    }
  }

  std::string fields(std::uint32_t c, char letter) const {
    std::string out;
    for (std::size_t i = 0; i < ots_.constructors[c].fields.size(); ++i)
      out += fmt::format("{}{}{}:{}", i ? ", " : "", letter, i, sort(ots_.constructors[c].fields[i].sort));
    return out;
  }

  // Terms are equal when they are the same.
  void free_sort(SortId s) {
    const auto& all = ots_.sorts[s].constructors;
    for (std::uint32_t c : all) {
      std::string types;
      for (const auto& f : ots_.constructors[c].fields) types += sort(f.sort) + " ";
      line(fmt::format("op {} : {}-> {} {{constr}}", constructor(c), types, sort(s)));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string x = applied(constructor(all[i]), fields(all[i], 'X'));
      for (std::size_t j = i + 1; j < all.size(); ++j)
        equation(fmt::format("({} = {})", x, applied(constructor(all[j]), fields(all[j], 'Y'))), "false");
      parts(all[i], x);
      line(fmt::format("op is-{} : {} -> Bool", constructor(all[i]), sort(s)));
      for (std::uint32_t c : all)
        equation(fmt::format("is-{}({})", constructor(all[i]), applied(constructor(c), fields(c, 'X'))),
                 c == all[i] ? "true" : "false");
    }
  }

  void parts(std::uint32_t c, const std::string& x) {
    const auto& of = ots_.constructors[c].fields;
    std::string same;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const std::string s = sort(of[i].sort);
      same += fmt::format("{}(X{}:{} {} Y{}:{})", i ? " and " : "", i, s, s == "Bool" ? "iff" : "=", i, s);
      line(fmt::format("op part{}-{} : {} -> {}", i, constructor(c), sort(ots_.constructors[c].sort), s));
      equation(fmt::format("part{}-{}({})", i, constructor(c), x), fmt::format("X{}:{}", i, s));
    }
    if (!of.empty()) equation(fmt::format("({} = {})", x, applied(constructor(c), fields(c, 'Y'))), same);
  }

  // Sets and bags are known by their members; `put` builds them.
  void collection(SortId s) {
    const std::string S = sort(s), E = sort(ots_.sorts[s].element);
    const auto eq = [&](std::string_view left, std::string_view right) {
      equation(fmt::format(fmt::runtime(left), fmt::arg("S", S), fmt::arg("E", E)),
               fmt::format(fmt::runtime(right), fmt::arg("S", S), fmt::arg("E", E)));
    };
    line(fmt::format("op none-{0} : -> {0} {{constr}}", S));
    line(fmt::format("op put-{0} : {0} {1} -> {0} {{constr}}", S, E));
    line(fmt::format("ops join-{0} minus-{0} : {0} {0} -> {0}", S));
    line(fmt::format("op take-{0} : {0} {1} -> {0}", S, E));
    line(fmt::format("op in-{0} : {1} {0} -> Bool", S, E));
    line(fmt::format("op size-{0} : {0} -> Num", S));
    eq("size-{S}(none-{S})", "0");
    eq("size-{S}(take-{S}(C:{S}, X:{E}))",
       "if in-{S}(X:{E}, C:{S}) then num-monus(size-{S}(C:{S}), 1) else size-{S}(C:{S}) fi");
    eq("in-{S}(X:{E}, none-{S})", "false");
    eq("in-{S}(X:{E}, put-{S}(C:{S}, Y:{E}))", "(X:{E} = Y:{E}) or in-{S}(X:{E}, C:{S})");
    eq("in-{S}(X:{E}, join-{S}(C:{S}, D:{S}))", "in-{S}(X:{E}, C:{S}) or in-{S}(X:{E}, D:{S})");
    eq("in-{S}(X:{E}, (if B:Bool then C:{S} else D:{S} fi))",
       "(B:Bool and in-{S}(X:{E}, C:{S})) or ((not B:Bool) and in-{S}(X:{E}, D:{S}))");
    if (ots_.sorts[s].kind == SortKind::Bag) return counts(s);
    eq("size-{S}(put-{S}(C:{S}, X:{E}))",
       "if in-{S}(X:{E}, C:{S}) then size-{S}(C:{S}) else num-plus(size-{S}(C:{S}), 1) fi");
    eq("in-{S}(X:{E}, take-{S}(C:{S}, Y:{E}))", "(not (X:{E} = Y:{E})) and in-{S}(X:{E}, C:{S})");
    eq("in-{S}(X:{E}, minus-{S}(C:{S}, D:{S}))", "in-{S}(X:{E}, C:{S}) and (not in-{S}(X:{E}, D:{S}))");
  }

  // What is taken out of a bag is counted.
  void counts(SortId s) {
    const std::string S = sort(s), E = sort(ots_.sorts[s].element);
    line(fmt::format("op count-{0} : {1} {0} -> Num", S, E));
    const auto count = [&](std::string_view of) { return fmt::format("count-{}(X:{}, {})", S, E, of); };
    const std::string C = "C:" + S, D = "D:" + S, same = fmt::format("(if X:{0} = Y:{0} then 1 else 0 fi)", E);
    const std::string put = fmt::format("put-{}({}, Y:{})", S, C, E), take = fmt::format("take-{}({}, Y:{})", S, C, E);
    const std::string join = fmt::format("join-{}({}, {})", S, C, D), minus = fmt::format("minus-{}({}, {})", S, C, D);
    equation(fmt::format("size-{}({})", S, put), fmt::format("num-plus(size-{}({}), 1)", S, C));
    equation(fmt::format("size-{}({})", S, join), fmt::format("num-plus(size-{0}({1}), size-{0}({2}))", S, C, D));
    equation(count("none-" + S), "0");
    equation(count(put), fmt::format("num-plus({}, {})", count(C), same));
    equation(count(take), fmt::format("num-monus({}, {})", count(C), same));
    equation(count(join), fmt::format("num-plus({}, {})", count(C), count(D)));
    equation(count(minus), fmt::format("num-monus({}, {})", count(C), count(D)));
    for (const std::string& of : {take, minus})
      equation(fmt::format("in-{}(X:{}, {})", S, E, of), fmt::format("num-less(0, {})", count(of)));
  }

  void map(SortId s) {
    const auto& of = ots_.sorts[s];
    const std::string M = sort(s), K = sort(of.key), V = sort(of.element);
    line(fmt::format("op all-{0} : {1} -> {0} {{constr}}", M, V));
    line(fmt::format("op put-{0} : {0} {1} {2} -> {0} {{constr}}", M, K, V));
    line(fmt::format("op get-{0} : {0} {1} -> {2}", M, K, V));
    equation(fmt::format("get-{0}(all-{0}(X:{1}), K:{2})", M, V, K), "X:" + V);
    equation(fmt::format("get-{0}(put-{0}(M:{0}, J:{1}, X:{2}), K:{1})", M, K, V),
             choice(fmt::format("K:{0} = J:{0}", K), "X:" + V, fmt::format("get-{0}(M:{0}, K:{1})", M, K), of.element));
    const auto keys = key_values(ots_, s, nullptr);
    if (!keys || keys->empty()) return;
    // Maps that agree at every key are equal.
    std::string agree;
    for (Term key : *keys)
      agree += fmt::format("{0}(get-{1}(M:{1}, {2}) {3} get-{1}(N:{1}, {2}))", agree.empty() ? "" : " and ", M,
                           term(key), V == "Bool" ? "iff" : "=");
    equation(fmt::format("(M:{0} = N:{0})", M), agree);
  }

  void list(SortId s) {
    const std::string S = sort(s), E = sort(ots_.sorts[s].element);
    const auto eq = [&](std::string_view left, std::string_view right) {
      equation(fmt::format(fmt::runtime(left), fmt::arg("S", S), fmt::arg("E", E)),
               fmt::format(fmt::runtime(right), fmt::arg("S", S), fmt::arg("E", E)));
    };
    line(fmt::format("op none-{0} : -> {0} {{constr}}", S));
    line(fmt::format("op cons-{0} : {1} {0} -> {0} {{constr}}", S, E));
    line(fmt::format("op append-{0} : {0} {0} -> {0}", S));
    line(fmt::format("op head-{0} : {0} -> {1}", S, E));
    line(fmt::format("op tail-{0} : {0} -> {0}", S));
    line(fmt::format("op size-{0} : {0} -> Num", S));
    eq("size-{S}(none-{S})", "0");
    eq("size-{S}(cons-{S}(X:{E}, L:{S}))", "num-plus(1, size-{S}(L:{S}))");
    eq("size-{S}(append-{S}(L:{S}, M:{S}))", "num-plus(size-{S}(L:{S}), size-{S}(M:{S}))");
    eq("size-{S}(tail-{S}(L:{S}))", "num-monus(size-{S}(L:{S}), 1)");
    line(fmt::format("op in-{0} : {1} {0} -> Bool", S, E));
    eq("(none-{S} = cons-{S}(X:{E}, L:{S}))", "false");
    eq("(cons-{S}(X:{E}, L:{S}) = cons-{S}(Y:{E}, M:{S}))", "(X:{E} = Y:{E}) and (L:{S} = M:{S})");
    eq("(none-{S} = append-{S}(L:{S}, M:{S}))", "(none-{S} = L:{S}) and (none-{S} = M:{S})");
    eq("append-{S}(none-{S}, M:{S})", "M:{S}");
    eq("append-{S}(cons-{S}(X:{E}, L:{S}), M:{S})", "cons-{S}(X:{E}, append-{S}(L:{S}, M:{S}))");
    eq("head-{S}(cons-{S}(X:{E}, L:{S}))", "X:{E}");
    eq("head-{S}(append-{S}(L:{S}, M:{S}))", "if none-{S} = L:{S} then head-{S}(M:{S}) else head-{S}(L:{S}) fi");
    eq("tail-{S}(none-{S})", "none-{S}");
    eq("tail-{S}(cons-{S}(X:{E}, L:{S}))", "L:{S}");
    eq("tail-{S}(append-{S}(L:{S}, M:{S}))",
       "if none-{S} = L:{S} then tail-{S}(M:{S}) else append-{S}(tail-{S}(L:{S}), M:{S}) fi");
    eq("in-{S}(X:{E}, none-{S})", "false");
    eq("in-{S}(X:{E}, cons-{S}(Y:{E}, L:{S}))", "(X:{E} = Y:{E}) or in-{S}(X:{E}, L:{S})");
    eq("in-{S}(X:{E}, append-{S}(L:{S}, M:{S}))", "in-{S}(X:{E}, L:{S}) or in-{S}(X:{E}, M:{S})");
  }

  void functions() {
    for (std::size_t f = 0; f < ots_.functions.size(); ++f) {
      const auto& of = ots_.functions[f];
      line(fmt::format("op {} : {}-> {}", function(f), signature(of.params), sort(of.sort)));
      equation(applied(function(f), variables(of.params)), term(of.body));
    }
  }

  // States ---------------------------------------------------------------------------------------------------

  void states() {
    for (std::size_t o = 0; o < ots_.observers.size(); ++o)
      line(fmt::format("op {} : Sys {}-> {}", observer(o), signature(ots_.observers[o].params),
                       sort(ots_.observers[o].sort)));
    line("op init : -> Sys {constr}");
    for (const auto& t : ots_.transitions) {
      line(fmt::format("op {} : Sys {}-> Sys {{constr}}", transition(t), signature(t.params)));
      line(fmt::format("op {} : Sys {}-> Bool", condition(t), signature(t.params)));
    }
    for (std::size_t o = 0; o < ots_.observers.size(); ++o)
      if (ots_.observers[o].initial.size() == 1)
        equation(applied(observer(o), variables(ots_.observers[o].params, "init")), term(ots_.observers[o].initial[0]));
    for (Term condition : conjuncts(*ots_.pool, ots_.init)) start(condition);
    for (const auto& t : ots_.transitions) effects(t);
  }

  // What initial states satisfy, for all values of the variables that the condition quantifies.  Conditions with
  // further quantifiers are left out: passages assume less.
  void start(Term condition) {
    std::vector<VarId> vars;
    for (; condition.is(Op::Forall); condition = condition.arg(0))
      for (std::size_t i = 1; i < condition.arity(); ++i) vars.push_back(condition.arg(i).var());
    if (condition.is_true() || has_quantifier(condition)) return;
    state_ = "S:Sys";
    const std::string op = fmt::format("start{}", starts_.size() + 1);
    line(fmt::format("op {} : Sys {}-> Bool", op, signature(vars)));
    equation(applied(op, variables(vars, state_)), term(condition));
    starts_.push_back({op, std::move(vars)});
  }

  void effects(const whynot::ots::Transition& t) {
    state_ = "S:Sys";
    const std::string when = applied(condition(t), variables(t.params, state_));
    const std::string after = applied(transition(t), variables(t.params, state_));
    equation(when, term(t.guard));
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
      const auto& params = ots_.observers[o].params;
      const std::string before = applied(observer(o), variables(params, state_));
      std::string value = before;
      for (const auto& u : t.updates) {
        if (u.observer != o) continue;
        std::string here;
        for (std::size_t i = 0; i < params.size(); ++i)
          here += fmt::format("{}({} = {})", i ? " and " : "", variable(params[i]), term(u.index[i]));
        value = here.empty() ? term(u.value) : choice(here, term(u.value), value, u.value.sort());
      }
      equation(applied(observer(o), variables(params, after)),
               value == before ? before : choice(when, value, before, ots_.observers[o].sort));
    }
  }

  // A conditional value; truth values stay within Boolean algebra, where CafeOBJ decides.
  std::string choice(const std::string& when, const std::string& yes, const std::string& no, SortId s) const {
    if (s == whynot::ots::bool_sort)
      return fmt::format("((({0}) and ({1})) or ((not ({0})) and ({2})))", when, yes, no);
    return fmt::format("(if {} then {} else {} fi)", when, yes, no);
  }

  // Terms ----------------------------------------------------------------------------------------------------

  // A quantified formula is an atom: an operator of its own, over what the formula says of other things than those it
  // quantifies over.
  std::string quantified(Term t) {
    std::vector<Term> holes;
    std::vector<VarId> bound;
    const std::string shape = shape_of(t, bound, holes);
    std::string types, args = state_;
    for (Term h : holes) types += sort(h.sort()) + " ", args += ", " + term(h);
    const auto [at, fresh] = shapes_.emplace(shape, fmt::format("quantified{}", shapes_.size() + 1));
    if (fresh) quantifiers_ += fmt::format("  -- {}\n  op {} : Sys {}-> Bool\n", to_text(ots_, t), at->second, types);
    return applied(at->second, args);
  }
  static std::string shape_of(Term t, std::vector<VarId>& bound, std::vector<Term>& holes) {
    const bool binds = t.is(Op::Forall) || t.is(Op::Exists);
    for (std::size_t i = 1; binds && i < t.arity(); ++i) bound.push_back(t.arg(i).var());
    if (t.is(Op::Var)) {
      const auto at = std::find(bound.begin(), bound.end(), t.var());
      if (at != bound.end()) return fmt::format("x{}", at - bound.begin());
    }
    const bool about_others = !binds && std::none_of(bound.begin(), bound.end(), [&](VarId v) { return occurs(v, t); });
    if (about_others) return holes.push_back(t), fmt::format("_{}", t.sort());
    std::string out = fmt::format("{}.{}.{}.{}(", static_cast<int>(t.op()), t.a(), t.b(), t.sort());
    for (std::size_t i = 0; i < t.arity(); ++i) out += shape_of(t.arg(i), bound, holes) + ",";
    return out + ")";
  }

  std::string term(Term t) {
    if (t.is(Op::Forall) || t.is(Op::Exists)) return quantified(t);
    std::vector<std::string> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(term(t.arg(i)));
    const std::string listed = fmt::format("{}", fmt::join(args, ", "));
    const auto infix = [&](std::string_view sign) { return fmt::format("({})", fmt::join(args, sign)); };
    const auto index = static_cast<std::size_t>(t.a());
    switch (t.op()) {
      case Op::Var: return variable(t.var());
      case Op::Bool: return t.a() ? "true" : "false";
      case Op::Number: return fmt::format("{}", t.a());
      case Op::Element: return element(index);
      case Op::Construct: return applied(constructor(index), listed);
      case Op::Observe: return applied(observer(index), state_ + (args.empty() ? "" : ", ") + listed);
      case Op::Call: return applied(function(index), listed);
      case Op::Not: return fmt::format("(not {})", args[0]);
      case Op::And: return infix(" and ");
      case Op::Or: return infix(" or ");
      case Op::Implies: return infix(" implies ");
      case Op::Ite: return choice(args[0], args[1], args[2], t.sort());
      case Op::Eq: return infix(t.arg(0).sort() == whynot::ots::bool_sort ? " iff " : " = ");
      case Op::Select: return fmt::format("part{}-{}({})", t.b(), constructor(index), listed);
      case Op::Is: return fmt::format("is-{}({})", constructor(index), listed);
      case Op::Add: return applied("num-plus", listed);
      case Op::Sub: return applied(t.sort() == whynot::ots::nat_sort ? "num-monus" : "num-minus", listed);
      case Op::Lt: return applied("num-less", listed);
      case Op::Le: return applied("num-leq", listed);
      default: return collection_term(t, listed);
    }
  }

  std::string collection_term(Term t, const std::string& listed) const {
    const auto call = [&](std::string_view op, SortId s) { return fmt::format("{}-{}({})", op, sort(s), listed); };
    switch (t.op()) {
      case Op::Empty: return "none-" + sort(t.sort());
      case Op::Insert: return call("put", t.sort());
      case Op::Remove: return call("take", t.sort());
      case Op::Difference: return call("minus", t.sort());
      case Op::Size: return call("size", t.arg(0).sort());
      case Op::Count: return call("count", t.arg(1).sort());
      case Op::Union: return call("join", t.sort());
      case Op::In: return call("in", t.arg(1).sort());
      case Op::Cons: return call("cons", t.sort());
      case Op::Append: return call("append", t.sort());
      case Op::Head: return call("head", t.arg(0).sort());
      case Op::Tail: return call("tail", t.sort());
      case Op::Constant: return call("all", t.sort());
      case Op::Put: return call("put", t.sort());
      case Op::Get: return call("get", t.arg(0).sort());
      default: WHYNOT_CHECK(false, "every operator should have a form"); return {};
    }
  }

  // Invariants and passages ----------------------------------------------------------------------------------

  void invariants(std::span<const CafeGoal> goals) {
    out_ += fmt::format("\nmod* {0}-INV {{\n  pr({0})\n", module_name());
    line("ops s s' : -> Sys");
    state_ = "S:Sys";
    for (const CafeGoal& goal : goals) {
      const auto& p = goal.predicate;
      const std::string inv = invariant(p.name);
      line(fmt::format("op {} : Sys {}-> Bool", inv, signature(p.params)));
      equation(applied(inv, variables(p.params, state_)), term(p.body));
      line(fmt::format("op step-{} : {}-> Bool", inv, signature(p.params)));
      equation(applied("step-" + inv, variables(p.params)),
               fmt::format("{} implies {}", applied(inv, variables(p.params, "s")),
                           applied(inv, variables(p.params, "s'"))));
    }
    out_ += "}\n";
  }

  void passages(const CafeGoal& goal) {
    const std::string inv = invariant(goal.predicate.name);
    constants_ = true;
    state_ = "s";
    if (goal.holds_initially) initial_passages(goal.predicate);
    for (const std::string& t : goal.undecided)
      out_ += fmt::format("\n-- {}: the step of {} was not decided\n", goal.predicate.name, t);
    for (const CafeCase& c : goal.failing) {
      open(fmt::format("{} is lost by {}: false", goal.predicate.name, c.transition->name), free_in(c));
      for (const auto& [from, to] : oriented(ots_, c.literals)) equation(term(from), term(to));
      std::string args = "s", instance;
      for (Term a : c.args) args += ", " + term(a);
      for (Term a : c.instance) instance += (instance.empty() ? "" : ", ") + term(a);
      line(fmt::format("eq s' = {} .", applied(transition(*c.transition), args)));
      out_ += fmt::format("  red {} .\nclose\n", applied("step-" + inv, instance));
    }
    constants_ = false;
  }

  // One for each way in which observers without index may start.  Truth values that may start either way stay open.
  void initial_passages(const whynot::ots::Predicate& p) {
    std::vector<std::string> ways{""};
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
      const auto& of = ots_.observers[o];
      if (of.initial.size() == 1 || of.sort == whynot::ots::bool_sort) continue;
      std::vector<std::string> more;
      for (const std::string& way : ways)
        for (Term value : of.initial)
          more.push_back(fmt::format("{}  eq {}(init) = {} .\n", way, observer(o), term(value)));
      ways = std::move(more);
      if (ways.size() > most_ways) throw CafeRefuse{"there are too many initial states for CafeOBJ"};
    }
    const std::string claim = applied(invariant(p.name), variables(p.params, "init"));
    for (const std::string& way : ways) {
      open(fmt::format("{} holds initially: true", p.name), p.params);
      out_ += fmt::format("{}  red {}{} .\nclose\n", way, starting(p.params), claim);
    }
  }

  // The conditions of initial states for the things that the passage speaks of.
  std::string starting(const std::vector<VarId>& params) {
    std::string out;
    std::size_t count = 0;
    for (const auto& [op, vars] : starts_) {
      std::vector<std::string> tuples{"init"};
      for (VarId v : vars) {
        std::vector<std::string> longer;
        for (const std::string& tuple : tuples)
          for (const std::string& thing : things(ots_.pool->variable(v).sort, params))
            longer.push_back(tuple + ", " + thing);
        tuples = std::move(longer);
      }
      for (const std::string& tuple : tuples)
        if (++count <= most_ways) out += fmt::format("{}{}({})", out.empty() ? "" : " and ", op, tuple);
    }
    return out.empty() ? "" : fmt::format("({}) implies ", out);
  }

  std::vector<std::string> things(SortId s, const std::vector<VarId>& params) {
    std::vector<std::string> out;
    for (VarId v : params)
      if (ots_.pool->variable(v).sort == s) out.push_back(variable(v));
    for (std::uint32_t e : ots_.sorts[s].elements) out.push_back(element(e));
    return out;
  }

  void open(const std::string& what, const std::vector<VarId>& constants) {
    out_ += fmt::format("\n-- {}\nopen {}-INV .\n", what, module_name());
    for (VarId v : constants) line(fmt::format("op v{} : -> {} .", v, sort(ots_.pool->variable(v).sort)));
  }

  static std::vector<VarId> free_in(const CafeCase& c) {
    std::vector<VarId> out;
    const auto add = [&](const std::vector<Term>& terms) {
      for (Term t : terms)
        for (VarId v : free_variables(t))
          if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
    };
    add(c.literals);
    add(c.args);
    add(c.instance);
    return out;
  }

  static constexpr std::size_t most_ways = 64;

  const Ots& ots_;
  std::unordered_map<std::string, std::size_t> uses_;
  std::string out_, state_ = "S:Sys";
  std::string quantifiers_;                                         // the operators that stand for them
  std::map<std::string, std::string> shapes_;                       // of quantified formulas: the operator
  std::vector<std::pair<std::string, std::vector<VarId>>> starts_;  // conditions of initial states
  bool constants_ = false;                                          // variables are constants of a passage
};

}  // namespace

std::variant<std::string, CafeRefusal> cafeobj_text(const Ots& ots, std::span<const CafeGoal> goals) {
  try {
    return CafeWriter(ots).text(goals);
  } catch (const CafeRefuse& refuse) {
    return CafeRefusal{refuse.reason};
  }
}

}  // namespace whynot::encode::ots
