// Random operation sequences in our kernel and in BuDDy 2.4 give the same functions, with collections and
// reorderings in either.  Functions are compared exactly: ours is rebuilt in BuDDy node by node.
#ifdef WHYNOT_HAS_BUDDY
#include <bdd.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/random.h"
#include "solve/bdd.h"

namespace whynot::solve {
namespace {

using Buddy = ::bdd;
constexpr int variables = 16;
// BuDDy's stack of intermediate results is sized by its variables, and nested operations overrun it.
constexpr int spare_variables = 48;

struct Pair {
  Bdd ours;
  Buddy buddy;
};

class BddBesideBuddy : public testing::Test {
 protected:
  // BuDDy is one global thing.
  static void SetUpTestSuite() {
    bdd_init(20'000, 5'000);
    bdd_gbc_hook(nullptr);
    bdd_reorder_hook(nullptr);
    bdd_setvarnum(variables + spare_variables);
    bdd_setmaxincrease(100'000);
    for (int v = 0; v < variables; v += 2) bdd_intaddvarblock(v, v + 1, BDD_REORDER_FIXED);
    down_ = bdd_newpair();
    for (int v = 0; v < variables; v += 2) bdd_setpair(down_, v + 1, v);
  }
  static void TearDownTestSuite() {
    bdd_freepair(down_);
    bdd_done();
  }

  void SetUp() override {
    for (int v = 0; v < variables; ++v) manager_.new_variable();
    for (int v = 0; v < variables; v += 2) manager_.tie(static_cast<BddVariable>(v), 2);
    for (int v = 0; v < variables; ++v) add(manager_.variable(static_cast<BddVariable>(v)), bdd_ithvar(v));
  }

  Pair any() { return pool_[random_.below(pool_.size())]; }

  Buddy rebuilt(const Bdd& f) {
    std::unordered_map<std::uint32_t, Buddy> known;
    const auto edge = [&](const BddNode& n) -> Buddy {
      if (n.is_constant()) return n.is_true() ? bddtrue : bddfalse;
      return n.key() & 1 ? !known.at(n.key() & ~1u) : known.at(n.key());
    };
    f.for_each_node([&](const BddNode& n) {
      known[n.key()] = bdd_ite(bdd_ithvar(static_cast<int>(n.variable())), edge(n.high()), edge(n.low()));
    });
    return edge(f.node());
  }

  void add(const Bdd& ours, const Buddy& buddy) {
    ASSERT_TRUE(ours.valid());
    ASSERT_EQ(rebuilt(ours), buddy);
    const Pair p{ours, buddy};
    if (pool_.size() < 40) {
      pool_.push_back(p);
    } else {
      pool_[random_.below(pool_.size())] = p;
    }
  }

  Pair random_cube(bool positive) {
    Pair p{manager_.constant(true), bddtrue};
    std::vector<BddLiteral> literals;
    for (BddVariable v = 0; v < variables; ++v) {
      if (random_.chance(positive ? 85 : 65)) continue;
      const bool sign = positive || random_.chance(50);
      literals.push_back({v, sign});
      p.buddy &= sign ? bdd_ithvar(static_cast<int>(v)) : bdd_nithvar(static_cast<int>(v));
    }
    p.ours = manager_.cube(literals);
    return p;
  }

  void step() {
    const Pair a = any(), b = any(), c = any(), cube = random_cube(true), literals = random_cube(false);
    switch (random_.below(20)) {
      case 0: add(a.ours & b.ours, a.buddy & b.buddy); break;
      case 1: add(a.ours | b.ours, a.buddy | b.buddy); break;
      case 2: add(a.ours ^ b.ours, a.buddy ^ b.buddy); break;
      case 3: add(!a.ours, !a.buddy); break;
      case 4: add(a.ours.ite(b.ours, c.ours), bdd_ite(a.buddy, b.buddy, c.buddy)); break;
      case 5: add(a.ours.exists(cube.ours), bdd_exist(a.buddy, cube.buddy)); break;
      case 6: add(a.ours.forall(cube.ours), bdd_forall(a.buddy, cube.buddy)); break;
      case 7: add(a.ours.and_exists(b.ours, cube.ours), bdd_relprod(a.buddy, b.buddy, cube.buddy)); break;
      case 8: {
        const auto v = static_cast<int>(random_.below(variables));
        add(a.ours.compose(static_cast<BddVariable>(v), b.ours), bdd_compose(a.buddy, b.buddy, v));
        break;
      }
      case 9: substitute(a); break;
      case 10: add(a.ours.cofactor(literals.ours), bdd_restrict(a.buddy, literals.buddy)); break;
      case 11:
        add(a.ours.constrain(b.ours) & b.ours, a.buddy & b.buddy);
        add(a.ours.restrict(b.ours) & b.ours, bdd_simplify(a.buddy, b.buddy) & b.buddy);
        break;
      case 12: ask(a, b); break;
      default: add(literals.ours ^ a.ours, literals.buddy ^ a.buddy); break;  // or all would become constant
    }
  }

  void substitute(const Pair& a) {
    std::vector<std::pair<BddVariable, Bdd>> functions;
    bddPair* pairs = bdd_newpair();
    for (int v = 0; v < variables; ++v) {
      if (random_.chance(75)) continue;
      const Pair p = any();
      functions.emplace_back(static_cast<BddVariable>(v), p.ours);
      bdd_setbddpair(pairs, v, p.buddy);
    }
    add(a.ours.substitute(manager_.substitution(functions)), bdd_veccompose(a.buddy, pairs));
    bdd_freepair(pairs);
    // BuDDy renames only onto variables that the function does not have.
    Buddy odd = bddtrue;
    std::vector<BddVariable> even;
    std::vector<std::pair<BddVariable, BddVariable>> down;
    for (int v = 0; v < variables; v += 2) {
      odd &= bdd_ithvar(v);
      even.push_back(static_cast<BddVariable>(v));
      down.emplace_back(v + 1, v);
    }
    add(a.ours.exists(manager_.cube_of(even)).substitute(manager_.renaming(down)),
        bdd_replace(bdd_exist(a.buddy, odd), down_));
  }

  void ask(const Pair& a, const Pair& b) {
    ASSERT_EQ(a.ours.leq(b.ours), bdd_imp(a.buddy, b.buddy) == bddtrue);
    ASSERT_EQ(a.ours.sat_count_double(variables + spare_variables), bdd_satcount(a.buddy));
    const double models = std::ldexp(bdd_satcount(a.buddy), -spare_variables);
    ASSERT_EQ(a.ours.sat_count(variables), Integer(static_cast<std::int64_t>(models)));
    ASSERT_EQ(a.ours == b.ours, a.buddy == b.buddy);
    int* members = nullptr;
    int count = 0;
    bdd_scanset(bdd_support(a.buddy), members, count);
    std::vector<BddVariable> support(members, members + count);
    std::sort(support.begin(), support.end());
    ASSERT_EQ(a.ours.support(), support);
    free(members);
  }

  void disturb() {
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2: manager_.collect_garbage(); break;
      case 3:
      case 4:
      case 5: manager_.reorder(); break;
      case 6: bdd_gbc(); break;
      case 7: bdd_reorder(BDD_REORDER_SIFT); break;
    }
    for (const Pair& p : pool_) ASSERT_EQ(rebuilt(p.ours), p.buddy);
  }

  void TearDown() override { pool_.clear(); }

  BddManager manager_{{.first_reorder = 1'000}};
  Random random_{7};
  static inline bddPair* down_ = nullptr;
  std::vector<Pair> pool_;
};

TEST_F(BddBesideBuddy, RandomSequencesGiveTheSameFunctions) {
  for (int i = 0; i < 800 && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    step();
    if (i % 40 == 39) disturb();
  }
}

TEST_F(BddBesideBuddy, WithReorderingByItself) {
  manager_.set_auto_reorder(true);
  for (int i = 0; i < 1500 && !HasFatalFailure(); ++i) step();
  EXPECT_GT(manager_.statistics().reorderings, 0u);
}

}  // namespace
}  // namespace whynot::solve
#endif
