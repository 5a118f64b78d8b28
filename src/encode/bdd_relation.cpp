#include "encode/bdd_relation.h"

#include <algorithm>

namespace whynot::encode {
namespace {

constexpr std::size_t cluster_nodes = 2000;

}  // namespace

BddRelation::BddRelation(BddBits& bits, std::vector<Bdd> parts, Bdd allowed)
    : bits_(&bits), allowed_(std::move(allowed)) {
  parts.erase(std::remove_if(parts.begin(), parts.end(), [](const Bdd& p) { return p.is_true(); }), parts.end());
  forwards_ = schedule(std::move(parts), Role::Current, cluster_nodes);
  for (const Turn& turn : forwards_.turns) clusters_.push_back(turn.cluster);
  backwards_ = schedule(clusters_, Role::Next, 0);
}

std::size_t BddRelation::size() const { return bits_->manager().node_count(clusters_); }

// Orders the parts, multiplies neighbours while they stay small, and notes after which cluster each
// variable can be forgotten.
BddRelation::Schedule BddRelation::schedule(std::vector<Bdd> parts, Role forgotten, std::size_t cluster_limit) const {
  std::vector<std::vector<BddVariable>> supports;
  for (const Bdd& part : parts) supports.push_back(part.support());
  Schedule result;
  for (std::size_t i : arrange(supports, forgotten)) {
    if (cluster_limit > 0 && !result.turns.empty()) {
      const Bdd product = result.turns.back().cluster & parts[i];
      if (product.valid() && product.node_count() <= cluster_limit) {
        result.turns.back().cluster = product;
        continue;
      }
    }
    result.turns.push_back({parts[i], {}});
  }
  std::vector<std::size_t> last(bits_->count(), 0);  // the turn after which it can go; 0: before all
  for (std::size_t t = 0; t < result.turns.size(); ++t)
    for (BddVariable v : result.turns[t].cluster.support()) last[v] = t + 1;
  std::vector<std::vector<BddVariable>> going(result.turns.size() + 1);
  for (BddVariable v = 0; v < last.size(); ++v)
    if (bits_->role(v) == forgotten || bits_->role(v) == Role::Input) going[last[v]].push_back(v);
  BddManager& manager = bits_->manager();
  result.forget_first = manager.cube_of(going[0]);
  for (std::size_t t = 0; t < result.turns.size(); ++t) result.turns[t].forget = manager.cube_of(going[t + 1]);
  return result;
}

// Greedily: next comes the part that lets most of its variables be forgotten and brings in the fewest that
// stay; among equals the one that reaches highest in the order.
std::vector<std::size_t> BddRelation::arrange(const std::vector<std::vector<BddVariable>>& supports, Role forgotten) const {
  const std::size_t variables = bits_->count();
  std::vector<std::size_t> users(variables, 0);
  std::vector<bool> present(variables, false), done(supports.size(), false);
  for (const auto& support : supports)
    for (BddVariable v : support) ++users[v];
  const auto goes = [&](BddVariable v) { return bits_->role(v) == forgotten || bits_->role(v) == Role::Input; };
  const auto benefit = [&](const std::vector<BddVariable>& support) {
    double last = 0, going = 0, fresh = 0;
    solve::BddLevel top = static_cast<solve::BddLevel>(variables);
    for (BddVariable v : support) {
      if (goes(v)) {
        ++going;
        if (users[v] == 1) ++last;
      } else if (!present[v]) {
        ++fresh;
      }
      top = std::min(top, bits_->manager().level_of(v));
    }
    const double size = static_cast<double>(variables);
    return 2 * last / std::max(1.0, going) + going / size - fresh / size - static_cast<double>(top) / size;
  };
  std::vector<std::size_t> order;
  while (order.size() < supports.size()) {
    std::size_t best = supports.size();
    double most = 0;
    for (std::size_t i = 0; i < supports.size(); ++i) {
      if (done[i]) continue;
      const double value = benefit(supports[i]);
      if (best < supports.size() && value <= most) continue;
      best = i;
      most = value;
    }
    done[best] = true;
    order.push_back(best);
    for (BddVariable v : supports[best]) {
      --users[v];
      present[v] = true;
    }
  }
  return order;
}

Bdd BddRelation::run(const Schedule& schedule, Bdd f) const {
  f = f.exists(schedule.forget_first);
  for (const Turn& turn : schedule.turns) f = f.and_exists(turn.cluster, turn.forget);
  return f;
}

Bdd BddRelation::image(const Bdd& states) const { return bits_->to_current(run(forwards_, states)) & allowed_; }

Bdd BddRelation::preimage(const Bdd& states) const { return run(backwards_, bits_->to_next(states)) & allowed_; }

// The label may speak of what would be forgotten first, so it comes first.
Bdd BddRelation::preimage(const Bdd& states, const Bdd& label) const {
  Bdd f = bits_->to_next(states) & label;
  return run(backwards_, f) & allowed_;
}

Bdd BddRelation::steps_from(const Bdd& state) const {
  Bdd f = bits_->to_next(allowed_);
  for (const Bdd& cluster : clusters_) f &= cluster.cofactor(state);
  return f;
}

}  // namespace whynot::encode
