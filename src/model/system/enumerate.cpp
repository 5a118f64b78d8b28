// Orders slots and conditions so that conditions generate values where they can, then backtracks.
#include "model/system/enumerate.h"

#include <algorithm>
#include <queue>
#include <unordered_map>

namespace whynot {
namespace {

// The conjuncts of the conditions: `a & b` is two conditions.
std::vector<Expr> conjuncts(std::span<const Expr> conditions) {
  std::vector<Expr> result, todo(conditions.rbegin(), conditions.rend());
  while (!todo.empty()) {
    const Expr e = todo.back();
    todo.pop_back();
    if (e.is(Op::And) && e.type().is_boolean()) {
      todo.push_back(e.arg(1));
      todo.push_back(e.arg(0));
    } else {
      result.push_back(e);
    }
  }
  return result;
}

bool is_leaf(Expr e) { return e.is(Op::Variable) || e.is(Op::Next); }

// Decides in which order slots get their values.  Each condition, and each way to generate a slot, waits
// for the unknown slots that it reads.
class Planner {
 public:
  Planner(std::span<const Enumerator::Target> targets, std::span<const Expr> conditions,
          const CompiledExpr::SlotOf& slot)
      : slot_(slot) {
    for (const auto& target : targets) unknown_.emplace(target.slot, true);
    for (Expr e : conjuncts(conditions)) {
      wait(e, {e, no_slot});
      const bool equates = e.is(Op::Eq) || (e.is(Op::Iff) && e.type().is_boolean());
      if (equates || e.is(Op::In)) offer(e.arg(0), e.arg(1));
      if (equates) offer(e.arg(1), e.arg(0));
    }
  }

  // The conditions that have become decidable since the last call.
  std::vector<Expr> decidable() { return std::exchange(decidable_, {}); }

  struct Next {
    std::uint32_t slot;
    Expr generator;  // null: run through the type
  };
  // The slot to set next: one that is generated if there is any, else the first unknown target.
  Next next(std::span<const Enumerator::Target> targets) {
    Next result{no_slot, {}};
    while (!ready_.empty() && result.slot == no_slot) {
      const Waiting& w = waiting_[ready_.top()];
      ready_.pop();
      if (unknown_.at(w.generates)) result = {w.generates, w.expr};
    }
    while (result.slot == no_slot) {
      if (unknown_.at(targets[first_].slot)) result.slot = targets[first_].slot;
      ++first_;
    }
    learn(result.slot);
    return result;
  }

 private:
  static constexpr std::uint32_t no_slot = ~std::uint32_t{0};
  struct Waiting {
    Expr expr;
    std::uint32_t generates;  // no_slot: a condition to check
    std::size_t missing = 0;
  };

  void offer(Expr leaf, Expr value) {
    if (is_leaf(leaf) && unknown_.count(slot_(leaf))) wait(value, {value, slot_(leaf)});
  }

  void wait(Expr reads, Waiting w) {
    const std::size_t index = waiting_.size();
    for (Expr leaf : leaves(reads)) {
      if (!unknown_.count(slot_(leaf))) continue;
      readers_[slot_(leaf)].push_back(index);
      ++w.missing;
    }
    waiting_.push_back(w);
    if (w.missing == 0) release(index);
  }

  void learn(std::uint32_t slot) {
    unknown_.at(slot) = false;
    for (std::size_t reader : readers_[slot])
      if (--waiting_[reader].missing == 0) release(reader);
  }

  void release(std::size_t index) {
    if (waiting_[index].generates == no_slot)
      decidable_.push_back(waiting_[index].expr);
    else
      ready_.push(index);
  }

  const CompiledExpr::SlotOf& slot_;
  std::unordered_map<std::uint32_t, bool> unknown_;  // of the targets
  std::vector<Waiting> waiting_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> readers_;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready_;
  std::vector<Expr> decidable_;
  std::size_t first_ = 0;
};

}  // namespace

// Where a Move stands: the values to be tried (all of the type, when nothing generates them) and how many
// have been.
struct Enumerator::Choice {
  bool started = false;
  bool listed = false;  // in `values`; a set too large to list is met by running through the type
  std::vector<Value> values;
  Integer count = 0, tried = 0, first = 0;
};

Enumerator::Enumerator(const ExprPool& pool, std::span<const Target> targets, std::span<const Expr> conditions,
                       const CompiledExpr::SlotOf& slot) {
  Planner planner(targets, conditions, slot);
  std::unordered_map<std::uint32_t, Type> type_of;
  for (const Target& target : targets) type_of.emplace(target.slot, target.type);
  const auto checks = [&]() -> std::optional<CompiledExpr> {
    const std::vector<Expr> decidable = planner.decidable();
    if (decidable.empty()) return std::nullopt;
    return CompiledExpr(pool, decidable, slot);
  };
  before_ = checks();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto [next, generator] = planner.next(targets);
    Move move{next, type_of.at(next), std::nullopt, std::nullopt};
    if (generator) move.generator.emplace(pool, generator, slot);
    move.checks = checks();
    moves_.push_back(std::move(move));
  }
}

void Enumerator::start(const Move& move, std::span<const Value> slots, Choice& choice, Random* order) const {
  constexpr std::size_t most_listed = 100'000;
  choice = {};
  choice.started = true;
  if (move.generator)
    choice.listed = for_each_member(move.generator->run(slots), [&](const Value& v) {
      if (move.type.contains(v)) choice.values.push_back(v);
      return choice.values.size() <= most_listed;
    });
  choice.count = choice.listed ? Integer(choice.values.size()) : *move.type.size();
  if (order && choice.count > 1) choice.first = Integer(order->next()) % choice.count;
}

// The next value of the move that passes its checks; false when there is none left, or no time.
bool Enumerator::choose(const Move& move, std::vector<Value>& slots, Choice& choice, Context& context) const {
  while (choice.tried < choice.count) {
    const Integer index = (choice.first + choice.tried++) % choice.count;
    slots[move.slot] = choice.listed ? choice.values[static_cast<std::size_t>(index)] : move.type.value(index);
    if (!move.checks || move.checks->all_true(slots)) return true;
    if (context.should_stop()) return false;
  }
  return false;
}

bool Enumerator::run(std::vector<Value>& slots, Context& context, Random* order,
                     const std::function<bool(std::span<const Value>)>& found) const {
  if (before_ && !before_->all_true(slots)) return true;
  std::vector<Choice> choices(moves_.size());
  std::size_t depth = 0;
  while (true) {
    if (context.should_stop()) return false;
    if (depth == moves_.size()) {
      if (!found(slots) || depth == 0) return true;
      --depth;
      continue;
    }
    if (!choices[depth].started) start(moves_[depth], slots, choices[depth], order);
    if (choose(moves_[depth], slots, choices[depth], context)) {
      ++depth;
      if (depth < moves_.size()) choices[depth].started = false;
      continue;
    }
    choices[depth].started = false;
    if (depth == 0) return true;
    --depth;
  }
}

}  // namespace whynot
