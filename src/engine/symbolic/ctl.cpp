// Memoised fixed points; the rings of an until and of fair EG are kept for whoever wants a path.
#include "engine/symbolic/ctl.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::engine::symbolic {

Ctl::Ctl(Model& model, bool explored) : model_(model), space_(model.space()) {
  WHYNOT_CHECK(space_.is_explored() == explored, "the reachable states should be known, or stay unknown");
}

Bdd Ctl::fair() {
  if (fair_.valid()) return fair_;
  return fair_ = model_.every_run_is_fair() ? space_.care() : fair_hull(space_, model_.fairness(), space_.care());
}

Bdd Ctl::states_of(Expr formula) {
  std::vector<bool> seen;
  for_each_postorder(std::span<const Expr>(&formula, 1), seen, [&](Expr e) {
    if (!e.type().is_boolean() || space_.failed()) return;
    Bdd& known = labels_[e];
    if (!known.valid()) known = label(e);
  });
  return space_.failed() ? Bdd() : labels_.at(formula);
}

Bdd Ctl::label(Expr e) {
  if (!contains_op(e, is_ctl)) return model_.bits().condition(e) & space_.care();
  if (!is_ctl(e.op())) return logical(e);
  const bool is_step = e.is(Op::EX) || e.is(Op::AX);
  return temporal(e, is_step ? TimeBounds{} : bounds_of(e));
}

Bdd Ctl::temporal(Expr e, TimeBounds bounds) {
  const Bdd a = labels_.at(e.arg(0));
  const Bdd all = space_.care();
  const auto some_until = [&](const Bdd& hold, const Bdd& goal) {
    return bounds.unbounded() ? until(hold, goal).states : bounded_until(hold, goal, bounds);
  };
  const auto some_globally = [&](const Bdd& hold) {
    return bounds.unbounded() ? globally(hold) : bounded_globally(hold, bounds);
  };
  switch (e.op()) {
    case Op::EX: return exists_next(a);
    case Op::AX: return complement(exists_next(complement(a)));
    case Op::EF: return some_until(all, a);
    case Op::AG: return complement(some_until(all, complement(a)));
    case Op::EG: return some_globally(a);
    case Op::AF: return complement(some_globally(complement(a)));
    case Op::EU: return some_until(a, labels_.at(e.arg(1)));
    default: break;
  }
  WHYNOT_CHECK(e.is(Op::AU), "every CTL operator should be treated");
  const Bdd b = labels_.at(e.arg(1));
  if (!bounds.unbounded()) return bounded_for_all_until(a, b, bounds);
  // No fair run avoids b forever, and none sees !a & !b before b.
  const Bdd not_b = complement(b);
  return complement(until(not_b, not_b - a).states | globally(not_b));
}

Bdd Ctl::logical(Expr e) const {
  const auto arg = [&](std::size_t i) { return labels_.at(e.arg(i)); };
  switch (e.op()) {
    case Op::Not: return complement(arg(0));
    case Op::And: return arg(0) & arg(1);
    case Op::Or: return arg(0) | arg(1);
    case Op::Xor: return arg(0) ^ arg(1);
    case Op::Iff:
    case Op::Eq: return complement(arg(0) ^ arg(1));
    case Op::Implies: return complement(arg(0)) | arg(1);
    case Op::Ite: return arg(0).ite(arg(1), arg(2));
    default: break;
  }
  WHYNOT_CHECK(false, "only logical operators should stand above temporal ones");
  return {};
}

const Ctl::Until& Ctl::until(const Bdd& hold, const Bdd& goal) {
  for (const auto& kept : untils_)
    if (kept->hold == hold && kept->goal == goal && kept->until.states.valid()) return kept->until;
  auto kept = std::make_unique<KeptUntil>();
  kept->hold = hold;
  kept->goal = goal;
  kept->until.states = space_.backwards(hold, goal & fair(), &kept->until.rings);
  untils_.push_back(std::move(kept));
  return untils_.back()->until;
}

std::vector<Bdd> Ctl::for_all_rings(const Bdd& hold, const Bdd& goal) {
  std::vector<Bdd> rings;
  Bdd all = goal, ring = goal;
  while (ring.is_satisfiable()) {
    rings.push_back(ring);
    ring = (hold - exists_next(complement(all))) - all;
    all |= ring;
  }
  return rings;
}

Bdd Ctl::globally(const Bdd& set) {
  if (set == space_.care()) return fair();
  return fair_hull(space_, model_.fairness(), fair_.valid() ? set & fair_ : set);
}

// Sets in which a sequence comes to rest, or goes round, are found as Brent (1980) does.
template <class Step>
Bdd Ctl::repeated(Bdd set, std::uint64_t times, Step step) const {
  Bdd mark = set;
  std::uint64_t since = 0, patience = 1;
  while (times > 0 && set.valid()) {
    set = step(set);
    --times;
    ++since;
    if (set == mark) {
      times %= since;
    } else if (since == patience) {
      mark = set;
      since = 0;
      patience *= 2;
    }
  }
  return set;
}

Bdd Ctl::bounded_until(const Bdd& hold, const Bdd& goal, TimeBounds bounds) {
  const Bdd end = goal & fair();
  Bdd result = repeated(end, bounds.hi - bounds.lo, [&](const Bdd& f) { return end | space_.preimage(f, hold); });
  return repeated(result, bounds.lo, [&](const Bdd& f) { return space_.preimage(f, hold); });
}

Bdd Ctl::bounded_globally(const Bdd& hold, TimeBounds bounds) {
  const Bdd end = hold & fair();
  Bdd result = repeated(end, bounds.hi - bounds.lo, [&](const Bdd& f) { return space_.preimage(f, hold); });
  return repeated(result, bounds.lo, [&](const Bdd& f) { return space_.preimage(f, space_.care()); });
}

// By the negation, unfolded from the largest distance inwards.
Bdd Ctl::bounded_for_all_until(const Bdd& hold, const Bdd& goal, TimeBounds bounds) {
  const auto before = [&](const Bdd& bad) { return fair() & (complement(hold) | exists_next(bad)); };
  const Bdd end = fair() - goal;
  Bdd bad = repeated(end, bounds.hi - bounds.lo, [&](const Bdd& f) { return before(f) - goal; });
  return complement(repeated(bad, bounds.lo, before));
}

}  // namespace whynot::engine::symbolic
