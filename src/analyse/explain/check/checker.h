// The judge of proofs: is every rule applied as the proof system says?  Single states, steps and facts by the
// Stepper and the evaluator, sets by SAT on an encoding of its own; nothing of the builder or of the decision
// diagrams behind it.  What is shown has passed here.
//
// Most rules are of two kinds.  Local ones: at each state of the goal one premise holds that implies it there.
// Steps: what must be true now is, and some step, or every one, leads to where the rest is.  Those about runs
// that go on forever (loops, closed sets, layers) are checked one by one.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "analyse/explain/build/proof.h"
#include "analyse/explain/check/normal.h"
#include "check/encoding.h"
#include "model/stepper.h"
#include "model/system/slots.h"

namespace whynot::analyse::explain {

struct Refusal {
  NodeId node = no_node;
  std::string reason;
  bool stopped = false;  // the context said stop: nothing is known
};

// What was found true of a system: the same proof, built again, is not judged again.
struct Judged {
  using Case = std::tuple<Node, std::vector<Goal>, Expr, bool, bool, Runs>;  // a rule, and what its judgement rests on
  Expr reachable;
  std::optional<Case> fair;  // what told that every run is fair
  std::unordered_map<NodeId, Case> passed;
};

class Checker {
 public:
  // All must outlive this.  What was judged of the same system before counts, too.
  Checker(const TransitionSystem&, const Stepper&, Context&, std::shared_ptr<Judged> = std::make_shared<Judged>());

  // The whole of what is expanded, and that the root is about the property's initial states.  A rule that has passed
  // is not judged again while all that its judgement rests on is the same.
  std::optional<Refusal> check(const Proof&, Expr property);

  // Questions that help to find a proof: whether the function makes a step from every state that the model allows, and
  // whether the state is the only initial one.
  bool always_steps(const ChoiceFunction& choice) { return leads(choice, allowed_, allowed_); }
  bool is_only_initial(const State&);

 private:
  using Why = std::optional<std::string>;  // what is wrong
  Judged::Case as_it_is(const Node&) const;
  Why root(Expr property);
  Why common();  // what all goals about sets, and all E and A, rest on
  Why rule(const Node&);
  Why initial(const Node&), fact(const Node&), both(const Node&), local(const Node&), step(const Node&);
  Why loop(const Node&), staying_set(const Node&), closed_set(const Node&), layers(const Node&), induction(const Node&);

  // What formulas say, in normal form.
  Expr said(const Node& n) { return forms_.of(n.goal.formula); }
  Expr earlier(Expr until) const;  // the same until (or its negation), one step on
  bool needs_fairness() const { return proof_->runs == Runs::Fair && !proof_->always_fair; }
  bool is_kept(Expr said, Expr f) const;  // f, and a fair run starts there
  bool is_weak(Expr said, Expr f) const;  // f, or none does
  bool implies(Expr said, const Node& goal);
  bool is_valid(Expr said, bool fair, int& left);  // everywhere, or where a fair run starts

  const Node& premise(const Node& n, std::size_t i) const { return proof_->at(n.premises[i]); }
  bool covered(const Goal&, const std::vector<NodeId>& by);
  bool holds_at(Expr, const State&, const Inputs* = nullptr, const State* after = nullptr) const;

  // steps.cpp: the conditions that are asked of the solver.
  void start_afresh();
  int a_step(check::Moment now = 0);
  Expr place(const Goal&) const;
  Expr within_reachable(Expr set) const;
  int here(Expr place) { return encoding_->literal(place); }
  int there(Expr place) { return encoding_->literal(place, 1); }
  bool impossible(std::initializer_list<int>);
  bool some_step(const Node&, const Goal& to);
  bool leads(const ChoiceFunction&, Expr from, Expr into, Expr label = {});

  const TransitionSystem& system_;
  const Stepper& stepper_;
  Context& context_;
  ExprPool& pool_;
  Slots slots_;
  NormalForms forms_;
  Expr yes_, fair_, unfair_, allowed_, step_, initial_;
  std::vector<Expr> now_;  // the variables of a state
  std::unique_ptr<check::Encoding> encoding_;
  static constexpr int few_variables = 500;
  int most_variables_ = few_variables;  // for all steps, once one has been asked about
  const Proof* proof_ = nullptr;
  bool stopped_ = false;
  std::shared_ptr<Judged> judged_;
};

}  // namespace whynot::analyse::explain
