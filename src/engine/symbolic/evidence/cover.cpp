// Each cube is narrowed to the values that its states have, then widened by leaving out what the others imply: narrow
// first, since a literal with few values makes more of the others needless.
#include "engine/symbolic/evidence/cover.h"

#include <algorithm>
#include <map>

namespace whynot::engine::symbolic {
namespace {

using encode::Bdd;

constexpr unsigned most_values = 64;      // of a type that is gone through
constexpr std::size_t most_work = 50000;  // questions about values, by the nodes that each may visit

std::size_t count_of(const ValueLiteral& l) {
  return static_cast<std::size_t>(std::count(l.allowed.begin(), l.allowed.end(), true));
}

class Shortening {
 public:
  Shortening(encode::BddBits& bits, const Bdd& set, const Bdd& among) : bits_(bits), set_(set), among_(among) {}

  // Narrows the literals to the values that states of the cube have; false where it has none.
  bool narrow(ValueCube& cube) {
    const Bdd states = of(cube) & among_;
    if (!states.is_satisfiable()) return false;
    for (ValueLiteral& l : cube.literals)
      for (std::size_t i = 0; i < l.allowed.size(); ++i)
        if (l.allowed[i]) l.allowed[i] = value(l.variable, i).intersects(states);
    return true;
  }

  // Leaves out what is not needed, what says least first.
  void widen(ValueCube& cube) {
    const Bdd anything = bits_.manager().constant(true);
    if (cube.rest_condition && stays_within(cube.literals, anything)) {
      cube.rest = anything;
      cube.rest_condition = {};
    }
    std::vector<ValueLiteral> order = cube.literals;
    std::stable_sort(order.begin(), order.end(), [](const ValueLiteral& a, const ValueLiteral& b) {
      return count_of(a) * b.allowed.size() > count_of(b) * a.allowed.size();
    });
    for (const ValueLiteral& l : order) {
      std::vector<ValueLiteral> without = cube.literals;
      std::erase_if(without, [&](const ValueLiteral& other) { return other.variable == l.variable; });
      if (stays_within(without, cube.rest)) cube.literals = std::move(without);
    }
    for (ValueLiteral& l : cube.literals) fill(cube, l);
  }

  // Cubes that the others cover go, the longest first.
  void drop_covered(std::vector<ValueCube>& cubes) {
    std::stable_sort(cubes.begin(), cubes.end(),
                     [](const ValueCube& a, const ValueCube& b) { return a.literals.size() < b.literals.size(); });
    std::vector<Bdd> states;
    states.reserve(cubes.size());
    for (const ValueCube& c : cubes) states.push_back(of(c) & among_);
    for (std::size_t i = cubes.size(); i-- > 0;) {
      Bdd others = bits_.manager().constant(false);
      for (std::size_t k = 0; k < cubes.size(); ++k)
        if (k != i) others |= states[k];
      if (!states[i].leq(others)) continue;
      cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(i));
      states.erase(states.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  Bdd of(const ValueCube& cube) { return product(cube.literals) & cube.rest; }

 private:
  const Bdd& value(std::size_t variable, std::size_t index) {
    auto& known = values_[{variable, index}];
    if (known.valid()) return known;
    const encode::VariableBits& v = bits_.system().variables()[variable];
    ExprPool& pool = *bits_.system().system().pool;
    return known = bits_.condition(pool.eq(v.variable, pool.constant(v.type().value(Integer(index)), v.type())));
  }

  Bdd product(const std::vector<ValueLiteral>& literals) {
    Bdd all = bits_.manager().constant(true);
    for (const ValueLiteral& l : literals) {
      Bdd any = bits_.manager().constant(false);
      for (std::size_t i = 0; i < l.allowed.size(); ++i)
        if (l.allowed[i]) any |= value(l.variable, i);
      all &= any;
    }
    return all;
  }

  bool stays_within(const std::vector<ValueLiteral>& literals, const Bdd& rest) {
    return (product(literals) & rest & among_).leq(set_);
  }

  // Numbers between the least and the largest one, where these may be had as well: `2..5` is shorter than `2, 3, 5`.
  void fill(ValueCube& cube, ValueLiteral& literal) {
    if (!bits_.system().variables()[literal.variable].type().is(TypeKind::Range)) return;
    const auto first = std::find(literal.allowed.begin(), literal.allowed.end(), true);
    const auto last = std::find(literal.allowed.rbegin(), literal.allowed.rend(), true).base();
    if (std::find(first, last, false) == last) return;
    const std::vector<bool> before = literal.allowed;
    std::fill(first, last, true);
    if (!stays_within(cube.literals, cube.rest)) literal.allowed = before;
  }

  encode::BddBits& bits_;
  const Bdd& set_;
  const Bdd& among_;
  std::map<std::pair<std::size_t, std::size_t>, Bdd> values_;
};

// The one literal in which cubes that are otherwise the same differ.
std::optional<std::size_t> only_difference(const ValueCube& a, const ValueCube& b) {
  if (a.literals.size() != b.literals.size() || a.rest != b.rest) return std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < a.literals.size(); ++i) {
    if (a.literals[i].variable != b.literals[i].variable) return std::nullopt;
    if (a.literals[i].allowed == b.literals[i].allowed) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

bool merge_two(std::vector<ValueCube>& cubes) {
  for (std::size_t a = 0; a < cubes.size(); ++a)
    for (std::size_t b = a + 1; b < cubes.size(); ++b) {
      const auto at = only_difference(cubes[a], cubes[b]);
      if (!at) continue;
      std::vector<bool>& into = cubes[a].literals[*at].allowed;
      for (std::size_t i = 0; i < into.size(); ++i)
        if (cubes[b].literals[*at].allowed[i]) into[i] = true;
      if (count_of(cubes[a].literals[*at]) == into.size())
        cubes[a].literals.erase(cubes[a].literals.begin() + static_cast<std::ptrdiff_t>(*at));
      cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(b));
      return true;
    }
  return false;
}

std::size_t questions_about(const std::vector<ValueCube>& cubes) {
  std::size_t all = 0;
  for (const ValueCube& c : cubes)
    for (const ValueLiteral& l : c.literals) all += count_of(l) + 1;
  return all;
}

}  // namespace

bool is_small(Type type) {
  const auto size = type.size();
  const bool is_listed = type.is_boolean() || type.is(TypeKind::Range) || type.is(TypeKind::Enum);
  return is_listed && size && *size <= most_values;
}

std::vector<ValueCube> shortened(encode::BddBits& bits, std::vector<ValueCube> cubes, const Bdd& set,
                                 const Bdd& among) {
  if (questions_about(cubes) * (among.node_count() + set.node_count()) > most_work) return cubes;
  Shortening work(bits, set, among);
  std::vector<ValueCube> made = cubes;
  std::erase_if(made, [&](ValueCube& c) { return !work.narrow(c); });
  for (ValueCube& c : made) work.widen(c);
  work.drop_covered(made);
  while (merge_two(made)) {}
  Bdd all = bits.manager().constant(false);
  for (const ValueCube& c : made) all |= work.of(c);
  return (all & among) == set ? made : cubes;  // a manager that failed gives no short ones
}

}  // namespace whynot::engine::symbolic
