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
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::classify {

using PredicateId = std::uint32_t;
using PositionId = std::uint32_t;
constexpr PredicateId gap = ~PredicateId{0};
constexpr std::uint32_t any_distance = ~std::uint32_t{0};

// A position is one of those that a trace constraint says there are, numbered from 0; or a fixed one, which is a step
// of the trace.  Of a step that a trace does not have no predicate holds.
constexpr PositionId first_fixed = PositionId{1} << 31;
constexpr PositionId fixed_position(std::size_t step) { return first_fixed + static_cast<PositionId>(step); }
constexpr PositionId trace_start = fixed_position(0);
constexpr bool is_fixed(PositionId p) { return p >= first_fixed; }
constexpr std::size_t fixed_step(PositionId p) { return p - first_fixed; }

struct Fact {
  PredicateId predicate = gap;
  std::vector<PositionId> at;  // of a gap: between two positions; only the trace's start is fixed there
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

inline std::size_t step_at(PositionId p, const Placement& placement) {
  return is_fixed(p) ? fixed_step(p) : placement[p];
}

class Places;

// Which built-in facts there are besides `x@i = v`.
struct Grammar {
  bool ranges = false;                                              // x@i >= v, x@i <= v
  bool differs = false;                                             // x@i != v, of few values
  bool pairs = false;                                               // x@i = y@i, x@i < y@i
  std::optional<std::vector<std::pair<Expr, Expr>>> compared = {};  // only these are; nothing = all of one type
  bool loops = false;                                               // from some step on for ever, again and again
  bool between = false;          // of what happens and does not happen between two positions, or before one
  bool always = false;           // of lassos: at every step, at every one from i on; what keeps its value, what changes
  std::vector<Expr> own = {};    // variables of the property: facts about them cost more
  std::vector<Expr> parts = {};  // conditions that the property itself speaks of: facts say that they hold, or do not
  std::vector<Expr> guards =
      {};  // conditions of the model: of lassos, whether they hold; own variables only do at times
  std::vector<Expr> early = {};  // variables that are spoken of at earlier positions than the last one only
  bool one_early = false;        // of these any one, which is chosen for each counterexample
  std::vector<Expr> names = {};  // numbers that only tell things apart: no ranges

  bool is_rich() const { return ranges || differs || pairs || loops || between || always; }
};

class Vocabulary {
 public:
  // Built-in facts speak of `variables`; the system must outlive this.
  Vocabulary(const TransitionSystem&, std::vector<Expr> variables, std::vector<Predicate> predicates,
             Grammar grammar = {});

  const TransitionSystem& system() const { return system_; }
  const Predicate& predicate(PredicateId id) const { return predicates_[id].predicate; }
  std::size_t size() const { return predicates_.size(); }
  std::size_t given() const { return given_; }  // ids below are those that were handed in
  const std::vector<Expr>& variables() const { return variables_; }
  bool is_input(Expr variable) const { return columns_.at(variable).is_input; }
  const Grammar& grammar() const { return grammar_; }
  // The predicate that says what this one says; added if there is none yet.
  PredicateId built_in(Predicate);
  // What an atom says of one position, said of many; and the atom again, where a predicate was made so.
  PredicateId spanning(PredicateId atom, Predicate::Over);
  std::optional<PredicateId> atom_of(PredicateId) const;

  // A predicate that is known, but that no facts are made of.
  PredicateId know(Predicate p) { return add(std::move(p)); }

  // What a predicate says, by the arguments that it says it of: their conjunction is its body, with its spans.
  struct Part {
    Expr body;
    std::vector<std::size_t> arguments;  // increasing, but for those of a span; those from the arity on are fixed
    std::optional<Predicate::Over> over = std::nullopt;  // of a span
  };
  std::size_t parts(PredicateId id) const { return predicates_[id].parts.size(); }
  const Part& part(PredicateId id, std::size_t n) const { return predicates_[id].parts[n].said; }

  // All facts about the first `positions` steps of a trace; position n is step n.  No gaps.  Nothing when a predicate
  // holds in too many places to list.
  std::optional<std::vector<Fact>> facts_of(const Trace&, std::size_t positions);
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
    enum class Kind { Value, Place, Last, Loop, Unread } kind = Kind::Value;
    Column column;
    std::size_t argument = 0;
  };
  struct CompiledPart {
    Part said;
    std::vector<Slot> slots;
    CompiledExpr body;
  };
  struct Compiled {
    Predicate predicate;
    std::vector<CompiledPart> parts;
  };
  PredicateId add(Predicate);
  std::optional<Value> value_at(Expr variable, const Trace&, std::size_t step) const;
  std::optional<Value> value_leaving(Expr variable, const Trace&, std::size_t step) const;
  bool is_frozen(Expr variable) const;
  void list_spans(const Trace&, std::vector<Fact>&);
  void list_between(const Trace&, std::size_t positions, std::vector<Fact>&);
  void list_spans_of(PredicateId atom, const Trace&, std::vector<Fact>&);
  bool holds_at(const CompiledPart&, const std::vector<PositionId>& at, const Trace&, const Placement&) const;
  bool holds_over(const CompiledPart&, const std::vector<PositionId>& at, const Trace&, const Placement&) const;
  bool holds_leaving(const CompiledPart&, const Trace&, std::size_t step) const;
  Slot slot_of(Expr leaf, std::size_t arity) const;
  Value read(const Slot&, const Trace&, const std::vector<PositionId>& at, const Placement&) const;
  CompiledPart compile(Part, std::size_t arity) const;
  bool holds(const CompiledPart&, const std::vector<PositionId>& at, const Trace&, const Placement&) const;
  void require(Places&, const Fact&, const Trace&) const;
  bool list_instances(PredicateId, const Trace&, std::size_t positions, std::vector<Fact>&) const;

  const TransitionSystem& system_;
  std::vector<Expr> variables_;
  std::unordered_map<Expr, Column, ExprHash> columns_;
  std::vector<Compiled> predicates_;
  std::size_t given_ = 0;
  Grammar grammar_;
  std::unordered_map<Expr, PredicateId, ExprHash> built_in_[1 + Predicate::ways_over];  // plain ones, spans; by body
  std::unordered_map<PredicateId, PredicateId> atoms_;                                  // of spans
};

// "There are positions where the predicate holds."
TraceClass instance_of(const Vocabulary&, PredicateId);

}  // namespace whynot::analyse::classify
