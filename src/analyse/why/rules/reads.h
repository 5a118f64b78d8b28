// Which cells of a state of a specification settle the values of terms: whatever the other cells are, the terms have
// the values that they have.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "model/ots/evaluate.h"

namespace whynot::analyse::why {

struct Settled {
  std::vector<std::size_t> cells;  // in order
  bool minimal = false;            // none can be left out: shown, not only tried
};

class StateReads {
 public:
  // `seen`: values that each cell has elsewhere in the run, to be tried in its place.  All of it outlives this.
  StateReads(const ots::Ots&, const ots::Evaluator&, const State&, const std::vector<std::set<Value>>& seen);

  Settled settle(std::span<const ots::Term>, const ots::Environment&) const;
  // Whether the cells settle the terms, as far as values that are tried at random say.
  bool confirms(std::span<const ots::Term>, const ots::Environment&, std::span<const std::size_t> cells) const;

 private:
  using Cells = std::set<std::size_t>;
  struct Walk;

  std::vector<Value> values_in(const State&, std::span<const ots::Term>, const ots::Environment&) const;
  // Every cell of the observers that the terms speak of, also through functions.
  Cells mentioned(std::span<const ots::Term>) const;
  void mentioned(ots::Term, std::set<std::int64_t>& functions, std::set<std::uint32_t>& observers) const;
  // The values that a cell may have, as far as they are listed, and whether these are all.
  std::pair<std::vector<Value>, bool> values_of(std::size_t cell) const;
  enum class Without { Settled, Open, Unknown };
  Without without(std::span<const ots::Term>, const ots::Environment&, const Cells& all, const Cells& kept) const;

  const ots::Ots& ots_;
  const ots::Evaluator& evaluator_;
  const State& state_;
  const std::vector<std::set<Value>>& seen_;
  std::vector<std::uint32_t> observer_of_;  // by cell
};

}  // namespace whynot::analyse::why
