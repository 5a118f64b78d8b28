// Keeps a table of names that CafeOBJ accepts, and abstracts quantified formulas to operators with holes.
#include "encode/ots/cafeobj_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "encode/ots/unfold.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::SortKind;
using whynot::ots::Term;

namespace {

const std::unordered_set<std::string_view> reserved = {
    "and",  "or",  "not",  "implies", "xor", "iff",  "if",    "then",  "else",  "fi",  "in",
    "is",   "op",  "ops",  "eq",      "ceq", "var",  "vars",  "sort",  "sorts", "pr",  "ex",
    "us",   "mod", "open", "close",   "red", "init", "true",  "false", "s",     "s'",  "Sys",
    "Bool", "Int", "Nat",  "Num",     "end", "let",  "start", "apply", "parse", "show"};

// Takes a quantified formula apart: its shape, which tells formulas apart that differ in more than names, and its
// holes, the largest parts in which nothing bound occurs.  They are no formulas, which CafeOBJ writes in a form of its
// own.
class Shape {
  using VarId = whynot::ots::VarId;

 public:
  explicit Shape(const whynot::ots::Ots& ots) : pool_(*ots.pool) {}

  std::string text(Term t) {
    const bool binds = t.is(Op::Forall) || t.is(Op::Exists);
    for (std::size_t i = 1; binds && i < t.arity(); ++i) bound_.push_back(t.arg(i).var());
    if (t.is(Op::Var)) {
      const auto at = std::find(bound_.begin(), bound_.end(), t.var());
      if (at != bound_.end()) return fmt::format("x{}", at - bound_.begin());
    }
    const bool formula = t.sort() == whynot::ots::bool_sort && !t.is(Op::Var);
    if (!formula && std::none_of(bound_.begin(), bound_.end(), [&](VarId v) { return occurs(v, t); })) {
      holes.push_back(t);
      return fmt::format("_{}", t.sort());
    }
    reads = reads || t.is(Op::Observe);
    std::string out = fmt::format("{}.{}.{}.{}(", static_cast<int>(t.op()), t.a(), t.b(), t.sort());
    for (std::size_t i = 0; i < t.arity(); ++i) out += text(t.arg(i)) + ",";
    return out + ")";
  }

  // The formula with variables in the holes.
  Term with_variables(Term t, std::vector<VarId>& variables) {
    if (std::find(holes.begin(), holes.end(), t) != holes.end()) {
      variables.push_back(pool_.new_variable("hole", t.sort()));
      return pool_.var(variables.back());
    }
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(with_variables(t.arg(i), variables));
    return args.empty() ? t : pool_.make(t.op(), t.sort(), args, t.a(), t.b());
  }

  std::vector<Term> holes;
  bool reads = false;

 private:
  whynot::ots::TermPool& pool_;
  std::vector<VarId> bound_;
};

}  // namespace

// Names are the specification's own, unless CafeOBJ or another kind of thing has the name too.
void CafeTerms::count_names() {
  for (const auto& e : ots_.elements) ++uses_[e.name];
  for (const auto& c : ots_.constructors) ++uses_[c.name];
  for (const auto& f : ots_.functions) ++uses_[f.name];
  for (const auto& o : ots_.observers) ++uses_[o.name];
  for (const auto& t : ots_.transitions) ++uses_[t.name];
}

std::string CafeTerms::name(std::string_view kind, std::string own) const {
  const auto found = uses_.find(own);
  const bool taken = (found != uses_.end() && found->second > 1) || reserved.contains(own);
  std::replace(own.begin(), own.end(), '_', '-');  // an underscore would be a place for an argument
  return taken ? fmt::format("{}-{}", kind, own) : own;
}

std::string CafeTerms::invariant(std::string own) {
  std::replace(own.begin(), own.end(), '_', '-');
  return "inv-" + own;
}

std::string CafeTerms::sort(SortId s) const {
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

std::string CafeTerms::variable(VarId v) const {
  if (constants_) return fmt::format("v{}", v);
  return fmt::format("V{}:{}", v, v == written_number_ ? "Int" : sort(ots_.pool->variable(v).sort));
}

std::string CafeTerms::variables(const std::vector<VarId>& vs, std::string out) const {
  for (VarId v : vs) out += (out.empty() ? "" : ", ") + variable(v);
  return out;
}

std::string CafeTerms::signature(const std::vector<VarId>& vs, std::string out) const {
  for (VarId v : vs) out += sort(ots_.pool->variable(v).sort) + " ";
  return out;
}

std::string CafeTerms::applied(const std::string& op, const std::string& args) {
  return args.empty() ? op : fmt::format("{}({})", op, args);
}

void CafeTerms::equation(const std::string& left, const std::string& right) {
  line(fmt::format("eq {} = {} .", left, right));
}

std::string CafeTerms::choice(const std::string& when, const std::string& yes, const std::string& no, SortId s) const {
  if (s == whynot::ots::bool_sort) return fmt::format("((({0}) and ({1})) or ((not ({0})) and ({2})))", when, yes, no);
  return fmt::format("(if {} then {} else {} fi)", when, yes, no);
}

Term CafeTerms::closed_off(Term t) {
  if (t.is(Op::Forall) || t.is(Op::Exists)) return quantified(t);
  std::vector<Term> args;
  for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(closed_off(t.arg(i)));
  return args.empty() ? t : ots_.pool->make(t.op(), t.sort(), args, t.a(), t.b());
}

Term CafeTerms::quantified(Term t) {
  t = inlined(ots_, t);
  Shape shape(ots_);
  const auto [at, fresh] = shapes_.emplace(shape.text(t), quantified_.size());
  if (fresh) {
    Quantified made{fmt::format("quantified{}", quantified_.size() + 1), {}, {}, shape.reads};
    made.formula = shape.with_variables(t, made.holes);
    quantified_.push_back(std::move(made));
  }
  return ots_.pool->make(Op::Call, t.sort(), shape.holes,
                         static_cast<std::int64_t>(ots_.functions.size() + at->second));
}

std::string CafeTerms::call(std::size_t index, const std::string& listed) const {
  if (index < ots_.functions.size()) return applied(function(index), listed);
  const Quantified& of = quantified_[index - ots_.functions.size()];
  const std::string state = of.reads ? state_ : "";
  return applied(of.op, state + (state.empty() || listed.empty() ? "" : ", ") + listed);
}

std::string CafeTerms::term(Term t) {
  if (t.is(Op::Forall) || t.is(Op::Exists)) return term(quantified(t));
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
    case Op::Call: return call(index, listed);
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

std::string CafeTerms::collection_term(Term t, const std::string& listed) const {
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

}  // namespace whynot::encode::ots
