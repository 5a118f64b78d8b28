// Sets are conditions, of which only what can be seen from their form is known: that is all that one closed set takes.
#include "engine/partial/invariant_oracle.h"

namespace whynot::engine::partial {
namespace {

struct Told final : StateSet::Inside {
  explicit Told(Expr c) : condition(c) {}
  Expr condition;
};

class InvariantOracle final : public Oracle {
 public:
  InvariantOracle(const TransitionSystem& system, Expr always, Expr closed, std::optional<std::size_t> depth = {})
      : pool_(*system.pool), always_(always), closed_(closed), none_(pool_.boolean(false)), depth_(depth) {
    std::vector<Expr> parts = system.initial_conditions();
    initial_ = pool_.all(parts);
  }

  bool stopped() const override { return false; }
  bool is_partial() const override { return true; }
  bool knows(Expr) const override { return true; }

  StateSet reachable() override { return set(closed_); }
  StateSet initial() override { return set(initial_); }
  StateSet fair() override { return set(closed_); }
  bool always_has_step(Expr) override { return false; }
  std::optional<std::size_t> induction_depth(Expr ctl) override {
    return ctl.is(Op::AG) && ctl.arg(0) == always_ ? depth_ : std::nullopt;
  }
  // What is always true, and that it is.
  StateSet states_of(Expr ctl) override {
    const bool known = ctl == always_ || (ctl.is(Op::AG) && ctl.arg(0) == always_);
    return set(known ? closed_ : none_);
  }
  StateSet only(const State&) override { return set(none_); }
  StateSet successors(const StateSet&) override { return set(closed_); }
  StateSet predecessors(const StateSet&) override { return set(none_); }
  StateSet backwards(const StateSet&, const StateSet& goal) override { return goal; }
  StateSet forwards(const StateSet& hold, const StateSet&) override { return hold; }
  StateSet with_step(Expr, const StateSet&) override { return set(none_); }

  StateSet unite(const StateSet& a, const StateSet& b) override {
    if (is_subset(a, b)) return b;
    return is_subset(b, a) ? a : set(pool_.or_(of(a), of(b)));
  }
  StateSet intersect(const StateSet& a, const StateSet& b) override {
    if (is_subset(a, b)) return a;
    return is_subset(b, a) ? b : set(pool_.and_(of(a), of(b)));
  }
  StateSet subtract(const StateSet& a, const StateSet& b) override {
    if (is_empty(b)) return a;
    return set(is_subset(a, b) ? none_ : pool_.and_(of(a), pool_.not_(of(b))));
  }
  bool is_empty(const StateSet& s) override { return of(s) == none_; }
  bool is_subset(const StateSet& a, const StateSet& b) override {
    return of(a) == of(b) || of(a) == none_ || of(b) == closed_;
  }
  Integer count(const StateSet&) override { return 0; }
  std::optional<State> pick(const StateSet&) override { return std::nullopt; }
  Expr describe(const StateSet& s) override { return of(s); }
  Expr expression(const StateSet& s) override { return of(s); }

  std::optional<std::size_t> rank(Expr, const State&) override { return std::nullopt; }
  StateSet ring(Expr, std::size_t) override { return set(none_); }
  StateSet keeping(Expr, const State&) override { return set(none_); }
  std::optional<Step> step(const State&, const StateSet&, Expr) override { return std::nullopt; }
  StateSet fair_within(const StateSet&, const std::vector<StateSet>&) override { return set(none_); }
  std::optional<Trace> fair_lasso(const State&, const StateSet&, const std::vector<StateSet>&) override {
    return std::nullopt;
  }

 private:
  static StateSet set(Expr condition) { return StateSet(std::make_shared<const Told>(condition)); }
  Expr of(const StateSet& s) const { return s.inside() ? static_cast<const Told*>(s.inside())->condition : none_; }

  ExprPool& pool_;
  Expr always_, closed_, none_, initial_;
  std::optional<std::size_t> depth_;
};

}  // namespace

std::unique_ptr<Oracle> make_invariant_oracle(const TransitionSystem& system, Expr always, Expr set) {
  return std::make_unique<InvariantOracle>(system, always, set);
}

std::unique_ptr<Oracle> make_induction_oracle(const TransitionSystem& system, Expr always, std::size_t depth) {
  return std::make_unique<InvariantOracle>(system, always, system.pool->boolean(true), depth);
}

}  // namespace whynot::engine::partial
