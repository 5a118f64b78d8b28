// Pairs graph nodes with guesses, looks for fair components, and cuts a lasso out of one.  Kept apart from
// model/ltl.h.
#include "engine/explicit/product.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::engine {
namespace {

// Bounded operators written out with X and Y, so that the tableau knows few operators only: X Y U S and
// the boolean ones.  Nothing when bounds make the result too large.
class Desugar {
 public:
  explicit Desugar(ExprPool& pool) : pool_(pool) {}

  std::optional<Expr> run(Expr root) {
    for_each_postorder(root, [&](Expr e) { done_[e] = step(e); });
    if (steps_ > limit) return std::nullopt;
    return done_.at(root);
  }

 private:
  static constexpr std::size_t limit = 64;

  Expr step(Expr e) {
    const Expr a = e.arity() > 0 ? done_.at(e.arg(0)) : Expr();
    const Expr b = e.arity() > 1 ? done_.at(e.arg(1)) : Expr();
    const Expr yes = pool_.boolean(true);
    switch (e.op()) {
      case Op::X:
      case Op::Y: return pool_.temporal(e.op(), {a});
      case Op::Z: return pool_.not_(pool_.temporal(Op::Y, {pool_.not_(a)}));
      case Op::F: return until(Op::U, yes, a, bounds_of(e));
      case Op::G: return pool_.not_(until(Op::U, yes, pool_.not_(a), bounds_of(e)));
      case Op::U: return until(Op::U, a, b, bounds_of(e));
      case Op::V: return pool_.not_(until(Op::U, pool_.not_(a), pool_.not_(b), bounds_of(e)));
      case Op::O: return until(Op::S, yes, a, bounds_of(e));
      case Op::H: return pool_.not_(until(Op::S, yes, pool_.not_(a), bounds_of(e)));
      case Op::S: return until(Op::S, a, b, bounds_of(e));
      case Op::T: return pool_.not_(until(Op::S, pool_.not_(a), pool_.not_(b), bounds_of(e)));
      default: break;
    }
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done_.at(e.arg(i)));
    return rebuild(pool_, e, args);
  }

  // hold U[lo,hi] goal, from the largest distance inwards.
  Expr until(Op op, Expr hold, Expr goal, TimeBounds bounds) {
    const Op shift = op == Op::U ? Op::X : Op::Y;
    const std::size_t around = bounds.lo + (bounds.hi == no_bound ? 0 : bounds.hi - bounds.lo);
    steps_ += around;
    if (bounds.lo > limit || (bounds.hi != no_bound && bounds.hi - bounds.lo > limit)) return hold;  // refused by run()
    Expr result = goal;
    if (bounds.hi == no_bound)
      result = pool_.temporal(op, {hold, goal});
    else
      for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i)
        result = pool_.or_(goal, pool_.and_(hold, pool_.temporal(shift, {result})));
    for (std::uint64_t i = 0; i < bounds.lo; ++i) result = pool_.and_(hold, pool_.temporal(shift, {result}));
    return result;
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Expr, ExprHash> done_;
  std::size_t steps_ = 0;
};

// A node of the product: a point of a run and the guessed elementary formulas.
struct Point {
  std::uint32_t state;
  std::uint32_t edge;  // the step that leaves it; only told apart when the formula speaks of transitions
  std::uint64_t guess;

  friend bool operator==(const Point&, const Point&) = default;
};
struct PointHash {
  std::size_t operator()(const Point& p) const {
    return (p.state * 0x9e3779b97f4a7c15u) ^ (p.edge * 0xc2b2ae3d27d4eb4fu) ^ (p.guess * 0x165667b19e3779f9u);
  }
};

// A subformula with temporal operators, by the places of its operands.
struct Part {
  Op op;
  std::uint32_t at;
  std::uint32_t args[3];
  std::uint32_t bit;  // in the guess, of a temporal one
};

class Product {
 public:
  Product(const TransitionSystem& system, const Graph& graph, Expr formula)
      : system_(system), graph_(graph), formula_(formula) {
    for_each_postorder(formula, [&](Expr e) {
      if (!is_ltl(e.op())) return;
      bit_.emplace(e, elementary_.size());
      elementary_.push_back(e);
      if (is_future(e.op())) ++future_;
    });
    put_in_order(formula);
    for (const Constraint& c : system.justice) watched_.push_back(c.condition);
    for (const Compassion& c : system.compassion) {
      watched_.push_back(c.p);
      watched_.push_back(c.q);
    }
    by_edge_ = speaks_of_step(formula) ||
               std::any_of(watched_.begin(), watched_.end(), [&](Expr e) { return speaks_of_step(e); });
    prepare_atoms();
    lay_out_parts();
  }

  LtlSearch search(std::shared_ptr<const Signature> signature, Context& context);

 private:
  static constexpr std::size_t max_points = 4'000'000, max_tries = 20'000'000;

  bool speaks_of_step(Expr e) const {
    const Slots slots(system_);
    return speaks_of_transition(e, [&](Expr v) { return slots.of(v) >= slots.inputs_begin(); });
  }

  // Subformulas in order: temporal ones, the logical ones above them, and atoms (evaluated as they stand).
  void put_in_order(Expr formula) {
    std::unordered_map<Expr, bool, ExprHash> temporal;
    for_each_postorder(formula, [&](Expr e) {
      bool is = is_ltl(e.op());
      for (std::size_t i = 0; i < e.arity(); ++i) is = is || temporal.at(e.arg(i));
      temporal.emplace(e, is);
      if (!is) return;
      order_.push_back(e);
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (!temporal.at(e.arg(i))) add_atom(e.arg(i));
    });
    if (!temporal.at(formula)) add_atom(formula);
  }

  void add_atom(Expr e) {
    if (std::find(atom_list_.begin(), atom_list_.end(), e) == atom_list_.end()) atom_list_.push_back(e);
  }

  void prepare_atoms() {
    std::vector<Expr> roots = atom_list_;
    roots.insert(roots.end(), watched_.begin(), watched_.end());
    slots_.emplace(system_);
    program_.emplace(*system_.pool, roots, [this](Expr leaf) { return slots_->of(leaf); });
    std::unordered_map<Expr, std::size_t, ExprHash> node;
    for (std::size_t i = 0; i < program_->nodes().size(); ++i) node.emplace(program_->nodes()[i], i);
    for (Expr root : roots) root_nodes_.push_back(node.at(root));
  }

  // The atoms (then the fairness conditions) at a point, as bits.
  const std::vector<bool>& atoms_at(std::uint32_t state, std::uint32_t edge) {
    const std::uint64_t key = (std::uint64_t{state} << 32) | edge;
    auto [found, fresh] = atoms_.try_emplace(key);
    if (fresh) {
      std::vector<Value> values;
      const Edge* out = by_edge_ ? &graph_.edges[state][edge] : nullptr;
      program_->run_all(slots_->values(graph_.states[state], out ? &graph_.inputs[out->inputs] : nullptr,
                                       out ? &graph_.states[out->to] : nullptr),
                        values);
      for (std::size_t n : root_nodes_) found->second.push_back(values[n].is_true());
    }
    return found->second;
  }

  // The truth of every part (atoms, then what is above them, in order) at a point.  The result is good until
  // the next call.
  const std::vector<char>& truth_at(const Point& point) {
    const std::vector<bool>& atoms = atoms_at(point.state, point.edge);
    for (std::size_t i = 0; i < atom_list_.size(); ++i) truth_[i] = atoms[i] ? 1 : 0;
    for (const Part& part : parts_) truth_[part.at] = value(part, point.guess) ? 1 : 0;
    return truth_;
  }

  bool value(const Part& part, std::uint64_t guess) const {
    const auto t = [&](std::size_t i) { return truth_[part.args[i]] != 0; };
    const bool guessed = ((guess >> part.bit) & 1) != 0;
    switch (part.op) {
      case Op::X:
      case Op::Y: return guessed;
      case Op::U:
      case Op::S: return t(1) || (t(0) && guessed);  // the guess: true at the neighbour
      case Op::Not: return !t(0);
      case Op::And: return t(0) && t(1);
      case Op::Or: return t(0) || t(1);
      case Op::Xor: return t(0) != t(1);
      case Op::Iff:
      case Op::Eq: return t(0) == t(1);
      case Op::Implies: return !t(0) || t(1);
      case Op::Ite: return t(0) ? t(1) : t(2);
      default: break;
    }
    WHYNOT_CHECK(false, "only logical operators should stand above temporal ones");
    return false;
  }

  // Where each part stands in the truth at a point, and its operands.
  void lay_out_parts() {
    for (Expr atom : atom_list_) index_.emplace(atom, index_.size());
    for (Expr e : order_) index_.emplace(e, index_.size());
    truth_.resize(index_.size());
    for (Expr e : order_) {
      Part part{e.op(), static_cast<std::uint32_t>(index_.at(e)), {0, 0, 0}, 0};
      for (std::size_t i = 0; i < e.arity(); ++i) part.args[i] = static_cast<std::uint32_t>(index_.at(e.arg(i)));
      if (is_ltl(e.op())) part.bit = static_cast<std::uint32_t>(bit_.at(e));
      parts_.push_back(part);
    }
    for (Expr e : elementary_) promised_.push_back(index_.at(promised(e)));
  }

  // What the guess about e's neighbour promises: U and S of themselves, X and Y of their operand.
  static Expr promised(Expr e) { return e.is(Op::U) || e.is(Op::S) ? e : e.arg(0); }

  std::vector<std::uint32_t> edge_choices(std::uint32_t state) const {
    std::vector<std::uint32_t> choices(by_edge_ ? graph_.edges[state].size() : 1);
    std::iota(choices.begin(), choices.end(), 0u);
    return choices;
  }

  // All guesses whose past part is `past`.
  template <class Visit>
  void for_each_guess(std::uint64_t past, Visit visit) const {
    std::vector<std::size_t> free_bits;
    for (std::size_t bit = 0; bit < elementary_.size(); ++bit)
      if (is_future(elementary_[bit].op())) free_bits.push_back(bit);
    for (std::uint64_t choice = 0; choice < (std::uint64_t{1} << free_bits.size()); ++choice) {
      std::uint64_t guess = past;
      for (std::size_t i = 0; i < free_bits.size(); ++i)
        if ((choice >> i) & 1) guess |= std::uint64_t{1} << free_bits[i];
      visit(guess);
    }
  }

  std::uint32_t number(const Point& point) {
    const auto [found, fresh] = ids_.try_emplace(point, static_cast<std::uint32_t>(points_.size()));
    if (fresh) {
      points_.push_back(point);
      successors_.emplace_back();
      parent_.push_back(found->second);
    }
    return found->second;
  }

  void start();
  void expand(std::uint32_t id);
  std::optional<std::vector<std::uint32_t>> fair_component(std::vector<bool>& inside);
  bool prune(const std::vector<std::uint32_t>& component, std::vector<bool>& inside, bool& fair);
  std::vector<std::uint32_t> walk(std::uint32_t from, const std::vector<bool>& inside,
                                  const std::function<bool(std::uint32_t)>& goal) const;
  Trace lasso(const std::vector<std::uint32_t>& component, std::shared_ptr<const Signature> signature);
  std::uint32_t step_inputs(std::uint32_t from, std::uint32_t to) const;
  bool watched(std::uint32_t id, std::size_t i) {
    return atoms_at(points_[id].state, points_[id].edge)[atom_list_.size() + i];
  }
  bool fulfils(std::uint32_t id, Expr until);

  const TransitionSystem& system_;
  const Graph& graph_;
  Expr formula_;
  std::vector<Expr> elementary_, atom_list_;
  std::unordered_map<Expr, std::size_t, ExprHash> bit_;  // of an elementary formula in a guess
  std::size_t future_ = 0;
  std::vector<Expr> order_, watched_;
  std::unordered_map<Expr, std::size_t, ExprHash> index_;  // of a part in the truth at a point
  std::vector<Part> parts_;
  std::vector<std::size_t> promised_;  // by elementary formula
  std::vector<char> truth_;
  bool by_edge_ = false;
  std::optional<Slots> slots_;
  std::optional<CompiledExpr> program_;
  std::vector<std::size_t> root_nodes_;
  std::unordered_map<std::uint64_t, std::vector<bool>> atoms_;
  std::unordered_map<Point, std::uint32_t, PointHash> ids_;
  std::vector<Point> points_;
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<std::uint32_t> parent_;  // breadth first
};

void Product::start() {
  for (std::uint32_t state : graph_.initial)
    for (std::uint32_t edge : edge_choices(state))
      for_each_guess(0, [&](std::uint64_t guess) {  // nothing was true before the beginning
        const Point point{state, edge, guess};
        if (truth_at(point)[index_.at(formula_)]) number(point);
      });
}

void Product::expand(std::uint32_t id) {
  const Point from = points_[id];
  const std::vector<char>& truth = truth_at(from);
  std::uint64_t past = 0;
  for (std::size_t bit = 0; bit < elementary_.size(); ++bit)
    if (is_past(elementary_[bit].op()) && truth[promised_[bit]]) past |= std::uint64_t{1} << bit;
  std::vector<std::uint32_t> seen;
  for (std::uint32_t i = 0; i < graph_.edges[from.state].size(); ++i) {
    const std::uint32_t next = graph_.edges[from.state][i].to;
    if (by_edge_ ? i != from.edge : std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    for (std::uint32_t edge : edge_choices(next))
      for_each_guess(past, [&](std::uint64_t guess) {
        const Point to{next, edge, guess};
        const std::vector<char>& there = truth_at(to);
        for (std::size_t bit = 0; bit < elementary_.size(); ++bit)
          if (is_future(elementary_[bit].op()) && (there[promised_[bit]] != 0) != (((from.guess >> bit) & 1) != 0))
            return;
        const std::size_t before = points_.size();
        const std::uint32_t target = number(to);
        if (points_.size() > before) parent_[target] = id;
        successors_[id].push_back(target);
      });
  }
}

// A promise of U is kept where the U is false or its goal true.
bool Product::fulfils(std::uint32_t id, Expr until) {
  const std::vector<char>& truth = truth_at(points_[id]);
  return !truth[index_.at(until)] || truth[index_.at(until.arg(1))];
}

// Looks at one component: `fair` when a run may stay in it forever, else takes out of `inside` what keeps it
// from being fair, if a part may still be; false when nothing is left to try.
bool Product::prune(const std::vector<std::uint32_t>& component, std::vector<bool>& inside, bool& fair) {
  const auto some = [&](const std::function<bool(std::uint32_t)>& holds) {
    return std::any_of(component.begin(), component.end(), holds);
  };
  fair = false;
  for (Expr e : elementary_)
    if (e.is(Op::U) && !some([&](std::uint32_t id) { return fulfils(id, e); })) return false;
  const std::size_t justice = system_.justice.size();
  for (std::size_t i = 0; i < justice; ++i)
    if (!some([&](std::uint32_t id) { return watched(id, i); })) return false;
  for (std::size_t i = justice; i < watched_.size(); i += 2) {
    const bool has_p = some([&](std::uint32_t id) { return watched(id, i); });
    const bool has_q = some([&](std::uint32_t id) { return watched(id, i + 1); });
    if (!has_p || has_q) continue;
    for (std::uint32_t id : component)  // without q forever, p must end too
      if (watched(id, i)) inside[id] = false;
    return true;
  }
  fair = true;
  return true;
}

std::optional<std::vector<std::uint32_t>> Product::fair_component(std::vector<bool>& inside) {
  bool changed = true;
  while (changed) {
    changed = false;
    const Components parts = components(points_.size(), inside, [&](std::uint32_t id) { return successors_[id]; });
    for (const auto& component : parts.members) {
      const bool cyclic = component.size() > 1 ||
                          std::count(successors_[component[0]].begin(), successors_[component[0]].end(), component[0]);
      bool fair = false;
      if (cyclic && prune(component, inside, fair)) {
        if (fair) return component;
        changed = true;
      } else {
        for (std::uint32_t id : component) inside[id] = false;
      }
    }
  }
  return std::nullopt;
}

// A shortest way of at least one step from `from` to a goal, within `inside`: the points after `from`.
std::vector<std::uint32_t> Product::walk(std::uint32_t from, const std::vector<bool>& inside,
                                         const std::function<bool(std::uint32_t)>& goal) const {
  std::unordered_map<std::uint32_t, std::uint32_t> came_from;
  std::deque<std::uint32_t> queue{from};
  while (!queue.empty()) {
    const std::uint32_t at = queue.front();
    queue.pop_front();
    for (std::uint32_t to : successors_[at]) {
      if (!inside[to] || came_from.count(to)) continue;
      came_from.emplace(to, at);
      if (goal(to)) {
        std::vector<std::uint32_t> way{to};
        while (came_from.at(way.back()) != from) way.push_back(came_from.at(way.back()));
        std::reverse(way.begin(), way.end());
        return way;
      }
      queue.push_back(to);
    }
  }
  WHYNOT_CHECK(false, "within a component every point should reach every other");
  return {};
}

std::uint32_t Product::step_inputs(std::uint32_t from, std::uint32_t to) const {
  if (by_edge_) return graph_.edges[points_[from].state][points_[from].edge].inputs;
  for (const Edge& edge : graph_.edges[points_[from].state])
    if (edge.to == points_[to].state) return edge.inputs;
  WHYNOT_CHECK(false, "neighbours in the product should be neighbours in the graph");
  return 0;
}

// To the component by the way it was found, then round it past everything that makes it fair.
Trace Product::lasso(const std::vector<std::uint32_t>& component, std::shared_ptr<const Signature> signature) {
  std::vector<bool> inside(points_.size(), false);
  for (std::uint32_t id : component) inside[id] = true;
  const std::uint32_t entry = *std::min_element(component.begin(), component.end());  // breadth first: nearest
  std::vector<std::uint32_t> way{entry};
  while (parent_[way.back()] != way.back()) way.push_back(parent_[way.back()]);
  std::reverse(way.begin(), way.end());
  const std::size_t loop = way.size() - 1;
  const auto visit = [&](const std::function<bool(std::uint32_t)>& goal) {
    if (std::any_of(way.begin() + static_cast<std::ptrdiff_t>(loop), way.end(), goal)) return;
    const auto more = walk(way.back(), inside, goal);
    way.insert(way.end(), more.begin(), more.end());
  };
  for (Expr e : elementary_)
    if (e.is(Op::U)) visit([&](std::uint32_t id) { return fulfils(id, e); });
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const bool compassion = i >= system_.justice.size();
    if (compassion && (i - system_.justice.size()) % 2 == 0) continue;  // p need not be visited
    const auto holds = [&](std::uint32_t id) { return watched(id, i); };
    if (!compassion || std::any_of(component.begin(), component.end(), holds)) visit(holds);
  }
  const auto back = walk(way.back(), inside, [&](std::uint32_t id) { return id == entry; });
  way.insert(way.end(), back.begin(), back.end() - 1);
  Trace trace;
  trace.signature = std::move(signature);
  for (std::size_t i = 0; i < way.size(); ++i) {
    Step step{graph_.states[points_[way[i]].state], {}, std::nullopt};
    if (i > 0) step.inputs = graph_.inputs[step_inputs(way[i - 1], way[i])];
    trace.steps.push_back(std::move(step));
  }
  trace.loop = loop;
  trace.closing_inputs = graph_.inputs[step_inputs(way.back(), entry)];
  return trace;
}

LtlSearch Product::search(std::shared_ptr<const Signature> signature, Context& context) {
  LtlSearch result;
  // Every edge is tried with every guess of what lies ahead.
  std::size_t edges = graph_.initial.size();
  for (const auto& out : graph_.edges) edges += out.size();
  if (future_ > 20 || elementary_.size() > 60 || (edges << future_) > max_tries)
    return {LtlSearch::Answer::Stopped, {}, "the formula is too large for the explicit engine"};
  start();
  for (std::uint32_t id = 0; id < points_.size(); ++id) {
    if (context.should_stop()) return {LtlSearch::Answer::Stopped, {}, context.stop_reason()};
    if (points_.size() > max_points)
      return {LtlSearch::Answer::Stopped, {}, "the product with the formula is too large for the explicit engine"};
    expand(id);
  }
  std::vector<bool> inside(points_.size(), true);
  if (const auto component = fair_component(inside)) {
    result.answer = LtlSearch::Answer::Found;
    result.trace = lasso(*component, std::move(signature));
  }
  return result;
}

}  // namespace

LtlSearch find_run(const TransitionSystem& system, const Graph& graph, std::shared_ptr<const Signature> signature,
                   Expr formula, Context& context) {
  const auto simple = Desugar(*system.pool).run(formula);
  if (!simple)
    return {LtlSearch::Answer::Stopped, {}, "the bounds of the formula are too large for the explicit engine"};
  return Product(system, graph, *simple).search(std::move(signature), context);
}

}  // namespace whynot::engine
