// Turns the conditions of a system into the parts of a relation; each conjunct stays a part of its own.
#include "engine/symbolic/drawing.h"

#include "encode/bdd_parts.h"
#include "model/property.h"

namespace whynot::engine::symbolic {
namespace {

Bdd all_of(BddBits& bits, std::span<const encode::Lit> literals) {
  Bdd result = bits.manager().constant(true);
  for (const Bdd& f : bits.functions(literals)) result &= f;
  return result;
}

std::vector<Bdd> step_parts(BddBits& bits, const encode::BddParts& parts) {
  std::vector<encode::Lit> literals;
  for (const encode::BddPart& part : parts.step) {
    literals.push_back(part.literal);
    literals.push_back(part.next.value_or(encode::Aig::constant(true)));
  }
  const std::vector<Bdd> functions = bits.functions(literals);
  std::vector<Bdd> result;
  for (std::size_t i = 0; i < functions.size(); i += 2) result.push_back(functions[i].iff(functions[i + 1]));
  return result;
}

}  // namespace

bool speaks_of_step(const encode::BitSystem& system, Expr e) {
  return speaks_of_transition(
      e, [&](Expr v) { return system.variables()[system.index_of(v)].kind == VariableKind::Input; });
}

Drawn draw(const Subject& subject, std::span<const encode::BitPlace> order, std::uint64_t memory_bytes,
           Context* context) {
  encode::BitSystem& system = subject.system;
  const encode::BddParts parts = encode::bdd_parts(system, subject.cone);
  auto drawing = std::make_shared<Drawing>();
  drawing->bits = std::make_unique<BddBits>(system, subject.cone, order, memory_bytes);
  BddBits& bits = *drawing->bits;
  if (bits.manager().failed()) return {nullptr, bits.manager().failure()};  // there may be too many variables
  bits.manager().watch(context);
  const Bdd allowed = all_of(bits, parts.allowed);
  std::vector<Bdd> steps = step_parts(bits, parts);
  Space::Shortcuts shortcuts{encode::BddInterleaving::find(bits, steps, allowed), std::nullopt};
  if (!shortcuts.interleaving) shortcuts.moves = encode::BddMoves::find(bits, steps, allowed);
  BddRelation relation(bits, std::move(steps), allowed);
  drawing->size = relation.size();
  drawing->space =
      std::make_unique<Space>(std::move(relation), allowed & all_of(bits, parts.initial), std::move(shortcuts));
  // Compassion is for LTL only: see product.h.
  for (const Constraint& c : system.system().justice)
    drawing->fairness.justice.push_back({bits.condition(c.condition), speaks_of_step(system, c.condition)});
  if (bits.manager().failed()) return {nullptr, bits.manager().failure()};
  return {drawing, solve::BddFailure::None};
}

}  // namespace whynot::engine::symbolic
