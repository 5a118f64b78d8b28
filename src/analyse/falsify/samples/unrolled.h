// Violations deep in a scope whose states are many: so many steps as one propositional question, one more at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

class Unrolled {
 public:
  // They must outlive it.  `alike`: nothing in the specification names an element of a loose sort.
  Unrolled(const whynot::ots::Ots&, const whynot::ots::Scope&, const whynot::ots::Predicate& goal, bool alike,
           Context&);
  ~Unrolled();

  // Looks deeper until there is a violation or the solver has met so many conflicts in this turn.  A run within the
  // scope, replayed; a shortest one unless a farther depth was easier.
  std::optional<Trace> go_on(std::uint64_t conflicts);
  // No violation in fewer steps than so many; nothing is known where the specification is not propositional.
  std::size_t none_below() const;
  bool works() const;
  bool goes_on() const;  // there are depths left that it looks at

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whynot::analyse::falsify
