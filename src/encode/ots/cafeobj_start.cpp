// Splits the initial states by equalities between named things and by the choices of each observer.
#include "encode/ots/cafeobj_start.h"

#include <algorithm>

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

constexpr std::size_t most_starts = 64;

class Starts {
 public:
  Starts(const Ots& ots, const std::vector<VarId>& params, Term claim) : ots_(ots), params_(params), claim_(claim) {}

  std::optional<std::vector<CafeStart>> run() {
    if (!names_indexes()) {
      give_values({}, {}, 0);
    } else {
      identify(0, {}, {}, {});
    }
    if (!expressible_ || starts_.size() > most_starts) return std::nullopt;
    return std::move(starts_);
  }

 private:
  const whynot::ots::Observer* open_observer(Term t) const {
    if (!t.is(Op::Observe)) return nullptr;
    const auto& o = ots_.observers[static_cast<std::size_t>(t.a())];
    return o.initial.size() == 1 || o.sort == whynot::ots::bool_sort ? nullptr : &o;
  }

  bool names_indexes() const {
    bool found = false;
    for_each_subterm(claim_, [&](Term t) { found = found || (open_observer(t) && t.arity() > 0); });
    return found;
  }

  // Each parameter that may index an observer is a constant, an earlier parameter, or something else.
  void identify(std::size_t at, CafeStart so_far, whynot::ots::Substitution by, std::vector<Term> things) {
    if (starts_.size() > most_starts || !expressible_) return;
    if (at == params_.size()) return give_values(std::move(so_far), by, 0);
    const Term param = ots_.pool->var(params_[at]);
    const auto& sort = ots_.sorts[param.sort()];
    const auto go_on = [&](const std::vector<Term>& known, bool may_be_another) {
      for (Term k : known) {
        CafeStart as = so_far;
        as.same.emplace_back(param, k);
        auto with = by;
        with[params_[at]] = k;
        identify(at + 1, std::move(as), std::move(with), things);
      }
      if (!may_be_another) return;
      for (Term k : known) so_far.apart.emplace_back(param, k);
      things.push_back(param);
      identify(at + 1, so_far, by, things);
    };
    if (sort.kind == SortKind::Loose) {
      std::vector<Term> known;
      for (std::uint32_t e : sort.elements) known.push_back(ots_.pool->make(Op::Element, param.sort(), {}, e));
      for (Term t : things)
        if (t.sort() == param.sort()) known.push_back(t);
      return go_on(known, true);
    }
    const auto values = domain(ots_, param.sort(), nullptr);
    if (values && !values->empty()) return go_on(*values, false);
    identify(at + 1, std::move(so_far), std::move(by), std::move(things));
  }

  // A value for each thing that the claim shows of such observers.
  void give_values(CafeStart so_far, const whynot::ots::Substitution& by, std::size_t from) {
    std::vector<Term> shown;
    for_each_subterm(substitute(*ots_.pool, claim_, by), [&](Term t) {
      if (open_observer(t)) shown.push_back(t);
    });
    for (Term t : shown)
      for (std::size_t i = 0; i < t.arity(); ++i) expressible_ = expressible_ && is_thing(t.arg(i));
    if (!expressible_ || starts_.size() > most_starts) return;
    if (from == shown.size()) return starts_.push_back(std::move(so_far));
    const whynot::ots::Observer& o = *open_observer(shown[from]);
    whynot::ots::Substitution index;
    for (std::size_t i = 0; i < o.params.size(); ++i) index[o.params[i]] = shown[from].arg(i);
    expressible_ = expressible_ && !o.initial.empty();
    for (Term value : o.initial) {
      CafeStart with = so_far;
      with.values.emplace_back(shown[from], substitute(*ots_.pool, value, index));
      give_values(std::move(with), by, from + 1);
    }
  }

  bool is_thing(Term t) const {
    if (t.is(Op::Var)) return std::find(params_.begin(), params_.end(), t.var()) != params_.end();
    return t.is(Op::Bool) || t.is(Op::Number) || t.is(Op::Element) || (t.is(Op::Construct) && t.arity() == 0);
  }

  const Ots& ots_;
  const std::vector<VarId>& params_;
  Term claim_;
  std::vector<CafeStart> starts_;
  bool expressible_ = true;
};

}  // namespace

std::optional<std::vector<CafeStart>> cafe_starts(const Ots& ots, const std::vector<VarId>& params, Term claim) {
  return Starts(ots, params, claim).run();
}

}  // namespace whynot::encode::ots
