// One scope for each loose sort that has elements enough.
#include "analyse/falsify/samples/wider.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot::analyse::falsify {

using whynot::ots::Ots;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

constexpr std::size_t few = 2, many = 4;

std::vector<std::uint32_t> elements_of(const Ots& ots, SortId sort) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t e = 0; e < ots.elements.size(); ++e)
    if (ots.elements[e].sort == sort) out.push_back(e);
  return out;
}

bool is_in_a_scope(const Ots& ots, std::uint32_t element) {
  return std::any_of(ots.scopes.begin(), ots.scopes.end(), [&](const Scope& scope) {
    return std::any_of(scope.elements.begin(), scope.elements.end(), [&](const auto& of) {
      return std::find(of.second.begin(), of.second.end(), element) != of.second.end();
    });
  });
}

}  // namespace

std::vector<Scope> wider_scopes(const Ots& ots) {
  std::vector<Scope> out;
  bool unused = false;
  for (std::uint32_t e = 0; e < ots.elements.size(); ++e) unused = unused || !is_in_a_scope(ots, e);
  if (!unused) return out;
  for (SortId wide = 0; wide < ots.sorts.size(); ++wide) {
    if (ots.sorts[wide].kind != SortKind::Loose || elements_of(ots, wide).size() < many) continue;
    Scope scope;
    scope.name = fmt::format("two, but {} of {}", many, ots.sorts[wide].name);
    for (SortId sort = 0; sort < ots.sorts.size(); ++sort) {
      if (ots.sorts[sort].kind != SortKind::Loose) continue;
      std::vector<std::uint32_t> members = elements_of(ots, sort);
      members.resize(std::min(members.size(), sort == wide ? many : few));
      scope.elements.emplace_back(sort, std::move(members));
    }
    out.push_back(std::move(scope));
  }
  return out;
}

}  // namespace whynot::analyse::falsify
