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
        auto next = interpreter_.successors(location, rule.events);
        if (next.empty() && efsa_.missing == Efsa::Missing::Stay) next.push_back(location);
        for (const EfsaLocation& to : next)
          rules.push_back({c, rule.symbol, control(to, rule.to), {rule.push.begin(), rule.push.begin() + rule.size}});
      }
    }
    return true;
  }

  std::size_t controls() const { return names_.size(); }
  bool is_final(std::uint32_t c) const { return efsa_.states[names_[c].first.state].final; }

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

using Transition = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, symbol, to

class Saturation {
 public:
  Saturation(const Pds& pds, const Expansion& product)
      : product_(product), sink_(static_cast<std::uint32_t>(product.controls())) {
    for (const Rule& rule : product.rules) {
      if (rule.push.empty())
        add({rule.from, rule.symbol, rule.to});
      else
        waiting_[{rule.to, rule.push[0]}].push_back(
            {rule.from, rule.symbol, rule.push.size() == 2 ? rule.push[1] : no_symbol});
    }
    for (std::uint32_t symbol = 0; symbol < pds.symbols.size(); ++symbol) {
      add({sink_, symbol, sink_});
      for (std::uint32_t c = 0; c < product.controls(); ++c)
        if (product.is_final(c)) add({c, symbol, sink_});
    }
  }

  bool run(Context& context) {
    while (!open_.empty()) {
      if (context.should_stop()) return false;
      const auto [from, symbol, to] = open_.back();
      open_.pop_back();
      const std::vector<Wait> waits = waiting_[{from, symbol}];  // a copy: it may grow while it is walked
      for (const Wait& wait : waits) {
        if (wait.then == no_symbol) {
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

  bool accepts(std::uint32_t control, const std::vector<std::uint32_t>& stack) {
    std::set<std::uint32_t> at{control};
    for (std::uint32_t symbol : stack) {
      std::set<std::uint32_t> next;
      for (std::uint32_t s : at) next.insert(targets_[{s, symbol}].begin(), targets_[{s, symbol}].end());
      at = std::move(next);
    }
    for (std::uint32_t s : at)
      if (s == sink_ || product_.is_final(s)) return true;
    return false;
  }

 private:
  static constexpr std::uint32_t no_symbol = ~0u;
  struct Wait {  // (from, symbol) leads wherever this place leads, after one more symbol if there is one
    std::uint32_t from, symbol, then;
  };

  void add(Transition t) {
    const auto [from, symbol, to] = t;
    if (targets_[{from, symbol}].insert(to).second) open_.push_back(t);
  }

  const Expansion& product_;
  std::uint32_t sink_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> targets_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Wait>> waiting_;
  std::vector<Transition> open_;
};

}  // namespace

std::optional<bool> violated_by_pre_star(const Pds& pds, const Efsa& efsa, Context& context) {
  Expansion product(pds, efsa);
  if (!product.run(context)) return std::nullopt;
  Saturation saturation(pds, product);
  if (!saturation.run(context)) return std::nullopt;
  for (const PdsConfiguration& configuration : pds.initial)
    for (const auto& [name, control] : product.initial)
      if (name.second == configuration.control && saturation.accepts(control, configuration.stack)) return true;
  return false;
}

}  // namespace whynot::engine::pushdown
