#include "engine/certify_circuit.h"

#include "base/check.h"
#include "model/property.h"
#include "solve/cnf.h"

namespace whynot::engine {

using encode::BitSystem;
using encode::VariableBits;
using solve::Aig;
using solve::Lit;

Refusal contradiction(solve::Sat& sat, Context& context, const std::string& otherwise) {
  switch (sat.solve()) {
    case solve::Answer::Sat: return otherwise;
    case solve::Answer::Stopped: return context.stop_reason();
    case solve::Answer::Unsat: break;
  }
  switch (sat.check_proof()) {
    case solve::ProofCheck::Accepted: return std::nullopt;
    case solve::ProofCheck::Stopped: return context.stop_reason();
    case solve::ProofCheck::Refused: break;
  }
  return "the solver's proof is none";
}

CertifyCircuit::CertifyCircuit(const TransitionSystem& system, std::span<const Expr> roots, Context& context)
    : bits_(system), context_(context), next_(bits_.graph(), bits_.graph()) {
  bits_.settle_fits(context);
  cone_ = bits_.cone(roots);
  for (const VariableBits& v : bits_.variables()) {
    if (v.kind == VariableKind::Input) continue;
    for (std::size_t i = 0; i < v.current.size(); ++i) next_.set(v.current[i].node(), v.next[i]);
  }
  make_step();
}

void CertifyCircuit::make_step() {
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = bits_.variables()[i];
    if (!cone_[i]) continue;
    require(v.kind == VariableKind::Input ? step_ : allowed_, v.valid);
    if (v.always) require(allowed_, v.always->holds);
    if (v.init) require(initial_, v.init->holds);
    if (v.step) require(step_, v.step->holds);
  }
  for (const BitSystem::Condition& c : bits_.invar()) require(allowed_, c.literal);
  for (const BitSystem::Condition& c : bits_.init()) require(initial_, c.literal);
  for (const BitSystem::Condition& c : bits_.trans()) require(step_, c.literal);
  require(initial_, allowed_);
  require(step_, graph().and_(allowed_, next(allowed_)));
}

bool CertifyCircuit::speaks_of_step(Expr e) const {
  return speaks_of_transition(e,
                              [&](Expr v) { return bits_.variables()[bits_.index_of(v)].kind == VariableKind::Input; });
}

CertifyCircuit::Memory CertifyCircuit::memory_of(Expr e) {
  const auto [found, fresh] = memories_.try_emplace(e);
  if (fresh) {
    found->second = {graph().input(), graph().input()};
    next_.set(found->second.current.node(), found->second.next);
  }
  return found->second;
}

// What speaks of the step is remembered before it, and bound by it.
Lit CertifyCircuit::atom(Expr e) {
  const Lit is = condition(e);
  if (!speaks_of_step(e)) return is;
  const Memory guess = memory_of(e);
  require(step_, graph().iff(guess.current, is));
  return guess.current;
}

Lit CertifyCircuit::value(Expr e) const { return values_.at(e); }

void CertifyCircuit::remember(Expr formula) {
  for (const Compassion& c : bits_.system().compassion) {
    const Lit p = atom(c.p);
    compassion_.push_back({p, atom(c.q)});
  }
  std::unordered_map<Expr, bool, ExprHash> is_temporal;
  for_each_postorder(formula, [&](Expr e) {
    bool found = is_ltl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) found = found || is_temporal.at(e.arg(i));
    is_temporal.emplace(e, found);
  });
  const auto add_atom = [&](Expr e) {
    if (!values_.count(e)) values_.emplace(e, atom(e));
  };
  for_each_postorder(formula, [&](Expr e) {
    if (!is_temporal.at(e)) return;
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (!is_temporal.at(e.arg(i))) add_atom(e.arg(i));
    values_.emplace(e, temporal(e));
  });
  if (!is_temporal.at(formula)) add_atom(formula);
  require(initial_, value(formula));
}

// What is true now, given a bit that says what will be true in the next state or was true in the one before.
Lit CertifyCircuit::temporal(Expr e) {
  Aig& g = graph();
  const Lit a = value(e.arg(0)), b = e.arity() > 1 ? value(e.arg(1)) : Aig::constant(false);
  if (e.is(Op::And)) return g.and_(a, b);
  if (e.is(Op::Or)) return g.or_(a, b);
  const Memory memory = memory_of(e);
  const Lit m = memory.current;
  Lit told, now;  // what the bit tells of another state, what the formula is in this one
  switch (e.op()) {
    case Op::X:
    case Op::Y:
    case Op::Z:
      told = a;
      now = m;
      break;
    case Op::F:
    case Op::O: told = now = g.or_(a, m); break;
    case Op::G:
    case Op::H: told = now = g.and_(a, m); break;
    case Op::U:
    case Op::S: told = now = g.or_(b, g.and_(a, m)); break;
    default: told = now = g.and_(b, g.or_(a, m)); break;
  }
  if (is_future(e.op())) {
    require(step_, g.iff(m, next(told)));
    if (e.is(Op::F) || e.is(Op::U)) promises_.emplace(e, g.implies(now, e.is(Op::F) ? a : b));
  } else {
    require(step_, g.iff(memory.next, told));
    require(initial_, m ^ !(e.is(Op::Z) || e.is(Op::H) || e.is(Op::T)));
  }
  return now;
}

std::optional<Lit> CertifyCircuit::justice(std::size_t index) {
  const auto& conditions = bits_.system().justice;
  if (index < conditions.size()) return condition(conditions[index].condition);
  index -= conditions.size();
  if (index >= remembered_.size()) return std::nullopt;
  const auto found = promises_.find(remembered_[index]);
  return found == promises_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Lit> CertifyCircuit::bit(const Certificate& certificate, Certificate::Bit place) const {
  const auto& variables = bits_.variables();
  if (place.variable < variables.size()) {
    const VariableBits& v = variables[place.variable];
    if (!cone_[place.variable] || v.kind == VariableKind::Input || place.bit >= v.current.size()) return std::nullopt;
    return v.current[place.bit];
  }
  const std::size_t number = place.variable - variables.size();
  if (number >= certificate.remembered.size()) return std::nullopt;
  const auto found = memories_.find(certificate.remembered[number]);
  return found == memories_.end() ? std::nullopt : std::optional(found->second.current);
}

bool CertifyCircuit::place(const Certificate& certificate) {
  remembered_ = certificate.remembered;
  placed_.emplace(certificate.graph, graph());
  std::size_t number = 0;
  for (std::uint32_t node = 1; node < certificate.graph.size(); ++node) {
    if (!certificate.graph.is_input(node)) continue;
    const auto image = number < certificate.bits.size() ? bit(certificate, certificate.bits[number]) : std::nullopt;
    if (!image) return false;
    placed_->set(node, *image);
    ++number;
  }
  return true;
}

std::optional<CertifyCircuit::Taken> CertifyCircuit::Taken::by(CertifyCircuit& circuit,
                                                               const std::vector<Certificate::Chosen>& choice) {
  const auto& variables = circuit.bits_.variables();
  solve::Substitution step(circuit.graph(), circuit.graph());
  std::unordered_map<std::uint32_t, Lit> chosen;  // by node
  for (const auto& [place, value] : choice) {
    if (place.variable >= variables.size() || place.bit >= variables[place.variable].current.size())
      return std::nullopt;
    const VariableBits& v = variables[place.variable];
    chosen.emplace((v.kind == VariableKind::Input ? v.current : v.next)[place.bit].node(), circuit.placed(value));
  }
  const auto set_chosen = [&](const encode::Bits& bits) {
    for (Lit bit : bits) {
      const auto found = chosen.find(bit.node());
      if (found == chosen.end()) return false;
      step.set(bit.node(), found->second);
    }
    return true;
  };
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!circuit.cone_[i]) continue;
    if (variables[i].kind == VariableKind::Input) {
      if (!set_chosen(variables[i].current)) return std::nullopt;
      continue;
    }
    for (Lit bit : variables[i].current) step.set(bit.node(), bit);
  }
  for (std::size_t i : circuit.bits_.step_order()) {  // what a function needs comes before it
    const VariableBits& v = variables[i];
    if (!circuit.cone_[i] || v.kind != VariableKind::State) continue;
    if (!v.is_function_of_step()) {
      if (!set_chosen(v.next)) return std::nullopt;
      continue;
    }
    const bool is_always = v.always && v.always->function;
    const encode::Bits& function = is_always ? *v.always->function : *v.step->function;
    for (std::size_t k = 0; k < v.next.size(); ++k)
      step.set(v.next[k].node(), step.apply(is_always ? circuit.next(function[k]) : function[k]));
  }
  return Taken(std::move(step));
}

Refusal CertifyCircuit::never(Lit l, const std::string& otherwise) {
  if (l == Aig::constant(false)) return std::nullopt;
  solve::Sat sat(context_, solve::Proofs::Kept);
  solve::Cnf cnf(graph(), sat);
  cnf.require(l);
  return contradiction(sat, context_, otherwise);
}

Refusal CertifyCircuit::once(Lit l, const std::string& otherwise) {
  solve::Sat sat(context_);
  solve::Cnf cnf(graph(), sat);
  cnf.require(l);
  switch (sat.solve()) {
    case solve::Answer::Sat: return std::nullopt;
    case solve::Answer::Stopped: return context_.stop_reason();
    case solve::Answer::Unsat: break;
  }
  return otherwise;
}

}  // namespace whynot::engine
