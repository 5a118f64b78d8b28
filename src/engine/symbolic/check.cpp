// Picks the cheapest way that fits the property: reachability, CTL fixed points, a witness path or the product.
#include "engine/symbolic/check.h"

#include <limits>

#include "engine/symbolic/evidence/witness.h"
#include "engine/symbolic/fold.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "model/system/truth.h"

namespace whynot::engine::symbolic {
namespace {

// The alternatives of a formula, from left to right.
std::vector<Expr> alternatives(Expr root) {
  std::vector<Expr> found, open{root};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.is(Op::Or) && !is_plain(e)) {
      open.push_back(e.arg(1));
      open.push_back(e.arg(0));
    } else {
      found.push_back(e);
    }
  }
  return found;
}

// Whether the time bounds span more steps than are written out.
bool is_far(Expr formula) { return expanded_steps(formula) > most_expanded_steps; }

// A lasso cut to the shortest beginning on which the formula is false already.
Trace shortest_prefix(const TransitionSystem& system, Trace trace, Expr formula) {
  Trace prefix{trace.signature, {}, std::nullopt, {}, std::nullopt};
  for (const Step& step : trace.steps) {
    prefix.steps.push_back(step);
    if (TraceTruth(system, prefix, formula).at(formula, 0) == Truth::False) return prefix;
  }
  return trace;
}

}  // namespace

std::optional<Verdict> Check::run() {
  if (property_.is_ctl() && fold_constants(pool(), property_.formula) == pool().boolean(true))
    return Holds{NoEvidence{"it holds whatever the model does"}};
  Answer answer;
  const auto run = [&] {
    answer = decide();
    return answer.has_value();
  };
  const auto space = [&]() -> const Space& { return product_ ? product_->space() : model_.space(); };
  return model_.attempt({run, space}) ? answer : std::nullopt;
}

Check::Answer Check::decide() {
  heed_order();
  if (property_.kind == PropertyKind::Invariant) return invariant(property_.formula);
  if (property_.kind == PropertyKind::Compute) return compute(*property_.compute);
  return property_.is_ltl() ? ltl(property_.formula) : ctl(property_.formula);
}

// What was made under another order is of no use any more.
void Check::heed_order() {
  if (diagrams_ != model_.current()) product_.reset();
  diagrams_ = model_.current();
}

Check::Answer Check::holds(const Space& space) {
  if (!space.is_explored()) return Holds{NoEvidence{"it holds whatever the model does"}};
  Integer states = model_.bits().count_states(space.reached());
  if (space.failed()) return std::nullopt;
  return Holds{WholeSpace{std::move(states)}};
}

// The product has only those states in which the negation may still become true: their number says nothing of the
// model.
Check::Answer Check::holds_by_product() {
  if (model_.space().is_explored()) return holds(model_.space());
  return Holds{NoEvidence{"no fair run satisfies its negation"}};
}

Check::Answer Check::violated(const Path& path, const Space& space, Expr settled_by) {
  if (space.failed()) return std::nullopt;
  Trace trace = trace_of(space, path);
  if (space.failed()) return std::nullopt;
  const TransitionSystem& system = model_.system().system();
  if (settled_by && trace.loop && !system.has_fairness()) trace = shortest_prefix(system, std::move(trace), settled_by);
  return Violated{std::move(trace)};
}

bool Check::meets(const Bdd& target) {
  Space& space = model_.space();
  if (!space.explores_by_rings()) {
    space.explore();
    return space.is_explored() && space.reached().intersects(target);
  }
  for (const Bdd& ring : space.rings())
    if (ring.intersects(target)) return true;
  while (space.grow())
    if (space.rings().back().intersects(target)) return true;
  return false;
}

// One that speaks of a transition is shown with the step that leaves the state.
Check::Answer Check::invariant(Expr formula) {
  Space& space = model_.space();
  const Bdd wrong = !model_.bits().condition(formula);
  const bool by_step = model_.speaks_of_step(formula);
  const Bdd everywhere = space.relation().allowed();
  const Bdd bad = by_step ? space.relation().preimage(everywhere, wrong) : wrong;
  if (!meets(bad)) return space.failed() ? std::nullopt : holds(space);
  Path path = path_to(space, bad);
  if (by_step) take_step(space, path, wrong, everywhere);
  return violated(path, space);
}

Check::Answer Check::ltl(Expr formula) {
  const TransitionSystem& system = model_.system().system();
  const Expr wanted = negation_normal_form(pool(), formula, true);
  if (system.compassion.empty() && !model_.speaks_of_step(formula))
    if (const Expr linear = as_linear_ctl(pool(), wanted, is_far(wanted) ? Bounds::Kept : Bounds::Refused))
      return exists(linear, true);
  return by_product(wanted, Product::Compassion::Heeded, "");
}

// Whether some fair run satisfies an LTL formula.  If none does the property holds, unless `otherwise` says
// why nothing can be shown.
Check::Answer Check::by_product(Expr wanted, Product::Compassion compassion, const std::string& otherwise) {
  if (delayed_steps(wanted) > most_expanded_steps) return Unknown{"its time bounds begin after too many steps"};
  if (!product_) {
    const Expr written = is_far(wanted) ? expand_lower_bounds(pool(), wanted) : expand_bounds(pool(), wanted);
    product_ = std::make_unique<Product>(model_, written, compassion);
    if (product_->space().failed()) product_.reset();
  }
  if (!product_) return std::nullopt;
  Space& space = product_->space();
  space.explore();
  if (space.failed()) return std::nullopt;
  const Bdd hull = fair_hull(space, product_->fairness(), space.reached());
  if (space.failed()) return std::nullopt;
  if (hull.is_false()) return otherwise.empty() ? holds_by_product() : Answer(Violated{NoEvidence{otherwise}});
  Path path = path_to(space, hull);
  if (!close_fair_loop(space, product_->fairness(), hull, path)) return std::nullopt;
  return violated(path, space, negation_normal_form(pool(), wanted, true));
}

Check::Answer Check::ctl(Expr formula) {
  const Expr wanted = negation_normal_form(pool(), formula, true);
  if (one_run_tells(wanted)) return exists(wanted, true);
  Answer answer = exists(wanted, false);
  if (!answer || !std::holds_alternative<Violated>(*answer)) return answer;
  const Expr path = path_formula(pool(), formula, Polarity::Violating);
  if (path) to_show_ = negation_normal_form(pool(), path, true);
  return Violated{NoEvidence{"one run cannot show why it fails"}};
}

std::optional<Verdict> Check::show() {
  heed_order();
  Answer shown =
      by_product(to_show_, Product::Compassion::Ignored, "no single trace was found that shows why it fails");
  if (shown && std::holds_alternative<Unknown>(*shown)) return std::nullopt;  // what was found out stays
  return shown;
}

// Whether some initial state that starts a fair run satisfies the CTL formula; then the property is violated.
// What is said of all reachable states is seen on them at once, without going back to the initial ones.
Check::Answer Check::exists(Expr wanted, bool show) {
  Space& space = model_.space();
  for (Expr e : alternatives(wanted)) {
    if (fold_constants(pool(), e) == pool().boolean(false)) continue;
    const bool anywhere = e.is(Op::EF) && bounds_of(e).unbounded();
    const Expr inside = anywhere ? e.arg(0) : e;
    Bdd found;
    if (anywhere && is_plain(inside) && model_.every_run_is_fair()) {
      found = model_.bits().condition(inside);
      if (!meets(found)) {
        if (space.failed()) return std::nullopt;
        continue;
      }
    } else {
      space.explore();
      if (space.failed()) return std::nullopt;
      Ctl& ctl = model_.ctl();
      found = ctl.states_of(inside) & (anywhere ? space.reached() : space.initial());
      if (found.is_satisfiable()) found &= ctl.fair();
      if (space.failed()) return std::nullopt;
      if (found.is_false()) continue;
    }
    if (!show) return Violated{NoEvidence{}};
    Path path = path_to(space, found);
    if (!is_plain(inside) || !model_.every_run_is_fair()) {
      if (!follow(model_.ctl(), model_, path, inside)) return std::nullopt;
    }
    return violated(path, space);
  }
  return holds(space);
}

Check::Answer Check::compute(const Compute& c) {
  Space& space = model_.space();
  space.explore();
  if (space.failed()) return std::nullopt;
  Ctl& ctl = model_.ctl();
  const Bdd fair = ctl.fair();
  const Bdd from = ctl.states_of(c.from) & fair, to = ctl.states_of(c.to) & fair;
  if (space.failed()) return std::nullopt;
  // No way at all: the least length is infinity, the greatest is not defined.
  if (c.maximum && (from.is_false() || to.is_false()))
    return Unknown{"undefined: no reachable state to start from or to end in"};
  // MIN: forwards until `to` is met.  MAX: the longest way that avoids `to`, infinity if one never ends; only the
  // states on such ways count.
  const Bdd inside = c.maximum ? space.forwards(fair - to, from - to) : fair;
  Bdd at = c.maximum ? inside : from, seen = at;
  for (std::size_t length = 0; !space.failed(); ++length) {
    if (c.maximum ? !at.intersects(from) : at.intersects(to))
      return space.failed() ? Answer() : Computed{Integer(length)};
    const Bdd next = c.maximum ? space.preimage(at, inside) : space.image(at, inside) - seen;
    if (c.maximum ? next == at : next.is_false()) return space.failed() ? Answer() : Computed{};
    at = next;
    seen |= at;
  }
  return std::nullopt;
}

}  // namespace whynot::engine::symbolic
