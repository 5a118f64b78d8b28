// What classes are made of (Vick, Kang & Tripakis, Defs. 8 to 10).  A predicate is a condition on the values at
// some positions of a trace; a fact is a predicate at given positions, or a gap between two of them; a trace
// constraint says that there are positions where all of its facts hold.
//
// Everything here is evaluated on concrete traces, by the evaluator of expressions and nothing else: it is what
// the encodings are checked against.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/evaluate.h"
#include "model/predicate.h"
#include "model/trace.h"
#include "model/transition_system.h"

namespace whynot::classify {

using PredicateId = std::uint32_t;
using PositionId = std::uint32_t;
constexpr PredicateId gap = ~PredicateId{0};
constexpr PositionId trace_start = ~PositionId{0};  // in gaps only: the first position of the trace
constexpr std::uint32_t any_distance = ~std::uint32_t{0};

struct Fact {
  PredicateId predicate = gap;
  std::vector<PositionId> at;
  std::uint32_t least = 1, most = any_distance;  // of a gap: least <= at[1] - at[0] <= most

  bool is_gap() const { return predicate == gap; }
  friend bool operator==(const Fact&, const Fact&) = default;
};

inline Fact gap_between(PositionId from, PositionId to, std::uint32_t least = 1, std::uint32_t most = any_distance) {
  return {gap, {from, to}, least, most};
}

struct TraceClass {  // a trace constraint: "there are positions 0..positions-1 such that"
  std::size_t positions = 0;
  std::vector<Fact> facts;
};

using Placement = std::vector<std::size_t>;  // the step that each position stands for

class Vocabulary {
 public:
  // Built-in facts speak of `variables`; the system must outlive this.
  Vocabulary(const TransitionSystem&, std::vector<Expr> variables, std::vector<Predicate> predicates);

  const TransitionSystem& system() const { return system_; }
  const Predicate& predicate(PredicateId id) const { return predicates_[id].predicate; }
  std::size_t size() const { return predicates_.size(); }
  std::size_t given() const { return given_; }  // ids below are those that were handed in
  const std::vector<Expr>& variables() const { return variables_; }
  bool is_input(Expr variable) const { return columns_.at(variable).is_input; }

  // All facts about the first `positions` steps of a trace; position n is step n.  No gaps.
  std::vector<Fact> facts_of(const Trace&, std::size_t positions);
  // Whether a fact holds on a trace where the positions are those steps.
  bool holds(const Fact&, const Trace&, const Placement&) const;
  // Positions by which the trace satisfies the constraint, found by trying.
  std::optional<Placement> satisfied(const TraceClass&, const Trace&) const;

 private:
  struct Column {
    bool is_input = false;
    std::size_t index = 0;
  };
  struct Slot {  // what a leaf of a body reads
    enum class Kind { Value, Place, Last } kind = Kind::Value;
    Column column;
    std::size_t argument = 0;
  };
  struct Compiled {
    Predicate predicate;
    std::vector<Slot> slots;
    CompiledExpr body;
  };
  PredicateId add(Predicate);
  PredicateId equals(Expr variable, const Value&);
  Slot slot_of(Expr leaf, std::size_t arity) const;
  Value read(const Slot&, const Trace&, const std::vector<PositionId>& at, const Placement&) const;
  void add_instances(PredicateId, const Trace&, std::size_t positions, std::vector<Fact>&) const;
  bool place(const TraceClass&, const Trace&, const std::vector<std::vector<std::size_t>>& due, Placement&,
             std::size_t position) const;

  const TransitionSystem& system_;
  std::vector<Expr> variables_;
  std::unordered_map<Expr, Column, ExprHash> columns_;
  std::vector<Compiled> predicates_;
  std::size_t given_ = 0;
  std::unordered_map<Expr, std::unordered_map<Value, PredicateId, ValueHash>, ExprHash> equals_;
};

// "There are positions where the predicate holds."
TraceClass instance_of(const Vocabulary&, PredicateId);

}  // namespace whynot::classify
