#include "front/algebra/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "front/ots/load.h"
#include "support/random_soup.h"
#include "support/rounds.h"

namespace whynot::front::algebra {
namespace {

struct Input {
  explicit Input(std::string text, Dialect dialect = Dialect::Maude) {
    const FileId file = sources.add("x", std::move(text));
    const LoadFile load_file = [&](const std::string& path) -> std::optional<FileId> {
      if (path != "part.maude") {
        diagnostics.error("app.cannot-read", path, {file, 0, 0});
        return std::nullopt;
      }
      return sources.add(path, "fmod PART is sort A . ops a b : -> A [ctor] . endfm");
    };
    systems = load(sources, file, dialect, load_file, diagnostics);
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
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<whynot::ots::Ots>> systems;
};

// States by depth, as many as there are so far, by the concrete semantics; `bad` counts those that violate an
// invariant.
struct Counts {
  std::vector<std::size_t> states;
  std::vector<std::size_t> bad;
};

Counts count(whynot::ots::Ots& ots, const whynot::ots::Scope& scope, std::size_t depth) {
  const auto stepper = make_stepper(ots, scope);
  Context context;
  std::vector<State> frontier;
  std::set<State> seen;
  const auto meet = [&](State s) {
    if (seen.insert(s).second) frontier.push_back(std::move(s));
    return true;
  };
  stepper->initial(context, meet);
  Counts out{{seen.size()}, {}};
  for (std::size_t d = 0; d < depth && !frontier.empty(); ++d) {
    const std::vector<State> now = std::exchange(frontier, {});
    for (const State& s : now) stepper->successors(s, context, [&](const Successor& next) { return meet(next.state); });
    out.states.push_back(seen.size());
  }
  for (const auto& invariant : ots.invariants)
    out.bad.push_back(static_cast<std::size_t>(std::count_if(seen.begin(), seen.end(), [&](const State& s) {
      return stepper->violation(s, predicate_of(invariant)).has_value();
    })));
  return out;
}

whynot::ots::Scope scope_of(whynot::ots::Ots& ots, const char* name) {
  if (const auto* scope = ots.scope(name)) return *scope;
  return ots.scopes.empty() ? make_scope(ots, "default", 3) : ots.scopes[0];
}

std::string example(const std::string& name) {
  std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/ots/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::string soup =
    "mod M is pr NAT . sorts P L O S . subsort O < S . ops a b : -> L [ctor] . op p : Nat -> P [ctor] .\n"
    "op e : -> S [ctor] . op __ : S S -> S [ctor assoc comm id: e] . op pc[_]:_ : P L -> O [ctor] .\n"
    "op n:_ : Nat -> O [ctor] . vars I J : P . vars X Y : L . var K : Nat . op init : -> S .\n"
    "eq init = (pc[p(1)]: a) (pc[p(2)]: a) (n: 0) .\n";

TEST(Algebra, ASoupBecomesObserversAndTransitions) {
  Input input(soup + "rl [go] : (pc[I]: a) (n: K) => (pc[I]: b) (n: s(K)) . endm");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  ASSERT_EQ(input.systems.size(), 1u);
  whynot::ots::Ots& ots = *input.systems[0];
  ASSERT_EQ(ots.observers.size(), 2u);
  EXPECT_EQ(ots.observers[0].name, "pc");
  EXPECT_EQ(ots.observers[1].name, "n");
  ASSERT_EQ(ots.transitions.size(), 1u);
  EXPECT_EQ(ots.transitions[0].name, "go");
  EXPECT_EQ(ots.transitions[0].params.size(), 1u) << "only the index is chosen";
  EXPECT_EQ(count(ots, scope_of(ots, "start"), 9).states, (std::vector<std::size_t>{1, 3, 4, 4}));
}

TEST(Algebra, TwoComponentsOfOneNameAreTwo) {
  Input input(soup + "rl [go] : (pc[I]: X) (pc[J]: X) => (pc[I]: X) (pc[J]: b) . endm");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  whynot::ots::Ots& ots = *input.systems[0];
  EXPECT_EQ(count(ots, scope_of(ots, "start"), 9).states, (std::vector<std::size_t>{1, 3, 3}));
}

TEST(Algebra, IndexesMayBeNumbersThatAreNamed) {
  Input input(
      "mod M is pr NAT . sorts L S . ops a b : -> L [ctor] . op e : -> S [ctor] . vars N M : Nat .\n"
      "op __ : S S -> S [ctor assoc comm id: e] . op p : Nat L -> S [ctor] . op init : -> S .\n"
      "eq init = p(0, a) p(1, a) p(2, b) . rl [go] : p(N, a) p(2, b) => p(N, b) p(2, b) . endm\n"
      "search init =>* p(0, b) p(1, b) Z:S . search init =>* p(7, X:L) Z:S .");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  const Counts counts = count(*input.systems[0], scope_of(*input.systems[0], ""), 9);
  EXPECT_EQ(counts.states, (std::vector<std::size_t>{1, 3, 4, 4}));
  EXPECT_EQ(counts.bad, (std::vector<std::size_t>{1, 0}));
}

TEST(Algebra, AStateMayBeOneTerm) {
  Input input(
      "mod M is pr NAT . sort S . op <_,_> : Nat Nat -> S [ctor] . vars A B : Nat . op start : -> S .\n"
      "eq start = < 3, 0 > . rl < s(A), B > => < A, s(B) > . endm");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  whynot::ots::Ots& ots = *input.systems[0];
  EXPECT_EQ(count(ots, scope_of(ots, ""), 9).states, (std::vector<std::size_t>{1, 2, 3, 4, 4}));
}

TEST(Algebra, ItsConstructorMayChange) {
  Input input(
      "mod M is pr NAT . sort S . ops idle done : -> S [ctor] . op busy : Nat -> S [ctor] . op init : -> S .\n"
      "var N : Nat . eq init = idle . rl [go] : idle => busy(2) . rl [on] : busy(s(N)) => busy(N) .\n"
      "rl [end] : busy(0) => done . endm search init =>* busy(N:Nat) such that N:Nat < 2 .");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  whynot::ots::Ots& ots = *input.systems[0];
  const Counts counts = count(ots, scope_of(ots, ""), 9);
  EXPECT_EQ(counts.states, (std::vector<std::size_t>{1, 2, 3, 4, 5, 5}));
  EXPECT_EQ(counts.bad, (std::vector<std::size_t>{2}));
}

TEST(Algebra, ListsMatchAtTheirFront) {
  Input input(
      "mod M is sorts E L S . subsort E < L . ops a b : -> E [ctor] . op nil : -> L [ctor] .\n"
      "op _@_ : L L -> L [ctor assoc id: nil] . op q:_ : L -> S [ctor] . var X : E . var L : L .\n"
      "op init : -> S . eq init = q: (a @ b @ a) . rl [turn] : q: (X @ L) => q: (L @ X) . endm");
  ASSERT_TRUE(input.diagnostics.ok()) << input.rendered();
  whynot::ots::Ots& ots = *input.systems[0];
  EXPECT_EQ(count(ots, scope_of(ots, ""), 9).states, (std::vector<std::size_t>{1, 2, 3, 3}));
}

TEST(Algebra, AConstantWithoutValueMakesConditionsFalse) {
  const std::string bounded = soup + "op bound : -> Nat . crl [go] : (n: K) => (n: s(K)) if K < bound . ";
  Input open(bounded + "endm");
  EXPECT_TRUE(open.diagnostics.ok()) << open.rendered();
  EXPECT_TRUE(open.has("algebra.unspecified"));
  EXPECT_EQ(count(*open.systems[0], scope_of(*open.systems[0], ""), 9).states, (std::vector<std::size_t>{1, 1}));
  Input closed(bounded + "endm mod N is inc M . eq bound = 2 . endm");
  ASSERT_TRUE(closed.diagnostics.ok()) << closed.rendered();
  ASSERT_EQ(closed.systems.size(), 1u);
  EXPECT_EQ(closed.systems[0]->name, "N");
  EXPECT_EQ(count(*closed.systems[0], scope_of(*closed.systems[0], ""), 9).states,
            (std::vector<std::size_t>{1, 2, 3, 3}));
}

TEST(Algebra, FilesMayLoadOthers) {
  const Input input(
      "load part\nmod M is pr PART . sort S . op s:_ : A -> S [ctor] . op init : -> S .\n"
      "eq init = s: a . rl s: a => s: b . endm");
  EXPECT_TRUE(input.diagnostics.ok()) << input.rendered();
  EXPECT_TRUE(Input("load other").has("app.cannot-read"));
}

// The same protocols in the specification's own language.
constexpr const char* lock_ots = R"(ots LOCK {
  sort Client = loose
  sort Place = enum { idle, waiting, holding }
  sort Message = free { ask(Client) | grant(Client) | back(Client) }
  observer place(c: Client) : Place = idle
  observer open : Bool = true
  observer net : bag Message = {}
  transition ask(c: Client) { when place(c) = idle  place(c) := waiting  net += ask(c) }
  transition serve(c: Client) { when open, ask(c) in net  open := false  net := (net - {ask(c)}) + {grant(c)} }
  transition take(c: Client) { when place(c) = waiting, grant(c) in net  place(c) := holding  net -= grant(c) }
  transition leave(c: Client) { when place(c) = holding  place(c) := idle  net += back(c) }
  transition return(c: Client) { when not open, back(c) in net  open := true  net -= back(c) }
  invariant alone(c: Client, d: Client) : place(c) = holding and place(d) = holding => c = d
  invariant granted(c: Client) : not (open and grant(c) in net)
  scope three { Client = { c1, c2, c3 } }
})";
constexpr const char* queue_ots = R"(ots QUEUE {
  sort Pid = loose
  sort Label = enum { rest, ask, use }
  observer pc(i: Pid) : Label = rest
  observer queue : list Pid = []
  transition want(k: Pid) { when pc(k) = rest  pc(k) := ask  queue := queue ++ [k] }
  transition enter(k: Pid) { when pc(k) = ask, queue != [], head(queue) = k  pc(k) := use }
  transition leave(k: Pid) { when pc(k) = use  pc(k) := rest  queue := tail(queue) }
  invariant alone(i: Pid, j: Pid) : pc(i) = use and pc(j) = use => i = j
  invariant ahead(i: Pid) : pc(i) = use => queue != [] and head(queue) = i
  scope three { Pid = { a, b, c } }
})";

class TwinsAgree : public testing::TestWithParam<std::tuple<const char*, Dialect, const char*, const char*>> {};

TEST_P(TwinsAgree, InStatesByDepthAndViolations) {
  const auto& [file, dialect, scope, twin] = GetParam();
  Input input(example(file), dialect);
  ASSERT_TRUE(input.diagnostics.all().empty()) << input.rendered();
  Sources sources;
  Diagnostics diagnostics;
  const auto ours = ots::load(sources, sources.add("x.ots", twin), diagnostics);
  ASSERT_TRUE(diagnostics.ok());
  const Counts a = count(*input.systems[0], scope_of(*input.systems[0], scope), 20),
               b = count(*ours[0], scope_of(*ours[0], "three"), 20);
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.bad, b.bad);
  EXPECT_GT(a.states.back(), 20u);
}

INSTANTIATE_TEST_SUITE_P(Examples, TwinsAgree,
                         testing::Values(std::tuple("lock.maude", Dialect::Maude, "start", lock_ots),
                                         std::tuple("queue.cafe", Dialect::Cafe, "three", queue_ots)));

// Maude ------------------------------------------------------------------------------------------------------------

std::string run_maude(const std::string& script) {
  const auto file = std::filesystem::temp_directory_path() / ("whynot-soup-" + std::to_string(::getpid()) + ".maude");
  std::ofstream(file) << script << "quit\n";
  std::string answer;
  FILE* pipe =
      popen(("timeout 60 maude -no-banner -no-wrap -batch " + file.string() + " 2>&1 </dev/null").c_str(), "r");
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe)) answer += buffer;
  if (pipe) pclose(pipe);
  std::filesystem::remove(file);
  return answer;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Algebra, MaudeCountsTheSameStatesOfRandomModules) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  Random random(27);
  std::size_t large = 0;
  for (std::size_t round = 0; round < rounds(40); ++round) {
    const std::string text = random_soup(random);
    Input input(text);
    ASSERT_TRUE(input.diagnostics.ok()) << text << input.rendered();
    whynot::ots::Ots& ots = *input.systems[0];
    constexpr std::size_t depth = 3;
    Counts ours = count(ots, scope_of(ots, ""), depth);
    ours.states.resize(depth + 1, ours.states.back());
    std::string script = text;
    for (std::size_t d = 1; d <= depth; ++d) script += "search [, " + std::to_string(d) + "] init =>* S:State .\n";
    const std::string answer = run_maude(script);
    std::vector<std::size_t> theirs{1};
    for (std::size_t at = answer.find("search "); at != std::string::npos;) {
      const std::size_t end = answer.find("search ", at + 1);
      theirs.push_back(times(answer.substr(at, end - at), "\nSolution "));
      at = end;
    }
    ASSERT_EQ(ours.states, theirs) << text << answer.substr(0, 2000);
    large += ours.states.back() > 8;
  }
  EXPECT_GE(large, rounds(40) / 8) << "many modules should run";
}

// Mistakes ---------------------------------------------------------------------------------------------------------

struct Case {
  const char* text;
  const char* code;  // "" for none
  Dialect dialect = Dialect::Maude;
};
class AlgebraDiagnosed : public testing::TestWithParam<Case> {};

TEST_P(AlgebraDiagnosed, TheMistakeIsNamed) {
  const Case& c = GetParam();
  const Input input(c.text[0] == '+' ? soup + (c.text + 1) : c.text, c.dialect);
  if (std::string_view(c.code).empty())
    EXPECT_TRUE(input.diagnostics.all().empty()) << input.rendered();
  else
    EXPECT_TRUE(input.has(c.code)) << input.rendered();
}

INSTANTIATE_TEST_SUITE_P(
    Maude, AlgebraDiagnosed,
    testing::Values(Case{"", "algebra.no-system"}, Case{"fmod A is sort S . endfm", "algebra.no-system"},
                    Case{"hello", "algebra.syntax"}, Case{"fmod A is sort S", "algebra.syntax"},
                    Case{"fmod A is foo . endfm", "algebra.syntax"},
                    Case{"fmod A{X :: TRIV} is endfm", "algebra.unsupported"},
                    Case{"fth T is sort E . endfth", "algebra.unsupported"},
                    Case{"view V from A to B is endv", "algebra.unsupported"},
                    Case{"fmod A is pr LIST{Nat} . endfm", "algebra.unsupported"},
                    Case{"fmod A is sort S . mb x : S . endfm", "algebra.unsupported"},
                    Case{"fmod A is sort S . op f : S -> S [special] . endfm", "algebra.unsupported"},
                    Case{"+rl (n: K) => (n: s(K)) . endm mod N is pr OTHER . endm", "algebra.unknown-module"},
                    Case{"+op f : Foo -> S . rl (n: K) => (n: K) . endm", "algebra.unknown-sort"},
                    Case{"+rl (n: K) => (n: M) . endm", "algebra.unknown-name"},
                    Case{"+rl (n: K) => (n: a) . endm", "algebra.no-parse"},
                    Case{"+rl (n: K) => ((n: K) . endm", "algebra.syntax"}, Case{"+rl (n: K) . endm", "algebra.syntax"},
                    Case{"+rl (n: K) => (n: K) . endm fmod M is endfm", "algebra.duplicate"},
                    Case{"+var Z : Nat . rl (n: K) => (n: Z) . endm", "algebra.unbound"},
                    Case{"+rl (n: K) => e . endm", "algebra.components"},
                    Case{"+op box : S -> O [ctor] . rl (n: K) => (n: s(K)) . endm", "algebra.unsupported"},
                    Case{"+rl a => b . rl (n: K) => (n: s(K)) . endm", "algebra.unsupported"},
                    Case{"+op x:_ : Nat -> O [ctor] . rl (x: K) => (x: s(K)) . endm", "algebra.never"},
                    Case{"+op f : L -> L . eq f(a) = b . rl (pc[I]: X) => (pc[I]: f(X)) . endm",
                         "algebra.not-exhaustive"},
                    Case{"+op f : L -> L . eq f(a) = b . eq f(b) = a . rl (pc[I]: X) => (pc[I]: f(X)) . endm", ""},
                    Case{"+rl (pc[p(K)]: a) (n: K) => (pc[p(K)]: b) (n: K) . endm", "algebra.index"},
                    Case{"+crl (n: K) => (n: s(K)) if (n: K) => (n: 3) . endm", "algebra.unsupported"},
                    Case{"mod M is sort S . ops x y : -> S [ctor] . rl x => y . endm", "algebra.initial"},
                    Case{"mod M is sort S . ops x y : -> S [ctor] . op init : -> S . op f : S -> S . var Z : S . "
                         "eq f(Z) = f(f(Z)) . eq init = f(x) . rl x => y . endm",
                         "algebra.initial"},
                    Case{"+rl (n: K) => (n: s(K)) . endm search init =>1 S:S .", "algebra.search"},
                    Case{"+rl (n: K) => (n: s(K)) . endm search init =>* (n: 3) Z:S .", ""},
                    Case{"+rl (n: K) => (n: bound) . op bound : -> Nat . endm", "algebra.unspecified"}));

INSTANTIATE_TEST_SUITE_P(
    Cafe, AlgebraDiagnosed,
    testing::Values(
        Case{"mod! A { [S] }", "algebra.no-system", Dialect::Cafe},
        Case{"mod! A { [S]", "algebra.syntax", Dialect::Cafe},
        Case{"mod! A(X :: T) { [S] }", "algebra.unsupported", Dialect::Cafe},
        Case{"mod* A { *[H]* op init : -> H bop o : H -> Bool bop t : H -> H var S : H eq o(init) = false . "
             "eq o(t(S)) = not o(S) . }",
             "", Dialect::Cafe},
        Case{"mod* A { *[H]* op init : -> H bop o : H -> Bool bop t : H -> H var S : H eq o(init) = false . }",
             "algebra.unspecified", Dialect::Cafe},
        Case{"mod* A { *[H]* op init : -> H bop o : H -> Bool bop t : H -> H var S : H "
             "eq o(t(S)) = true . }",
             "algebra.unspecified", Dialect::Cafe},
        Case{"mod* A { *[H]* op init : -> H bop o : H -> Bool bop t : H H -> H }", "algebra.unsupported",
             Dialect::Cafe},
        Case{"mod* A { *[H]* op init : -> H bop o : H -> Bool bop t : H -> H var S : H "
             "eq t(S) = S . eq o(init) = true . }",
             "algebra.unsupported", Dialect::Cafe}));

TEST(Algebra, EndlessNestingIsRefused) {
  std::string deep = soup + "rl (n: K) => (n: ";
  for (int i = 0; i < 3000; ++i) deep += "s(";
  deep += "K";
  for (int i = 0; i < 3000; ++i) deep += ")";
  EXPECT_TRUE(Input(deep + ") . endm").has("algebra.too-long"));
}

TEST(Algebra, DamagedTextsAreDiagnosed) {
  Random random(7);
  for (const auto& [file, dialect] :
       {std::pair("lock.maude", Dialect::Maude), std::pair("queue.cafe", Dialect::Cafe)}) {
    const std::string whole = example(file);
    for (std::size_t round = 0; round < rounds(30); ++round) {
      std::string text = whole;
      const std::size_t at = random.below(text.size()), length = 1 + random.below(12);
      text.erase(at, length);
      const Input input(text, dialect);  // no crash, and never nothing
      EXPECT_TRUE(!input.systems.empty() || !input.diagnostics.ok()) << text;
    }
  }
}

}  // namespace
}  // namespace whynot::front::algebra
