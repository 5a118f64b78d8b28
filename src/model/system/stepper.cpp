// The concrete meaning of a TransitionSystem, by evaluation of its conditions as they stand.
#include "model/stepper.h"

#include <mutex>

#include "expr/evaluate.h"
#include "model/system/enumerate.h"
#include "model/system/slots.h"
#include "model/system/transition_system.h"

namespace whynot {
namespace {

class SystemStepper final : public Stepper {
 public:
  explicit SystemStepper(const TransitionSystem& system)
      : system_(system),
        signature_(std::make_shared<Signature>(signature_of(system))),
        slots_(system),
        is_initial_(*system.pool, initial_conditions(), slot()),
        is_step_(*system.pool, step_conditions(), slot()) {}

  std::shared_ptr<const Signature> signature() const override { return signature_; }

  bool is_initial(const State& state) const override {
    return well_typed(state, signature_->columns) && is_initial_.all_true(slots_.values(state, nullptr, nullptr));
  }

  bool is_step(const State& from, const Inputs& inputs, const SharedAction&, const State& to) const override {
    return well_typed(from, signature_->columns) && well_typed(to, signature_->columns) &&
           well_typed(inputs, signature_->inputs) && is_step_.all_true(slots_.values(from, &inputs, &to));
  }

  bool initial(Context& context, const std::function<bool(State)>& found, Random* order) const override {
    std::call_once(initial_planned_, [this] {
      initial_.emplace(*system_.pool, targets(slots_.current_begin(), signature_->columns), initial_conditions(),
                       slot());
    });
    std::vector<Value> work(slots_.size());
    return initial_->run(work, context, order,
                         [&](std::span<const Value> values) { return found(slots_.current(values)); });
  }

  bool successors(const State& from, Context& context, const std::function<bool(Successor)>& found,
                  Random* order) const override {
    std::call_once(successors_planned_, [this] {
      auto unknown = targets(slots_.inputs_begin(), signature_->inputs);
      for (const auto& target : targets(slots_.next_begin(), signature_->columns)) unknown.push_back(target);
      successors_.emplace(*system_.pool, unknown, step_conditions(), slot());
    });
    std::vector<Value> work = slots_.values(from, nullptr, nullptr);
    return successors_->run(work, context, order, [&](std::span<const Value> values) {
      return found({slots_.inputs(values), std::nullopt, slots_.next(values)});
    });
  }

 private:
  std::vector<Expr> initial_conditions() const {
    return both(system_.initial_conditions(), system_.invariant_conditions());
  }

  // With the invariants of both states.
  std::vector<Expr> step_conditions() const {
    std::vector<Expr> invariants = system_.invariant_conditions(), after = invariants;
    for (Expr& e : after)
      e = substitute(*system_.pool, e,
                     [&](Expr leaf) { return leaf.is(Op::Variable) ? system_.pool->next(leaf) : Expr(); });
    return both(both(std::move(invariants), after), system_.step_conditions());
  }

  static std::vector<Expr> both(std::vector<Expr> a, const std::vector<Expr>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  CompiledExpr::SlotOf slot() const {
    return [this](Expr leaf) { return slots_.of(leaf); };
  }

  static std::vector<Enumerator::Target> targets(std::uint32_t begin, const std::vector<Column>& columns) {
    std::vector<Enumerator::Target> result;
    result.reserve(columns.size());
    for (const Column& column : columns) result.push_back({begin++, column.type});
    return result;
  }

  static bool well_typed(const std::vector<Value>& values, const std::vector<Column>& columns) {
    if (values.size() != columns.size()) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!columns[i].type.contains(values[i])) return false;
    return true;
  }

  const TransitionSystem& system_;
  std::shared_ptr<const Signature> signature_;
  Slots slots_;
  CompiledExpr is_initial_, is_step_;
  // Planning an enumeration costs more than checking a step: done when first asked for.
  mutable std::once_flag initial_planned_, successors_planned_;
  mutable std::optional<Enumerator> initial_, successors_;
};

}  // namespace

std::unique_ptr<Stepper> make_stepper(const TransitionSystem& system) {
  return std::make_unique<SystemStepper>(system);
}

}  // namespace whynot
