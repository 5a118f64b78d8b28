// Backwards from what violates to the states that lead there, then forwards from the start to the step asked for.
#include "engine/symbolic/violating.h"

#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::engine::symbolic {

std::optional<ViolatingRuns> ViolatingRuns::any(Model& model) {
  if (!model.explore()) return std::nullopt;
  ViolatingRuns runs(model.space());
  runs.winning_ = model.space().reached();
  runs.wrong_ = model.space().nothing();
  return runs;
}

std::optional<ViolatingRuns> ViolatingRuns::of(Model& model, const Property& property) {
  if (!model.explore()) return std::nullopt;
  if (property.kind == PropertyKind::Invariant) {
    ViolatingRuns runs(model.space());
    return runs.heed_invariant(model, property.formula) ? std::optional(std::move(runs)) : std::nullopt;
  }
  ExprPool& pool = *model.system().system().pool;
  return by_product(model, path_formula(pool, property),
                    property.is_ltl() ? Product::Compassion::Heeded : Product::Compassion::Ignored);
}

bool ViolatingRuns::heed_invariant(Model& model, Expr formula) {
  const Bdd reached = space_->reached();
  wrong_ = !model.bits().condition(formula);
  const Bdd bad = model.speaks_of_step(formula) ? space_->relation().preimage(reached, wrong_) : wrong_;
  winning_ = space_->backwards(reached, bad & reached);
  return !space_->failed();
}

std::optional<ViolatingRuns> ViolatingRuns::by_product(Model& model, Expr formula, Product::Compassion compassion) {
  ExprPool& pool = *model.system().system().pool;
  const Expr wanted = negation_normal_form(pool, formula, true);
  if (delayed_steps(wanted) > most_expanded_steps) return std::nullopt;
  const bool far = expanded_steps(wanted) > most_expanded_steps;
  auto product = std::make_unique<Product>(model, far ? expand_lower_bounds(pool, wanted) : expand_bounds(pool, wanted),
                                           compassion);
  Space& space = product->space();
  space.explore();
  if (space.failed()) return std::nullopt;
  const Bdd hull = fair_hull(space, product->fairness(), space.reached());
  ViolatingRuns runs(space);
  runs.winning_ = space.backwards(space.reached(), hull);
  runs.wrong_ = space.nothing();
  runs.product_ = std::move(product);
  return space.failed() ? std::nullopt : std::optional(std::move(runs));
}

const ViolatingRuns::Layer& ViolatingRuns::layer(std::size_t step) {
  if (layers_.empty()) layers_.push_back({space_->initial(), space_->nothing()});
  if (step > 0 && !wrong_steps_) {
    std::vector<Bdd> parts = space_->relation().clusters();
    parts.push_back(wrong_);
    wrong_steps_.emplace(space_->bits(), std::move(parts), space_->relation().allowed());
  }
  while (layers_.size() <= step && !space_->failed()) {
    const auto [all, violated] = layers_.back();
    layers_.push_back({space_->image(all, space_->reached()),
                       (wrong_steps_->image(all) | space_->relation().image(violated)) & space_->reached()});
  }
  return layers_.back();
}

Bdd ViolatingRuns::states_at(std::size_t step) {
  const auto& [all, violated] = layer(step);
  return (all & winning_) | violated;
}

Bdd ViolatingRuns::inputs_after(std::size_t step) {
  const auto& [all, violated] = layer(step);
  BddBits& bits = space_->bits();
  const Bdd& allowed = space_->relation().allowed();
  Bdd steps = (all & (bits.to_next(winning_) | wrong_)) | violated;
  steps &= allowed & bits.to_next(allowed);
  for (const Bdd& cluster : space_->relation().clusters()) steps &= cluster;
  using Role = BddBits::Role;
  return steps.exists(bits.cube_of(Role::Current) & bits.cube_of(Role::Next) & bits.cube_of(Role::Frozen));
}

}  // namespace whynot::engine::symbolic
