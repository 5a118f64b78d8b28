// k-liveness (Claessen & Sörensson, "A liveness checking algorithm that counts", FMCAD 2012): a run that keeps all
// promises for ever keeps them one after the other, round by round.  A counter says how many it has kept in that order;
// IC3 proves that it never comes to k, for growing k.  What IC3 learned for a smaller k it need not learn again.
//
// The counter is written with one bit for each value, true from there on: a larger k leaves the bits that there are as
// they were, so that clauses stay true.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/certificate.h"
#include "engine/ic3/blocking.h"
#include "engine/ic3/facts.h"
#include "engine/live/product.h"

namespace whynot::engine::live {

class Counting {
 public:
  // Runs of the model on which the formula holds.  REQUIRES negation normal form, without bounds.  Model and context
  // must outlive this.
  Counting(const TransitionSystem& model, Expr formula, std::shared_ptr<ic3::Facts>, Context&);
  ~Counting();

  // Some work; false when it took too long.
  bool advance(std::uint64_t conflicts);
  std::uint64_t spent() const;
  std::size_t k() const { return k_; }
  bool is_proved() const { return proof_.has_value(); }

  // When proved: the stages that the counter makes of the states, and the clauses in words; without bits, as the model
  // has no bits for what they speak of.
  check::Certificate certificate() const;
  Invariant words();

 private:
  struct Counted;
  void count_to(std::size_t k);
  ic3::Lemmas in_order(const ic3::Places&, const std::vector<std::vector<ic3::Clause>>& learned) const;
  void finish();
  bool is_about_order(const ic3::Clause&) const;

  const TransitionSystem& model_;
  std::shared_ptr<ic3::Facts> facts_;  // about the model
  Context& context_;
  Product product_;
  std::size_t k_ = 0;
  std::unique_ptr<Counted> counted_;
  std::uint64_t spent_before_ = 0;  // on smaller k
  std::optional<std::vector<ic3::Cube>> proof_;
};

}  // namespace whynot::engine::live
