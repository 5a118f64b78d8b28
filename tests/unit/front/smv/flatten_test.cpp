#include "loaded.h"

namespace whynot::front::smv {
namespace {

TEST(Flatten, VariablesInOrderWithTheirKinds) {
  const Loaded l(
      "MODULE sub(p)\nVAR s : {on, off, 3};\nASSIGN next(s) := p ? on : off;\n"
      "MODULE main\nVAR a : boolean; i : sub(a); w : signed word[8];\nFROZENVAR f : -2..2;\nIVAR in1 : boolean;\n"
      "VAR t : array 1..2 of array 0..1 of boolean;\nINVARSPEC t[1][0] -> w < 0sd8_1 & f = 0\nTRANS in1\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.columns(), (Texts{"a", "i.s", "w", "f", "in1", "t[1][0]", "t[1][1]", "t[2][0]", "t[2][1]"}));
  EXPECT_EQ(l.program->system.variables[3].kind, VariableKind::Frozen);
  EXPECT_EQ(l.program->system.variables[4].kind, VariableKind::Input);
  EXPECT_EQ(l.program->system.variables[1].variable.type().to_string(), "{on, off, 3}");
  EXPECT_EQ(l.program->instances, 2u);
  EXPECT_EQ(l.next("i.s"), "a ? on : off");
}

TEST(Flatten, ParametersAreReferences) {
  const Loaded l(
      "MODULE counter(limit, other)\nVAR n : 0..7;\n"
      "ASSIGN init(n) := 0; next(n) := n < limit ? n + 1 : 0; next(other.shared) := n = limit;\n"
      "MODULE main\nVAR c : counter(3 + 1, self); shared : boolean;\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.next("c.n"), "c.n < 3 + 1 ? c.n + 1 : 0");
  EXPECT_EQ(l.next("shared"), "c.n = 3 + 1");
}

TEST(Flatten, InstancesAsArguments) {
  const Loaded l(
      "MODULE outer(p)\nVAR q : inner(p.mid);\nMODULE inner(r)\nINVARSPEC r.x\n"
      "MODULE box\nVAR mid : leaf;\nMODULE leaf\nVAR x : boolean;\n"
      "MODULE main\nVAR b : box; o : outer(b);\n");
  ASSERT_TRUE(l.program) << l.messages();
  ASSERT_EQ(l.program->properties.size(), 1u);
  EXPECT_EQ(l.text(l.program->properties[0].formula), "b.mid.x");
  EXPECT_EQ(l.program->properties[0].instance, "o.q");
}

TEST(Flatten, DefinesAreSharedAndListed) {
  const Loaded l(
      "MODULE main\nVAR x : 0..3;\nDEFINE twice := x + x; big := twice > 3; later := next(x) = x; a := [1, x]; \n"
      "INVARSPEC big\nTRANS later | a[1] = 2\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.text(l.program->properties[0].formula), "3 < x + x");
  Texts names;
  for (const Define& d : l.program->system.defines) names.push_back(d.name);
  EXPECT_EQ(names, (Texts{"twice", "big", "later", "a[0]", "a[1]"}));
}

TEST(Flatten, NamesGivenToOtherInstances) {
  const Loaded l(
      "MODULE cell(left)\nVAR t : boolean;\nDEFINE left.ack := t; out := ack;\n"
      "MODULE main\nVAR a : cell(b); b : cell(a);\nINVARSPEC a.out = b.ack\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.text(l.program->properties[0].formula), "b.t = a.t");
}

TEST(Flatten, NamesWithDotsAndIndices) {
  const Loaded l(
      "MODULE m\nVAR x : boolean;\nDEFINE sum[0] := x; sum[1] := !x;\n"
      "MODULE main\nVAR b.c : boolean; a[3] : boolean; bit[0] : m; b.5 : boolean;\n"
      "INVARSPEC b.c & a[3] & bit[0].sum[1] & b.5\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.columns(), (Texts{"b.c", "a[3]", "bit[0].x", "b.5"}));
}

TEST(Flatten, ArraysOfInstances) {
  const Loaded l(
      "MODULE m(k)\nVAR x : 0..9;\nASSIGN init(x) := k;\nMODULE main\nVAR i : array 1..3 of m(4);\nINVARSPEC i[2].x = "
      "4\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.columns(), (Texts{"i[1].x", "i[2].x", "i[3].x"}));
}

TEST(Flatten, IsaCopiesDeclarations) {
  const Loaded l(
      "MODULE base\nVAR x : boolean;\nASSIGN init(x) := y;\nMODULE der\nISA base\nVAR y : boolean;\nMODULE main\nVAR d "
      ": der;\nINVARSPEC d.x\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.columns(), (Texts{"d.x", "d.y"}));
  EXPECT_EQ(l.assigned(l.program->system.init_assignments, "d.x"), "d.y");
}

TEST(Flatten, TypesFromDefinesAndParameters) {
  const Loaded l(
      "MODULE m(n)\nVAR r : 0..n; w : word[n + 1];\nINVARSPEC r > 0 & w = w\n"
      "MODULE main\nVAR x : lo .. lo * 3 - 1; i : m(k);\nDEFINE lo := 2; k := max(lo, 4);\nINVARSPEC x > 2\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.program->system.variables[0].variable.type().to_string(), "2..5");
  EXPECT_EQ(l.program->system.variables[1].variable.type().to_string(), "0..4");
  EXPECT_EQ(l.program->system.variables[2].variable.type().to_string(), "unsigned word[5]");
}

TEST(Flatten, SymbolsAreKnownEverywhere) {
  const Loaded l(
      "MODULE m\nVAR e : {a, b};\nMODULE main\nCONSTANTS z, q.r;\nVAR i : m;\nINVARSPEC i.e = a | i.e = z | i.e = "
      "q.r\n");
  ASSERT_TRUE(l.program) << l.messages();
}

TEST(Flatten, WholeArraysAreAssignedByElement) {
  const Loaded l(
      "MODULE main\nVAR a : array 0..1 of boolean; b : array 0..1 of boolean;\nASSIGN next(a) := b; b := a;\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.next("a[1]"), "b[1]");
  EXPECT_EQ(l.program->system.invar_assignments.size(), 2u);
}

TEST(Flatten, ConstraintsAndFairness) {
  const Loaded l(
      "MODULE main\nVAR x : boolean;\nINIT x\nINVAR x | !x;\nTRANS next(x) = x\nFAIRNESS x\nJUSTICE !x;\nCOMPASSION "
      "(x, !x)\n");
  ASSERT_TRUE(l.program) << l.messages();
  const TransitionSystem& s = l.program->system;
  EXPECT_EQ(s.init.size(), 1u);
  EXPECT_EQ(s.invar.size(), 1u);
  EXPECT_EQ(s.trans.size(), 1u);
  EXPECT_EQ(s.justice.size(), 2u);
  EXPECT_EQ(s.compassion.size(), 1u);
  EXPECT_EQ(l.sources.place(s.trans[0].where).line, 5u);
}

TEST(Flatten, WhatASolverMustDecide) {
  const auto obligations = [](const std::string& body) {
    const Loaded l("MODULE main\nVAR x : 0..3; y : 0..5; b : boolean;\n" + body);
    EXPECT_TRUE(l.program) << l.messages();
    return l.obligations();
  };
  EXPECT_EQ(obligations("ASSIGN next(x) := y;\n"), Texts{"smv.value-out-of-range@3"});
  EXPECT_EQ(obligations("ASSIGN next(y) := x;\n"), Texts{});
  EXPECT_EQ(obligations("ASSIGN next(x) := {0, y};\n"), Texts{"smv.value-out-of-range@3"});
  EXPECT_EQ(obligations("ASSIGN next(x) := case b : 1; x = 1 : 2; esac;\n"), Texts{"smv.case-not-exhaustive@3"});
  EXPECT_EQ(obligations("ASSIGN next(x) := case b : 1; TRUE : 2; esac;\n"), Texts{});
  EXPECT_EQ(obligations("INVARSPEC 10 / x > 1\n"), Texts{"smv.division-by-zero@3"});
  EXPECT_EQ(obligations("DEFINE d := 10 / x;\nINVARSPEC b\n"), Texts{});
}

// Processes ---------------------------------------------------------------------------------------------

TEST(Processes, InterleaveAsNuSMV) {
  const Loaded l(
      "MODULE k(g)\nVAR x : boolean; free : boolean; s : helper(x);\nASSIGN next(x) := !x; next(g) := g | x;\nFAIRNESS "
      "running\n"
      "MODULE helper(u)\nVAR w : boolean;\nASSIGN next(w) := u;\n"
      "MODULE main\nVAR a : process k(shared); b : process k(shared); shared : boolean; z : boolean;\nASSIGN next(z) "
      ":= running;\nINVARSPEC a.free | b.free\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.columns(),
            (Texts{"a.x", "a.free", "a.s.w", "b.x", "b.free", "b.s.w", "shared", "z", "_process_selector_"}));
  const VariableDecl& selector = l.program->system.variables.back();
  EXPECT_EQ(selector.kind, VariableKind::Input);
  EXPECT_EQ(selector.variable.type().to_string(), "{main, b, a}");
  EXPECT_EQ(l.next("a.x"), "_process_selector_ = a ? !a.x : a.x");
  EXPECT_EQ(l.next("a.s.w"), "_process_selector_ = a ? a.x : a.s.w");
  EXPECT_EQ(l.next("shared"), "_process_selector_ = b ? shared | b.x : _process_selector_ = a ? shared | a.x : shared");
  EXPECT_EQ(l.next("z"), "_process_selector_ = main ? _process_selector_ = main : z");
  EXPECT_EQ(l.next("a.free"), "nothing");
  EXPECT_EQ(l.program->system.justice.size(), 2u);
  EXPECT_TRUE(l.program->has_processes);
}

TEST(Processes, RunningIsOfProcessesOnly) {
  const Loaded l("MODULE k\nVAR x : boolean;\nFAIRNESS running\nMODULE main\nVAR a : k;\nINVARSPEC a.x\n");
  EXPECT_EQ(l.codes(), Texts{"smv.undefined-name@3"});
}

TEST(Processes, OneProcessAssignsOnce) {
  const Loaded l(
      "MODULE k(g)\nASSIGN next(g) := TRUE; next(g) := FALSE;\nMODULE main\nVAR a : process k(s); s : boolean;\n");
  EXPECT_EQ(l.codes(), Texts{"smv.multiple-assignment@2"});
}

}  // namespace
}  // namespace whynot::front::smv
