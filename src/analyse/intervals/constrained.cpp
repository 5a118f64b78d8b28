// Evaluates the family of runs in diagrams, or by listing solutions where the diagrams would grow too large.
#include "analyse/intervals/constrained.h"

#include <algorithm>
#include <set>

#include "analyse/intervals/allsat.h"
#include "analyse/intervals/diagram.h"
#include "solve/cnf.h"

namespace whynot::analyse::intervals {

using encode::Bits;
using encode::Lit;
using solve::Bdd;
using solve::BddManager;
using solve::BddVariable;

namespace {

// The shapes that the loop may take: that of the base, or with --free-lasso any.
std::vector<std::unique_ptr<Family>> families_of(const Question& q) {
  Shape shape{q.base, q.targets, q.free_lasso};
  for (Expr x : q.free)
    if (std::find(shape.loose.begin(), shape.loose.end(), x) == shape.loose.end()) shape.loose.push_back(x);
  std::vector<std::unique_ptr<Family>> families;
  const auto add = [&](std::optional<std::size_t> loop) {
    shape.base.loop = loop;
    if (loop && !q.base.loop) shape.base.closing_inputs.resize(q.base.signature->inputs.size());
    families.push_back(std::make_unique<Family>(*q.system, *q.property, shape));
  };
  if (!q.free_lasso) {
    add(q.base.loop);
    return families;
  }
  add(std::nullopt);
  for (std::size_t l = 0; l < q.base.steps.size(); ++l) add(l);
  return families;
}

// Whether the number of a place is its own fresh bits; else it is computed from others.
bool is_fresh(const Family& family, const Family::Place& p) { return family.fresh().count(p) > 0; }

// Places beyond those of the families: numbers of targets that are computed.
Family::Place shown(const Family::Place& p) { return {p.loose, p.step + (std::size_t{1} << 32)}; }

}  // namespace

std::optional<Constrained> Constrained::solve(const Question& q, Context& context, const Limits& limits) {
  Constrained result;
  auto families = families_of(q);
  for (std::size_t t = 0; t < q.targets.size(); ++t) {
    const auto kind = std::find_if(q.system->variables.begin(), q.system->variables.end(), [&](const VariableDecl& v) {
                        return v.variable == q.targets[t];
                      })->kind;
    result.targets_.push_back({t, kind == VariableKind::Frozen ? 0 : q.step});
  }
  // An input of the last step is there only where the loop is closed.
  std::erase_if(families, [&](const auto& f) {
    return std::any_of(result.targets_.begin(), result.targets_.end(), [&](const auto& p) { return !f->has(p); });
  });
  result.families_ = std::make_shared<const Families>(std::move(families));
  if (limits.diagram_bytes > 0 && result.by_either(context, limits)) return result;
  if (context.should_stop() || !result.by_enumeration(context, limits.cubes)) return std::nullopt;
  return result;
}

// Of a hard condition with few solutions (a product that is given) diagrams are large, and of many solutions there are
// many cubes: each way has a short try before the long one.
bool Constrained::by_either(Context& context, const Limits& limits) {
  constexpr std::uint64_t few = 256;
  if (by_diagrams(context, {limits.diagram_bytes, limits.diagram_effort / 400, few})) return true;
  if (context.should_stop()) return false;
  Context shorter(context, limits.diagram_effort / 20);
  if (by_enumeration(shorter, few)) return true;
  return !context.should_stop() && by_diagrams(context, limits);
}

// Where many numbers are loose, no order is best for all; the one for sums and comparisons first, but not for long.
bool Constrained::by_diagrams(Context& context, const Limits& limits) {
  std::set<std::size_t> steps;
  std::set<Family::Place> numbers;
  for (const auto& family : *families_)
    for (const auto& [place, bits] : family->fresh()) {
      steps.insert(place.step);
      numbers.insert(place);
    }
  const auto tried = [&](Together together, std::uint64_t part) {
    return by_diagrams(together, limits.diagram_effort / part, context, limits);
  };
  if (numbers.size() > 2) {
    if (tried(Together::Weights, 400)) return true;
    if (steps.size() > 2 && tried(Together::Steps, 4)) return true;
    if (tried(Together::Numbers, 16)) return true;
    if (context.should_stop()) return false;
  }
  return tried(Together::Weights, 1);
}

bool Constrained::by_diagrams(Together together, std::uint64_t effort, Context& context, const Limits& limits) {
  method_ = "bdd";
  solve::BddOptions options;
  options.memory_bytes = limits.diagram_bytes;
  violating_ = route_ = Bdd();  // handles of an earlier manager go before it does
  manager_ = std::make_shared<BddManager>(options);
  Context part(context, effort);
  manager_->watch(&part);
  std::map<Family::Place, std::size_t> widths;
  for (const auto& family : *families_) {
    for (const auto& [place, bits] : family->fresh()) widths[place] = bits.size();
    for (const Family::Place& p : targets_)
      if (!is_fresh(*family, p)) widths[shown(p)] = family->number(p).size();
  }
  const Layout layout(*manager_, widths, together);
  violating_ = route_ = manager_->constant(false);
  bits_.clear();
  const auto place_of = [&](const Family& f, const Family::Place& p) { return is_fresh(f, p) ? p : shown(p); };
  for (const Family::Place& p : targets_) bits_.push_back(layout.bits(place_of(*families_->front(), p)));
  for (const auto& family : *families_) {
    Diagram diagram(*manager_, layout, *family);
    std::vector<Bdd> parts;
    for (Lit l : family->run()) parts.push_back(diagram.function(l));
    std::vector<std::vector<BddVariable>> hidden;
    for (const auto& [place, bits] : family->fresh())
      if (std::find(targets_.begin(), targets_.end(), place) == targets_.end()) hidden.push_back(layout.bits(place));
    for (const Family::Place& p : targets_) {
      if (is_fresh(*family, p)) continue;
      const Bits& number = family->number(p);
      for (std::size_t i = 0; i < number.size(); ++i)
        parts.push_back(
            manager_->variable(layout.bits(shown(p))[number.size() - 1 - i]).iff(diagram.function(number[i])));
    }
    route_ |= project(*manager_, parts, hidden);
    parts.push_back(diagram.function(family->violates()));
    violating_ |= project(*manager_, parts, std::move(hidden));
  }
  const bool failed = manager_->failed();
  manager_->clear_failure();
  manager_->watch(nullptr);
  return !failed;
}

bool Constrained::by_enumeration(Context& context, std::uint64_t cubes) {
  method_ = "allsat";
  violating_ = route_ = Bdd();
  manager_ = std::make_shared<BddManager>();
  bits_.clear();
  for (const Family::Place& p : targets_) {
    bits_.emplace_back();
    for (std::size_t i = 0; i < families_->front()->number(p).size(); ++i)
      bits_.back().push_back(manager_->new_variable());
  }
  violating_ = route_ = manager_->constant(false);
  for (const auto& family : *families_) {
    std::vector<Lit> shown_bits;
    std::vector<BddVariable> variables;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const Bits& number = family->number(targets_[t]);
      for (std::size_t i = 0; i < number.size(); ++i) {
        shown_bits.push_back(number[i]);
        variables.push_back(bits_[t][number.size() - 1 - i]);
      }
    }
    std::vector<Lit> conditions = family->run();
    const auto route = all_solutions(family->graph(), conditions, shown_bits, variables, *manager_, cubes, context);
    conditions.push_back(family->violates());
    const auto violating = all_solutions(family->graph(), conditions, shown_bits, variables, *manager_, cubes, context);
    if (!route || !violating) return false;
    route_ |= *route;
    violating_ |= *violating;
  }
  return true;
}

std::optional<Trace> Constrained::witness(const std::vector<Integer>& numbers, Context& context) const {
  if (all_) return shortest(numbers, context);
  for (const auto& family : *families_) {
    solve::Sat sat(context);
    solve::Cnf cnf(family->graph(), sat);
    for (Lit l : family->run()) cnf.require(l);
    cnf.require(family->violates());
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const Bits wanted = encode::constant_bits(numbers[t], family->number(targets_[t]).size());
      for (std::size_t i = 0; i < wanted.size(); ++i)
        cnf.require(family->number(targets_[t])[i] ^ (wanted[i] == encode::Aig::constant(false)));
    }
    if (sat.solve() == solve::Answer::Sat) return family->trace(cnf.model());
  }
  return std::nullopt;
}

}  // namespace whynot::analyse::intervals
