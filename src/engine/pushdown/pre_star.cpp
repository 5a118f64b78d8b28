// Saturates an automaton that reads stacks, with a worklist of transitions.
#include "engine/pushdown/pre_star.h"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace whynot::engine::pushdown {
namespace {

struct Rule {
  std::uint32_t from, symbol, to;
  std::vector<std::uint32_t> push;
};

// Control locations (automaton location, system location) reachable under any events, and their rules.
class Expansion {
 public:
  Expansion(const Pds& pds, const Efsa& efsa) : pds_(pds), efsa_(efsa), interpreter_(efsa, pds) {
    for (const EfsaLocation& location : interpreter_.initial())
      for (std::uint32_t p = 0; p < pds.controls.size(); ++p)
        initial.emplace(std::pair(location, p), control(location, p));
  }

  bool run(Context& context) {
    for (std::uint32_t c = 0; c < names_.size(); ++c) {
      if (context.should_stop()) return false;
      const auto [location, place] = names_[c];
      for (const PdsRule& rule : pds_.rules) {
        if (rule.control != place) continue;
        for (const EfsaLocation& to : interpreter_.successors(location, rule.events))
          rules.push_back({c, rule.symbol, control(to, rule.to), {rule.push.begin(), rule.push.begin() + rule.size}});
      }
    }
    return true;
  }

  std::size_t controls() const { return names_.size(); }
  bool is_final(std::uint32_t c) const { return efsa_.states[names_[c].first.state].final; }
  bool is_repeat(std::uint32_t c) const { return efsa_.states[names_[c].first.state].repeat; }

  std::vector<Rule> rules;
  std::map<std::pair<EfsaLocation, std::uint32_t>, std::uint32_t> initial;

 private:
  std::uint32_t control(const EfsaLocation& location, std::uint32_t place) {
    const auto [at, fresh] = ids_.try_emplace({location, place}, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(at->first);
    return at->second;
  }

  const Pds& pds_;
  const Efsa& efsa_;
  EfsaInterpreter interpreter_;
  std::map<std::pair<EfsaLocation, std::uint32_t>, std::uint32_t> ids_;
  std::vector<std::pair<EfsaLocation, std::uint32_t>> names_;
};

using Top = std::pair<std::uint32_t, std::uint32_t>;  // control location and topmost symbol

// Of <control, stack>: which control locations are reached when the stack is erased, and whether a configuration to
// look for is reached before.
class Saturation {
 public:
  Saturation(const std::vector<Rule>& rules, std::uint32_t controls) : sink_(controls) {
    for (const Rule& rule : rules) {
      if (rule.push.empty())
        add({rule.from, rule.symbol, rule.to});
      else
        waiting_[{rule.to, rule.push[0]}].push_back(
            {rule.from, rule.symbol, rule.push.size() == 2 ? rule.push[1] : no_symbol});
    }
  }

  // All configurations with this head are looked for.
  void look_for(Top head) { add({head.first, head.second, sink_}); }

  bool run(Context& context) {
    while (!open_.empty()) {
      if (context.should_stop()) return false;
      const auto [from, symbol, to] = open_.back();
      open_.pop_back();
      const std::vector<Wait> waits = waiting_[{from, symbol}];  // a copy: it may grow while it is walked
      for (const Wait& wait : waits) {
        if (wait.then == no_symbol || to == sink_) {
          add({wait.from, wait.symbol, to});
          continue;
        }
        waiting_[{to, wait.then}].push_back({wait.from, wait.symbol, no_symbol});
        const std::set<std::uint32_t> further = targets_[{to, wait.then}];
        for (std::uint32_t last : further) add({wait.from, wait.symbol, last});
      }
    }
    return true;
  }

  std::set<std::uint32_t> erased(std::uint32_t control, const std::vector<std::uint32_t>& stack) {
    std::set<std::uint32_t> at{control};
    for (std::uint32_t symbol : stack) {
      std::set<std::uint32_t> next;
      for (std::uint32_t s : at)
        if (s == sink_)
          next.insert(s);
        else
          next.insert(targets_[{s, symbol}].begin(), targets_[{s, symbol}].end());
      at = std::move(next);
    }
    return at;
  }
  bool is_sink(std::uint32_t state) const { return state == sink_; }

 private:
  static constexpr std::uint32_t no_symbol = ~0u;
  using Transition = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, symbol, to
  struct Wait {  // (from, symbol) leads wherever this place leads, after one more symbol if there is one
    std::uint32_t from, symbol, then;
  };

  void add(Transition t) {
    const auto [from, symbol, to] = t;
    if (targets_[{from, symbol}].insert(to).second) open_.push_back(t);
  }

  std::uint32_t sink_;  // behind a configuration that is looked for, whatever lies below
  std::map<Top, std::set<std::uint32_t>> targets_;
  std::map<Top, std::vector<Wait>> waiting_;
  std::vector<Transition> open_;
};

// Whether an initial configuration leads to one that the saturation looks for, or to an empty stack in a location that
// `ends` accepts.
template <class Ends>
bool reached_from_start(const Pds& pds, const Expansion& product, Saturation& saturation, Ends ends) {
  for (const PdsConfiguration& configuration : pds.initial)
    for (const auto& [name, control] : product.initial) {
      if (name.second != configuration.control) continue;
      for (std::uint32_t s : saturation.erased(control, configuration.stack))
        if (saturation.is_sink(s) || ends(s)) return true;
    }
  return false;
}

// Heads, and how a run may get from one to the next without touching what lies below.
class HeadGraph {
 public:
  explicit HeadGraph(const Expansion& product) : product_(product) {}

  bool run(Context& context) {
    std::vector<Rule> watched;  // the last bit of a control location: a repeat state was left on the way
    for (const Rule& rule : product_.rules)
      for (const std::uint32_t visited : {0u, 1u})
        watched.push_back({rule.from * 2 + visited, rule.symbol,
                           rule.to * 2 + (visited || product_.is_repeat(rule.from) ? 1 : 0), rule.push});
    Saturation calls(watched, static_cast<std::uint32_t>(product_.controls() * 2));
    if (!calls.run(context)) return false;
    for (const Rule& rule : product_.rules) {
      if (rule.push.empty()) continue;
      const bool visits = product_.is_repeat(rule.from);
      add({rule.from, rule.symbol}, {rule.to, rule.push[0]}, visits);
      if (rule.push.size() == 1) continue;
      for (std::uint32_t back : calls.erased(rule.to * 2, {rule.push[0]}))
        add({rule.from, rule.symbol}, {back / 2, rule.push[1]}, visits || back % 2 == 1);
    }
    return true;
  }

  // Heads from which visits never need to end: of all heads, those stay that lead, among what stays, to an edge that
  // visits; until nothing changes.
  std::optional<std::set<Top>> repeating(Context& context) const {
    std::set<Top> stay;
    for (const auto& [head, edges] : into_) stay.insert(head);  // others do not come again
    for (std::size_t before = 0; before != stay.size();) {
      if (context.should_stop()) return std::nullopt;
      before = stay.size();
      stay = leading_to_visits(stay);
    }
    return stay;
  }

 private:
  struct Edge {
    Top from;
    bool visits;
  };

  void add(Top from, Top to, bool visits) { into_[to].push_back({from, visits}); }

  std::set<Top> leading_to_visits(const std::set<Top>& among) const {
    std::set<Top> result;
    std::vector<Top> open;
    const auto reach = [&](Top head) {
      if (among.contains(head) && result.insert(head).second) open.push_back(head);
    };
    for (const Top& to : among)
      for (const Edge& edge : into_.at(to))
        if (edge.visits) reach(edge.from);
    while (!open.empty()) {
      const Top at = open.back();
      open.pop_back();
      for (const Edge& edge : into_.at(at)) reach(edge.from);
    }
    return result;
  }

  const Expansion& product_;
  std::map<Top, std::vector<Edge>> into_;
};

}  // namespace

std::optional<bool> violated_by_pre_star(const Pds& pds, const Efsa& efsa, Context& context) {
  Expansion product(pds, efsa);
  if (!product.run(context)) return std::nullopt;
  Saturation saturation(product.rules, static_cast<std::uint32_t>(product.controls()));
  for (std::uint32_t c = 0; c < product.controls(); ++c)
    for (std::uint32_t symbol = 0; symbol < pds.symbols.size() && product.is_final(c); ++symbol)
      saturation.look_for({c, symbol});
  if (!saturation.run(context)) return std::nullopt;
  return reached_from_start(pds, product, saturation, [&](std::uint32_t c) { return product.is_final(c); });
}

std::optional<bool> repeats_by_pre_star(const Pds& pds, const Efsa& efsa, Context& context) {
  Expansion product(pds, efsa);
  if (!product.run(context)) return std::nullopt;
  HeadGraph graph(product);
  if (!graph.run(context)) return std::nullopt;
  const auto repeating = graph.repeating(context);
  if (!repeating) return std::nullopt;
  Saturation saturation(product.rules, static_cast<std::uint32_t>(product.controls()));
  for (const Top& head : *repeating) saturation.look_for(head);
  if (!saturation.run(context)) return std::nullopt;
  return reached_from_start(pds, product, saturation, [](std::uint32_t) { return false; });
}

}  // namespace whynot::engine::pushdown
