#include "loaded.h"

namespace whynot::front::smv {
namespace {

TEST(Properties, AreNamedByKindInOrderOfTheFlatText) {
  const Loaded l(
      "MODULE m(c)\nVAR s : boolean; k : n;\nSPEC EF s\nINVARSPEC s\nLTLSPEC F s\n"
      "MODULE n\nVAR t : boolean;\nCTLSPEC EF t\nLTLSPEC NAME foo := G t\n"
      "MODULE main\nSPEC EF c\nVAR a : m(c);\nSPEC EF !c\nVAR c : boolean; b : m(c);\nCOMPUTE MIN [c, !c]\nPSLSPEC "
      "always c;\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.property_names(), (Texts{"ctl1", "ctl2", "a.k.foo", "ctl3", "invar1", "ltl1", "ctl4", "ctl5", "b.k.foo",
                                       "ctl6", "invar2", "ltl2", "compute1", "psl1"}));
  Texts instances;
  for (const Property& p : l.program->properties) instances.push_back(p.instance);
  EXPECT_EQ(instances, (Texts{"", "a.k", "a.k", "a", "a", "a", "", "b.k", "b.k", "b", "b", "b", "", ""}));
}

TEST(Properties, GivenNamesAreNotTakenAgain) {
  const Loaded l("MODULE main\nVAR x : boolean;\nINVARSPEC x\nINVARSPEC NAME invar1 := !x\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.property_names(), (Texts{"invar2", "invar1"}));
}

TEST(Properties, KeepTheirTextAndPlace) {
  const Loaded l("MODULE main\nVAR x : boolean;\nLTLSPEC\n  G (x -- note\n     |   !x);\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.program->properties[0].text, "G (x | !x)");
  EXPECT_EQ(l.sources.place(l.program->properties[0].where).line, 4u);
}

TEST(Properties, InContext) {
  const Loaded l("MODULE m\nVAR x : boolean;\nMODULE main\nVAR a : m;\nSPEC EF x IN a\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.program->properties[0].instance, "a");
  EXPECT_EQ(l.text(l.program->properties[0].formula), "EF a.x");
}

TEST(Properties, RealTimeAndPast) {
  const Loaded l(
      "MODULE main\nVAR x : boolean; y : boolean;\nSPEC ABG 1..4 x\nSPEC E [x BU 2..5 y]\nLTLSPEC G (x -> O y & H "
      "[0,3] x)\nLTLSPEC x S y | x T y | Y x | Z y | x V y\n"
      "COMPUTE MAX [x, AG y]\n");
  ASSERT_TRUE(l.program) << l.messages();
  const auto& p = l.program->properties;
  EXPECT_TRUE(p[0].formula.is(Op::AG));
  EXPECT_EQ(bounds_of(p[0].formula).lo, 1u);
  EXPECT_EQ(bounds_of(p[0].formula).hi, 4u);
  EXPECT_TRUE(p[1].formula.is(Op::EU));
  EXPECT_EQ(bounds_of(p[1].formula).hi, 5u);
  ASSERT_TRUE(p[4].compute);
  EXPECT_TRUE(p[4].compute->maximum);
}

TEST(Properties, LtlMaySpeakOfTransitions) {
  const Loaded l("MODULE main\nVAR x : boolean;\nIVAR i : boolean;\nLTLSPEC G (i -> next(x))\nINVARSPEC i = next(x)\n");
  EXPECT_TRUE(l.program) << l.messages();
}

// PSL ---------------------------------------------------------------------------------------------------

std::string psl(const std::string& formula) {
  const Loaded l("MODULE main\nVAR p : boolean; q : boolean; n : 0..3;\nPSLSPEC " + formula + ";\n");
  return l.program ? l.text(l.program->properties[0].formula) : l.messages();
}

TEST(Psl, BindsByItsOwnRules) {
  EXPECT_EQ(psl("G p -> q"), psl("G (p -> q)"));
  EXPECT_EQ(psl("F p & q"), psl("F (p & q)"));
  EXPECT_EQ(psl("p -> q -> p"), psl("(p -> q) -> p"));
  EXPECT_EQ(psl("always p -> next q"), psl("always (p -> (next q))"));
  EXPECT_EQ(psl("p && q || p"), psl("(p & q) | p"));
  EXPECT_EQ(psl("p ^ q"), psl("p xor q"));
  EXPECT_EQ(psl("n == 2"), psl("n = 2"));
  EXPECT_EQ(psl("always n in {1, 2}"), "G n in {1, 2}");
}

TEST(Psl, IsLoweredToLtl) {
  EXPECT_EQ(psl("always p"), "G p");
  EXPECT_EQ(psl("never p"), "G !p");
  EXPECT_EQ(psl("eventually! p"), "F p");
  EXPECT_EQ(psl("next! p"), "X p");
  EXPECT_EQ(psl("X! p"), "X p");
  EXPECT_EQ(psl("next[3](p)"), "X X X p");
  EXPECT_EQ(psl("next_a[1:2](p)"), "X p & X X p");
  EXPECT_EQ(psl("next_e[1:2](p)"), "X p | X X p");
  EXPECT_EQ(psl("p until! q"), "p U q");
  EXPECT_EQ(psl("p until q"), "p U q | G p");
  EXPECT_EQ(psl("p until!_ q"), "p U (p & q)");
  EXPECT_EQ(psl("p until_ q"), "p U (p & q) | G p");
  EXPECT_EQ(psl("p before! q"), "!q U (p & !q)");
  EXPECT_EQ(psl("p before q"), "!q U (p & !q) | G !q");
  EXPECT_EQ(psl("p before!_ q"), "!q U p");
  EXPECT_EQ(psl("p before_ q"), "!q U p | G !q");
  EXPECT_EQ(psl("next_event!(p)(q)"), "!p U (p & q)");
  EXPECT_EQ(psl("next_event(p)(q)"), "!p U (p & q) | G !p");
  EXPECT_EQ(psl("next_event!(p)[2](q)"), "!p U (p & X (!p U (p & q)))");
  EXPECT_EQ(psl("[p U q]"), "p U q");
  EXPECT_EQ(psl("[p W q]"), "p U q | G p");
}

TEST(Psl, MayBeCtl) {
  EXPECT_EQ(psl("AG AF p"), "AG AF p");
  EXPECT_EQ(psl("A [p U q]"), "A [p U q]");
}

// Formulas that come later ------------------------------------------------------------------------------

class Later : public ::testing::Test {
 protected:
  Later()
      : l("MODULE m\nVAR x : 0..3;\nMODULE main\nVAR a : m; b : boolean;\nIVAR i : boolean;\nDEFINE d := a.x > "
          "1;\nINVARSPEC b | i\n") {}

  std::optional<Property> property(const std::string& text, std::optional<PropertyKind> kind = std::nullopt) {
    later = Diagnostics();
    return parse_property(l.sources.add("-f", text), l.sources, *l.program->scope, kind, obligations, later);
  }
  std::optional<Expr> expression(const std::string& text, ExpressionRules rules = {}) {
    later = Diagnostics();
    return parse_expression(l.sources.add("-e", text), l.sources, *l.program->scope, rules, obligations, later);
  }

  Loaded l;
  Diagnostics later;
  std::vector<Obligation> obligations;
};

TEST_F(Later, KindsAreGuessed) {
  EXPECT_EQ(property("AG d")->kind, PropertyKind::Ctl);
  EXPECT_EQ(property("G d")->kind, PropertyKind::Ltl);
  EXPECT_EQ(property("a.x != 2")->kind, PropertyKind::Invariant);
  EXPECT_EQ(property("d", PropertyKind::Ctl)->kind, PropertyKind::Ctl);
  EXPECT_EQ(l.text(property("F x = 2 IN a")->formula), "F a.x = 2");
  EXPECT_EQ(property("G  d ;")->text, "G d");
}

TEST_F(Later, MistakesAreReported) {
  EXPECT_FALSE(property("AG zork"));
  EXPECT_EQ(later.all()[0].code, "smv.undefined-name");
  EXPECT_FALSE(property("AG d)"));
  EXPECT_FALSE(property(""));
  EXPECT_FALSE(property("AG i"));
  EXPECT_EQ(later.all()[0].code, "smv.input-not-allowed");
  EXPECT_FALSE(property("a.x"));
}

TEST_F(Later, BringObligations) {
  ASSERT_TRUE(property("3 / a.x > 0"));
  ASSERT_EQ(obligations.size(), 1u);
  EXPECT_EQ(obligations[0].code, "smv.division-by-zero");
}

TEST_F(Later, Expressions) {
  EXPECT_TRUE(expression("d & b"));
  EXPECT_FALSE(expression("a.x"));
  EXPECT_TRUE(expression("a.x + 1", {.boolean = false}));
  EXPECT_FALSE(expression("next(b)"));
  EXPECT_TRUE(expression("next(b)", {.next = true}));
  EXPECT_FALSE(expression("i"));
  EXPECT_TRUE(expression("i", {.inputs = true}));
  EXPECT_FALSE(expression("F b"));
}

}  // namespace
}  // namespace whynot::front::smv
