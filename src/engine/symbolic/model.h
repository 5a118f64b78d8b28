// What is kept about a system between questions: its circuits, and for every cone of influence that was
// asked for, its diagrams and reachable states.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "engine/symbolic/fairness.h"
#include "engine/symbolic/space.h"

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

  BddBits& bits() { return bits_; }
  const std::vector<bool>& cone() const { return bits_.cone(); }
  bool is_whole() const;

  // Builds the relation, as far as the manager lets it; false when it failed.
  bool prepare();
  Space& space() { return *space_; }           // REQUIRES prepare()
  Ctl& ctl();                                  // REQUIRES that the space is explored
  const Fairness& fairness() const { return fairness_; }
  // Whether every run of finite length goes on for ever, and is fair.
  bool every_run_is_fair() const { return fairness_.justice.empty() && is_total_; }
  // A condition that speaks of inputs or of next values.
  bool speaks_of_step(Expr) const;
  // The parts of the relation and of the initial condition, for products.
  const std::vector<Bdd>& clusters() const { return space_->relation().clusters(); }

 private:
  Model(encode::BitSystem&, std::vector<bool> cone, encode::BddParts);
  Bdd all_of(std::span<const encode::Lit>);
  void add_fairness();

  encode::BddParts parts_;
  BddBits bits_;
  std::unique_ptr<Space> space_;
  Fairness fairness_;
  std::unique_ptr<Ctl> ctl_;
  bool is_total_;
};

// The models of one system.  Not for two threads at once.
class ModelStore {
 public:
  // The system must outlive this.
  ModelStore(const TransitionSystem&, Context&);

  const TransitionSystem& system() const { return bits_.system(); }
  encode::BitSystem& bits() { return bits_; }
  // A model whose variables include all that matter for these expressions and for fairness.
  Model& model_for(std::vector<Expr> roots);
  Model& whole();

 private:
  Model& with_cone(const std::vector<bool>& cone);

  encode::BitSystem bits_;
  std::vector<std::unique_ptr<Model>> models_;
};

}  // namespace whynot::engine::symbolic
