// Follows the proof from the root along its steps and turns each way into a trace.
#include "analyse/explain/show/runs.h"

#include <algorithm>

namespace whynot::analyse::explain {
namespace {

bool is_prefix(const Trace& a, const Trace& b) {
  if (a.loop || a.steps.size() > b.steps.size())
    return a.loop == b.loop && a.steps == b.steps && a.closing_inputs == b.closing_inputs;
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin());
}

constexpr std::size_t most_found = 500;

class Walk {
 public:
  Walk(const Proof& proof, const Stepper& stepper, std::size_t most) : proof_(proof), most_(most) {
    start_.signature = stepper.signature();
  }

  std::vector<Trace> run() {
    const Node& root = proof_.at(proof_.root);
    if (!root.goal.state) return {};
    start_.steps.push_back({*root.goal.state, {}, std::nullopt});
    open_.push_back({proof_.root, start_});
    while (!open_.empty() && found_.size() < most_found) {
      const auto [id, trace] = std::move(open_.back());
      open_.pop_back();
      visit(id, trace);
    }
    return longest();
  }

 private:
  struct Stop {
    NodeId node;
    Trace so_far;  // ends in the node's state
  };

  void visit(NodeId id, const Trace& trace) {
    const Node& n = proof_.at(id);
    if (n.rule == Rule::EGLoop) return loop(n, trace);
    if (n.after) {
      Trace longer = trace;
      longer.steps.push_back({*n.after, n.inputs.front(), std::nullopt});
      found_.push_back(std::move(longer));
    }
    bool moved = false;
    for (const NodeId p : n.premises) {
      const Goal& goal = proof_.at(p).goal;
      if (!goal.state) continue;
      // What holds before a step lies on the way of what comes after it.
      const bool beside = p != n.premises.back() && proof_.at(p).premises.empty() && !proof_.at(p).after;
      if (beside && takes_step(n.rule)) continue;
      Trace next = trace;
      const bool is_step = p == n.premises.back() && n.inputs.size() == 1 && takes_step(n.rule);
      if (is_step)
        next.steps.push_back({*goal.state, n.inputs.front(), std::nullopt});
      else if (*goal.state != trace.steps.back().state)
        continue;  // a step of all: no inputs are told
      moved = true;
      open_.push_back({p, std::move(next)});
    }
    if (!moved && !n.after) found_.push_back(trace);
  }

  // Once round; what is proved on the way hangs on its states.
  void loop(const Node& n, const Trace& trace) {
    Trace round = trace;
    for (std::size_t i = 0; i < n.premises.size(); ++i) {
      if (i > 0) round.steps.push_back({*proof_.at(n.premises[i]).goal.state, n.inputs[i - 1], std::nullopt});
      if (!proof_.at(n.premises[i]).premises.empty()) open_.push_back({n.premises[i], round});
    }
    round.loop = trace.steps.size() - 1;
    round.closing_inputs = n.inputs.back();
    found_.push_back(std::move(round));
  }

  std::vector<Trace> longest() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Trace& a, const Trace& b) { return a.loop.has_value() > b.loop.has_value(); });
    std::vector<Trace> kept;
    for (const Trace& t : found_) {
      if (kept.size() == most_) break;
      const auto covered = [&](const Trace& other) {
        return &other != &t && is_prefix(t, other) && !(is_prefix(other, t) && &other > &t);
      };
      if (std::none_of(found_.begin(), found_.end(), covered)) kept.push_back(t);
    }
    return kept;
  }

  const Proof& proof_;
  std::size_t most_;
  Trace start_;
  std::vector<Stop> open_;
  std::vector<Trace> found_;
};

}  // namespace

std::vector<Trace> runs_of(const Proof& proof, const Stepper& stepper, std::size_t most) {
  return Walk(proof, stepper, most).run();
}

}  // namespace whynot::analyse::explain
