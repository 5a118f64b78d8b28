#include "engine/ots/closure.h"

#include <fmt/format.h>

#include <deque>
#include <unordered_set>

#include "model/state_hash.h"

namespace whynot::engine::ots {

using whynot::ots::Predicate;

namespace {

class Closure {
 public:
  Closure(const whynot::ots::OtsStepper& stepper, std::size_t most, Context& context)
      : stepper_(stepper), most_(most), context_(context) {}

  // Why it was not gone through to the end, or nothing.
  std::optional<std::string> run(const std::optional<State>& from) {
    const auto add = [&](State s) { return insert(std::move(s)); };
    bool finished = from ? insert(*from) : stepper_.initial(context_, add);
    for (; finished && !doubt_ && !todo_.empty(); todo_.pop_front())
      finished = stepper_.successors(*todo_.front(), context_, [&](Successor s) { return insert(std::move(s.state)); });
    if (!finished && !doubt_) doubt_ = context_.stop_reason();
    return doubt_;
  }
  const std::unordered_set<State, StateHash>& states() const { return states_; }

 private:
  bool insert(State s) {
    const auto [at, fresh] = states_.insert(std::move(s));
    if (fresh) todo_.push_back(&*at);
    if (states_.size() > most_)
      doubt_ = fmt::format("more than {} states: too many to be gone through by the concrete semantics", most_);
    else if (context_.should_stop())
      doubt_ = context_.stop_reason();
    return !doubt_;
  }

  const whynot::ots::OtsStepper& stepper_;
  std::size_t most_;
  Context& context_;
  std::unordered_set<State, StateHash> states_;
  std::deque<const State*> todo_;
  std::optional<std::string> doubt_;
};

}  // namespace

std::vector<std::optional<std::string>> doubt_exhaustion(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope,
                                                         std::span<const Predicate> predicates,
                                                         const std::optional<State>& from, std::size_t most,
                                                         Context& context) {
  context.progress("the space once more, by the concrete semantics");
  const auto stepper = make_stepper(ots, scope);
  Closure closure(*stepper, most, context);
  std::vector<std::optional<std::string>> doubts(predicates.size(), closure.run(from));
  for (std::size_t i = 0; i < predicates.size(); ++i)
    for (auto s = closure.states().begin(); !doubts[i] && s != closure.states().end(); ++s) {
      if (stepper->violation(*s, predicates[i])) doubts[i] = "the concrete semantics reaches a state that violates it";
      if (context.should_stop()) doubts[i] = context.stop_reason();
    }
  return doubts;
}

}  // namespace whynot::engine::ots
