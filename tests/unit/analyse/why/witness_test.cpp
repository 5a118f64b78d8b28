// Witnesses against their definition, by brute force: the formula under every reassignment of every cell that is left
// out.
#include "analyse/why/witness.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace whynot::analyse::why {
namespace {

// A few booleans, a random trace of them, and a random formula.
class Sample {
 public:
  explicit Sample(std::uint64_t seed) : random_(seed) {
    system.pool = &pool;
    const std::size_t variables = 1 + random_.below(3);
    for (std::size_t i = 0; i < variables; ++i)
      system.variables.push_back(
          {pool.variable(std::string(1, static_cast<char>('a' + i)), pool.boolean_type()), VariableKind::State, {}});
    trace.signature = std::make_shared<Signature>(signature_of(system));
    const std::size_t steps = 1 + random_.below(4);
    for (std::size_t i = 0; i < steps; ++i) {
      trace.steps.emplace_back();
      for (std::size_t v = 0; v < variables; ++v)
        trace.steps.back().state.push_back(Value::boolean(random_.chance(50)));
    }
    if (random_.chance(70)) trace.loop = random_.below(steps);
    formula = ltl(3);
  }

  ExprPool pool;
  TransitionSystem system;
  Trace trace;
  Expr formula;

 private:
  Expr ltl(int depth) {
    if (depth == 0 || random_.chance(10)) {
      if (random_.chance(5)) return pool.boolean(random_.chance(50));
      const Expr v = system.variables[random_.below(system.variables.size())].variable;
      return random_.chance(50) ? v : pool.not_(v);
    }
    const Op unary[] = {Op::X, Op::F, Op::G, Op::Y, Op::Z, Op::O, Op::H}, binary[] = {Op::U, Op::V, Op::S, Op::T};
    const Op logical[] = {Op::And, Op::Or, Op::Implies, Op::Iff, Op::Xor};
    switch (random_.below(6)) {
      case 0: return pool.not_(ltl(depth - 1));
      case 1:
      case 2: return pool.make(logical[random_.below(5)], pool.boolean_type(), {ltl(depth - 1), ltl(depth - 1)});
      case 3: return pool.temporal(binary[random_.below(4)], {ltl(depth - 1), ltl(depth - 1)}, bounds(true));
      default: {
        const Op op = unary[random_.below(7)];
        return pool.temporal(op, {ltl(depth - 1)}, bounds(!is_shift(op)));
      }
    }
  }
  TimeBounds bounds(bool allowed) {
    if (!allowed || !random_.chance(15)) return {};
    const std::uint64_t lo = random_.below(3);
    return {lo, random_.chance(70) ? lo + random_.below(3) : no_bound};
  }

  Random random_;
};

// Whether the formula is false however the cells outside of the set are changed: the definition.
bool is_witness_by_force(const TraceTruth& truth, const Reading& reading, const std::vector<Cell>& kept) {
  std::vector<AtomAt> free;
  for (std::size_t atom = 0; atom < reading.atoms().size(); ++atom)
    for (std::size_t step = 0; step < reading.steps(); ++step)
      if (std::find(kept.begin(), kept.end(), Cell{step, atom}) == kept.end())
        free.push_back({reading.atoms()[atom], step});
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << free.size()); ++set) {
    std::vector<AtomAt> flipped;
    for (std::size_t i = 0; i < free.size(); ++i)
      if (set >> i & 1) flipped.push_back(free[i]);
    if (truth.with_flipped(flipped).at(reading.formula(), 0) != Truth::False) return false;
  }
  return true;
}

std::string trace_text(const Sample& s) {
  std::string out = " on";
  for (const Step& step : s.trace.steps) {
    out += " ";
    for (const Value& v : step.state) out += v.is_true() ? '1' : '0';
  }
  return out + (s.trace.loop ? " loop " + std::to_string(*s.trace.loop) : "");
}

TEST(Witness, SufficesAndIsMinimalOnRandomFormulas) {
  constexpr std::size_t wanted = 5'000;
  std::size_t tried = 0, further = 0;
  for (std::uint64_t seed = 0; tried < wanted; ++seed) {
    const Sample sample(seed);
    const ExprNames nothing;
    const Reading reading(sample.system, sample.trace, sample.formula, nothing);
    const TraceTruth truth(sample.system, sample.trace, sample.formula);
    if (truth.at(sample.formula, 0) != Truth::False) continue;
    ++tried;
    const std::vector<Witness> found = witnesses(reading);
    further += found.size() - 1;
    for (const Witness& witness : found) {
      const std::string about = to_string(sample.pool, sample.formula) + ", seed " + std::to_string(seed);
      ASSERT_TRUE(is_witness_by_force(truth, reading, witness.cells)) << about;
      ASSERT_TRUE(witness.minimal) << about << (is_witness(reading, witness.cells) ? "" : ", denied")
                                   << (trace_text(sample));
      for (const Cell& cell : witness.cells) {  // monotone: leaving out one is enough to look at
        std::vector<Cell> rest = witness.cells;
        std::erase(rest, cell);
        ASSERT_FALSE(is_witness_by_force(truth, reading, rest)) << about;
        ASSERT_FALSE(is_witness(reading, rest)) << about;
        ASSERT_FALSE(reading.is_false_by(rest)) << about;
      }
    }
  }
  EXPECT_GT(further, wanted / 20);
}

// Each cell of a witness that leaves out one of the first's is a cause of its own; no two are the same.
TEST(Witness, OthersDoWithoutSomeCellOfTheFirst) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Sample sample(seed);
    const ExprNames nothing;
    const Reading reading(sample.system, sample.trace, sample.formula, nothing);
    if (TraceTruth(sample.system, sample.trace, sample.formula).at(sample.formula, 0) != Truth::False) continue;
    const std::vector<Witness> found = witnesses(reading);
    for (std::size_t i = 1; i < found.size(); ++i)
      EXPECT_FALSE(
          std::includes(found[i].cells.begin(), found[i].cells.end(), found[0].cells.begin(), found[0].cells.end()))
          << seed;
  }
}

}  // namespace
}  // namespace whynot::analyse::why
