// Plans which runs show a violation, finite ones or lassos, and unrolls the model to the bound for them.
#include "analyse/classify/solver/runs.h"

#include <map>

#include "analyse/classify/solver/formula_truth.h"
#include "base/check.h"
#include "encode/lasso.h"
#include "engine/health.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_expanded_steps = 2000;

class FiniteRuns : public Runs {
 public:
  FiniteRuns(RunBits& bits, Polarity polarity, Context& context, solve::Proofs proofs)
      : Runs(bits, context, proofs), truth_(bits.bits(), bits.question().violation.bad) {
    const Question& q = bits.question();
    positions_ = q.bound + 1;
    unroll_->extend_to(positions_);
    const std::size_t going = bits.bits().index_of(bits.going());
    for (std::size_t p = 0; p < positions_; ++p) has_.push_back(unroll_->bits(going, p)[0]);
    if (q.exact) unroll_->cnf().require(has_[q.bound]);
    const Lit bad = truth_.on_run(*unroll_, has_, q.bound);
    unroll_->cnf().require(polarity == Polarity::Violating ? bad : !bad);
  }

  std::size_t sizes() const override { return positions_; }
  std::vector<Lit> within(std::size_t size) override {
    if (size + 1 == positions_) return {};
    if (!bits_.question().exact) return {!has_[size + 1]};
    return {truth_.on_run(*unroll_, has_, size)};
  }
  std::size_t telling_positions(std::size_t size, const Trace& trace) const override {
    return std::min(size + 1, trace.steps.size());
  }
  Trace trace() override {
    const std::vector<bool> model = unroll_->cnf().model();
    std::size_t last = 0;
    while (last + 1 < positions_ && model[has_[last + 1].node()] != has_[last + 1].complemented()) ++last;
    return trace_of(last, std::nullopt);
  }

 private:
  FormulaTruth truth_;
};

class LassoRuns : public Runs {
 public:
  LassoRuns(RunBits& bits, Polarity polarity, Context& context, solve::Proofs proofs)
      : Runs(bits, context, proofs),
        lasso_(*unroll_,
               polarity == Polarity::Violating ? bits.question().violation.bad : bits.question().violation.good,
               encode::Lasso::Closing::States) {
    const Question& q = bits.question();
    positions_ = q.bound;
    for (std::size_t depth = 1; depth <= q.bound; ++depth) {
      const encode::Lasso::Bound bound = lasso_.close(depth);
      active_.push_back(bound.active);
      require({!bound.active, bound.loops});
      if (q.exact && depth < q.bound) require({!bound.active});
    }
    // Exactly one depth: the positions of the run are then below it.
    unroll_->cnf().require_any(active_);
    for (std::size_t d = 0; d < active_.size(); ++d)
      for (std::size_t e = d + 1; e < active_.size(); ++e) require({!active_[d], !active_[e]});
    has_.resize(positions_);
    Lit deeper = Aig::constant(false);
    for (std::size_t p = positions_; p-- > 0;) has_[p] = deeper = graph().or_(active_[p], deeper);
    for (std::size_t p = 0; p < positions_; ++p) starts_.push_back(lasso_.starts_at(p));
  }

  std::size_t sizes() const override { return positions_; }
  std::vector<Lit> within(std::size_t size) override {
    if (size + 1 >= positions_) return {};
    return {!has_[size + 1]};
  }
  std::size_t telling_positions(std::size_t, const Trace& trace) const override { return trace.steps.size(); }
  Trace trace() override {
    const std::vector<bool> model = unroll_->cnf().model();
    for (std::size_t d = 0; d < active_.size(); ++d)
      if (model[active_[d].node()]) return trace_of(d + 1, lasso_.loop_start(d + 1, model));
    WHYNOT_CHECK(false, "a lasso should have a depth");
    return {};
  }

 private:
  encode::Lasso lasso_;
  std::vector<Lit> active_;  // by depth - 1
};

bool is_co_safe(Expr formula) {
  return !contains_op(formula, [](Op op) { return op == Op::G || op == Op::V; });
}

}  // namespace

// No CTL formula asks that: they speak of states that go on forever only.
bool runs_go_on(const TransitionSystem& system, Context& context) {
  const auto health = engine::examine(system, nullptr, context);
  return health && !health->deadlock;
}

std::variant<Violation, NoPlan> plan_violation(const TransitionSystem& system, const Property& property,
                                               const std::function<bool()>& goes_on) {
  ExprPool& pool = *system.pool;
  for (const VariableDecl& v : system.variables)
    if (!encode::has_code(v.variable.type()))
      return NoPlan{"classification needs finite types, and " + pool.name_of(v.variable) + " is of type " +
                    v.variable.type().to_string()};
  if (property.kind == PropertyKind::Invariant)
    return Violation{false, pool.temporal(Op::F, {pool.not_(property.formula)}), {}};
  const Expr ltl = path_formula(pool, property);
  if (!ltl) return NoPlan{"no single run settles the property, and classes are sets of runs"};
  if (expanded_steps(ltl) > most_expanded_steps) return NoPlan{"the time bounds of the property span too many steps"};
  Violation violation;
  violation.bad = expand_bounds(pool, negation_normal_form(pool, ltl, true));
  violation.good = expand_bounds(pool, negation_normal_form(pool, ltl, false));
  violation.lassos = !is_co_safe(violation.bad) || system.has_fairness() || !goes_on();
  return violation;
}

RunBits::RunBits(const Question& question, Context& context) : question_(question) {
  if (!question.violation.lassos) stopping_ = rewrite::make_stopping(*question.system);
  bits_ = std::make_unique<encode::BitSystem>(question.violation.lassos ? *question.system : stopping_.system);
  bits_->settle_fits(context);
}

RunFrames::RunFrames(encode::BitSystem& bits, Context& context, solve::Proofs proofs)
    : unroll_(std::make_unique<encode::Unroll>(bits, bits.everything(), encode::Start::Initial, context, proofs)) {}

Runs::Runs(RunBits& bits, Context& context, solve::Proofs proofs)
    : RunFrames(bits.bits(), context, proofs),
      bits_(bits),
      signature_(std::make_shared<Signature>(signature_of(*bits.question().system))) {}

std::optional<Bits> RunFrames::code(Expr variable, std::size_t position) {
  encode::BitSystem& bits = unroll_->system();
  const std::size_t index = bits.index_of(variable);
  if (bits.variables()[index].kind != VariableKind::Input) return unroll_->bits(index, position);
  if (position == 0) return std::nullopt;
  return unroll_->bits(index, position - 1);
}

std::optional<Bits> RunFrames::code_after(Expr variable, std::size_t position) {
  if (starts_.empty() && position + 1 >= positions_) return std::nullopt;
  const std::size_t index = unroll_->system().index_of(variable);
  const bool is_input = unroll_->system().variables()[index].kind == VariableKind::Input;
  return unroll_->bits(index, is_input ? position : position + 1);
}

Lit RunFrames::leaves(std::size_t position) {
  if (!starts_.empty()) return Aig::constant(true);
  return position + 1 < positions_ ? has_[position + 1] : Aig::constant(false);
}

Bits number_of(Aig& graph, const std::vector<Lit>& at) {
  Bits bits;
  for (std::size_t i = 0; (at.size() >> i) != 0; ++i) {
    Bits where;
    for (std::size_t p = 0; p < at.size(); ++p)
      if ((p >> i) & 1) where.push_back(at[p]);
    bits.push_back(graph.any(where));
  }
  return bits;
}

Lit RunFrames::on_loop(std::size_t position) {
  Lit begun = Aig::constant(false);
  for (std::size_t p = 0; p <= position && p < starts_.size(); ++p) begun = graph().or_(begun, starts_[p]);
  return graph().and_(begun, has_[position]);
}

Lit RunFrames::on_whole_loop(const std::function<Lit(std::size_t)>& holds) {
  Lit every = Aig::constant(true), looping = Aig::constant(false);
  for (std::size_t p = 0; p < positions_; ++p) {
    every = graph().and_(every, graph().or_(!on_loop(p), holds(p)));
    looping = graph().or_(looping, on_loop(p));
  }
  return graph().and_(looping, every);
}

Lit RunFrames::somewhere_on_loop(const std::function<Lit(std::size_t)>& holds) {
  Lit some = Aig::constant(false);
  for (std::size_t p = 0; p < positions_; ++p) some = graph().or_(some, graph().and_(on_loop(p), holds(p)));
  return some;
}

Lit RunFrames::on_all_from(std::size_t first, const std::function<Lit(std::size_t)>& holds) {
  Lit every = Aig::constant(true);
  for (std::size_t p = 0; p < positions_; ++p)
    every = graph().and_(every, graph().or_(!(p < first ? on_loop(p) : has_[p]), holds(p)));
  return every;
}

std::optional<Bits> RunFrames::loop_place() {
  return starts_.empty() ? std::nullopt : std::optional(number_of(graph(), starts_));
}

solve::Answer Runs::solve(std::span<const int> assumptions) {
  ++questions_;
  return unroll_->sat().solve(assumptions);
}

Trace Runs::trace_of(std::size_t depth, std::optional<std::size_t> loop) {
  Trace trace = unroll_->trace(depth, loop);
  // `going` is the last column, if it is there at all.
  for (Step& step : trace.steps) step.state.resize(signature_->columns.size());
  trace.signature = signature_;
  return trace;
}

std::unique_ptr<Runs> make_runs(RunBits& bits, Polarity polarity, Context& context, solve::Proofs proofs) {
  if (bits.question().violation.lassos) return std::make_unique<LassoRuns>(bits, polarity, context, proofs);
  return std::make_unique<FiniteRuns>(bits, polarity, context, proofs);
}

}  // namespace whynot::analyse::classify
