// Lists the combinations of choices under which proofs differ, and builds a proof for each.
#include "analyse/explain/walk/different.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "analyse/explain/build/formula.h"
#include "expr/print.h"

namespace whynot::analyse::explain {
namespace {

using engine::StateSet;

constexpr std::size_t most_values = 10, most_variants = 200;

// One way to prove a formula: sides of disjunctions, and a class of loops.
struct Way {
  Expr formula;                                       // what it proves: implies the original
  std::unordered_map<Expr, Expr, ExprHash> stronger;  // by subformula
  std::unordered_map<Expr, bool, ExprHash> right;     // by disjunction
  Expr staying;                                       // the EG, if any
  Expr core_condition;
  StateSet core;
  std::vector<StateSet> pass;
  std::vector<std::string> labels;
};

class Guide final : public Strategy {
 public:
  Guide(Way way, std::string name) : way_(std::move(way)), name_(std::move(name)) {}
  std::string name() const override { return name_; }

  Expr stronger(const ProofView&, NodeId, Expr f) override {
    const auto found = way_.stronger.find(f);
    return found == way_.stronger.end() ? Expr() : found->second;
  }
  std::optional<std::size_t> pick_rule(const ProofView& view, NodeId id, const std::vector<Candidate>& all) override {
    const Expr f = view.proof.at(id).goal.formula;
    if (f == way_.staying && all.size() == 2) {  // on the loop, or on the way to it
      const bool there = view.oracle.is_subset(view.oracle.only(*view.proof.at(id).goal.state), way_.core);
      return there == (all[0].rule == Rule::EGLoop) ? 0 : 1;
    }
    const auto side = way_.right.find(f);
    if (side == way_.right.end()) return std::nullopt;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].rule == (side->second ? Rule::OrRight : Rule::OrLeft)) return i;
    return std::nullopt;
  }
  std::optional<LoopWish> loop_wish(const ProofView& view, NodeId id) override {
    if (view.proof.at(id).goal.formula != way_.staying) return std::nullopt;
    return LoopWish{way_.core, way_.pass};
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId id, const StateSet&, const StateSet& next) override {
    const auto& goal = view.proof.at(id).goal;
    if (goal.formula != way_.staying || !goal.state || view.oracle.is_subset(view.oracle.only(*goal.state), way_.core))
      return std::nullopt;
    const Expr inner = goal.formula.arg(0);
    const Expr reach = view.proof.pool().temporal(Op::EU, {inner, way_.core_condition});
    const auto rank = view.oracle.rank(reach, *goal.state);
    if (!rank || *rank == 0) return std::nullopt;
    return view.oracle.intersect(next, view.oracle.ring(reach, *rank - 1));
  }

 private:
  Way way_;
  std::string name_;
};

class Ways {
 public:
  Ways(const TransitionSystem& system, engine::Oracle& oracle, const std::vector<Expr>& observed)
      : pool_(*system.pool), oracle_(oracle), observed_(observed), system_(system) {}

  // Depth is that of the formula's temporal structure, which nobody writes deep; beyond a limit one way is taken.
  std::vector<Way> of(Expr f, std::size_t depth = 0) {
    const View v = view_of(pool_, f);
    if (is_plain(f) || depth > 30) return {plain(f)};
    switch (v.shape) {
      case Shape::And: return pairs(f, of(v.a, depth + 1), of(v.b, depth + 1));
      case Shape::Or: {
        std::vector<Way> all;
        for (const bool right : {false, true})
          for (Way& w : of(right ? v.b : v.a, depth + 1)) {
            w.right[f] = right;
            if (is_plain(right ? v.b : v.a) || w.labels.empty())
              w.labels.push_back(to_string(pool_, right ? v.b : v.a, 60));
            const Expr stronger = w.formula;
            all.push_back(renamed(f, stronger, std::move(w)));
          }
        return all;
      }
      case Shape::EX: return wrapped(f, of(v.a, depth + 1), [&](Expr a) { return pool_.temporal(Op::EX, {a}); });
      case Shape::EU:
        return wrapped(f, of(v.b, depth + 1), [&](Expr b) { return pool_.temporal(Op::EU, {v.a, b}, v.bounds); });
      case Shape::EG: return v.is_bounded() ? std::vector<Way>{plain(f)} : loops(f);
      default: return {plain(f)};
    }
  }

  bool complete = true;

 private:
  Way plain(Expr f) const {
    Way way;
    way.formula = f;
    return way;
  }
  static Way renamed(Expr f, Expr stronger, Way way) {
    way.formula = stronger;
    if (stronger != f) way.stronger[f] = stronger;
    return way;
  }
  template <class Wrap>
  std::vector<Way> wrapped(Expr f, std::vector<Way> inner, Wrap wrap) {
    for (Way& w : inner) {
      const Expr stronger = wrap(w.formula);
      w = renamed(f, stronger, std::move(w));
    }
    return inner;
  }
  std::vector<Way> pairs(Expr f, const std::vector<Way>& left, const std::vector<Way>& right) {
    std::vector<Way> all;
    for (const Way& l : left)
      for (const Way& r : right) {
        if (all.size() == most_variants) {
          complete = false;
          return all;
        }
        Way w = l.staying ? l : r;
        const Way& other = l.staying ? r : l;
        w.stronger.insert(other.stronger.begin(), other.stronger.end());
        w.right.insert(other.right.begin(), other.right.end());
        w.labels.insert(w.labels.end(), other.labels.begin(), other.labels.end());
        all.push_back(renamed(f, pool_.and_(l.formula, r.formula), std::move(w)));
      }
    return all;
  }

  struct Seen {
    StateSet states;
    Expr condition;
    std::string text;
  };

  // The values that the observed columns take where the EG holds.
  std::vector<Seen> values_in(StateSet left) {
    std::vector<Seen> found;
    while (const auto state = oracle_.pick(left)) {
      if (found.size() == most_values) {
        complete = false;
        break;
      }
      std::vector<Expr> parts;
      std::vector<std::string> texts;
      std::size_t column = 0;
      for (const VariableDecl& v : system_.variables) {
        if (v.kind == VariableKind::Input) continue;
        const Value& value = (*state)[column++];
        if (std::find(observed_.begin(), observed_.end(), v.variable) == observed_.end()) continue;
        parts.push_back(pool_.eq(v.variable, pool_.constant(value, v.variable.type())));
        texts.push_back(fmt::format("{} = {}", pool_.name_of(v.variable), value.to_string()));
      }
      const Expr condition = pool_.all(parts);
      found.push_back({oracle_.states_of(condition), condition, fmt::format("{}", fmt::join(texts, " & "))});
      left = oracle_.subtract(left, found.back().states);
      if (oracle_.stopped()) break;
    }
    std::sort(found.begin(), found.end(), [](const Seen& a, const Seen& b) { return a.text < b.text; });
    return found;
  }

  // A class for each set of values that some fair loop takes, few values first.
  std::vector<Way> loops(Expr f) {
    const StateSet region = oracle_.states_of(f);
    const std::vector<Seen> values = values_in(region);
    std::vector<std::size_t> subsets;
    for (std::size_t bits = 1; bits < std::size_t{1} << values.size(); ++bits) subsets.push_back(bits);
    std::stable_sort(subsets.begin(), subsets.end(),
                     [](std::size_t a, std::size_t b) { return __builtin_popcountll(a) < __builtin_popcountll(b); });
    std::vector<Way> all;
    for (const std::size_t bits : subsets) {
      Way way;
      std::vector<std::string> texts;
      StateSet inside;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!(bits >> i & 1)) continue;
        inside = way.pass.empty() ? values[i].states : oracle_.unite(inside, values[i].states);
        way.pass.push_back(values[i].states);
        texts.push_back(values[i].text);
      }
      way.core = oracle_.fair_within(oracle_.intersect(region, inside), way.pass);
      if (oracle_.stopped() || oracle_.is_empty(way.core)) continue;
      way.staying = f;
      way.core_condition = oracle_.describe(way.core);
      way.labels = {fmt::format("a loop with {}", fmt::join(texts, ", "))};
      const Expr reach = pool_.temporal(Op::EU, {f.arg(0), way.core_condition});
      all.push_back(renamed(f, pool_.and_(f, reach), std::move(way)));
      if (all.size() == most_variants) break;
    }
    return all;
  }

  ExprPool& pool_;
  engine::Oracle& oracle_;
  const std::vector<Expr>& observed_;
  const TransitionSystem& system_;
};

}  // namespace

Variants variants_of(const TransitionSystem& system, engine::Oracle& oracle, Expr goal,
                     const std::vector<Expr>& observed) {
  Ways ways(system, oracle, observed);
  Variants found;
  const StateSet initial = oracle.intersect(oracle.initial(), oracle.fair());
  std::set<std::string> labels;
  for (Way& way : ways.of(goal)) {
    if (oracle.stopped()) break;
    if (oracle.is_empty(oracle.intersect(initial, oracle.states_of(way.formula)))) continue;
    std::string label = fmt::format("{}", fmt::join(way.labels, "; "));
    if (!labels.insert(label).second) continue;
    const std::string name = fmt::format("all-different: {}", label);
    found.all.push_back({std::move(label), std::make_unique<Guide>(std::move(way), name)});
  }
  found.complete = ways.complete && !oracle.stopped();
  return found;
}

}  // namespace whynot::analyse::explain
