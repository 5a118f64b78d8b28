// Terms of the present state become variables, then literals are dropped while no known state contradicts the rest.
#include "analyse/falsify/generalise.h"

#include <fmt/format.h>

#include <algorithm>

#include "encode/ots/simplify.h"

namespace whynot::analyse::falsify {

using whynot::ots::Op;
using whynot::ots::SortKind;

namespace {

// Built by a constructor over what a scalar observer shows.
bool is_of_the_moment(const Ots& ots, Term t) {
  if (!t.is(Op::Construct)) return false;
  bool observes = false;
  for_each_subterm(t, [&](Term s) {
    const SortKind kind = ots.sorts[s.sort()].kind;
    observes =
        observes || (s.is(Op::Observe) && (kind == SortKind::Free || kind == SortKind::Nat || kind == SortKind::Int));
  });
  return observes;
}

// Largest such terms become variables, the same term the same one.
class Abstraction {
 public:
  explicit Abstraction(const Ots& ots) : ots_(ots) {}
  Term apply(Term t) {
    if (is_of_the_moment(ots_, t) && !is_message(t)) {
      auto& var = vars_[t.id()];
      if (!var) var = ots_.pool->var(ots_.pool->new_variable(fmt::format("x{}", vars_.size()), t.sort()));
      return var;
    }
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(apply(t.arg(i)));
    return args.empty() ? t : ots_.pool->make(t.op(), t.sort(), args, t.a(), t.b());
  }

 private:
  // A member of an observed collection: `enc1(p, n(p, q, rand), q) in nw` keeps its shape, its parts may go.
  bool is_message(Term t) const {
    return std::any_of(ots_.observers.begin(), ots_.observers.end(), [&](const whynot::ots::Observer& o) {
      const auto& sort = ots_.sorts[o.sort];
      return (sort.kind == SortKind::Set || sort.kind == SortKind::Bag || sort.kind == SortKind::List) &&
             sort.element == t.sort() && t.arity() > 0 && has_member_part(t);
    });
  }
  bool has_member_part(Term t) const {
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (is_of_the_moment(ots_, t.arg(i))) return true;
    return false;
  }

  const Ots& ots_;
  std::unordered_map<std::uint32_t, Term> vars_;
};

class Dropping {
 public:
  Dropping(const Ots& ots, whynot::ots::BoundedSpace& space, Context& context)
      : ots_(ots), space_(space), context_(context) {}

  bool allowed(const Cube& cube) { return !cube.empty() && !space_.violates(lemma_of(ots_, "", cube), context_); }

  // Literals in order, or in the opposite order: different ones remain.
  Cube drop(Cube cube, bool from_the_end) {
    if (from_the_end) std::reverse(cube.begin(), cube.end());
    for (std::size_t at = 0; at < cube.size();) {
      Cube fewer = cube;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      if (allowed(fewer))
        cube = std::move(fewer);
      else
        ++at;
    }
    if (from_the_end) std::reverse(cube.begin(), cube.end());
    return cube;
  }

 private:
  const Ots& ots_;
  whynot::ots::BoundedSpace& space_;
  Context& context_;
};

}  // namespace

std::vector<Cube> generalisations(const Ots& ots, const Cube& cube, whynot::ots::BoundedSpace& space,
                                  Context& context) {
  Dropping dropping(ots, space, context);
  std::vector<Cube> starts{cube};
  Cube abstracted;
  Abstraction abstraction(ots);
  for (Term l : cube) abstracted.push_back(encode::ots::simplify_literal(ots, abstraction.apply(l)));
  std::erase_if(abstracted, [](Term t) { return t.is_true(); });
  if (abstracted != cube && dropping.allowed(abstracted)) starts.insert(starts.begin(), abstracted);
  std::vector<Cube> out;
  for (const Cube& start : starts)
    for (const bool from_the_end : {false, true}) {
      Cube candidate = dropping.drop(start, from_the_end);
      if (std::find(out.begin(), out.end(), candidate) == out.end()) out.push_back(std::move(candidate));
    }
  return out;
}

}  // namespace whynot::analyse::falsify
