// What there is to know about a small model, by listing its states with the Stepper: shares nothing with the engines.
#pragma once
#include <algorithm>
#include <functional>
#include <map>

#include "expr/evaluate.h"
#include "model/system/slots.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse {

struct Listed {
  explicit Listed(why::SmallModel& model)
      : Listed(model, [&](const std::function<void(State)>& add) {
          model.stepper->initial(model.context, [&](State s) {
            add(std::move(s));
            return true;
          });
        }) {}
  Listed(why::SmallModel& model, const State& start)
      : Listed(model, [&](const std::function<void(State)>& add) { add(start); }) {}

  // The first distance at which the condition is true; nothing: never.
  std::optional<std::size_t> first(why::SmallModel& model, Expr condition) const {
    const Slots slots(model.system());
    const CompiledExpr program(model.pool, condition, [&](Expr leaf) { return slots.of(leaf); });
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < states.size(); ++i)
      if (program.run(slots.values(states[i], nullptr, nullptr)).is_true() && (!best || distance[i] < *best))
        best = distance[i];
    return best;
  }
  bool is_constant(std::size_t column) const {
    for (const State& s : states)
      if (s[column] != states[0][column]) return false;
    return true;
  }

  std::vector<State> states;  // that can be reached
  std::vector<std::size_t> distance;
  std::vector<std::vector<std::size_t>> next;

 private:
  template <class Start>
  Listed(why::SmallModel& model, Start start) {
    std::map<std::string, std::size_t> known;
    const auto number = [&](State s, std::size_t far) {
      std::string key;
      for (const Value& v : s) key += v.to_string() + ",";
      const auto [at, fresh] = known.emplace(key, states.size());
      if (fresh) {
        states.push_back(std::move(s));
        distance.push_back(far);
      }
      return at->second;
    };
    start([&](State s) { number(std::move(s), 0); });
    for (std::size_t i = 0; i < states.size(); ++i) {
      next.emplace_back();
      const State from = states[i];
      model.stepper->successors(from, model.context, [&](const Successor& to) {
        next[i].push_back(number(to.state, distance[i] + 1));
        return true;
      });
    }
  }
};

}  // namespace whynot::analyse
