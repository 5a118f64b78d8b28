// Sets are members of the trace's list of states; questions go to the graph.
#include "engine/partial/trace_oracle.h"

#include <algorithm>

#include "engine/partial/graph.h"

namespace whynot::engine::partial {
namespace {

struct Listed final : StateSet::Inside {
  explicit Listed(Members m) : members(std::move(m)) {}
  Members members;
};

class TraceOracle final : public Oracle {
 public:
  TraceOracle(const TransitionSystem& system, const Trace& trace, bool total)
      : system_(system), signature_(trace.signature), graph_(system, trace, total) {}

  bool stopped() const override { return false; }
  bool is_partial() const override { return true; }
  bool knows(Expr) const override { return true; }

  StateSet reachable() override { return set(graph_.all()); }
  StateSet initial() override { return only(graph_.state(0)); }
  StateSet fair() override { return set(graph_.fair()); }
  bool always_has_step(Expr) override { return graph_.is_total(); }
  StateSet states_of(Expr ctl) override { return set(graph_.known(ctl).yes); }
  StateSet only(const State& s) override {
    Members one = graph_.none();
    if (const auto number = graph_.number_of(s)) one[*number] = true;
    return set(std::move(one));
  }
  StateSet successors(const StateSet& s) override { return set(graph_.successors(of(s))); }
  StateSet predecessors(const StateSet& s) override { return set(graph_.predecessors(of(s))); }
  StateSet backwards(const StateSet& hold, const StateSet& goal) override {
    return set(graph_.backwards(of(hold), of(goal)));
  }
  StateSet forwards(const StateSet& hold, const StateSet& from) override {
    return set(graph_.forwards(of(hold), of(from)));
  }
  StateSet with_step(Expr condition, const StateSet& into) override {
    return set(graph_.with_step(condition, of(into)));
  }

  StateSet unite(const StateSet& a, const StateSet& b) override { return set(of(a) | of(b)); }
  StateSet intersect(const StateSet& a, const StateSet& b) override { return set(of(a) & of(b)); }
  StateSet subtract(const StateSet& a, const StateSet& b) override { return set(without(of(a), of(b))); }
  bool is_empty(const StateSet& s) override { return is_none(of(s)); }
  bool is_subset(const StateSet& a, const StateSet& b) override { return is_within(of(a), of(b)); }
  Integer count(const StateSet& s) override {
    const Members all = of(s);
    return std::count(all.begin(), all.end(), true);
  }
  // The first on the trace.
  std::optional<State> pick(const StateSet& s) override {
    const Members all = of(s);
    const auto found = std::find(all.begin(), all.end(), true);
    return found == all.end() ? std::nullopt
                              : std::optional(graph_.state(static_cast<std::size_t>(found - all.begin())));
  }
  Expr describe(const StateSet& s) override { return expression(s); }
  Expr expression(const StateSet& s) override {
    ExprPool& pool = *system_.pool;
    Expr any = pool.boolean(false);
    const Members all = of(s);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i]) any = pool.or_(any, condition(graph_.state(i)));
    return any;
  }

  std::optional<std::size_t> rank(Expr ctl, const State& s) override {
    const auto number = graph_.number_of(s);
    const std::vector<Members> rings = number ? rings_of(ctl) : std::vector<Members>();
    for (std::size_t i = 0; i < rings.size(); ++i)
      if (rings[i][*number]) return i;
    return std::nullopt;
  }
  StateSet ring(Expr ctl, std::size_t rank) override {
    std::vector<Members> rings = rings_of(ctl);
    return set(rank < rings.size() ? std::move(rings[rank]) : graph_.none());
  }
  StateSet keeping(Expr ctl, const State& s) override {
    const Members next = graph_.successors(of(only(s)));
    if (ctl.is(Op::EX)) return set(next & graph_.known(ctl.arg(0)).yes & graph_.fair());
    if (ctl.is(Op::EG)) return set(next & graph_.known(ctl).yes);
    const auto here = rank(ctl, s);
    return here && *here > 0 ? set(next & of(ring(ctl, *here - 1))) : set(graph_.none());
  }

  std::optional<Step> step(const State& from, const StateSet& into, Expr condition) override {
    const auto number = graph_.number_of(from);
    const Members wanted = of(into);
    if (!number) return std::nullopt;
    for (const Graph::Edge& e : graph_.edges(*number))
      if (wanted[e.to] && (!condition || graph_.holds(condition, *number, e)))
        return Step{e.inputs, graph_.state(e.to)};
    return std::nullopt;
  }
  StateSet fair_within(const StateSet& s, const std::vector<StateSet>& pass) override {
    return set(graph_.staying(of(s), all_of(pass)));
  }

  // The nearest state that is on such a loop.
  std::optional<Trace> fair_lasso(const State& s, const StateSet& within, const std::vector<StateSet>& pass) override {
    const auto start = graph_.number_of(s);
    const Members region = of(within);
    Members seen = of(only(s)), ring = seen;
    while (start && !is_none(ring)) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (!ring[i]) continue;
        const auto loop = graph_.loop(i, region, all_of(pass));
        if (loop) return lasso(*graph_.way(*start, seen, of(only(graph_.state(i)))), *loop);
      }
      ring = without(graph_.successors(ring) & region, seen);
      seen = seen | ring;
    }
    return std::nullopt;
  }

 private:
  static StateSet set(Members members) { return StateSet(std::make_shared<const Listed>(std::move(members))); }
  Members of(const StateSet& s) const {
    return s.inside() ? static_cast<const Listed*>(s.inside())->members : graph_.none();
  }
  std::vector<Members> all_of(const std::vector<StateSet>& sets) const {
    std::vector<Members> out;
    out.reserve(sets.size());
    for (const StateSet& s : sets) out.push_back(of(s));
    return out;
  }

  Expr condition(const State& s) const {
    std::vector<Expr> parts;
    std::size_t column = 0;
    for (const VariableDecl& v : system_.variables)
      if (v.kind != VariableKind::Input)
        parts.push_back(system_.pool->eq(v.variable, system_.pool->constant(s[column++], v.variable.type())));
    return system_.pool->all(parts);
  }

  std::vector<Members> rings_of(Expr e) {
    if ((!e.is(Op::EF) && !e.is(Op::EU)) || !bounds_of(e).unbounded()) return {};
    const bool until = e.arity() == 2;
    return graph_.rings(until ? graph_.known(e.arg(0)).yes : graph_.all(),
                        graph_.known(e.arg(until ? 1 : 0)).yes & graph_.fair());
  }

  // Some of the justice conditions speak of inputs: the step that meets one is taken where there are several.
  Inputs inputs_of(std::size_t from, std::size_t to) const {
    const Graph::Edge* best = nullptr;
    std::size_t most = 0;
    for (const Graph::Edge& e : graph_.edges(from)) {
      if (e.to != to) continue;
      const auto met = static_cast<std::size_t>(
          std::count_if(system_.justice.begin(), system_.justice.end(),
                        [&](const Constraint& c) { return graph_.holds(c.condition, from, e); }));
      if (!best || met > most) best = &e;
      most = std::max(most, met);
    }
    return best ? best->inputs : Inputs();
  }

  Trace lasso(const std::vector<std::size_t>& way, const std::vector<std::size_t>& loop) const {
    Trace trace;
    trace.signature = signature_;
    std::vector<std::size_t> all = way;
    all.insert(all.end(), loop.begin() + 1, loop.end());
    for (std::size_t i = 0; i < all.size(); ++i)
      trace.steps.push_back({graph_.state(all[i]), i == 0 ? Inputs() : inputs_of(all[i - 1], all[i]), std::nullopt});
    trace.loop = way.size() - 1;
    trace.closing_inputs = inputs_of(all.back(), loop.front());
    return trace;
  }

  const TransitionSystem& system_;
  std::shared_ptr<const Signature> signature_;
  Graph graph_;
};

}  // namespace

std::unique_ptr<Oracle> make_trace_oracle(const TransitionSystem& system, const Trace& trace, bool total) {
  return std::make_unique<TraceOracle>(system, trace, total);
}

}  // namespace whynot::engine::partial
