// Replaces calls by bodies while the argument of the recursion is built by a constructor.
#include "encode/ots/unfold.h"

#include <algorithm>

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

constexpr std::int64_t largest_unfolded = 64;

bool is_call_of(Term t, std::size_t function) { return t.is(Op::Call) && static_cast<std::size_t>(t.a()) == function; }

// A part of the parameter: below fields, tails and differences.
bool is_part_of(Term t, VarId param) {
  bool part = false;
  for (; !t.is(Op::Var); part = true) {
    if (t.is(Op::Ite)) t = t.arg(1);  // a field that several constructors share
    if (!t.is(Op::Select) && !t.is(Op::Tail) && !t.is(Op::Sub)) return false;
    t = t.arg(0);
  }
  return part && t.var() == param;
}

// A function calls itself and those before it: their bodies are inlined in this order, each once.
class Inliner {
 public:
  explicit Inliner(const Ots& ots) : ots_(ots) {}

  Term apply(Term root) {
    return rewrite(*ots_.pool, root, [&](Term t) {
      if (!t.is(Op::Call)) return t;
      const auto f = static_cast<std::size_t>(t.a());
      if (f >= ots_.functions.size() || is_recursive(ots_, f) || has_quantifier(ots_.functions[f].body)) return t;
      while (bodies_.size() <= f) bodies_.push_back(apply(ots_.functions[bodies_.size()].body));
      whynot::ots::Substitution by;
      for (std::size_t i = 0; i < t.arity(); ++i) by[ots_.functions[f].params[i]] = t.arg(i);
      return substitute(*ots_.pool, bodies_[f], by);
    });
  }

 private:
  const Ots& ots_;
  std::vector<Term> bodies_;  // of the first functions
};

}  // namespace

bool has_quantifier(Term whole) {
  bool found = false;
  for_each_subterm(whole, [&](Term t) { found = found || t.is(Op::Forall) || t.is(Op::Exists); });
  return found;
}

bool is_recursive(const Ots& ots, std::size_t function) {
  if (function >= ots.functions.size()) return false;
  bool found = false;
  for_each_subterm(ots.functions[function].body, [&](Term t) { found = found || is_call_of(t, function); });
  return found;
}

std::optional<std::size_t> recursion_parameter(const Ots& ots, std::size_t function) {
  if (!is_recursive(ots, function)) return std::nullopt;
  const auto& of = ots.functions[function];
  std::vector<bool> shrinks(of.params.size(), true);
  for_each_subterm(of.body, [&](Term t) {
    for (std::size_t i = 0; is_call_of(t, function) && i < shrinks.size(); ++i)
      shrinks[i] = shrinks[i] && is_part_of(t.arg(i), of.params[i]);
  });
  const auto at = std::find(shrinks.begin(), shrinks.end(), true);
  if (at == shrinks.end()) return std::nullopt;
  return static_cast<std::size_t>(at - shrinks.begin());
}

bool is_unfolded_at(Term t) {
  return t.is(Op::Cons) || t.is(Op::Empty) || t.is(Op::Construct) || (t.is(Op::Number) && t.a() <= largest_unfolded);
}

Term inlined(const Ots& ots, Term root) { return Inliner(ots).apply(root); }

}  // namespace whynot::encode::ots
