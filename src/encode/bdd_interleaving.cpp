// Finds the variable that selects the moving part, and makes one relation for each of its values.
#include "encode/bdd_interleaving.h"

#include <algorithm>
#include <utility>

namespace whynot::encode {
namespace {

constexpr std::size_t most_bits = 6;      // of the variable that tells who moves
constexpr std::size_t fewest_agents = 3;  // for which it is worth it

// A variable that may tell who moves: its bits, and how many parts of the relation speak of it.
struct Selector {
  std::vector<BddVariable> bits;
  std::size_t parts = 0;
};

// Inputs and state variables with few values of which at least half of the parts speak, those of which most do first.
std::vector<Selector> selectors(const BddBits& bits, std::span<const Bdd> parts) {
  using Role = BddBits::Role;
  std::vector<Selector> all(bits.cone().size());
  std::vector<std::size_t> last(bits.cone().size(), parts.size());  // part that was seen to speak of it
  for (BddVariable v = 0; v < bits.own_count(); ++v)
    if (bits.role(v) == Role::Input || bits.role(v) == Role::Current) all[bits.place_of(v).variable].bits.push_back(v);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (BddVariable v : parts[i].support()) {
      if (v >= bits.own_count() || (bits.role(v) != Role::Input && bits.role(v) != Role::Current)) continue;
      const std::size_t variable = bits.place_of(v).variable;
      all[variable].parts += std::exchange(last[variable], i) != i;
    }
  std::erase_if(all, [&](const Selector& s) {
    return s.bits.empty() || s.bits.size() > most_bits || 2 * s.parts < parts.size();
  });
  std::stable_sort(all.begin(), all.end(), [](const Selector& a, const Selector& b) { return a.parts > b.parts; });
  return all;
}

// The current bits of which a part says that they stay as they are, if it says nothing else.
std::vector<BddVariable> kept_by(BddBits& bits, const Bdd& part) {
  const std::vector<BddVariable> support = part.support();
  BddManager& manager = bits.manager();
  std::vector<BddVariable> kept;
  Bdd same = manager.constant(true);
  for (std::size_t i = 0; i < support.size(); i += 2) {
    const bool is_pair = bits.role(support[i]) == BddBits::Role::Current && i + 1 < support.size() &&
                         support[i + 1] == bits.next_of(support[i]);
    if (!is_pair) return {};
    same &= manager.variable(support[i]).iff(manager.variable(support[i + 1]));
    kept.push_back(support[i]);
  }
  return part == same ? kept : std::vector<BddVariable>();
}

// What happens when the selector has one value.
struct Agent {
  std::vector<Bdd> parts;
  std::vector<bool> still;  // by current bit
  std::size_t still_count = 0;
  bool possible = true;

  Agent(BddBits& bits, std::span<const Bdd> all, const Bdd& value) : still(bits.count(), false) {
    std::vector<std::pair<BddVariable, Bdd>> stays;
    for (const Bdd& part : all) {
      Bdd own = part.cofactor(value);
      possible = possible && own.is_satisfiable();
      const std::vector<BddVariable> kept = kept_by(bits, own);
      if (kept.empty()) parts.push_back(std::move(own));
      for (BddVariable v : kept) {
        if (still[v]) continue;
        still[v] = true;
        stays.emplace_back(bits.next_of(v), bits.manager().variable(v));
      }
    }
    still_count = stays.size();
    const solve::BddSubstitution unchanged = bits.manager().substitution(std::move(stays));
    for (Bdd& part : parts) part = part.substitute(unchanged);
    parts.push_back(value);
  }
};

// The agents that the values of a selector make; none if one of them moves most of the system.
std::vector<Agent> agents_of(BddBits& bits, std::span<const Bdd> parts, const std::vector<BddVariable>& selector) {
  std::vector<Agent> agents;
  const auto state_bits = bits.cube_of(BddBits::Role::Current).support().size();
  for (std::size_t code = 0; code < (std::size_t{1} << selector.size()); ++code) {
    std::vector<solve::BddLiteral> literals;
    for (std::size_t i = 0; i < selector.size(); ++i) literals.push_back({selector[i], (code >> i & 1) != 0});
    Agent agent(bits, parts, bits.manager().cube(literals));
    if (!agent.possible) continue;
    if (2 * agent.still_count < state_bits) return {};
    if (agent.still_count < state_bits) agents.push_back(std::move(agent));
  }
  return agents;
}

}  // namespace

std::optional<BddInterleaving> BddInterleaving::find(BddBits& bits, std::span<const Bdd> parts, const Bdd& allowed) {
  for (const Selector& selector : selectors(bits, parts)) {
    std::vector<Agent> agents = agents_of(bits, parts, selector.bits);
    if (agents.size() < fewest_agents || bits.manager().failed()) continue;
    BddInterleaving result;
    for (Agent& agent : agents)
      result.agents_.emplace_back(bits, std::move(agent.parts), allowed, std::move(agent.still));
    return result;
  }
  return std::nullopt;
}

void BddInterleaving::close(std::size_t agent, Bdd& states) const {
  Bdd fresh = states;
  while (fresh.is_satisfiable()) {
    fresh = agents_[agent].image(fresh) - states;
    const Bdd more = states | fresh;
    if (!more.valid()) return;
    states = more;
  }
}

}  // namespace whynot::encode
