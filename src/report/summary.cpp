// The words of verdicts: outcome, depth, how it was proved, what was not decided.
#include "report/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "report/spelling.h"

namespace whynot::report {

Outcome outcome(const Verdict& verdict) {
  if (std::holds_alternative<Holds>(verdict)) return Outcome::Holds;
  if (std::holds_alternative<Violated>(verdict)) return Outcome::Violated;
  if (std::holds_alternative<Computed>(verdict)) return Outcome::Value;
  return Outcome::Undecided;
}

std::string_view outcome_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::Holds: return "holds";
    case Outcome::Violated: return "violated";
    case Outcome::Undecided: return "undecided";
    case Outcome::Value: return "value";
  }
  return "";
}

std::string reason(const Verdict& verdict) {
  if (const auto* none = std::get_if<NoneUpTo>(&verdict)) {
    if (!none->reason.empty())
      return fmt::format("{} after depth {}: no counterexample up to there", none->reason, none->depth);
    return fmt::format("no counterexample of depth at most {}; longer ones were not looked for", none->depth);
  }
  if (const auto* unknown = std::get_if<Unknown>(&verdict))
    return unknown->reason.empty() ? "no engine has an answer" : unknown->reason;
  if (const auto* violated = std::get_if<Violated>(&verdict))
    if (const auto* none = std::get_if<NoEvidence>(&violated->evidence)) return none->why;
  return {};
}

namespace {

std::string space_text(const Integer& states) {
  if (states == 0) return "no state is reachable";
  return states == 1 ? "the only state" : fmt::format("all {} states", whynot::to_string(states));
}

std::string invariant_text(const Invariant& invariant) {
  const std::size_t clauses = invariant.clauses.size();
  if (clauses == 0) return "inductive";
  return clauses == 1 ? "inductive with 1 clause" : fmt::format("inductive with {} clauses", clauses);
}

}  // namespace

std::string proof(const Verdict& verdict) {
  const auto* holds = std::get_if<Holds>(&verdict);
  if (!holds) return {};
  if (const auto* induction = std::get_if<Induction>(&holds->evidence))
    return fmt::format("k-induction, k = {}{}", induction->k, induction->simple_paths ? ", simple paths" : "");
  if (const auto* space = std::get_if<WholeSpace>(&holds->evidence)) return space_text(space->states);
  if (const auto* invariant = std::get_if<Invariant>(&holds->evidence)) return invariant_text(*invariant);
  return {};
}

std::string computed(const Verdict& verdict) {
  const auto* value = std::get_if<Computed>(&verdict);
  WHYNOT_CHECK(value, "the verdict should be a value: its outcome says so");
  return value->value ? whynot::to_string(*value->value) : "infinity";
}

std::optional<std::size_t> depth(const Report& report, const PropertyResult& result) {
  const TraceEntry* entry = result.traces.empty() ? nullptr : report.trace(result.traces.front());
  if (!entry || entry->trace.steps.empty() || entry->role == "step") return std::nullopt;
  return entry->trace.depth();
}

bool replayed(const Report& report, const PropertyResult& result) {
  return !result.traces.empty() && std::all_of(result.traces.begin(), result.traces.end(), [&](const std::string& id) {
    const TraceEntry* entry = report.trace(id);
    return entry && entry->replayed;
  });
}

Counts count(const Report& report) {
  Counts counts;
  for (const PropertyResult& result : report.properties) switch (outcome(result.verdict)) {
      case Outcome::Holds: ++counts.holds; break;
      case Outcome::Violated: ++counts.violated; break;
      case Outcome::Undecided: ++counts.undecided; break;
      case Outcome::Value: ++counts.values; break;
    }
  return counts;
}

std::string counts_text(const Counts& counts) {
  std::string out;
  const auto part = [&](std::size_t n, std::string_view one, std::string_view many) {
    if (n != 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, n == 1 ? one : many);
  };
  part(counts.violated, "violated", "violated");
  part(counts.holds, "holds", "hold");
  part(counts.undecided, "undecided", "undecided");
  part(counts.values, "value computed", "values computed");
  return out.empty() ? "no properties" : out;
}

}  // namespace whynot::report
