// The scout on random systems whose steps a hidden machine allows or not, against a search over whole configurations
// with that machine beside them; what is known of terms against all values.  Nothing of the engine is in the oracles.
#include "analyse/paths/scout.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "analyse/paths/follow/facts.h"
#include "support/pushdown_oracle.h"
#include "support/rounds.h"

namespace whynot {
namespace {

using namespace analyse::paths;
namespace push = engine::pushdown;

// A program of three values; a step leads from one to another, or cannot be taken.
struct Machine {
  static constexpr std::uint32_t values = 3, refused = ~0u;
  std::vector<std::array<std::uint32_t, values>> next;  // by rule

  Machine(const Pds& pds, Random& random) {
    for (std::size_t i = 0; i < pds.rules.size(); ++i) {
      auto& row = next.emplace_back();
      for (std::uint32_t& to : row) to = random.below(3) == 0 ? refused : static_cast<std::uint32_t>(random.below(3));
    }
  }
};

class MachineRun final : public PathsFollower {
 public:
  explicit MachineRun(const Machine& machine) : machine_(machine) {}
  std::unique_ptr<PathsFollower> copy() const override { return std::make_unique<MachineRun>(*this); }
  bool take(const JudgedStep& step) override {
    value_ = machine_.next[step.rule][value_];
    return value_ != Machine::refused;
  }

 private:
  const Machine& machine_;
  std::uint32_t value_ = 0;
};

// Whether a final state can be reached; nothing if there is too much to look at.
std::optional<bool> reaches(const Pds& pds, const Efsa& efsa, const Machine& machine) {
  constexpr std::size_t most_symbols = 7, most_seen = 30'000;
  using Node = std::tuple<oracle::Word, std::uint32_t, std::uint32_t>;  // top first; state; value
  std::set<Node> seen;
  std::vector<Node> open;
  const auto add = [&](Node node) {
    if (seen.insert(node).second) open.push_back(std::move(node));
  };
  for (const PdsConfiguration& initial : pds.initial)
    for (std::uint32_t q = 0; q < efsa.states.size(); ++q)
      if (efsa.states[q].initial) add({initial.stack, q, 0});
  bool cut = false;
  while (!open.empty()) {
    const auto [stack, q, value] = open.back();
    open.pop_back();
    if (efsa.states[q].final) return true;
    if (stack.empty()) continue;
    for (std::uint32_t r = 0; r < pds.rules.size(); ++r) {
      const PdsRule& rule = pds.rules[r];
      if (rule.symbol != stack[0] || machine.next[r][value] == Machine::refused) continue;
      oracle::Word after(rule.push.begin(), rule.push.begin() + rule.size);
      after.insert(after.end(), stack.begin() + 1, stack.end());
      cut = cut || after.size() > most_symbols;
      if (after.size() > most_symbols) continue;
      for (const EfsaTransition& t : efsa.transitions)
        if (t.from == q && (t.trigger == EfsaTransition::Trigger::Any || t.event == "at_" + pds.symbols[rule.symbol]))
          add({after, t.to, machine.next[r][value]});
    }
    if (seen.size() > most_seen) return std::nullopt;
  }
  return cut ? std::nullopt : std::optional(false);
}

TEST(Scout, FindsWhatAHiddenMachineAllows) {
  Random random(11);
  std::size_t reached = 0, found = 0, unreachable = 0;
  for (std::size_t i = 0; i < rounds(400); ++i) {
    const oracle::Problem problem = oracle::random_problem(random);
    const Machine machine(problem.pds, random);
    const auto expected = reaches(problem.pds, problem.efsa, machine);
    if (!expected) continue;
    Context context;
    push::Product product(problem.pds, problem.efsa);
    push::Tabulation tabulation(product, false);
    tabulation.add_starts();
    ASSERT_TRUE(tabulation.run(context));
    const push::Distances distances(product, tabulation, context);
    const PathsFollow follow = [&] { return std::make_unique<MachineRun>(machine); };
    Scout scout(product, tabulation, distances, follow, context);
    std::size_t effort = 20'000;
    const auto run = scout.run_to(
        tabulation.final_heads(), [](const push::Run&) { return std::nullopt; }, effort);
    (*expected ? reached : unreachable) += 1;
    found += run.has_value();
    ASSERT_TRUE(*expected || !run);
    if (!run) continue;
    MachineRun again(machine);
    for (const std::uint32_t rule : run->rules) ASSERT_TRUE(again.take({product.rule(rule).rule}));
    ASSERT_TRUE(product.is_final(product.rule(run->rules.back()).to));
  }
  EXPECT_GE(reached, rounds(30));
  EXPECT_GE(unreachable, rounds(30));
  EXPECT_GE(found * 10, reached * 9);
}

// What somebody doubts is not found again.
TEST(Scout, TurnsBackWhereSomebodyDoubts) {
  oracle::Problem problem;
  problem.init({"m"});
  for (const char* way : {"a", "b"}) {
    problem.rule("m", {way});
    problem.rule(way, {"e"});
  }
  problem.rule("e", {"e"});
  problem.state("start", true, false);
  problem.state("bad", false, true);
  problem.move("start", "start", "m");
  problem.move("start", "start", "a");
  problem.move("start", "start", "b");
  problem.move("start", "bad", "e");
  const Machine machine = [&] {
    Random random(1);
    Machine all(problem.pds, random);
    for (auto& row : all.next) row.fill(0);
    return all;
  }();
  Context context;
  push::Product product(problem.pds, problem.efsa);
  push::Tabulation tabulation(product, false);
  tabulation.add_starts();
  ASSERT_TRUE(tabulation.run(context));
  const push::Distances distances(product, tabulation, context);
  const PathsFollow follow = [&] { return std::make_unique<MachineRun>(machine); };
  Scout scout(product, tabulation, distances, follow, context);
  std::set<std::uint32_t> first_rules;
  const auto doubt = [&](const push::Run& run) {
    first_rules.insert(product.rule(run.rules[0]).rule);
    return std::optional<std::size_t>(0);
  };
  std::size_t effort = 100'000;
  EXPECT_FALSE(scout.run_to(tabulation.final_heads(), doubt, effort));
  EXPECT_EQ(first_rules, (std::set<std::uint32_t>{0, 2}));
}

// Random comparisons of three unknowns with numbers: what is called a contradiction has no values at all.
TEST(Facts, ContradictOnlyWhatNoValuesMeet) {
  Random random(5);
  std::size_t contradictions = 0, missed = 0;
  for (std::size_t round = 0; round < rounds(3000); ++round) {
    Terms terms;
    const std::array<TermId, 2> unknown{terms.unknown("x"), terms.unknown("y")};
    struct Compared {
      std::string predicate;
      std::size_t which;
      int number;
      bool turned, value;
    };
    std::vector<Compared> all;
    Facts facts;
    bool told = true;
    for (std::size_t i = 0; i < 5 && told; ++i) {
      static constexpr std::array words{"eq", "ne", "slt", "sle", "sgt", "sge"};
      const Compared c{words[random.below(6)], random.below(2), static_cast<int>(random.below(4)), random.below(2) == 0,
                       random.below(2) == 0};
      all.push_back(c);
      const TermId number = terms.number(std::to_string(c.number));
      const TermId truth = terms.computed("icmp " + c.predicate, c.turned ? std::vector{number, unknown[c.which]}
                                                                          : std::vector{unknown[c.which], number});
      told = facts.add(terms, c.value ? truth : terms.negated(truth));
    }
    const auto holds = [](const Compared& c, int x) {
      const int a = c.turned ? c.number : x, b = c.turned ? x : c.number;
      if (c.predicate == "eq") return a == b;
      if (c.predicate == "ne") return a != b;
      if (c.predicate == "slt") return a < b;
      if (c.predicate == "sle") return a <= b;
      return c.predicate == "sgt" ? a > b : a >= b;
    };
    bool possible = true;
    for (std::size_t which : {0, 1}) {
      bool some = false;
      for (int x = -2; x < 7; ++x)
        some = some || std::all_of(all.begin(), all.end(),
                                   [&](const Compared& c) { return c.which != which || holds(c, x) == c.value; });
      possible = possible && some;
    }
    ASSERT_TRUE(told || !possible);
    contradictions += !told;
    missed += told && !possible;
  }
  EXPECT_GE(contradictions, rounds(500));
  EXPECT_LE(missed * 5, contradictions);
}

}  // namespace
}  // namespace whynot
