// Sizes are tried in the order of how far they are from what is wanted, until some state is initial.
#include "front/pyv/scopes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "base/context.h"

namespace whynot::front::pyv {
namespace {

using whynot::ots::Ots;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using Sizes = std::vector<std::size_t>;

constexpr std::size_t most_elements = 6, farthest = 6, most_tried = 400;
constexpr std::size_t most_cells = 3'000;
constexpr std::size_t most_of_one = 4;
constexpr std::uint64_t steps_of_search = 1'000'000;  // for initial states: where there is none, that may take forever

std::uint32_t element(Ots& ots, SortId sort, std::size_t number) {
  std::string stem = ots.sorts[sort].name;
  for (char& c : stem) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string name = fmt::format("{}{}", stem, number);
  const auto at = std::find_if(ots.elements.begin(), ots.elements.end(),
                               [&](const auto& e) { return e.name == name && e.sort == sort; });
  if (at != ots.elements.end()) return static_cast<std::uint32_t>(at - ots.elements.begin());
  ots.elements.push_back({name, sort});
  return static_cast<std::uint32_t>(ots.elements.size() - 1);
}

Scope scope_of(Ots& ots, const std::string& name, const std::vector<SortId>& sorts, const Sizes& sizes) {
  Scope scope;
  scope.name = name;
  for (std::size_t i = 0; i < sorts.size(); ++i) {
    std::vector<std::uint32_t> members;
    for (std::size_t n = 1; n <= sizes[i]; ++n) members.push_back(element(ots, sorts[i], n));
    scope.elements.emplace_back(sorts[i], std::move(members));
  }
  return scope;
}

bool has_start(const Ots& ots, const Scope& scope, Context& context) {
  const auto stepper = make_stepper(ots, scope);
  if (stepper->signature()->columns.size() > most_cells) return false;
  bool found = false;
  stepper->initial(context, [&](const State&) {
    found = true;
    return false;
  });
  return found;
}

// Calls `visit` with all sizes that differ so much in sum, until it says true.
template <class Visit>
bool each_at(std::size_t distance, std::size_t at, Sizes& sizes, const Visit& visit) {
  if (at == sizes.size()) return distance == 0 && visit(sizes);
  const std::size_t wanted = sizes[at];
  for (std::size_t d = 0; d <= distance; ++d)
    for (const bool up : {true, false}) {
      if ((d == 0 && !up) || (up && wanted + d > most_elements) || (!up && wanted <= d)) continue;
      sizes[at] = up ? wanted + d : wanted - d;
      if (each_at(distance - d, at + 1, sizes, visit)) return true;
      sizes[at] = wanted;
    }
  return false;
}

// As near to so many elements of each sort as there is an initial state; as many where none is found.
Scope nearest_scope(Ots& ots, const std::string& name, const std::vector<SortId>& sorts, std::size_t wanted,
                    Context& context) {
  Sizes sizes(sorts.size(), wanted);
  std::size_t tried = 0;
  std::optional<Scope> found;
  for (std::size_t distance = 0; distance <= farthest && !found && tried < most_tried; ++distance)
    each_at(distance, 0, sizes, [&](const Sizes& now) {
      if (++tried > most_tried || context.should_stop()) return true;
      Scope scope = scope_of(ots, name, sorts, now);
      if (has_start(ots, scope, context)) found = std::move(scope);
      return found.has_value();
    });
  return found ? std::move(*found) : scope_of(ots, name, sorts, Sizes(sorts.size(), wanted));
}

}  // namespace

void add_scopes(Ots& ots) {
  std::vector<SortId> sorts;
  for (SortId s = 0; s < ots.sorts.size(); ++s)
    if (ots.sorts[s].kind == SortKind::Loose) sorts.push_back(s);
  Context whole;
  Context context(whole, steps_of_search);
  const std::pair<const char*, std::size_t> all[] = {{"three", 3}, {"two", 2}, {"one", 1}};
  for (const auto& [name, wanted] : all) {
    Scope scope = nearest_scope(ots, name, sorts, wanted, context);
    const auto same = [&](const Scope& s) { return s.elements == scope.elements; };
    if (std::none_of(ots.scopes.begin(), ots.scopes.end(), same)) ots.scopes.push_back(std::move(scope));
  }
  // For those who look beyond these scopes.
  for (const SortId sort : sorts)
    for (std::size_t n = 1; n <= most_of_one; ++n) element(ots, sort, n);
}

}  // namespace whynot::front::pyv
