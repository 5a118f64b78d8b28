// Each obligation is a question that must have no answer ("an initial state outside the set?", "a step that leaves
// it?").  They are asked one after the other, first about the part of the model that matters, and only if that part
// does not suffice about the whole model.
#include "check/certificate_check.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "check/core_ctl.h"
#include "check/linear_form.h"
#include "check/relation.h"
#include "check/rewritings.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::check {
namespace {

constexpr std::size_t most_certified_steps = 2000;
constexpr Moment now = 0, then = 1;  // before and after any step

// States by what is true in them, at a moment.
using Set = std::function<int(Moment)>;

// What a certificate has to show, one obligation after the other until one fails.
class CertificateCheck {
 public:
  CertificateCheck(const TransitionSystem& system, const Property& property, const Certificate& certificate,
                   Extent extent, Context& context)
      : pool_(*system.pool),
        system_(system),
        property_(property),
        certificate_(certificate),
        relation_(system, roots(), extent, context),
        gates_(relation_.gates()),
        yes_(gates_.constant(true)) {
    relation_.bind_step(now);
  }

  bool is_whole() const { return relation_.is_whole(); }

  Refusal invariant() {
    if (!begin()) return failed_;
    const int where = relation_.speaks_of_step(property_.formula) ? step_ : reached_;
    never({where, -relation_.condition(property_.formula, now)}, "the invariant fails in a state of the set");
    return failed_;
  }

  // REQUIRES the negation in normal form, without bounds.
  Refusal ltl(Expr wanted) {
    relation_.remember(wanted);
    if (!begin() || relation_.saves()) return failed_;
    const Certificate::Label* all = label_of(fair_states(pool_));
    if (!all) return "it says nothing of fair runs";
    never({reached_, -stages_end(all->stages, yes_, yes_, true)}, "some state belongs to no stage");
    return failed_;
  }

  Refusal ctl(Expr core, bool holds) {
    if (!begin()) return failed_;
    for (const Demand& demand : demands(pool_, core, holds)) {
      const Certificate::Label* label = label_of(demand.formula);
      if (!label) return "a part of the formula has no states";
      labels_[demand.formula] = label;
      if (demand.safe) show_safe(*label);
      if (demand.complete) show_complete(*label);
      if (failed_) return failed_;
    }
    if (holds) {
      never({relation_.initial(now), fair(now), -set_of(core, now)},
            "an initial state is not among those of the formula");
    } else {
      const int fails[] = {relation_.whole_initial(now), fair(now), -set_of(core, now)};
      failed_ = gates_.once(fails, "every initial state is among those of the formula");
    }
    return failed_;
  }

 private:
  std::vector<Expr> roots() const {
    std::vector<Expr> result{property_.formula};
    for (const Constraint& c : system_.justice) result.push_back(c.condition);
    for (const Compassion& c : system_.compassion) {
      result.push_back(c.p);
      result.push_back(c.q);
    }
    const std::size_t own = system_.variables.size() + certificate_.remembered.size();
    for (const Certificate::Bit& bit : certificate_.bits) {
      const std::size_t original = bit.variable < own ? bit.variable : bit.variable - own;
      if (original < system_.variables.size()) result.push_back(system_.variables[original].variable);
    }
    return result;
  }

  int both(int a, int b) { return gates_.both(a, b); }
  int either(int a, int b) { return gates_.either(a, b); }
  void never(std::initializer_list<int> all, const char* otherwise) {
    if (!failed_) failed_ = gates_.never(std::span(all.begin(), all.size()), otherwise);
  }
  int placed(Certificate::Lit l, Moment m) { return relation_.placed(l, m); }

  // Runs never leave the reached states, nor what is allowed.
  bool begin() {
    if (!relation_.place(certificate_)) {
      failed_ = "the certificate speaks of bits that the model does not have";
      return false;
    }
    reached_ = reached(now);
    never({relation_.initial(now), relation_.saves() ? relation_.nothing_saved() : yes_, -reached_},
          "an initial state is not in the set");
    step_ = both(reached_, relation_.step(now));
    const int reached_then = reached(then);
    never({step_, -reached_then}, "a step leaves the set");
    step_ = both(step_, reached_then);
    return !failed_;
  }

  // Where states are saved, none to which a run comes back in a loop that keeps all promises.
  int reached(Moment m) {
    const int set = both(placed(certificate_.reached, m), relation_.allowed(m));
    return relation_.saves() ? both(set, -relation_.comes_back(m)) : set;
  }

  const Certificate::Label* label_of(Expr formula) const {
    for (const Certificate::Label& label : certificate_.labels)
      if (label.formula == formula) return &label;
    return nullptr;
  }
  int fair(Moment m) { return placed(labels_.at(fair_states(pool_))->states, m); }

  // The states of a formula, by the labels of its temporal parts.
  int set_of(Expr root, Moment m) {
    auto& sets = sets_[m];
    const auto known = [&](Expr e) {
      const auto found = sets.find(e);
      if (found != sets.end()) return found->second;
      const auto label = labels_.find(e);
      return sets[e] = label != labels_.end() ? placed(label->second->states, m) : relation_.condition(e, m);
    };
    for (Expr e : temporal_parts(root)) {
      if (labels_.count(e) || sets.count(e)) continue;
      const int made = e.is(Op::Not) ? -known(e.arg(0)) : both(known(e.arg(0)), known(e.arg(1)));
      sets.emplace(e, made);
    }
    return known(root);
  }

  // Everything that a way takes for granted holds: from each ring the choice leads further in; from the innermost,
  // if runs go on there, by a step that meets the condition `by` into `to`.
  void show_way(const Certificate::Way& way, const Set& within, const std::optional<Set>& by, const Set& to, int hold) {
    const auto taken = relation_.take(way);
    if (!taken) {
      failed_ = "a choice leaves something open";
      return;
    }
    const auto there = [&](const Set& set) { return set(taken->to); };
    int inside = -yes_, inside_there = -yes_, bad = -yes_;
    for (std::size_t i = 0; i < way.rings.size(); ++i) {
      const int ring = both(both(placed(way.rings[i], now), within(now)), -inside);
      int good = by ? both(both(taken->can, (*by)(taken->from)), there(to)) : to(now);
      if (i > 0) good = both(both(hold, taken->can), inside_there);
      bad = either(bad, both(ring, -good));
      inside = either(inside, ring);
      inside_there = either(inside_there, both(placed(way.rings[i], taken->to), there(within)));
    }
    never({reached_, relation_.whole_allowed(now), bad}, "a choice does not lead where it should");
    never({reached_, within(now), -inside}, "a state belongs to no ring");
  }

  void show_safe(const Certificate::Label& label) {
    const Expr f = label.formula;
    const bool is_eg = f.is(Op::EG);
    const std::size_t ways = is_eg ? std::max<std::size_t>(1, system_.justice.size()) : 1;
    const Set always = [&](Moment) { return yes_; };
    const Set states = [&](Moment m) { return placed(label.states, m); };
    if (label.ways.size() != ways) {
      failed_ = "a way is missing";
    } else if (f.is(Op::EX)) {
      show_way(
          label.ways[0], states, always, [&](Moment m) { return both(set_of(f.arg(0), m), fair(m)); }, yes_);
    } else if (!is_eg) {
      show_way(
          label.ways[0], states, std::nullopt, [&](Moment m) { return both(set_of(f.arg(1), m), fair(m)); },
          set_of(f.arg(0), now));
    } else {
      never({reached_, states(now), -set_of(f.arg(0), now)}, "a state of EG p does not satisfy p");
      for (std::size_t j = 0; j < ways && !failed_; ++j) {
        const Set justice = [&](Moment m) { return *relation_.justice(j, m); };
        show_way(label.ways[j], states, system_.justice.empty() ? always : justice, states, yes_);
      }
    }
  }

  void show_complete(const Certificate::Label& label) {
    const Expr f = label.formula;
    const int others = -placed(label.states, now), states_then = placed(label.states, then);
    const int first = set_of(f.arg(0), now), first_then = set_of(f.arg(0), then);
    if (f.is(Op::EX)) {
      never({step_, others, first_then, fair(then)}, "a state outside EX p has a successor in p");
    } else if (f.is(Op::EU)) {
      never({reached_, others, set_of(f.arg(1), now), fair(now)}, "a state outside E[p U q] is in q");
      never({step_, others, first, states_then}, "a state outside E[p U q] leads into it");
    } else {
      const int ended = stages_end(label.stages, first, first_then, false);
      never({reached_, others, first, -ended}, "a state outside EG p belongs to no stage");
    }
  }

  // The states of all stages.  A fair run within `hold` returns to none of them infinitely often: not to those of
  // the first stage, and so on.  What leaves a stage goes to one before it.
  int stages_end(const std::vector<Certificate::Stage>& stages, int hold, int hold_then, bool with_compassion) {
    const int step = both(step_, both(hold, hold_then));
    int before = -yes_, before_then = -yes_, bad = -yes_;
    for (const Certificate::Stage& stage : stages) {
      const int own = both(placed(stage.states, now), -before), out = both(step, -before_then);
      const int own_then = both(placed(stage.states, then), -before_then);
      switch (stage.why) {
        case Certificate::Stage::Why::NoWayOn: bad = either(bad, both(own, out)); break;
        case Certificate::Stage::Why::Justice: {
          const auto promise = relation_.justice(stage.index, now);
          if (!promise)
            failed_ = "a stage breaks a promise that there is not";
          else
            bad = either(bad, both(both(own, out), -both(own_then, -*promise)));
          break;
        }
        case Certificate::Stage::Why::Compassion:
          if (!with_compassion || stage.index >= system_.compassion.size())
            failed_ = "a stage breaks a promise that there is not";
          else
            bad = either(bad, breaks_compassion(stage, own, before, before_then, out));
          break;
      }
      if (failed_) break;
      before = either(before, own);
      before_then = either(before_then, own_then);
    }
    never({reached_, bad}, "a run may stay in a stage, or go back to a later one");
    return before;
  }

  // Where the closure is left, or sees q, or the stage's states are not in it or not in p: then nothing is shown.
  int breaks_compassion(const Certificate::Stage& stage, int own, int before, int before_then, int out) {
    const Compassion& promise = system_.compassion[stage.index];
    const int closure = both(placed(stage.closure, now), -before);
    const int closure_then = both(placed(stage.closure, then), -before_then);
    const int left = both(both(closure, out), -closure_then);
    const int p = relation_.compassion(promise.p, now), q = relation_.compassion(promise.q, now);
    return either(either(left, both(closure, q)), both(own, -both(closure, p)));
  }

  ExprPool& pool_;
  const TransitionSystem& system_;
  const Property& property_;
  const Certificate& certificate_;
  Relation relation_;
  Encoding& gates_;
  int yes_;
  Refusal failed_;
  int reached_ = 0, step_ = 0;
  std::unordered_map<Expr, const Certificate::Label*, ExprHash> labels_;
  std::unordered_map<Moment, std::unordered_map<Expr, int, ExprHash>> sets_;
};

// What the certificate needs first; if that is not enough, all of the model.
template <class Ask>
Refusal by_need(const TransitionSystem& system, const Property& property, const Certificate& certificate,
                Context& context, Ask ask) {
  CertificateCheck needed(system, property, certificate, Extent::Needed, context);
  Refusal refusal = ask(needed);
  if (!refusal || needed.is_whole() || context.should_stop()) return refusal;
  CertificateCheck whole(system, property, certificate, Extent::Whole, context);
  return ask(whole);
}

// The runs of the formula that are compassionate: they see p no more, or q again and again.  CTL does not know these
// promises.
Expr heeding_compassion(const TransitionSystem& system, Expr formula) {
  ExprPool& pool = *system.pool;
  for (const Compassion& c : system.compassion) {
    const Expr no_more = pool.temporal(Op::F, {pool.temporal(Op::G, {pool.not_(c.p)})});
    formula = pool.and_(formula, pool.or_(no_more, pool.temporal(Op::G, {pool.temporal(Op::F, {c.q})})));
  }
  return formula;
}

}  // namespace

Refusal refuses(const TransitionSystem& system, const Property& property, bool holds, const Certificate& certificate,
                Context& context) {
  ExprPool& pool = *system.pool;
  const auto ask = [&](auto question) { return by_need(system, property, certificate, context, question); };
  if (property.is_ctl() && !certificate.counts_promises) {
    const auto core = core_ctl(pool, property.formula);
    if (!core) return "its time bounds span too many steps";
    if (auto why = disagree_in_graphs(system, property.formula, *core, context)) return why;
    return ask([&](CertificateCheck& check) { return check.ctl(*core, holds); });
  }
  if (!holds) return "no trace shows it";
  if (!property.is_ltl() && !property.is_ctl()) return ask([](CertificateCheck& check) { return check.invariant(); });
  const Expr ltl = property.is_ctl() ? linear_form(pool, property.formula) : property.formula;
  if (!ltl) return "it is not known that an LTL formula says the same";
  const Expr normal = negation_normal_form(pool, ltl, true);
  if (expanded_steps(normal) > most_certified_steps) return "its time bounds span too many steps";
  Expr wanted = expand_bounds(pool, normal);
  if (auto why = disagree_on_words(system, ltl, pool.not_(wanted), context)) return why;
  if (certificate.counts_promises && property.is_ltl()) wanted = heeding_compassion(system, wanted);
  return ask([&](CertificateCheck& check) { return check.ltl(wanted); });
}

}  // namespace whynot::check
