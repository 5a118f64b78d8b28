// IC3 against the explicit engine on tiny systems, and on models whose invariants are known; every invariant is
// confirmed, and none that was changed.
#include "engine/ic3/ic3.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "check/certificate_check.h"
#include "encode/obligations.h"
#include "engine/explicit/graph.h"
#include "engine/ic3/places.h"
#include "engine/ic3/twins.h"
#include "engine/ic3/words.h"
#include "engine/induction.h"
#include "expr/evaluate.h"
#include "expr/print.h"
#include "front/smv/smv.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine::ic3 {
namespace {

using whynot::testing::RandomSystem;

struct Asked {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  Context context;
  std::optional<front::smv::Program> program;
  Verdict verdict = Unknown{};

  explicit Asked(const std::string& text, std::uint64_t effort = 0) {
    program = front::smv::load(sources.add("ic3.smv", text), sources, pool, diagnostics);
    if (program) encode::discharge(program->system, context, diagnostics);
    if (!program || !diagnostics.ok()) throw std::runtime_error("the model should load");
    const auto search = ic3_engine().start(query(), context);
    if (effort == 0) {
      verdict = search->next();
      return;
    }
    std::optional<Verdict> found;
    while (!found) found = search->advance(effort);
    verdict = *found;
  }

  Query query() const { return {&program->system, &program->properties[0], {}, {}, nullptr}; }
  const Invariant* invariant() const {
    const auto* holds = std::get_if<Holds>(&verdict);
    return holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
  }
  std::optional<std::string> refused(const Invariant& clauses) {
    const Property& property = program->properties[0];
    return check::refuses(program->system, property, invariant_of(pool, property), clauses, context);
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> result;
    for (const Invariant::Clause& clause : invariant()->clauses) result.push_back(clause.text);
    return result;
  }
};

TEST(Ic3, AnInductivePropertyNeedsNoClause) {
  Asked asked("MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : 0; INVARSPEC x < 4");
  ASSERT_TRUE(asked.invariant());
  EXPECT_TRUE(asked.invariant()->clauses.empty());
  EXPECT_FALSE(asked.refused(*asked.invariant()));
}

TEST(Ic3, OneClauseForTheLowBit) {
  Asked asked(
      "MODULE main VAR x : word[32]; i : boolean; ASSIGN init(x) := 0ud32_0;"
      "next(x) := i ? x + 0ud32_4 : x + 0ud32_12; INVARSPEC x != 0ud32_7");
  ASSERT_TRUE(asked.invariant());
  ASSERT_EQ(asked.invariant()->clauses.size(), 1u);
  const std::string text = asked.texts()[0];
  EXPECT_TRUE(text == "x[0:0] = 0ud1_0" || text == "x[1:1] = 0ud1_0") << text;
  EXPECT_FALSE(asked.refused(*asked.invariant()));
}

TEST(Ic3, FindsWhatFailsAtOnceAndAfterOneStep) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"x != 0", 0}, {"x != 1", 1}, {"next(x) != 1", 1}, {"next(x) != 2", 2}};
  for (const auto& [spec, depth] : cases) {
    Asked asked(
        fmt::format("MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := (x + 1) mod 6; INVARSPEC {}", spec));
    const Trace* trace = trace_of(asked.verdict);
    ASSERT_TRUE(trace) << spec;
    EXPECT_EQ(trace->depth(), depth) << spec;
  }
}

TEST(Ic3, ADeepCounterFailsByAShortestRun) {
  Asked asked(
      "MODULE main IVAR up : boolean; VAR x : 0..100; ASSIGN init(x) := 0;"
      "next(x) := case up & x < 100 : x + 1; TRUE : x; esac; INVARSPEC x < 60");
  const Trace* trace = trace_of(asked.verdict);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->depth(), 60u);
  const auto stepper = make_stepper(asked.program->system);
  EXPECT_FALSE(replay_system(asked.program->system, *stepper, *trace, asked.program->properties[0]));
}

TEST(Ic3, KnowsConstraintsOnly) {
  const std::string model =
      "MODULE main VAR a : boolean; b : boolean; n : 0..7; IVAR i : 0..3; INIT a & n = 0; INVAR a -> n < 6;"
      "TRANS next(a) = a & next(n) in {n, n + i} & i != 3; ";
  EXPECT_TRUE(Asked(model + "INVARSPEC n < 6").invariant());
  EXPECT_TRUE(Asked(model + "INVARSPEC next(n) - n < 3").invariant());
  EXPECT_TRUE(Asked(model + "INVARSPEC i < 3").invariant());
  const Asked fails(model + "INVARSPEC n < 5");
  ASSERT_TRUE(trace_of(fails.verdict));
  EXPECT_EQ(trace_of(fails.verdict)->depth(), 3u);
}

TEST(Ic3, NothingIsReachedWhereNothingIsInitial) {
  Asked asked("MODULE main VAR x : boolean; INIT x & !x; INVARSPEC x & !x");
  ASSERT_TRUE(asked.invariant());
  EXPECT_FALSE(asked.refused(*asked.invariant()));
}

TEST(Ic3, ProvesWhatIsSaidInOtherLogics) {
  const std::string model = "MODULE main VAR x : word[8]; ASSIGN init(x) := 0ud8_0; next(x) := x + 0ud8_2; ";
  for (const char* spec : {"LTLSPEC G x != 0ud8_7", "LTLSPEC !F x = 0ud8_7", "CTLSPEC AG x != 0ud8_7"}) {
    Asked asked(model + spec);
    ASSERT_TRUE(asked.invariant()) << spec;
    EXPECT_FALSE(asked.refused(*asked.invariant())) << spec;
  }
  const Asked fails(model + "LTLSPEC G x != 0ud8_8");
  ASSERT_TRUE(trace_of(fails.verdict));
}

TEST(Ic3, RefusesWhatIsNoInvariant) {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  const auto program =
      front::smv::load(sources.add("x.smv", "MODULE main VAR x : boolean; LTLSPEC F x"), sources, pool, diagnostics);
  ASSERT_TRUE(program);
  EXPECT_TRUE(ic3_engine().refuses({&program->system, &program->properties[0], {}, {}, nullptr}));
}

// The same answer, however small the turns.
TEST(Ic3, TurnsDoNotMatter) {
  const std::string model =
      "MODULE main VAR a : 0..9; b : 0..9; i : boolean; ASSIGN init(a) := 0; init(b) := 0;"
      "next(a) := i & a < 9 ? a + 1 : a; next(b) := case i & a < 9 : b; b < a : b + 1; TRUE : b; esac; INVARSPEC b <= "
      "a";
  Asked whole(model);
  ASSERT_TRUE(whole.invariant());
  for (std::uint64_t effort : {1, 10, 1000}) {
    Asked turns(model, effort);
    ASSERT_TRUE(turns.invariant()) << effort;
    EXPECT_FALSE(turns.refused(*turns.invariant())) << effort;
  }
}

// Of a random system: verdict, run and invariant are right, and no weaker invariant is confirmed.
class OnRandomSystems : public ::testing::Test {
 protected:
  std::size_t proved = 0, violated = 0, changed = 0, refused = 0;

  // Three properties, one after the other: what is proved of one serves the next.
  void ask(std::uint64_t seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = false, .inputs = true});
    Keep keep;
    for (int i = 0; i < 3; ++i) {
      const bool leaves = seed % 3 == 0;
      Property p;
      p.formula = made.boolean(2, leaves, false);
      if (leaves) p.formula = pool.xor_(p.formula, pool.next(made.system().variables[0].variable));
      ask(made.system(), p, &keep, seed);
    }
  }

  void ask(const TransitionSystem& system, const Property& p, Keep* keep, std::uint64_t seed) {
    Context context;
    const Query query{&system, &p, {}, {}, keep};
    const Verdict judge = engine_named("explicit")->start(query, context)->next();
    const Verdict verdict = ic3_engine().start(query, context)->next();
    ASSERT_EQ(judge.index(), verdict.index()) << seed;
    if (const Trace* trace = trace_of(verdict)) {
      ++violated;
      ASSERT_FALSE(replay_system(system, *make_stepper(system), *trace, p)) << seed;
      ASSERT_EQ(trace->depth(), trace_of(judge)->depth()) << seed;
      return;
    }
    ++proved;
    const auto& invariant = std::get<Invariant>(std::get<Holds>(verdict).evidence);
    const auto refusal = check::refuses(system, p, p.formula, invariant, context);
    ASSERT_FALSE(refusal) << seed << ": " << *refusal;
    change(system, p, invariant, context);
  }

  // Without a clause nothing is shown; with one the other way round only what is true of all states that are reached.
  void change(const TransitionSystem& system, const Property& p, const Invariant& invariant, Context& context) {
    for (std::size_t c = 0; c < invariant.clauses.size(); ++c) {
      Invariant without = invariant, flipped = invariant;
      without.clauses.erase(without.clauses.begin() + static_cast<std::ptrdiff_t>(c));
      EXPECT_TRUE(check::refuses(system, p, p.formula, without, context)) << invariant.clauses[c].text;
      for (Invariant::Literal& literal : flipped.clauses[c].literals) literal.value = !literal.value;
      const bool is_refused = check::refuses(system, p, p.formula, flipped, context).has_value();
      EXPECT_TRUE(is_refused || holds_in_all(system, flipped.clauses[c], context)) << invariant.clauses[c].text;
      ++changed;
      refused += is_refused;
    }
  }

  static bool holds_in_all(const TransitionSystem& system, const Invariant::Clause& clause, Context& context) {
    std::string reason;
    const auto graph = explore(*make_stepper(system), context, 100'000, reason);
    return std::all_of(graph->states.begin(), graph->states.end(), [&](const State& state) {
      return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Invariant::Literal& literal) {
        std::size_t column = 0;
        for (std::size_t v = 0; v < literal.variable; ++v) column += system.variables[v].kind != VariableKind::Input;
        const Integer code = encode::code_of(system.variables[literal.variable].variable.type(), state[column]);
        return bit_test(code, static_cast<unsigned>(literal.bit)) == literal.value;
      });
    });
  }
};

TEST_F(OnRandomSystems, AgreesAndIsConfirmed) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) ask(seed);
  EXPECT_GT(proved, 100u);
  EXPECT_GT(violated, 100u);
  EXPECT_GT(changed, 20u);
  EXPECT_GT(refused, 20u);
}

// What one property took frames to prove is there for the next one, which needs no more than a look.
// What is said of latches that are always equal is true of every state there is; and where two are, it is found.
TEST_F(OnRandomSystems, TwinsAreTrueOfAllStates) {
  std::size_t cubes = 0;
  for (std::uint64_t seed = 0; seed < rounds(300); ++seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = false, .inputs = true});
    Context context;
    encode::BitSystem bits(made.system());
    bits.settle_fits(context);
    Circuit circuit(bits, made.boolean(2, false, false), context);
    const Places places(circuit);
    Invariant twins;
    for (const Cube& cube : find_twins(circuit, 4'000, context).cubes)
      twins.clauses.push_back({places.clause(cube), ""});
    for (const Invariant::Clause& clause : twins.clauses)
      ASSERT_TRUE(holds_in_all(made.system(), clause, context)) << seed;
    cubes += twins.clauses.size();
    Property always;  // together they hold at the start and are kept by every step
    always.formula = pool.boolean(true);
    const auto refusal = check::refuses(made.system(), always, always.formula, twins, context);
    ASSERT_FALSE(refusal) << seed << ": " << *refusal;
  }
  EXPECT_GT(cubes, 50u);
}

TEST(Ic3, FindsLatchesThatAreOne) {
  Asked asked(
      "MODULE main IVAR i : boolean; VAR a : boolean; b : boolean; c : boolean; d : boolean; e : boolean; ASSIGN "
      "init(a) := FALSE;"
      "init(b) := FALSE; init(c) := TRUE; init(d) := TRUE; init(e) := FALSE; next(a) := a xor i; next(b) := !c xor i;"
      "next(c) := !(b xor i); next(d) := d | a; next(e) := i; INVARSPEC a = b & c != a & d & (e | !e)");
  encode::BitSystem bits(asked.program->system);
  Circuit circuit(bits, asked.program->properties[0].formula, asked.context);
  std::vector<std::string> told;
  for (const Cube& cube : find_twins(circuit, 4'000, asked.context).cubes)
    told.push_back(to_string(asked.pool, clause_of(circuit, cube)));
  EXPECT_EQ(told.size(), 5u) << fmt::format("{}", fmt::join(told, "; "));  // two for b, two for c, one for d
}

TEST(Ic3, AProofServesTheNextProperty) {
  Asked asked(
      "MODULE main VAR a : 0..9; b : 0..9; i : boolean; ASSIGN init(a) := 0; init(b) := 0; next(a) := i & a < 9 ? a + "
      "1 "
      ": a; next(b) := case i & a < 9 : b; b < a : b + 1; TRUE : b; esac; INVARSPEC b <= a; INVARSPEC !(a = 2 & b = "
      "5)");
  Keep keep;
  const auto questions = [&](std::size_t property, Keep* kept) {
    Context context;
    const Query query{&asked.program->system, &asked.program->properties[property], {}, {}, kept};
    const Verdict verdict = ic3_engine().start(query, context)->next();
    const auto& clauses = std::get<Invariant>(std::get<Holds>(verdict).evidence);
    const Property& p = asked.program->properties[property];
    EXPECT_FALSE(check::refuses(asked.program->system, p, p.formula, clauses, context));
    return context.statistics().at("ic3.questions");
  };
  const auto alone = questions(1, nullptr);
  questions(0, &keep);
  EXPECT_LT(questions(1, &keep), alone);
}

TEST(Ic3, RefusesInvariantsThatAreNone) {
  Asked asked("MODULE main VAR x : word[8]; ASSIGN init(x) := 0ud8_0; next(x) := x + 0ud8_4; INVARSPEC x != 0ud8_7");
  ASSERT_TRUE(asked.invariant());
  EXPECT_EQ(*asked.refused(Invariant{}), "a step breaks a clause");
  Invariant at_start = *asked.invariant();
  at_start.clauses.push_back({{{0, 5, true}}, ""});
  EXPECT_EQ(*asked.refused(at_start), "a clause fails at the start");
  Invariant foreign = *asked.invariant();
  foreign.clauses.push_back({{{7, 0, true}}, ""});
  EXPECT_EQ(*asked.refused(foreign), "the clauses speak of bits that the model does not have");
}

// What a clause says in words is what it says in bits, for every value of every kind of type.
TEST(Ic3, WordsSayWhatBitsSay) {
  Asked asked(
      "MODULE main VAR b : boolean; w : unsigned word[4]; s : signed word[4]; r : 3..12; e : {p, q, t, u, v};"
      "k : {1, 2, 4, 9}; n : -5..5; ASSIGN next(b) := b; next(w) := w; next(s) := s; next(r) := r; next(e) := e;"
      "next(k) := k; next(n) := n; INVARSPEC b | !b | w = w | s = s | r = r | e = e | k = k | n = n");
  const TransitionSystem& system = asked.program->system;
  encode::BitSystem bits(system);
  const Expr invariant = asked.program->properties[0].formula;
  Circuit circuit(bits, invariant, asked.context);
  for (std::size_t v = 0; v < system.variables.size(); ++v) {
    const Expr variable = system.variables[v].variable;
    const std::size_t width = encode::code_width(variable.type());
    std::vector<std::size_t> latches;
    for (std::size_t l = 0; l < circuit.latches().size(); ++l)
      if (circuit.latches()[l].variable == v) latches.push_back(l);
    ASSERT_EQ(latches.size(), width);
    // Each bit is TRUE, FALSE or left out.
    std::size_t patterns = 1;
    for (std::size_t i = 0; i < width; ++i) patterns *= 3;
    for (std::size_t pattern = 1; pattern < patterns; ++pattern) {
      std::vector<Bit> chosen;
      for (std::size_t i = 0, rest = pattern; i < width; ++i, rest /= 3)
        if (rest % 3 != 0) chosen.push_back(bit_of(latches[i], rest % 3 == 1));
      const Cube cube(chosen);
      const Expr clause = clause_of(circuit, cube);
      const CompiledExpr compiled(asked.pool, clause, [](Expr) { return 0u; });
      for (Integer index = 0; index < *variable.type().size(); ++index) {
        const Value value = variable.type().value(index);
        const Integer code = encode::code_of(variable.type(), value);
        bool inside = true;
        for (Bit bit : cube.bits())
          inside =
              inside && bit_test(code, static_cast<unsigned>(circuit.latches()[latch_of(bit)].bit)) == value_of(bit);
        const Value said = compiled.run(std::span(&value, 1));
        ASSERT_EQ(said.as_boolean(), !inside) << to_string(asked.pool, clause) << " of " << value.to_string();
      }
    }
  }
}

}  // namespace
}  // namespace whynot::engine::ic3
