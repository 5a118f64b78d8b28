// Asynchronous systems, whose states are found by moves of single variables: as many as listing them finds, and runs to
// failure as short as a search by depth gives.
#include <gtest/gtest.h>

#include "base/random.h"
#include "encode/bdd_order.h"
#include "encode/obligations.h"
#include "engine/engine.h"
#include "engine/explicit/graph.h"
#include "engine/symbolic/drawing.h"
#include "front/smv/smv.h"
#include "model/stepper.h"
#include "model/system/replay_system.h"
#include "support/rounds.h"

namespace whynot::engine {
namespace {

// Gates that may wait, some of them two by two not both true; a few are numbers, and some read what nothing binds but,
// at times, how it begins or what is allowed.
std::string random_gates(std::uint64_t seed) {
  Random random(seed);
  constexpr std::size_t gates = 7;
  const auto gate = [&] { return (random.chance(40) ? "!g" : "g") + std::to_string(random.below(gates)); };
  std::string text = "MODULE main\nVAR oracle : boolean; level : 0..2;\n";
  for (std::size_t i = 0; i < gates; ++i) {
    const std::string name = "g" + std::to_string(i),
                      value = "(" + gate() + (random.chance(50) ? " & " : " | ") + gate() + ")";
    text +=
        "VAR " + name + " : boolean;\nASSIGN init(" + name + ") := " + (random.chance(30) ? "TRUE" : "FALSE") + ";\n";
    text += "next(" + name + ") := ";
    text += random.chance(5) ? "oracle ? " + value + " : " + name + ";\n" : value + " union " + name + ";\n";
  }
  text += "ASSIGN init(level) := 0; next(level) := " + gate() + " ? {level, (level + 1) mod 3} : level;\n";
  if (random.chance(60)) text += "TRANS !(next(g0) & next(g1))\n";
  if (random.chance(40)) text += "INIT !oracle\n";
  if (random.chance(30)) text += "INVAR oracle -> " + gate() + "\n";
  return text + "INVARSPEC !(" + gate() + " & " + gate() + " & " + gate() + " & level = 2)\n";
}

struct LoadedGates {
  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  Context context;
  std::optional<front::smv::Program> program;

  explicit LoadedGates(const std::string& text) {
    program = front::smv::load(sources.add("moves.smv", text), sources, pool, diagnostics);
    if (program) encode::discharge(program->system, context, diagnostics);
  }
  const TransitionSystem& system() const { return program->system; }
};

TEST(SymbolicMoves, LeadToAllStates) {
  std::size_t moved = 0;
  for (std::uint64_t seed = 1; seed <= rounds(40); ++seed) {
    SCOPED_TRACE(seed);
    LoadedGates loaded(random_gates(seed));
    ASSERT_TRUE(loaded.program);
    std::string reason;
    const auto graph = explore(*make_stepper(loaded.system()), loaded.context, 20'000, reason);
    ASSERT_TRUE(graph);
    encode::BitSystem bits(loaded.system());
    bits.settle_fits(loaded.context);
    const std::vector<bool> cone = bits.everything();
    const auto order = encode::bdd_orders(bits, cone, encode::bdd_parts(bits, cone)).front();
    const auto drawn = symbolic::draw({bits, cone}, order, 0, &loaded.context);
    ASSERT_TRUE(drawn.drawing);
    symbolic::Space& space = *drawn.drawing->space;
    moved += !space.explores_by_rings();
    space.explore();
    EXPECT_EQ(drawn.drawing->bits->count_states(space.reached()), Integer(graph->size()));
  }
  EXPECT_GT(moved, rounds(40) / 3);
}

TEST(SymbolicMoves, FailuresAreShownByShortestRuns) {
  std::size_t shown = 0;
  for (std::uint64_t seed = 1; seed <= rounds(40); ++seed) {
    SCOPED_TRACE(seed);
    LoadedGates loaded(random_gates(seed));
    ASSERT_TRUE(loaded.program);
    const Property& property = loaded.program->properties.front();
    const Query query{&loaded.system(), &property, {}, {}, nullptr};
    const Verdict listed = engine_named("explicit")->start(query, loaded.context)->next();
    const Verdict drawn = engine_named("bdd")->start(query, loaded.context)->next();
    ASSERT_EQ(listed.index(), drawn.index());
    const Trace *expected = trace_of(listed), *found = trace_of(drawn);
    ASSERT_EQ(expected == nullptr, found == nullptr);
    if (!found) continue;
    EXPECT_EQ(found->depth(), expected->depth());
    ++shown;
  }
  EXPECT_GT(shown, rounds(40) / 5);
}

}  // namespace
}  // namespace whynot::engine
