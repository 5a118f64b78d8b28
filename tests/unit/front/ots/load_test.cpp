#include "front/ots/load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace whynot::front::ots {
namespace {

struct Input {
  explicit Input(std::string text) {
    file = sources.add("x.ots", std::move(text)), systems = load(sources, file, diagnostics);
  }
  bool has(std::string_view code) const {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                       [&](const Diagnostic& d) { return d.code == code; });
  }
  std::string rendered() const {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += render(d, sources);
    return out;
  }
  Sources sources;
  FileId file = 0;
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<whynot::ots::Ots>> systems;
};

std::string read(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::string head =
    "ots X { sort P = loose { a }  sort L = enum { u, v }  sort N = free { z | s(pred: N) | two(l: L, r: N) }\n"
    "observer b : bag N = {}  observer w : set N = {}  observer q : list P = []  observer c(i: P) : L = u\n";

// A system with further items, and the code that they earn; "" for none.
struct Case {
  const char* items;
  const char* code;
};

class Diagnosed : public testing::TestWithParam<Case> {};

TEST_P(Diagnosed, TheMistakeIsNamed) {
  const Input input(head + GetParam().items + "\n}");
  if (std::string_view(GetParam().code).empty())
    EXPECT_TRUE(input.diagnostics.all().empty()) << input.rendered();
  else
    EXPECT_TRUE(input.has(GetParam().code)) << input.rendered();
}

INSTANTIATE_TEST_SUITE_P(
    Language, Diagnosed,
    testing::Values(
        Case{"transition t(x: P) { when c(x) = u  c(x) := v }", ""},
        Case{"transition t(x: N) { when s(x) in b  b -= s(x) }", ""},
        Case{"transition t(x: N) { when x = s(z)  b += x }", ""},
        Case{"transition t(x: N) { b += x }", "ots.unbound-parameter"},
        Case{"transition t(x: N) { when x not in b  b += x }", "ots.unbound-parameter"},
        Case{"transition t(x: Nat) { when x < 3 }", "ots.unbound-parameter"},
        Case{"transition t(x: Nat) { when x < 3 } scope one { P = { a } Nat <= 3 }", ""},
        Case{"invariant i(x: N) : x not in b => x in w", "ots.unbound-parameter"},
        Case{"transition t { when forall x: Nat. x = 0 }", "ots.unbound-quantifier"},
        Case{"transition t { w := if exists x: N. x = s(x) then {} else w }", "ots.unbound-quantifier"},
        Case{"init forall x: Nat. x < 3", "ots.unbound-quantifier"},
        Case{"fun f(n: Nat) : Bool = exists x: Nat. n < x", "ots.unbound-quantifier"},
        Case{"invariant i : exists x: N. x not in w", "ots.unbound-quantifier"},
        Case{"invariant i : exists x: N. s(x) in w and x in b", ""},
        Case{"invariant i : (forall x: N. x in w => x in b) or exists y: N. y = s(z) and y in b", ""},
        Case{"invariant i : (exists x: Nat. x > 1) or q = [] scope one { P = { a } Nat <= 3 }", ""},
        Case{"invariant i : forall x: N. x not in b => x in w", "ots.unbound-parameter"},
        Case{"invariant i : q = [] => not (exists x: N. x in w)", ""},
        Case{"transition t(x: N, y: N) { when x in b, y in b  b -= x }", "ots.same-occurrence"},
        Case{"transition t(x: N, y: N) { when s(x) in b, two(u, y) in b  b -= s(x) }", ""},
        Case{"fun f(n: N) : Nat = if n is s then f(n.pred) + 1 else 0", ""},
        Case{"fun f(n: N) : Nat = f(s(n))", "ots.not-terminating"},
        Case{"fun f(l: list P) : Nat = if l = [] then 0 else f(tail(l)) + 1", ""},
        Case{"fun f(l: list P) : Nat = f(tail(l)) + 1", "ots.not-terminating"},
        Case{"fun f(l: list P) : Bool = l != [] and (head(l) = a or f(tail(l)))", ""},
        Case{"fun f(l: list P) : Bool = l = [] or head(l) = a and f(tail(l))", ""},
        Case{"fun f(n: Nat) : Bool = n > 0 => not f(n - 1)", ""},
        Case{"fun f(l: list P) : Bool = head(l) = a and f(tail(l))", "ots.not-terminating"},
        Case{"fun f(l: list P) : Bool = f(tail(l)) and l != []", "ots.not-terminating"},
        Case{"fun f(n: Nat) : Nat = if n > 0 then f(n - 1) else 0", ""},
        Case{"fun f(n: Nat) : Nat = if n < 9 then f(n + 1) else 0", "ots.not-terminating"},
        Case{"fun f(n: Nat, m: Nat) : Nat = if n > 0 and m > 0 then f(n, m - 1) + f(n - 1, m) else 0",
             "ots.not-terminating"},
        Case{"fun f(n: Nat) : Nat = g(n)  fun g(n: Nat) : Nat = f(n)", "ots.unknown-name"},
        Case{"invariant i : q = 3", "ots.sort-mismatch"}, Case{"invariant i : a in b", "ots.sort-mismatch"},
        Case{"invariant i : a in a", "ots.not-a-collection"}, Case{"invariant i : c = u", "ots.arity"},
        Case{"invariant i : {} = {}", "ots.literal"}, Case{"invariant i : nonsense", "ots.unknown-name"},
        Case{"invariant i(x: N) : x in b => x.prad = z", "ots.unknown-field"},
        Case{"sort M = free { f(w: L, n: M) | g(n: M) | h }  fun d(m: M) : Nat = if m is h then 0 else d(m.n)", ""},
        Case{"sort M = free { f(w: L) | g(w: P) }", "ots.duplicate"},
        Case{"sort M = free { f(w: L, w: L) }", "ots.duplicate"},
        Case{"observer count(i: P) : Nat = 0  transition t(i: P) { when count(i) < 2  count(i) += 1 }", ""},
        Case{"fun head(l: L) : L = l  invariant i : head(u) = u", ""}, Case{"invariant i : count(a) = 0", "ots.arity"},
        Case{"invariant i : true(a)", "ots.arity"}, Case{"invariant i(x: M) : true", "ots.unknown-sort"},
        Case{"invariant i : true using j", "ots.unknown-invariant"},
        Case{"invariant i : true invariant i : true", "ots.duplicate"},
        Case{"sort D = free { d(D) }", "ots.empty-sort"}, Case{"observer x : N", "ots.initial"},
        Case{"rigid le(x: P, y: P) : Bool  axiom refl(x: P) : le(x, x)", ""},
        Case{"rigid first : P  observer now : P  transition t { now := first }", ""},
        Case{"rigid le(x: P, y: P) : Bool  transition t(x: P) { le(x, x) := true }", "ots.rigid"},
        Case{"axiom no : c(a) = u", "ots.reads-state"},
        Case{"derived up(i: P) : Bool = c(i) = v  derived all : Bool = forall i: P. up(i)  invariant i : all => up(a)",
             ""},
        Case{"derived up(i: P) : Bool = c(i) = v  axiom no : up(a)", "ots.reads-state"},
        Case{"derived up(i: P) : Bool = c(i) = v  invariant i : up(a, a)", "ots.arity"},
        Case{"derived c : Bool = true", "ots.duplicate"}, Case{"derived d : L = q", "ots.sort-mismatch"},
        Case{"transition s, t(i: P) { c(i) := v }", ""}, Case{"transition s, s(i: P) { c(i) := v }", "ots.duplicate"},
        Case{"transition t(i: P) { when next(c(a)) = u  c(i) := v }", ""},
        Case{"transition t(i: P) { c(i) := next(c(a)) }", "ots.next"}, Case{"invariant i : next(c(a)) = u", "ots.next"},
        Case{"transition t(x: P) { for i: P. c(i) := if i = x then v else u }", ""},
        Case{"transition t(x: P) { for i: P. c(x) := u }", "ots.for-index"},
        Case{"transition t(x: P) { c(x) := any }", ""}, Case{"transition t { for i: P. c(i) := any }", "ots.any"},
        Case{"transition t { w := any }", "ots.unbound-parameter"}, Case{"observer x : Bool", ""},
        Case{"observer x : L in { u, v }", ""}, Case{"observer x(n: Nat) : Bool = true", "ots.infinite-index"},
        Case{"observer x : N = head([z]) observer y : N = x", "ots.reads-state"},
        Case{"transition t { q := []  q := [a] }", "ots.assigned-twice"},
        Case{"transition t { b += z  b += s(z) }", ""}, Case{"transition t { q += a }", "ots.not-a-collection"},
        Case{"transition t { p := u }", "ots.unknown-observer"}, Case{"scope one { Q = { a } }", "ots.unknown-sort"},
        Case{"scope one { L = { a } }", "ots.scope-sort"}, Case{"scope one { P = { e } }", "ots.scope-constant"},
        Case{"scope one { }", "ots.scope-missing"}, Case{"scope one { P = { a } P = { a, e } }", "ots.duplicate"},
        Case{"scope one { P = { a } P <= 2 }", "ots.duplicate"}, Case{"scope one { P <= 0 }", "ots.scope-sort"},
        Case{"sort E = loose scope one { P = { a } E = { } }", "ots.scope-sort"},
        Case{"observer x(o: P, r: P, w: P) : Bool = true scope one { P <= 300 }", "ots.scope-size"},
        Case{"scope one { P = { a } where t : true }", "ots.unknown-transition"}, Case{"scope one { P <= 3 }", ""},
        Case{"axiom x(p: P, q: P) : p = q scope one { P = { a, e } }", "ots.axiom-violated"},
        Case{"axiom x(p: P, q: P) : p = q scope one { P = { a } }", ""},
        Case{"axiom x(o: P, r: P, w: P) : o = o or r = w scope one { P <= 300 }", "ots.scope-size"},
        Case{"expect states one = 3", "ots.unknown-scope"}, Case{"expect i proved", "ots.unknown-invariant"},
        Case{"transition t { when  }", "ots.syntax"}, Case{"invariant i : 99999999999999999999 = 0", "ots.number"},
        Case{"invariant i : a $ a", "ots.character"}, Case{"/* no end", "ots.comment"}));

TEST(OtsLanguage, ExamplesLoadWithoutAWord) {
  for (const char* name : {"nspk", "qlock"}) {
    const Input input(read(std::string(WHYNOT_EXAMPLES) + "/ots/" + name + ".ots"));
    EXPECT_EQ(input.systems.size(), 1u) << name;
    EXPECT_TRUE(input.diagnostics.all().empty()) << input.rendered();
  }
}

TEST(OtsLanguage, OneMistakeDoesNotHideTheNext) {
  const Input input(head + "invariant i : nonsense\n transition t( { }\n invariant j : rubbish\n}");
  EXPECT_EQ(input.diagnostics.errors(), 3u) << input.rendered();
}

TEST(OtsLanguage, SuggestsTheNearestName) {
  const Input input(head + "invariant i : seed in b\n invariant j(x: P) : c(x) = w and wq = w }");
  EXPECT_NE(input.rendered().find("did you mean"), std::string::npos) << input.rendered();
}

TEST(OtsLanguage, NestingIsBounded) {
  std::string deep(5000, '(');
  EXPECT_TRUE(Input(head + "invariant i : " + deep + "true }").has("ots.too-deep"));
  std::string sum = "1";
  for (int i = 0; i < 5000; ++i) sum += " + 1";
  EXPECT_TRUE(Input(head + "invariant i : 0 = " + sum + " }").has("ots.too-deep"));
  std::string nots;
  for (int i = 0; i < 5000; ++i) nots += "not ";
  EXPECT_TRUE(Input(head + "invariant i : " + nots + "true }").has("ots.too-deep"));
  std::string fields;
  for (int i = 0; i < 60; ++i) fields += ".n";
  EXPECT_TRUE(
      Input("ots X { sort M = free { f(n: M) | g(n: M) | h }  observer m : M = h  invariant i : m" + fields + " = h }")
          .has("ots.too-deep"));
  EXPECT_TRUE(Input("").has("ots.no-system"));
}

TEST(OtsLanguage, TextOfATermReadsBackAsTheSameTerm) {
  const Input input(head + R"(
    observer m : map P Nat = [_ := 0]
    invariant i1(x: N) : s(x) in b and (x in w or not x is s) => x != z
    invariant i2 : (q ++ [a]) != [] and |q| <= 3 and m[a := 1][a] + 1 > 2 and (true => (false => true))
    invariant i3 : (exists x: N. x in b and x.pred = z) or (forall p: P. c(p) = u)
    invariant i4 : w + {z, s(z)} - {z} = {} and if q = [] then true else head(q) = a
  })");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  whynot::ots::Ots& ots = *input.systems[0];
  for (const whynot::ots::Invariant& i : ots.invariants) {
    const std::string once = to_text(ots, i.body);
    Sources sources;
    Diagnostics diagnostics;
    std::string params;
    for (whynot::ots::VarId v : i.params)
      params += "forall " + ots.pool->variable(v).name + ": " + ots.sorts[ots.pool->variable(v).sort].name + ". ";
    const auto again = load_predicate(ots, nullptr, sources, sources.add("p", params + once), diagnostics);
    ASSERT_TRUE(again) << once << (diagnostics.all().empty() ? "" : render(diagnostics.all()[0], sources));
    // A second round of making partial atoms definite adds nothing but an outer double negation.
    EXPECT_NE(to_text(ots, again->body).find(once.substr(0, 10)), std::string::npos) << once << "\n"
                                                                                     << to_text(ots, again->body);
  }
}

TEST(OtsLoad, TheTextOfAnInvariantHasItsParentheses) {
  const Input input(head + "invariant I : (b = {}) or\n  (forall n: N. not (n in w))\n}");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  EXPECT_EQ(input.systems[0]->invariants[0].text, "(b = {}) or (forall n: N. not (n in w))");
}

}  // namespace
}  // namespace whynot::front::ots
