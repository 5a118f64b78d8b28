// A run of a model: states over one signature, what happened between them, and where it loops.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "expr/value.h"
#include "model/signature.h"

namespace whynot {

using State = std::vector<Value>;   // aligned with Signature::columns
using Inputs = std::vector<Value>;  // aligned with Signature::inputs

struct Action {  // what was fired: a rule, a named transition
  std::string name;
  std::vector<Value> args;
  Span where;
  std::string kind;   // pushdown: "call", "direct", "exit"; else empty
  std::string event;  // pushdown: "open(f)"; else empty

  friend bool operator==(const Action&, const Action&) = default;
};

// An action or none, immutable and cheap to copy: a model has few actions, its traces many steps.
class SharedAction {
 public:
  SharedAction() = default;
  SharedAction(std::nullopt_t) {}
  SharedAction(Action action) : action_(std::make_shared<const Action>(std::move(action))) {}

  explicit operator bool() const { return action_ != nullptr; }
  const Action& operator*() const { return *action_; }  // REQUIRES that there is one
  const Action* operator->() const { return action_.get(); }

  friend bool operator==(const SharedAction& a, const SharedAction& b) {
    return a.action_ == b.action_ || (a && b && *a == *b);
  }

 private:
  std::shared_ptr<const Action> action_;
};

struct Step {
  State state;
  Inputs inputs;        // of the transition into this step; empty in step 0
  SharedAction action;  // likewise

  friend bool operator==(const Step&, const Step&) = default;
};

struct Trace {
  std::shared_ptr<const Signature> signature;
  std::vector<Step> steps;
  std::optional<std::size_t> loop;  // the step that the last one returns to; it is not repeated
  Inputs closing_inputs;            // of the transition that closes the loop
  SharedAction closing_action;

  // Transitions, the one that closes the loop included: the k of bounded model checking.
  std::size_t depth() const { return loop ? steps.size() : steps.size() - 1; }
  // The inputs of the transition that leaves step i, or nothing for the last step of a finite trace.
  const Inputs* inputs_out_of(std::size_t i) const {
    if (i + 1 < steps.size()) return &steps[i + 1].inputs;
    return loop ? &closing_inputs : nullptr;
  }
  // The step after i, or nothing at the end of a finite trace.
  std::optional<std::size_t> after(std::size_t i) const { return i + 1 < steps.size() ? i + 1 : loop; }
};

}  // namespace whynot
