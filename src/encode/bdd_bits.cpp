// Gives every bit of the cone a variable of the manager, and converts circuits to diagrams on demand.
#include "encode/bdd_bits.h"

#include <algorithm>

#include "base/check.h"
#include "encode/code.h"

namespace whynot::encode {
namespace {

solve::BddOptions options(std::uint64_t memory_bytes) {
  solve::BddOptions options;
  options.memory_bytes = memory_bytes;
  options.auto_reorder = true;
  options.reorder_patience = 4;  // a step of sifting costs some four of an operation
  return options;
}

}  // namespace

BddBits::BddBits(BitSystem& system, std::vector<bool> cone, std::span<const BitPlace> order, std::uint64_t memory_bytes)
    : system_(system), cone_(std::move(cone)), bit_roles_(system), manager_(options(memory_bytes)) {
  for (const BitPlace& place : order) {
    const VariableBits& v = system_.variables()[place.variable];
    const BddVariable current = manager_.new_variable();
    if (manager_.failed()) return;
    of_node_.emplace(v.current[place.bit].node(), current);
    places_.push_back(place);
    if (v.kind != VariableKind::State) {
      add(v.kind == VariableKind::Input ? Role::Input : Role::Frozen, current);
      continue;
    }
    const BddVariable next = manager_.new_variable();
    if (manager_.failed()) return;
    of_node_.emplace(v.next[place.bit].node(), next);
    places_.push_back(place);
    manager_.tie(current, 2);
    add(Role::Current, current);
    add(Role::Next, next);
    pairs_.emplace_back(current, next);
  }
  refresh();
}

void BddBits::add(Role role, BddVariable v) {
  WHYNOT_CHECK(v == roles_.size(), "variables should be made one after the other");
  roles_.push_back(role);
}

// What depends on the list of variables.
void BddBits::refresh() {
  to_next_ = manager_.renaming(pairs_);
  std::vector<std::pair<BddVariable, BddVariable>> back;
  for (const auto& [current, next] : pairs_) back.emplace_back(next, current);
  to_current_ = manager_.renaming(back);
  cubes_.clear();
  for (Role role : {Role::Current, Role::Next, Role::Input, Role::Frozen}) {
    std::vector<BddVariable> variables;
    for (BddVariable v = 0; v < roles_.size(); ++v)
      if (roles_[v] == role) variables.push_back(v);
    cubes_.push_back(manager_.cube_of(variables));
  }
}

Bdd BddBits::cube_of(Role role) const { return cubes_[static_cast<std::size_t>(role)]; }

BddBits::Pair BddBits::extra(std::size_t number) {
  while (extra_.size() <= number) {
    const BddVariable current = manager_.new_variable(), next = manager_.new_variable();
    if (manager_.failure() == solve::BddFailure::Variables) return {current, next};
    manager_.tie(current, 2);
    add(Role::Current, current);
    add(Role::Next, next);
    pairs_.emplace_back(current, next);
    extra_.push_back({current, next});
    refresh();
  }
  return extra_[number];
}

// One walk over the circuits below the roots.  A function is dropped when its last user has taken it, so
// that no more of them are alive than the walk needs.
struct BddBits::Conversion {
  BddBits& bits;
  const Aig& graph;
  std::unordered_map<std::uint32_t, std::uint32_t> uses;
  std::unordered_map<std::uint32_t, Bdd> made;

  explicit Conversion(BddBits& b) : bits(b), graph(b.system_.graph()) {}

  void count(std::uint32_t root) {
    std::vector<std::uint32_t> open{root};
    while (!open.empty()) {
      const std::uint32_t n = open.back();
      open.pop_back();
      if (uses[n]++ > 0 || !graph.is_and(n)) continue;
      open.push_back(graph.left(n).node());
      open.push_back(graph.right(n).node());
    }
  }

  Bdd take(Lit l) {
    const auto found = made.find(l.node());
    Bdd f = found->second;
    if (--uses[l.node()] == 0) made.erase(found);
    return l.complemented() ? !f : f;
  }

  Bdd leaf(std::uint32_t n) {
    if (n == 0) return bits.manager_.constant(false);
    if (const auto found = bits.of_node_.find(n); found != bits.of_node_.end())
      return bits.manager_.variable(found->second);
    return bits.definition(n);
  }

  Bdd convert(Lit root) {
    std::vector<std::uint32_t> open{root.node()};
    while (!open.empty()) {
      const std::uint32_t n = open.back();
      if (made.count(n)) {
        open.pop_back();
        continue;
      }
      if (!graph.is_and(n)) {
        made.emplace(n, leaf(n));
        continue;
      }
      const Lit a = graph.left(n), b = graph.right(n);
      const bool ready_a = made.count(a.node()), ready_b = made.count(b.node());
      if (!ready_b) open.push_back(b.node());
      if (!ready_a) open.push_back(a.node());
      if (!ready_a || !ready_b) continue;
      const Bdd f = take(a), g = take(b);
      made.emplace(n, f & g);
    }
    return take(root);
  }
};

std::vector<Bdd> BddBits::functions(std::span<const Lit> roots) {
  Conversion conversion(*this);
  for (Lit root : roots) conversion.count(root.node());
  std::vector<Bdd> result;
  for (Lit root : roots) result.push_back(conversion.convert(root));
  return result;
}

// The function of a defined variable's bit; that of a current bit speaks of current bits only.  What was
// made while the manager was failing is made again.
Bdd BddBits::definition(std::uint32_t node) {
  const BitRole& role = bit_roles_.of(node);
  const VariableBits& variable = system_.variables()[role.place.variable];
  WHYNOT_CHECK(cone_[role.place.variable] && is_defined(variable), "a circuit should speak of bits in the cone");
  const auto known = definitions_.find(node);
  if (known != definitions_.end() && (known->second.valid() || manager_.failed())) return known->second;
  if (role.is_next) return definitions_[node] = to_next(definition(variable.current[role.place.bit].node()));
  make_definitions();
  return definitions_.at(node);
}

// Definitions may rest on definitions: they are made in the order in which functions can be evaluated.
void BddBits::make_definitions() {
  definitions_.clear();
  for (std::size_t i : system_.start_order()) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || !is_defined(v)) continue;
    const std::vector<Bdd> made = functions(*v.always->function);
    for (std::size_t bit = 0; bit < made.size(); ++bit) definitions_.emplace(v.current[bit].node(), made[bit]);
  }
}

std::vector<Value> BddBits::values(const Bdd& minterm, bool inputs) {
  std::vector<bool> assignment(roles_.size(), false);
  if (const auto cube = minterm.pick_cube())
    for (const solve::BddLiteral& l : *cube) assignment[l.variable] = l.positive;
  std::vector<Value> result;
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    if ((v.kind == VariableKind::Input) != inputs) continue;
    result.emplace_back();
    if (!cone_[i]) continue;
    Integer code = 0;
    for (std::size_t bit = 0; bit < v.current.size(); ++bit) {
      const std::uint32_t node = v.current[bit].node();
      const auto place = of_node_.find(node);
      const bool set = place != of_node_.end() ? assignment[place->second] : definition(node).eval(assignment);
      if (set) boost::multiprecision::bit_set(code, static_cast<unsigned>(bit));
    }
    result.back() = value_of_code(v.type(), code);
  }
  return result;
}

Bdd BddBits::minterm_of(const State& state) {
  std::vector<solve::BddLiteral> literals;
  std::size_t column = 0;
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    if (v.kind == VariableKind::Input) continue;
    const Value& value = state[column++];
    if (!cone_[i] || is_defined(v)) continue;
    const Integer code = code_of(v.type(), value);
    for (std::size_t bit = 0; bit < v.current.size(); ++bit)
      literals.push_back(
          {of_node_.at(v.current[bit].node()), boost::multiprecision::bit_test(code, static_cast<unsigned>(bit))});
  }
  for (const Pair& extra : extra_) literals.push_back({extra.current, false});
  return manager_.cube(literals);
}

Integer BddBits::count_states(const Bdd& set) {
  std::vector<BddVariable> extra;
  for (const Pair& pair : extra_) extra.push_back(pair.current);
  const auto states = static_cast<std::size_t>(std::count_if(
      roles_.begin(), roles_.end(), [](Role role) { return role == Role::Current || role == Role::Frozen; }));
  const Bdd projected = set.exists(manager_.cube_of(extra));
  return projected.valid() ? projected.sat_count(states - extra.size()) : Integer(0);
}

}  // namespace whynot::encode
