// Strategies against brute force: the states of random graphs that evidence comes to against a strategy are as few as
// they can be.  The judge knows nothing of formulas or diagrams: it relaxes all edges again and again, and finds loops
// by shortest ways between all pairs.
#include <algorithm>
#include <cstdlib>

#include "base/random.h"
#include "unit/analyse/explain/steered.h"

namespace whynot::analyse::explain {
namespace {

constexpr int never = 1000000, again = 1000;  // what a loop comes to counts more than any way

struct Graph {
  std::size_t size = 0;
  std::vector<std::vector<std::size_t>> next;
  std::vector<std::vector<bool>> label;  // p, q, bad, worse

  Graph(Random& random, std::size_t most) : size(3 + random.below(most)) {
    next.resize(size);
    for (auto& out : next)
      for (std::size_t i = 0; i < 1 + random.below(3); ++i) out.push_back(random.below(size));
    for (const std::size_t share : {3, 2, 3, 3}) {
      auto& l = label.emplace_back();
      for (std::size_t i = 0; i < size; ++i) l.push_back(random.below(share) != 0);
    }
    label[0].flip();
    label[2].flip();
  }

  static std::string set(const std::vector<std::size_t>& members) {
    return fmt::format("{{{}}}", fmt::join(members, ", "));
  }
  std::string where(std::size_t l) const {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < size; ++i)
      if (label[l][i]) members.push_back(i);
    return members.empty() ? "FALSE" : "x in " + set(members);
  }
  std::string text() const {
    std::string out =
        fmt::format("MODULE main\nVAR x : 0..{}; y : boolean;\nASSIGN init(x) := 0;\n  next(x) := case\n", size - 1);
    for (std::size_t i = 0; i < size; ++i) out += fmt::format("    x = {} : {};\n", i, set(next[i]));
    out += "  esac;\n  init(y) := FALSE; next(y) := FALSE;\nDEFINE\n";
    const char* names[] = {"p", "q", "bad", "worse"};
    for (std::size_t l = 0; l < 4; ++l) out += fmt::format("  {} := {};\n", names[l], where(l));
    return out;
  }

  // The least price of a way to a state where `p` is true, by steps between states where `bad` changes.
  int steps_that_change() const {
    std::vector<int> best = where_zero(label[0]);
    for (std::size_t round = 0; round < size; ++round)
      for (std::size_t i = 0; i < size; ++i)
        for (const std::size_t t : next[i]) best[i] = std::min(best[i], best[t] + (label[2][i] != label[2][t]));
    return best[0];
  }

  // The least price of a way through states where `hold` is true to one with a price of its own.
  std::vector<int> way(const std::vector<bool>& hold, const std::vector<int>& end, std::size_t against) const {
    std::vector<int> best = end;
    for (std::size_t round = 0; round < size; ++round)
      for (std::size_t i = 0; i < size; ++i)
        for (const std::size_t t : next[i])
          if (hold[i]) best[i] = std::min(best[i], best[t] + label[against][t]);
    return best;
  }
  // … of staying where `hold` is true, by a loop.
  std::vector<int> staying(const std::vector<bool>& hold, std::size_t against) const {
    std::vector<std::vector<int>> pair(size, std::vector<int>(size, never));
    for (std::size_t i = 0; i < size; ++i) {
      if (!hold[i]) continue;
      pair[i][i] = 0;
      for (const std::size_t t : next[i])
        if (hold[t] && t != i) pair[i][t] = again * label[against][t];
    }
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) pair[i][j] = std::min(pair[i][j], pair[i][k] + pair[k][j]);
    std::vector<int> loop(size, never);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t last = 0; last < size; ++last)
        if (pair[i][last] < never && std::count(next[last].begin(), next[last].end(), i))
          loop[i] = std::min(loop[i], pair[i][last] + again * label[against][i]);
    return way(hold, loop, against);
  }
  std::vector<int> where_zero(const std::vector<bool>& l) const {
    std::vector<int> out;
    for (const bool b : l) out.push_back(b ? 0 : never);
    return out;
  }
};

struct Question {
  const char* formula;
  int least;
};

TEST(Objective, NoEvidenceIsLessAgainstTheFirstStrategy) {
  const char* const number = std::getenv("WHYNOT_RANDOM_MODELS");  // for long runs
  const std::size_t rounds = number ? std::strtoull(number, nullptr, 10) : 250;
  std::size_t steered = 0;
  for (std::size_t seed = 1; seed <= rounds; ++seed) {
    Random random(seed);
    const Graph g(random, seed % 50 == 0 ? 190 : 14);
    Steered t(g.text());
    ASSERT_TRUE(t.model.program) << g.text();
    const std::vector<bool> all(g.size, true);
    const auto staying = g.staying(g.label[1], 2);
    std::vector<int> both = staying;
    for (std::size_t i = 0; i < g.size; ++i)
      if (!g.label[0][i]) both[i] = never;
    const std::vector<int> one_more = g.way(all, g.where_zero(g.label[0]), 2);
    int next = never;
    for (const std::size_t s : g.next[0]) next = std::min(next, one_more[s] + g.label[2][s]);
    const Question questions[] = {{"EF p", g.way(all, g.where_zero(g.label[0]), 2)[0]},
                                  {"E [q U p]", g.way(g.label[1], g.where_zero(g.label[0]), 2)[0]},
                                  {"EG q", staying[0]},
                                  {"EF (p & EG q)", g.way(all, both, 2)[0]},
                                  {"EX EF p", next},
                                  {"EG q | EF p", std::min(staying[0], one_more[0])}};
    for (const auto& [formula, least] : questions) {
      if (least >= never) continue;
      for (const char* words : {"avoid(bad)", "prefer(!bad), shortest", "avoid(bad), avoid(worse)"}) {
        Builder& builder = t.prove(formula, words);
        ASSERT_TRUE(builder.leaves().empty()) << formula << " " << words << "\n" << g.text();
        const Builder::Price price = builder.price_of(*builder.strategies()[0]);
        EXPECT_EQ(again * price.again + price.once, static_cast<std::size_t>(least))
            << formula << " by " << words << "\n"
            << g.text() << describe(t.model, builder.proof(), builder.proof().root);
        if (HasFailure()) return;
        ++steered;
      }
      Builder& hard = t.prove(formula, "hard avoid(bad)");
      EXPECT_EQ(hard.leaves().empty(), least == 0) << formula << "\n" << g.text();
      const std::string why = hard.leaves().empty() ? "" : hard.because(hard.leaves().front());
      EXPECT_EQ(why.empty(), least == 0) << formula << "\n" << g.text();
    }
  }
  EXPECT_GT(steered, rounds);
}

TEST(Objective, StepsAreAvoidedToo) {
  std::size_t steered = 0;
  for (std::size_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    const Graph g(random, 14);
    Steered t(g.text());
    const int least = g.steps_that_change();
    if (least >= never) continue;
    for (const char* words : {"avoid(next(bad) != bad)", "prefer(bad <-> next(bad))"}) {
      Builder& builder = t.prove("EF p", words);
      ASSERT_TRUE(builder.leaves().empty()) << words << g.text();
      const Builder::Price price = builder.price_of(*builder.strategies()[0]);
      ASSERT_EQ(price.once, static_cast<std::size_t>(least)) << words << "\n" << g.text();
      ++steered;
    }
    Builder& hard = t.prove("EF p", "hard avoid(next(bad) != bad)");
    EXPECT_EQ(hard.leaves().empty(), least == 0) << g.text();
  }
  EXPECT_GT(steered, 80u);
}

TEST(Objective, AStepOfALoopIsAvoided) {
  Steered t(R"(
MODULE main
VAR x : 0..2; y : boolean;
ASSIGN init(x) := 0; next(x) := case x = 0 : {1, 2}; x = 1 : {0, 2}; TRUE : {0}; esac; init(y) := FALSE; next(y) := FALSE;
)");
  EXPECT_EQ(t.run("EG x < 3", "avoid(x = 0 & next(x) = 1)"), "0 2 (0)");
  EXPECT_EQ(t.run("EG x < 3", "avoid(next(x) = 0 & x = 2), shortest"), "0 1 (0)");
}

// Turns are taken forever: the loop is as long as the two together.
TEST(Objective, TurnsAreTakenOnLoopsToo) {
  Steered t(R"(
MODULE main
VAR x : 0..2; y : boolean;
ASSIGN init(x) := 0; next(x) := case x = 0 : {0, 1}; x = 1 : {0, 1, 2}; TRUE : {0, 2}; esac; init(y) := FALSE; next(y) := FALSE;
)");
  EXPECT_EQ(t.run("EG x < 3", "alternate(x = 0, x = 1)"), "0 1 (0)");
  EXPECT_EQ(t.builder->price_of(*t.builder->strategies()[0]).again, 0u);
  EXPECT_EQ(t.run("EG x < 3", "sequence(a: x = 0 -> b; b: x = 1 -> c; c: x = 2 -> a)"), "0 1 2 (0)");
  t.prove("EG x < 3", "hard alternate(x = 0, x = 2)");
  EXPECT_FALSE(t.builder->leaves().empty());
}

}  // namespace
}  // namespace whynot::analyse::explain
