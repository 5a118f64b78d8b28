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
constexpr std::size_t many_rings = 16;     // and few nodes for what they hold: exploring goes well
constexpr double much_growth = 10'000;     // likewise where there are no rings: states for each initial one
constexpr std::size_t most_parts = 2'000;  // of a system for which several orders are worth their time

}  // namespace

Model::Model(encode::BitSystem& system, std::vector<bool> cone) : system_(system), cone_(std::move(cone)) {}

Model::~Model() = default;

Ctl& Model::ctl() {
  if (!ctl_) ctl_ = std::make_unique<Ctl>(*this);
  return *ctl_;
}

bool Model::is_whole() const { return std::find(cone_.begin(), cone_.end(), false) == cone_.end(); }

void Model::watch(Context* context) {
  context_ = context;
  if (!prepared_) return;
  solve::BddManager& manager = bits().manager();
  if (context) manager.clear_failure();
  failure_ = manager.failure();
  manager.watch(context);
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
  if (prepared_) return true;
  if (bits_in_cone() > solve::BddManager::max_variables) {  // before orders are looked for, which takes long then
    failure_ = solve::BddFailure::Variables;
    return false;
  }
  const encode::BddParts parts = encode::bdd_parts(system_, cone_);
  auto orders = encode::bdd_orders(system_, cone_, parts);
  if (parts.step.size() > most_parts) orders.resize(1);
  std::shared_ptr<Drawing> best;
  std::size_t best_at = 0;
  for (std::uint64_t memory = first_memory; !best; memory *= 16) {
    if (orders.size() == 1 || memory > last_memory) memory = 0;  // no limit: what the first order takes
    for (std::size_t i = 0; i < (memory ? orders.size() : 1) && (!best || best->size > small_relation); ++i) {
      const std::uint64_t enough = best ? best->bits->manager().statistics().peak_bytes : memory;
      auto [other, failure] = draw({system_, cone_}, orders[i], enough, context_);
      failure_ = failure;
      if (failure_ == solve::BddFailure::Stopped || failure_ == solve::BddFailure::Variables) return false;
      if (!other || (best && other->size >= best->size)) continue;
      best = std::move(other);
      best_at = i;
    }
    if (!best && memory == 0) return false;
  }
  best->bits->manager().set_memory_limit(0);
  failure_ = solve::BddFailure::None;
  orders.erase(orders.begin() + static_cast<std::ptrdiff_t>(best_at));
  contest_ = Contest(std::move(best), std::move(orders));
  prepared_ = true;
  return true;
}

// A relation that is much larger than that of the current order is no match for it.
std::shared_ptr<Drawing> Model::draw_entrant(std::span<const encode::BitPlace> order, Context& context) {
  const std::uint64_t memory = std::max<std::uint64_t>(first_memory, 4 * bits().manager().statistics().peak_bytes);
  auto [drawing, failure] = draw({system_, cone_}, order, memory, &context);
  if (drawing) drawing->bits->manager().set_memory_limit(0);
  return drawing;
}

bool Model::attempt(const Attempt& attempt) {
  if (!prepare()) return false;
  while (contest_.is_open() && context_ && !space().is_explored()) {
    Context turn(*context_, contest_.effort());
    bits().manager().watch(&turn);
    const bool done = attempt.run();
    bits().manager().watch(context_);
    if (done) return true;
    if (context_->should_stop() || turn.stopped() != Stop::Effort) return false;
    bits().manager().clear_failure();
    ctl_.reset();  // its sets may be those of a computation that was cut short
    if (space().is_explored()) break;
    const Space& at = attempt.space();
    const auto draw_it = [&](const Contest::Order& order, Context& limited) { return draw_entrant(order, limited); };
    if (!contest_.next(Contest::Progress{at.states_found(), at.reached().node_count()}, draw_it, *context_))
      return false;
    bits().manager().watch(context_);
    bits().manager().clear_failure();
  }
  if (space().is_explored() || !contest_.is_open()) contest_.settle();
  return attempt.run();
}

bool Model::explore() {
  const auto run = [&] {
    space().explore();
    return space().is_explored();
  };
  return attempt({run, [&]() -> const Space& { return space(); }});
}

bool Model::goes_well() const {
  if (!prepared_) return false;
  const Space& space = *current()->space;
  if (space.is_explored()) return true;  // what remains are fixpoints among these states
  if (!space.explores_by_rings())
    return space.reached().node_count() <= small_relation && space.growth() >= much_growth;
  return space.rings().size() >= many_rings && current()->size <= small_relation &&
         space.reached().node_count() <= current()->size;
}

ModelStore::ModelStore(const TransitionSystem& system, Context& context, Keep* keep)
    : bits_(bits_of(system, keep, context)) {}

std::shared_ptr<ModelStore> ModelStore::of(const TransitionSystem& system, Keep* keep, Context& context) {
  auto made = std::make_shared<ModelStore>(system, context, keep);  // holds nothing but circuits yet
  return keep ? keep->get<ModelStore>([&] { return made; }) : made;
}

Model& ModelStore::with_cone(const std::vector<bool>& cone) {
  for (const auto& model : models_)
    if (model->cone() == cone) return *model;
  models_.push_back(std::make_unique<Model>(*bits_, cone));
  return *models_.back();
}

Model& ModelStore::model_for(std::vector<Expr> roots) {
  for (const Constraint& c : system().justice) roots.push_back(c.condition);
  for (const Compassion& c : system().compassion) {
    roots.push_back(c.p);
    roots.push_back(c.q);
  }
  return with_cone(bits_->cone(roots));
}

Model& ModelStore::whole() { return with_cone(bits_->everything()); }

}  // namespace whynot::engine::symbolic
