// What is kept about a system between questions: its circuits, and for every cone of influence that was
// asked for, its diagrams and reachable states.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "engine/symbolic/fairness.h"
#include "engine/symbolic/space.h"
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
  // Whether an automaton's bits are among the variables: they belong to no state of the system.
  bool has_extra_bits() const { return built_ && built_->bits->has_extra(); }
  // REQUIRES prepare(), like all that follows.
  BddBits& bits() { return *built_->bits; }
  Space& space() { return *built_->space; }
  Ctl& ctl();  // REQUIRES that the space is explored
  const Fairness& fairness() const { return built_->fairness; }
  // Whether every run of finite length goes on forever, and is fair.
  bool every_run_is_fair() const { return fairness().justice.empty() && system_.is_total(); }
  // A condition that speaks of inputs or of next values.
  bool speaks_of_step(Expr) const;

 private:
  std::size_t bits_in_cone() const;
  struct Built {  // what depends on the order of the bits
    std::unique_ptr<BddBits> bits;
    std::unique_ptr<Space> space;
    Fairness fairness;
    std::size_t size = 0;  // nodes of the relation
  };
  std::unique_ptr<Built> build(std::span<const encode::BitPlace> order, std::uint64_t memory_bytes);

  encode::BitSystem& system_;
  std::vector<bool> cone_;
  Context* context_ = nullptr;
  solve::BddFailure failure_ = solve::BddFailure::None;
  std::unique_ptr<Built> built_;
  std::unique_ptr<Ctl> ctl_;
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
