#include <gtest/gtest.h>

#include <set>

#include "engine/ots/search.h"
#include "ots_support.h"

namespace whynot::engine::ots {
namespace {

using whynot::ots::Predicate;
using whynot::ots::Scope;

std::vector<std::uint64_t> counts(const SearchOutcome& outcome) {
  std::vector<std::uint64_t> out;
  for (const auto& d : outcome.depths) out.push_back(d.states);
  return out;
}

SearchOutcome run(OtsInput& input, const Scope& scope, std::optional<std::size_t> depth,
                  std::vector<Predicate> predicates = {}, bool symmetry = false, unsigned threads = 2) {
  Context context;
  return search(input.ots(), scope, predicates, {depth, symmetry, threads, {}, 0}, context);
}

std::vector<std::string> actions(const Verdict& verdict) {
  std::vector<std::string> out;
  for (const Step& s : std::get<Trace>(std::get<Violated>(verdict).evidence).steps)
    if (s.action) out.push_back(s.action->name);
  return out;
}

TEST(OtsSearch, NspkHasThePapersNumbersOfStates) {
  OtsInput input(read_example("nspk"));
  for (const unsigned threads : {1u, 2u, 3u})
    EXPECT_EQ(counts(run(input, input.scope("paper"), 5, {}, false, threads)),
              (std::vector<std::uint64_t>{1, 7, 67, 807, 11323, 180475}));
}

// The numbers are those of a brute force that shares no code with us.
TEST(OtsSearch, LockServerWithTwoIndexesAndSharedFields) {
  OtsInput input(R"(ots LOCKS {
    sort Client = loose
    sort Lock = enum { l1, l2 }
    sort Msg = free { req(c: Client, l: Lock) | grant(c: Client, l: Lock) | rel(c: Client, l: Lock) }
    observer holds(c: Client, l: Lock) : Bool = false
    observer free : map Lock Bool = [_ := true]
    observer net : bag Msg = {}
    transition ask(c: Client, l: Lock) { when not holds(c, l), |net| < 3  net += req(c, l) }
    transition give(m: Msg) { when m in net, m is req, free[m.l]  net := net - {m} + {grant(m.c, m.l)}  free := free[m.l := false] }
    transition take(c: Client, l: Lock) { when grant(c, l) in net  net -= grant(c, l)  holds(c, l) := true }
    transition drop(c: Client, l: Lock) { when holds(c, l)  holds(c, l) := false  net += rel(c, l) }
    transition back(m: Msg) { when m in net, m is rel  net -= m  free := free[m.l := true] }
    scope two { Client = { a, b }  where ask : l = l1 or c = a }
    scope one { Client = { a } }
  })");
  EXPECT_EQ(counts(run(input, input.scope("two"), {})),
            (std::vector<std::uint64_t>{1, 4, 13, 35, 67, 104, 167, 240, 290, 332, 368, 380}));
  EXPECT_EQ(counts(run(input, input.scope("one"), {})),
            (std::vector<std::uint64_t>{1, 3, 8, 18, 31, 45, 64, 84, 98, 106, 109}));
}

// A field that the value has not is asked for in vain: the condition is false whatever it is, or the effect does not
// happen.
TEST(OtsSearch, EffectsNeedOnlyWhatTheyRead) {
  for (const char* effect :
       {"x := true when m is tok and m.who", "k(m.who) := true when m is tok", "x := (m is tok and m.who)",
        "x := true when (m is nil or m.who)", "x := true when (true or m.who)", "x := (m.who and m is tok)",
        "x := (m is tok => m.who)", "x := (exists b: Bool. m is tok and m.who = b)",
        "x := if m is tok and m.who then true else false", "k(true) := true; k(m.who) := false when m is tok"}) {
    OtsInput input(std::string(R"(ots R {
      sort T = free { tok(who: Bool) | nil }
      observer nw : set T = {nil}
      observer x : Bool = false
      observer k(b: Bool) : Bool = false
      observer done : Bool = false
      transition a(m: T) { when m in nw  done := true; )") +
                   effect + " }\n    scope all { }\n  }");
    EXPECT_EQ(counts(run(input, input.scope("all"), {})), (std::vector<std::uint64_t>{1, 2})) << effect;
  }
  OtsInput needed(R"(ots R {
    sort T = free { tok(who: Bool) | nil }
    observer x : Bool = false
    transition a(m: T) { when m = nil  x := m.who }
    transition b(m: T) { when m = nil  x := (m is nil and m.who) }
    scope all { }
  })");
  EXPECT_EQ(counts(run(needed, needed.scope("all"), {})), (std::vector<std::uint64_t>{1}));
}

// Of two effects on one index, the later one counts if it happens.
TEST(OtsSearch, AnEffectThatDoesNotHappenKeepsWhatAnEarlierOneGives) {
  OtsInput input(R"(ots K {
    sort P = enum { p, q }
    observer n(x: P) : Nat = 0
    observer late : Bool = false
    transition t(a: P, b: P) { when n(p) = 0, n(q) = 0  n(a) := 1  n(b) := 2 when late }
    transition e(a: P) { when n(p) = 0, n(q) = 0  for x: P. n(x) := 3  n(a) := 4 when late }
    transition l { late := true }
    scope all { }
  })");
  // Early: (1,0), (0,1), (3,3); late: (1,2), (2,1), (2,0), (0,2), (3,4), (4,3); those of before with late, too.
  EXPECT_EQ(counts(run(input, input.scope("all"), {})), (std::vector<std::uint64_t>{1, 5, 14}));
}

TEST(OtsSearch, TokenRingFromTwoInitialStates) {
  OtsInput input(R"(ots RING {
    sort Node = enum { n0, n1, n2, n3 }
    fun next(n: Node) : Node = if n = n0 then n1 else if n = n1 then n2 else if n = n2 then n3 else n0
    observer token : Node in { n0, n2 }
    observer busy(n: Node) : Bool = false
    observer count(n: Node) : Nat = 0
    transition enter(n: Node) { when token = n, not busy(n), count(n) < 2  busy(n) := true  count(n) += 1 }
    transition leave(n: Node) { when busy(n)  busy(n) := false  token := next(n) }
    transition skip { when not busy(token)  token := next(token) }
    scope all { }
  })");
  EXPECT_EQ(
      counts(run(input, input.scope("all"), {})),
      (std::vector<std::uint64_t>{2, 6, 10, 16, 26, 42, 66, 96, 130, 172, 228, 298, 376, 448, 500, 528, 538, 540}));
}

TEST(OtsSearch, NspkUpToSymmetryIsHalfOfIt) {
  OtsInput input(read_example("nspk"));
  EXPECT_EQ(counts(run(input, input.scope("paper"), 5, {}, true)),
            (std::vector<std::uint64_t>{1, 4, 34, 404, 5662, 90238}));
}

TEST(OtsSearch, NspkVariantsHaveTheirNumbers) {
  std::string text = read_example("nspk");
  OtsInput four(text);
  Scope scope = make_scope(four.ots(), "four", 4);
  scope.wheres = four.scope("paper").wheres;
  EXPECT_EQ(counts(run(four, scope, 4)), (std::vector<std::uint64_t>{1, 13, 217, 4231, 91000}));
  text.replace(text.find("bag Cipher"), 3, "set");
  text.resize(text.find("  expect"));
  OtsInput set(text + "}");
  EXPECT_EQ(counts(run(set, set.scope("paper"), 5)), (std::vector<std::uint64_t>{1, 7, 65, 741, 9919, 152131}));
}

TEST(OtsSearch, SecrecyFallsInFourSteps) {
  OtsInput input(read_example("nspk"));
  for (const bool symmetry : {false, true}) {
    const SearchOutcome outcome =
        run(input, input.scope("paper"), 5, {input.predicate("SP"), input.predicate("NL1"), input.predicate("NL2")},
            symmetry);
    EXPECT_EQ(actions(outcome.verdicts[0]), (std::vector<std::string>{"send1", "fake1", "send2", "send3"}));
    EXPECT_EQ(std::get<NoneUpTo>(outcome.verdicts[1]).depth, 5u);
    EXPECT_EQ(actions(outcome.verdicts[2]), (std::vector<std::string>{"send1", "fake1", "send2"}));
  }
}

TEST(OtsSearch, TheSameTraceWhateverTheNumberOfThreads) {
  OtsInput input(read_example("nspk"));
  std::set<std::string> seen;
  for (const unsigned threads : {1u, 2u, 3u, 2u}) {
    const SearchOutcome outcome = run(input, input.scope("paper"), 4, {input.predicate("SP")}, true, threads);
    std::string text;
    for (const Step& s : std::get<Trace>(std::get<Violated>(outcome.verdicts[0]).evidence).steps) {
      for (const Value& v : s.state) text += v.to_string() + " ";
      for (const Value& v : s.action ? s.action->args : std::vector<Value>{}) text += v.to_string() + " ";
    }
    seen.insert(text);
  }
  EXPECT_EQ(seen.size(), 1u);
}

// The paper's section 7: from the state that violates NL2 one step is enough.
TEST(OtsSearch, ContinuesFromAReachedState) {
  OtsInput input(read_example("nspk"));
  const SearchOutcome lemma = run(input, input.scope("paper"), 3, {input.predicate("NL2")});
  const Trace trace = std::get<Trace>(std::get<Violated>(lemma.verdicts[0]).evidence);
  Context context;
  const std::vector<Predicate> goal{input.predicate("SP")};
  const SearchOutcome on =
      search(input.ots(), input.scope("paper"), goal, {1, false, 1, trace.steps.back().state}, context);
  EXPECT_EQ(actions(on.verdicts[0]), (std::vector<std::string>{"send3"}));
}

TEST(OtsSearch, QlockIsExhausted) {
  OtsInput input(read_example("qlock"));
  const std::vector<Predicate> both{input.predicate("mutex"), input.predicate("first")};
  for (const auto& [scope, states] : {std::pair("three", 31u), {"five", 651u}, {"seven", 27399u}}) {
    const SearchOutcome outcome = run(input, input.scope(scope), {}, both);
    EXPECT_TRUE(outcome.exhausted);
    EXPECT_EQ(std::get<WholeSpace>(std::get<Holds>(outcome.verdicts[0]).evidence).states, states);
    EXPECT_TRUE(std::holds_alternative<Holds>(outcome.verdicts[1]));
  }
  const SearchOutcome symmetric = run(input, input.scope("five"), {}, both, true);
  EXPECT_EQ(symmetric.depths.back().states, 11u);  // how many wait, and whether the first is inside: 1 + 2 * 5
}

TEST(OtsSearch, AFormulaMayNameElementsOfTheScope) {
  OtsInput input(read_example("qlock"));
  const Scope& scope = input.scope("three");
  const SearchOutcome outcome = run(input, scope, {}, {input.formula("not (pc(b) = cs and pc(a) = ws)", &scope)}, true);
  EXPECT_EQ(actions(outcome.verdicts[0]).size(), 3u);
}

TEST(OtsSearch, MemoryAndTimeRunOutHonestly) {
  OtsInput input(read_example("nspk"));
  Context tight(Limits{{}, resident_bytes() + (20u << 20)});
  const std::vector<Predicate> goal{input.predicate("NL1")};
  const SearchOutcome outcome = search(input.ots(), input.scope("paper"), goal, {9, false, 2, {}}, tight);
  EXPECT_EQ(std::get<NoneUpTo>(outcome.verdicts[0]).reason, "memory limit");
  EXPECT_EQ(std::get<NoneUpTo>(outcome.verdicts[0]).depth, outcome.depths.size() - 2);  // the last was not looked at
  EXPECT_GE(outcome.depths.size(), 4u);
  // Tables that double are not begun where they would not fit.
  const std::uint64_t little = resident_bytes() + (30u << 20);
  Context room(Limits{{}, little});
  search(input.ots(), input.scope("paper"), goal, {9, false, 1, {}, 0, little}, room);
  EXPECT_EQ(room.stopped(), Stop::Memory);
  Context late(Limits{std::chrono::milliseconds(50), {}});
  EXPECT_EQ(search(input.ots(), input.scope("paper"), goal, {9, false, 2, {}}, late).stopped, "timeout");
}

// One state has a hundred million instances, or a function of one instance calls itself 2^60 times.
TEST(OtsSearch, TimeRunsOutWithinAState) {
  std::string elements = "e";
  for (int i = 1; i < 40; ++i) elements += ", e" + std::to_string(i);
  OtsInput many(std::string(R"(ots MANY {
    sort P = loose
    observer n : Nat = 0
    transition t(a: P, b: P, c: P, d: P, e: P) { when n > 0 or (a = b and b = c and c = d and d = e and e != a)  n += 1 }
    invariant i : n = 0
    scope forty { P = { )") +
                elements + "} } }");
  OtsInput deep(R"(ots DEEP {
    fun f(n: Nat) : Nat = if n = 0 then 1 else f(n - 1) + f(n - 1) - f(n - 1)
    observer n : Nat = 60
    transition t { n := f(n) }
    invariant i : n > 0
    scope one { }
  })");
  for (OtsInput* input : {&many, &deep}) {
    Context late(Limits{std::chrono::milliseconds(30), {}});
    const std::vector<Predicate> goal{input->predicate("i")};
    const SearchOutcome outcome = search(input->ots(), input->ots().scopes[0], goal, {{}, false, 2, {}}, late);
    EXPECT_EQ(outcome.stopped, "timeout");
    EXPECT_TRUE(std::holds_alternative<Unknown>(outcome.verdicts[0]));
  }
}

TEST(OtsSearch, ANumberTooLargeForTheSearchIsSaid) {
  OtsInput input(R"(ots LARGE {
    observer n : Nat = 0
    transition t { n := n + 1 }
    invariant small : n < 5000000000
    scope one { }
  })");
  const SearchOutcome outcome = run(input, input.scope("one"), 3, {input.predicate("small")});
  EXPECT_EQ(outcome.stopped,
            "a number, the number of terms or of calls under way grew beyond what the search can hold");
  EXPECT_TRUE(std::holds_alternative<Unknown>(outcome.verdicts[0]));
}

// A function that takes more calls than the search can hold has a value all the same: the transition is enabled.
TEST(OtsSearch, CallsTooDeepAreSaid) {
  OtsInput input(R"(ots DEEP {
    fun same(n: Nat) : Nat = if n = 0 then 0 else 1 + same(n - 1)
    observer n : Nat = 5000
    transition t { n := same(n) + 1 }
    invariant still : n = 5000
    scope one { }
  })");
  const SearchOutcome outcome = run(input, input.scope("one"), {}, {input.predicate("still")});
  EXPECT_FALSE(outcome.exhausted);
  EXPECT_FALSE(outcome.stopped.empty());
  EXPECT_FALSE(std::holds_alternative<Holds>(outcome.verdicts[0]));
}

// Everything that the language has, compared with the concrete semantics on values, state by state.
const char* const everything = R"(ots ALL {
  sort P = loose { boss }
  sort T = free { leaf | node(l: T, r: T) | tag(who: P, n: Nat) }
  fun size(t: T) : Nat = if t is node then size(t.l) + size(t.r) else 1
  fun members(q: list P) : set P = if q = [] then {} else members(tail(q)) + {head(q)}
  observer t : T in { leaf, tag(boss, 2) }
  observer q : list P = []
  observer s : set T = {}
  observer b : bag T = {leaf, leaf}
  observer m : map P Nat = [_ := 0]
  observer ss : set (set P) = {}
  observer k(p: P, x: Bool) : Int = 0
  init t = leaf or b = {leaf, leaf}
  transition grow(x: T) { when x in s, size(t) < 3   t := node(t, x)  s -= x }
  transition mark(p: P) { when |q| < 2, count(leaf, b) >= 1
    q := [p] ++ q  b -= leaf  s += tag(p, m[p])  m := m[p := m[p] + 1]  ss += members(q) + {p} }
  transition drop(p: P) { when q != [], head(q) = p   q := tail(q)  b += t when p = boss  k(p, true) := k(p, false) - 1
    k(boss, p = boss) := 5 }
  transition merge(p: P, c: Nat) { when tag(p, c) in s, exists x: T. x in b and x is tag   b := b + {tag(p, c)} - {leaf}  m := m[p := c - 1] }
  transition walk(x: P) { when forall y: P. k(y, false) <= k(x, false), tag(x, 0) in s   k(x, false) += 2  s := s - {tag(x, 0)} }
  invariant i(p: P, x: T) : x in b and tag(p, 1) in s => x != t or x.who = p
  invariant j(x: T) : x.who = boss => x.n < 3
  scope two { P = { boss, eve } }
})";

// The states and transitions up to each depth, by the concrete semantics.
std::vector<std::pair<std::uint64_t, std::uint64_t>> concrete_counts(const whynot::ots::Ots& ots, const Scope& scope,
                                                                     std::size_t deepest) {
  const auto stepper = make_stepper(ots, scope);
  Context context;
  std::set<State> seen, frontier;
  stepper->initial(context, [&](State s) { return frontier.insert(std::move(s)), true; });
  std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
  std::uint64_t taken = 0;
  for (std::size_t depth = 0; depth <= deepest; ++depth) {
    seen.insert(frontier.begin(), frontier.end());
    out.emplace_back(seen.size(), taken);
    std::set<State> next;
    for (const State& s : frontier)
      stepper->successors(s, context, [&](Successor to) {
        ++taken;
        if (!seen.count(to.state)) next.insert(to.state);
        return true;
      });
    frontier = std::move(next);
  }
  return out;
}

void expect_concrete_counts(const std::string& text, std::size_t depth) {
  OtsInput input(text);
  const auto expected = concrete_counts(input.ots(), input.scope("two"), depth);
  const SearchOutcome outcome = run(input, input.scope("two"), depth);
  for (std::size_t d = 0; d < outcome.depths.size(); ++d)
    EXPECT_EQ(std::pair(outcome.depths[d].states, outcome.depths[d].transitions), expected[d]) << text;
  EXPECT_EQ(outcome.depths.back().states, expected.back().first) << text;
}

// Which collection stands opened beside the root, and what becomes of it, differs.
TEST(OtsSearch, WhateverTheStateIsMadeOf) {
  const std::string head = "ots X { sort P = loose  observer k(p: P) : Nat = 0 ";
  const std::string bump = "transition bump(p: P) { when k(p) < 2  k(p) += 1 } scope two { P = { a, b } } }";
  for (
      const std::string& text : {
          head +
              "observer q : list P = [] transition put(p: P) { when |q| < 3  q := q ++ [p] } "
              "transition get { when q != []  q := tail(q) } transition front(p: P) { when k(p) = 1  q := [p] ++ q } " +
              bump,
          head +
              "observer m : map P Nat = [_ := 0] transition put(p: P) { m := m[p := k(p)] } "
              "transition same(p: P) { when m[p] = k(p), k(p) > 0  k(p) := 0 } " +
              bump,
          head +
              "observer s : set P = {} transition put(p: P) { s := if p in s then s - {p} else s + {p} } "
              "transition all(p: P) { when |s| = 2  s := {p} } " +
              bump,
          head +
              "observer s(p: P) : bag Nat = {} transition put(p: P, r: P) { when |s(r)| < 2  s(p) += k(r)  s(r) += 1 } "
              "transition none(p: P) { when s(p) = {0, 1}  s(p) := {} } " +
              bump,
          head + "observer f : Bool = false transition flip(p: P) { when k(p) = 1  f := not f } " + bump,
          std::string("ots Y { observer b : bag Nat = {} transition t { when |b| < 4  b += |b| } "
                      "transition d(n: Nat) { when n in b  b -= n } scope two { } }"),
          std::string("ots Z { observer b : Bool = false transition t { b := not b } scope two { } }"),
      }) {
    expect_concrete_counts(text, 6);
  }
}

// What a transition that adds without looking does is found out once for all states that agree elsewhere.
TEST(OtsSearch, TransitionsThatAddWithoutLooking) {
  const std::string sorts = "ots X { sort P = loose  sort M = free { m(P, Nat) }  ";
  const std::string rest =
      " observer n : Nat = 0  observer k(p: P) : Bool = false  fun many(b: bag M) : Bool = |b| > 1 "
      "transition tick { when n < 2  n += 1 } transition flip(p: P) { k(p) := not k(p) } scope two { P = { x, y } } }";
  for (const std::string& transitions : {
           // Without looking: on a condition, with another change, what is there already, an undefined element.
           std::string("observer b : bag M = {} transition send(p: P) { b += m(p, n) when k(p) } "),
           std::string("observer b : bag M = {} transition send(p: P) { when k(p)  b += m(p, n)  n := 0 } "),
           std::string("observer b : set M = {} transition send(p: P, r: P) { b += m(p, n)  k(r) := k(p) } "),
           std::string("observer b : list M = [] transition send(p: P) { when not k(p)  b := [m(p, n)] ++ b } "),
           std::string("observer q : list Nat = []  observer b : bag Nat = {} transition send { b += head(q) } "
                       "transition fill { when q = []  q := [n] } "),
           // Looking, in one way or another.
           std::string("observer b : bag M = {} transition send(p: P) { when |b| < 3  b += m(p, n) } "),
           std::string("observer b : bag M = {} transition send(p: P) { b += m(p, |b|) when |b| < n } "),
           std::string("observer b : bag M = {} transition send(p: P) { b += m(p, n)  k(p) := m(p, 0) in b } "),
           std::string(
               "observer b : bag M = {} transition send(p: P) { b += m(p, n)  n := if many(b) then 0 else 1 } "),
           std::string("observer b : bag M = {} transition send(p: P) { when exists r: P. not (m(r, n) in b) "
                       "b += m(p, n) } "),
           std::string("observer b : bag M = {} transition send(p: P) { k(p) := true  b += m(p, n), m(p, 1) } "
                       "transition take(p: P, i: Nat) { when m(p, i) in b  b -= m(p, i) } "),
       })
    expect_concrete_counts(sorts + transitions + rest, 4);
}

TEST(OtsSearch, StatesThatAgreeNowhereElse) {
  OtsInput input("ots X { observer n : Nat = 0  observer b : set Nat = {} transition tick { n += 1 } scope two {} }");
  Context context;
  const auto outcome = search(input.ots(), input.scope("two"), {}, {6000, false, 1, {}}, context);
  EXPECT_EQ(outcome.depths.back().states, 6001u);
}

TEST(OtsSearch, AgreesWithTheConcreteSemantics) {
  Sources sources;
  Diagnostics diagnostics;
  auto systems = front::ots::load(sources, sources.add("x", everything), diagnostics);
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::Error) FAIL() << render(d, sources);
  const whynot::ots::Ots& ots = *systems[0];
  const Scope& scope = ots.scopes[0];
  const auto stepper = make_stepper(ots, scope);
  const std::vector<Predicate> predicates{predicate_of(ots.invariants[0]), predicate_of(ots.invariants[1])};
  Context context;
  std::set<State> seen, frontier;
  stepper->initial(context, [&](State s) { return frontier.insert(std::move(s)), true; });
  EXPECT_EQ(frontier.size(), 2u);
  std::vector<std::uint64_t> expected, transitions;
  std::vector<std::optional<std::size_t>> first(2);
  std::uint64_t taken = 0;
  for (std::size_t depth = 0; depth <= 6; ++depth) {
    seen.insert(frontier.begin(), frontier.end());
    expected.push_back(seen.size());
    transitions.push_back(taken);
    std::set<State> next;
    for (const State& s : frontier) {
      for (std::size_t p = 0; p < 2; ++p)
        if (!first[p] && stepper->violation(s, predicates[p])) first[p] = depth;
      stepper->successors(s, context, [&](Successor to) {
        ++taken;
        EXPECT_TRUE(stepper->is_step(s, {}, to.action, to.state));
        if (!seen.count(to.state)) next.insert(to.state);
        return true;
      });
    }
    frontier = std::move(next);
  }
  EXPECT_GT(expected.back(), 200u);
  const SearchOutcome outcome = search(ots, scope, {}, {6, false, 2, {}, 0}, context);
  EXPECT_EQ(counts(outcome), expected);
  for (std::size_t d = 0; d <= 6; ++d) EXPECT_EQ(outcome.depths[d].transitions, transitions[d]);
  for (std::size_t p = 0; p < 2; ++p) {
    const std::vector<Predicate> one{predicates[p]};
    for (const bool symmetry : {false, true}) {
      const SearchOutcome found = search(ots, scope, one, {6, symmetry, 2, {}, 0}, context);
      ASSERT_EQ(std::holds_alternative<Violated>(found.verdicts[0]), first[p].has_value());
      if (!first[p]) continue;
      EXPECT_EQ(actions(found.verdicts[0]).size(), *first[p]);
    }
  }
}

// An order that never changes, all indexes at once, and any value: 6 orders of three elements, 4 sets that are closed
// downwards, 8 sets in all.
TEST(OtsSearch, RigidObserversUpdatesEverywhereAndAnyValue) {
  const std::string order = R"(ots ORDER {
    sort P = loose
    rigid le(x: P, y: P) : Bool
    axiom refl(x: P) : le(x, x)
    axiom anti(x: P, y: P) : le(x, y) and le(y, x) => x = y
    axiom trans(x: P, y: P, z: P) : le(x, y) and le(y, z) => le(x, z)
    axiom total(x: P, y: P) : le(x, y) or le(y, x)
    observer up(x: P) : Bool = false
    transition raise(x: P) { for y: P. up(y) := le(y, x) }
    invariant closed(x: P, y: P) : up(x) and le(y, x) => up(y)
    scope three { P = { a, b, c } }
)";
  OtsInput closed(order + "}");
  EXPECT_EQ(counts(run(closed, closed.scope("three"), {})), (std::vector<std::uint64_t>{6, 24}));
  for (const bool symmetry : {false, true})
    EXPECT_TRUE(std::holds_alternative<Holds>(
        run(closed, closed.scope("three"), {}, {closed.predicate("closed")}, symmetry).verdicts[0]));
  OtsInput open(order + "transition set(x: P) { up(x) := any } }");
  EXPECT_EQ(counts(run(open, open.scope("three"), {})).back(), 48u);
  const SearchOutcome found = run(open, open.scope("three"), {}, {open.predicate("closed")}, true);
  ASSERT_EQ(actions(found.verdicts[0]), (std::vector<std::string>{"set"}));
  const Trace& trace = std::get<Trace>(std::get<Violated>(found.verdicts[0]).evidence);
  EXPECT_EQ(trace.steps[1].action->args.size(), 1u);  // what was chosen is not shown
}

}  // namespace
}  // namespace whynot::engine::ots
