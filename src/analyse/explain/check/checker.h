// The judge of proofs: is every rule applied as the proof system says?  Single states, steps and facts by the
// Stepper and the evaluator, sets by SAT on an encoding of its own; nothing of the builder or of the decision
// diagrams behind it.  What is shown has passed here.
//
// "Every state of B has a step into C" is decided by asking for a state without one: each choice of inputs and
// free next values that some state can make is taken out for all states that can make it, until none is left.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "analyse/explain/check/encoding.h"
#include "analyse/explain/check/reading.h"
#include "analyse/explain/proof.h"
#include "model/slots.h"
#include "model/stepper.h"

namespace whynot::analyse::explain {

struct Refusal {
  NodeId node = no_node;
  std::string reason;
  bool stopped = false;  // the context said stop: nothing is known
};

class Checker {
 public:
  // All must outlive this.
  Checker(const TransitionSystem&, const Stepper&, Context&);

  // The whole of what is expanded, and that the root is about the property's initial states.
  std::optional<Refusal> check(const Proof&, Expr property);
  // One rule.
  std::optional<Refusal> check_node(const Proof&, NodeId);

 private:
  using Why = std::optional<std::string>;  // what is wrong
  Why root(Expr property);
  Why common();  // what all goals about sets, and all E and A, rest on
  Why rule(const Node&);
  Why initial(const Node&);
  Why atom(const Node&);
  Why junction(const Node&);
  Why next(const Node&);
  Why until(const Node&);
  Why unfold(const Node&);
  Why globally(const Node&);
  Why loop(const Node&);
  Why staying_set(const Node&);
  Why closed_set(const Node&);
  Why layers(const Node&);

  const Node* premise(const Node& n, std::size_t i) const {
    return i < n.premises.size() ? &proof_->at(n.premises[i]) : nullptr;
  }
  bool is_premise(const Node* p, Claim) const;  // the formula
  bool is_kept(const Node* p, Claim) const;     // … and a fair run starts there
  bool is_weak(const Node* p, Claim) const;     // … or none does
  bool same_place(const Goal&, const Goal&) const;
  bool is_next_until(Expr, const UntilReading&) const;  // the same until, one step on
  bool needs_fairness() const { return proof_->runs == Runs::Fair && !proof_->always_fair; }
  bool is_conjunction(const Node* p, const std::vector<Claim>&) const;
  bool is_constant(Expr e, bool value) const;
  bool is_fair_goal(Expr) const;    // EG TRUE
  bool is_unfair_goal(Expr) const;  // AF FALSE
  bool is_existential_goal(Expr) const;
  bool is_universal_goal(Expr) const;
  Expr without_unfair(Expr) const;  // of `f | AF FALSE`: f

  // Conditions; each is asked of the solver, or of the evaluator for single states.
  bool holds_at(Expr, const State&, const Inputs* = nullptr, const State* after = nullptr) const;
  Expr place(const Goal&) const;
  Expr within_reachable(Expr set) const;
  int here(const Goal&);   // the place, as a literal over the current state
  int there(const Goal&);  // over the next one
  int set_here(Expr set);
  int set_there(Expr set);
  bool impossible(std::initializer_list<int>);
  bool inside(const Goal&, std::initializer_list<int> any);
  bool some_step(const Goal& from, const Goal& to, const std::vector<Inputs>&);
  bool every_has_step(int from, Expr into, Expr label = {});
  Expr function_of(Expr variable) const;
  int chosen_step(Expr wanted);
  bool all_steps(const Goal& from, const Goal& to);
  int any_of(std::span<const int>);

  const TransitionSystem& system_;
  const Stepper& stepper_;
  Slots slots_;
  std::unique_ptr<Encoding> encoding_;
  int step_ = 0, allowed_ = 0, initial_ = 0;
  const Proof* proof_ = nullptr;
  bool stopped_ = false;
  Expr known_reachable_;
  bool known_fair_ = false;
};

}  // namespace whynot::analyse::explain
