// One property decided on one model, by diagrams.  Work that was done before the manager failed is kept, so
// that a failed attempt can be repeated with more effort.
#pragma once
#include <memory>
#include <optional>

#include "engine/symbolic/ctl.h"
#include "engine/symbolic/product.h"
#include "model/query.h"

namespace whynot::engine::symbolic {

class Check {
 public:
  // Both must outlive this.
  Check(Model& model, const Property& property) : model_(model), property_(property) {}

  // Nothing when the manager failed.  Traces leave variables outside the model's cone undefined.
  std::optional<Verdict> run();
  // After a verdict of Violated without evidence: whether a trace may still show it, at the price of a search
  // of its own, and that search.
  bool may_show() const { return static_cast<bool>(to_show_); }
  std::optional<Verdict> show();

 private:
  using Answer = std::optional<Verdict>;
  Answer decide();
  void heed_order();
  Answer invariant(Expr formula);
  Answer ltl(Expr formula);
  Answer by_product(Expr wanted, Product::Compassion, const std::string& otherwise);
  Answer ctl(Expr formula);
  Answer exists(Expr wanted, bool show);
  Answer compute(const Compute&);
  Answer holds(const Space&);
  Answer holds_by_product();
  Answer violated(const Path&, const Space&, Expr settled_by = {});
  // Explores until a state of the target is met, or all is known.
  bool meets(const Bdd& target);

  ExprPool& pool() { return *model_.system().system().pool; }

  Model& model_;
  const Property& property_;
  std::shared_ptr<const void> diagrams_;  // those that the product is made of
  std::unique_ptr<Product> product_;
  Expr to_show_;
};

}  // namespace whynot::engine::symbolic
