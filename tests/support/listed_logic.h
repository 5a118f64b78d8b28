// What is true of a small model, from a list of its transitions: CTL by fixpoints over lists of states, LTL by a graph
// of transitions and of what is promised on them.  Shares no code with the engines: the Stepper lists transitions, and
// only expressions without temporal operators are evaluated by the program's own code.
#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "expr/evaluate.h"
#include "model/property.h"
#include "model/stepper.h"
#include "model/system/slots.h"

namespace whynot::listed {

using Set = std::vector<bool>;                        // of states, of moves, of nodes
using Graph = std::vector<std::vector<std::size_t>>;  // successors
// Where the first is met again and again, so must the second be.
struct Fair {
  Set if_met, met;
};

// Whether it has this value for one of the first few.
inline bool begins_with_some(const Set& set, std::size_t few, bool value) {
  const auto end = set.begin() + static_cast<std::ptrdiff_t>(few);
  return std::find(set.begin(), end, value) != end;
}

// The nodes from which an infinite path meets all fairness constraints: component by component, without the nodes whose
// constraint nothing in it can meet.
class FairPaths {
 public:
  FairPaths(const Graph& graph, const std::vector<Fair>& fairness)
      : graph_(graph), fairness_(fairness), inside_(graph.size(), true), on_cycle_(graph.size(), false) {
    std::vector<std::size_t> all(graph.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    look_at(all);
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = graph.size(); i-- > 0;)
        for (const std::size_t to : graph[i])
          if (on_cycle_[to] && !on_cycle_[i]) grows = on_cycle_[i] = true;
    }
  }
  Set found() const { return on_cycle_; }

 private:
  void look_at(const std::vector<std::size_t>& nodes) {
    Set before = inside_;
    inside_.assign(graph_.size(), false);
    for (const std::size_t n : nodes) inside_[n] = true;
    for (const auto& component : components(nodes)) look_at_component(component);
    inside_ = std::move(before);
  }

  void look_at_component(const std::vector<std::size_t>& component) {
    const std::size_t only = component[0];
    const bool loops = std::find(graph_[only].begin(), graph_[only].end(), only) != graph_[only].end();
    if (component.size() == 1 && !loops) return;
    std::vector<std::size_t> rest = component;
    for (const Fair& f : fairness_)
      if (std::none_of(component.begin(), component.end(), [&](std::size_t n) { return f.met[n]; }))
        std::erase_if(rest, [&](std::size_t n) { return f.if_met[n]; });
    if (rest.size() == component.size())
      for (const std::size_t n : component) on_cycle_[n] = true;
    else if (!rest.empty())
      look_at(rest);
  }

  // Tarjan's, with a stack of its own.
  std::vector<std::vector<std::size_t>> components(const std::vector<std::size_t>& nodes) const {
    std::vector<std::vector<std::size_t>> found;
    std::map<std::size_t, std::size_t> number, low;
    std::vector<std::size_t> open, way, edge;
    Set is_open(graph_.size(), false);
    const auto enter = [&](std::size_t n) {
      number[n] = low[n] = number.size();
      open.push_back(n);
      is_open[n] = true;
      way.push_back(n);
      edge.push_back(0);
    };
    for (const std::size_t root : nodes) {
      if (number.count(root) > 0) continue;
      enter(root);
      while (!way.empty()) {
        const std::size_t n = way.back();
        if (edge.back() < graph_[n].size()) {
          const std::size_t to = graph_[n][edge.back()++];
          if (!inside_[to]) continue;
          if (number.count(to) == 0)
            enter(to);
          else if (is_open[to])
            low[n] = std::min(low[n], number[to]);
          continue;
        }
        way.pop_back();
        edge.pop_back();
        if (!way.empty()) low[way.back()] = std::min(low[way.back()], low[n]);
        if (low[n] != number[n]) continue;
        found.emplace_back();
        for (std::size_t last = graph_.size(); last != n;) {
          last = open.back();
          open.pop_back();
          is_open[last] = false;
          found.back().push_back(last);
        }
      }
    }
    return found;
  }

  const Graph& graph_;
  const std::vector<Fair>& fairness_;
  Set inside_, on_cycle_;
};

struct Move {
  std::size_t from, to;
  Inputs inputs;
};

// How a run is to begin: some states, and the inputs between them.
struct Beginning {
  std::vector<std::size_t> states = {};
  std::vector<Inputs> inputs = {};
};

class Transitions {
 public:
  // What is handed in must outlive this.
  Transitions(const TransitionSystem& system, const Stepper& stepper, Context& context)
      : system_(system), slots_(system) {
    stepper.initial(context, [&](State s) {
      number(std::move(s));
      return true;
    });
    starts_ = states_.size();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const State from = states_[i];
      stepper.successors(from, context, [&](const Successor& to) {
        const std::size_t target = number(to.state);
        moves_.push_back({i, target, to.inputs});
        return true;
      });
    }
    out_.resize(states_.size());
    for (std::size_t m = 0; m < moves_.size(); ++m) out_[moves_[m].from].push_back(m);
    for (const Move& m : moves_) after_.push_back(out_[m.to]);
    for (const Constraint& c : system.justice) fairness_.push_back({Set(moves_.size(), true), on_moves(c.condition)});
    for (const Compassion& c : system.compassion) fairness_.push_back({on_moves(c.p), on_moves(c.q)});
    fair_ = begins(FairPaths(after_, fairness_).found());
    justice_ = {fairness_.begin(), fairness_.begin() + static_cast<std::ptrdiff_t>(system.justice.size())};
    just_ = begins(FairPaths(after_, justice_).found());
  }

  const std::vector<State>& states() const { return states_; }
  const std::vector<Move>& moves() const { return moves_; }
  const Graph& after() const { return after_; }
  const std::vector<std::size_t>& out_of(std::size_t state) const { return out_[state]; }
  const std::vector<Fair>& fairness() const { return fairness_; }
  std::size_t starts() const { return starts_; }
  const Set& fair() const { return fair_; }  // states with a fair run
  // CTL knows no compassion.
  const std::vector<Fair>& justice() const { return justice_; }
  const Set& just() const { return just_; }
  const TransitionSystem& system() const { return system_; }
  bool has_fair_run() const { return begins_with_some(fair_, starts_, true); }
  std::optional<std::size_t> number_of(const State& s) const {
    const auto found = known_.find(key(s));
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }

  // The states from which some move of these goes, and moves from and to some states.
  Set begins(const Set& moves) const {
    Set found(states_.size(), false);
    for (std::size_t m = 0; m < moves_.size(); ++m)
      if (moves[m]) found[moves_[m].from] = true;
    return found;
  }
  Set on_moves(Expr condition) const {
    const CompiledExpr program = compiled(condition);
    Set found;
    for (const Move& m : moves_)
      found.push_back(program.run(slots_.values(states_[m.from], &m.inputs, &states_[m.to])).is_true());
    return found;
  }
  Set on_states(Expr condition) const {
    const CompiledExpr program = compiled(condition);
    Set found;
    for (const State& s : states_) found.push_back(program.run(slots_.values(s, nullptr, nullptr)).is_true());
    return found;
  }
  bool of_moves(Expr condition) const {
    return speaks_of_transition(condition, [&](Expr v) {
      return std::any_of(system_.variables.begin(), system_.variables.end(),
                         [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
    });
  }
  // In every state that can be reached, on every move that can be taken.
  bool always(Expr condition) const {
    const Set where = of_moves(condition) ? on_moves(condition) : on_states(condition);
    return std::find(where.begin(), where.end(), false) == where.end();
  }

 private:
  static std::string key(const State& s) {
    std::string text;
    for (const Value& v : s) text += v.to_string() + ",";
    return text;
  }
  std::size_t number(State s) {
    const auto [at, fresh] = known_.emplace(key(s), states_.size());
    if (fresh) states_.push_back(std::move(s));
    return at->second;
  }
  CompiledExpr compiled(Expr e) const {
    return CompiledExpr(*system_.pool, e, [&](Expr leaf) { return slots_.of(leaf); });
  }

  const TransitionSystem& system_;
  Slots slots_;
  std::map<std::string, std::size_t> known_;
  std::vector<State> states_;
  std::size_t starts_ = 0;
  std::vector<Move> moves_;
  Graph out_, after_;
  std::vector<Fair> fairness_, justice_;
  Set fair_, just_;
};

// A formula of LTL over the fair runs: a node is a move with what holds of the past (memories) and of the rest of the
// run (promises), one bit for each temporal operator.
class Runs {
 public:
  Runs(const Transitions& model, Expr formula) : model_(model) {
    root_ = add(without_bounds(formula));
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (is_future(parts_[i].op)) future_.push_back(i);
  }
  // Nothing: it would be too large.
  std::optional<bool> some(bool truth, const Beginning& beginning = {}) {
    if (parts_.size() > 60 || future_.size() > 7) return std::nullopt;
    begin_ = &beginning;
    nodes_.clear();
    known_.clear();
    Bits memories = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (holds_at_first(parts_[i].op)) memories |= bit(i);
    for (std::size_t m = 0; m < model_.moves().size(); ++m)
      if (model_.moves()[m].from < model_.starts()) guess(m, memories, 0, nullptr);
    std::erase_if(nodes_, [&](const Node& n) { return ((n.truth & bit(root_)) != 0) != truth; });
    known_.clear();
    for (std::size_t i = 0; i < nodes_.size(); ++i) known_[key(nodes_[i])] = i;
    const std::size_t starts = nodes_.size();
    Graph graph;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_.size() > 20'000) return std::nullopt;
      graph.push_back(follow(i));
    }
    return begins_with_some(FairPaths(graph, fairness()).found(), starts, true);
  }

 private:
  using Bits = std::uint64_t;
  struct Part {
    Op op;
    std::vector<std::size_t> args;
    Set where;  // of an atom, by move
    bool atom = false;
  };
  struct Node {
    std::size_t move, depth;
    Bits bits, truth;
  };
  static Bits bit(std::size_t i) { return Bits{1} << i; }
  static bool holds_at_first(Op op) { return op == Op::Z || op == Op::H || op == Op::T; }
  static std::tuple<std::size_t, std::size_t, Bits> key(const Node& n) { return {n.move, n.depth, n.bits}; }

  // F [a, b] p as p, or the next p, …; the others accordingly.
  Expr without_bounds(Expr e) {
    ExprPool& pool = *model_.system().pool;
    if (!contains_op(e, is_temporal)) return e;
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(without_bounds(e.arg(i)));
    const bool shift = e.is(Op::X) || e.is(Op::Y) || e.is(Op::Z);
    if (!is_ltl(e.op()) || shift || bounds_of(e).unbounded()) return rebuild(pool, e, args);
    const bool all = e.is(Op::G) || e.is(Op::H) || e.is(Op::V) || e.is(Op::T);
    const Expr goal = args.back();
    Op once = all ? Op::Z : Op::Y;
    if (is_future(e.op())) once = Op::X;
    Expr made = goal;
    for (std::uint64_t i = bounds_of(e).hi; i-- > 0;) {
      made = pool.temporal(once, {made});
      if (args.size() == 2) made = all ? pool.or_(args[0], made) : pool.and_(args[0], made);
      if (i >= bounds_of(e).lo) made = all ? pool.and_(goal, made) : pool.or_(goal, made);
    }
    return made;
  }

  std::size_t add(Expr e) {
    if (const auto known = numbers_.find(e); known != numbers_.end()) return known->second;
    Part part;
    part.op = e.op();
    part.atom = !contains_op(e, is_temporal);
    if (part.atom)
      part.where = model_.on_moves(e);
    else
      for (std::size_t i = 0; i < e.arity(); ++i) part.args.push_back(add(e.arg(i)));
    parts_.push_back(std::move(part));
    return numbers_[e] = parts_.size() - 1;
  }

  Bits truth(std::size_t move, Bits bits) const {
    Bits all = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (is_true(parts_[i], move, (bits & bit(i)) != 0, all)) all |= bit(i);
    return all;
  }
  static bool is_true(const Part& part, std::size_t move, bool elsewhere, Bits known) {
    if (part.atom) return part.where[move];
    const auto arg = [&](std::size_t i) { return (known & bit(part.args[i])) != 0; };
    switch (part.op) {
      case Op::Not: return !arg(0);
      case Op::And: return arg(0) && arg(1);
      case Op::Or: return arg(0) || arg(1);
      case Op::Implies: return !arg(0) || arg(1);
      case Op::Xor: return arg(0) != arg(1);
      case Op::Iff:
      case Op::Eq: return arg(0) == arg(1);
      case Op::Ite: return arg(0) ? arg(1) : arg(2);
      case Op::F:
      case Op::O: return arg(0) || elsewhere;
      case Op::G:
      case Op::H: return arg(0) && elsewhere;
      case Op::U:
      case Op::S: return arg(1) || (arg(0) && elsewhere);
      case Op::V:
      case Op::T: return arg(1) && (arg(0) || elsewhere);
      default: return elsewhere;  // X, Y, Z
    }
  }
  // What a bit of a temporal operator is about: the operand of X, Y and Z, itself of the others.
  std::size_t about(std::size_t i) const {
    const Op op = parts_[i].op;
    return op == Op::X || op == Op::Y || op == Op::Z ? parts_[i].args[0] : i;
  }

  bool fits(std::size_t move, std::size_t depth) const {
    const Move& m = model_.moves()[move];
    const std::size_t many = begin_->states.size();
    if (depth >= many) return true;
    if (m.from != begin_->states[depth]) return false;
    return depth + 1 >= many || (m.to == begin_->states[depth + 1] && m.inputs == begin_->inputs[depth]);
  }

  // All nodes of a move with these memories that keep what `before` promises.
  void guess(std::size_t move, Bits memories, std::size_t depth, const Node* before,
             std::vector<std::size_t>* into = nullptr) {
    if (!fits(move, depth)) return;
    const Node given = before ? *before : Node{};
    for (Bits choice = 0; choice < bit(future_.size()); ++choice) {
      Node node{move, depth, memories, 0};
      for (std::size_t i = 0; i < future_.size(); ++i)
        if ((choice & bit(i)) != 0) node.bits |= bit(future_[i]);
      node.truth = truth(move, node.bits);
      const auto kept = [&](std::size_t i) {
        return ((given.bits & bit(i)) != 0) == ((node.truth & bit(about(i))) != 0);
      };
      if (before && !std::all_of(future_.begin(), future_.end(), kept)) continue;
      const auto [at, fresh] = known_.emplace(key(node), nodes_.size());
      if (fresh) nodes_.push_back(node);
      if (into) into->push_back(at->second);
    }
  }

  std::vector<std::size_t> follow(std::size_t n) {
    const Node node = nodes_[n];
    Bits memories = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (is_past(parts_[i].op) && (node.truth & bit(about(i))) != 0) memories |= bit(i);
    std::vector<std::size_t> found;
    const std::size_t depth = std::min(node.depth + 1, begin_->states.size());
    for (const std::size_t m : model_.after()[node.move]) guess(m, memories, depth, &node, &found);
    return found;
  }

  // The model's, and that no promise is put off forever.
  std::vector<Fair> fairness() const {
    std::vector<Fair> all;
    for (const Fair& f : model_.fairness()) {
      all.emplace_back();
      for (const Node& n : nodes_) {
        all.back().if_met.push_back(f.if_met[n.move]);
        all.back().met.push_back(f.met[n.move]);
      }
    }
    for (const std::size_t i : future_) {
      const Op op = parts_[i].op;
      if (op == Op::X) continue;
      const bool wanted = op == Op::F || op == Op::U;
      all.push_back({Set(nodes_.size(), true), {}});
      for (const Node& n : nodes_)
        all.back().met.push_back(((n.truth & bit(i)) != 0) != wanted ||
                                 ((n.truth & bit(parts_[i].args.back())) != 0) == wanted);
    }
    return all;
  }

  const Transitions& model_;
  std::map<Expr, std::size_t, std::function<bool(Expr, Expr)>> numbers_{[](Expr a, Expr b) { return a.id() < b.id(); }};
  std::vector<Part> parts_;
  std::size_t root_ = 0;
  std::vector<std::size_t> future_;
  const Beginning* begin_ = nullptr;
  std::vector<Node> nodes_;
  std::map<std::tuple<std::size_t, std::size_t, Bits>, std::size_t> known_;
};

// CTL, by state; bounds too.
class Branches {
 public:
  explicit Branches(const Transitions& model) : model_(model) {}

  Set of(Expr e) {
    if (!contains_op(e, is_temporal)) return model_.on_states(e);
    std::vector<Set> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(of(e.arg(i)));
    const Set all(model_.states().size(), true);
    switch (e.op()) {
      case Op::Not: return no(args[0]);
      case Op::And: return both(args[0], args[1]);
      case Op::Or: return either(args[0], args[1]);
      case Op::Implies: return either(no(args[0]), args[1]);
      case Op::Xor: return either(both(args[0], no(args[1])), both(no(args[0]), args[1]));
      case Op::Iff:
      case Op::Eq: return either(both(args[0], args[1]), both(no(args[0]), no(args[1])));
      case Op::Ite: return either(both(args[0], args[1]), both(no(args[0]), args[2]));
      case Op::EX: return before(args[0]);
      case Op::AX: return no(before(no(args[0])));
      case Op::EF: return until(e, all, args[0]);
      case Op::AG: return no(until(e, all, no(args[0])));
      case Op::EG: return globally(e, args[0]);
      case Op::AF: return no(globally(e, no(args[0])));
      case Op::EU: return until(e, args[0], args[1]);
      default: break;  // A [p U q] = !(EG !q | E [!q U !p & !q])
    }
    const Set neither = both(no(args[0]), no(args[1]));
    return no(bounds_of(e).unbounded() ? either(globally(e, no(args[1])), until(e, no(args[1]), neither))
                                       : avoiding(e, args[0], args[1]));
  }

 private:
  static Set no(Set a) {
    a.flip();
    return a;
  }
  static Set both(Set a, const Set& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] && b[i];
    return a;
  }
  static Set either(Set a, const Set& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] || b[i];
    return a;
  }
  Set before(const Set& s) const {
    Set moves;
    for (const Move& m : model_.moves()) moves.push_back(s[m.to] && model_.just()[m.to]);
    return model_.begins(moves);
  }
  Set until(Expr e, const Set& hold, const Set& goal) const {
    const Set end = both(goal, model_.just());
    const TimeBounds bounds = bounds_of(e);
    Set found = end;
    if (bounds.unbounded()) {
      for (Set last; last != found;) {
        last = found;
        found = either(found, both(hold, before(found)));
      }
      return found;
    }
    for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i) found = either(end, both(hold, before(found)));
    for (std::uint64_t i = 0; i < bounds.lo; ++i) found = both(hold, before(found));
    return found;
  }
  Set globally(Expr e, const Set& hold) const {
    const TimeBounds bounds = bounds_of(e);
    if (!bounds.unbounded()) {
      Set found = both(hold, model_.just());
      for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i) found = both(hold, before(found));
      for (std::uint64_t i = 0; i < bounds.lo; ++i) found = before(found);
      return found;
    }
    Graph graph(model_.moves().size());
    const auto inside = [&](std::size_t m) { return hold[model_.moves()[m].from] && hold[model_.moves()[m].to]; };
    for (std::size_t m = 0; m < graph.size(); ++m)
      for (const std::size_t n : model_.after()[m])
        if (inside(m) && inside(n)) graph[m].push_back(n);
    return model_.begins(FairPaths(graph, model_.justice()).found());
  }
  // Some run on which the goal does not come within the bounds, or the hold breaks before.
  Set avoiding(Expr e, const Set& hold, const Set& goal) const {
    const TimeBounds bounds = bounds_of(e);
    Set found = both(no(goal), model_.just());
    for (std::uint64_t i = bounds.lo; i < bounds.hi; ++i)
      found = both(both(no(goal), model_.just()), either(no(hold), before(found)));
    for (std::uint64_t i = 0; i < bounds.lo; ++i) found = both(either(no(hold), before(found)), model_.just());
    return found;
  }

  const Transitions& model_;
};

// Nothing: the formula makes too large a graph.
inline std::optional<bool> holds(const Transitions& model, const Property& property) {
  if (property.kind == PropertyKind::Invariant) return model.always(property.formula);
  if (property.is_ltl()) {
    const auto fails = Runs(model, property.formula).some(false);
    return fails ? std::optional(!*fails) : std::nullopt;
  }
  Set where = Branches(model).of(property.formula);
  for (std::size_t i = 0; i < model.starts(); ++i) where[i] = where[i] || !model.just()[i];
  return !begins_with_some(where, model.starts(), false);
}

}  // namespace whynot::listed
