// Every operation against truth tables of six variables, 64 bits each: an oracle that shares nothing with
// the graph.  Garbage collections, reorderings and new orders come in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "base/random.h"
#include "solve/bdd.h"

namespace whynot::solve {
namespace {

constexpr unsigned variables = 6;
using Table = std::uint64_t;  // bit a: the value under assignment a; bit v of a is variable v

Table table_of_variable(unsigned v) {
  Table t = 0;
  for (unsigned a = 0; a < 64; ++a) t |= Table{a >> v & 1} << a;
  return t;
}
Table cofactor_table(Table t, unsigned v, bool value) {
  Table r = 0;
  for (unsigned a = 0; a < 64; ++a) r |= (t >> (value ? a | 1u << v : a & ~(1u << v)) & 1) << a;
  return r;
}
Table exists_table(Table t, unsigned set) {
  for (unsigned v = 0; v < variables; ++v)
    if (set >> v & 1) t = cofactor_table(t, v, false) | cofactor_table(t, v, true);
  return t;
}
Table substitute_table(Table t, const std::vector<Table>& functions) {
  Table r = 0;
  for (unsigned a = 0; a < 64; ++a) {
    unsigned b = 0;
    for (unsigned v = 0; v < variables; ++v) b |= static_cast<unsigned>(functions[v] >> a & 1) << v;
    r |= (t >> b & 1) << a;
  }
  return r;
}

struct Pair {
  Bdd f;
  Table t = 0;
};

class Play {
 public:
  explicit Play(std::uint64_t seed) : random_(seed) {
    for (unsigned v = 0; v < variables; ++v) manager_.new_variable();
    if (random_.chance(50)) manager_.tie(0, 2), manager_.tie(4, 2);
    for (unsigned v = 0; v < variables; ++v) pool_.push_back({manager_.variable(v), table_of_variable(v)});
    pool_.push_back({manager_.constant(true), ~Table{0}});
  }

  void step() {
    const Pair a = any(), b = any(), c = any();
    switch (random_.below(14)) {
      case 0: add(!a.f, ~a.t); break;
      case 1: add(a.f & b.f, a.t & b.t); break;
      case 2: add(a.f | b.f, a.t | b.t); break;
      case 3: add(a.f ^ b.f, a.t ^ b.t); break;
      case 4: add(a.f - b.f, a.t & ~b.t); break;
      case 5: add(a.f.implies(b.f).iff(c.f), ~((~a.t | b.t) ^ c.t)); break;
      case 6: add(a.f.ite(b.f, c.f), (a.t & b.t) | (~a.t & c.t)); break;
      case 7: quantify(a, b); break;
      case 8: substitute(a); break;
      case 9: simplify(a, b); break;
      case 10: ask(a, b); break;
      case 11: cubes(a, b); break;
      case 12: save(a, b); break;
      case 13: disturb(); break;
    }
  }

  void check_all() {
    for (const Pair& p : pool_) check(p);
  }

 private:
  Pair any() { return pool_[random_.below(pool_.size())]; }

  void add(Bdd f, Table t) {
    check({f, t});
    if (pool_.size() < 30) pool_.push_back({});
    pool_[variables + 1 + random_.below(pool_.size() - variables - 1)] = {std::move(f), t};
    for (Pair& p : pool_)
      if (!p.f.valid()) p = pool_[0];
  }

  Table table_of(const Bdd& f) {
    Table t = 0;
    std::vector<bool> values(variables);
    for (unsigned a = 0; a < 64; ++a) {
      for (unsigned v = 0; v < variables; ++v) values[v] = a >> v & 1;
      t |= Table{f.eval(values)} << a;
    }
    return t;
  }
  void check(const Pair& p) {
    ASSERT_TRUE(p.f.valid());
    ASSERT_EQ(table_of(p.f), p.t);
  }

  Bdd cube_of_set(unsigned set) {
    std::vector<BddVariable> members;
    for (unsigned v = 0; v < variables; ++v)
      if (set >> v & 1) members.push_back(v);
    std::reverse(members.begin(), members.end());
    return manager_.cube_of(members);
  }

  void quantify(const Pair& a, const Pair& b) {
    const auto set = static_cast<unsigned>(random_.below(64));
    const Bdd cube = cube_of_set(set);
    add(a.f.exists(cube), exists_table(a.t, set));
    add(a.f.forall(cube), ~exists_table(~a.t, set));
    add(a.f.and_exists(b.f, cube), exists_table(a.t & b.t, set));
  }

  void substitute(const Pair& a) {
    std::vector<Table> tables, renamed, swapped;
    for (unsigned v = 0; v < variables; ++v) tables.push_back(table_of_variable(v));
    renamed = swapped = tables;
    std::vector<std::pair<BddVariable, Bdd>> functions;
    for (unsigned v = 0; v < variables; ++v) {
      if (random_.chance(50)) continue;
      const Pair p = any();
      functions.emplace_back(v, p.f);
      tables[v] = p.t;
    }
    add(a.f.substitute(manager_.substitution(functions)), substitute_table(a.t, tables));

    const auto one = static_cast<unsigned>(random_.below(variables));
    const Pair p = any();
    add(a.f.compose(one, p.f), (p.t & cofactor_table(a.t, one, true)) | (~p.t & cofactor_table(a.t, one, false)));

    using Pairs = std::vector<std::pair<BddVariable, BddVariable>>;
    const Pairs down = {{1, 0}, {3, 2}, {5, 4}};
    std::vector<std::pair<BddVariable, Bdd>> swap;
    for (const auto& [from, to] : down) {
      renamed[from] = table_of_variable(to);
      swapped[from] = table_of_variable(to);
      swapped[to] = table_of_variable(from);
      swap.emplace_back(from, manager_.variable(to));
      swap.emplace_back(to, manager_.variable(from));
    }
    add(a.f.substitute(manager_.renaming(down)), substitute_table(a.t, renamed));
    add(a.f.substitute(manager_.substitution(swap)), substitute_table(a.t, swapped));
  }

  void simplify(const Pair& a, const Pair& care) {
    for (const Bdd& f : {a.f.constrain(care.f), a.f.restrict(care.f)}) {
      ASSERT_TRUE(f.valid());
      ASSERT_EQ(table_of(f) & care.t, a.t & care.t);
      ASSERT_TRUE(care.t != 0 || f.is_false());
    }
    Table t = a.t;
    std::vector<BddLiteral> literals;
    for (unsigned v = 0; v < variables; ++v) {
      if (random_.chance(60)) continue;
      literals.push_back({v, random_.chance(50)});
      t = cofactor_table(t, v, literals.back().positive);
    }
    add(a.f.cofactor(manager_.cube(literals)), t);
  }

  void ask(const Pair& a, const Pair& b) {
    ASSERT_EQ(a.f == b.f, a.t == b.t);
    ASSERT_EQ(a.f.leq(b.f), (a.t & ~b.t) == 0);
    ASSERT_EQ(a.f.intersects(b.f), (a.t & b.t) != 0);
    ASSERT_EQ(a.f.is_false(), a.t == 0);
    ASSERT_EQ(a.f.is_satisfiable(), a.t != 0);
    ASSERT_EQ(a.f.sat_count(variables), std::popcount(a.t));
    ASSERT_EQ(a.f.sat_count(variables + 70), Integer(std::popcount(a.t)) << 70);
    ASSERT_EQ(a.f.sat_count_double(variables), std::popcount(a.t));
    std::vector<BddVariable> support;
    for (unsigned v = 0; v < variables; ++v)
      if (cofactor_table(a.t, v, false) != cofactor_table(a.t, v, true)) support.push_back(v);
    ASSERT_EQ(a.f.support(), support);
    count_nodes(a, b);
  }

  // Node counts, by walking all over again.
  void count_nodes(const Pair& a, const Pair& b) {
    std::vector<std::uint32_t> seen;
    for (const Pair* p : {&a, &b}) {
      const std::size_t before = seen.size();
      std::size_t listed = 0;
      p->f.for_each_node([&](const BddNode& n) {
        ++listed;
        EXPECT_FALSE(n.high().key() & 1);
        EXPECT_LT(n.level(), n.low().level());
        EXPECT_LT(n.level(), n.high().level());
        EXPECT_EQ(manager_.level_of(n.variable()), n.level());
        if (std::find(seen.begin(), seen.end(), n.key()) == seen.end()) seen.push_back(n.key());
      });
      ASSERT_EQ(p->f.node_count(), listed);
      ASSERT_TRUE(p == &b || seen.size() == before + listed);
    }
    const std::vector<Bdd> both = {a.f, b.f};
    ASSERT_EQ(manager_.node_count(both), seen.size());
  }

  static Table table_of_cube(const BddCube& cube) {
    Table t = ~Table{0};
    for (const BddLiteral& l : cube) t &= l.positive ? table_of_variable(l.variable) : ~table_of_variable(l.variable);
    return t;
  }

  void cubes(const Pair& a, const Pair& b) {
    Table covered = 0;
    a.f.for_each_cube([&](const BddCube& cube) {
      EXPECT_EQ(covered & table_of_cube(cube), 0u) << "cubes are disjoint";
      covered |= table_of_cube(cube);
      return true;
    });
    ASSERT_EQ(covered, a.t);
    ASSERT_EQ(a.f.pick_cube().has_value(), a.t != 0);
    ASSERT_TRUE(a.t == 0 || (table_of_cube(*a.f.pick_cube()) & ~a.t) == 0);
    const auto set = static_cast<unsigned>(random_.below(64));
    const Bdd minterm = a.f.pick_minterm(cube_of_set(set));
    const Table t = table_of(minterm);
    ASSERT_EQ(t == 0, a.t == 0);
    if (a.t != 0) {
      ASSERT_EQ(std::popcount(t), 64 >> std::popcount(set));
      ASSERT_EQ(t & ~exists_table(a.t, 63 & ~set), 0u);
    }
    cover((a.f & b.f), a.t & b.t, a.f, a.t);
  }

  // The sum of products lies between the bounds, and loses that when a cube or a literal is dropped.
  void cover(const Bdd& lower, Table low, const Bdd& upper, Table up) {
    std::vector<BddCube> found;
    ASSERT_TRUE(lower.for_each_prime_cube(upper, [&](const BddCube& cube) {
      found.push_back(cube);
      return true;
    }));
    const auto sum = [&](std::size_t without) {
      Table t = 0;
      for (std::size_t i = 0; i < found.size(); ++i)
        if (i != without) t |= table_of_cube(found[i]);
      return t;
    };
    const Table all = sum(found.size());
    ASSERT_EQ(low & ~all, 0u);
    ASSERT_EQ(all & ~up, 0u);
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_NE(low & ~sum(i), 0u) << "no cube is redundant";
      for (std::size_t j = 0; j < found[i].size(); ++j) {
        BddCube shorter = found[i];
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(j));
        ASSERT_NE(table_of_cube(shorter) & ~up, 0u) << "no literal is redundant";
      }
    }
  }

  void save(const Pair& a, const Pair& b) {
    const std::vector<Bdd> functions = {a.f, b.f, !a.f};
    const std::string text = manager_.save(functions);
    disturb();
    Diagnostics diagnostics;
    const auto loaded = manager_.load(text, 0, diagnostics);
    ASSERT_TRUE(loaded.has_value());
    ASSERT_EQ(*loaded, functions);
  }

  void disturb() {
    switch (random_.below(3)) {
      case 0: manager_.collect_garbage(); break;
      case 1: manager_.reorder(); break;
      case 2: {
        std::vector<BddVariable> order(variables);
        std::iota(order.begin(), order.end(), 0u);
        for (unsigned i = variables; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
        const bool done = manager_.set_order(order);
        for (unsigned l = 0; done && l < variables; ++l) ASSERT_EQ(manager_.variable_at(l), order[l]);
        break;
      }
    }
    check_all();
  }

  BddManager manager_;
  Random random_;
  std::vector<Pair> pool_;
};

TEST(BddTruthTable, RandomOperationsAgree) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Play play(seed);
    for (int i = 0; i < 150 && !testing::Test::HasFatalFailure(); ++i) play.step();
    play.check_all();
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace whynot::solve
