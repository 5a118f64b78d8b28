// From the parts of a relation, what each of them says when one variable alone changes.
#include "encode/bdd/moves.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace whynot::encode {
namespace {

using Role = BddBits::Role;

constexpr std::size_t fewest_variables = 8;  // for which it is worth it
constexpr std::size_t waiting_share = 4;     // one of so many parts may say that somebody cannot wait

class MoveFinder {
 public:
  MoveFinder(BddBits& bits, std::span<const Bdd> parts, const Bdd& allowed, std::vector<bool> still)
      : bits_(bits), manager_(bits.manager()), parts_(parts), still_(std::move(still)) {
    for (const Bdd& part : parts_) supports_.push_back(part.support());
    still_.resize(bits.count(), false);
    find_movers();
    find_conditions(allowed);
  }

  bool is_worth_it() const {
    return movers_.size() >= fewest_variables && binding_.size() * waiting_share <= movers_.size() &&
           !manager_.failed();
  }
  std::size_t movers() const { return movers_.size(); }

  struct Steps {
    std::vector<Bdd> parts;
    std::vector<bool> still;
    std::size_t level = 0;  // the lowest that it looks at
  };
  // When one of them moves.
  Steps steps(std::size_t mover) {
    Steps made{{}, still_, 0};
    std::vector<bool> is_own(parts_.size(), false);
    for (BddVariable v : movers_[mover].bits)
      for (std::size_t part : parts_of_next_[v]) is_own[part] = true;
    for (std::size_t m = 0; m < movers_.size(); ++m)
      for (BddVariable v : movers_[m].bits) made.still[v] = m != mover;
    const solve::BddSubstitution others_stay = staying(mover);
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (is_own[p]) made.parts.push_back(parts_[p].substitute(others_stay));
    for (const auto& [p, condition] : binding_)
      if (!is_own[p]) made.parts.push_back(condition);
    made.parts.insert(made.parts.end(), always_.begin(), always_.end());
    for (const Bdd& part : made.parts)
      for (BddVariable v : part.support()) made.level = std::max<std::size_t>(made.level, manager_.level_of(v));
    return made;
  }
  const std::vector<BddVariable>& bits_of(std::size_t mover) const { return movers_[mover].bits; }

 private:
  struct Mover {
    std::vector<BddVariable> bits;
  };

  // A variable of which nothing is said but what its values are moves whenever another does.
  void find_movers() {
    parts_of_next_.resize(bits_.count());
    std::vector<bool> is_bound(bits_.count(), false);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const auto& support = supports_[p];
      const bool is_of_one = std::all_of(support.begin(), support.end(), [&](BddVariable v) {
        return bits_.role(v) == Role::Next && owner_of(v) == owner_of(support.front());
      });
      for (BddVariable v : support) {
        if (bits_.role(v) != Role::Next) continue;
        parts_of_next_[v - 1].push_back(p);
        is_bound[v - 1] = is_bound[v - 1] || !is_of_one;
      }
    }
    is_mover_.resize(bits_.count(), false);
    std::vector<std::size_t> place(bits_.count() + bits_.cone().size(), none);
    for (BddVariable v = 0; v < bits_.count(); ++v) {
      if (bits_.role(v) != Role::Current || still_[v] || !is_bound[v]) continue;
      std::size_t& at = place[owner_of(v)];
      if (at == none) {
        at = movers_.size();
        movers_.emplace_back();
      }
      movers_[at].bits.push_back(v);
      is_mover_[v] = true;
    }
  }

  // A number for each variable of the system, and for each bit beyond it.
  std::size_t owner_of(BddVariable v) const {
    return v < bits_.own_count() ? bits_.count() + bits_.place_of(v).variable : v;
  }

  // What parts say when all movers stay, whatever the inputs are of which nobody else speaks.  A variable that may
  // change freely is no such input: what it is now may be settled by the beginning, or by what is allowed. Small parts
  // come first: most often they tell that it is not worth it.
  void find_conditions(const Bdd& allowed) {
    std::vector<std::size_t> users(bits_.count(), 0), order(parts_.size());
    for (const auto& support : supports_)
      for (BddVariable v : support) ++users[v];
    for (BddVariable v : allowed.support()) ++users[v];
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return supports_[a].size() < supports_[b].size(); });
    const solve::BddSubstitution all_stay = staying(movers_.size());
    for (std::size_t p : order) {
      if (!is_worth_it()) return;
      const auto& support = supports_[p];
      if (std::none_of(support.begin(), support.end(), [&](BddVariable v) { return is_next_of_mover(v); })) {
        always_.push_back(parts_[p]);
        continue;
      }
      std::vector<BddVariable> own;
      for (BddVariable v : support)
        if (users[v] == 1 && bits_.role(v) == Role::Input) own.push_back(v);
      Bdd condition = parts_[p].substitute(all_stay).exists(manager_.cube_of(own));
      if (!allowed.leq(condition)) binding_.emplace_back(p, std::move(condition));
    }
  }
  bool is_next_of_mover(BddVariable v) const { return bits_.role(v) == Role::Next && is_mover_[v - 1]; }

  // The next bits of all movers but one are those that they have.
  solve::BddSubstitution staying(std::size_t but) {
    std::vector<std::pair<BddVariable, Bdd>> same;
    for (std::size_t m = 0; m < movers_.size(); ++m)
      if (m != but)
        for (BddVariable v : movers_[m].bits) same.emplace_back(bits_.next_of(v), manager_.variable(v));
    return manager_.substitution(std::move(same));
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  BddBits& bits_;
  BddManager& manager_;
  std::span<const Bdd> parts_;
  std::vector<bool> still_;
  std::vector<bool> is_mover_;                      // by current bit
  std::vector<std::vector<BddVariable>> supports_;  // by part
  std::vector<Mover> movers_;
  std::vector<std::vector<std::size_t>> parts_of_next_;  // by current bit
  std::vector<std::pair<std::size_t, Bdd>> binding_;     // parts that somebody may break by waiting
  std::vector<Bdd> always_;                              // those that no mover has a part in
};

}  // namespace

std::optional<BddMoves> BddMoves::find(BddBits& bits, std::span<const Bdd> parts, const Bdd& allowed,
                                       std::vector<bool> still) {
  const auto& variables = bits.system().variables();
  std::size_t states = 0;
  for (std::size_t i = 0; i < variables.size(); ++i)
    states += bits.cone()[i] && variables[i].kind == VariableKind::State;
  if (states < fewest_variables) return std::nullopt;
  MoveFinder finder(bits, parts, allowed, std::move(still));
  if (!finder.is_worth_it()) return std::nullopt;
  std::vector<std::pair<MoveFinder::Steps, std::size_t>> found;
  for (std::size_t m = 0; m < finder.movers() && !bits.manager().failed(); ++m) found.emplace_back(finder.steps(m), m);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first.level > b.first.level; });
  BddMoves result;
  for (auto& [steps, mover] : found)
    result.moves_.push_back({BddRelation(bits, std::move(steps.parts), allowed, std::move(steps.still)), {}});
  std::vector<std::vector<std::size_t>> readers(bits.count());
  for (std::size_t i = 0; i < result.moves_.size(); ++i)
    for (const Bdd& cluster : result.moves_[i].steps.clusters())
      for (BddVariable v : cluster.support()) readers[v].push_back(i);
  for (std::size_t i = 0; i < result.moves_.size(); ++i)
    for (BddVariable v : finder.bits_of(found[i].second)) {
      std::vector<std::size_t>& enables = result.moves_[i].enables;
      enables.insert(enables.end(), readers[v].begin(), readers[v].end());
    }
  return result;
}

void BddMoves::close(Bdd& states) const {
  std::set<std::size_t> open;
  for (std::size_t i = 0; i < moves_.size(); ++i) open.insert(i);
  while (!open.empty()) {
    const Move& move = moves_[*open.begin()];
    open.erase(open.begin());
    const Bdd more = states | move.steps.image(states);
    if (!more.valid()) return;
    if (more == states) continue;
    states = more;
    open.insert(move.enables.begin(), move.enables.end());
  }
}

}  // namespace whynot::encode
