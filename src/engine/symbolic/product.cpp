// One bit for each temporal operator, bound to its neighbour by the laws of model/ltl.h.
#include "engine/symbolic/product.h"

#include "model/ltl.h"

namespace whynot::engine::symbolic {
namespace {

struct Diagrams {
  static Bdd both(const Bdd& a, const Bdd& b) { return a & b; }
  static Bdd either(const Bdd& a, const Bdd& b) { return a | b; }
};

}  // namespace

Product::Product(Model& model, Expr formula, Compassion compassion)
    : model_(model), bits_(model.bits()), start_(model.space().initial()), fairness_(model.fairness()) {
  if (compassion == Compassion::Heeded)
    for (const whynot::Compassion& c : bits_.system().system().compassion) {
      const Bdd p = atom(c.p);
      fairness_.compassion.push_back({p, atom(c.q)});
    }
  std::unordered_map<Expr, bool, ExprHash> is_temporal;
  for_each_postorder(formula, [&](Expr e) {
    bool found = is_ltl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) found = found || is_temporal.at(e.arg(i));
    is_temporal.emplace(e, found);
  });
  for_each_postorder(formula, [&](Expr e) {
    if (!is_temporal.at(e)) return;
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (!is_temporal.at(e.arg(i)) && !values_.count(e.arg(i))) values_.emplace(e.arg(i), atom(e.arg(i)));
    values_.emplace(e, value(e));
  });
  if (!is_temporal.at(formula)) values_.emplace(formula, atom(formula));
  start_ &= values_.at(formula);
  for (const Bdd& cluster : model.space().relation().clusters()) parts_.push_back(cluster);
  space_ = std::make_unique<Space>(BddRelation(bits_, std::move(parts_), model.space().relation().allowed()), start_);
}

BddBits::Pair Product::new_bit(Expr stands_for) {
  const BddBits::Pair pair = bits_.extra(remembered_.size());
  remembered_.push_back({pair.current, stands_for});
  return pair;
}

CountedSteps Product::new_counter(Expr stands_for, std::uint64_t limit) {
  std::vector<Bdd> bits;
  while (bits.size() < CountedSteps::width(limit)) bits.push_back(bit(new_bit(stands_for).current));
  return {std::move(bits), limit};
}

Bdd Product::atom(Expr e) {
  Bdd condition = bits_.condition(e);
  if (!model_.speaks_of_step(e)) return condition;
  const BddBits::Pair guess = new_bit(e);
  parts_.push_back(bit(guess.current).iff(condition));
  return bit(guess.current);
}

Bdd Product::value(Expr e) {
  const Bdd a = values_.at(e.arg(0)), b = e.arity() > 1 ? values_.at(e.arg(1)) : Bdd();
  if (is_bounded(e)) return bounded(e, a, b);
  if (is_future(e.op())) return future(e, a, b);
  if (is_past(e.op())) return past(e, a, b);
  return unfold(e.op(), Diagrams(), a, b, Bdd());
}

// The bit says what is true in the next state: of the operand for X, else of the formula itself.
Bdd Product::future(Expr e, const Bdd& a, const Bdd& b) {
  const BddBits::Pair guess = new_bit(e);
  const Bdd later = bit(guess.current);
  Bdd now = unfold(e.op(), Diagrams(), a, b, later);
  parts_.push_back(later.iff(bits_.to_next(is_shift(e.op()) ? a : now)));
  if (is_eventuality(e.op())) {
    fairness_.justice.push_back({now.implies(has_two_operands(e.op()) ? b : a), false});
    promised_by_.push_back(remembered_.size() - 1);
  }
  return now;
}

// The bit says what was true in the state before; before the start, nothing was, and Z, H, T hold.
Bdd Product::past(Expr e, const Bdd& a, const Bdd& b) {
  const BddBits::Pair memory = new_bit(e);
  const Bdd before = bit(memory.current);
  Bdd now = unfold(e.op(), Diagrams(), a, b, before);
  parts_.push_back(bit(memory.next).iff(is_shift(e.op()) ? a : now));
  start_ &= holds_before_start(e.op()) ? before : !before;
  return now;
}

// The steps to the nearest goal that `hold` leads to, or since the last one; the limit stands for more than the bound.
// Towards the future they are guessed, and each step must bear the guess out; of the past they are known.  An operator
// that wants every goal is true where its dual is not.
Bdd Product::bounded(Expr e, const Bdd& a, const Bdd& b) {
  const TimeBounds bounds = bounds_of(e);
  const bool every = wants_every_goal(e.op()), binary = has_two_operands(e.op());
  Bdd hold = binary ? a : bits_.manager().constant(!every), goal = binary ? b : a;
  if (every) {
    hold = !hold;
    goal = !goal;
  }
  const std::uint64_t limit = bounds.hi + 1;
  const auto number = [&](std::uint64_t n) { return CountedSteps::constant(bits_.manager(), n, limit); };
  const CountedSteps counter = new_counter(e, limit), never = number(limit);
  const auto from = [&](const CountedSteps& neighbour) {
    return CountedSteps::choose(goal, number(0), CountedSteps::choose(hold, neighbour.plus_one(), never));
  };
  std::vector<Bdd> other_bits;
  for (const Bdd& bit : counter.bits()) other_bits.push_back(bits_.to_next(bit));
  const CountedSteps other(other_bits, limit);
  if (is_past(e.op())) {
    const CountedSteps now = from(counter);
    start_ &= counter.equals(never);
    for (std::size_t i = 0; i < other_bits.size(); ++i) parts_.push_back(other_bits[i].iff(now.bits()[i]));
    return every ? !now.at_most(bounds.hi) : now.at_most(bounds.hi);
  }
  start_ &= counter.at_most(limit);
  parts_.push_back(other.at_most(limit));
  const CountedSteps now = from(other);
  for (std::size_t i = 0; i < other_bits.size(); ++i) parts_.push_back(counter.bits()[i].iff(now.bits()[i]));
  return every ? !counter.at_most(bounds.hi) : counter.at_most(bounds.hi);
}

}  // namespace whynot::engine::symbolic
