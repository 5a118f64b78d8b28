// A breadth-first search by the stepper, first from the initial states.  If these lead to more than fits, it begins
// again with the states of the run: what is nearest to it is in the graph then.  A state beyond the limit is no node;
// who steps there is open.
#include "analyse/states/states.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "model/state_hash.h"

namespace whynot::analyse::states {
namespace {

constexpr std::size_t most_grouped = 20'000;  // states that are looked at to make groups
constexpr std::size_t most_steps = 200'000;   // that are looked at in all …
constexpr std::size_t most_of_one = 5'000;    // … and of one state
constexpr std::size_t most_values = 400'000;  // in all nodes: wide states are fewer

class Explorer {
 public:
  Explorer(const Stepper& stepper, const Wish& wish, Context& context)
      : stepper_(stepper), wish_(wish), context_(context) {
    graph_.columns = wish.by;
    if (wish.by.empty()) {
      graph_.columns.resize(stepper.signature()->columns.size());
      std::iota(graph_.columns.begin(), graph_.columns.end(), 0);
    }
    most_nodes_ =
        std::min(wish.most, std::max<std::size_t>(most_values / std::max<std::size_t>(graph_.columns.size(), 1), 20));
    most_states_ = wish.by.empty() ? most_nodes_ : most_grouped;
  }

  // From the initial states; whether that was all.
  bool from_the_start() {
    bool all = true;
    const bool finished = stepper_.initial(context_, [&](State state) {
      const auto at = find_or_add(std::move(state));
      if (at) graph_.nodes[node_of_[*at]].initial = true;
      all = all && at;
      return all && ++steps_ < most_steps;
    });
    expand_all(true);
    return finished && all && !is_cut_;
  }

  // From the states of the run, which are nodes at any rate.
  void around(const Trace& run) {
    for (const Step& step : run.steps) add(step.state);
    if (!run.steps.empty()) graph_.nodes[0].initial = true;
    expand_all(false);
  }

  Graph take(bool whole) {
    if (wish_.run) follow(*wish_.run);
    for (const auto& [ends, action] : edges_) graph_.edges.push_back({ends.first, ends.second, action});
    graph_.states = states_.size();
    graph_.whole = whole;
    return std::move(graph_);
  }

 private:
  State projected(const State& state) const {
    State out;
    for (const std::size_t column : graph_.columns) out.push_back(state[column]);
    return out;
  }

  std::size_t add(State state) {
    const auto [at, fresh] = numbers_.try_emplace(std::move(state), states_.size());
    if (!fresh) return at->second;
    states_.push_back(&at->first);
    const auto [group, first] = groups_.try_emplace(projected(at->first), graph_.nodes.size());
    if (first)
      graph_.nodes.push_back({group->first});
    else
      ++graph_.nodes[group->second].states;
    node_of_.push_back(group->second);
    return at->second;
  }

  // Nothing where the graph is full and the state is new.
  std::optional<std::size_t> find_or_add(State state) {
    if (const auto known = numbers_.find(state); known != numbers_.end()) return known->second;
    const bool has_room = states_.size() < most_states_ && graph_.nodes.size() < most_nodes_;
    const bool has_group = states_.size() < most_states_ && groups_.contains(projected(state));
    if (!has_room && !has_group) return std::nullopt;
    return add(std::move(state));
  }

  // `or_give_up`: at the first state for which there is no room.
  void expand_all(bool or_give_up) {
    for (std::size_t next = 0; next < states_.size(); ++next) {
      if (or_give_up && is_cut_) return;
      if (steps_ >= most_steps || context_.should_stop())
        leave_open(next);
      else
        expand(next);
    }
  }

  void leave_open(std::size_t state) {
    graph_.nodes[node_of_[state]].open = true;
    is_cut_ = true;
  }

  void expand(std::size_t from) {
    std::size_t seen = 0;
    const bool finished = stepper_.successors(*states_[from], context_, [&](const Successor& s) {
      if (const auto to = find_or_add(s.state))
        connect(node_of_[from], node_of_[*to], s.action);
      else
        leave_open(from);
      return ++seen < most_of_one && ++steps_ < most_steps;
    });
    if (!finished || seen >= most_of_one || steps_ >= most_steps) leave_open(from);
  }

  void connect(std::size_t from, std::size_t to, const SharedAction& action) {
    edges_.try_emplace({from, to}, action ? action->name : "");
  }

  // The steps of the run are edges, even those that were not looked at.
  void follow(const Trace& run) {
    for (const Step& step : run.steps) graph_.run.push_back(node_of_[add(step.state)]);
    for (std::size_t i = 1; i < graph_.run.size(); ++i) connect(graph_.run[i - 1], graph_.run[i], run.steps[i].action);
    if (run.loop) connect(graph_.run.back(), graph_.run[*run.loop], run.closing_action);
  }

  const Stepper& stepper_;
  const Wish& wish_;
  Context& context_;
  Graph graph_;
  std::size_t most_nodes_ = 0, most_states_ = 0, steps_ = 0;
  bool is_cut_ = false;
  std::unordered_map<State, std::size_t, StateHash> numbers_, groups_;
  std::vector<const State*> states_;
  std::vector<std::size_t> node_of_;  // by state
  std::map<std::pair<std::size_t, std::size_t>, std::string> edges_;
};

}  // namespace

Graph reach(const Stepper& stepper, const Wish& wish, Context& context) {
  Explorer all(stepper, wish, context);
  const bool whole = all.from_the_start();
  if (whole || !wish.run) return all.take(whole);
  Explorer near(stepper, wish, context);
  near.around(*wish.run);
  return near.take(false);
}

}  // namespace whynot::analyse::states
