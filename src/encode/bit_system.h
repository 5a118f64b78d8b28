// A transition system as circuits: one and-inverter graph over the bits of the current state, the inputs and
// the next state, in which every condition of the model is a literal.  Made once per search; SAT frames are
// copies of it, BDD relations are built from it.
//
// Assignments of single values are kept apart as functions, so that encoders may substitute them instead of
// inventing bits and demanding equality.  What can stop a run (TRANS, INVAR, values that may leave their
// type) is in the constraints.
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "encode/blast.h"
#include "model/system/transition_system.h"

namespace whynot::encode {

// A value given to a variable: a function of the other bits, or a choice among the members of a set.
struct BitAssignment {
  std::optional<Bits> function;  // the code
  Lit holds;                     // the assignment, as a condition on all bits
  Lit fits;                      // whether the value (or one of the set's) belongs to the variable's type
};

struct VariableBits {
  Expr variable;
  VariableKind kind = VariableKind::State;
  Bits current;  // inputs of the graph, least significant first; for an input variable: its bits
  Bits next;     // inputs of the graph; those of `current` for a frozen variable, none for an input
  Lit valid;     // the current code stands for a value
  std::optional<BitAssignment> init, step, always;  // `step` speaks of the next bits, the others of the current

  Type type() const { return variable.type(); }
  bool is_function_at_start() const { return (always && always->function) || (init && init->function); }
  bool is_function_of_step() const { return (always && always->function) || (step && step->function); }
};

class BitSystem {
 public:
  // The system must outlive this.
  explicit BitSystem(const TransitionSystem&);
  BitSystem(const BitSystem&) = delete;
  BitSystem& operator=(const BitSystem&) = delete;

  const TransitionSystem& system() const { return original_; }
  Aig& graph() { return graph_; }
  const Aig& graph() const { return graph_; }
  const std::vector<VariableBits>& variables() const { return variables_; }  // as declared
  std::size_t index_of(Expr variable) const { return index_.at(variable); }
  // Functions are evaluated in these orders: what a function needs comes before it.
  const std::vector<std::size_t>& start_order() const { return start_order_; }
  const std::vector<std::size_t>& step_order() const { return step_order_; }

  // The value, or the set of values, that is assigned to a state variable in a step, over current, input and next
  // variables; null if none is.
  Expr value_in_step(std::size_t variable) const;

  // What a variable may become where a set of values is assigned to it: codes, each with the condition under which it
  // is in the set; for an interval no bits.  At the start, or else in a step; nothing where no set is assigned.  Some
  // of very many may be left out.
  struct Member {
    Lit guard;
    Bits code;
  };
  std::vector<Member> members(std::size_t variable, bool start);

  // Conditions beyond the assignments and the validity of codes, each with the variables it speaks of.
  struct Condition {
    Expr expression;
    Lit literal;
  };
  const std::vector<Condition>& init() const { return init_; }
  const std::vector<Condition>& invar() const { return invar_; }  // on the current state
  const std::vector<Condition>& trans() const { return trans_; }

  // A boolean expression over current, input and next variables.
  Lit condition(Expr e) { return blaster_.condition(e); }

  // Asks a solver whether values can leave the types of their variables, whatever the state; those that
  // cannot need no check in any frame.  What is not decided soon stays as it is.
  void settle_fits(Context&);
  // Whether every allowed state has a successor for a reason that can be read off the model: no TRANS, no
  // INVAR, and assignments that always give a value.  Call settle_fits first.
  bool is_total() const;

  // The variables that matter for expressions: those in them or in a constraint, and what these are
  // computed from.  The values of all others can be computed along any run of these.
  std::vector<bool> cone(std::span<const Expr> roots) const;
  std::vector<bool> everything() const { return std::vector<bool>(variables_.size(), true); }

 private:
  void make_bits(const VariableDecl&);
  Bits leaf(Expr) const;
  BitAssignment assign(const Assignment&, const Bits& target);
  std::vector<std::size_t> topological(bool start);
  std::vector<std::size_t> needs(std::size_t variable, bool start) const;
  void demote(std::size_t variable, bool start);

  const TransitionSystem& original_;
  TransitionSystem system_;  // with definitions found
  Aig graph_;
  std::vector<VariableBits> variables_;
  std::unordered_map<Expr, std::size_t, ExprHash> index_;
  Blaster blaster_;
  std::vector<Condition> init_, invar_, trans_;
  std::vector<const Assignment*> init_of_, step_of_, always_of_;  // by variable; into system_
  std::vector<std::size_t> start_order_, step_order_;
};

}  // namespace whynot::encode
