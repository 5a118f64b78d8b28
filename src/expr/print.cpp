// Prints by levels of precedence: a part gets parentheses where its level is looser than its place.
#include "expr/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace whynot {
namespace {

// NuSMV's levels, loosest first; but a conditional gets parentheses wherever it is a part of something: within CTL
// NuSMV reads none without.
enum Level {
  Conditional,
  Implication,
  Equivalence,
  Disjunction,
  Conjunction,
  BinaryTemporal,
  UnaryTemporal,
  Comparison,
  Membership,
  UnionLevel,
  ShiftLevel,
  Sum,
  Product,
  Concatenation,
  Unary,
  Primary
};

struct Spelling {
  std::string_view text;
  Level level;
};

std::string_view comparison_word(Op op) {
  if (op == Op::Eq) return "=";
  return op == Op::Lt ? "<" : "<=";
}

std::string negated_comparison_word(Op op) {
  if (op == Op::Eq) return " != ";
  return op == Op::Lt ? " >= " : " > ";
}

// Binary operators that are written between their operands.
std::optional<Spelling> infix(Op op) {
  switch (op) {
    case Op::Implies: return Spelling{"->", Implication};
    case Op::Iff: return Spelling{"<->", Equivalence};
    case Op::Or: return Spelling{"|", Disjunction};
    case Op::Xor: return Spelling{"xor", Disjunction};
    case Op::And: return Spelling{"&", Conjunction};
    case Op::U: return Spelling{"U", BinaryTemporal};
    case Op::V: return Spelling{"V", BinaryTemporal};
    case Op::S: return Spelling{"S", BinaryTemporal};
    case Op::T: return Spelling{"T", BinaryTemporal};
    case Op::Eq:
    case Op::Lt:
    case Op::Le: return Spelling{comparison_word(op), Comparison};
    case Op::In: return Spelling{"in", Membership};
    case Op::Union: return Spelling{"union", UnionLevel};
    case Op::Shl: return Spelling{"<<", ShiftLevel};
    case Op::Shr: return Spelling{">>", ShiftLevel};
    case Op::Add: return Spelling{"+", Sum};
    case Op::Sub: return Spelling{"-", Sum};
    case Op::Mul: return Spelling{"*", Product};
    case Op::Div: return Spelling{"/", Product};
    case Op::Mod: return Spelling{"mod", Product};
    case Op::Concat: return Spelling{"::", Concatenation};
    default: return std::nullopt;
  }
}

// Functions: written as name(args).
std::string_view function_name(Op op) {
  switch (op) {
    case Op::Next: return "next";
    case Op::ToSigned: return "signed";
    case Op::ToUnsigned: return "unsigned";
    case Op::WordOfBool: return "word1";
    case Op::BoolOfWord: return "bool";
    case Op::ToInt: return "toint";
    case Op::Extend: return "extend";
    case Op::Resize: return "resize";
    default: return "";
  }
}

bool is_unary_temporal(Op op) {
  return (is_ltl(op) || is_ctl(op)) && op != Op::U && op != Op::V && op != Op::S && op != Op::T && op != Op::EU &&
         op != Op::AU;
}

// A printer that keeps a stack of what is still to be written: text, or an expression to be opened.
class Printer {
 public:
  Printer(const ExprPool& pool, std::size_t limit, const ExprNames* names)
      : pool_(pool), limit_(limit), names_(names) {}

  std::string print(Expr root) {
    expression(root, Conditional);
    flush();
    while (!todo_.empty()) {
      if (out_.size() > limit_) return out_.substr(0, limit_) + "…";
      Piece piece = std::move(todo_.back());
      todo_.pop_back();
      if (!piece.expr) {
        out_ += piece.text;
        continue;
      }
      open(piece.expr, piece.at_least);
      flush();
    }
    return std::move(out_);
  }

 private:
  struct Piece {
    std::string text;
    Expr expr;
    Level at_least = Implication;  // looser operators get parentheses
  };

  void text(std::string s) { fresh_.push_back({std::move(s), {}, Implication}); }
  void expression(Expr e, Level at_least) { fresh_.push_back({{}, e, at_least}); }
  void flush() {
    todo_.insert(todo_.end(), std::make_move_iterator(fresh_.rbegin()), std::make_move_iterator(fresh_.rend()));
    fresh_.clear();
  }

  void open(Expr e, Level at_least) {
    if (names_)
      if (const auto found = names_->find(e); found != names_->end()) return text(found->second);
    if (names_ && e.is(Op::Ite))
      if (const auto [array, index] = element(e); index) {
        text(array + "[");
        expression(index, Conditional);
        return text("]");
      }
    if (names_ && e.is(Op::Ite))
      if (const auto [name, operands] = chosen(e); !operands.empty()) return call(name, operands);
    if (names_ && e.is(Op::Add))
      if (const std::vector<Expr> operands = counted(e); !operands.empty()) return call("count", operands);
    const Level own = level(e);
    if (own < at_least) text("(");
    body(e);
    if (own < at_least) text(")");
  }

  Level level(Expr e) const {
    if (denies_comparison(e)) return Comparison;
    if (e.is(Op::Not) || e.is(Op::Neg)) return Unary;
    if (e.is(Op::Constant)) return is_negative(pool_.value_of(e)) ? Unary : Primary;
    if (e.is(Op::Ite)) return Conditional;
    if (e.is(Op::Interval)) return UnionLevel;
    if (const auto spelling = infix(e.op())) return spelling->level;
    return is_unary_temporal(e.op()) ? UnaryTemporal : Primary;
  }

  static bool is_negative(const Value& v) { return (v.is_integer() || v.is_word()) && v.as_integer() < 0; }
  static bool is_comparison(Expr e) { return e.is(Op::Eq) || e.is(Op::Lt) || e.is(Op::Le); }

  // One that has a name keeps it.
  bool denies_comparison(Expr e) const {
    return e.is(Op::Not) && is_comparison(e.arg(0)) && !(names_ && names_->count(e.arg(0)));
  }

  // a != b, a >= b and a > b are kept as negations.
  void negated_comparison(Expr e) {
    if (is_turned(e)) return comparison(e.arg(1), e.is(Op::Lt) ? " <= " : " < ", e.arg(0));
    comparison(e.arg(0), negated_comparison_word(e.op()), e.arg(1));
  }

  void comparison(Expr a, std::string word, Expr b) {
    expression(a, Membership);
    text(std::move(word));
    expression(b, Membership);
  }

  // Whoever wants names wants what the user wrote.
  bool is_turned(Expr e) const { return names_ && pool_.is_turned(e); }

  // The sign of a word stands before it in SMV.
  static std::string constant(const Value& v) {
    if (!v.is_word() || !is_negative(v)) return v.to_string();
    return fmt::format("-0sd{}_{}", v.width(), whynot::to_string(Integer(-v.as_integer())));
  }

  void body(Expr e) {
    if (denies_comparison(e)) return negated_comparison(e.arg(0));
    if (is_turned(e)) return comparison(e.arg(1), e.is(Op::Lt) ? " > " : " >= ", e.arg(0));
    if (const auto spelling = infix(e.op())) return binary(e, *spelling);
    if (is_temporal(e.op())) return temporal(e);
    switch (e.op()) {
      case Op::Constant: return text(constant(pool_.value_of(e)));
      case Op::Variable: return text(pool_.name_of(e));
      case Op::At: expression(e.arg(0), Primary); return text(fmt::format("@{}", e.a()));
      case Op::Not: text("!"); return expression(e.arg(0), Unary);
      case Op::Neg: text("-"); return expression(e.arg(0), Primary);  // -- would begin a comment
      case Op::Ite:
        expression(e.arg(0), Disjunction);
        text(" ? ");
        expression(e.arg(1), Disjunction);
        text(" : ");
        return expression(e.arg(2), e.arg(2).is(Op::Ite) ? Conditional : Disjunction);
      case Op::Extract: expression(e.arg(0), Primary); return text(fmt::format("[{}:{}]", e.a(), e.b()));
      case Op::Interval:
        expression(e.arg(0), Sum);
        text("..");
        return expression(e.arg(1), Sum);
      case Op::SetOf:
        text("{");
        arguments(e);
        return text("}");
      default: return function(e);
    }
  }

  // Chains lean left, but for ->: the operand on the other side must bind tighter.
  void binary(Expr e, Spelling spelling) {
    const bool right_leaning = e.is(Op::Implies);
    const auto tighter = static_cast<Level>(spelling.level + 1);
    expression(e.arg(0), right_leaning || spelling.level == Comparison ? tighter : spelling.level);
    text(fmt::format(" {}{} ", spelling.text, bounds_text(e)));
    expression(e.arg(1), right_leaning || is_chain(e) ? spelling.level : tighter);
  }

  // a + b + c and a & b & c, however it was put together.
  bool is_chain(Expr e) const {
    const bool is_associative = e.is(Op::Add) || e.is(Op::And) || e.is(Op::Or);
    return names_ && is_associative && e.arg(1).is(e.op());
  }

  // What `a[i]` becomes: a choice between elements by the value of an index, the last of them for the only value that
  // is left.  The array's name and the index; a null index for other choices.
  std::pair<std::string, Expr> element(Expr choice) const {
    std::string array;
    Expr index;
    std::vector<Value> seen;
    const auto is_element = [&](Expr e, const Value& at) {
      const std::string name = e.is(Op::Variable) ? pool_.name_of(e) : "", end = "[" + at.to_string() + "]";
      if (!name.ends_with(end)) return false;
      const std::string own = name.substr(0, name.size() - end.size());
      if (array.empty()) array = own;
      seen.push_back(at);
      return array == own;
    };
    for (; choice.is(Op::Ite); choice = choice.arg(2)) {
      const Expr guard = choice.arg(0);
      if (!guard.is(Op::Eq) || guard.arg(0).is(Op::Constant) == guard.arg(1).is(Op::Constant)) return {};
      const std::size_t constant = guard.arg(0).is(Op::Constant) ? 0 : 1;
      if (index && guard.arg(1 - constant) != index) return {};
      index = guard.arg(1 - constant);
      if (!is_element(choice.arg(1), pool_.value_of(guard.arg(constant)))) return {};
    }
    const auto values = index.type().size();
    if (!values || *values != seen.size() + 1) return {};
    for (Integer i = 0; i < *values; ++i) {
      const Value last = index.type().value(i);
      if (std::find(seen.begin(), seen.end(), last) != seen.end()) continue;
      return is_element(choice, last) ? std::pair(array, index) : std::pair<std::string, Expr>();
    }
    return {};
  }

  // What `abs(a)`, `min(a, b)` and `max(a, b)` of numbers become: a choice by a comparison of what is chosen from.
  std::pair<std::string_view, std::vector<Expr>> chosen(Expr choice) const {
    const Expr guard = choice.arg(0), then = choice.arg(1), otherwise = choice.arg(2);
    const bool compares = (guard.is(Op::Lt) || guard.is(Op::Le)) && guard.arg(0).type().is_integer_like();
    if (!compares || !guard.arg(1).type().is_integer_like()) return {};
    const Expr first = guard.arg(0), second = guard.arg(1);
    const bool is_negated = otherwise.is(Op::Neg) && otherwise.arg(0) == then;
    if (guard.is(Op::Le) && is_number(first, 0) && then == second && is_negated) return {"abs", {then}};
    if (guard.is(Op::Lt) && then == first && otherwise == second) return {"min", {first, second}};
    if (guard.is(Op::Lt) && then == second && otherwise == first) return {"max", {first, second}};
    return {};
  }

  // What `count(a, b)` becomes: a sum of 1 for each operand that is true.  Nothing for other sums.
  std::vector<Expr> counted(Expr sum) const {
    std::vector<Expr> found, open = {sum};
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (e.is(Op::Add)) {
        open.push_back(e.arg(1));
        open.push_back(e.arg(0));
        continue;
      }
      const bool is_one = e.is(Op::Ite) && is_number(e.arg(1), 1) && is_number(e.arg(2), 0);
      if (!is_one) return {};
      found.push_back(e.arg(0));
    }
    return found;
  }
  bool is_number(Expr e, int n) const { return e.is(Op::Constant) && pool_.value_of(e) == Value::integer(n); }

  void call(std::string_view name, const std::vector<Expr>& operands) {
    text(std::string(name) + "(");
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i) text(", ");
      expression(operands[i], Conditional);
    }
    text(")");
  }

  void function(Expr e) {
    const std::string_view name = function_name(e.op());
    WHYNOT_CHECK(!name.empty(), "every operator should have a spelling");
    text(std::string(name) + "(");
    arguments(e);
    if (e.is(Op::Extend) || e.is(Op::Resize)) text(fmt::format(", {}", e.a()));
    text(")");
  }

  void arguments(Expr e) {
    for (std::size_t i = 0; i < e.arity(); ++i) {
      if (i) text(", ");
      expression(e.arg(i), Conditional);
    }
  }

  static std::string bounds_text(Expr e) {
    if (!is_ltl(e.op()) || e.is(Op::X) || e.is(Op::Y) || e.is(Op::Z) || bounds_of(e).unbounded()) return "";
    return fmt::format(" [{}, {}]", e.a(), e.b() == no_bound ? "oo" : std::to_string(e.b()));
  }

  void temporal(Expr e) {
    if (is_ctl(e.op())) return branching(e);
    text(fmt::format("{}{} ", op_name(e.op()), bounds_text(e)));
    expression(e.arg(0), UnaryTemporal);
  }

  void branching(Expr e) {
    const bool bounded = !bounds_of(e).unbounded() && !e.is(Op::EX) && !e.is(Op::AX);
    const std::string interval = bounded ? fmt::format("{}..{} ", e.a(), e.b()) : "";
    const std::string_view name = op_name(e.op());
    if (e.is(Op::EU) || e.is(Op::AU)) {
      text(fmt::format("{} [", name.substr(0, 1)));
      expression(e.arg(0), Implication);
      text(fmt::format(" {}U {}", bounded ? "B" : "", interval));
      expression(e.arg(1), Implication);
      return text("]");
    }
    text(bounded ? fmt::format("{}B{} {}", name[0], name[1], interval) : fmt::format("{} ", name));
    expression(e.arg(0), UnaryTemporal);
  }

  const ExprPool& pool_;
  std::size_t limit_;
  const ExprNames* names_;
  std::string out_;
  std::vector<Piece> todo_, fresh_;
};

}  // namespace

std::string to_string(const ExprPool& pool, Expr e, std::size_t limit, const ExprNames* names) {
  return Printer(pool, limit, names).print(e);
}

}  // namespace whynot
