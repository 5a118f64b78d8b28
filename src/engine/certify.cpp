#include "engine/certify.h"

#include <algorithm>
#include <unordered_map>

#include "engine/certify_circuit.h"
#include "engine/core_ctl.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::engine {
namespace {

using solve::Aig;
using solve::Lit;

constexpr std::size_t most_certified_steps = 2000;

// What a certificate has to show, one obligation after the other until one fails.
class CertificateCheck {
 public:
  CertificateCheck(const TransitionSystem& system, const Property& property, const Certificate& certificate,
                   Context& context)
      : pool_(*system.pool),
        system_(system),
        property_(property),
        certificate_(certificate),
        circuit_(system, roots(), context) {}

  Refusal invariant() {
    if (!begin()) return failed_;
    const Lit p = circuit_.condition(property_.formula);
    const Lit where = circuit_.speaks_of_step(property_.formula) ? and_(reached_, circuit_.step()) : reached_;
    never(and_(where, !p), "the invariant fails in a state of the set");
    return failed_;
  }

  Refusal ltl() {
    const Expr wanted = negation_normal_form(pool_, property_.formula, true);
    if (expanded_steps(wanted) > most_certified_steps) return "its time bounds span too many steps";
    circuit_.remember(expand_bounds(pool_, wanted));
    if (!begin()) return failed_;
    const Certificate::Label* all = label_of(fair_states(pool_));
    if (!all) return "it says nothing of fair runs";
    never(and_(reached_, !stages_end(all->stages, Aig::constant(true), true)), "some state belongs to no stage");
    return failed_;
  }

  Refusal ctl(bool holds) {
    const auto core = core_ctl(pool_, property_.formula);
    if (!core) return "its time bounds span too many steps";
    if (!begin()) return failed_;
    for (const Demand& demand : demands(pool_, *core, holds)) {
      const Certificate::Label* label = label_of(demand.formula);
      if (!label) return "a part of the formula has no states";
      sets_[demand.formula] = circuit_.placed(label->states);
      if (demand.safe) show_safe(*label);
      if (demand.complete) show_complete(*label);
      if (failed_) return failed_;
    }
    const Lit fails = and_(and_(circuit_.initial(), fair()), !set_of(*core));
    if (holds)
      never(fails, "an initial state is not among those of the formula");
    else
      failed_ = circuit_.once(fails, "every initial state is among those of the formula");
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
    for (const Certificate::Bit& bit : certificate_.bits)
      if (bit.variable < system_.variables.size()) result.push_back(system_.variables[bit.variable].variable);
    return result;
  }

  Lit and_(Lit a, Lit b) { return circuit_.graph().and_(a, b); }
  Lit or_(Lit a, Lit b) { return circuit_.graph().or_(a, b); }
  void never(Lit l, const char* otherwise) {
    if (!failed_) failed_ = circuit_.never(l, otherwise);
  }

  // Runs never leave the reached states, nor what is allowed.
  bool begin() {
    if (!circuit_.place(certificate_)) {
      failed_ = "the certificate speaks of bits that the model does not have";
      return false;
    }
    reached_ = and_(circuit_.placed(certificate_.reached), circuit_.allowed());
    never(and_(circuit_.initial(), !reached_), "an initial state is not in the set");
    step_ = and_(reached_, circuit_.step());
    never(and_(step_, !circuit_.next(reached_)), "a step leaves the set");
    step_ = and_(step_, circuit_.next(reached_));
    return !failed_;
  }

  const Certificate::Label* label_of(Expr formula) const {
    for (const Certificate::Label& label : certificate_.labels)
      if (label.formula == formula) return &label;
    return nullptr;
  }
  Lit fair() const { return sets_.at(fair_states(pool_)); }

  // The states of a formula, by the labels of its temporal parts.
  Lit set_of(Expr root) {
    const auto known = [&](Expr e) {
      const auto found = sets_.find(e);
      return found != sets_.end() ? found->second : sets_[e] = circuit_.condition(e);
    };
    for (Expr e : temporal_parts(root)) {
      if (sets_.count(e)) continue;
      const Lit made = e.is(Op::Not) ? !known(e.arg(0)) : and_(known(e.arg(0)), known(e.arg(1)));
      sets_.emplace(e, made);
    }
    return known(root);
  }

  // Everything that a way takes for granted holds: from each ring the choice leads further in; from the innermost,
  // if runs go on there, by a step that meets the condition `by` into `to`.
  void show_way(const Certificate::Way& way, Lit within, std::optional<Lit> by, Lit to, Lit hold) {
    auto taken = CertifyCircuit::Taken::by(circuit_, way.choice);
    if (!taken) {
      failed_ = "a choice leaves something open";
      return;
    }
    const Lit can = (*taken)(circuit_.step());
    Lit inside = Aig::constant(false), bad = Aig::constant(false);
    for (std::size_t i = 0; i < way.rings.size(); ++i) {
      const Lit ring = and_(and_(circuit_.placed(way.rings[i]), within), !inside);
      Lit good = to;
      if (i > 0)
        good = and_(and_(hold, can), (*taken)(circuit_.next(inside)));
      else if (by)
        good = and_(and_(can, (*taken)(*by)), (*taken)(circuit_.next(to)));
      bad = or_(bad, and_(ring, !good));
      inside = or_(inside, ring);
    }
    never(and_(reached_, bad), "a choice does not lead where it should");
    never(and_(and_(reached_, within), !inside), "a state belongs to no ring");
  }

  void show_safe(const Certificate::Label& label) {
    const Lit yes = Aig::constant(true), states = circuit_.placed(label.states);
    const Lit first = set_of(label.formula.arg(0));
    const bool is_eg = label.formula.is(Op::EG);
    const std::size_t ways = is_eg ? std::max<std::size_t>(1, system_.justice.size()) : 1;
    if (label.ways.size() != ways) {
      failed_ = "a way is missing";
    } else if (label.formula.is(Op::EX)) {
      show_way(label.ways[0], states, yes, and_(first, fair()), yes);
    } else if (!is_eg) {
      show_way(label.ways[0], states, std::nullopt, and_(set_of(label.formula.arg(1)), fair()), first);
    } else {
      never(and_(and_(reached_, states), !first), "a state of EG p does not satisfy p");
      for (std::size_t j = 0; j < ways; ++j)
        show_way(label.ways[j], states, system_.justice.empty() ? yes : *circuit_.justice(j), states, yes);
    }
  }

  void show_complete(const Certificate::Label& label) {
    const Lit others = !circuit_.placed(label.states);
    const Lit first = set_of(label.formula.arg(0));
    if (label.formula.is(Op::EX)) {
      never(and_(and_(step_, others), circuit_.next(and_(first, fair()))), "a state outside EX p has a successor in p");
    } else if (label.formula.is(Op::EU)) {
      never(and_(and_(reached_, others), and_(set_of(label.formula.arg(1)), fair())),
            "a state outside E[p U q] is in q");
      never(and_(and_(step_, others), and_(first, !circuit_.next(others))), "a state outside E[p U q] leads into it");
    } else {
      const Lit ended = stages_end(label.stages, first, false);
      never(and_(and_(reached_, others), and_(first, !ended)), "a state outside EG p belongs to no stage");
    }
  }

  // The states of all stages.  A fair run within `hold` comes back to none of them for ever: not to those of the
  // first stage, and so on.  What leaves a stage goes to one before it.
  Lit stages_end(const std::vector<Certificate::Stage>& stages, Lit hold, bool with_compassion) {
    const Lit step = and_(step_, and_(hold, circuit_.next(hold)));
    Lit before = Aig::constant(false), bad = Aig::constant(false);
    for (const Certificate::Stage& stage : stages) {
      const Lit own = and_(circuit_.placed(stage.states), !before), out = and_(step, !circuit_.next(before));
      switch (stage.why) {
        case Certificate::Stage::Why::NoWayOn: bad = or_(bad, and_(own, out)); break;
        case Certificate::Stage::Why::Justice: {
          const auto promise = circuit_.justice(stage.index);
          if (!promise)
            failed_ = "a stage breaks a promise that there is not";
          else
            bad = or_(bad, and_(and_(own, out), !and_(circuit_.next(own), !*promise)));
          break;
        }
        case Certificate::Stage::Why::Compassion:
          if (!with_compassion || stage.index >= circuit_.compassion().size())
            failed_ = "a stage breaks a promise that there is not";
          else
            bad = or_(bad, breaks_compassion(stage, own, before, out));
          break;
      }
      if (failed_) break;
      before = or_(before, own);
    }
    never(and_(reached_, bad), "a run may stay in a stage, or go back to a later one");
    return before;
  }

  // Where the closure is left, or sees q, or the stage's states are not in it or not in p: then nothing is shown.
  Lit breaks_compassion(const Certificate::Stage& stage, Lit own, Lit before, Lit out) {
    const auto& promise = circuit_.compassion()[stage.index];
    const Lit closure = and_(circuit_.placed(stage.closure), !before);
    const Lit left = and_(and_(closure, out), !circuit_.next(closure));
    return or_(or_(left, and_(closure, promise.q)), and_(own, !and_(closure, promise.p)));
  }

  ExprPool& pool_;
  const TransitionSystem& system_;
  const Property& property_;
  const Certificate& certificate_;
  CertifyCircuit circuit_;
  Refusal failed_;
  Lit reached_, step_;
  std::unordered_map<Expr, Lit, ExprHash> sets_;
};

}  // namespace

Refusal refuses(const TransitionSystem& system, const Property& property, bool holds, const Certificate& certificate,
                Context& context) {
  CertificateCheck check(system, property, certificate, context);
  if (property.is_ctl()) return check.ctl(holds);
  if (!holds) return "no trace shows it";
  return property.is_ltl() ? check.ltl() : check.invariant();
}

}  // namespace whynot::engine
