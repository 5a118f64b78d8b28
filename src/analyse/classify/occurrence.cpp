#include "analyse/classify/occurrence.h"

#include <algorithm>
#include <set>

#include "encode/circuit.h"

namespace whynot::classify {
namespace {

constexpr std::size_t largest_table = 4'000'000;

}  // namespace

template <class Visit>
void Occurrence::for_each_placement(std::size_t positions, Visit visit) const {
  std::vector<std::size_t> steps(positions, 0);
  while (true) {
    visit(steps);
    std::size_t digit = 0;
    while (digit < positions && ++steps[digit] == runs_.positions()) steps[digit++] = 0;
    if (digit == positions) return;
  }
}

// `steps` belong to the arguments of the fact, one each.
Lit Occurrence::fact_at(const Fact& fact, const std::vector<std::size_t>& steps) {
  std::vector<std::size_t> key = {fact.predicate};
  key.insert(key.end(), steps.begin(), steps.end());
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const std::size_t width = 20;
  const PredicateCircuits::Source source{[&](Expr variable, std::size_t n) { return runs_.code(variable, steps[n]); },
                                         [&](std::size_t n) { return encode::constant_bits(steps[n], width); },
                                         [&] {
                                           Bits last = encode::constant_bits(0, width);
                                           for (std::size_t p = 1; p < runs_.positions(); ++p)
                                             last = encode::select(runs_.graph(), runs_.has(p),
                                                                   encode::constant_bits(p, width), last);
                                           return last;
                                         }};
  return known_.emplace(std::move(key), circuits_.instance(fact.predicate, runs_.graph(), source)).first->second;
}

Occurrence::Factor Occurrence::presence(PositionId position) {
  Factor made{{position}, {}};
  for (std::size_t p = 0; p < runs_.positions(); ++p) made.table.push_back(runs_.has(p));
  return made;
}

Occurrence::Factor Occurrence::factor(const Fact& fact) {
  std::set<PositionId> scope(fact.at.begin(), fact.at.end());
  scope.erase(trace_start);
  Factor made{{scope.begin(), scope.end()}, {}};
  const auto step = [&](PositionId p, const std::vector<std::size_t>& steps) {
    if (p == trace_start) return std::size_t{0};
    return steps[static_cast<std::size_t>(std::find(made.scope.begin(), made.scope.end(), p) - made.scope.begin())];
  };
  std::vector<std::size_t> at(fact.at.size());
  for_each_placement(made.scope.size(), [&](const std::vector<std::size_t>& steps) {
    for (std::size_t n = 0; n < at.size(); ++n) at[n] = step(fact.at[n], steps);
    made.table.push_back(!fact.is_gap() ? fact_at(fact, at)
                                        : Aig::constant(at[0] + fact.least <= at[1] &&
                                                        (fact.most == any_distance || at[1] <= at[0] + fact.most)));
  });
  return made;
}

// "There is a step for this position": the product of what speaks of it, summed over its steps.  The sum starts at
// the far end, so that sums over "all later steps" share their parts.
std::optional<Occurrence::Factor> Occurrence::eliminate(PositionId position, const std::vector<Factor>& with) {
  std::set<PositionId> others;
  for (const Factor& f : with) others.insert(f.scope.begin(), f.scope.end());
  others.erase(position);
  Factor made{{others.begin(), others.end()}, {}};
  std::size_t work = runs_.positions();
  for (std::size_t i = 0; i < made.scope.size(); ++i) {
    work *= runs_.positions();
    if (work > largest_table) return std::nullopt;
  }
  struct Index {  // where a factor's table is read: a sum of strides
    std::vector<std::size_t> stride;
    std::size_t own = 0;
  };
  std::vector<Index> indices;
  for (const Factor& f : with) {
    Index index{std::vector<std::size_t>(made.scope.size(), 0), 0};
    std::size_t stride = 1;
    for (PositionId p : f.scope) {
      if (p == position)
        index.own = stride;
      else
        index
            .stride[static_cast<std::size_t>(std::find(made.scope.begin(), made.scope.end(), p) - made.scope.begin())] =
            stride;
      stride *= runs_.positions();
    }
    indices.push_back(std::move(index));
  }
  Aig& g = runs_.graph();
  for_each_placement(made.scope.size(), [&](const std::vector<std::size_t>& steps) {
    Lit sum = Aig::constant(false);
    for (std::size_t p = runs_.positions(); p-- > 0;) {
      Lit product = Aig::constant(true);
      for (std::size_t f = 0; f < with.size() && product != Aig::constant(false); ++f) {
        std::size_t at = indices[f].own * p;
        for (std::size_t i = 0; i < steps.size(); ++i) at += indices[f].stride[i] * steps[i];
        product = g.and_(product, with[f].table[at]);
      }
      sum = g.or_(sum, product);
    }
    made.table.push_back(sum);
  });
  return made;
}

std::optional<Lit> Occurrence::of(const TraceClass& c) {
  std::vector<Factor> open;
  std::set<PositionId> left;
  for (PositionId p = 0; p < c.positions; ++p) {
    left.insert(p);
    open.push_back(presence(p));
  }
  for (const Fact& fact : c.facts) open.push_back(factor(fact));
  const auto speaks_of = [](const Factor& f, PositionId p) {
    return std::find(f.scope.begin(), f.scope.end(), p) != f.scope.end();
  };
  while (!left.empty()) {
    // The position tied to the fewest others goes first.
    PositionId best = 0;
    std::size_t fewest = ~std::size_t{0};
    for (PositionId p : left) {
      std::set<PositionId> tied;
      for (const Factor& f : open)
        if (speaks_of(f, p)) tied.insert(f.scope.begin(), f.scope.end());
      if (tied.size() < fewest) best = p, fewest = tied.size();
    }
    std::vector<Factor> with, others;
    for (Factor& f : open) (speaks_of(f, best) ? with : others).push_back(std::move(f));
    std::optional<Factor> made = eliminate(best, with);
    if (!made) return std::nullopt;
    others.push_back(std::move(*made));
    open = std::move(others);
    left.erase(best);
  }
  Lit result = Aig::constant(true);
  for (const Factor& f : open) result = runs_.graph().and_(result, f.table[0]);
  return result;
}

}  // namespace whynot::classify
