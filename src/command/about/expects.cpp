#include "command/about/expects.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/ots/search.h"

namespace whynot::command {
namespace {

using ots::ExpectStates;
using ots::ExpectVerdict;

// States up to a depth, or in all, as far as a search without symmetry tells.
std::optional<std::uint64_t> states_found(const report::SearchSummary& search,
                                          const std::optional<std::size_t>& depth) {
  if (!depth)
    return search.exhausted && !search.depths.empty() ? std::optional(search.depths.back().states) : std::nullopt;
  const auto row = std::find_if(search.depths.begin(), search.depths.end(),
                                [&](const auto& found) { return found.depth == *depth; });
  return row == search.depths.end() ? std::nullopt : std::optional<std::uint64_t>(row->states);
}

std::string contradiction(const ExpectStates& expected, const report::SearchSummary& search) {
  for (const auto& [depth, states] : expected.counts) {
    const auto found = states_found(search, depth);
    if (found && *found != states)
      return fmt::format("{} states are expected{}, there are {}", states,
                         depth ? fmt::format(" up to depth {}", *depth) : "", *found);
  }
  return "";
}

std::string contradiction(const ExpectVerdict& expected, const report::PropertyResult& found) {
  const auto* violated = std::get_if<Violated>(&found.verdict);
  const auto* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
  const std::string& name = found.property.name;
  if (expected.word != ExpectVerdict::Word::Falsified) {
    const bool beyond = expected.depth && trace && trace->depth() > *expected.depth;
    return violated && !beyond ? fmt::format("`{}` is expected to hold, and fails", name) : "";
  }
  if (std::holds_alternative<Holds>(found.verdict)) return fmt::format("`{}` is expected to fail, and holds", name);
  // Only a search finds a shortest run.
  if (trace && found.engine == engine::ots::search_name && expected.depth && trace->depth() != *expected.depth)
    return fmt::format("`{}` is expected to fail at depth {}, and fails at {}", name, *expected.depth, trace->depth());
  return "";
}

}  // namespace

void compare_with_expects(const Specification& specification, const report::Report& report, Diagnostics& diagnostics) {
  if (specification.any_scope) return;
  const ots::Ots& ots = *specification.ots;
  const auto is_asked = [&](std::uint32_t scope) { return ots.scopes[scope].name == specification.scope.name; };
  for (const ots::Expect& e : ots.expects) {
    std::string said;
    if (const auto* states = std::get_if<ExpectStates>(&e.what)) {
      for (const report::Finding& f : report.findings) {
        const auto* finding = std::get_if<report::Falsification>(&f);
        if (!finding || !finding->search || finding->search->symmetry != "off" || !finding->search->stopped.empty())
          continue;
        if (said.empty() && is_asked(states->scope)) said = contradiction(*states, *finding->search);
      }
    } else if (const auto& v = std::get<ExpectVerdict>(e.what); !v.scope || is_asked(*v.scope)) {
      for (const report::PropertyResult& p : report.properties)
        if (said.empty() && p.property.name == ots.invariants[v.invariant].name) said = contradiction(v, p);
    }
    if (!said.empty()) diagnostics.warning("ots.expect", said, e.where);
  }
}

}  // namespace whynot::command
