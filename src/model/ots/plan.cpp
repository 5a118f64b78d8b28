// Greedy: at each point take an atom whose variables can be bound now, else run through a finite sort.
#include "model/ots/plan.h"

#include <algorithm>

namespace whynot::ots {
namespace {

class Planner {
 public:
  Planner(TermPool& pool, std::span<const VarId> vars, std::span<const Term> conjuncts)
      : pool_(pool), open_(vars.begin(), vars.end()), todo_(conjuncts.begin(), conjuncts.end()) {}

  Plan run(const std::function<bool(SortId)>& is_finite) {
    while (true) {
      take_filters();
      if (open_.empty()) return std::move(plan_);
      if (!bind_by_equation() && !bind_by_membership()) bind_by_domain(is_finite);
    }
  }

 private:
  bool known(Term t) const {
    for (VarId v : free_variables(t))
      if (is_open(v)) return false;
    return true;
  }
  bool is_open(VarId v) const { return std::find(open_.begin(), open_.end(), v) != open_.end(); }

  // Constructors and open variables on the way down, known terms below: matching gives each variable its value.
  bool is_pattern(Term t) const {
    if (t.is(Op::Var) && is_open(t.var())) return true;
    if (!t.is(Op::Construct)) return known(t);
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (!is_pattern(t.arg(i))) return false;
    return true;
  }

  void take_filters() {
    std::erase_if(todo_, [&](Term t) {
      if (!known(t)) return false;
      plan_.moves.push_back({Move::Kind::Filter, t, {}, 0});
      return true;
    });
  }

  void bind(std::size_t conjunct, Move::Kind kind, Term pattern, Term source) {
    plan_.moves.push_back({kind, pattern, source, 0});
    std::erase_if(open_, [&](VarId v) { return occurs(v, pattern); });
    todo_.erase(todo_.begin() + static_cast<std::ptrdiff_t>(conjunct));
  }

  bool bind_by_equation() {
    for (std::size_t i = 0; i < todo_.size(); ++i) {
      if (!todo_[i].is(Op::Eq)) continue;
      for (const std::size_t side : {0u, 1u}) {
        const Term pattern = todo_[i].arg(side), source = todo_[i].arg(1 - side);
        if (!known(source) || !is_pattern(pattern)) continue;
        bind(i, Move::Kind::Match, pattern, source);
        return true;
      }
    }
    return false;
  }

  bool bind_by_membership() {
    for (std::size_t i = 0; i < todo_.size(); ++i) {
      const Term t = todo_[i];
      if (!t.is(Op::In) || !known(t.arg(1)) || !is_pattern(t.arg(0))) continue;
      bind(i, Move::Kind::Member, t.arg(0), t.arg(1));
      return true;
    }
    return false;
  }

  void bind_by_domain(const std::function<bool(SortId)>& is_finite) {
    const auto finite = [&](VarId v) { return is_finite(pool_.variable(v).sort); };
    auto at = std::find_if(open_.begin(), open_.end(), finite);
    const bool found = at != open_.end();
    if (!found) {
      at = open_.begin();
      plan_.unbound.push_back(*at);
    }
    plan_.moves.push_back({found ? Move::Kind::Domain : Move::Kind::Active, {}, {}, *at});
    open_.erase(at);
  }

  TermPool& pool_;
  std::vector<VarId> open_;
  std::vector<Term> todo_;
  Plan plan_;
};

}  // namespace

Plan plan_bindings(TermPool& pool, std::span<const VarId> vars, std::span<const Term> conjuncts,
                   const std::function<bool(SortId)>& is_finite) {
  return Planner(pool, vars, conjuncts).run(is_finite);
}

}  // namespace whynot::ots
