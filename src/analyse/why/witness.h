// Witnesses of a failure: sets of cells such that the formula is false on every word of the trace's shape that agrees
// with the trace on them.  A cause, as Halpern and Pearl have it, is a cell of some minimal witness (Beer, Ben-David,
// Chockler, Orni & Trefler, "Explaining counterexamples using causality", FMSD 2012); one minimal witness is shown
// rather than the union of all.  Whatever lies beyond the end of a finite trace is taken for what helps the formula.
#pragma once
#include <cstdint>
#include <vector>

#include "analyse/why/reading.h"

namespace whynot::analyse::why {

struct Witness {
  std::vector<Cell> cells;  // in order
  bool minimal = false;     // no cell can be left out: shown, not only tried

  friend bool operator==(const Witness&, const Witness&) = default;
};

// How much may be spent, in work, so that the same question gives the same answer everywhere.
struct Effort {
  std::uint64_t evaluations = 40'000'000;  // of a part at a position
  std::uint64_t conflicts = 2'000;         // of the solver, for each question
  std::size_t further = 3;                 // witnesses besides the first
};

// The first is the one to tell; the others each do without some cell of it.  Every one has been confirmed by
// `Reading::is_false_by` or by a solver of its own.  REQUIRES a formula that is false on the trace.
std::vector<Witness> witnesses(const Reading&, const Effort& = {});

// Whether the cells are a witness, and whether one of them can be left out: by the solver alone.
bool is_witness(const Reading&, const std::vector<Cell>&);

// Whether these of the cells are needed in every round of the loop, rather than only when it is first gone through.
bool recurs(const Reading&, const std::vector<Cell>& witness, const std::vector<Cell>& part);

// Whether the failure needs the loop: the cells are no witness on the trace's steps alone, whatever comes after.
bool needs_loop(const Reading&, const std::vector<Cell>&);

}  // namespace whynot::analyse::why
