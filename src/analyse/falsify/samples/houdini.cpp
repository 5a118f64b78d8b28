// One solver for each transition: a state in which the axioms hold, the state after an instance of the transition, and
// for each candidate a literal that says it holds before and one that says it fails after.
#include "analyse/falsify/samples/houdini.h"

#include <algorithm>

#include "encode/ots/propositional.h"
#include "encode/ots/unfold.h"
#include "solve/sat.h"

namespace whynot::analyse::falsify {

using encode::ots::NotPropositional;
using encode::ots::Propositional;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Scope;
using whynot::ots::Term;
using whynot::ots::Transition;
using whynot::ots::VarId;

namespace {

constexpr std::uint64_t most_conflicts = 200'000;  // of one question
constexpr std::size_t most_shrunk = 40;            // reasons that are tried to do without

}  // namespace

class Houdini::Step {
 public:
  Step(const Ots& ots, const Scope& scope, const Transition& t, std::span<const Predicate> candidates, Context& context)
      : ots_(ots), sat_(context), encoder_(ots, scope, sat_) {
    Propositional::Environment env;
    const auto before = encoder_.any_state();
    for (const auto& a : ots.axioms)
      for_each_instance(a.params, 0, env, [&] { sat_.add({encoder_.literal(seen(a.body), before, env)}); });
    for (VarId v : t.params) env[v] = encoder_.any_value(ots.pool->variable(v).sort);
    sat_.add({encoder_.literal(seen(t.guard), before, env)});
    Transition plain = t;
    for (auto& u : plain.updates) u.value = seen(u.value);
    const auto after = encoder_.after(plain, before, env);
    for (const Predicate& p : candidates) {
      const int holds = sat_.new_variable();
      std::vector<int> broken;
      for_each_instance(p.params, 0, env, [&] {
        sat_.add({-holds, encoder_.literal(seen(p.body), before, env)});
        broken.push_back(-encoder_.literal(seen(p.body), after, env));
      });
      holds_.push_back(holds);
      fails_.push_back(encoder_.any(std::move(broken)));
    }
  }

  // Candidates among those that stay that fail after a step from a state with all of them; none: there is no such step.
  // Nothing: not known.
  std::optional<std::vector<std::size_t>> broken(const std::vector<bool>& stays) {
    std::vector<int> assumed, some;
    for (std::size_t i = 0; i < stays.size(); ++i) {
      if (!stays[i]) continue;
      assumed.push_back(holds_[i]);
      some.push_back(fails_[i]);
    }
    if (some.empty()) return std::vector<std::size_t>{};
    const solve::Answer answer = sat_.solve_with(some, assumed, most_conflicts);
    if (answer == solve::Answer::Stopped) return std::nullopt;
    std::vector<std::size_t> out;
    if (answer == solve::Answer::Unsat) return out;
    for (std::size_t i = 0; i < stays.size(); ++i)
      if (stays[i] && sat_.value(fails_[i])) out.push_back(i);
    return out;
  }

  std::optional<std::vector<std::size_t>> reasons(const std::vector<bool>& stays, std::size_t of) {
    std::vector<std::size_t> with;
    for (std::size_t i = 0; i < stays.size(); ++i)
      if (stays[i]) with.push_back(i);
    if (!is_enough(with, of)) return std::nullopt;
    for (std::size_t i = 0; i < with.size() && with.size() <= most_shrunk;) {
      std::vector<std::size_t> fewer = with;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_enough(fewer, of))
        with = std::move(fewer);
      else
        ++i;
    }
    return with;
  }

 private:
  Term seen(Term t) const { return encode::ots::inlined(ots_, t); }

  template <class Visit>
  void for_each_instance(const std::vector<VarId>& vars, std::size_t at, Propositional::Environment& env,
                         const Visit& visit) {
    if (at == vars.size()) return visit();
    const auto sort = ots_.pool->variable(vars[at]).sort;
    if (encoder_.values(sort) == 0) throw NotPropositional{};
    for (std::size_t v = 0; v < encoder_.values(sort); ++v) {
      env[vars[at]] = encoder_.value(sort, v);
      for_each_instance(vars, at + 1, env, visit);
    }
  }

  // Whether these keep it; they become those that the solver used.
  bool is_enough(std::vector<std::size_t>& with, std::size_t of) {
    std::vector<int> assumed{fails_[of]};
    for (std::size_t i : with) assumed.push_back(holds_[i]);
    if (sat_.solve(assumed, most_conflicts) != solve::Answer::Unsat) return false;
    std::erase_if(with, [&](std::size_t i) { return !sat_.failed(holds_[i]); });
    return true;
  }

  const Ots& ots_;
  solve::Sat sat_;
  Propositional encoder_;
  std::vector<int> holds_, fails_;  // by candidate: before, after
};

struct Houdini::Impl {
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<bool> stays;
  bool works = true;
};

Houdini::Houdini(const Ots& ots, const Scope& scope, std::span<const Predicate> candidates, Context& context)
    : impl_(std::make_unique<Impl>()) {
  impl_->stays.assign(candidates.size(), true);
  try {
    for (const Transition& t : ots.transitions) {
      if (context.should_stop()) throw NotPropositional{};
      impl_->steps.push_back(std::make_unique<Step>(ots, scope, t, candidates, context));
    }
  } catch (const NotPropositional&) {
    impl_->works = false;
  }
}
Houdini::~Houdini() = default;
bool Houdini::works() const { return impl_->works; }
bool Houdini::stays(std::size_t candidate) const { return impl_->stays[candidate]; }
void Houdini::drop(std::size_t candidate) { impl_->stays[candidate] = false; }

void Houdini::run() {
  for (std::size_t quiet = 0, at = 0; impl_->works && quiet < impl_->steps.size();
       at = (at + 1) % impl_->steps.size()) {
    const auto broken = impl_->steps[at]->broken(impl_->stays);
    if (!broken) {
      impl_->works = false;
      return;
    }
    quiet = broken->empty() ? quiet + 1 : 0;
    for (std::size_t i : *broken) drop(i);
    if (!broken->empty()) at = (at + impl_->steps.size() - 1) % impl_->steps.size();  // the same once more
  }
}

void Houdini::shrink(std::span<const std::size_t> needed) {
  std::vector<bool> least(impl_->stays.size(), false);
  for (std::size_t n : needed) least[n] = true;
  for (std::size_t i = needed.size(); i-- > 1 && works();) {
    if (!least[needed[i]]) continue;
    impl_->stays = least;
    drop(needed[i]);
    run();
    if (works() && stays(needed[0])) least = impl_->stays;
  }
  impl_->stays = std::move(least);
}

std::optional<std::vector<std::size_t>> Houdini::reasons(std::size_t candidate, std::size_t transition) {
  if (!impl_->works) return std::nullopt;
  return impl_->steps[transition]->reasons(impl_->stays, candidate);
}

}  // namespace whynot::analyse::falsify
