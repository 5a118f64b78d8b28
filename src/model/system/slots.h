// Where evaluation finds the values of a TransitionSystem's leaves: current columns, inputs, next columns,
// one after the other in one vector.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot {

class Slots {
 public:
  explicit Slots(const TransitionSystem&);

  std::uint32_t of(Expr leaf) const;  // a Variable or a Next of the system
  std::uint32_t current_begin() const { return 0; }
  std::uint32_t inputs_begin() const { return columns_; }
  std::uint32_t next_begin() const { return columns_ + inputs_; }
  std::size_t size() const { return std::size_t{2} * columns_ + inputs_; }

  // Missing inputs or next state leave their slots undefined.
  std::vector<Value> values(const State& current, const Inputs* inputs, const State* next) const;
  State current(std::span<const Value> values) const { return part(values, 0, columns_); }
  Inputs inputs(std::span<const Value> values) const { return part(values, inputs_begin(), inputs_); }
  State next(std::span<const Value> values) const { return part(values, next_begin(), columns_); }
  // The values around step i of a trace: its state, the inputs out of it and the state after it.
  std::vector<Value> around(const Trace&, std::size_t step) const;

 private:
  static std::vector<Value> part(std::span<const Value> values, std::size_t begin, std::size_t count) {
    return {values.begin() + static_cast<std::ptrdiff_t>(begin),
            values.begin() + static_cast<std::ptrdiff_t>(begin + count)};
  }
  std::unordered_map<Expr, std::uint32_t, ExprHash> place_;
  std::uint32_t columns_ = 0, inputs_ = 0;
};

}  // namespace whynot
