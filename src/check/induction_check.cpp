// k-induction, asked anew: no run of fewer than k steps from an initial state violates the invariant, and no k steps in
// which it holds lead to one in which it fails.
#include <fmt/format.h>

#include "check/certificate_check.h"
#include "check/relation.h"
#include "check/rewritings.h"

namespace whynot::check {
namespace {

// Runs that are asked about: moment after moment, from an initial state or from anywhere.
class InductionCheck {
 public:
  InductionCheck(const TransitionSystem& system, Expr invariant, const Induction& induction, Extent extent,
                 Context& context)
      : invariant_(invariant),
        induction_(induction),
        relation_(system, std::span(&invariant, 1), extent, context),
        leaves_(relation_.speaks_of_step(invariant)) {
    for (Moment m = 0; m < last_moment(induction.k); ++m) relation_.bind_step(m);
  }

  bool is_whole() const { return relation_.is_whole(); }

  Refusal base() {
    for (std::size_t i = 0; i < induction_.k; ++i) {  // one by one: a run may end before it is k steps long
      std::vector<int> wanted = run(last_moment(i));
      wanted.push_back(relation_.initial(0));
      wanted.push_back(-holds(i));
      if (auto refusal = relation_.gates().never(wanted, fmt::format("the invariant fails after {} steps", i)))
        return refusal;
    }
    return std::nullopt;
  }

  Refusal step() {
    std::vector<int> wanted = run(last_moment(induction_.k));
    if (induction_.simple_paths) require_simple(wanted);
    for (std::size_t i = 0; i < induction_.k; ++i) wanted.push_back(holds(i));
    wanted.push_back(-holds(induction_.k));
    return relation_.gates().never(
        wanted, fmt::format("the invariant does not follow from {} steps in which it holds", induction_.k));
  }

 private:
  // An invariant that speaks of a transition needs the moment after it.
  Moment last_moment(std::size_t position) const { return position + leaves_; }
  int holds(std::size_t position) { return relation_.condition(invariant_, position); }

  std::vector<int> run(Moment last) {
    std::vector<int> wanted{relation_.allowed(0)};
    for (Moment m = 0; m < last; ++m) wanted.push_back(relation_.step(m));
    return wanted;
  }

  // All states of a run are different, by what the conditions speak of that were not left out: these make a system of
  // their own, in which states are told apart by just that.
  void require_simple(std::vector<int>& wanted) {
    for (Moment i = 0; i <= induction_.k; ++i)
      for (Moment j = 0; j < i; ++j) {
        int same = relation_.gates().constant(true);
        for (const Expr v : relation_.variables()) same = relation_.gates().both(same, same_value(v, i, j));
        wanted.push_back(-same);
      }
  }
  int same_value(Expr variable, Moment a, Moment b) {
    const std::vector<int> x = relation_.gates().code(variable, a), y = relation_.gates().code(variable, b);
    int same = relation_.gates().constant(true);
    for (std::size_t i = 0; i < x.size(); ++i) same = relation_.gates().both(same, relation_.gates().same(x[i], y[i]));
    return same;
  }

  Expr invariant_;
  Induction induction_;
  Relation relation_;
  bool leaves_;
};

}  // namespace

Refusal refuses(const TransitionSystem& system, const Property& property, Expr invariant, const Induction& induction,
                Context& context) {
  if (auto why = is_not_always(system, property, invariant, context)) return why;
  const auto ask = [](InductionCheck check) {
    const Refusal base = check.base();
    return std::pair(base ? base : check.step(), check.is_whole());
  };
  const auto [refusal, is_whole] = ask({system, invariant, induction, Extent::Needed, context});
  if (!refusal || is_whole || context.should_stop()) return refusal;
  return ask({system, invariant, induction, Extent::Whole, context}).first;
}

}  // namespace whynot::check
