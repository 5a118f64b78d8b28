// The runs that share a base counterexample's shape: some variables are loose, all others keep the values of
// the base at every step (Toda & Inoue, section 4: "constrained by the base except v").  The unrolled model
// is partially evaluated step by step, and what is left is a circuit over the bits of the loose variables.
//
// A loose variable has fresh bits at each step, or, where the model gives its next value by a function, bits
// that are that function of the step before; a frozen one has the same bits throughout.  The loop of the
// base, if it has one, is part of the shape: the last step leads back to the same step.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analyse/intervals/circuit_truth.h"
#include "analyse/intervals/fold.h"
#include "encode/blast.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::intervals {

struct Shape {
  Trace base;                  // of which the loose columns are not read
  std::vector<Expr> loose;     // variables of the system
  bool loose_closing = false;  // the inputs of the closing step are loose, too
};

class Family {
 public:
  // The bits of a loose variable at a step, numbered as in `Family::places`.
  struct Place {
    std::size_t loose = 0;  // index into the shape's list; closing inputs come after it
    std::size_t step = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  // System and property must outlive this.  The property is an invariant, or a formula that one trace settles.
  Family(const TransitionSystem&, const Property&, Shape);
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  const encode::Aig& graph() const { return graph_; }
  // Conditions that all hold of exactly the runs of the model in the family.
  const std::vector<encode::Lit>& run() const { return run_; }
  // Whether such a run violates the property (and is fair where only fair runs count).
  encode::Lit violates() const { return violates_; }

  // The number (see Scale) of a loose variable at a step, least significant bit first.
  const encode::Bits& number(const Place& p) const { return number_.at(p); }
  bool has(const Place& p) const { return number_.count(p) > 0; }
  // Fresh bits, by place: inputs of the graph.
  const std::map<Place, encode::Bits>& fresh() const { return fresh_; }
  const std::vector<Expr>& loose() const { return loose_; }
  std::size_t steps() const { return shape_.base.steps.size(); }

  // The trace with the loose columns as an assignment of the graph's nodes says.
  Trace trace(const std::vector<bool>& nodes) const;

 private:
  struct Known {  // where a variable's values stand in the base
    std::size_t column = 0;
    VariableKind kind = VariableKind::State;
    std::optional<std::size_t> loose;
    bool closing_only = false;         // loose on the transition that closes the loop alone
    const Assignment* next = nullptr;  // its next value, if that is a function of what comes before
  };

  void add_variables();
  std::optional<Place> place_of(Expr variable, std::size_t step) const;
  void make_fresh(const Place&);
  void set_code(const Place&, encode::Bits code);
  void set_number(const Place&);
  void compute_next(std::size_t step);
  Folded leaf(Expr, std::size_t step) const;
  encode::Lit literal(const Folded&);
  void require(const std::vector<Expr>& conditions);
  void add_run();
  void read_atom(Expr atom, std::size_t step);
  void add_property(const Property&);
  encode::Lit fair(bool is_ctl);
  std::optional<std::size_t> after(std::size_t step) const { return shape_.base.after(step); }

  const TransitionSystem& system_;
  Shape shape_;
  std::vector<Expr> loose_;  // the shape's, then inputs that are loose on the closing transition
  std::unordered_map<Expr, Known, ExprHash> known_;
  // Conditions on a step; those of `replaced_` hold by construction where the step leads forward.
  std::vector<Expr> initial_, invariant_, step_, replaced_;
  Expr formula_;  // violated when it is false at the first step

  ExprPool residuals_;
  Fold fold_;
  encode::Aig graph_;
  encode::Blaster blaster_;
  std::unordered_map<Expr, encode::Bits, ExprHash> codes_;  // by residual variable
  std::map<Place, Expr> residual_of_;
  std::map<Place, encode::Bits> number_, fresh_;
  CircuitTruth::Atoms atoms_;
  std::vector<encode::Lit> run_;
  encode::Lit violates_;
};

}  // namespace whynot::analyse::intervals
