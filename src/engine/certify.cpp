#include "engine/certify.h"

#include "check/certificate_check.h"
#include "engine/induction.h"
#include "engine/value_claims.h"

namespace whynot::engine {
namespace {

// A set of more gates than this may take a solver long to go through, where a few clauses often show the same.
constexpr std::size_t many_gates = 2000;
constexpr std::uint64_t effort_for_clauses = 8000;

// Whether an engine that proves by clauses finds some that show it, with little effort.
bool clauses_confirm(const Query& query, Context& context) {
  const Expr invariant = invariant_of(*query.system->pool, *query.property);
  const Engine& engine = engine_with(&Powers::clauses);
  if (!invariant || engine.refuses(query)) return false;
  const auto search = engine.start(query, context);
  search->leave_runs();
  const auto verdict = search->advance(effort_for_clauses);
  const auto* holds = verdict ? std::get_if<Holds>(&*verdict) : nullptr;
  const auto* clauses = holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
  return clauses && !check::refuses(*query.system, *query.property, invariant, *clauses, context);
}

std::optional<std::string> doubt_of(const Query& query, bool holds, Search& search, Context& context) {
  const auto certificate = search.certificate();
  const bool is_large = !certificate || certificate->gates.nodes.size() > many_gates;
  if (holds && is_large && clauses_confirm(query, context)) return std::nullopt;
  if (!certificate) return "its certificate would be too large, or took too long";
  return check::refuses(*query.system, *query.property, holds, *certificate, context);
}

std::optional<std::string> doubt_of(Query query, const Computed& value, Context& context) {
  for (const Claim& claim : value_claims(*query.system->pool, *query.property->compute, value)) {
    query.property = &claim.property;
    const auto search = engine_with(&Powers::certifies).start(query, context);
    const Verdict verdict = search->next();
    if (!is_conclusive(verdict)) return "its certificate would be too large, or took too long";
    if (std::holds_alternative<Holds>(verdict) != claim.holds) return claim.otherwise;
    if (auto reason = doubt_of(query, claim.holds, *search, context)) return reason;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> doubt(const Query& query, Answer& answer, Context& context) {
  const auto* holds = std::get_if<Holds>(&answer.verdict);
  const auto* violated = std::get_if<Violated>(&answer.verdict);
  if (violated && std::holds_alternative<Trace>(violated->evidence)) return std::nullopt;
  if (const auto* value = std::get_if<Computed>(&answer.verdict)) return doubt_of(query, *value, context);
  if (!holds && !violated) return "undecided";
  const Engine* decided = engine_named(answer.engine);
  const bool certifies = decided && decided->powers().certifies;
  const Expr invariant = holds && !certifies ? invariant_of(*query.system->pool, *query.property) : Expr();
  if (const auto* induction = invariant ? std::get_if<Induction>(&holds->evidence) : nullptr)
    return check::refuses(*query.system, *query.property, invariant, *induction, context);
  if (const auto* clauses = invariant ? std::get_if<Invariant>(&holds->evidence) : nullptr)
    return check::refuses(*query.system, *query.property, invariant, *clauses, context);
  std::unique_ptr<Search> search = std::move(answer.search);
  if (!certifies || !search) {
    const Engine& certifier = certifies ? *decided : engine_with(&Powers::certifies);
    if (auto refusal = certifier.refuses(query)) return refusal;
    search = certifier.start(query, context);
    if (search->next().index() != answer.verdict.index()) return "a second search does not confirm it";
  }
  return doubt_of(query, holds != nullptr, *search, context);
}

}  // namespace whynot::engine
