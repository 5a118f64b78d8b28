// Alternates base case and step with growing k; states of a step are made different as the solver repeats them.
#include "engine/induction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/bits.h"
#include "engine/bmc.h"
#include "model/property.h"
#include "model/system/path_formula.h"

namespace whynot::engine {
namespace {

using encode::Start;
using encode::Unroll;
using solve::Aig;
using solve::Lit;

constexpr std::uint64_t conflicts_a_unit = 16;
constexpr std::uint64_t patience = 1'250;  // units at one k: a greater one may be easier

// The step case: runs from anywhere, on which the invariant holds up to their last position.
class StepCase {
 public:
  StepCase(encode::BitSystem& bits, Expr invariant, Context& context)
      : StepCase(bits, bits.cone(std::span(&invariant, 1)), invariant, context) {}
  StepCase(encode::BitSystem& bits, std::vector<bool> cone, Expr invariant, Context& context)
      : unroll_(bits, std::move(cone), Start::Anywhere, context), holds_(bits.condition(invariant)) {
    leaves_ = speaks_of_transition(
        invariant, [&](Expr v) { return bits.variables()[bits.index_of(v)].kind == VariableKind::Input; });
  }

  bool used_simple_paths() const { return used_simple_paths_; }
  std::uint64_t spent() const { return unroll_.spent(); }
  // After Open: the run that shows it.
  Trace trace(std::size_t k) { return unroll_.trace(k + leaves_, std::nullopt); }
  // Whether the invariant speaks of transitions: runs of depth k then show it at k positions, not k + 1.
  bool leaves() const { return leaves_; }

  // Whether the invariant follows at position k from k positions where it holds.  Stopped may be asked again.
  enum class Outcome { Proved, Open, Stopped };
  Outcome ask(std::size_t k, std::uint64_t conflicts) {
    unroll_.extend_to(k + 1 + leaves_);
    for (; required_ < k; ++required_) unroll_.cnf().require(unroll_.at(holds_, required_));
    const int fails = unroll_.cnf().literal(!unroll_.at(holds_, k));
    while (true) {
      switch (unroll_.sat().solve(std::span(&fails, 1), conflicts)) {
        case solve::Answer::Unsat: return Outcome::Proved;
        case solve::Answer::Stopped: return Outcome::Stopped;
        case solve::Answer::Sat: break;
      }
      if (!separate_repeated_states(k)) return Outcome::Open;
    }
  }

 private:
  // Demands that states which the last model repeats differ; false if it repeats none.
  bool separate_repeated_states(std::size_t k) {
    const std::vector<bool> model = unroll_.cnf().model();
    std::map<std::vector<bool>, std::size_t> seen;
    bool found = false;
    for (std::size_t frame = 0; frame <= k; ++frame) {
      std::vector<bool> bits;
      for (Lit bit : unroll_.identity(frame)) bits.push_back(model[bit.node()] != bit.complemented());
      const auto [earlier, fresh] = seen.emplace(std::move(bits), frame);
      if (fresh) continue;
      unroll_.cnf().require(
          !encode::equal(unroll_.graph(), unroll_.identity(earlier->second), unroll_.identity(frame)));
      found = used_simple_paths_ = true;
    }
    return found;
  }

  Unroll unroll_;
  Lit holds_;
  bool leaves_ = false;
  bool used_simple_paths_ = false;
  std::size_t required_ = 0;
};

class InductionSearch : public Search {
 public:
  InductionSearch(Query query, Context& context)
      : query_(std::move(query)),
        context_(context),
        kept_(bits_of(*query_.system, query_.keep, context)),
        bits_(*kept_),
        violations_(query_, context) {
    invariant_ = invariant_of(*query_.system->pool, *query_.property);
    step_.emplace(bits_, invariant_, context);
    if (query_.property->kind == PropertyKind::Invariant) return;
    // G p may fail in states that no infinite fair run reaches; the base case is about all reachable states.
    as_invariant_.kind = PropertyKind::Invariant;
    as_invariant_.formula = invariant_;
    Query base = query_;
    base.property = &as_invariant_;
    reachable_.emplace(std::move(base), context);
  }

  Verdict next() override {
    while (true)
      if (auto verdict = advance(patience)) return *std::move(verdict);
  }

  std::optional<Verdict> so_far() const override { return violations_.so_far(); }

  // One bound of the base case, then the step case at the same k, until the effort is used up.
  std::optional<Verdict> advance(std::uint64_t effort) override {
    const std::uint64_t end = spent() + effort;
    do {
      const std::size_t before = violations_.bound();
      if (auto verdict = violations_.try_bound(conflicts_a_unit * effort)) return verdict;
      if (violations_.bound() == before || fails_somewhere_ || !base_holds(effort)) continue;
      if (auto verdict = step(effort)) return verdict;
    } while (spent() < end);
    return std::nullopt;
  }

 private:
  std::uint64_t spent() const { return violations_.spent() + step_->spent() + (reachable_ ? reachable_->spent() : 0); }

  // Whether the invariant holds in all states reachable by fewer transitions than the bound.
  bool base_holds(std::uint64_t effort) {
    if (!reachable_) return true;
    while (reachable_->bound() < violations_.bound()) {
      if (reachable_->try_bound(conflicts_a_unit * effort)) {
        fails_somewhere_ = true;  // no proof, whatever infinite runs do
        return false;
      }
      if (context_.should_stop()) return false;
    }
    return true;
  }

  std::optional<Verdict> step(std::uint64_t effort) {
    const std::size_t k = violations_.bound() - step_->leaves();
    context_.progress(fmt::format("k-induction, k = {}", k));
    switch (step_->ask(k, conflicts_a_unit * effort)) {
      case StepCase::Outcome::Proved: return Holds{least_proof(k)};
      case StepCase::Outcome::Open: skipped_.reset(); break;  // so it is with every smaller k
      case StepCase::Outcome::Stopped:
        if (context_.should_stop()) return Unknown{context_.stop_reason()};
        if (!skipped_) skipped_ = k;  // a greater k may be easier
        break;
    }
    return std::nullopt;
  }

  // People want the least k: those that took too long are asked once more, for as long as it took so far.
  Induction least_proof(std::size_t k) {
    for (std::size_t smaller = skipped_.value_or(k); smaller < k; ++smaller) {
      StepCase again(bits_, invariant_, context_);
      if (again.ask(smaller, conflicts_a_unit * std::max(patience, spent())) == StepCase::Outcome::Proved)
        return {smaller, again.used_simple_paths()};
    }
    return {k, step_->used_simple_paths()};
  }

  Query query_;
  Context& context_;
  std::shared_ptr<encode::BitSystem> kept_;
  encode::BitSystem& bits_;
  Expr invariant_;
  std::optional<std::size_t> skipped_;  // the least k of which it is not known whether it proves it
  bool fails_somewhere_ = false;        // in a reachable state that no infinite fair run may come to
  BmcSearch violations_;
  Property as_invariant_;
  std::optional<BmcSearch> reachable_;
  std::optional<StepCase> step_;
};

class InductionEngine : public Engine {
 public:
  std::string_view name() const override { return "kind"; }
  Powers powers() const override { return {.glances = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    if (!invariant_of(*query.system->pool, *query.property))
      return "k-induction proves invariants only: INVARSPEC p, AG p and G p";
    return bmc_engine().refuses(query);
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<InductionSearch>(std::move(query), context);
  }
};

}  // namespace

Expr invariant_of(ExprPool& pool, const Property& property) {
  if (property.kind == PropertyKind::Invariant) return property.formula;
  if (!property.is_ltl() && !property.is_ctl()) return {};
  const Expr f = negation_normal_form(pool, property.formula);
  const bool always = (f.is(Op::G) || f.is(Op::AG)) && bounds_of(f).unbounded();
  return always && !contains_op(f.arg(0), is_temporal) ? f.arg(0) : Expr();
}

std::optional<Trace> step_counterexample(const TransitionSystem& system, Expr invariant, std::size_t k,
                                         Context& context) {
  encode::BitSystem bits(system);
  bits.settle_fits(context);
  StepCase step(bits, bits.everything(), invariant, context);
  while (!context.should_stop()) switch (step.ask(k, conflicts_a_unit * patience)) {
      case StepCase::Outcome::Open: return step.trace(k);
      case StepCase::Outcome::Proved: return std::nullopt;
      case StepCase::Outcome::Stopped: break;
    }
  return std::nullopt;
}

const Engine& induction_engine() {
  static const InductionEngine engine;
  return engine;
}

}  // namespace whynot::engine
