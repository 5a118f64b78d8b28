// k-liveness against the explicit engine on tiny systems with fairness, and on models whose answers are known; every
// proof is confirmed from its certificate, and none of a property that fails.
#include "engine/live/live.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "check/certificate_check.h"
#include "check/core_ctl.h"
#include "encode/obligations.h"
#include "front/smv/smv.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"
#include "unit/engine/random_system.h"

namespace whynot::engine::live {
namespace {

using check::Certificate;
using whynot::testing::RandomSystem;

struct Asked {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  Context context;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Search> search;
  Verdict verdict = Unknown{};

  explicit Asked(const std::string& text) {
    program = front::smv::load(sources.add("live.smv", text), sources, pool, diagnostics);
    if (program) encode::discharge(program->system, context, diagnostics);
    if (!program || !diagnostics.ok()) throw std::runtime_error("the model should load");
    search = live_engine().start(query(), context);
    verdict = search->next();
  }

  Query query() const { return {&program->system, &program->properties[0], {}, {}, nullptr}; }
  const Invariant* always() const {
    const auto* holds = std::get_if<Holds>(&verdict);
    return holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
  }
  std::optional<std::string> refused() {
    return check::refuses(program->system, program->properties[0], true, *search->certificate(), context);
  }
};

// A transfer of wide data that decision diagrams cannot hold: the control has few states.
const std::string transfer =
    "MODULE main IVAR data : word[32]; ready : boolean; VAR c : {idle, send, wait, done}; a : word[32]; b : word[32];"
    "ASSIGN init(c) := idle; next(c) := case c = idle : send; c = send : wait; c = wait & ready : done; c = done : "
    "idle;"
    "TRUE : c; esac; next(a) := case c = idle : data; TRUE : a * b; esac; next(b) := a + b * data; ";

TEST(Live, ProvesWhatComesInAFewSteps) {
  Asked asked(transfer + "LTLSPEC F c = wait");
  ASSERT_TRUE(asked.always());
  EXPECT_EQ(asked.always()->clauses[0].text, "kept < 2");
  EXPECT_FALSE(asked.refused());
}

TEST(Live, ProvesWhatFairnessPromises) {
  for (const char* spec : {"LTLSPEC G F c = done", "LTLSPEC G (c = send -> F c = idle)", "CTLSPEC AG AF c = done",
                           "CTLSPEC AG (c = send -> AF c = idle)", "LTLSPEC G (c = done -> O c = send)"}) {
    Asked asked(transfer + "JUSTICE ready; " + spec);
    ASSERT_TRUE(asked.always()) << spec;
    const auto refusal = asked.refused();
    EXPECT_FALSE(refusal) << spec << ": " << *refusal;
  }
}

TEST(Live, FindsWhatFailsWithoutIt) {
  Asked asked(transfer + "LTLSPEC G F c = done");
  const Trace* trace = trace_of(asked.verdict);
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->loop);
  EXPECT_FALSE(
      replay_system(asked.program->system, *make_stepper(asked.program->system), *trace, asked.program->properties[0]));
}

TEST(Live, KnowsCompassion) {
  const std::string model =
      "MODULE main IVAR go : boolean; VAR x : 0..3; w : word[48]; r : boolean; ASSIGN init(x) := 0;"
      "next(x) := case r & go & x < 3 : x + 1; TRUE : x; esac; next(w) := w * w; JUSTICE r; ";
  Asked asked(model + "COMPASSION (r, r & go); LTLSPEC F x = 3");
  ASSERT_TRUE(asked.always());
  EXPECT_FALSE(asked.refused());
  EXPECT_TRUE(trace_of(Asked(model + "LTLSPEC F x = 3").verdict));
}

TEST(Live, TellsWhatItRestsOn) {
  Asked asked(
      "MODULE main VAR x : 0..3; y : 0..3; ASSIGN init(x) := 0; init(y) := 0; next(x) := {x, y}; next(y) := 3;"
      "JUSTICE x = y; LTLSPEC F G x = 3");
  ASSERT_TRUE(asked.always());
  EXPECT_FALSE(asked.always()->clauses.empty());
  for (const Invariant::Clause& clause : asked.always()->clauses)
    EXPECT_EQ(clause.text.find('?'), std::string::npos) << clause.text;
}

TEST(Live, RefusesWhatIsNotAboutRuns) {
  for (const char* spec : {"INVARSPEC x", "CTLSPEC EF x", "CTLSPEC AF AG x", "CTLSPEC AG EF x"}) {
    Sources sources;
    ExprPool pool;
    Diagnostics diagnostics;
    const auto program = front::smv::load(sources.add("x.smv", std::string("MODULE main VAR x : boolean; ") + spec),
                                          sources, pool, diagnostics);
    ASSERT_TRUE(program);
    EXPECT_TRUE(live_engine().refuses({&program->system, &program->properties[0], {}, {}, nullptr})) << spec;
  }
}

// The same answer, however small the turns.
TEST(Live, TurnsDoNotMatter) {
  Asked asked(transfer + "JUSTICE ready; LTLSPEC G F c = done");
  const auto again = live_engine().start(asked.query(), asked.context);
  std::optional<Verdict> verdict;
  while (!verdict) verdict = again->advance(7);
  EXPECT_TRUE(std::holds_alternative<Holds>(*verdict));
}

// Of a random system: verdict, run and certificate are right, and nobody is made to believe what is false.
class LiveOnRandomSystems : public ::testing::Test {
 protected:
  std::size_t proved = 0, violated = 0;

  void ask(std::uint64_t seed) {
    ExprPool pool;
    RandomSystem made(pool, seed, {.may_stop = seed % 2 == 0, .fairness = seed % 4 != 3, .inputs = true});
    Property p;
    p.kind = seed % 5 == 0 ? PropertyKind::Ctl : PropertyKind::Ltl;
    p.formula = p.kind == PropertyKind::Ctl ? universal(pool, made) : made.ltl(3, seed % 3 == 0);
    Context context;
    Keep keep;
    prove_something(made, &keep);
    const Query query{&made.system(), &p, {}, {}, &keep};
    if (live_engine().refuses(query)) return;
    const Verdict judge = engine_named("explicit")->start(query, context)->next();
    if (std::holds_alternative<Unknown>(judge)) return;
    const auto search = live_engine().start(query, context);
    const Verdict verdict = search->next();
    ASSERT_EQ(judge.index(), verdict.index()) << seed;
    if (const Trace* trace = trace_of(verdict)) {
      ++violated;
      ASSERT_FALSE(replay_system(made.system(), *make_stepper(made.system()), *trace, p)) << seed;
      if (last_) refuse(made.system(), p, *last_, seed);
      refuse(made.system(), p, all_states(made.system(), pool), seed);
      return;
    }
    ++proved;
    last_ = *search->certificate();
    const auto refusal = check::refuses(made.system(), p, true, *last_, context);
    ASSERT_FALSE(refusal) << seed << ": " << *refusal;
  }

 private:
  // IC3 leaves what it finds out to others.
  static void prove_something(RandomSystem& made, Keep* keep) {
    Property p;
    p.formula = made.boolean(2, false, false);
    Context context;
    engine_named("ic3")->start({&made.system(), &p, {}, {}, keep}, context)->next();
  }

  static Expr universal(ExprPool& pool, RandomSystem& made) {
    const Expr a = made.boolean(2, false, false), b = made.boolean(1, false, false);
    const Expr later = pool.temporal(made.random().chance(50) ? Op::AF : Op::AX, {a});
    return pool.temporal(Op::AG, {pool.or_(b, later)});
  }

  // As if runs broke the first promise everywhere.
  static Certificate all_states(const TransitionSystem& system, ExprPool& pool) {
    Certificate forged;
    forged.reached = 1;
    forged.counts_promises = true;
    Certificate::Label label;
    label.formula = check::fair_states(pool);
    const auto why = system.justice.empty() ? Certificate::Stage::Why::NoWayOn : Certificate::Stage::Why::Justice;
    label.stages.push_back({why, 0, 1, 0});
    forged.labels.push_back(label);
    return forged;
  }

  // The formulas of another pool mean nothing here; the sets do.
  static void refuse(const TransitionSystem& system, const Property& p, Certificate forged, std::uint64_t seed) {
    Context context;
    forged.remembered.clear();
    for (Certificate::Label& label : forged.labels) label.formula = check::fair_states(*system.pool);
    EXPECT_TRUE(check::refuses(system, p, true, forged, context)) << seed;
  }

  std::optional<Certificate> last_;
};

TEST_F(LiveOnRandomSystems, AgreesAndIsConfirmed) {
  for (std::uint64_t seed = 0; seed < rounds(2400); ++seed) ask(seed);
  EXPECT_GT(proved, rounds(400));
  EXPECT_GT(violated, rounds(400));
}

}  // namespace
}  // namespace whynot::engine::live
