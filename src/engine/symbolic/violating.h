// All runs that violate a property, at once: which states they have at a given step, and which inputs they read after
// it.  Of an invariant these are the runs, finite or not, with a step where it is wrong; of LTL, and of CTL that one
// run refutes, the fair infinite runs of the product with the negation.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "engine/symbolic/product.h"
#include "model/property.h"

namespace whynot::engine::symbolic {

class ViolatingRuns {
 public:
  // REQUIRES a property that one run refutes.  Nothing when the manager failed, or time bounds are too far.  The model
  // must outlive this, as it does in the following.
  static std::optional<ViolatingRuns> of(Model&, const Property&);
  // All runs of the model, violating or not, fair or not.
  static std::optional<ViolatingRuns> any(Model&);

  // Over the bits of states, extra ones included; invalid when the manager failed.
  Bdd states_at(std::size_t step);
  // Those of a step that leaves the states of such runs at that step: over inputs.
  Bdd inputs_after(std::size_t step);

 private:
  explicit ViolatingRuns(Space& space) : space_(&space) {}
  bool heed_invariant(Model&, Expr formula);
  static std::optional<ViolatingRuns> by_product(Model&, Expr formula, Product::Compassion);

  struct Layer {  // the states that runs have at a step, whether or not they have violated the property before it
    Bdd all, violated;
  };
  const Layer& layer(std::size_t step);

  std::unique_ptr<Product> product_;
  Space* space_;
  Bdd winning_;  // the states from which a run goes on to violate the property
  Bdd wrong_;    // of an invariant: steps that violate it, over current, input and next bits
  std::optional<BddRelation> wrong_steps_;
  std::vector<Layer> layers_;
};

}  // namespace whynot::engine::symbolic
