#include "engine/symbolic/model.h"

#include <algorithm>

#include "encode/bdd_order.h"
#include "engine/symbolic/ctl.h"
#include "model/property.h"

namespace whynot::engine::symbolic {

Model::Model(encode::BitSystem& system, std::vector<bool> cone) : Model(system, cone, encode::bdd_parts(system, cone)) {}

Model::Model(encode::BitSystem& system, std::vector<bool> cone, encode::BddParts parts)
    : parts_(std::move(parts)), bits_(system, cone, encode::bdd_order(system, cone, parts_)), is_total_(system.is_total()) {}

Model::~Model() = default;

Ctl& Model::ctl() {
  if (!ctl_) ctl_ = std::make_unique<Ctl>(*this);
  return *ctl_;
}

bool Model::is_whole() const { return std::find(cone().begin(), cone().end(), false) == cone().end(); }

bool Model::speaks_of_step(Expr e) const {
  const encode::BitSystem& system = bits_.system();
  return speaks_of_transition(e, [&](Expr v) { return system.variables()[system.index_of(v)].kind == VariableKind::Input; });
}

Bdd Model::all_of(std::span<const encode::Lit> literals) {
  Bdd result = bits_.manager().constant(true);
  for (const Bdd& f : bits_.functions(literals)) result &= f;
  return result;
}

bool Model::prepare() {
  if (space_) return true;
  std::vector<encode::Lit> literals;
  for (const encode::BddPart& part : parts_.step) {
    literals.push_back(part.literal);
    literals.push_back(part.next.value_or(encode::Aig::constant(true)));
  }
  const std::vector<Bdd> functions = bits_.functions(literals);
  std::vector<Bdd> parts;
  for (std::size_t i = 0; i < functions.size(); i += 2) parts.push_back(functions[i].iff(functions[i + 1]));
  const Bdd allowed = all_of(parts_.allowed);
  auto space = std::make_unique<Space>(BddRelation(bits_, std::move(parts), allowed), allowed & all_of(parts_.initial));
  fairness_ = {};
  add_fairness();
  if (bits_.manager().failed()) return false;
  space_ = std::move(space);
  return true;
}

// Compassion is for LTL only, which looks at the system itself: see product.h.
void Model::add_fairness() {
  for (const Constraint& c : bits_.system().system().justice)
    fairness_.justice.push_back({bits_.condition(c.condition), speaks_of_step(c.condition)});
}

ModelStore::ModelStore(const TransitionSystem& system, Context& context) : bits_(system) { bits_.settle_fits(context); }

Model& ModelStore::with_cone(const std::vector<bool>& cone) {
  for (const auto& model : models_)
    if (model->cone() == cone) return *model;
  models_.push_back(std::make_unique<Model>(bits_, cone));
  return *models_.back();
}

Model& ModelStore::model_for(std::vector<Expr> roots) {
  for (const Constraint& c : system().justice) roots.push_back(c.condition);
  for (const Compassion& c : system().compassion) {
    roots.push_back(c.p);
    roots.push_back(c.q);
  }
  return with_cone(bits_.cone(roots));
}

Model& ModelStore::whole() { return with_cone(bits_.everything()); }

}  // namespace whynot::engine::symbolic
