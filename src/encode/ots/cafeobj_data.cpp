// Signatures and equations, sort by sort and function by function.
#include "encode/ots/cafeobj_data.h"

#include <fmt/format.h>

#include "encode/ots/simplify.h"
#include "encode/ots/unfold.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::SortKind;

void CafeData::write_sorts() {
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
void CafeData::numbers() {
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

void CafeData::loose(const whynot::ots::Sort& of) {
  for (std::size_t i = 0; i < of.elements.size(); ++i) {
    line(fmt::format("op {} : -> {}", element(of.elements[i]), sort(ots_.elements[of.elements[i]].sort)));
    for (std::size_t j = 0; j < i; ++j)
      equation(fmt::format("({} = {})", element(of.elements[j]), element(of.elements[i])), "false");
  }
}

std::string CafeData::fields(std::uint32_t c, char letter) const {
  std::string out;
  for (std::size_t i = 0; i < ots_.constructors[c].fields.size(); ++i)
    out += fmt::format("{}{}{}:{}", i ? ", " : "", letter, i, sort(ots_.constructors[c].fields[i].sort));
  return out;
}

// Terms are equal when they are the same.
void CafeData::free_sort(SortId s) {
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

void CafeData::parts(std::uint32_t c, const std::string& x) {
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
void CafeData::collection(SortId s) {
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
  eq("(put-{S}(C:{S}, X:{E}) = none-{S})", "false");
  eq("(join-{S}(C:{S}, D:{S}) = none-{S})", "(C:{S} = none-{S}) and (D:{S} = none-{S})");
  eq("in-{S}(X:{E}, none-{S})", "false");
  eq("in-{S}(X:{E}, put-{S}(C:{S}, Y:{E}))", "(X:{E} = Y:{E}) or in-{S}(X:{E}, C:{S})");
  eq("in-{S}(X:{E}, join-{S}(C:{S}, D:{S}))", "in-{S}(X:{E}, C:{S}) or in-{S}(X:{E}, D:{S})");
  eq("in-{S}(X:{E}, (if B:Bool then C:{S} else D:{S} fi))",
     "(B:Bool and in-{S}(X:{E}, C:{S})) or ((not B:Bool) and in-{S}(X:{E}, D:{S}))");
  eq("size-{S}((if B:Bool then C:{S} else D:{S} fi))", "(if B:Bool then size-{S}(C:{S}) else size-{S}(D:{S}) fi)");
  if (ots_.sorts[s].kind == SortKind::Bag) return counts(s);
  eq("size-{S}(put-{S}(C:{S}, X:{E}))",
     "if in-{S}(X:{E}, C:{S}) then size-{S}(C:{S}) else num-plus(size-{S}(C:{S}), 1) fi");
  eq("in-{S}(X:{E}, take-{S}(C:{S}, Y:{E}))", "(not (X:{E} = Y:{E})) and in-{S}(X:{E}, C:{S})");
  eq("in-{S}(X:{E}, minus-{S}(C:{S}, D:{S}))", "in-{S}(X:{E}, C:{S}) and (not in-{S}(X:{E}, D:{S}))");
}

// What is taken out of a bag is counted.
void CafeData::counts(SortId s) {
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

void CafeData::map(SortId s) {
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
    agree += fmt::format("{0}(get-{1}(M:{1}, {2}) {3} get-{1}(N:{1}, {2}))", agree.empty() ? "" : " and ", M, term(key),
                         V == "Bool" ? "iff" : "=");
  equation(fmt::format("(M:{0} = N:{0})", M), agree);
}

void CafeData::list(SortId s) {
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
  // Into conditionals, as with numbers.
  const std::string either = "(if B:Bool then L:{S} else M:{S} fi)";
  eq("in-{S}(X:{E}, " + either + ")", "(B:Bool and in-{S}(X:{E}, L:{S})) or ((not B:Bool) and in-{S}(X:{E}, M:{S}))");
  for (const char* op : {"size", "head", "tail"})
    eq(fmt::format("{}-{{S}}({})", op, either),
       fmt::format("(if B:Bool then {0}-{{S}}(L:{{S}}) else {0}-{{S}}(M:{{S}}) fi)", op));
}

// A function is its body.  One that calls itself has an equation for each way in which the argument that it recurs on
// is built, so that rewriting ends; of one that quantifies, rewriting knows what a case says.
void CafeData::write_functions() {
  for (std::size_t f = 0; f < ots_.functions.size(); ++f) {
    const auto& of = ots_.functions[f];
    line(fmt::format("op {} : {}-> {}", function(f), signature(of.params), sort(of.sort)));
    const auto at = recursion_parameter(ots_, f);
    if (has_quantifier(of.body) || (is_recursive(ots_, f) && !at))
      line(fmt::format("-- {} has no equation: it is {}", of.name, to_text(ots_, of.body)));
    else if (at)
      recursive_function(f, *at);
    else
      equation(applied(function(f), variables(of.params)), term(of.body));
  }
}

void CafeData::recursive_function(std::size_t f, std::size_t at) {
  const VarId param = ots_.functions[f].params[at];
  const SortId s = ots_.pool->variable(param).sort;
  const auto& of = ots_.sorts[s];
  whynot::ots::TermPool& pool = *ots_.pool;
  const auto variable_of = [&](SortId sort) { return pool.var(pool.new_variable("part", sort)); };
  conditional_argument(f, at, variable_of(whynot::ots::bool_sort), variable_of(s), variable_of(s));
  if (of.kind == SortKind::List) {
    unfolding(f, at, pool.make(Op::Empty, s, {}));
    return unfolding(f, at, pool.make(Op::Cons, s, {variable_of(of.element), variable_of(s)}));
  }
  for (std::uint32_t c : of.constructors) {
    std::vector<Term> parts;
    for (const auto& field : ots_.constructors[c].fields) parts.push_back(variable_of(field.sort));
    unfolding(f, at, pool.make(Op::Construct, s, parts, c));
  }
  if (of.kind != SortKind::Nat) return;
  unfolding(f, at, pool.number(0));
  const auto& recursive = ots_.functions[f];
  written_number_ = param;  // of numbers that are written out, which end at 0
  line(fmt::format("ceq {} = {} if 0 < {} .", applied(function(f), variables(recursive.params)), term(recursive.body),
                   variable(param)));
  written_number_.reset();
}

std::string CafeData::call_with(std::size_t f, std::size_t at, const std::string& argument) const {
  const auto& params = ots_.functions[f].params;
  std::string args;
  for (std::size_t i = 0; i < params.size(); ++i) args += (i ? ", " : "") + (i == at ? argument : variable(params[i]));
  return applied(function(f), args);
}

// Calls go into conditionals, as comparisons do.
void CafeData::conditional_argument(std::size_t f, std::size_t at, Term condition, Term yes, Term no) {
  const auto called = [&](const std::string& with) { return call_with(f, at, with); };
  equation(called(fmt::format("(if {} then {} else {} fi)", term(condition), term(yes), term(no))),
           choice(term(condition), called(term(yes)), called(term(no)), ots_.functions[f].sort));
}

// The equation for one pattern of the argument.
void CafeData::unfolding(std::size_t f, std::size_t at, Term pattern) {
  const auto& of = ots_.functions[f];
  equation(call_with(f, at, term(pattern)),
           term(simplify(ots_, substitute(*ots_.pool, of.body, {{of.params[at], pattern}}))));
}

}  // namespace whynot::encode::ots
