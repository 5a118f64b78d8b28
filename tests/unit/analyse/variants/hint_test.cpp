// What never happens in a loop, and how much of it would have to.
#include "analyse/variants/hint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agree/random_model.h"
#include "expr/print.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::variants {
namespace {

using why::SmallModel;

struct Hinted {
  explicit Hinted(const std::string& text, const char* engine = "bmc") : model(text) {
    EXPECT_TRUE(model.ok()) << text;
    const Property& property = model.program->properties.at(0);
    const auto trace = model.counterexample(property, engine);
    EXPECT_TRUE(trace && trace->loop) << text;
    SideQuestions ask(model.context, {20'000, 200});
    if (trace && trace->loop)
      hint = fairness_hint(model.system(), property, *trace, *model.stepper, ask, model.context);
  }
  std::string suffices() const {
    std::vector<std::string> words;
    for (Expr e : hint.suffices) words.push_back(to_string(model.pool, e));
    return fmt::format("{}", fmt::join(words, "; "));
  }
  SmallModel model;
  Hint hint;
};

TEST(Hint, AnInputThatIsPossibleAndNeverTaken) {
  const Hinted h(
      "MODULE main\nVAR ready : boolean;\nIVAR go : boolean;\n"
      "ASSIGN init(ready) := FALSE; next(ready) := go ? TRUE : ready;\nLTLSPEC F ready\n");
  ASSERT_EQ(h.hint.never.size(), 1u);
  ASSERT_EQ(h.hint.never[0].values.size(), 1u);
  EXPECT_TRUE(h.hint.never[0].values[0].always);
  EXPECT_TRUE(h.hint.never[0].values[0].value.is_true());
  EXPECT_EQ(h.suffices(), "go");
  EXPECT_TRUE(h.hint.smallest);
}

TEST(Hint, SeveralLoopsMayBeNeeded) {
  const Hinted h(
      "MODULE main\nVAR who : 0..1; a : {out, want, inside}; b : {out, want, inside};\n"
      "ASSIGN init(a) := out; init(b) := out;\n"
      "next(a) := case who != 0 : a; a = out : {out, want}; a = want & b != inside : inside; a = want : want;\n"
      "  TRUE : {inside, out}; esac;\n"
      "next(b) := case who != 1 : b; b = out : {out, want}; b = want & a != inside & a != want : inside;\n"
      "  b = want : want; TRUE : {inside, out}; esac;\n"
      "LTLSPEC G (a = want -> F a = inside)\n");
  EXPECT_GE(h.hint.suffices.size(), 2u) << h.suffices();
  EXPECT_TRUE(h.hint.smallest);
  EXPECT_NE(h.suffices().find("who = 0"), std::string::npos) << h.suffices();
}

TEST(Hint, NothingIsSaidWhereOnlyTheEndOfAllRunsWouldHelp) {
  const Hinted h("MODULE main\nVAR x : 0..2; free : boolean;\nASSIGN init(x) := 0; next(x) := 0;\nLTLSPEC F x = 2\n");
  EXPECT_TRUE(h.hint.suffices.empty());
}

std::optional<bool> listed_verdict(SmallModel& model, const Property& property, const std::vector<Expr>& justice) {
  TransitionSystem system = model.system();
  for (Expr e : justice) system.justice.push_back({e, {}});
  const Query query{&system, &property, {}, 50, nullptr};
  const engine::Engine* judge = engine::engine_named("explicit");
  if (judge->refuses(query)) return std::nullopt;
  const Verdict verdict = judge->start(query, model.context)->next();
  return std::holds_alternative<Holds>(verdict);
}

TEST(Hint, OfRandomModelsIsConfirmedByAListOfStates) {
  agree::Shape shape;
  shape.words = false;
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < why::seeds(400); ++seed) {
    SmallModel model(agree::random_model(seed, shape));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      const auto trace = property.is_ltl() ? model.counterexample(property, "bmc", 8) : std::nullopt;
      if (!trace || !trace->loop) continue;
      SideQuestions ask(model.context, {3'000, 60});
      const Hint hint = fairness_hint(model.system(), property, *trace, *model.stepper, ask, model.context);
      if (hint.suffices.empty()) continue;
      const auto enough = listed_verdict(model, property, hint.suffices);
      if (!enough) continue;
      ASSERT_TRUE(*enough) << "seed " << seed << " " << property.name;
      for (std::size_t i = 0; i < hint.suffices.size() && hint.smallest; ++i) {
        auto fewer = hint.suffices;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        ASSERT_FALSE(*listed_verdict(model, property, fewer)) << "seed " << seed << " " << property.name;
      }
      ++tried;
    }
  }
  EXPECT_GT(tried, 15u);
}

}  // namespace
}  // namespace whynot::analyse::variants
