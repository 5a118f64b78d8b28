#include "encode/positions.h"

#include <algorithm>
#include <optional>
#include <set>

namespace whynot::encode {

Positions::Positions(const TraceConstraint& constraint, const BitSystem& system) : constraint_(constraint) {
  Blaster blaster(*system.system().pool, graph_, [&](Expr e) { return leaf(system, e); });
  for (Expr fact : constraint.facts) add_fact(blaster, system, fact);
  drop_implied_orders();
}

Bits Positions::leaf(const BitSystem& system, Expr e) {
  // The Variable below an At is visited too, but nothing reads it: facts speak of positions only.
  const Expr variable = e.is(Op::At) ? e.arg(0) : e;
  Leaf made{system.index_of(variable), e.is(Op::At) ? static_cast<std::size_t>(e.a()) : 0, {}};
  for (std::size_t i = 0; i < code_width(variable.type()); ++i) made.bits.push_back(graph_.input());
  if (e.is(Op::At)) leaves_.push_back(made);
  return made.bits;
}

void Positions::add_fact(Blaster& blaster, const BitSystem& system, Expr e) {
  Fact fact;
  fact.literal = blaster.condition(e);
  std::set<std::size_t> scope;
  for_each_postorder(e, [&](Expr below) {
    if (!below.is(Op::At)) return;
    scope.insert(static_cast<std::size_t>(below.a()));
    const VariableBits& v = system.variables()[system.index_of(below.arg(0))];
    if (v.kind == VariableKind::Input) fact.reads_inputs_at.insert(static_cast<std::size_t>(below.a()));
  });
  fact.scope.assign(scope.begin(), scope.end());
  facts_.push_back(std::move(fact));
}

std::vector<Expr> Positions::support() const {
  std::vector<Expr> found;
  for (Expr fact : constraint_.facts)
    for (Expr variable : whynot::support(fact)) found.push_back(variable);
  return found;
}

// All pairs of a chain i < j < k would tie every position to every other; neighbours say the same.
void Positions::drop_implied_orders() {
  std::vector<Order>& order = constraint_.order;
  const std::size_t n = constraint_.positions.size();
  for (std::size_t candidate = order.size(); candidate-- > 0;) {
    std::vector<std::optional<std::size_t>> farthest(n);  // from `before`, by the other orders
    farthest[order[candidate].before] = 0;
    for (std::size_t round = 0; round < n; ++round)
      for (std::size_t i = 0; i < order.size(); ++i)
        if (i != candidate && farthest[order[i].before])
          farthest[order[i].after] =
              std::max(farthest[order[i].after].value_or(0), *farthest[order[i].before] + order[i].distance);
    const auto& reached = farthest[order[candidate].after];
    if (reached && *reached >= order[candidate].distance)
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(candidate));
  }
}

Lit Positions::fact_at(Fact& fact, Unroll& unroll, const Tuple& frames) {
  const auto found = fact.known.find(frames);
  if (found != fact.known.end()) return found->second;
  solve::Substitution copy(graph_, unroll.graph());
  for (const Leaf& leaf : leaves_) {
    const auto at = std::find(fact.scope.begin(), fact.scope.end(), leaf.position);
    if (at == fact.scope.end()) continue;
    const Bits bits = unroll.bits(leaf.variable, frames[static_cast<std::size_t>(at - fact.scope.begin())]);
    for (std::size_t i = 0; i < bits.size(); ++i) copy.set(leaf.bits[i].node(), bits[i]);
  }
  return fact.known.emplace(frames, copy.apply(fact.literal)).first->second;
}

template <class Visit>
void Positions::for_each_placement(const Tuple& scope, std::size_t last, Visit visit) const {
  Tuple placed;
  for (std::size_t p : scope) placed.push_back(constraint_.positions[p].fixed.value_or(0));
  while (true) {
    visit(placed);
    std::size_t digit = 0;
    for (; digit < scope.size(); ++digit) {
      if (constraint_.positions[scope[digit]].fixed) continue;
      if (++placed[digit] <= last) break;
      placed[digit] = 0;
    }
    if (digit == scope.size()) return;
  }
}

std::vector<Positions::Factor> Positions::factors(Unroll& unroll, std::size_t last, bool leaves_last) {
  std::vector<Factor> result;
  for (Fact& fact : facts_) {
    result.push_back({fact.scope, {}});
    for_each_placement(fact.scope, last, [&](const Tuple& frames) {
      bool lacks_inputs = false;
      for (std::size_t i = 0; !leaves_last && i < frames.size(); ++i)
        lacks_inputs = lacks_inputs || (frames[i] == last && fact.reads_inputs_at.count(fact.scope[i]));
      const Lit here = lacks_inputs ? Aig::constant(false) : fact_at(fact, unroll, frames);
      if (here != Aig::constant(false)) result.back().table.emplace(frames, here);
    });
  }
  for (const Order& o : constraint_.order) {
    Factor factor{{std::min(o.before, o.after), std::max(o.before, o.after)}, {}};
    if (o.before == o.after) factor.scope.pop_back();
    for_each_placement(factor.scope, last, [&](const Tuple& frames) {
      const std::size_t before = o.before <= o.after ? frames.front() : frames.back();
      const std::size_t after = o.before <= o.after ? frames.back() : frames.front();
      if (before + o.distance <= after) factor.table.emplace(frames, Aig::constant(true));
    });
    result.push_back(std::move(factor));
  }
  return result;
}

// "There is a place for this position": the product of the factors that speak of it, summed over its places.
Positions::Factor Positions::eliminate(Aig& g, std::size_t position, const std::vector<Factor>& with,
                                       std::size_t last) const {
  std::set<std::size_t> scope = {position};
  for (const Factor& f : with) scope.insert(f.scope.begin(), f.scope.end());
  const Tuple all(scope.begin(), scope.end());
  scope.erase(position);
  Factor made{Tuple(scope.begin(), scope.end()), {}};
  for_each_placement(all, last, [&](const Tuple& frames) {
    Lit product = Aig::constant(true);
    for (const Factor& f : with) {
      Tuple key;
      for (std::size_t p : f.scope)
        key.push_back(frames[static_cast<std::size_t>(std::find(all.begin(), all.end(), p) - all.begin())]);
      const auto found = f.table.find(key);
      if (found == f.table.end()) return;
      product = g.and_(product, found->second);
    }
    Tuple key;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != position) key.push_back(frames[i]);
    Lit& sum = made.table.emplace(std::move(key), Aig::constant(false)).first->second;
    sum = g.or_(sum, product);
  });
  return made;
}

Lit Positions::holds(Unroll& unroll, std::size_t last, bool leaves_last) {
  const Lit never = Aig::constant(constraint_.negated);
  for (const Position& p : constraint_.positions)
    if (p.fixed && *p.fixed > last) return never;
  std::vector<Factor> open = factors(unroll, last, leaves_last);
  std::set<std::size_t> left;
  for (std::size_t p = 0; p < constraint_.positions.size(); ++p) left.insert(p);
  const auto speaks_of = [](const Factor& f, std::size_t p) {
    return std::find(f.scope.begin(), f.scope.end(), p) != f.scope.end();
  };
  while (!left.empty()) {
    // The position tied to the fewest others goes first.
    std::size_t best = 0, fewest = ~std::size_t{0};
    for (std::size_t p : left) {
      std::set<std::size_t> tied;
      for (const Factor& f : open)
        if (speaks_of(f, p)) tied.insert(f.scope.begin(), f.scope.end());
      if (tied.size() < fewest) best = p, fewest = tied.size();
    }
    std::vector<Factor> with, others;
    for (Factor& f : open) (speaks_of(f, best) ? with : others).push_back(std::move(f));
    others.push_back(eliminate(unroll.graph(), best, with, last));
    open = std::move(others);
    left.erase(best);
  }
  Lit result = Aig::constant(true);
  for (const Factor& f : open)
    result = f.table.empty() ? Aig::constant(false) : unroll.graph().and_(result, f.table.begin()->second);
  return result ^ constraint_.negated;
}

}  // namespace whynot::encode
