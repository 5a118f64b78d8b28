// Terms as the language writes them, with as few parentheses as its precedences allow.
#include <fmt/format.h>

#include <set>

#include "model/ots/ots.h"

namespace whynot::ots {
namespace {

enum Level { Quantifier, Implication, Disjunction, Conjunction, Negation, Comparison, Concatenation, Sum, Postfix };

class Printer {
 public:
  Printer(const Ots& ots, const std::unordered_map<VarId, std::string>& names) : ots_(ots), names_(names) {}

  std::string print(Term t, Level least) const {
    const auto [text, level] = print(t);
    return level < least ? "(" + text + ")" : text;
  }

 private:
  using Printed = std::pair<std::string, Level>;

  Printed print(Term t) const {
    const auto a = static_cast<std::size_t>(t.a());
    switch (t.op()) {
      case Op::Var: return {name(t.var()), Postfix};
      case Op::Bool: return {t.a() ? "true" : "false", Postfix};
      case Op::Number: return {fmt::format("{}", t.a()), Postfix};
      case Op::Element: return {ots_.elements[a].name, Postfix};
      case Op::Construct: return {applied(ots_.constructors[a].name, t), Postfix};
      case Op::Observe: return {applied(ots_.observers[a].name, t), Postfix};
      case Op::Call: return {applied(ots_.functions[a].name, t), Postfix};
      case Op::Not: return negated(t.arg(0));
      case Op::And: return {joined(t, " and ", Conjunction), Conjunction};
      case Op::Or: return {joined(t, " or ", Disjunction), Disjunction};
      case Op::Implies: return infix(t, "=>", Disjunction, Implication, Implication);
      case Op::Ite:
        return {fmt::format("if {} then {} else {}", print(t.arg(0), Quantifier), print(t.arg(1), Quantifier),
                            print(t.arg(2), Quantifier)),
                Quantifier};
      case Op::Eq: return infix(t, "=", Concatenation, Concatenation, Comparison);
      case Op::In: return infix(t, "in", Concatenation, Concatenation, Comparison);
      case Op::Lt: return infix(t, "<", Concatenation, Concatenation, Comparison);
      case Op::Le: return infix(t, "<=", Concatenation, Concatenation, Comparison);
      case Op::Is:
        return {fmt::format("{} is {}", print(t.arg(0), Concatenation), ots_.constructors[a].name), Comparison};
      case Op::Select: return {print(t.arg(0), Postfix) + "." + field_name(a, t.b()), Postfix};
      case Op::Forall:
      case Op::Exists: return quantified(t);
      default: return collection(t);
    }
  }

  Printed collection(Term t) const {
    switch (t.op()) {
      case Op::Empty: return {ots_.sorts[t.sort()].kind == SortKind::List ? "[]" : "{}", Postfix};
      case Op::Insert: return inserted(t);
      case Op::Remove: return {fmt::format("{} - {{{}}}", print(t.arg(0), Sum), print(t.arg(1), Quantifier)), Sum};
      case Op::Union:
      case Op::Add: return infix(t, "+", Sum, Postfix, Sum);
      case Op::Difference:
      case Op::Sub: return infix(t, "-", Sum, Postfix, Sum);
      case Op::Size: return {fmt::format("|{}|", print(t.arg(0), Concatenation)), Postfix};
      case Op::Count: return {applied("count", t), Postfix};
      case Op::Cons: return consed(t);
      case Op::Head: return {applied("head", t), Postfix};
      case Op::Tail: return {applied("tail", t), Postfix};
      case Op::Append: return infix(t, "++", Sum, Concatenation, Concatenation);
      case Op::Constant: return {fmt::format("[_ := {}]", print(t.arg(0), Quantifier)), Postfix};
      case Op::Get: return {fmt::format("{}[{}]", print(t.arg(0), Postfix), print(t.arg(1), Quantifier)), Postfix};
      default:
        return {fmt::format("{}[{} := {}]", print(t.arg(0), Postfix), print(t.arg(1), Quantifier),
                            print(t.arg(2), Quantifier)),
                Postfix};
    }
  }

  Printed negated(Term t) const {
    if (t.is(Op::Eq)) return infix(t, "!=", Concatenation, Concatenation, Comparison);
    if (t.is(Op::In)) return infix(t, "not in", Concatenation, Concatenation, Comparison);
    return {"not " + print(t, Negation), Negation};
  }

  Printed infix(Term t, std::string_view sign, Level left, Level right, Level own) const {
    return {fmt::format("{} {} {}", print(t.arg(0), left), sign, print(t.arg(1), right)), own};
  }

  // {a, b} when it starts from the empty collection, else s + {a, b}.
  Printed inserted(Term t) const {
    std::string members;
    Term base = t;
    for (; base.is(Op::Insert); base = base.arg(0))
      members = fmt::format("{}{}{}", print(base.arg(1), Quantifier), members.empty() ? "" : ", ", members);
    members = "{" + members + "}";
    if (base.is(Op::Empty)) return {members, Postfix};
    return {print(base, Sum) + " + " + members, Sum};
  }

  Printed consed(Term t) const {
    std::string items;
    Term rest = t;
    for (; rest.is(Op::Cons); rest = rest.arg(1)) items += (items.empty() ? "" : ", ") + print(rest.arg(0), Quantifier);
    items = "[" + items + "]";
    if (rest.is(Op::Empty)) return {items, Postfix};
    return {items + " ++ " + print(rest, Concatenation), Concatenation};
  }

  // A bound variable is called otherwise where its name is that of something free.
  Printed quantified(Term t) const {
    std::set<std::string> taken;
    for (VarId v : free_variables(t)) taken.insert(name(v));
    std::string out = t.is(Op::Forall) ? "forall " : "exists ";
    for (std::size_t i = 1; i < t.arity(); ++i) {
      const VarId v = t.arg(i).var();
      const std::string given = name(v);
      std::string fresh = given;
      for (int n = 1; !taken.insert(fresh).second; ++n) fresh = fmt::format("{}_{}", given, n);
      names_[v] = fresh;
      out += fmt::format("{}{}: {}", i > 1 ? ", " : "", fresh, ots_.sorts[t.arg(i).sort()].name);
    }
    return {out + ". " + print(t.arg(0), Quantifier), Quantifier};
  }

  std::string joined(Term t, std::string_view sign, Level own) const {
    std::string out;
    for (std::size_t i = 0; i < t.arity(); ++i)
      out += fmt::format("{}{}", i ? sign : "", print(t.arg(i), static_cast<Level>(own + 1)));
    return out;
  }

  std::string applied(std::string_view head, Term t) const {
    std::string out(head);
    for (std::size_t i = 0; i < t.arity(); ++i) out += (i ? ", " : "(") + print(t.arg(i), Quantifier);
    return t.arity() ? out + ")" : out;
  }

  std::string name(VarId v) const {
    const auto found = names_.find(v);
    return found == names_.end() ? ots_.pool->variable(v).name : found->second;
  }

  std::string field_name(std::size_t constructor, std::size_t field) const {
    const Constructor& c = ots_.constructors[constructor];
    return c.fields[field].name.empty() ? fmt::format("{}.{}", c.name, field + 1) : c.fields[field].name;
  }

  const Ots& ots_;
  mutable std::unordered_map<VarId, std::string> names_;  // those of bound variables are chosen on the way
};

}  // namespace

std::string to_text(const Ots& ots, Term t, const std::unordered_map<VarId, std::string>& names) {
  return Printer(ots, names).print(t, Quantifier);
}

std::string to_text(const Ots& ots, Term t) { return to_text(ots, t, {}); }

}  // namespace whynot::ots
