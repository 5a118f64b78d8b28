// Liveness to safety (Biere, Artho & Schuppan, "Liveness checking as safety checking", FMICS 2002): a run that keeps
// all promises for ever comes, as there are finitely many states, back to one that it has been in and has kept each of
// them in between.  At some step the state is saved beside the run; IC3 proves that no run comes back to what was saved
// with every promise kept since.  Where k-liveness needs a large k, this needs none; the price is a copy of each latch.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "check/certificate.h"
#include "engine/ic3/blocking.h"
#include "engine/ic3/facts.h"
#include "engine/live/product.h"

namespace whynot::engine::live {

class Saving {
 public:
  // As Counting.
  Saving(const TransitionSystem& model, Expr formula, const std::shared_ptr<ic3::Facts>&, Context&);
  ~Saving();

  // Some work; false when it took too long, or when there is nothing more to do.
  bool advance(std::uint64_t conflicts);
  std::uint64_t spent() const;
  bool is_proved() const { return proof_.has_value(); }
  // A run comes back: somebody else is to show it.
  bool has_failed() const;

  // When proved: the clauses over the product, what was saved of it and what was kept since; and their words, without
  // bits, as the model has no bits for what they speak of.
  check::Certificate certificate() const;
  Invariant words() const;
  // A certificate that speaks of what is saved and claims all states.
  check::Certificate all_bits() const;

 private:
  struct Saved;
  void finish();
  check::Certificate with_clauses(const std::vector<ic3::Cube>&) const;

  Context& context_;
  Product product_;
  std::unique_ptr<Saved> saved_;
  std::optional<std::vector<ic3::Cube>> proof_;
};

}  // namespace whynot::engine::live
