// Listing all ways to give values to a few slots under conditions: initial states and successors.
// Conditions of the form `x = e` and `x in e` generate values for x once e is known; the rest filter, each
// as soon as all it reads is known; a slot that nothing generates runs through its type.  The order of work
// is planned once, then run for every state.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "base/random.h"
#include "expr/evaluate.h"

namespace whynot {

class Enumerator {
 public:
  // `slot` places the leaves; `targets` are the slots to be given values, with their types.
  struct Target {
    std::uint32_t slot;
    Type type;
  };
  Enumerator(const ExprPool&, std::span<const Target> targets, std::span<const Expr> conditions,
             const CompiledExpr::SlotOf& slot);

  // Calls `found` with all targets set, for each solution, until it returns false.  `slots` holds the known
  // values and is used as work space.  With `order`, each choice starts at a random place.  False when the
  // Context cut it short.
  bool run(std::vector<Value>& slots, Context&, Random* order,
           const std::function<bool(std::span<const Value>)>& found) const;

 private:
  struct Move {  // give `slot` a value, then check
    std::uint32_t slot = 0;
    Type type;
    std::optional<CompiledExpr> generator;  // none: all values of the type
    std::optional<CompiledExpr> checks;
  };
  struct Choice;
  void start(const Move&, std::span<const Value> slots, Choice&, Random* order) const;
  bool choose(const Move&, std::vector<Value>& slots, Choice&, Context&) const;

  std::optional<CompiledExpr> before_;  // conditions on known values only
  std::vector<Move> moves_;
};

}  // namespace whynot
