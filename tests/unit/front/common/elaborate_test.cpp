// Expressions elaborated over a handful of names, checked by evaluating what comes out.
#include "front/common/elaborate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "expr/evaluate.h"
#include "front/common/lexer.h"
#include "front/common/parser.h"
#include "front/common/typing.h"

namespace whynot::front {
namespace {

// Variables by name; nothing else.
class Table : public Resolver {
 public:
  explicit Table(const Symbols& symbols) : symbols_(symbols) {}
  Term name(Symbol s, Span) override {
    const auto found = terms.find(symbols_.text(s));
    return found == terms.end() ? Term::unresolved(s, 0) : found->second;
  }
  Term member(const Term& owner, Symbol, Span) override { return owner; }
  Term element(const Term& owner, const Integer&, Span) override { return owner; }
  Term self(Span) override { return {}; }
  std::string describe(const Term&) const override { return "something else"; }
  Diagnostic undefined(const Term& t, Span where) override {
    Diagnostic d;
    d.code = "smv.undefined-name";
    d.message = symbols_.text(t.id);
    d.where = where;
    return d;
  }
  std::map<std::string, Term> terms;

 private:
  const Symbols& symbols_;
};

class Elaborate : public ::testing::Test {
 protected:
  Elaborate() : names(symbols) {
    declare("b", pool.boolean_type());
    declare("c", pool.boolean_type());
    declare("x", pool.range_type(-3, 4));
    declare("y", pool.range_type(0, 7));
    declare("e", pool.enum_type({Value::symbol("red"), Value::symbol("green"), Value::integer(3)}));
    declare("s", pool.enum_type({Value::symbol("red"), Value::symbol("green")}));
    declare("w", pool.word_type(4, false));
    declare("v", pool.word_type(4, true));
    constant("red");
    constant("green");
    std::vector<Term> elements;
    for (int i = 2; i <= 4; ++i)
      elements.push_back(Term::variable(pool.variable(fmt::format("a{}", i), pool.range_type(0, 9))));
    names.terms["a"] = Term::of(elaborator.array(2, elements));
  }

  void declare(const std::string& name, Type type) { names.terms[name] = Term::variable(pool.variable(name, type)); }
  void constant(const std::string& name) {
    const Value v = Value::symbol(name);
    names.terms[name] = Term::of(pool.constant(v, pool.enum_type({v})));
  }

  Expr elaborate(const std::string& text) {
    const FileId file = sources.add("f", text);
    Syntax syntax(file, sources.text(file));
    diagnostics = Diagnostics();
    Parser parser(lex(file, sources, symbols, diagnostics), syntax, symbols, diagnostics);
    const Tree tree = parser.expression();
    if (!diagnostics.ok()) return {};
    return elaborator.value(syntax, tree, names, diagnostics);
  }

  std::string code(const std::string& text) {
    const Expr e = elaborate(text);
    if (!e) return diagnostics.all().empty() ? "nothing" : diagnostics.all()[0].code;
    return diagnostics.all().empty() ? "" : "both";
  }

  // The value under an assignment; variables that are not named there are 0, FALSE, red.
  std::string value(const std::string& text, std::map<std::string, Value> assignment = {}) {
    const Expr e = elaborate(text);
    if (!e) return diagnostics.all().empty() ? "nothing" : diagnostics.all()[0].message;
    std::vector<Value> slots;
    const CompiledExpr program(pool, e, [&](Expr leaf) {
      const Expr variable = leaf.is(Op::Next) ? leaf.arg(0) : leaf;
      const std::string name = pool.name_of(variable) + (leaf.is(Op::Next) ? "'" : "");
      const auto given = assignment.find(name);
      slots.push_back(given != assignment.end()             ? given->second
                      : variable.type().is(TypeKind::Range) ? Value::integer(0)
                                                            : variable.type().value(0));
      return static_cast<std::uint32_t>(slots.size() - 1);
    });
    const Value v = program.run(slots);
    return v.defined() ? v.to_string() : "undefined";
  }

  static Value integer(int n) { return Value::integer(n); }

  Sources sources;
  Symbols symbols;
  ExprPool pool;
  Diagnostics diagnostics;
  Elaborator elaborator{pool};
  Table names;
};

TEST_F(Elaborate, Arithmetic) {
  EXPECT_EQ(value("-7 / 2"), "-3");
  EXPECT_EQ(value("-7 mod 2"), "-1");
  EXPECT_EQ(value("7 mod (-2)"), "1");
  EXPECT_EQ(value("1 + 2 * 3 - 4"), "3");
  EXPECT_EQ(value("max(3, x) + min(y, 2)", {{"x", integer(4)}, {"y", integer(1)}}), "5");
  EXPECT_EQ(value("abs(x)", {{"x", integer(-3)}}), "3");
  EXPECT_EQ(value("count(b, !c, TRUE)", {{"b", Value::boolean(true)}}), "3");
  EXPECT_EQ(value("toint(b) + toint(w)", {{"b", Value::boolean(true)}, {"w", Value::word(4, false, 9)}}), "10");
  EXPECT_EQ(value("toint(v)", {{"v", Value::word(4, true, 9)}}), "-7");
  EXPECT_EQ(elaborate("x + y").type(), pool.range_type(-3, 11));
}

TEST_F(Elaborate, Comparison) {
  EXPECT_EQ(value("x != y"), "FALSE");
  EXPECT_EQ(value("x > -1 & 0 >= y"), "TRUE");
  EXPECT_EQ(value("e = red & s != green"), "TRUE");
  EXPECT_EQ(value("e = 3"), "FALSE");
  EXPECT_EQ(value("s = e"), "TRUE");
  EXPECT_EQ(value("v < 0sd4_0", {{"v", Value::word(4, true, 15)}}), "TRUE");
}

TEST_F(Elaborate, Sets) {
  EXPECT_EQ(value("y in {1, 3, 5}", {{"y", integer(3)}}), "TRUE");
  EXPECT_EQ(value("y in 1..3 union 6", {{"y", integer(6)}}), "TRUE");
  EXPECT_EQ(value("y in 1..3 union 6", {{"y", integer(5)}}), "FALSE");
  EXPECT_EQ(value("{1, 2} in {1, 2, 3}"), "TRUE");
  EXPECT_EQ(value("{1, 2} in {1, 5}"), "FALSE");
  EXPECT_EQ(value("1..3 in 0..5"), "TRUE");
  EXPECT_EQ(value("(b ? {1, 2} : 3) in {3, 4}"), "TRUE");
  EXPECT_EQ(value("y in 0"), "TRUE");
  EXPECT_EQ(value("e in {red, 3}"), "TRUE");
  EXPECT_EQ(elaborate("{5}"), elaborate("5"));
  EXPECT_TRUE(is_set(elaborate("b ? {1, 2} : 3").type()));
}

TEST_F(Elaborate, Words) {
  EXPECT_EQ(value("0ud4_15 + 0ud4_2"), "0ud4_1");
  EXPECT_EQ(value("w[2:1] :: 0ub1_1", {{"w", Value::word(4, false, 6)}}), "0ud3_7");
  EXPECT_EQ(value("extend(v, 4)", {{"v", Value::word(4, true, 15)}}), "0sd8_-1");
  EXPECT_EQ(value("resize(w, 2)", {{"w", Value::word(4, false, 7)}}), "0ud2_3");
  EXPECT_EQ(value("unsigned(v) = 0ud4_15", {{"v", Value::word(4, true, 15)}}), "TRUE");
  EXPECT_EQ(value("signed(w) >> 1", {{"w", Value::word(4, false, 8)}}), value("-0sd4_4"));
  EXPECT_EQ(value("bool(word1(b))", {{"b", Value::boolean(true)}}), "TRUE");
  EXPECT_EQ(value("bool(y)", {{"y", integer(2)}}), "TRUE");
  EXPECT_EQ(value("uwconst(-1, 4)"), "0ud4_15");
  EXPECT_EQ(value("swconst(-3, 4) = -0sd4_3"), "TRUE");
  EXPECT_EQ(value("0sd4_-3 = -0sd4_3 & 0sd4_-8 = -0sd4_8 & 0sd4_-0 = 0sd4_0"), "TRUE");  // as reports write them
  EXPECT_EQ(value("sizeof(w :: w)"), "8");
  EXPECT_EQ(value("0h_A = 0b_1010"), "TRUE");
  EXPECT_EQ(value("0ud100_1 << 99 = 0ud100_633825300114114700748351602688"), "TRUE");
  EXPECT_EQ(elaborate("v :: v").type(), pool.word_type(8, false));
}

TEST_F(Elaborate, CasesAndConditionals) {
  EXPECT_EQ(value("case b : 1; c : 2; TRUE : 3; esac", {{"c", Value::boolean(true)}}), "2");
  EXPECT_EQ(value("case b : 1; c : 2; esac"), "undefined");
  EXPECT_EQ(value("b ? red : 3"), "3");
}

TEST_F(Elaborate, NextIsPushedToVariables) {
  EXPECT_EQ(value("next(x + y) = x", {{"x'", integer(1)}, {"y'", integer(2)}, {"x", integer(3)}}), "TRUE");
  EXPECT_EQ(value("next(3)"), "3");
}

TEST_F(Elaborate, ArraysAreChosenFrom) {
  const std::map<std::string, Value> state = {
      {"a2", integer(5)}, {"a3", integer(6)}, {"a4", integer(7)}, {"y", integer(3)}};
  EXPECT_EQ(value("a[4]", state), "7");
  EXPECT_EQ(value("a[y]", state), "6");
  EXPECT_EQ(value("a[y - 1]", state), "5");
  EXPECT_EQ(value("a[y + 4]", state), "undefined");
  EXPECT_EQ(value("(b ? a : a)[2]", state), "5");
  EXPECT_EQ(value("next(a)[3]", {{"a3'", integer(9)}}), "9");
  EXPECT_EQ(value("a[w]", {{"w", Value::word(4, false, 4)}, {"a4", integer(2)}}), "2");
}

TEST_F(Elaborate, TemporalOperandsOfEqualityAreFormulas) {
  EXPECT_TRUE(elaborate("(G b) = (F c)").is(Op::Iff));
  EXPECT_FALSE(contains_op(elaborate("b ? G b : F c"), [](Op op) { return op == Op::Ite; }));
  const Expr bounded = elaborate("F [2,5] b");
  EXPECT_EQ(bounded.a(), 2u);
  EXPECT_EQ(bounded.b(), 5u);
  EXPECT_TRUE(bounds_of(elaborate("b U c")).unbounded());
}

TEST_F(Elaborate, RefusesWrongTypes) {
  for (const char* text : {"b = 1",
                           "s = 1",
                           "s < red",
                           "e + 1",
                           "b < c",
                           "x & y",
                           "b & w",
                           "w + v",
                           "w = v",
                           "w + 1",
                           "!x",
                           "-b",
                           "b ? 1 : TRUE",
                           "x ? 1 : 2",
                           "case x : 1; esac",
                           "{TRUE, 1}",
                           "{w, w}",
                           "w in {w}",
                           "x in {TRUE, FALSE}",
                           "x = {1, 2}",
                           "count(b, x)",
                           "w << v",
                           "x << 1",
                           "bool(w)",
                           "word1(x)",
                           "signed(v)",
                           "unsigned(w)",
                           "toint(s)",
                           "sizeof(x)",
                           "x :: w",
                           "abs(w)",
                           "min(w, v)",
                           "b -> x",
                           "G x",
                           "a[b]",
                           "extend(x, 1)",
                           "s in {1, 2}",
                           "x[1:0]"})
    EXPECT_EQ(code(text), "smv.type-mismatch") << text;
}

TEST_F(Elaborate, EveryCodeOfExpressions) {
  EXPECT_EQ(code("zork & b"), "smv.undefined-name");
  EXPECT_EQ(code("a = 3"), "smv.array-value");
  EXPECT_EQ(code("x[1]"), "smv.not-an-array");
  EXPECT_EQ(code("x.y"), "smv.not-an-instance");
  EXPECT_EQ(code("a[7]"), "smv.index-out-of-bounds");
  EXPECT_EQ(code("a[x - 3]"), "smv.index-out-of-bounds");
  EXPECT_EQ(code("w[x:0]"), "smv.not-constant");
  EXPECT_EQ(code("w[1:2]"), "smv.bit-selection");
  EXPECT_EQ(code("w[4:0]"), "smv.bit-selection");
  EXPECT_EQ(code("0ud3_8"), "smv.word-constant");
  EXPECT_EQ(code("0d_8"), "smv.word-constant");
  EXPECT_EQ(code("0ub4_12"), "smv.word-constant");
  EXPECT_EQ(code("swconst(8, 4)"), "smv.word-constant");
  EXPECT_EQ(code("resize(w, 0)"), "smv.word-width");
  EXPECT_EQ(code("uwconst(1, 0)"), "smv.word-width");
  EXPECT_EQ(code("w << 5"), "smv.shift-out-of-range");
  EXPECT_EQ(code("x in 3..1"), "smv.empty-range");
  EXPECT_EQ(code("next(next(x))"), "smv.nested-next");
  EXPECT_EQ(code("next(G b)"), "smv.temporal-operand");
  EXPECT_EQ(code("count(G b)"), "smv.temporal-operand");
  EXPECT_EQ(code("case G b : 1; TRUE : 2; esac"), "smv.temporal-operand");
  EXPECT_EQ(code("(G b) in {TRUE, FALSE}"), "smv.temporal-operand");
  EXPECT_EQ(code("{G b, TRUE}"), "smv.temporal-operand");
  EXPECT_EQ(code("word1(G b)"), "smv.temporal-operand");
  EXPECT_EQ(code("F [5,2] b"), "smv.time-bounds");
  std::string product = "y";
  for (int i = 0; i < 2000; ++i) product += " * y";
  EXPECT_EQ(code(product), "smv.integer-too-large");
}

TEST_F(Elaborate, OneMistakeIsOneReport) {
  elaborate("(zork + 1 = 2) & b -> zork2 > 3");
  EXPECT_EQ(diagnostics.errors(), 2u);
  elaborate("next(zork)");
  EXPECT_EQ(diagnostics.errors(), 1u);
  elaborate("b ? zork : zork");
  EXPECT_EQ(diagnostics.errors(), 2u);
}

TEST_F(Elaborate, HelpsWithZeroAndOne) {
  elaborate("b = 1");
  EXPECT_NE(diagnostics.all()[0].help.find("TRUE"), std::string::npos);
  ASSERT_EQ(diagnostics.all()[0].labels.size(), 2u);
  EXPECT_EQ(diagnostics.all()[0].labels[1].text, "integer 1");
}

// Hazards -----------------------------------------------------------------------------------------------

class HazardTest : public Elaborate {
 protected:
  // Whether all obligations of the expression hold for all values of x, y, b and c.
  bool safe(const std::string& text) {
    const Expr e = elaborate(text);
    EXPECT_TRUE(e) << text;
    for (const Obligation& o : elaborator.hazards().obligations(std::span(&e, 1)))
      if (!valid(o.condition)) return false;
    return true;
  }

  bool valid(Expr condition) {
    const std::vector<Expr> variables = support(condition);
    const CompiledExpr program(pool, condition, [&](Expr leaf) {
      return static_cast<std::uint32_t>(std::find(variables.begin(), variables.end(), leaf) - variables.begin());
    });
    std::vector<Integer> index(variables.size(), 0);
    while (true) {
      std::vector<Value> slots;
      for (std::size_t i = 0; i < variables.size(); ++i) slots.push_back(variables[i].type().value(index[i]));
      if (!program.run(slots).is_true()) return false;
      std::size_t i = 0;
      for (; i < variables.size() && ++index[i] == *variables[i].type().size(); ++i) index[i] = 0;
      if (i == variables.size()) return true;
    }
  }
};

TEST_F(HazardTest, GuardsProtect) {
  EXPECT_FALSE(safe("10 / y > 1"));
  EXPECT_TRUE(safe("y != 0 ? 10 / y > 1 : TRUE"));
  EXPECT_FALSE(safe("y = 0 ? 10 / y > 1 : TRUE"));
  EXPECT_TRUE(safe("y != 0 & 10 / y > 1"));
  EXPECT_TRUE(safe("10 / y > 1 & y != 0"));
  EXPECT_TRUE(safe("y = 0 | 10 / y > 1"));
  EXPECT_TRUE(safe("y != 0 -> 10 mod y > 1"));
  EXPECT_FALSE(safe("10 / y > 1 -> y != 0"));
  EXPECT_TRUE(safe("case y < 1 : 1; TRUE : 10 / y; esac > 0"));
  EXPECT_TRUE(safe("10 / 3 > 1"));
  EXPECT_FALSE(safe("y > 1 & G (10 / y > 1)"));
  EXPECT_TRUE(safe("G (y > 1 -> 10 / y > 1)"));
}

TEST_F(HazardTest, CasesMustCover) {
  EXPECT_TRUE(safe("case b : 1; !b : 2; esac = 1"));
  EXPECT_FALSE(safe("case b : 1; c : 2; esac = 1"));
  EXPECT_TRUE(safe("b -> case b : 1; c : 2; esac = 1"));
  EXPECT_TRUE(safe("case y < 4 : 1; y > 3 : 2; esac = 1"));
}

TEST_F(HazardTest, IndicesAndShifts) {
  EXPECT_FALSE(safe("a[y] = 1"));
  EXPECT_TRUE(safe("y in 2..4 -> a[y] = 1"));
  EXPECT_FALSE(safe("w << y = w"));
  EXPECT_TRUE(safe("y <= 4 -> (w << y) = w"));
  EXPECT_FALSE(safe("w << w = w"));
  EXPECT_FALSE(safe("0ud4_3 / w = w"));
}

TEST_F(HazardTest, NextKeepsHazards) {
  const Expr e = elaborate("next(10 / y) > 1");
  EXPECT_EQ(elaborator.hazards().obligations(std::span(&e, 1)).size(), 1u);
}

TEST_F(HazardTest, ValuesFitTheirTypes) {
  const auto fits = [&](const std::string& text, Type type) {
    const Expr condition = elaborator.hazards().fits(elaborate(text), type);
    return !condition || valid(condition);
  };
  const Type small = pool.range_type(0, 3);
  EXPECT_TRUE(fits("2", small));
  EXPECT_FALSE(fits("4", small));
  EXPECT_FALSE(fits("y", small));
  EXPECT_TRUE(fits("y < 4 ? y : 0", small));
  EXPECT_FALSE(fits("y < 5 ? y : 0", small));
  EXPECT_TRUE(fits("{1, 2}", small));
  EXPECT_FALSE(fits("{1, y}", small));
  EXPECT_TRUE(fits("y < 3 ? {1, y} union 0..3 : 2", small));
  EXPECT_FALSE(fits("0..4", small));
  const Type odd = pool.enum_type({integer(1), integer(3)});
  EXPECT_TRUE(fits("{1, 3}", odd));
  EXPECT_FALSE(fits("1..3", odd));
  EXPECT_FALSE(fits("e", pool.enum_type({Value::symbol("red")})));
  EXPECT_TRUE(fits("s", names.terms["e"].value.type()));
  EXPECT_TRUE(fits("case y < 2 : y; esac", small));
}

}  // namespace
}  // namespace whynot::front
