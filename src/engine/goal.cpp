#include "engine/goal.h"

#include "model/property.h"

namespace whynot::engine {
namespace {

using encode::Unroll;
using solve::Aig;
using solve::Lit;

class InvariantGoal : public Goal {
 public:
  InvariantGoal(Unroll& unroll, Expr invariant) : unroll_(unroll) {
    fails_ = !unroll.system().condition(invariant);
    leaves_ = speaks_of_transition(invariant, [&](Expr v) {
      return unroll.system().variables()[unroll.system().index_of(v)].kind == VariableKind::Input;
    });
  }

  std::vector<Lit> at(std::size_t bound) override {
    unroll_.extend_to(bound + 1);
    for (std::size_t p = failed_.size(); p < positions(bound); ++p) {
      const Lit here = unroll_.at(fails_, p);
      // What is exhausted was made false forever; the chain need not repeat it.
      failed_.push_back(p == 0 || p <= exhausted_ ? here : unroll_.graph().or_(failed_.back(), here));
    }
    return {positions(bound) == 0 ? Aig::constant(false) : failed_[positions(bound) - 1]};
  }

  void exhaust(std::size_t bound) override {
    if (positions(bound) == 0) return;
    unroll_.cnf().require(!failed_[positions(bound) - 1]);
    exhausted_ = positions(bound);
  }

 private:
  // How many positions of a run of that depth can fail.
  std::size_t positions(std::size_t bound) const { return leaves_ ? bound : bound + 1; }

  Unroll& unroll_;
  Lit fails_;
  bool leaves_ = false;
  std::vector<Lit> failed_;  // up to each position
  std::size_t exhausted_ = 0;
};

class LassoGoal : public Goal {
 public:
  LassoGoal(Unroll& unroll, Expr formula) : unroll_(unroll), lasso_(unroll, formula) {}

  std::vector<Lit> at(std::size_t bound) override {
    if (bound_ != bound) current_ = lasso_.close(bound);
    bound_ = bound;
    return {current_.active};
  }
  void exhaust(std::size_t) override { unroll_.cnf().require(!current_.active); }
  Lit loops(std::size_t) override { return current_.loops; }
  Lit loop_starts_at(std::size_t position) override { return lasso_.starts_at(position); }
  std::optional<std::size_t> loop_start(std::size_t bound, const std::vector<bool>& model) override {
    return lasso_.loop_start(bound, model);
  }

 private:
  Unroll& unroll_;
  encode::Lasso lasso_;
  std::optional<std::size_t> bound_;
  encode::Lasso::Bound current_;
};

}  // namespace

std::unique_ptr<Goal> invariant_goal(Unroll& unroll, Expr invariant) {
  return std::make_unique<InvariantGoal>(unroll, invariant);
}

std::unique_ptr<Goal> lasso_goal(Unroll& unroll, Expr formula) { return std::make_unique<LassoGoal>(unroll, formula); }

}  // namespace whynot::engine
