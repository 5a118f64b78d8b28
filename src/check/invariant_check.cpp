// Clauses beside an invariant: true at the start, kept by every step, and where the invariant speaks of steps enough
// for it.
#include <map>

#include "check/certificate_check.h"
#include "check/relation.h"
#include "check/rewritings.h"

namespace whynot::check {
namespace {

constexpr Moment before = 0, after = 1;  // any step

// The states in which all clauses hold.
Certificate certificate_of(const Invariant& invariant) {
  Certificate result;
  auto& nodes = result.gates.nodes;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> input;  // the node of a bit
  for (const Invariant::Clause& clause : invariant.clauses)
    for (const Invariant::Literal& literal : clause.literals) {
      if (!input.emplace(std::pair(literal.variable, literal.bit), nodes.size()).second) continue;
      result.bits.push_back({literal.variable, literal.bit});
      nodes.emplace_back();
    }
  const auto both = [&](Certificate::Lit a, Certificate::Lit b) {
    nodes.push_back({a, b});
    return static_cast<Certificate::Lit>(2 * (nodes.size() - 1));
  };
  result.reached = 1;
  for (const Invariant::Clause& clause : invariant.clauses) {
    Certificate::Lit none = 1;  // of its literals holds
    for (const Invariant::Literal& literal : clause.literals)
      none = both(none, static_cast<Certificate::Lit>(2 * input.at({literal.variable, literal.bit}) + literal.value));
    result.reached = both(result.reached, none ^ 1);
  }
  return result;
}

class InvariantCheck {
 public:
  InvariantCheck(const TransitionSystem& system, Expr invariant, const Certificate& certificate, Extent extent,
                 Context& context)
      : invariant_(invariant),
        certificate_(certificate),
        relation_(system, roots(system, invariant, certificate), extent, context) {
    relation_.bind_step(before);
  }

  bool is_whole() const { return relation_.is_whole(); }

  Refusal refuses() {
    if (!relation_.place(certificate_)) return "the clauses speak of bits that the model does not have";
    const bool leaves = relation_.speaks_of_step(invariant_);
    const auto states = [&](Moment m) {
      const int kept = relation_.placed(certificate_.reached, m);
      return leaves ? kept : relation_.gates().both(kept, relation_.condition(invariant_, m));
    };
    if (auto why = never({relation_.initial(before), relation_.allowed(before), -states(before)},
                         "a clause fails at the start"))
      return why;
    const int step = relation_.gates().both(relation_.allowed(before), relation_.step(before));
    if (auto why = never({states(before), step, -states(after)}, "a step breaks a clause")) return why;
    if (!leaves) return std::nullopt;
    return never({states(before), step, -relation_.condition(invariant_, before)}, "a step breaks the invariant");
  }

 private:
  static std::vector<Expr> roots(const TransitionSystem& system, Expr invariant, const Certificate& certificate) {
    std::vector<Expr> result{invariant};
    for (const Certificate::Bit& bit : certificate.bits)
      if (bit.variable < system.variables.size()) result.push_back(system.variables[bit.variable].variable);
    return result;
  }

  Refusal never(std::initializer_list<int> all, const char* otherwise) {
    return relation_.gates().never(std::span(all.begin(), all.size()), otherwise);
  }

  Expr invariant_;
  const Certificate& certificate_;
  Relation relation_;
};

}  // namespace

Refusal refuses(const TransitionSystem& system, const Property& property, Expr invariant, const Invariant& clauses,
                Context& context) {
  if (auto why = is_not_always(system, property, invariant, context)) return why;
  const Certificate certificate = certificate_of(clauses);
  InvariantCheck needed(system, invariant, certificate, Extent::Needed, context);
  Refusal refusal = needed.refuses();
  if (!refusal || needed.is_whole() || context.should_stop()) return refusal;
  return InvariantCheck(system, invariant, certificate, Extent::Whole, context).refuses();
}

}  // namespace whynot::check
