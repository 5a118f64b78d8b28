#include "engine/certify.h"
#include "engine/induction.h"

namespace whynot::engine {

std::optional<std::string> doubt(const Query& query, Answer& answer, Context& context) {
  const auto* holds = std::get_if<Holds>(&answer.verdict);
  const auto* violated = std::get_if<Violated>(&answer.verdict);
  if (violated && std::holds_alternative<Trace>(violated->evidence)) return std::nullopt;
  if (std::holds_alternative<Computed>(answer.verdict)) return "values have no certificate";
  if (!holds && !violated) return "undecided";
  if (const auto* induction = holds ? std::get_if<Induction>(&holds->evidence) : nullptr)
    return refuses(*query.system, invariant_of(*query.system->pool, *query.property), *induction, context);
  const Engine* diagrams = engine_named("bdd");
  std::unique_ptr<Search> search = std::move(answer.search);
  if (answer.engine != diagrams->name() || !search) {
    if (const auto refusal = diagrams->refuses(query)) return refusal;
    search = diagrams->start(query, context);
    if (search->next().index() != answer.verdict.index()) return "the engine of decision diagrams does not confirm it";
  }
  const auto certificate = search ? search->certificate() : std::nullopt;
  if (!certificate) return "its certificate would be too large, or took too long";
  return refuses(*query.system, *query.property, holds != nullptr, *certificate, context);
}

}  // namespace whynot::engine
