// Unrolls the model along the base counterexample: fixed values are folded in, loose ones become bits.
#include "analyse/intervals/family.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/intervals/circuit_truth.h"
#include "analyse/intervals/scale.h"
#include "base/check.h"
#include "model/system/path_formula.h"

namespace whynot::analyse::intervals {

using encode::Aig;
using encode::Bits;
using encode::Lit;

namespace {

// What a violating run makes false: the invariant, LTL, or the LTL that one trace settles CTL by.
Expr violated_formula(const TransitionSystem& system, const Property& property) {
  if (property.kind == PropertyKind::Invariant) return system.pool->temporal(Op::G, {property.formula});
  return property.is_ltl() ? property.formula : path_formula(*system.pool, property.formula, Polarity::Violating);
}

// The source of a value that does not look ahead at loose variables: then it can be put in place.
bool looks_back_only(Expr value, const std::vector<Expr>& loose) {
  if (value.type().is(TypeKind::Set)) return false;
  bool found = false;
  for_each_postorder(value, [&](Expr e) {
    found = found || (e.is(Op::Next) && std::find(loose.begin(), loose.end(), e.arg(0)) != loose.end());
  });
  return !found;
}

}  // namespace

Family::Family(const TransitionSystem& system, const Property& property, Shape shape)
    : system_(system),
      shape_(std::move(shape)),
      loose_(shape_.loose),
      initial_(system.initial_conditions()),
      invariant_(system.invariant_conditions()),
      formula_(violated_formula(system, property)),
      fold_(*system.pool, residuals_),
      blaster_(residuals_, graph_, [this](Expr leaf) { return codes_.at(leaf); }) {
  WHYNOT_CHECK(formula_, "a property that no single trace settles should not come here");
  add_variables();
  add_run();
  add_property(property);
}

void Family::add_variables() {
  std::size_t column = 0, input = 0;
  for (const VariableDecl& v : system_.variables) {
    const bool is_input = v.kind == VariableKind::Input;
    Known k{is_input ? input++ : column++, v.kind, {}, false, nullptr};
    const auto found = std::find(shape_.loose.begin(), shape_.loose.end(), v.variable);
    if (found != shape_.loose.end()) {
      k.loose = static_cast<std::size_t>(found - shape_.loose.begin());
    } else if (is_input && shape_.loose_closing && shape_.base.loop) {
      k.loose = loose_.size();
      k.closing_only = true;
      loose_.push_back(v.variable);
    }
    known_.emplace(v.variable, k);
  }
  for (const Assignment& a : system_.next_assignments) {
    Known& k = known_.at(a.variable);
    const Expr next = system_.pool->next(a.variable);
    const Expr condition =
        a.value.type().is(TypeKind::Set) ? system_.pool->in(next, a.value) : system_.pool->eq(next, a.value);
    if (k.loose && looks_back_only(a.value, shape_.loose)) {
      k.next = &a;
      replaced_.push_back(condition);
    } else {
      step_.push_back(condition);
    }
  }
  for (const Constraint& c : system_.trans) step_.push_back(c.condition);
}

std::optional<Family::Place> Family::place_of(Expr variable, std::size_t step) const {
  const Known& k = known_.at(variable);
  if (!k.loose || (k.closing_only && step + 1 < steps())) return std::nullopt;
  return Place{*k.loose, k.kind == VariableKind::Frozen ? 0 : step};
}

// Bits for every number that the type's scale can write; those that are no value are excluded.
void Family::make_fresh(const Place& p) {
  const Type type = loose_[p.loose].type();
  const std::size_t width = Scale::of(type, true)->width();
  Bits number;
  for (std::size_t i = 0; i < width; ++i) number.push_back(graph_.input());
  Bits code = number;
  if (type.is_integer_like()) {
    Bits form = number;
    if (!Scale::of(type)->is_signed()) form.push_back(Aig::constant(false));
    const encode::Coded coded = encode::code_of_form(graph_, form, system_.pool->integer_type(), type);
    code = coded.code;
    run_.push_back(coded.fits);
  } else if (type.is(TypeKind::Enum)) {
    code.resize(encode::code_width(type));
    for (std::size_t i = code.size(); i < width; ++i) run_.push_back(!number[i]);
    run_.push_back(encode::valid_code(graph_, type, code));
  }
  fresh_.emplace(p, number);
  number_.emplace(p, std::move(number));
  set_code(p, std::move(code));
}

void Family::set_code(const Place& p, Bits code) {
  const Expr variable = residuals_.variable(fmt::format("{}@{}", p.loose, p.step), loose_[p.loose].type());
  residual_of_.emplace(p, variable);
  codes_.emplace(variable, std::move(code));
}

// The number that a computed code stands for.
void Family::set_number(const Place& p) {
  const Type type = loose_[p.loose].type();
  const std::size_t width = Scale::of(type, true)->width();
  const Bits& code = codes_.at(residual_of_.at(p));
  const Bits form = encode::form_of_code(graph_, type, code);
  number_.emplace(p, type.is_integer_like() ? encode::fit_signed(form, width) : encode::fit_unsigned(form, width));
}

// Loose state variables at the step after: functions of this step, or fresh.  REQUIRES that this step was entered.
void Family::compute_next(std::size_t step) {
  for (const VariableDecl& v : system_.variables) {
    const Known& k = known_.at(v.variable);
    if (!k.loose || k.kind != VariableKind::State) continue;
    const Place p{*k.loose, step + 1};
    if (!k.next) {
      make_fresh(p);
      continue;
    }
    const Folded value = fold_(k.next->value);
    const Expr e = value.known ? residuals_.constant(value.value, k.next->value.type()) : value.residual;
    encode::Coded coded = blaster_.code(e, v.variable.type());
    run_.push_back(value.missing || (value.known && !value.value.defined()) ? Aig::constant(false) : coded.fits);
    set_code(p, std::move(coded.code));
    set_number(p);
  }
}

Folded Family::leaf(Expr e, std::size_t step) const {
  const bool is_next = e.is(Op::Next);
  const Expr variable = is_next ? e.arg(0) : e;
  const Known& k = known_.at(variable);
  Folded missing{true, {}, {}, true};
  std::optional<std::size_t> at = step;
  if (is_next) at = after(step);
  if (!at) return missing;
  const bool is_input = k.kind == VariableKind::Input;
  const Inputs* inputs = is_input ? shape_.base.inputs_out_of(*at) : nullptr;
  if (is_input && !inputs) return missing;
  if (const auto p = place_of(variable, *at)) return {false, {}, residual_of_.at(*p), false};
  return {true, is_input ? (*inputs)[k.column] : shape_.base.steps[*at].state[k.column], {}, false};
}

Lit Family::literal(const Folded& f) {
  if (f.known) return Aig::constant(f.value.is_true());
  return f.missing ? Aig::constant(false) : blaster_.condition(f.residual);
}

void Family::require(const std::vector<Expr>& conditions) {
  for (Expr c : conditions) run_.push_back(literal(fold_(c)));
}

void Family::add_run() {
  for (const VariableDecl& v : system_.variables)
    if (known_.at(v.variable).loose && v.kind != VariableKind::Input) make_fresh({*known_.at(v.variable).loose, 0});
  std::vector<Expr> atoms = atoms_of(formula_);
  for (const Constraint& c : system_.justice)
    for (Expr a : atoms_of(c.condition)) atoms.push_back(a);
  for (const Compassion& c : system_.compassion)
    for (Expr side : {c.p, c.q})
      for (Expr a : atoms_of(side)) atoms.push_back(a);
  for (std::size_t i = 0; i < steps(); ++i) {
    const auto next = after(i);
    for (const VariableDecl& v : system_.variables)
      if (v.kind == VariableKind::Input && next)
        if (const auto p = place_of(v.variable, i)) make_fresh(*p);
    fold_.enter([this, i](Expr e) { return leaf(e, i); });
    if (next == i + 1) compute_next(i);
    if (i == 0) require(initial_);
    require(invariant_);
    if (next) require(step_);
    if (next && *next != i + 1) require(replaced_);
    for (Expr a : atoms) read_atom(a, i);
  }
}

void Family::read_atom(Expr atom, std::size_t step) {
  CircuitTruth::Row& row = atoms_[atom];
  if (row.size() > step) return;  // named twice
  const Folded f = fold_(atom);
  if (f.known ? !f.value.defined() : f.missing) {
    row.push_back(Kleene::unknown());
  } else {
    const Lit l = literal(f);
    row.push_back({l, l});
  }
}

void Family::add_property(const Property& property) {
  CircuitTruth truth(graph_, steps(), shape_.base.loop);
  violates_ = !truth.at_start(formula_, atoms_).may;
  if (property.kind != PropertyKind::Invariant) violates_ = graph_.and_(violates_, fair(!property.is_ltl()));
}

// Whether the loop is fair.  Fair runs are infinite: a finite trace shows none.  CTL knows justice only.
Lit Family::fair(bool is_ctl) {
  if (system_.justice.empty() && (is_ctl || system_.compassion.empty())) return Aig::constant(true);
  if (!shape_.base.loop) return Aig::constant(false);
  const std::size_t loop = *shape_.base.loop;
  const auto on_loop = [&](Expr condition) {
    // Seen from each step of the loop: a condition without temporal operators needs no more of the trace.
    Bits met;
    for (std::size_t i = loop; i < steps(); ++i) {
      CircuitTruth::Atoms here;
      for (Expr a : atoms_of(condition)) here[a] = {atoms_.at(a)[i]};
      met.push_back(CircuitTruth(graph_, 1, std::nullopt).at_start(condition, here).must);
    }
    return graph_.any(met);
  };
  Bits conditions;
  for (const Constraint& c : system_.justice) conditions.push_back(on_loop(c.condition));
  if (!is_ctl)
    for (const Compassion& c : system_.compassion) conditions.push_back(graph_.implies(on_loop(c.p), on_loop(c.q)));
  return graph_.all(conditions);
}

Trace Family::trace(const std::vector<bool>& nodes) const {
  Trace trace = shape_.base;
  for (const VariableDecl& v : system_.variables) {
    const Known& k = known_.at(v.variable);
    if (!k.loose) continue;
    for (std::size_t i = 0; i < steps(); ++i) {
      const auto p = place_of(v.variable, i);
      if (!p || !residual_of_.count(*p)) continue;
      Integer code = 0;
      const Bits& bits = codes_.at(residual_of_.at(*p));
      for (std::size_t b = 0; b < bits.size(); ++b)
        if (nodes[bits[b].node()] != bits[b].complemented()) code += power_of_two(b);
      Value value = encode::value_of_code(v.variable.type(), code);
      if (k.kind != VariableKind::Input)
        trace.steps[i].state[k.column] = std::move(value);
      else
        (i + 1 < steps() ? trace.steps[i + 1].inputs : trace.closing_inputs)[k.column] = std::move(value);
    }
  }
  return trace;
}

}  // namespace whynot::analyse::intervals
