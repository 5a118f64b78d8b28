// Binary decision diagrams: boolean functions of ordered variables, one shared graph per manager (Bryant
// 1986; complement edges after Brace, Rudell and Bryant 1990).  Equal functions are equal handles, and
// negation is free.
//
// Running out.  A manager that meets its memory limit, or whose Context says stop, fails: the operation
// under way and every later one returns an invalid handle at once, until clear_failure().  Handles made
// before stay good.  Nothing is thrown, so callers compute on and look at failed() when they need to
// know.  Two rules make that safe.  Predicates of an invalid handle answer false: write loops positively,
// `while (frontier.is_satisfiable())`, and they end.  Invalid handles equal each other: `while (next !=
// reached)` ends as well.  Never conclude anything before failed() has answered false.
//
// Recursion goes down the variables, twice over at most, so its depth is bounded by their number.  Beyond
// a few thousand variables operations run on a stack of their own size; beyond max_variables the manager
// fails.
//
// One manager serves one thread at a time, and outlives its handles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/diagnostic.h"
#include "base/integer.h"

namespace whynot::solve {

namespace bdd {
class Kernel;
}

using BddVariable = std::uint32_t;  // 0, 1, 2, … in the order of their making; never changes
using BddLevel = std::uint32_t;     // place in the order, 0 on top; changes when variables are reordered

struct BddLiteral {
  BddVariable variable = 0;
  bool positive = true;

  friend bool operator==(const BddLiteral&, const BddLiteral&) = default;
};
using BddCube = std::vector<BddLiteral>;  // a conjunction

enum class BddFailure { None, Memory, Stopped, Variables };
// "memory limit", "stopped", "more bits than decision diagrams take".
std::string_view failure_word(BddFailure);

class BddSubstitution;

// A node as the walkers of graphs see it: complement bits are resolved, so that low() and high() are the
// cofactors of the function.  A view keeps nothing alive: it is good while a handle does so and the order
// stays (see BddFixedOrder).
class BddNode {
 public:
  bool is_true() const { return edge_ == 0; }
  bool is_false() const { return edge_ == 1; }
  bool is_constant() const { return edge_ <= 1; }
  BddLevel level() const;        // variable_count() for constants
  BddVariable variable() const;  // REQUIRES !is_constant()
  BddNode low() const;           // REQUIRES !is_constant()
  BddNode high() const;          // REQUIRES !is_constant()
  // Names the function: equal keys, equal functions.  A function and its negation have keys 2k and 2k+1.
  std::uint32_t key() const { return edge_; }

  friend bool operator==(const BddNode& a, const BddNode& b) { return a.edge_ == b.edge_; }

 private:
  friend class Bdd;
  BddNode(const bdd::Kernel* kernel, std::uint32_t edge) : kernel_(kernel), edge_(edge) {}
  const bdd::Kernel* kernel_;
  std::uint32_t edge_;
};

// A handle on a function, which it keeps alive.  A handle made by Bdd() is invalid; so is the result of
// an operation that failed or had an invalid operand.  Operands belong to one manager.
class Bdd {
 public:
  Bdd() = default;
  Bdd(const Bdd&);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(const Bdd&);
  Bdd& operator=(Bdd&& other) noexcept;
  ~Bdd();

  bool valid() const { return kernel_ != nullptr; }
  bool is_true() const { return valid() && edge_ == 0; }
  bool is_false() const { return valid() && edge_ == 1; }
  bool is_constant() const { return valid() && edge_ <= 1; }
  bool is_satisfiable() const { return valid() && edge_ != 1; }
  friend bool operator==(const Bdd& a, const Bdd& b) { return a.kernel_ == b.kernel_ && a.edge_ == b.edge_; }

  Bdd operator!() const;
  Bdd operator&(const Bdd&) const;
  Bdd operator|(const Bdd&) const;
  Bdd operator^(const Bdd&) const;
  Bdd operator-(const Bdd&) const;  // and not
  Bdd& operator&=(const Bdd& g) { return *this = *this & g; }
  Bdd& operator|=(const Bdd& g) { return *this = *this | g; }
  Bdd& operator^=(const Bdd& g) { return *this = *this ^ g; }
  Bdd& operator-=(const Bdd& g) { return *this = *this - g; }
  Bdd implies(const Bdd&) const;
  Bdd iff(const Bdd&) const;
  Bdd ite(const Bdd& then, const Bdd& otherwise) const;

  // Whether this implies g, decided without building anything.  False when it could not be decided.
  bool leq(const Bdd& g) const;
  bool intersects(const Bdd& g) const;

  // Quantification; `variables` is a conjunction of variables, see BddManager::cube_of.
  Bdd exists(const Bdd& variables) const;
  Bdd forall(const Bdd& variables) const;
  Bdd and_exists(const Bdd& g, const Bdd& variables) const;  // (this & g).exists(variables)

  Bdd compose(BddVariable, const Bdd& replacement) const;
  Bdd substitute(const BddSubstitution&) const;  // all at once
  Bdd cofactor(const Bdd& cube) const;           // REQUIRES a conjunction of literals

  // Some function that agrees with this one wherever `care` holds; false if care is.  constrain commutes
  // with negation and conjunction but may draw in variables of `care`; restrict does neither.
  Bdd constrain(const Bdd& care) const;
  Bdd restrict(const Bdd& care) const;

  // Number of assignments to `variables` many variables, the support among them.
  Integer sat_count(std::size_t variables) const;
  double sat_count_double(std::size_t variables) const;  // may be infinity; relative error some 1e-12

  std::vector<BddVariable> support() const;  // ascending
  std::size_t node_count() const;            // without the constant

  // The value under an assignment to the variables 0, 1, …  REQUIRES one value for each.
  bool eval(const std::vector<bool>& values) const;

  // Literals on a trace of the graph to true, by ascending level; low branches are preferred.  Empty for
  // true; nothing for false.
  std::optional<BddCube> pick_cube() const;
  // A single assignment to `variables` that can be extended to a satisfying one; what does not matter is
  // false.  REQUIRES a conjunction of variables.
  Bdd pick_minterm(const Bdd& variables) const;

  // Calls `visit` with disjoint cubes whose union is this function, until it answers false.  The order is
  // fixed meanwhile.
  void for_each_cube(const std::function<bool(const BddCube&)>& visit) const;

  // An irredundant sum of products between this and `upper` (Minato 1992, after Morreale 1970): no cube
  // and no literal can be dropped.  Calls `visit` until it answers false.  False when it failed.
  // REQUIRES leq(upper).
  bool for_each_prime_cube(const Bdd& upper, const std::function<bool(const BddCube&)>& visit) const;

  BddNode node() const;  // REQUIRES valid()
  // Every node once, children first, each without complement; the constant is left out.  The order is
  // fixed meanwhile.
  void for_each_node(const std::function<void(const BddNode&)>& visit) const;

 private:
  friend class BddManager;
  friend class BddSubstitution;
  Bdd(bdd::Kernel* kernel, std::uint32_t edge);
  bdd::Kernel* common(const Bdd& g) const;

  bdd::Kernel* kernel_ = nullptr;
  std::uint32_t edge_ = ~0u;
  std::uint32_t root_ = 0;  // where the kernel notes that we hold the edge
};

// Functions for variables, put in all at once; others stay as they are.  Keep it when it is used again:
// results are remembered by substitution.
class BddSubstitution {
 private:
  friend class BddManager;
  friend class Bdd;
  std::vector<std::pair<BddVariable, Bdd>> functions_;
  std::uint32_t id_ = 0;
};

struct BddOptions {
  std::uint64_t memory_bytes = 0;      // nodes, unique table and operation cache together; 0: no limit
  std::uint64_t cache_bytes = 0;       // the operation cache at most; 0: as large as the nodes
  bool auto_reorder = false;           // sift when the nodes have doubled since the last time
  std::size_t first_reorder = 20'000;  // nodes
  // Sifting takes some `nodes * variables` steps.  It has to wait until operations have taken this many times
  // as many since the last one, so that it cannot take over; 0: it need not wait.
  std::size_t reorder_patience = 0;
};

struct BddStatistics {
  std::size_t nodes = 0;  // in the unique table, garbage not yet collected included
  std::size_t node_bytes = 0, table_bytes = 0, cache_bytes = 0;
  std::size_t peak_nodes = 0, peak_bytes = 0;  // of nodes and table when the nodes were most
  std::size_t collections = 0, reorderings = 0;
};

class BddManager {
 public:
  static constexpr std::size_t max_variables = 100'000;

  explicit BddManager(const BddOptions& = {});
  ~BddManager();
  BddManager(const BddManager&) = delete;
  BddManager& operator=(const BddManager&) = delete;

  // Asked now and then whether to stop; null for nobody.  Must outlive its use here.
  void watch(Context*);
  BddFailure failure() const;
  bool failed() const { return failure() != BddFailure::None; }
  // For loops over calls that do not fail themselves (support, node_count): a stop that was asked for is a failure.
  bool stopped();
  void clear_failure();
  void set_memory_limit(std::uint64_t bytes);  // 0: none; see BddOptions

  // A new variable at the bottom of the order.  Fails beyond max_variables, and then returns the last one.
  BddVariable new_variable();
  std::size_t variable_count() const;
  BddLevel level_of(BddVariable) const;
  BddVariable variable_at(BddLevel) const;
  // From now on these variables, on adjacent levels, move as one block.
  void tie(BddVariable first, std::size_t count);

  Bdd constant(bool);
  Bdd variable(BddVariable);
  Bdd literal(BddLiteral);
  Bdd cube(std::span<const BddLiteral>);  // REQUIRES no variable twice
  Bdd cube_of(std::span<const BddVariable>);

  BddSubstitution substitution(std::vector<std::pair<BddVariable, Bdd>>);
  // Each first becomes the second.
  BddSubstitution renaming(std::span<const std::pair<BddVariable, BddVariable>>);

  std::size_t node_count(std::span<const Bdd>) const;  // shared nodes once

  void collect_garbage();
  BddStatistics statistics() const;

  // Sifting (Rudell 1993) by blocks.  Functions keep their handles.  Stops early when told to.
  void reorder();
  void set_auto_reorder(bool on);
  // The variables from top to bottom.  False, and nothing done, if it is no permutation or breaks a block.
  bool set_order(std::span<const BddVariable>);

  // A text that load() understands, in this manager or another, under any order.
  std::string save(std::span<const Bdd>) const;
  // The functions saved, or nothing and a diagnostic in `file` (codes bdd.format, bdd.version,
  // bdd.checksum).  Missing variables are made.  The handles are invalid if the manager failed.
  std::optional<std::vector<Bdd>> load(std::string_view text, FileId file, Diagnostics&);

 private:
  friend class BddFixedOrder;
  std::unique_ptr<bdd::Kernel> kernel_;
};

// While it lives, the manager does not reorder by itself, and must not be told to.
class BddFixedOrder {
 public:
  explicit BddFixedOrder(BddManager&);
  ~BddFixedOrder();
  BddFixedOrder(const BddFixedOrder&) = delete;
  BddFixedOrder& operator=(const BddFixedOrder&) = delete;

 private:
  friend class Bdd;
  explicit BddFixedOrder(bdd::Kernel*);
  bdd::Kernel* kernel_;
};

}  // namespace whynot::solve
