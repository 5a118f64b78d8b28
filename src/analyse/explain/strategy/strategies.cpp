// One class for each strategy, a table of their names, and the reader of lists such as `avoid(p), nearest(q)`.
#include "analyse/explain/strategy/strategies.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/explain/build/sets.h"
#include "analyse/explain/strategy/step_condition.h"
#include "base/diagnostic.h"
#include "base/random.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_listed = 64;  // states a strategy looks at one by one
constexpr std::size_t most_estimates = 3000;

class Named : public Strategy {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return (hard ? "hard " : "") + name_; }

 private:
  std::string name_;
};

// States that one side alone settles as it should be go there; the next strategy decides about the others.
Division told_apart(const ProofView& view, const Sides& sides, const StateSet& left, const StateSet& right) {
  engine::Oracle& oracle = view.oracle;
  return {oracle.subtract(oracle.intersect(sides.either, left), right),
          oracle.subtract(oracle.intersect(sides.either, right), left),
          oracle.is_subset(sides.either, oracle.unite(left, right))};
}

class Smallest final : public Named {
 public:
  using Named::Named;
  std::optional<std::size_t> pick_rule(const ProofView&, NodeId, const std::vector<Candidate>& all) override {
    const auto size = [](const Candidate& c) { return std::pair(c.temporal, c.rank.value_or(0)); };
    const auto least =
        std::min_element(all.begin(), all.end(), [&](const auto& a, const auto& b) { return size(a) < size(b); });
    return static_cast<std::size_t>(least - all.begin());
  }
  std::optional<NodeId> pick_leaf(const ProofView& view, const std::vector<NodeId>& leaves) override {
    return *std::min_element(leaves.begin(), leaves.end(), [&](NodeId a, NodeId b) {
      return temporal_size(view.proof.at(a).goal.formula) < temporal_size(view.proof.at(b).goal.formula);
    });
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId id, const StateSet& from,
                                 const StateSet& next) override {
    if (!view.proof.at(id).goal.about_set()) return std::nullopt;
    return few(view, from, next);
  }
  std::optional<Division> divide(const ProofView& view, NodeId, const Sides& sides) override {
    return by_size(view, sides);
  }
};

class Stay final : public Named {
 public:
  using Named::Named;
  std::optional<StateSet> narrow(const ProofView& view, NodeId, const StateSet& from, const StateSet& next) override {
    return view.oracle.intersect(next, from);
  }
};

class Within final : public Named {
 public:
  Within(std::string name, std::size_t steps) : Named(std::move(name)), steps_(steps) {}
  std::optional<std::size_t> horizon() const override { return steps_; }
  bool leaves_open(const ProofView& view, NodeId id) override {
    const View v = view_of(view.proof.pool(), view.proof.at(id).goal.formula);
    const bool until = v.shape == Shape::EU || v.shape == Shape::AU;
    return until && v.is_bounded() && v.bounds.hi > steps_;
  }
  std::optional<Division> divide(const ProofView& view, NodeId, const Sides& sides) override {
    const auto left = settled_within(view, sides.left, steps_), right = settled_within(view, sides.right, steps_);
    if (!left || !right) return std::nullopt;
    return told_apart(view, sides, *left, *right);
  }

 private:
  std::size_t steps_;
};

class Largest final : public Named {
 public:
  using Named::Named;
  bool merges() const override { return true; }
  std::optional<StateSet> follow(const ProofView&, NodeId, const StateSet& next) override { return next; }
  std::optional<Division> divide(const ProofView&, NodeId, const Sides& sides) override {
    return Division{sides.either, sides.either};
  }
};

class Wish final : public Named {
 public:
  Wish(std::string name, Expr wish) : Named(std::move(name)), wish_(wish) {}
  std::vector<Wanted> objective() const override { return {{wish_, 0}}; }
  Expr stronger(const ProofView& view, NodeId, Expr f) override { return view.proof.pool().and_(f, wish_); }
  std::optional<Division> divide(const ProofView& view, NodeId, const Sides& sides) override {
    const auto states = [&](Expr side) { return view.oracle.states_of(throughout(view.proof.pool(), side, wish_)); };
    return told_apart(view, sides, states(sides.left), states(sides.right));
  }

 private:
  Expr wish_;
};

// The same of steps: what is before and what is after.
class StepWish final : public Named {
 public:
  StepWish(std::string name, Expr wish) : Named(std::move(name)), wish_(wish) {}
  std::vector<Wanted> objective() const override { return {{wish_, 0, {}, true}}; }
  std::optional<StateSet> narrow(const ProofView& view, NodeId, const StateSet& from, const StateSet& next) override {
    const auto before = view.oracle.pick(from);
    const bool is_one = before && view.oracle.is_subset(from, view.oracle.only(*before));
    if (!is_one) return std::nullopt;
    return view.oracle.intersect(next, view.oracle.states_of(after_step(*view.proof.system, wish_, *before)));
  }

 private:
  Expr wish_;
};

// The states that stand in the proof.
class Explored : public Named {
 public:
  Explored(std::string name, bool wanted) : Named(std::move(name)), wanted_(wanted) {}
  void init(const ProofView& view) override {
    known_ = StateSet();
    for (NodeId id = 0; id < view.proof.nodes.size(); ++id) learn(view, id);
  }
  void rule_applied(const ProofView& view, NodeId id) override {
    learn(view, id);
    for (const NodeId p : view.proof.at(id).premises) learn(view, p);
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId id, const StateSet&, const StateSet& next) override {
    learn(view, id);
    if (!known_.inside()) known_ = view.oracle.subtract(next, next);  // so far there were only sets
    return wanted_ ? view.oracle.intersect(next, known_) : view.oracle.subtract(next, known_);
  }

 protected:
  void learn(const ProofView& view, NodeId id) {
    const auto& state = view.proof.at(id).goal.state;
    if (!state) return;
    const StateSet one = view.oracle.only(*state);
    known_ = known_.inside() ? view.oracle.unite(known_, one) : one;
  }
  StateSet known_;

 private:
  bool wanted_;
};

class FamiliarLoop final : public Explored {
 public:
  explicit FamiliarLoop(std::string name) : Explored(std::move(name), true) {}
  std::optional<StateSet> narrow(const ProofView&, NodeId, const StateSet&, const StateSet&) override {
    return std::nullopt;
  }
  std::optional<LoopWish> loop_wish(const ProofView& view, NodeId id) override {
    learn(view, id);
    const Expr inner = view_of(view.proof.pool(), view.proof.at(id).goal.formula).a;
    const Expr familiar = view.proof.pool().and_(inner, view.oracle.describe(known_));
    return LoopWish{view.oracle.states_of(view.proof.pool().temporal(Op::EG, {familiar})), {}};
  }
};

class Distance final : public Named {
 public:
  Distance(std::string name, Expr designated, std::vector<Expr> over, bool near)
      : Named(std::move(name)), designated_(designated), over_(std::move(over)), near_(near) {}
  // Of each variable that it should be as there, or should not.
  void init(const ProofView& view) override {
    wishes_.clear();
    const auto target = view.oracle.pick(view.oracle.states_of(designated_));
    if (!target) return;
    ExprPool& pool = view.proof.pool();
    std::size_t column = 0;
    for (const VariableDecl& v : view.proof.system->variables) {
      if (v.kind == VariableKind::Input) continue;
      const Value& value = (*target)[column++];
      if (std::find(over_.begin(), over_.end(), v.variable) == over_.end()) continue;
      const Expr same = pool.eq(v.variable, pool.constant(value, v.variable.type()));
      wishes_.push_back(near_ ? same : pool.not_(same));
    }
  }
  std::vector<Wanted> objective() const override {
    if (wishes_.empty() || hard) return {};
    return {{wishes_.front(), 0, {wishes_.begin() + 1, wishes_.end()}}};
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId, const StateSet&, const StateSet& next) override {
    engine::Oracle& oracle = view.oracle;
    const auto target = oracle.pick(oracle.states_of(designated_));
    if (!target) return std::nullopt;
    std::vector<StateSet> at{next};  // [k]: k variables differ
    std::size_t column = 0;
    for (const VariableDecl& v : view.proof.system->variables) {
      if (v.kind == VariableKind::Input) continue;
      const Value& value = (*target)[column++];
      if (std::find(over_.begin(), over_.end(), v.variable) == over_.end()) continue;
      const StateSet same =
          oracle.states_of(view.proof.pool().eq(v.variable, view.proof.pool().constant(value, v.variable.type())));
      at.push_back(oracle.subtract(at.back(), same));
      for (std::size_t k = at.size() - 2; k > 0; --k)
        at[k] = oracle.unite(oracle.intersect(at[k], same), oracle.subtract(at[k - 1], same));
      at[0] = oracle.intersect(at[0], same);
    }
    if (!near_) std::reverse(at.begin(), at.end());
    for (const StateSet& s : at)
      if (!oracle.is_empty(s)) return s;
    return std::nullopt;
  }

 private:
  Expr designated_;
  std::vector<Expr> over_, wishes_;
  bool near_;
};

// A constraint automaton: which condition comes next depends on those that were met on the way here.
class Sequence final : public Named {
 public:
  struct Place {
    std::string name;
    Expr condition;
    std::size_t next = 0;
  };
  Sequence(std::string name, std::vector<Place> places) : Named(std::move(name)), places_(std::move(places)) {}
  std::vector<Wanted> objective() const override {
    std::vector<Wanted> all;
    for (const Place& p : places_) all.push_back({p.condition, p.next});
    return all;
  }
  bool lasts() const override { return false; }
  Expr stronger(const ProofView& view, NodeId id, Expr f) override {
    std::vector<const Goal*> way;  // back to the root
    for (NodeId up = id; up != no_node; up = view.proof.at(up).parent) {
      const Node& n = view.proof.at(up);
      const bool moved = way.empty() || way.back()->state != n.goal.state || way.back()->set != n.goal.set;
      if (moved || n.rule == Rule::EGStep || n.rule == Rule::EUStep) way.push_back(&n.goal);
    }
    const auto met = [&](const Goal& goal, Expr condition) {
      return goal.state ? view.oracle.holds(condition, *goal.state)
                        : view.oracle.holds(condition, view.oracle.states_of(goal.set));
    };
    std::size_t at = 0;
    for (auto goal = way.rbegin(); goal != way.rend(); ++goal)
      if (met(**goal, places_[at].condition)) at = places_[at].next;
    return view.proof.pool().and_(f, places_[at].condition);
  }

 private:
  std::vector<Place> places_;
};

class ShortestLoop final : public Named {
 public:
  using Named::Named;
  bool looks_for_short_loops() const override { return true; }
};

class AtRandom final : public Named {
 public:
  AtRandom(std::string name, std::optional<std::uint64_t> seed) : Named(std::move(name)), seed_(seed), random_(0) {}
  void init(const ProofView& view) override { random_ = Random(seed_.value_or(view.seed)); }
  std::optional<std::size_t> pick_rule(const ProofView&, NodeId, const std::vector<Candidate>& all) override {
    return random_.below(all.size());
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId, const StateSet&, const StateSet& next) override {
    const auto states = listed(view.oracle, next, most_listed);
    return states.empty() ? next : view.oracle.only(states[random_.below(states.size())]);
  }
  // Each state by a throw; beyond those that are looked at one by one, one throw for all.
  std::optional<Division> divide(const ProofView& view, NodeId, const Sides& sides) override {
    engine::Oracle& oracle = view.oracle;
    StateSet left = random_.chance(50) ? sides.either : oracle.subtract(sides.either, sides.either);
    for (const State& state : listed(oracle, sides.either, most_listed)) {
      const StateSet one = oracle.only(state);
      left = random_.chance(50) ? oracle.unite(left, one) : oracle.subtract(left, one);
    }
    return Division{left, oracle.subtract(sides.either, left)};
  }

 private:
  std::optional<std::uint64_t> seed_;
  Random random_;
};

class Ask final : public Named {
 public:
  using Named::Named;
  bool asks() const override { return true; }
};

// The size of a proof, estimated by looking ahead: exact where formulas are not nested, and never more than
// most_estimates questions.
class Shortest final : public Named {
 public:
  using Named::Named;
  std::optional<std::size_t> pick_rule(const ProofView& view, NodeId id, const std::vector<Candidate>& all) override {
    const auto& state = view.proof.at(id).goal.state;
    if (!state) return std::nullopt;
    std::size_t best = 0;
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::size_t size = all[i].rule == Rule::EGLoop ? *all[i].rank : 0;
      if (all[i].rule != Rule::EGLoop)
        for (const Expr g : all[i].goals) size += cost(view, g, *state);
      if (!least || size < *least) {
        least = size;
        best = i;
      }
    }
    return best;
  }
  std::optional<StateSet> narrow(const ProofView& view, NodeId id, const StateSet&, const StateSet& next) override {
    const View v = view_of(view.proof.pool(), view.proof.at(id).goal.formula);
    if (v.shape != Shape::EX && v.shape != Shape::EU) return std::nullopt;
    const Expr rest = v.shape == Shape::EX ? v.a : view.proof.pool().temporal(Op::EU, {v.a, v.b});
    std::optional<std::size_t> least;
    std::optional<State> best;
    for (const State& s : listed(view.oracle, next, most_listed)) {
      const std::size_t size = cost(view, rest, s);
      if (least && size >= *least) continue;
      least = size;
      best = s;
    }
    return best ? std::optional(view.oracle.only(*best)) : std::nullopt;
  }
  std::optional<Division> divide(const ProofView& view, NodeId, const Sides& sides) override {
    return by_rank(view, sides);
  }
  bool looks_for_short_loops() const override { return true; }
  bool minds_length() const override { return true; }

 private:
  std::size_t cost(const ProofView& view, Expr f, const State& s) {
    if (is_plain(f) || estimates_++ > most_estimates) return 1;
    engine::Oracle& oracle = view.oracle;
    const View v = view_of(view.proof.pool(), f);
    const auto least_of = [&](const StateSet& set, Expr goal) {
      std::size_t least = ~std::size_t{0} >> 1;
      for (const State& t : listed(oracle, set, most_listed)) least = std::min(least, cost(view, goal, t));
      return least;
    };
    switch (v.shape) {
      case Shape::And: return cost(view, v.a, s) + cost(view, v.b, s);
      case Shape::Or: {
        const std::size_t never = ~std::size_t{0} >> 1;
        return std::min(oracle.holds(v.a, s) ? cost(view, v.a, s) : never,
                        oracle.holds(v.b, s) ? cost(view, v.b, s) : never);
      }
      case Shape::EX: return 1 + least_of(oracle.keeping(f, s), v.a);
      case Shape::EU: {
        if (v.is_bounded()) return 1 + v.bounds.hi;
        const std::size_t n = oracle.rank(f, s).value_or(0);
        StateSet at = oracle.only(s);
        for (std::size_t i = n; i-- > 0;) at = oracle.intersect(oracle.successors(at), oracle.ring(f, i));
        return n + least_of(at, v.b);
      }
      default: return 2 + temporal_size(f);
    }
  }
  std::size_t estimates_ = 0;
};

// ---- reading

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

std::optional<std::size_t> number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoul(text);
}

class Reader {
 public:
  Reader(const StrategyReader& context, StrategyError& error) : context_(context), error_(error) {}

  std::unique_ptr<Strategy> read(const std::string& item) {
    std::string text = trimmed(item);
    const bool hard = text.starts_with("hard ");
    if (hard) text = trimmed(text.substr(5));
    const std::size_t bracket = text.find('(');
    word_ = trimmed(text.substr(0, bracket));
    whole_ = text;
    has_argument_ = bracket != std::string::npos;
    if (has_argument_ && text.back() != ')') return fail("the bracket is not closed");
    argument_ = has_argument_ ? trimmed(text.substr(bracket + 1, text.size() - bracket - 2)) : "";
    auto made = make();
    if (made) made->hard = hard;
    return made;
  }

 private:
  std::unique_ptr<Strategy> fail(const std::string& why, const std::string& help = "") {
    error_ = {fmt::format("strategy `{}`: {}", whole_, why), help};
    return nullptr;
  }

  template <class S>
  std::unique_ptr<Strategy> plain() {
    if (has_argument_) return fail("it takes no argument");
    return std::make_unique<S>(whole_);
  }

  std::unique_ptr<Strategy> make() {
    if (word_ == "smallest") return plain<Smallest>();
    if (word_ == "stay") return plain<Stay>();
    if (word_ == "largest") return plain<Largest>();
    if (word_ == "shortest") return plain<Shortest>();
    if (word_ == "shortest_loop") return plain<ShortestLoop>();
    if (word_ == "familiar_loop") return plain<FamiliarLoop>();
    if (word_ == "ask") return plain<Ask>();
    if (word_ == "explored" || word_ == "unexplored") {
      if (has_argument_) return fail("it takes no argument");
      return std::make_unique<Explored>(whole_, word_ == "explored");
    }
    if (word_ == "within") {
      const auto steps = number(argument_);
      return steps ? std::make_unique<Within>(whole_, *steps) : fail("it takes a number of steps", "e.g. within(3)");
    }
    if (word_ == "random") {
      const auto seed = number(argument_);
      if (has_argument_ && !seed) return fail("it takes a number", "e.g. random(7)");
      return std::make_unique<AtRandom>(whole_, seed);
    }
    if (word_ == "prefer" || word_ == "avoid") return wish();
    if (word_ == "nearest" || word_ == "farthest") return distance();
    if (word_ == "alternate" || word_ == "sequence") return sequence();
    const auto near = nearest_name(word_, strategy_names());
    return fail("there is no such strategy", near.empty()
                                                 ? fmt::format("there are {}", fmt::join(strategy_names(), ", "))
                                                 : fmt::format("did you mean `{}`?", near));
  }

  Expr predicate(const std::string& text) {
    if (text.empty()) {
      fail("a condition is missing", fmt::format("e.g. {}(floor = 1)", word_));
      return {};
    }
    const Expr e = context_.predicate(text);
    if (!e) error_ = {"", ""};
    note(e);
    return e;
  }

  void note(Expr e) {
    if (e && context_.spoken_of) context_.spoken_of->push_back(e);
  }

  // Whether the argument is about a step: `floor = 2 & next(floor) = 1`.
  bool is_of_step() const { return context_.step && argument_.find("next") != std::string::npos; }

  std::unique_ptr<Strategy> step_wish(Expr e) {
    if (!e) error_ = {"", ""};
    if (!e) return nullptr;
    for (Expr leaf : leaves(e)) note(leaf.is(Op::Next) ? leaf.arg(0) : leaf);
    return std::make_unique<StepWish>(whole_, word_ == "avoid" ? context_.system.pool->not_(e) : e);
  }

  std::unique_ptr<Strategy> wish() {
    if (is_of_step()) {
      const Expr e = context_.step(argument_);
      const auto all = e ? leaves(e) : std::vector<Expr>();
      const bool has_next = std::any_of(all.begin(), all.end(), [](Expr leaf) { return leaf.is(Op::Next); });
      if (!e || has_next) return step_wish(e);
    }
    const Expr e = predicate(argument_);
    if (!e) return nullptr;
    return std::make_unique<Wish>(whole_, word_ == "avoid" ? context_.system.pool->not_(e) : e);
  }

  std::unique_ptr<Strategy> distance() {
    const auto parts = split_outside(argument_, ';');
    const Expr e = parts.empty() ? predicate("") : predicate(trimmed(parts[0]));
    if (!e) return nullptr;
    std::vector<Expr> over = support(e);
    if (parts.size() > 1) {
      over.clear();
      for (const std::string& part : split_outside(parts[1], ',')) {
        const std::string name = trimmed(part);
        const auto& all = context_.system.variables;
        const auto found = std::find_if(all.begin(), all.end(), [&](const VariableDecl& v) {
          return context_.system.pool->name_of(v.variable) == name && v.kind != VariableKind::Input;
        });
        if (found == all.end()) return fail(fmt::format("the model has no variable `{}`", name));
        over.push_back(found->variable);
        note(found->variable);
      }
    }
    return std::make_unique<Distance>(whole_, e, std::move(over), word_ == "nearest");
  }

  std::unique_ptr<Strategy> sequence() {
    std::vector<Sequence::Place> places;
    std::vector<std::string> targets;
    if (word_ == "alternate") {
      for (const std::string& part : split_outside(argument_, ',')) places.push_back({"", predicate(trimmed(part)), 0});
      if (places.size() != 2) return fail("it takes two conditions", "e.g. alternate(floor = 1, floor = 2)");
      places[0].next = 1;
    } else {
      for (const std::string& part : split_outside(argument_, ';')) {
        const std::size_t colon = part.find(':'), arrow = part.rfind("->");
        if (colon == std::string::npos || arrow == std::string::npos || arrow < colon)
          return fail("each part is `place: condition -> place`",
                      "e.g. sequence(a: floor = 1 -> b; b: floor = 2 -> a)");
        places.push_back(
            {trimmed(part.substr(0, colon)), predicate(trimmed(part.substr(colon + 1, arrow - colon - 1))), 0});
        targets.push_back(trimmed(part.substr(arrow + 2)));
      }
    }
    for (const auto& place : places)
      if (!place.condition) return nullptr;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto found =
          std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.name == targets[i]; });
      if (found == places.end()) return fail(fmt::format("there is no place `{}`", targets[i]));
      places[i].next = static_cast<std::size_t>(found - places.begin());
    }
    if (places.empty()) return fail("it has no places");
    return std::make_unique<Sequence>(whole_, std::move(places));
  }

  const StrategyReader& context_;
  StrategyError& error_;
  std::string word_, whole_, argument_;
  bool has_argument_ = false;
};

}  // namespace

std::vector<std::string_view> strategy_names() {
  return {"smallest", "stay",          "within",        "largest", "shortest", "prefer",
          "avoid",    "explored",      "unexplored",    "nearest", "farthest", "alternate",
          "sequence", "shortest_loop", "familiar_loop", "random",  "ask"};
}

std::vector<std::string> split_outside(const std::string& text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : text) {
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    if (c == separator && depth == 0) {
      parts.push_back(std::move(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (part.find_first_not_of(" \t\n\r") != std::string::npos || !parts.empty()) parts.push_back(std::move(part));
  return parts;
}

std::optional<Strategies> read_strategies(const std::string& text, const StrategyReader& context,
                                          StrategyError& error) {
  Strategies found;
  for (const std::string& item : split_outside(text, ',')) {
    auto strategy = Reader(context, error).read(item);
    if (!strategy) return std::nullopt;
    found.push_back(std::move(strategy));
  }
  if (found.empty()) {
    error = {"no strategy is named", fmt::format("there are {}", fmt::join(strategy_names(), ", "))};
    return std::nullopt;
  }
  return found;
}

}  // namespace whynot::analyse::explain
