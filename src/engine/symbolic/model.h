// What is kept about a system between questions: its circuits, and for every cone of influence that was
// asked for, its diagrams and reachable states.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/bits.h"
#include "engine/symbolic/contest.h"
#include "expr/expr.h"

namespace whynot::engine::symbolic {

class Ctl;

// The part of a system that some variables make up, as diagrams.
class Model {
 public:
  // REQUIRES a cone as BitSystem::cone gives it.
  Model(encode::BitSystem&, std::vector<bool> cone);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  ~Model();

  const encode::BitSystem& system() const { return system_; }
  const std::vector<bool>& cone() const { return cone_; }
  bool is_whole() const;

  // Who is asked whether to stop from now on, null for nobody; what had failed may be tried again.
  void watch(Context*);
  solve::BddFailure failure() const { return failure_; }  // of prepare(), or of the manager

  // Builds the relation, under the best of several orders; false when it failed.
  bool prepare();
  // A question that takes long is tried under several orders: then `run`, which says whether it was answered, begins
  // anew with other diagrams.  How far it got its space says.
  struct Attempt {
    std::function<bool()> run;
    std::function<const Space&()> space;
  };
  // Prepares and runs.  False when it failed in the end.  Once the space is explored, its order stays.
  bool attempt(const Attempt&);
  // Prepares, and explores the space.
  bool explore();
  // Whether all states are known, or many rings in small diagrams: it is likely to come to an end.
  bool goes_well() const;
  // Whether an automaton's bits are among the variables: they belong to no state of the system.
  bool has_extra_bits() const { return prepared_ && current()->bits->has_extra(); }
  // REQUIRES prepare(), like all that follows.  What is made of the diagrams must not outlive them.
  const std::shared_ptr<Drawing>& current() const { return contest_.current(); }
  BddBits& bits() { return *current()->bits; }
  Space& space() { return *current()->space; }
  Ctl& ctl();  // REQUIRES that the space is explored
  const Fairness& fairness() const { return current()->fairness; }
  // Whether every run of finite length goes on forever, and is fair.
  bool every_run_is_fair() const { return fairness().justice.empty() && system_.is_total(); }
  // A condition that speaks of inputs or of next values.
  bool speaks_of_step(Expr e) const { return symbolic::speaks_of_step(system_, e); }

 private:
  std::size_t bits_in_cone() const;
  std::shared_ptr<Drawing> draw_entrant(std::span<const encode::BitPlace> order, Context&);

  encode::BitSystem& system_;
  std::vector<bool> cone_;
  Context* context_ = nullptr;
  solve::BddFailure failure_ = solve::BddFailure::None;
  bool prepared_ = false;
  Contest contest_;
  std::unique_ptr<Ctl> ctl_;
};

// The models of one system.  Not for two threads at once.
class ModelStore {
 public:
  // The system must outlive this.
  ModelStore(const TransitionSystem&, Context&, Keep* = nullptr);
  // The one that is kept; a new one where nothing is.
  static std::shared_ptr<ModelStore> of(const TransitionSystem&, Keep*, Context&);

  const TransitionSystem& system() const { return bits_->system(); }
  encode::BitSystem& bits() { return *bits_; }
  // A model whose variables include all that matter for these expressions and for fairness.
  Model& model_for(std::vector<Expr> roots);
  Model& whole();

 private:
  Model& with_cone(const std::vector<bool>& cone);

  std::shared_ptr<encode::BitSystem> bits_;
  std::vector<std::unique_ptr<Model>> models_;
};

}  // namespace whynot::engine::symbolic
