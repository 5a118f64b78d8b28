// The oracle of proofs on top of CTL's fixpoints; see engine/oracle.h.
#include "engine/oracle.h"

#include "base/check.h"
#include "engine/symbolic/ctl.h"
#include "engine/symbolic/evidence/describe.h"
#include "engine/symbolic/fairness.h"

namespace whynot::engine {

namespace {

using encode::Bdd;
using symbolic::Ctl;
using symbolic::Model;
using symbolic::ModelStore;
using symbolic::Space;

struct Diagram final : StateSet::Inside {
  explicit Diagram(Bdd s) : states(std::move(s)) {}
  Bdd states;
};

class SymbolicOracle final : public Oracle {
 public:
  SymbolicOracle(const TransitionSystem& system, Keep* keep, Context& context, std::span<const Expr> about) {
    const auto chosen = [&]() -> Model& {
      return about.empty() ? store_->whole() : store_->model_for({about.begin(), about.end()});
    };
    store_ = ModelStore::of(system, keep, context);
    // What an LTL property has added for its automaton would show up in descriptions of states.
    if (chosen().has_extra_bits()) store_ = std::make_shared<ModelStore>(system, context, keep);
    model_ = &chosen();
    model_->watch(&context);
    if (model_->explore()) ctl_ = &model_->ctl();
  }
  // Loose: with a store of its own, in which nobody explores.
  SymbolicOracle(const TransitionSystem& system, Context& context, std::span<const Expr> about)
      : store_(std::make_shared<ModelStore>(system, context)),
        model_(&store_->model_for({about.begin(), about.end()})),
        loose_(true) {
    model_->watch(&context);
    if (!model_->prepare()) return;
    own_ctl_ = std::make_unique<Ctl>(*model_, false);
    ctl_ = own_ctl_.get();
  }
  ~SymbolicOracle() override { model_->watch(nullptr); }

  bool is_loose() const override { return loose_; }

  bool knows(Expr variable) const override { return model_->cone()[model_->system().index_of(variable)]; }
  bool stopped() const override { return !ctl_ || ctl_->space().failed(); }

  StateSet reachable() override { return stopped() ? StateSet() : set(space().care()); }
  StateSet initial() override { return stopped() ? StateSet() : set(space().initial()); }
  StateSet fair() override { return stopped() ? StateSet() : set(ctl_->fair()); }
  bool always_has_step(Expr condition) override {
    if (stopped()) return false;
    const encode::BddRelation& relation = space().relation();
    return relation.allowed().leq(relation.preimage(relation.allowed(), model_->bits().condition(condition)));
  }
  StateSet states_of(Expr ctl) override { return stopped() ? StateSet() : set(ctl_->states_of(ctl)); }
  StateSet only(const State& s) override { return stopped() ? StateSet() : set(model_->bits().minterm_of(s)); }
  StateSet successors(const StateSet& s) override {
    return stopped() ? StateSet() : set(space().relation().image(of(s)));
  }
  StateSet predecessors(const StateSet& s) override {
    return stopped() ? StateSet() : set(space().preimage(of(s), space().care()));
  }
  StateSet backwards(const StateSet& hold, const StateSet& goal) override {
    return set(space().backwards(of(hold), of(goal)));
  }
  StateSet forwards(const StateSet& hold, const StateSet& from) override {
    return set(of(from) | space().forwards(of(hold), of(from)));
  }
  StateSet with_step(Expr condition, const StateSet& into) override {
    return set(space().relation().preimage(of(into), model_->bits().condition(condition)) & space().care());
  }

  StateSet unite(const StateSet& a, const StateSet& b) override { return set(of(a) | of(b)); }
  StateSet intersect(const StateSet& a, const StateSet& b) override { return set(of(a) & of(b)); }
  StateSet subtract(const StateSet& a, const StateSet& b) override { return set(of(a) - of(b)); }
  bool is_empty(const StateSet& s) override { return !of(s).is_satisfiable(); }
  bool is_subset(const StateSet& a, const StateSet& b) override { return of(a).leq(of(b)); }
  Integer count(const StateSet& s) override { return of(s).valid() ? model_->bits().count_states(of(s)) : Integer(0); }
  std::optional<State> pick(const StateSet& s) override {
    if (is_empty(s)) return std::nullopt;
    return model_->bits().state_of(space().pick_state(of(s)));
  }
  Expr describe(const StateSet& s) override { return symbolic::describe(model_->bits(), of(s), of(reachable())); }
  Expr expression(const StateSet& s) override { return symbolic::expression(model_->bits(), of(s)); }

  std::optional<std::size_t> rank(Expr ctl, const State& s) override {
    const std::vector<Bdd>* rings = rings_of(ctl);
    const Bdd state = of(only(s));
    for (std::size_t i = 0; rings && i < rings->size(); ++i)
      if (state.leq((*rings)[i])) return i;
    return std::nullopt;
  }

  StateSet ring(Expr ctl, std::size_t rank) override {
    const std::vector<Bdd>* rings = rings_of(ctl);
    return set(rings && rank < rings->size() ? (*rings)[rank] : space().nothing());
  }

  StateSet keeping(Expr ctl, const State& s) override {
    if (stopped()) return {};
    const Bdd next = space().relation().image(of(only(s)));
    if (ctl.is(Op::EX)) return set(next & ctl_->states_of(ctl.arg(0)) & ctl_->fair());
    if (ctl.is(Op::EG)) return set(next & ctl_->states_of(ctl));
    WHYNOT_CHECK(ctl.is(Op::EF) || ctl.is(Op::EU), "successors should be asked for existential formulas");
    const auto here = rank(ctl, s);
    return here && *here > 0 ? set(next & of(ring(ctl, *here - 1))) : set(space().nothing());
  }

  std::optional<Step> step(const State& from, const StateSet& into, Expr condition) override {
    if (stopped()) return std::nullopt;
    encode::BddBits& bits = model_->bits();
    const Bdd here = of(only(from));
    Bdd steps = space().relation().steps_from(here) & bits.to_next(of(into)).cofactor(here);
    if (condition) steps &= bits.condition(condition).cofactor(here);
    if (!steps.is_satisfiable()) return std::nullopt;
    const Bdd inputs = bits.pick_inputs(steps), kept = here.exists(bits.cube_of(encode::BddBits::Role::Current));
    const Bdd to = space().pick_state(bits.to_current(steps.cofactor(inputs)) & kept);
    return Step{bits.inputs_of(inputs), bits.state_of(to)};
  }

  StateSet fair_within(const StateSet& s, const std::vector<StateSet>& pass) override {
    return stopped() ? StateSet() : set(fair_hull(space(), fairness(pass), of(s) & ctl_->fair()));
  }

  std::optional<Trace> fair_lasso(const State& s, const StateSet& within, const std::vector<StateSet>& pass) override {
    if (stopped()) return std::nullopt;
    symbolic::Path path;
    path.start(of(only(s)), space());
    if (!close_fair_loop(space(), fairness(pass), of(within), path)) return std::nullopt;
    return trace_of(space(), path);
  }

 private:
  symbolic::Fairness fairness(const std::vector<StateSet>& pass) const {
    symbolic::Fairness all = model_->fairness();
    for (const StateSet& s : pass) all.justice.push_back({of(s)});
    return all;
  }
  Space& space() { return model_->space(); }
  static StateSet set(Bdd states) { return StateSet(std::make_shared<const Diagram>(std::move(states))); }
  static Bdd of(const StateSet& s) { return s.inside() ? static_cast<const Diagram*>(s.inside())->states : Bdd(); }

  // Of an unbounded EF, EU, AF or AU; null if it has none.
  const std::vector<Bdd>* rings_of(Expr e) {
    const bool exists = e.is(Op::EF) || e.is(Op::EU), for_all = e.is(Op::AF) || e.is(Op::AU);
    if (stopped() || !(exists || for_all) || !bounds_of(e).unbounded()) return nullptr;
    const bool is_until = e.arity() == 2;
    const Bdd hold = is_until ? ctl_->states_of(e.arg(0)) : space().care();
    const Bdd goal = ctl_->states_of(e.arg(is_until ? 1 : 0));
    if (exists) return &ctl_->until(hold, goal).rings;
    if (!model_->fairness().justice.empty()) return nullptr;
    auto [found, fresh] = for_all_rings_.try_emplace(e);
    if (fresh) found->second = ctl_->for_all_rings(hold, goal);
    return &found->second;
  }

  std::shared_ptr<ModelStore> store_;
  Model* model_ = nullptr;
  Ctl* ctl_ = nullptr;
  bool loose_ = false;
  std::unique_ptr<Ctl> own_ctl_;
  std::unordered_map<Expr, std::vector<Bdd>, ExprHash> for_all_rings_;
};

}  // namespace

std::unique_ptr<Oracle> make_oracle(const TransitionSystem& system, Keep* keep, Context& context,
                                    std::span<const Expr> about) {
  return std::make_unique<SymbolicOracle>(system, keep, context, about);
}

std::unique_ptr<Oracle> make_loose_oracle(const TransitionSystem& system, Context& context,
                                          std::span<const Expr> about) {
  return std::make_unique<SymbolicOracle>(system, context, about);
}

}  // namespace whynot::engine
