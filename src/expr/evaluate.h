// Concrete evaluation: the truth that encoders are tested against.  An expression is compiled once to a
// straight line of operations (so deep DAGs need no recursion and shared parts are computed once), then run
// on many assignments.
//
// Evaluation is three-valued: an undefined operand makes a result undefined unless the other operand decides
// it (FALSE & undefined is FALSE), and only the chosen branch of a case counts.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace whynot {

// One operator on values.  `e` gives the operator, its type and its parameters.  REQUIRES no temporal operator.
Value evaluate_op(Expr e, std::span<const Value> args);

class CompiledExpr {
 public:
  // `slot` gives each leaf (Variable, Next, At) its place in the values handed to run().
  using SlotOf = std::function<std::uint32_t(Expr leaf)>;
  CompiledExpr(const ExprPool&, std::span<const Expr> roots, const SlotOf& slot);
  CompiledExpr(const ExprPool& pool, Expr root, const SlotOf& slot)
      : CompiledExpr(pool, std::span<const Expr>(&root, 1), slot) {}

  // The value of the first root.
  Value run(std::span<const Value> slots) const;
  // The index of the first root that is not TRUE, or nothing.
  std::optional<std::size_t> first_not_true(std::span<const Value> slots) const;
  bool all_true(std::span<const Value> slots) const { return !first_not_true(slots); }
  // The values of all nodes, in the order of `nodes`.
  void run_all(std::span<const Value> slots, std::vector<Value>& values) const;
  const std::vector<Expr>& nodes() const { return nodes_; }

 private:
  enum class Kind : std::uint8_t { Constant, Slot, Apply };
  struct Instruction {
    Kind kind = Kind::Apply;
    std::uint32_t at = 0;  // into constants_, the slots, or args_
  };
  std::vector<Expr> nodes_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> args_;
  std::vector<Value> constants_;
  std::vector<std::uint32_t> roots_;
};

// Values of set-typed expressions.  A set is a Value::Set whose members are values or intervals lo..hi
// (kept as pairs: a range may be too large to list); a plain value stands for the set of itself.
bool set_contains(const Value& set, const Value& element);
// Calls `visit` for each member until it returns false; intervals are listed in order.
bool for_each_member(const Value& set, const std::function<bool(const Value&)>& visit);

}  // namespace whynot
