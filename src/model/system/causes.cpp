// Walks from the false formula to the atoms that decide it, then tries each of them by flipping it.
#include "model/system/causes.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "model/ltl.h"

namespace whynot {
namespace {

// Walks from the formula to atoms: for each (subformula, position) whose value is to be explained, the parts
// that suffice to explain it.
class Walk {
 public:
  explicit Walk(const TraceTruth& truth) : truth_(truth) {}

  std::vector<AtomAt> run(Expr formula) {
    explain(formula, 0);
    while (!todo_.empty()) {
      const auto [e, position] = todo_.back();
      todo_.pop_back();
      open(e, position);
    }
    return std::move(atoms_);
  }

 private:
  void explain(Expr e, std::size_t position) {
    if (truth_.at(e, position) == Truth::Unknown) return;
    if (seen_.insert({e.id(), position}).second) todo_.emplace_back(e, position);
  }

  Truth at(Expr e, std::size_t position) const { return truth_.at(e, position); }

  void open(Expr e, std::size_t p) {
    const bool value = at(e, p) == Truth::True;
    switch (e.op()) {
      case Op::Not: return explain(e.arg(0), p);
      case Op::And: return junction(e.arg(0), e.arg(1), p, value, Truth::False, Truth::False);
      case Op::Or: return junction(e.arg(0), e.arg(1), p, !value, Truth::True, Truth::True);
      case Op::Implies: return junction(e.arg(0), e.arg(1), p, !value, Truth::False, Truth::True);
      case Op::Xor:
      case Op::Iff: return explain_all(e, p);
      case Op::Eq:
        if (is_connective(e)) return explain_all(e, p);
        break;
      case Op::Ite:
        if (!is_connective(e)) break;
        explain(e.arg(0), p);
        return explain(e.arg(at(e.arg(0), p) == Truth::True ? 1 : 2), p);
      case Op::X: return explain(e.arg(0), truth_.after(p));
      case Op::Y:
      case Op::Z:
        if (p > 0) explain(e.arg(0), p - 1);
        return;
      default:
        if (is_ltl(e.op())) return temporal(e, p, value);
        break;
    }
    atoms_.push_back({e, truth_.step(p)});
  }

  void explain_all(Expr e, std::size_t p) {
    for (std::size_t i = 0; i < e.arity(); ++i) explain(e.arg(i), p);
  }

  // all: both operands are needed.  Otherwise each operand that has its deciding value is a cause.
  void junction(Expr a, Expr b, std::size_t p, bool all, Truth deciding_a, Truth deciding_b) {
    if (all || at(a, p) == deciding_a) explain(a, p);
    if (all || at(b, p) == deciding_b) explain(b, p);
  }

  // Existential operators (F O U S) are true by one goal and the holds on the way, false by every goal up to
  // where a hold fails; universal ones (G H V T) are the dual.
  void temporal(Expr e, std::size_t p, bool value) {
    const bool universal = wants_every_goal(e.op());
    const bool backward = is_past(e.op()), binary = e.arity() == 2;
    const Expr goal = e.arg(binary ? 1 : 0);
    const bool by_one = value != universal;
    const Truth decisive = universal ? Truth::False : Truth::True;
    const auto [lo, hi] = bounds_of(e);
    std::set<std::size_t> visited;
    std::size_t position = p;
    for (std::uint64_t i = 0; i <= hi; ++i) {
      if (position >= truth_.positions() || (i >= lo && !visited.insert(position).second)) return;
      if (i >= lo && at(goal, position) == decisive && by_one) return explain(goal, position);
      if (i >= lo && !by_one) explain(goal, position);
      if (binary) {
        const bool blocks = at(e.arg(0), position) != decisive;
        if (by_one || blocks) explain(e.arg(0), position);
        if (blocks) return;
      }
      if (backward && position == 0) return;
      position = backward ? position - 1 : truth_.after(position);
    }
  }

  const TraceTruth& truth_;
  std::set<std::pair<std::uint32_t, std::size_t>> seen_;
  std::vector<std::pair<Expr, std::size_t>> todo_;
  std::vector<AtomAt> atoms_;
};

// Halpern and Pearl: a cause makes the difference, at least when other things are out of the way.  Those that
// are tried: nothing; the other causes at its step; all other causes; its own atom at all other steps.
class Trial {
 public:
  Trial(const TraceTruth& truth, Expr formula, const std::vector<AtomAt>& claimed, std::size_t steps)
      : truth_(truth), formula_(formula), claimed_(claimed), steps_(steps) {}

  bool matters(const AtomAt& one) const {
    if (differs({}, one)) return true;
    std::vector<AtomAt> same_step, others, elsewhere;
    for (const AtomAt& cause : claimed_) {
      if (cause == one) continue;
      others.push_back(cause);
      if (cause.step == one.step) same_step.push_back(cause);
    }
    for (std::size_t step = 0; step < steps_; ++step)
      if (step != one.step) elsewhere.push_back({one.atom, step});
    return differs(std::move(same_step), one) || differs(std::move(others), one) || differs(std::move(elsewhere), one);
  }

 private:
  bool stays_false(std::span<const AtomAt> flipped) const {
    return truth_.with_flipped(flipped).at(formula_, 0) == Truth::False;
  }
  // With these flipped the formula is still false, and no longer when the one is flipped too.
  bool differs(std::vector<AtomAt> flipped, const AtomAt& one) const {
    if (!stays_false(flipped)) return false;
    flipped.push_back(one);
    return !stays_false(flipped);
  }

  const TraceTruth& truth_;
  Expr formula_;
  const std::vector<AtomAt>& claimed_;
  std::size_t steps_;
};

}  // namespace

std::vector<AtomAt> causes_of_failure(const TransitionSystem& system, const Trace& trace, Expr formula) {
  const TraceTruth truth(system, trace, formula);
  WHYNOT_CHECK(truth.at(formula, 0) == Truth::False, "only a violated formula should be asked for its causes");
  std::vector<AtomAt> claimed = Walk(truth).run(formula);
  std::stable_sort(claimed.begin(), claimed.end(), [](const AtomAt& a, const AtomAt& b) { return a.step < b.step; });
  claimed.erase(std::unique(claimed.begin(), claimed.end()), claimed.end());
  const Trial trial(truth, formula, claimed, trace.steps.size());
  std::vector<AtomAt> kept;
  for (const AtomAt& cause : claimed)
    if (trial.matters(cause)) kept.push_back(cause);
  return kept;
}

}  // namespace whynot
