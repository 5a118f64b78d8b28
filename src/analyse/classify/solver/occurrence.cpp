// Bucket elimination: the position that is tied to the fewest others is summed out first.
#include "analyse/classify/solver/occurrence.h"

#include <algorithm>
#include <set>

#include "encode/circuit.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t largest_table = 4'000'000;

// The step of a position, given those of some.
std::size_t step_in(const std::vector<PositionId>& scope, const std::vector<std::size_t>& steps, PositionId p) {
  if (is_fixed(p)) return fixed_step(p);
  return steps[static_cast<std::size_t>(std::find(scope.begin(), scope.end(), p) - scope.begin())];
}

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

std::optional<std::size_t> Occurrence::table_size(std::size_t positions) const {
  std::size_t size = 1;
  for (std::size_t i = 0; i < positions; ++i) {
    size *= runs_.positions();
    if (size > largest_table) return std::nullopt;
  }
  return size;
}

PredicateCircuits::Source Occurrence::source(const std::vector<std::size_t>& steps) {
  const std::size_t width = 20;
  return {[this, steps](Expr variable, std::size_t n) { return runs_.code(variable, steps[n]); },
          [steps](std::size_t n) { return encode::constant_bits(steps[n], width); },
          [this] {
            Bits last = encode::constant_bits(0, width);
            for (std::size_t p = 1; p < runs_.positions(); ++p)
              last = encode::select(runs_.graph(), runs_.has(p), encode::constant_bits(p, width), last);
            return last;
          },
          [this] { return runs_.loop_place(); }};
}

// `steps` belong to the arguments of the predicate, one each.
Lit Occurrence::part_at(const Vocabulary::Part& part, const std::vector<std::size_t>& steps) {
  if (part.over) return span_at(part, steps);
  std::vector<std::size_t> key = {part.body.id()};
  for (std::size_t n : part.arguments) key.push_back(steps[n]);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  return known_.emplace(std::move(key), circuits_.instance(part.body, runs_.graph(), source(steps))).first->second;
}

Lit Occurrence::leaving(Expr body, std::size_t step) {
  const auto key = std::pair(static_cast<std::size_t>(body.id()), step);
  if (const auto found = leaving_.find(key); found != leaving_.end()) return found->second;
  return leaving_.emplace(key, circuits_.leaving(body, runs_, step, source({step}))).first->second;
}

Occurrence::Factor Occurrence::presence(PositionId position) {
  Factor made{{position}, {}};
  for (std::size_t p = 0; p < runs_.positions(); ++p) made.table.push_back(runs_.has(p));
  return made;
}

Occurrence::Factor Occurrence::gap_factor(const Fact& fact) {
  std::vector<PositionId> scope;
  for (PositionId p : std::set(fact.at.begin(), fact.at.end()))
    if (!is_fixed(p)) scope.push_back(p);
  Factor made{std::move(scope), {}};
  for_each_placement(made.scope.size(), [&](const std::vector<std::size_t>& steps) {
    const std::size_t from = step_in(made.scope, steps, fact.at[0]), to = step_in(made.scope, steps, fact.at[1]);
    made.table.push_back(
        Aig::constant(from + fact.least <= to && (fact.most == any_distance || to <= from + fact.most)));
  });
  return made;
}

std::optional<Occurrence::Factor> Occurrence::part_factor(const Fact& fact, const Vocabulary::Part& part) {
  std::set<PositionId> scope;
  for (std::size_t n : part.arguments)
    if (!is_fixed(fact.at[n])) scope.insert(fact.at[n]);
  if (!table_size(scope.size())) return std::nullopt;
  Factor made{{scope.begin(), scope.end()}, {}};
  std::vector<std::size_t> at(fact.at.size());
  for_each_placement(made.scope.size(), [&](const std::vector<std::size_t>& steps) {
    for (std::size_t n : part.arguments) at[n] = step_in(made.scope, steps, fact.at[n]);
    made.table.push_back(part_at(part, at));
  });
  return made;
}

// What is said of positions that nobody names.
Lit Occurrence::span_at(const Vocabulary::Part& part, const std::vector<std::size_t>& steps) {
  using enum Predicate::Over;
  const auto holds = [&](std::size_t step) { return leaving(part.body, step); };
  if (part.over == AllOfLoop) return runs_.on_whole_loop(holds);
  if (part.over == SomeOfLoop) return runs_.somewhere_on_loop(holds);
  if (part.over == Always) return runs_.on_all_from(0, holds);
  if (part.over == AllFrom) return runs_.on_all_from(steps[part.arguments[0]], holds);
  Lit none = Aig::constant(true);
  const std::size_t first = part.over == NoneBefore ? 0 : steps[part.arguments[0]] + 1;
  for (std::size_t step = first; step < steps[part.arguments.back()]; ++step)
    none = runs_.graph().and_(none, !part_at({part.body, {0}}, {step}));
  return none;
}

// What a fact says, part by part; false when a part ties too many positions together.
bool Occurrence::add_factors(const Fact& fact, std::vector<Factor>& factors) {
  if (fact.is_gap()) {
    factors.push_back(gap_factor(fact));
    return true;
  }
  for (PositionId p : fact.at) {
    if (!is_fixed(p)) continue;
    const bool possible = fixed_step(p) < runs_.positions();
    factors.push_back({{}, {possible ? runs_.has(fixed_step(p)) : Aig::constant(false)}});
    if (!possible) return true;
  }
  for (std::size_t n = 0; n < vocabulary_.parts(fact.predicate); ++n) {
    std::optional<Factor> made = part_factor(fact, vocabulary_.part(fact.predicate, n));
    if (!made) return false;
    factors.push_back(*std::move(made));
  }
  return true;
}

// "There is a step for this position": the product of what speaks of it, summed over its steps.  The sum starts at
// the far end, so that sums over "all later steps" share their parts.
std::optional<Occurrence::Factor> Occurrence::eliminate(PositionId position, const std::vector<Factor>& with) {
  std::set<PositionId> others;
  for (const Factor& f : with) others.insert(f.scope.begin(), f.scope.end());
  others.erase(position);
  if (!table_size(others.size() + 1)) return std::nullopt;
  Factor made{{others.begin(), others.end()}, {}};
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
  for (const Fact& fact : c.facts)
    if (!add_factors(fact, open)) return std::nullopt;
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
      if (tied.size() < fewest) {
        best = p;
        fewest = tied.size();
      }
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

}  // namespace whynot::analyse::classify
