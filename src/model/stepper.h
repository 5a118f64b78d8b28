// The concrete meaning of a model, written once per kind of model.  Replay, explicit search, simulation and
// the explorer all go through it, and every engine is tested against it.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "base/random.h"
#include "model/trace.h"

namespace whynot {

struct Successor {
  Inputs inputs;
  SharedAction action;
  State state;
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  virtual std::shared_ptr<const Signature> signature() const = 0;

  virtual bool is_initial(const State&) const = 0;
  virtual bool is_step(const State& from, const Inputs&, const SharedAction&, const State& to) const = 0;

  // Enumerate, until `found` returns false; in a fixed order or, where there are many choices, each begun at
  // a random place of `order`, so that the first found is a random one.  False when the enumeration was cut short by
  // the Context (not when `found` ended it).
  virtual bool initial(Context&, const std::function<bool(State)>& found, Random* order = nullptr) const = 0;
  virtual bool successors(const State& from, Context&, const std::function<bool(Successor)>& found,
                          Random* order = nullptr) const = 0;
};

struct TransitionSystem;
// The TransitionSystem must outlive the stepper.
std::unique_ptr<Stepper> make_stepper(const TransitionSystem&);

}  // namespace whynot
