// A table of spaces by cone of influence; circuits are shared by all of them.
#include "engine/symbolic/model.h"

#include <algorithm>

#include "encode/bdd_order.h"
#include "encode/bdd_parts.h"
#include "engine/symbolic/ctl.h"
#include "model/property.h"

namespace whynot::engine::symbolic {

namespace {

constexpr std::size_t small_relation = 20'000;                            // nodes; no other order is tried for it
constexpr std::uint64_t first_memory = 1u << 20, last_memory = 1u << 30;  // bytes, for the tries of orders
constexpr std::size_t most_parts = 2'000;  // of a system for which several orders are worth their time

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

Model::Model(encode::BitSystem& system, std::vector<bool> cone) : system_(system), cone_(std::move(cone)) {}

Model::~Model() = default;

Ctl& Model::ctl() {
  if (!ctl_) ctl_ = std::make_unique<Ctl>(*this);
  return *ctl_;
}

bool Model::is_whole() const { return std::find(cone_.begin(), cone_.end(), false) == cone_.end(); }

bool Model::speaks_of_step(Expr e) const {
  return speaks_of_transition(
      e, [&](Expr v) { return system_.variables()[system_.index_of(v)].kind == VariableKind::Input; });
}

void Model::watch(Context* context) {
  context_ = context;
  if (!built_) return;
  solve::BddManager& manager = built_->bits->manager();
  if (context) manager.clear_failure();
  failure_ = manager.failure();
  manager.watch(context);
}

std::unique_ptr<Model::Built> Model::build(std::span<const encode::BitPlace> order, std::uint64_t memory_bytes) {
  const encode::BddParts parts = encode::bdd_parts(system_, cone_);
  auto built = std::make_unique<Built>();
  built->bits = std::make_unique<BddBits>(system_, cone_, order, memory_bytes);
  BddBits& bits = *built->bits;
  failure_ = bits.manager().failure();  // there may be too many variables
  if (failure_ != solve::BddFailure::None) return nullptr;
  bits.manager().watch(context_);
  const Bdd allowed = all_of(bits, parts.allowed);
  std::vector<Bdd> steps = step_parts(bits, parts);
  auto interleaving = encode::BddInterleaving::find(bits, steps, allowed);
  BddRelation relation(bits, std::move(steps), allowed);
  built->size = relation.size();
  built->space =
      std::make_unique<Space>(std::move(relation), allowed & all_of(bits, parts.initial), std::move(interleaving));
  // Compassion is for LTL only: see product.h.
  for (const Constraint& c : system_.system().justice)
    built->fairness.justice.push_back({bits.condition(c.condition), speaks_of_step(c.condition)});
  failure_ = bits.manager().failure();
  if (failure_ != solve::BddFailure::None) return nullptr;
  return built;
}

// At least so many variables are needed.
std::size_t Model::bits_in_cone() const {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const encode::VariableBits& v = system_.variables()[i];
    if (cone_[i] && !encode::is_defined(v)) bits += v.current.size() * (v.kind == VariableKind::State ? 2 : 1);
  }
  return bits;
}

// A relation that is large may be so because of the order: others are tried, first of all with little memory, so
// that a bad order does not cost more than a good one.
bool Model::prepare() {
  if (built_) return true;
  if (bits_in_cone() > solve::BddManager::max_variables) {  // before orders are looked for, which takes long then
    failure_ = solve::BddFailure::Variables;
    return false;
  }
  const encode::BddParts parts = encode::bdd_parts(system_, cone_);
  const auto orders = encode::bdd_orders(system_, cone_, parts);
  const std::size_t tries = parts.step.size() <= most_parts ? orders.size() : 1;
  std::unique_ptr<Built> best;
  for (std::uint64_t memory = first_memory; !best; memory *= 16) {
    if (tries == 1 || memory > last_memory) memory = 0;  // no limit: what the first order takes
    for (std::size_t i = 0; i < (memory ? tries : 1) && (!best || best->size > small_relation); ++i) {
      auto other = build(orders[i], best ? best->bits->manager().statistics().peak_bytes : memory);
      if (failure_ == solve::BddFailure::Stopped || failure_ == solve::BddFailure::Variables) return false;
      if (other && (!best || other->size < best->size)) best = std::move(other);
    }
    if (!best && memory == 0) return false;
  }
  best->bits->manager().set_memory_limit(0);
  failure_ = solve::BddFailure::None;
  built_ = std::move(best);
  return true;
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
