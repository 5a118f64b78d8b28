// Conjoins small parts into clusters, and computes for each cluster which variables can be quantified after it.
#include "encode/bdd_relation.h"

#include <algorithm>

namespace whynot::encode {
namespace {

constexpr std::size_t cluster_nodes = 2000;

}  // namespace

BddRelation::BddRelation(BddBits& bits, std::vector<Bdd> parts, Bdd allowed, std::vector<bool> still)
    : bits_(&bits), allowed_(std::move(allowed)), still_(std::move(still)) {
  parts.erase(std::remove_if(parts.begin(), parts.end(), [](const Bdd& p) { return p.is_true(); }), parts.end());
  forwards_ = schedule(std::move(parts), Role::Current, cluster_nodes);
  for (const Turn& turn : forwards_.turns) clusters_.push_back(turn.cluster);
  if (still_.empty()) backwards_ = schedule(clusters_, Role::Next, 0);
}

std::size_t BddRelation::size() const { return bits_->manager().node_count(clusters_); }

namespace {

// Greedily: next comes the part that lets most of its variables be forgotten and brings in the fewest that
// stay; among equals the one that reaches highest in the order.
class Arrangement {
 public:
  Arrangement(const std::vector<std::vector<BddVariable>>& supports, const std::vector<bool>& goes,
              const BddManager& manager)
      : supports_(supports), goes_(goes), users_(goes.size()), present_(goes.size(), false), parts_(supports.size()) {
    for (std::size_t i = 0; i < supports.size(); ++i) {
      parts_[i].top = goes.size();
      for (BddVariable v : supports[i]) {
        users_[v].push_back(i);
        ++(goes[v] ? parts_[i].going : parts_[i].fresh);
        parts_[i].top = std::min<std::size_t>(parts_[i].top, manager.level_of(v));
      }
    }
    left_.resize(goes.size());
    for (std::size_t v = 0; v < goes.size(); ++v) {
      left_[v] = users_[v].size();
      if (goes[v] && left_[v] == 1) ++parts_[users_[v][0]].last;
    }
  }

  std::vector<std::size_t> run() {
    std::vector<std::size_t> order;
    while (order.size() < parts_.size()) {
      std::size_t best = parts_.size();
      for (std::size_t i = 0; i < parts_.size(); ++i)
        if (!parts_[i].done && (best == parts_.size() || benefit(parts_[i]) > benefit(parts_[best]))) best = i;
      take(best);
      order.push_back(best);
    }
    return order;
  }

 private:
  struct Part {
    std::size_t last = 0;   // variables that nobody else speaks of any more
    std::size_t going = 0;  // that are to be forgotten
    std::size_t fresh = 0;  // that stay and were not there before
    std::size_t top = 0;    // its highest level
    bool done = false;
  };

  double benefit(const Part& p) const {
    const double size = static_cast<double>(goes_.size()),
                 going = static_cast<double>(std::max<std::size_t>(1, p.going));
    return 2 * static_cast<double>(p.last) / going +
           (static_cast<double>(p.going) - static_cast<double>(p.fresh) - static_cast<double>(p.top)) / size;
  }

  void take(std::size_t part) {
    parts_[part].done = true;
    for (BddVariable v : supports_[part]) {
      --left_[v];
      for (std::size_t user : users_[v]) {
        if (goes_[v] && left_[v] == 1 && !parts_[user].done) ++parts_[user].last;
        if (!goes_[v] && !present_[v]) --parts_[user].fresh;
      }
      present_[v] = true;
    }
  }

  const std::vector<std::vector<BddVariable>>& supports_;
  const std::vector<bool>& goes_;
  std::vector<std::vector<std::size_t>> users_;  // by variable
  std::vector<std::size_t> left_;                // of them
  std::vector<bool> present_;
  std::vector<Part> parts_;
};

}  // namespace

// Orders the parts, multiplies neighbours while they stay small, and notes after which cluster each
// variable can be forgotten.
BddRelation::Schedule BddRelation::schedule(std::vector<Bdd> parts, Role forgotten, std::size_t cluster_limit) const {
  BddManager& manager = bits_->manager();
  std::vector<std::vector<BddVariable>> supports;
  for (const Bdd& part : parts) {
    if (manager.stopped()) return {};  // nobody will use it
    supports.push_back(part.support());
  }
  Schedule result;
  std::vector<bool> goes(bits_->count());
  for (BddVariable v = 0; v < goes.size(); ++v)
    goes[v] = (bits_->role(v) == forgotten && !is_still(v)) || bits_->role(v) == Role::Input;
  for (std::size_t i : Arrangement(supports, goes, manager).run()) {
    if (manager.stopped()) return {};
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
  for (std::size_t t = 0; t < result.turns.size(); ++t) {
    if (manager.stopped()) return {};
    for (BddVariable v : result.turns[t].cluster.support()) last[v] = t + 1;
  }
  std::vector<std::vector<BddVariable>> going(result.turns.size() + 1);
  for (BddVariable v = 0; v < last.size(); ++v)
    if (goes[v]) going[last[v]].push_back(v);
  result.forget_first = manager.cube_of(going[0]);
  for (std::size_t t = 0; t < result.turns.size(); ++t) result.turns[t].forget = manager.cube_of(going[t + 1]);
  return result;
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
