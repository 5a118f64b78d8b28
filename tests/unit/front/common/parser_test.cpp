#include "front/common/parser.h"

#include <gtest/gtest.h>

#include "front/common/lexer.h"
#include "front/common/report.h"

namespace whynot::front {
namespace {

struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.add("f", std::move(text))),
        syntax(file, sources.text(file)),
        parser(lex(file, sources, symbols, diagnostics), syntax, symbols, diagnostics),
        tree(parser.expression()) {}

  // Fully bracketed, operators by the number of their form's name.
  std::string shape(NodeId id) const {
    const Node& n = syntax[id];
    if (n.count == 0) return std::string(syntax.text(id));
    std::string out = "(" + word(n.form);
    for (const NodeId child : syntax.children(id)) out += " " + shape(child);
    return out + ")";
  }
  static std::string word(Form f) {
    switch (f) {
      case Form::And: return "&";
      case Form::Or: return "|";
      case Form::Not: return "!";
      case Form::Negate: return "neg";
      case Form::Implies: return "->";
      case Form::Iff: return "<->";
      case Form::Xor: return "xor";
      case Form::Equal: return "=";
      case Form::Less: return "<";
      case Form::In: return "in";
      case Form::Union: return "union";
      case Form::Interval: return "..";
      case Form::Add: return "+";
      case Form::Subtract: return "-";
      case Form::Multiply: return "*";
      case Form::ShiftLeft: return "<<";
      case Form::Concat: return "::";
      case Form::Conditional: return "?:";
      case Form::Case: return "case";
      case Form::Index: return "[]";
      case Form::Bits: return "[:]";
      case Form::Member: return ".";
      case Form::Set: return "{}";
      case Form::Next: return "next";
      case Form::X: return "X";
      case Form::F: return "F";
      case Form::G: return "G";
      case Form::U: return "U";
      case Form::V: return "V";
      case Form::AG: return "AG";
      case Form::EX: return "EX";
      case Form::AF: return "AF";
      case Form::EU: return "EU";
      case Form::AU: return "AU";
      default: return "?";
    }
  }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  FileId file;
  Syntax syntax;
  Parser parser;
  Tree tree;
};

std::string shape(const std::string& text) {
  const Parsed p(text);
  if (!p.diagnostics.ok()) return "error: " + p.diagnostics.all()[0].message;
  if (!p.parser.at(Tok::End)) return "rest: " + std::string(p.parser.text(p.parser.peek()));
  return p.shape(p.tree.root);
}

std::string first_code(const std::string& text) {
  const Parsed p(text);
  return p.diagnostics.all().empty() ? "" : p.diagnostics.all()[0].code;
}

// The precedences that were probed with NuSMV.
TEST(Parser, BindsAsNuSMV) {
  EXPECT_EQ(shape("!p = q"), "(= (! p) q)");
  EXPECT_EQ(shape("G p & q"), "(& (G p) q)");
  EXPECT_EQ(shape("G p = q"), "(G (= p q))");
  EXPECT_EQ(shape("!G p = q"), "(! (G (= p q)))");
  EXPECT_EQ(shape("G !p = q"), "(G (= (! p) q))");
  EXPECT_EQ(shape("p U q & r"), "(& (U p q) r)");
  EXPECT_EQ(shape("p U q U r"), "(U (U p q) r)");
  EXPECT_EQ(shape("X p U q"), "(U (X p) q)");
  EXPECT_EQ(shape("a -> b -> c"), "(-> a (-> b c))");
  EXPECT_EQ(shape("a <-> b -> c <-> d"), "(-> (<-> a b) (<-> c d))");
  EXPECT_EQ(shape("a | b & c"), "(| a (& b c))");
  EXPECT_EQ(shape("a | b xor c | d"), "(| (xor (| a b) c) d)");
  EXPECT_EQ(shape("a ? b : c ? d : e"), "(?: a b (?: c d e))");
  EXPECT_EQ(shape("a ? b ? c : d : e"), "(?: a (?: b c d) e)");
  EXPECT_EQ(shape("a <-> b ? c : d"), "(<-> a (?: b c d))");
  EXPECT_EQ(shape("x + 1 in 1..3 union 5"), "(in (+ x 1) (union (.. 1 3) 5))");
  EXPECT_EQ(shape("x in {1, 2} = TRUE"), "(= (in x ({} 1 2)) TRUE)");
  EXPECT_EQ(shape("a << b + c * d :: e"), "(<< a (+ b (* c (:: d e))))");
  EXPECT_EQ(shape("-a * b"), "(* (neg a) b)");
  EXPECT_EQ(shape("a - b + c + d - e"), "(- (+ (- a b) c d) e)");
  EXPECT_EQ(shape("a = b = c"), "(= (= a b) c)");
  EXPECT_EQ(shape("a.b[i + 1].c"), "(. ([] (. a) (+ i 1)))");
  EXPECT_EQ(shape("w[7:4]"), "([:] w 7 4)");
  EXPECT_EQ(shape("next(x) = x"), "(= (next x) x)");
  EXPECT_EQ(shape("case a : b; TRUE : c; esac"), "(case a b TRUE c)");
}

TEST(Parser, ReadsPathQuantifiers) {
  EXPECT_EQ(shape("AG x -> y"), "(-> (AG x) y)");
  EXPECT_EQ(shape("AG EX x = y"), "(AG (EX (= x y)))");
  EXPECT_EQ(shape("A [ x U y ] & E [ x & y U y -> x ]"), "(& (AU x y) (EU (& x y) (-> y x)))");
  EXPECT_EQ(shape("A [ (x U y) U z ]"), "(AU (U x y) z)");
  EXPECT_EQ(shape("E [ x BU 2..5 y ]"), "(EU x y 2 5)");
  EXPECT_EQ(shape("ABF 0..3 x"), "(AF x 0 3)");
  EXPECT_EQ(shape("F [1,4] x"), "(F x 1 4)");
}

TEST(Parser, AsksForParenthesesAroundTemporalOperands) {
  EXPECT_EQ(first_code("x = EX y"), "smv.syntax");
  EXPECT_EQ(shape("x = (EX y)"), "(= x (EX y))");
}

TEST(Parser, NamesWhatItDoesNotKnow) {
  EXPECT_EQ(first_code("p & ~q"), "smv.illegal-character");
  EXPECT_EQ(first_code("f(x)"), "smv.function");
  EXPECT_EQ(first_code("1.5 + x"), "smv.real");
  EXPECT_EQ(first_code("(a & b"), "smv.syntax");
  EXPECT_EQ(first_code(""), "smv.syntax");
  EXPECT_NE(advice_on("R"), "");
}

TEST(Parser, GathersLongChainsInOneNode) {
  std::string text = "x";
  for (int i = 0; i < 100'000; ++i) text += " & x";
  const Parsed p(text);
  ASSERT_TRUE(p.diagnostics.ok());
  EXPECT_EQ(p.syntax.children(p.tree.root).size(), 100'001u);
}

TEST(Parser, LongPrefixesAndArrowsNeedNoDepth) {
  std::string arrows = "x";
  for (int i = 0; i < 100'000; ++i) arrows += " -> x";
  EXPECT_TRUE(Parsed(arrows).diagnostics.ok());
  EXPECT_TRUE(Parsed(std::string(100'000, '!') + "x").diagnostics.ok());
  std::string choices;
  for (int i = 0; i < 100'000; ++i) choices += "x ? x : ";
  EXPECT_TRUE(Parsed(choices + "x").diagnostics.ok());
}

TEST(Parser, LimitsNesting) {
  const auto nested = [](int n, const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < n; ++i) text += open;
    text += "x";
    for (int i = 0; i < n; ++i) text += close;
    return text;
  };
  EXPECT_EQ(first_code(nested(1000, "(", ")")), "");
  for (const auto& [open, close] :
       {std::pair("(", ")"), std::pair("a[", "]"), std::pair("{", "}"), std::pair("case TRUE : ", "; esac"),
        std::pair("next(", ")"), std::pair("E [ x U ", "]"), std::pair("count(", ")"), std::pair("!(", ")"),
        std::pair("a -> a <-> a | a & a = a in a union a << a + a * a :: (", ")")})
    EXPECT_EQ(first_code(nested(20'000, open, close)), "smv.too-deep") << open;
}

TEST(Folded, DropsCommentsAndFoldsBlanks) {
  EXPECT_EQ(folded("  a  &\n -- note\n b /-- x --/ | c--d "), "a & b | c--d");
  EXPECT_EQ(folded("abcdef", 3), "abc…");
}

}  // namespace
}  // namespace whynot::front
