// Converts the diagrams of a verdict to circuits, and cuts a choice function out of the relation bit by bit.
#include "engine/symbolic/evidence/certificate.h"

#include <unordered_map>

#include "check/core_ctl.h"
#include "engine/symbolic/ctl.h"
#include "engine/symbolic/evidence/given.h"
#include "engine/symbolic/product.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::engine::symbolic {
namespace {

using check::Certificate;
using check::fair_states;
using encode::BddVariable;
using encode::VariableBits;
using solve::Aig;
using solve::Lit;
using Role = BddBits::Role;

constexpr std::size_t most_certificate_nodes = 2'000'000;  // of the certificate's graph

class CertificateWriter {
 public:
  explicit CertificateWriter(Model& model) : model_(model), bits_(model.bits()) {}

  bool failed() const { return model_.space().failed() || graph_.size() > most_certificate_nodes; }

  Certificate finish() {
    for (std::uint32_t node = 1; node < graph_.size(); ++node) {
      const bool is_input = graph_.is_input(node);
      certificate_.gates.nodes.push_back(
          {is_input ? 0 : graph_.left(node).code(), is_input ? 0 : graph_.right(node).code()});
    }
    for (const Certificate::Label& label : certificate_.labels)
      if (!label.ways.empty() && certificate_.given.empty())
        certificate_.given = given_in_steps(bits_.system(), bits_.cone());
    return std::move(certificate_);
  }

  void write_ltl(Product& product) {
    for (const Product::Remembered& r : product.remembered()) {
      remembered_.emplace(r.bit, certificate_.remembered.size());
      certificate_.remembered.push_back(r.formula);
    }
    Space& space = product.space();
    space.explore();
    std::vector<Removed> removed;
    const Bdd hull = fair_hull(space, product.fairness(), space.reached(), &removed);
    if (failed()) return;
    certificate_.reached = circuit(space.reached()).code();
    Certificate::Label label;
    label.formula = fair_states(*bits_.system().system().pool);
    label.states = circuit(hull).code();
    const std::size_t own = model_.fairness().justice.size();
    for (const Removed& r : removed) {
      label.stages.push_back(stage(r));
      if (r.why == Removed::Why::Justice && r.index >= own)
        label.stages.back().index = own + product.promised_by(r.index);
    }
    certificate_.labels.push_back(std::move(label));
  }

  void write_ctl(const std::vector<check::Demand>& demands) {
    Ctl& ctl = model_.ctl();
    for (const check::Demand& demand : demands) {
      Certificate::Label label;
      label.formula = demand.formula;
      const bool is_fair = demand.formula == fair_states(*bits_.system().system().pool);
      const Bdd states = is_fair ? ctl.fair() : ctl.states_of(demand.formula);
      if (failed()) return;
      label.states = circuit(states).code();
      if (demand.safe) label.ways = ways(demand.formula, states);
      if (demand.complete && demand.formula.is(Op::EG)) label.stages = stages(demand.formula);
      if (failed()) return;
      certificate_.labels.push_back(std::move(label));
    }
  }

  void write_reached() {
    model_.space().explore();
    if (!failed()) certificate_.reached = circuit(model_.space().reached()).code();
  }

 private:
  // A multiplexer for each node.
  Lit circuit(const Bdd& f) {
    std::unordered_map<std::uint32_t, Lit> made;
    const auto literal = [&](const solve::BddNode& n) {
      return n.is_constant() ? Aig::constant(n.is_true()) : made.at(n.key() & ~1u) ^ static_cast<bool>(n.key() & 1);
    };
    f.for_each_node([&](const solve::BddNode& n) {
      if (graph_.size() > most_certificate_nodes) {
        made.emplace(n.key(), Lit());
        return;
      }
      made.emplace(n.key(), graph_.ite(leaf(n.variable()), literal(n.high()), literal(n.low())));
    });
    return literal(f.node());
  }

  Lit leaf(BddVariable v) {
    const auto [found, fresh] = leaves_.try_emplace(v);
    if (!fresh) return found->second;
    const auto extra = remembered_.find(v);
    if (extra != remembered_.end()) {
      certificate_.bits.push_back({bits_.system().variables().size() + extra->second, 0});
    } else {
      const encode::BitPlace place = bits_.place_of(v);
      certificate_.bits.push_back({place.variable, place.bit});
    }
    return found->second = graph_.input();
  }

  Certificate::Stage stage(const Removed& r) {
    using Why = Certificate::Stage::Why;
    Certificate::Stage result;
    result.why = r.why == Removed::Why::Justice ? Why::Justice : Why::Compassion;
    if (r.why == Removed::Why::NoWayOn) result.why = Why::NoWayOn;
    result.index = r.index;
    result.states = circuit(r.states).code();
    if (r.closure.valid()) result.closure = circuit(r.closure).code();
    return result;
  }

  std::vector<Certificate::Stage> stages(Expr eg) {
    const Space& space = model_.space();
    std::vector<Removed> removed;
    const Bdd within = model_.ctl().states_of(eg.arg(0));
    if (space.failed()) return {};
    fair_hull(space, model_.fairness(), within, &removed);
    std::vector<Certificate::Stage> result;
    if (failed()) return result;
    for (const Removed& r : removed) result.push_back(stage(r));
    return result;
  }

  std::vector<Certificate::Way> ways(Expr formula, const Bdd& states) {
    const Space& space = model_.space();
    Ctl& ctl = model_.ctl();
    const Bdd yes = bits_.manager().constant(true), first = ctl.states_of(formula.arg(0));
    if (failed()) return {};
    if (formula.is(Op::EX)) return {way({states}, ctl.fair() & first, yes, true)};
    if (formula.is(Op::EU)) return {way(ctl.until(first, ctl.states_of(formula.arg(1))).rings, {}, yes, false)};
    std::vector<Certificate::Way> result;
    if (model_.fairness().justice.empty()) return {way({states}, states, yes, true)};
    for (const Fairness::Justice& justice : model_.fairness().justice) {
      const Bdd met =
          states & (justice.by_step ? space.relation().preimage(states, justice.condition) : justice.condition);
      std::vector<Bdd> rings;
      space.backwards(states, met, &rings);
      if (failed()) return {};
      result.push_back(way(rings, states, justice.by_step ? justice.condition : yes, true));
    }
    return result;
  }

  // From each ring into the one before it; from the innermost by a step of the label into `to`, if runs go on.
  Certificate::Way way(const std::vector<Bdd>& rings, const Bdd& to, const Bdd& label, bool go_on) {
    Certificate::Way result;
    std::vector<Lit> where;
    for (const Bdd& ring : rings) {
      where.push_back(circuit(ring));
      result.rings.push_back(where.back().code());
    }
    std::unordered_map<BddVariable, Lit> all;
    for (std::size_t i = 0; i < rings.size() && !failed(); ++i) {
      if (i == 0 && !go_on) continue;
      const auto own = choice(rings[i], i == 0 ? to : rings[i - 1], i == 0 ? label : bits_.manager().constant(true));
      for (const auto& [bit, value] : own) {
        Lit& so_far = all[bit];
        so_far = graph_.ite(where[i], value, so_far);
      }
    }
    for (BddVariable v = 0; v < bits_.count(); ++v) {
      if (!is_chosen(v)) continue;
      const encode::BitPlace place = bits_.place_of(v);
      result.choice.push_back({{place.variable, place.bit}, all[v].code()});
    }
    return result;
  }

  // Bits that the model gives by a function need no choice; neither do those of formulas.
  bool is_extra(BddVariable v) const { return v >= bits_.own_count(); }
  bool is_chosen(BddVariable v) const {
    if (is_extra(v)) return false;
    if (bits_.role(v) == Role::Input) return true;
    return bits_.role(v) == Role::Next && !bits_.system().variables()[bits_.place_of(v).variable].is_function_of_step();
  }

  // The steps from a set into another by a label, over current and chosen bits: others go when no later cluster
  // speaks of them.
  Bdd chosen_steps(const Bdd& from, const Bdd& into, const Bdd& label) {
    const std::vector<Bdd>& clusters = model_.space().relation().clusters();
    std::vector<std::size_t> last(bits_.count(), 0);
    for (std::size_t i = 0; i < clusters.size(); ++i)
      for (BddVariable v : clusters[i].support()) last[v] = i + 1;
    std::vector<std::vector<BddVariable>> going(clusters.size() + 1);
    for (BddVariable v = 0; v < bits_.count(); ++v)
      if (bits_.role(v) == Role::Next && !is_chosen(v)) going[last[v]].push_back(v);
    Bdd steps = (bits_.to_next(into) & label & from).exists(bits_.manager().cube_of(going[0]));
    for (std::size_t i = 0; i < clusters.size(); ++i)
      steps = steps.and_exists(clusters[i], bits_.manager().cube_of(going[i + 1]));
    return steps;
  }

  // One bit after the other: true where it can be, given those before it.
  std::unordered_map<BddVariable, Lit> choice(const Bdd& from, const Bdd& into, const Bdd& label) {
    std::unordered_map<BddVariable, Lit> result;
    std::vector<Bdd> steps{chosen_steps(from, into, label)};
    if (failed()) return result;
    std::vector<BddVariable> chosen;
    for (BddVariable v : steps[0].support())
      if (is_chosen(v)) chosen.push_back(v);
    for (std::size_t i = chosen.size(); i-- > 1;)
      steps.push_back(steps.back().exists(bits_.manager().variable(chosen[i])));
    for (std::size_t i = 0; i < chosen.size() && !failed(); ++i) {
      const Bdd can = steps[chosen.size() - 1 - i].cofactor(bits_.manager().variable(chosen[i]));
      if (failed()) break;
      result[chosen[i]] = leaves_[chosen[i]] = circuit(can);
    }
    for (BddVariable v : chosen) leaves_.erase(v);
    return result;
  }

  Model& model_;
  BddBits& bits_;
  Certificate certificate_;
  Aig graph_;  // of the certificate's gates
  std::unordered_map<BddVariable, Lit> leaves_;
  std::unordered_map<BddVariable, std::size_t> remembered_;
};

}  // namespace

std::optional<check::Certificate> certificate_of(Model& model, const Property& property, bool holds) {
  if (!property.formula || !model.prepare()) return std::nullopt;
  ExprPool& pool = *model.system().system().pool;
  CertificateWriter writer(model);
  if (property.is_ltl()) {
    const Expr wanted = negation_normal_form(pool, property.formula, true);
    if (expanded_steps(wanted) > most_expanded_steps) return std::nullopt;
    Product product(model, expand_bounds(pool, wanted), Product::Compassion::Heeded);
    if (product.space().failed()) return std::nullopt;
    writer.write_ltl(product);
  } else {
    writer.write_reached();
    const auto core = property.is_ctl() && !writer.failed() ? check::core_ctl(pool, property.formula) : std::nullopt;
    if (core) writer.write_ctl(check::demands(pool, *core, holds));
  }
  if (writer.failed()) return std::nullopt;
  return writer.finish();
}

}  // namespace whynot::engine::symbolic
