// Orders of the bits change how long an answer takes, never the answer: under each order that is tried, a system has
// the states that listing them finds.  And one that takes long under the first order is answered under another.
#include <gtest/gtest.h>

#include <set>

#include "agree/random_model.h"
#include "encode/bdd_order.h"
#include "encode/obligations.h"
#include "engine/explicit/graph.h"
#include "engine/symbolic/drawing.h"
#include "engine/symbolic_engine.h"
#include "front/smv/smv.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"

namespace whynot::engine {
namespace {

struct Loaded {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;

  explicit Loaded(const std::string& text) {
    program = front::smv::load(sources.add("orders.smv", text), sources, pool, diagnostics);
    Context context;
    if (program) encode::discharge(program->system, context, diagnostics);
    if (!diagnostics.ok()) program.reset();
  }
};

// Nothing if there are too many.
std::optional<Integer> listed_states(const TransitionSystem& system) {
  Context context;
  std::string reason;
  const auto graph = explore(*make_stepper(system), context, 5000, reason);
  if (!graph) return std::nullopt;
  return Integer(graph->size());
}

TEST(SymbolicOrders, EachFindsTheStatesThatThereAre) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= rounds(200); ++seed) {
    SCOPED_TRACE(seed);
    const Loaded loaded(agree::random_model(seed));
    if (!loaded.program) continue;
    const auto listed = listed_states(loaded.program->system);
    if (!listed) continue;
    encode::BitSystem bits(loaded.program->system);
    Context context;
    bits.settle_fits(context);
    const std::vector<bool> cone = bits.everything();
    for (const auto& order : encode::bdd_orders(bits, cone, encode::bdd_parts(bits, cone))) {
      const auto drawn = symbolic::draw({bits, cone}, order, 0, &context);
      ASSERT_TRUE(drawn.drawing);
      drawn.drawing->space->explore();
      EXPECT_EQ(drawn.drawing->bits->count_states(drawn.drawing->space->reached()), *listed);
      ++compared;
    }
  }
  EXPECT_GT(compared, rounds(200));
}

// Words that are all read for each of them, so that conditions are too large to be all looked at: the orders have every
// bit once all the same.
TEST(SymbolicOrders, LargeMemoriesAreNotReadWhole) {
  std::string text = "MODULE main\nIVAR at : 0..63; d : word[8];\nDEFINE read := case\n";
  for (int i = 0; i < 64; ++i) text += "at = " + std::to_string(i) + " : m" + std::to_string(i) + ";\n";
  text += "TRUE : 0ud8_0; esac;\n";
  for (int i = 0; i < 64; ++i) {
    const std::string n = std::to_string(i);
    text += "VAR m" + n + " : word[8]; ASSIGN next(m" + n + ") := at = " + n + " ? d xor read : m" + n + ";\n";
  }
  const Loaded loaded(text + "INVARSPEC m0 = 0ud8_0;\n");
  ASSERT_TRUE(loaded.program);
  encode::BitSystem bits(loaded.program->system);
  const std::vector<bool> cone = bits.everything();
  const encode::BddParts parts = encode::bdd_parts(bits, cone);
  using Places = std::vector<std::pair<std::size_t, std::size_t>>;
  std::vector<Places> found;
  for (const std::size_t most : {encode::most_looked_at, std::size_t{2000}}) {
    for (const auto& order : encode::bdd_orders(bits, cone, parts, most)) {
      Places& places = found.emplace_back();
      for (const encode::BitPlace& place : order) places.emplace_back(place.variable, place.bit);
      EXPECT_EQ(std::set(places.begin(), places.end()).size(), 65u * 8 + 6);
      EXPECT_EQ(places.size(), 65u * 8 + 6);
    }
  }
  EXPECT_GT(std::set(found.begin(), found.end()).size(), found.size() / 2);  // they differ
}

// A queue of two words against a ring buffer of two: under orders that keep words whole, the diagrams of the states
// are as large as there are words.
std::string two_queues(const std::string& wrong) {
  return R"(MODULE main
IVAR push : boolean; pop : boolean; d : word[12];
VAR s0 : word[12]; s1 : word[12]; r0 : word[12]; r1 : word[12]; n : 0..2; head : boolean; tail : boolean;
DEFINE take := push & n < 2; give := pop & n > 0; front := head ? r1 : r0;
ASSIGN
 init(s0) := 0ud12_0; init(s1) := 0ud12_0; init(r0) := 0ud12_0; init(r1) := 0ud12_0;
 init(n) := 0; init(head) := FALSE; init(tail) := FALSE;
 next(n) := case take & !give : n + 1; give & !take : n - 1; TRUE : n; esac;
 next(s0) := case give : (take & n = 1 ? d : s1); take & n = 0 : d; TRUE : s0; esac;
 next(s1) := take & n = 1 & !give ? d : )" +
         wrong + R"(;
 next(r0) := take & !tail ? d : r0; next(r1) := take & tail ? d : r1;
 next(head) := head xor give; next(tail) := tail xor take;
INVARSPEC n > 0 -> s0 = front
)";
}

// Some 30 million steps of the kernel; the first order takes a hundred times as many.
constexpr std::uint64_t some_effort = 8000;

Verdict decide_with_effort(const Loaded& loaded) {
  Context all, context(all, some_effort);
  const Query query{&loaded.program->system, &loaded.program->properties[0], {}, {}, nullptr};
  return symbolic_engine().start(query, context)->next();
}

TEST(SymbolicOrders, CopiedWordsAreLaidBitByBit) {
  const Loaded loaded(two_queues("s1"));
  ASSERT_TRUE(loaded.program);
  const Verdict verdict = decide_with_effort(loaded);
  EXPECT_TRUE(std::holds_alternative<Holds>(verdict));
}

TEST(SymbolicOrders, ATraceFoundUnderAnotherOrderReplays) {
  const Loaded loaded(two_queues("(s1 = 0ud12_2748 ? 0ud12_0 : s1)"));
  ASSERT_TRUE(loaded.program);
  const Verdict verdict = decide_with_effort(loaded);
  const Trace* trace = trace_of(verdict);
  ASSERT_TRUE(trace);
  const TransitionSystem& system = loaded.program->system;
  const auto refusal = replay_system(system, *make_stepper(system), *trace, loaded.program->properties[0]);
  EXPECT_FALSE(refusal) << refusal->reason;
  EXPECT_EQ(trace->depth(), 4u);  // in, in, wait, out
}

}  // namespace
}  // namespace whynot::engine
