#include "front/pyv/load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "support/random_pyv.h"
#include "support/rounds.h"

namespace whynot::front::pyv {
namespace {

struct Input {
  explicit Input(std::string text) {
    file = sources.add("x.pyv", std::move(text));
    loaded = load("x", sources, file, diagnostics);
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
  const whynot::ots::Ots& ots() const { return *loaded->ots; }
  Sources sources;
  FileId file = 0;
  Diagnostics diagnostics;
  std::optional<Loaded> loaded;
};

const std::string head =
    "sort n sort v\nimmutable relation e(n, n)\nmutable relation r(n)\nmutable function g(n): v\nmutable constant c: "
    "v\n";

struct Case {
  const char* items;
  const char* code;  // "" for none
};

class PyvDiagnosed : public testing::TestWithParam<Case> {};

TEST_P(PyvDiagnosed, TheMistakeIsNamed) {
  const Input input(head + GetParam().items);
  if (std::string_view(GetParam().code).empty())
    EXPECT_TRUE(input.loaded && input.diagnostics.all().empty()) << input.rendered();
  else
    EXPECT_TRUE(input.has(GetParam().code)) << input.rendered();
}

INSTANTIATE_TEST_SUITE_P(
    Language, PyvDiagnosed,
    testing::Values(Case{"init !r(N) safety & r(N) -> & e(N, N) & g(N) = c", ""},
                    Case{"sort m @printed_by(a, b) mutable relation q @no_print axiom [a] e(X, X)", ""},
                    Case{"safety let d = c in forall X. g(X) = d", ""},  //
                    Case{"safety distinct(c, g(X))", ""},                //
                    Case{"onestate definition d(x) = r(x) safety d(X)", ""},
                    Case{"twostate definition d(x) modifies r = r'(x) transition t(x: n) modifies r d(x)", ""},
                    Case{"mutable relation w(n) derived relation d(n): d(X) <-> r(X) | w(X) safety d(X)", ""},
                    Case{"transition t(x: n) modifies r r'(x) & (X != x -> (r'(X) <-> r(X)))", ""},
                    Case{"safety r(X", "pyv.syntax"}, Case{"safety r(X) $ r(Y)", "pyv.character"},
                    Case{"safety s(X)", "pyv.unknown-name"}, Case{"safety forall X: m. r(X)", "pyv.unknown-name"},
                    Case{"safety r(X, Y)", "pyv.arity"}, Case{"safety r(c)", "pyv.sort"},
                    Case{"safety X = Y", "pyv.sort"}, Case{"safety new(r(X))", "pyv.states"},
                    Case{"safety r'(X)", "pyv.states"}, Case{"axiom r(X)", "pyv.states"},
                    Case{"sort n", "pyv.duplicate"}, Case{"mutable relation r(v)", "pyv.duplicate"},
                    Case{"safety [a] r(X) safety [a] r(X)", "pyv.duplicate"},
                    Case{"transition t() modifies e true", "pyv.immutable"},
                    Case{"transition t() modifies q true", "pyv.unknown-name"},
                    Case{"derived relation d(n): d(X) <-> !d(X)", "pyv.derived"},
                    Case{"derived relation d(n): r(X) -> d(X)", "pyv.derived"}, Case{"safety 1 = 1", "pyv.unsupported"},
                    Case{"mutable function h(n): int", "pyv.unsupported"}, Case{"fbii { }", "pyv.unsupported"},
                    Case{"sat trace { t }", "pyv.unknown-name"},
                    Case{"transition t(x: n) modifies r r'(X) sat trace { t(*, *) }", "pyv.arity"},
                    Case{"transition t(x: n) modifies r r'(X) sat trace { t(g) }", "pyv.unsupported"}));

TEST(Pyv, FormulasNestedTooDeepAreRefused) {
  EXPECT_TRUE(Input(head + "safety " + std::string(300, '(') + "r(X)" + std::string(300, ')')).has("pyv.too-deep"));
  EXPECT_TRUE(Input(head + "safety " + std::string(300, '!') + "r(X)").has("pyv.too-deep"));
}

TEST(Pyv, ExamplesAreRead) {
  for (const char* name : {"permit", "ballot", "epochs"}) {
    std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/pyv/" + name + ".pyv");
    std::stringstream text;
    text << in.rdbuf();
    const Input input(text.str());
    EXPECT_TRUE(input.loaded) << name << "\n" << input.rendered();
  }
}

TEST(Pyv, ScopesHaveAsManyElementsAsTheAxiomsWant) {
  const Input input(
      "sort p sort l\nimmutable constant a: l immutable constant b: l immutable constant d: l immutable constant e: l\n"
      "axiom distinct(a, b, d, e)\naxiom forall L: l. L = a | L = b | L = d | L = e\n"
      "axiom forall X: p. exists Y: p. X != Y & forall Z. Z = X | Z = Y\nmutable function pc(p): l\ninit pc(P) = a\n");
  ASSERT_TRUE(input.loaded) << input.rendered();
  for (const auto& [sort, elements] : input.ots().scopes[0].elements)
    EXPECT_EQ(elements.size(), input.ots().sorts[sort].name == "p" ? 2u : 4u);
}

// Steps of random transitions, compared with the formula evaluated on all pairs of states.
class RandomSteps {
 public:
  explicit RandomSteps(unsigned seed) : generator_(seed), formula_(generator_.step(1)) {
    text_ =
        random_pyv::declarations + "transition t(X0: s) modifies p, b, c, f\n  " + random_pyv::text(formula_) + "\n";
  }

  void check() {
    const Input input(text_);
    ASSERT_TRUE(input.loaded) << input.rendered() << text_;
    whynot::ots::Ots& ots = *input.loaded->ots;
    const auto scope = make_scope(ots, "oracle", 2);
    const auto stepper = make_stepper(ots, scope);
    Context context;
    for (int e = 0; e < 4; ++e) {
      const auto all = random_pyv::worlds({(e & 1) != 0, (e & 2) != 0});
      for (std::size_t i = e; i < all.size(); i += 5) {
        std::set<std::string> expected, found;
        for (const auto& next : all)
          for (int x = 0; x < 2; ++x) {
            random_pyv::Values values{x};
            if (random_pyv::holds(formula_, all[i], next, values)) expected.insert(shown(x, state(next)));
          }
        stepper->successors(state(all[i]), context, [&](Successor s) {
          EXPECT_TRUE(stepper->is_step(state(all[i]), {}, s.action, s.state)) << text_;
          found.insert(shown(s.action->args[0].to_string() == "s2", s.state));
          return true;
        });
        ASSERT_EQ(expected, found) << text_;
      }
    }
  }

 private:
  static Value element(int i) { return Value::symbol(i ? "s2" : "s1"); }
  static State state(const random_pyv::World& w) {
    State out;
    for (bool x : {w.e[0], w.e[1], w.p[0], w.p[1], w.b}) out.push_back(Value::boolean(x));
    for (int x : {w.c, w.f[0], w.f[1]}) out.push_back(element(x));
    return out;
  }
  static std::string shown(int x, const State& s) {
    std::string out = std::to_string(x);
    for (const Value& v : s) out += " " + v.to_string();
    return out;
  }

  random_pyv::Generator generator_;
  random_pyv::Formula formula_;
  std::string text_;
};

TEST(Pyv, TransitionsLeadWhereTheirFormulasSay) {
  for (unsigned seed = 0; seed < rounds(48); ++seed) {
    RandomSteps(seed).check();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace whynot::front::pyv
