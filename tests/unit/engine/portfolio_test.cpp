// Who gets which turns, with engines that only write down what they are asked.
#include "engine/turns/portfolio.h"

#include <gtest/gtest.h>

namespace whynot::engine {
namespace {

struct Turn {
  std::string engine;
  std::uint64_t effort;
  bool operator==(const Turn&) const = default;
};

void PrintTo(const Turn& turn, std::ostream* out) { *out << turn.engine << " " << turn.effort; }

struct Manner {
  std::string name;
  bool finds_shortest = false, goes_well = false, has_clauses = false;
};

// Never comes to an answer.
class Scribe final : public Engine {
 public:
  explicit Scribe(Manner manner) : manner_(std::move(manner)) {}

  std::string_view name() const override { return manner_.name; }
  Powers powers() const override {
    return {.shortest = manner_.finds_shortest, .glances = true, .clauses = manner_.has_clauses};
  }
  std::optional<std::string> refuses(const Query&) const override { return std::nullopt; }
  std::unique_ptr<Search> start(Query, Context&) const override { return std::make_unique<Work>(*this); }

  static inline std::vector<Turn> turns;
  mutable bool leaves_runs = false;

 private:
  class Work final : public Search {
   public:
    explicit Work(const Scribe& scribe) : scribe_(scribe) {}
    Verdict next() override { return Unknown{"never"}; }
    std::optional<Verdict> advance(std::uint64_t effort) override {
      turns.push_back({scribe_.manner_.name, effort});
      return std::nullopt;
    }
    bool goes_well() const override { return scribe_.manner_.goes_well; }
    void leave_runs() override { scribe_.leaves_runs = true; }

   private:
    const Scribe& scribe_;
  };

  Manner manner_;
};

// A token goes round; diagrams find its places one after the other.
struct Ring {
  explicit Ring(std::size_t size) {
    system.pool = &pool;
    for (std::size_t i = 0; i < size; ++i) {
      const Expr v = pool.variable("v" + std::to_string(i), pool.boolean_type());
      system.variables.push_back({v, VariableKind::State, {}});
      system.init_assignments.push_back({v, pool.boolean(i == 0), {}});
    }
    for (std::size_t i = 0; i < size; ++i) system.next_assignments.push_back({at(i), at((i + size - 1) % size), {}});
    property.formula = pool.not_(pool.and_(at(0), at(size / 2)));
  }
  Expr at(std::size_t i) const { return system.variables[i].variable; }
  Query query() const { return {&system, &property, {}, {}, nullptr}; }

  ExprPool pool;
  TransitionSystem system;
  Property property;
};

// The turns of one more round.
std::vector<Turn> turns_of(Portfolio& portfolio) {
  Scribe::turns.clear();
  EXPECT_FALSE(portfolio.round());
  return Scribe::turns;
}

TEST(Portfolio, WhoGoesWellGetsTheLongTurns) {
  Ring ring(4);
  Context context;
  const Scribe first({"first"}), well({"well", false, true});
  const std::vector<const Engine*> engines{&first, &well};
  Portfolio portfolio(ring.query(), engines, context);
  for (int round = 0; round < 3; ++round) turns_of(portfolio);
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"well", 2000}, {"first", 500}}));
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"well", 8000}, {"first", 2000}}));
}

TEST(Portfolio, OrderStaysWhereNobodyGoesWell) {
  Ring ring(4);
  Context context;
  const Scribe first({"first"}), second({"second"});
  const std::vector<const Engine*> engines{&first, &second};
  Portfolio portfolio(ring.query(), engines, context);
  for (int round = 0; round < 3; ++round) turns_of(portfolio);
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"first", 2000}, {"second", 500}}));
}

TEST(Portfolio, WhoGoesWellNeedNotWaitForTheOthers) {
  Ring ring(4);
  Context context;
  const Scribe first({"first"}), well({"well", false, true}), clauses({"clauses", false, false, true});
  const std::vector<const Engine*> engines{&first, &well, &clauses};
  Portfolio portfolio(ring.query(), engines, context);
  for (int round = 0; round < 2; ++round) turns_of(portfolio);
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"first", 250}, {"well", 250}, {"well", 2000}, {"clauses", 250}}));
}

TEST(Portfolio, NorTheFirstWhereNobodyProvesByClauses) {
  Ring ring(4);
  Context context;
  const Scribe first({"first"}), second({"second"});
  const std::vector<const Engine*> engines{&first, &second};
  Portfolio portfolio(ring.query(), engines, context);
  for (int round = 0; round < 2; ++round) turns_of(portfolio);
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"first", 250}, {"first", 2000}, {"second", 250}}));
}

TEST(Portfolio, RunsAndClausesLeadInWideDesigns) {
  Ring ring(200);
  Context context;
  const Scribe other({"other"}), runs({"runs", true}), clauses({"clauses", false, false, true});
  const std::vector<const Engine*> engines{&other, &runs, &clauses};
  Portfolio portfolio(ring.query(), engines, context);
  for (int round = 0; round < 3; ++round) turns_of(portfolio);
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"runs", 2000}, {"clauses", 2000}, {"other", 500}}));
  EXPECT_EQ(turns_of(portfolio), (std::vector<Turn>{{"runs", 8000}, {"clauses", 8000}, {"other", 2000}}));
}

TEST(Portfolio, RunsAreLeftToWhoFindsShortestOnes) {
  Ring ring(4);
  Context context;
  const Scribe runs({"runs", true}), prover({"prover"}), lonely({"lonely"});
  const std::vector<const Engine*> both{&runs, &prover}, one{&lonely};
  Portfolio together(ring.query(), both, context), alone(ring.query(), one, context);
  turns_of(together);
  turns_of(alone);
  EXPECT_TRUE(prover.leaves_runs);
  EXPECT_FALSE(runs.leaves_runs);
  EXPECT_FALSE(lonely.leaves_runs);
}

}  // namespace
}  // namespace whynot::engine
