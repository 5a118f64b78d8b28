// Every diagnostic of the front end, from a model that has just this mistake.
#include "loaded.h"

namespace whynot::front::smv {
namespace {

struct Case {
  const char* expected;  // code@line
  const char* text;
};

class Refused : public ::testing::TestWithParam<Case> {};

TEST_P(Refused, WithOneErrorAtItsLine) {
  const Loaded l(GetParam().text);
  EXPECT_FALSE(l.program);
  EXPECT_EQ(l.codes(), Texts{GetParam().expected}) << l.messages();
}

constexpr Case cases[] = {
    // Text
    {"smv.syntax@2", "MODULE main\nVAR x boolean;\n"},
    {"smv.syntax@3", "MODULE main\nVAR x : boolean;\nLTLSPEC x R x;\n"},
    {"smv.syntax@2", "MODULE main\nVAR extend : boolean;\n"},
    {"smv.syntax@2", "MODULE main\nVAR x : boolean\n    y : boolean;\n"},
    {"smv.syntax@3", "MODULE main\nVAR x : 0..3;\nINVARSPEC x == 1\n"},
    {"smv.function@3", "MODULE main\nVAR x : 0..3;\nASSIGN next(x) := if (x = 1) then 2 else 3;\n"},
    {"smv.illegal-character@3", "MODULE main\nVAR x : boolean;\nINVARSPEC ~x\n"},
    {"smv.unterminated-comment@2", "MODULE main\n/-- VAR x : boolean;\n"},
    {"smv.preprocessor@1", "#define N 3\nMODULE main\n"},
    {"smv.real@3", "MODULE main\nVAR x : 0..3;\nINVARSPEC x = 1.5\n"},
    {"smv.function@3", "MODULE main\nVAR x : 0..3;\nINVARSPEC f(x)\n"},
    {"smv.function@2", "MODULE main\nFUN f : boolean -> boolean;\n"},
    {"smv.infinite-type@2", "MODULE main\nVAR x : integer;\nINVARSPEC x > 3\n"},
    {"smv.unbounded-array@2", "MODULE main\nVAR x : array word[3] of boolean;\n"},
    {"smv.boolean-in-enumeration@2", "MODULE main\nVAR x : {TRUE, a};\n"},
    {"smv.instance-not-allowed@3", "MODULE m\nMODULE main\nIVAR x : m;\n"},
    // Modules and names
    {"smv.no-main@1", "MODULE mian\n"},
    {"smv.no-main@1", ""},
    {"smv.main-parameters@1", "MODULE main(p)\n"},
    {"smv.duplicate-module@2", "MODULE m\nMODULE m\nMODULE main\nVAR i : m;\n"},
    {"smv.undefined-module@2", "MODULE main\nVAR i : m;\n"},
    {"smv.undefined-module@2", "MODULE main\nISA m\n"},
    {"smv.recursive-module@2", "MODULE m\nVAR i : m;\nMODULE main\nVAR i : m;\n"},
    {"smv.argument-count@3", "MODULE m(a, b)\nMODULE main\nVAR i : m(TRUE);\n"},
    {"smv.argument-count@3", "MODULE m(a)\nMODULE main\nISA m\n"},
    {"smv.duplicate-name@3", "MODULE main\nVAR x : boolean;\nDEFINE x := TRUE;\n"},
    {"smv.duplicate-name@2", "MODULE m(a)\nVAR a : boolean;\nMODULE main\nVAR i : m(TRUE);\n"},
    {"smv.duplicate-name@3", "MODULE main\nVAR c : {red, green};\nVAR red : boolean;\n"},
    {"smv.ambiguous-name@4", "MODULE main\nVAR c : {red, green};\nDEFINE red := TRUE;\nINVARSPEC red\n"},
    {"smv.ambiguous-name@3", "MODULE main\nVAR c : {red, green};\nDEFINE red := TRUE;\nINVARSPEC c in {green}\n"},
    {"smv.ambiguous-name@2", "MODULE m\nDEFINE red := TRUE;\nMODULE main\nVAR i : m; j : m; c : {red, green};\n"},
    {"smv.undefined-name@3", "MODULE main\nVAR x : boolean;\nINVARSPEC y\n"},
    {"smv.undefined-name@5", "MODULE m\nVAR x : boolean;\nMODULE main\nVAR i : m;\nINVARSPEC i.y\n"},
    {"smv.not-a-value@5", "MODULE m\nVAR x : boolean;\nMODULE main\nVAR i : m;\nINVARSPEC i\n"},
    {"smv.not-an-instance@3", "MODULE main\nVAR x : boolean;\nINVARSPEC x.y\n"},
    {"smv.not-an-instance@3", "MODULE main\nVAR x : boolean;\nINVARSPEC x IN x\n"},
    {"smv.duplicate-property@4", "MODULE main\nVAR x : boolean;\nINVARSPEC NAME p := x;\nINVARSPEC NAME p := !x;\n"},
    {"smv.circular-definition@3", "MODULE main\nDEFINE a := b;\nb := a;\n"},
    {"smv.circular-definition@4", "MODULE main\nVAR x : boolean; y : boolean;\nASSIGN\nx := y;\ny := x;\n"},
    {"smv.circular-definition@4", "MODULE main\nVAR x : boolean;\nASSIGN\nnext(x) := !next(x);\n"},
    {"smv.circular-definition@4", "MODULE main\nVAR x : boolean; y : boolean;\nASSIGN\ninit(x) := y;\ninit(y) := x;\n"},
    // Types
    {"smv.type-mismatch@3", "MODULE main\nVAR x : 0..3;\nINVARSPEC x\n"},
    {"smv.type-mismatch@3", "MODULE main\nVAR x : 0..3;\nINVAR x\n"},
    {"smv.type-mismatch@3", "MODULE main\nVAR x : boolean;\nASSIGN next(x) := 1;\n"},
    {"smv.type-mismatch@3", "MODULE main\nVAR x : {a, b}; y : 0..1;\nASSIGN next(x) := y;\n"},
    {"smv.type-mismatch@3",
     "MODULE main\nVAR x : array 0..1 of boolean; y : array 1..2 of boolean;\nASSIGN next(x) := y;\n"},
    {"smv.array-value@3", "MODULE main\nVAR x : array 0..1 of boolean;\nINVARSPEC x\n"},
    {"smv.not-an-array@3", "MODULE main\nVAR x : word[4];\nINVARSPEC x[1] = 0ud1_0\n"},
    {"smv.empty-range@2", "MODULE main\nVAR x : 3..0;\nINVARSPEC x = 1\n"},
    {"smv.empty-range@2", "MODULE main\nVAR x : array 3..0 of boolean;\nINVARSPEC x[1]\n"},
    {"smv.not-constant@2", "MODULE main\nVAR n : 0..3; x : 0..n;\nINVARSPEC x = 1\n"},
    {"smv.duplicate-value@2", "MODULE main\nVAR x : {a, b, a};\nINVARSPEC x = a\n"},
    {"smv.word-width@2", "MODULE main\nVAR x : word[0];\nINVARSPEC x = x\n"},
    {"smv.too-large@2", "MODULE main\nVAR x : array 0..100000000 of boolean;\n"},
    {"smv.index-out-of-bounds@3", "MODULE main\nVAR x : array 0..1 of boolean;\nINVARSPEC x[2]\n"},
    {"smv.index-out-of-bounds@5",
     "MODULE m\nVAR x : boolean;\nMODULE main\nVAR i : array 0..1 of m;\nINVARSPEC i[2].x\n"},
    {"smv.value-out-of-range@3", "MODULE main\nVAR x : 1..6;\nASSIGN x := 7;\n"},
    {"smv.value-out-of-range@3", "MODULE main\nVAR x : {a, b}; y : {c};\nASSIGN init(x) := c;\nINIT y = c\n"},
    // Places
    {"smv.next-not-allowed@3", "MODULE main\nVAR x : boolean;\nINVAR next(x)\n"},
    {"smv.next-not-allowed@4", "MODULE main\nVAR x : boolean;\nDEFINE d := next(x);\nINIT d\n"},
    {"smv.next-not-allowed@3", "MODULE main\nVAR x : boolean;\nSPEC AG next(x)\n"},
    {"smv.next-not-allowed@3", "MODULE main\nVAR x : boolean;\nASSIGN init(x) := next(x);\n"},
    {"smv.nested-next@4", "MODULE main\nVAR x : boolean;\nDEFINE d := next(x);\nTRANS next(d)\n"},
    {"smv.next-of-input@3", "MODULE main\nIVAR i : boolean;\nTRANS next(i)\n"},
    {"smv.input-not-allowed@3", "MODULE main\nIVAR i : boolean;\nINIT i\n"},
    {"smv.input-not-allowed@3", "MODULE main\nIVAR i : boolean;\nSPEC AG i\n"},
    {"smv.input-not-allowed@4", "MODULE main\nIVAR i : boolean;\nVAR x : boolean;\nASSIGN x := i;\n"},
    {"smv.ltl-not-allowed@3", "MODULE main\nVAR x : boolean;\nSPEC F x\n"},
    {"smv.ctl-not-allowed@3", "MODULE main\nVAR x : boolean;\nLTLSPEC G AF x\n"},
    {"smv.ltl-not-allowed@3", "MODULE main\nVAR x : boolean;\nINVARSPEC G x\n"},
    {"smv.temporal-operand@3", "MODULE main\nVAR x : boolean;\nDEFINE d := AG x;\n"},
    {"smv.time-bounds@3", "MODULE main\nVAR x : boolean;\nSPEC ABF 3..1 x\n"},
    // Assignments
    {"smv.multiple-assignment@5", "MODULE main\nVAR x : boolean;\nASSIGN\nx := TRUE;\ninit(x) := TRUE;\n"},
    {"smv.multiple-assignment@5", "MODULE main\nVAR x : boolean;\nASSIGN\nnext(x) := TRUE;\nnext(x) := TRUE;\n"},
    {"smv.not-assignable@4", "MODULE main\nVAR x : boolean;\nDEFINE d := x;\nASSIGN d := TRUE;\n"},
    {"smv.not-assignable@3", "MODULE main\nVAR a : array 0..1 of boolean; i : 0..1;\nASSIGN next(a[i]) := TRUE;\n"},
    {"smv.not-assignable@2", "MODULE m(p)\nASSIGN p := TRUE;\nMODULE main\nVAR x : boolean; i : m(!x);\n"},
    {"smv.input-assigned@3", "MODULE main\nIVAR i : boolean;\nASSIGN next(i) := TRUE;\n"},
    {"smv.frozen-assigned@3", "MODULE main\nFROZENVAR f : boolean;\nASSIGN next(f) := TRUE;\n"},
    // PSL
    {"smv.psl-unsupported@3", "MODULE main\nVAR x : boolean;\nPSLSPEC {x; x} |-> {x};\n"},
    {"smv.psl-unsupported@3", "MODULE main\nVAR x : boolean;\nPSLSPEC x abort x;\n"},
    {"smv.psl-unsupported@3", "MODULE main\nVAR x : boolean;\nPSLSPEC rose(x);\n"},
    {"smv.psl-count@3", "MODULE main\nVAR x : boolean;\nPSLSPEC next_a[5:3](x);\n"},
};

INSTANTIATE_TEST_SUITE_P(Codes, Refused, ::testing::ValuesIn(cases));

TEST(Diagnostics, TellAllMistakesInTheOrderOfTheText) {
  const Loaded l(
      "MODULE main\n"
      "VAR x : boolean; n : 0..3;\n"
      "ASSIGN next(x) := n;\n"
      "INVAR y;\n"
      "SPEC AG (n & x)\n"
      "LTLSPEC G zork\n");
  EXPECT_EQ(l.codes(),
            (Texts{"smv.type-mismatch@3", "smv.undefined-name@4", "smv.type-mismatch@5", "smv.undefined-name@6"}))
      << l.messages();
}

TEST(Diagnostics, GoOnAfterSyntaxErrors) {
  const Loaded l(
      "MODULE main\n"
      "VAR\n"
      "  x : boolean\n"
      "  y : boolean;\n"
      "  z : 0..;\n"
      "ASSIGN\n"
      "  next(x) := case y : TRUE; oops oops; TRUE : FALSE; esac;\n"
      "  next(y) := z + TRUE;\n"
      "INVAR x = 1\n");
  EXPECT_EQ(l.codes(), (Texts{"smv.syntax@3", "smv.syntax@5", "smv.syntax@7", "smv.type-mismatch@9"})) << l.messages();
}

TEST(Diagnostics, AModulesMistakeIsToldOnce) {
  const Loaded l("MODULE m\nVAR x : boolean;\nASSIGN next(x) := 1;\nMODULE main\nVAR a : m; b : m; c : m;\n");
  EXPECT_EQ(l.codes(), Texts{"smv.type-mismatch@3"});
}

TEST(Diagnostics, SuggestWhatIsMeant) {
  const auto help = [](const char* text) { return Loaded(text).diagnostics.all().at(0).help; };
  EXPECT_EQ(help("MODULE main\nVAR floor : 0..3;\nINVARSPEC flor = 1\n"), "did you mean `floor`?");
  EXPECT_EQ(help("MODULE main\nVAR n : 0..3;\nINVARSPEC n-1 = 1\n"),
            "`-` belongs to names; to subtract, write `n - 1`");
  EXPECT_EQ(help("MODULE lift\nMODULE main\nVAR l : left;\n"), "did you mean `lift`?");
  EXPECT_EQ(help("MODULE m\nVAR state : boolean;\nMODULE main\nVAR i : m;\nINVARSPEC i.sate\n"),
            "did you mean `state`?");
  EXPECT_EQ(help("MODULE main\nVAR b : boolean;\nINVARSPEC b = 1\n"),
            "booleans are not numbers: write TRUE for 1 and FALSE for 0");
  EXPECT_EQ(help("MODULE main\nVAR b : boolean;\nLTLSPEC b R b\n"), "for release write `V`");
}

TEST(Diagnostics, AReservedWordAsANameIsToldOnce) {
  const Loaded l(
      "MODULE main\nVAR count : 0..3; x : {in, out};\nASSIGN init(count) := 0; next(x) := in;\n"
      "INVARSPEC count >= 2\nINVARSPEC x = in\nINVARSPEC y\nINVARSPEC )\n");
  EXPECT_EQ(l.codes(), (Texts{"smv.syntax@2", "smv.syntax@2", "smv.syntax@7"})) << l.messages();
  EXPECT_EQ(l.diagnostics.all().at(0).help,
            "`count` is a reserved word and cannot be a name; take another one wherever it stands");
}

TEST(Diagnostics, HabitsOfOtherLanguages) {
  const auto message = [](const char* text) { return Loaded(text).diagnostics.all().at(0).message; };
  EXPECT_EQ(message("MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0\n  next(x) := 1;\n"),
            "`;` is missing at the end of line 3");
  EXPECT_EQ(message("MODULE main\nVAR x : 0..3;\nINVARSPEC x == 1\n"), "`=` is equality here; write `=`");
  EXPECT_EQ(message("MODULE main\nVAR b : boolean;\nINVARSPEC b && b\n"), "`&` is conjunction here; write `&`");
  EXPECT_EQ(message("MODULE main\nVAR b : boolean;\nINVARSPEC b || b\n"), "`|` is disjunction here; write `|`");
  const Loaded conditional("MODULE main\nVAR x : 0..3;\nASSIGN next(x) := if (x = 1) then 2 else 3;\n");
  EXPECT_EQ(conditional.diagnostics.all().at(0).help, "write `c ? a : b` or `case c : a; TRUE : b; esac`");
}

TEST(Diagnostics, Warnings) {
  const auto warnings = [](const char* text) {
    const Loaded l(text);
    EXPECT_TRUE(l.program) << l.messages();
    return l.codes(Severity::Warning);
  };
  EXPECT_EQ(warnings("MODULE main\nVAR x : boolean;\n"), Texts{"smv.unused@2"});
  EXPECT_EQ(warnings("MODULE m\nMODULE main\nVAR x : boolean;\nINVARSPEC x\n"), Texts{"smv.unused-module@1"});
  EXPECT_EQ(warnings("MODULE m\nVAR x : boolean;\nASSIGN next(x) := !x;\nMODULE main\nVAR p : process m;\n"),
            Texts{"smv.process-deprecated@5"});
  EXPECT_EQ(warnings("MODULE m(p)\nVAR x : boolean;\nINVARSPEC x\nMODULE main\nVAR i : m(zork);\n"),
            Texts{"smv.undefined-name@5"});
  EXPECT_EQ(warnings("MODULE main\nVAR x : boolean;\nASSIGN next(x) := TRUE;\n"), Texts{});
}

TEST(Diagnostics, ManyErrorsAreCutNotLost) {
  std::string text = "MODULE main\nVAR x : boolean;\n";
  for (int i = 0; i < 500; ++i) text += "INVAR u" + std::to_string(i) + "\n";
  const Loaded l(text);
  EXPECT_FALSE(l.program);
  EXPECT_EQ(l.diagnostics.errors(), 500u);
  EXPECT_LE(l.diagnostics.all().size(), 101u);
}

}  // namespace
}  // namespace whynot::front::smv
