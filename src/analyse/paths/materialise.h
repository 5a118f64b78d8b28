// From a run of the engine to a trace of the model, replayed on the way.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/pushdown/infinite/repeating.h"
#include "engine/pushdown/product.h"
#include "engine/pushdown/stream/stream.h"
#include "engine/pushdown/table/flat_map.h"
#include "model/pds/pds_lasso.h"
#include "model/trace.h"

namespace whynot::analyse::paths {

// The stem and one round of the loop.
engine::pushdown::Run unrolled(const engine::pushdown::Lasso&);

class Materialiser {
 public:
  explicit Materialiser(const engine::pushdown::Product&);

  // These end the program if the run is not one of the system, or does not violate the automaton: our bug.
  Trace trace(const engine::pushdown::Run&);
  Trace trace(const engine::pushdown::Lasso&);
  void replay(const engine::pushdown::Run&);

  // Steps and symbols of stacks in the traces so far: what the report will have to show.
  std::size_t cells() const { return cells_; }

  // Symbols shown of each stack of a trace whose stacks are too many and too high; nothing if all traces so far are
  // whole.
  std::optional<std::size_t> stacks_cut() const;

  std::vector<std::uint32_t> pds_rules(const std::vector<std::uint32_t>& product_rules) const;
  PdsLasso pds_lasso(const engine::pushdown::Lasso&) const;

 private:
  Value symbol(std::uint32_t);
  Value control(engine::pushdown::Control);
  Value stack(const std::vector<std::uint32_t>& bottom_first, std::size_t shown);
  // Counterexamples share most of their stacks: they are numbered, and written out once.
  std::uint32_t pushed(std::uint32_t symbol, std::uint32_t below);
  std::uint32_t after(const PdsRule&, std::uint32_t top);
  const Value& shared_stack(std::uint32_t top, std::size_t shown);
  const EfsaLocation& location(engine::pushdown::Control);
  const SharedAction& action(std::uint32_t rule);
  Trace walked(const engine::pushdown::Run&);
  // Walks the run on the system and the automaton; `at` is called in each configuration.
  template <class At>
  void walk(const engine::pushdown::Run&, At at);
  std::size_t stack_limit(const engine::pushdown::Run&);

  const engine::pushdown::Product& product_;
  bool cut_ = false;
  std::size_t cells_ = 0;
  std::shared_ptr<const Signature> signature_;
  MonitoredRun monitored_;
  struct SharedStack {
    std::uint32_t below;
    Value whole, cut;  // once somebody asked
  };
  std::vector<Value> symbols_;
  engine::pushdown::FlatMap stack_ids_;  // (symbol, below)
  std::vector<SharedStack> stacks_;
  Value empty_stack_ = Value::list({});
  // Few control locations and rules occur in many traces.
  std::unordered_map<engine::pushdown::Control, Value> controls_;
  std::unordered_map<engine::pushdown::Control, EfsaLocation> locations_;
  std::unordered_map<std::uint32_t, SharedAction> actions_;
};

}  // namespace whynot::analyse::paths
