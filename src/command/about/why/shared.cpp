// Each counterexample with what it rests on, and the nearest passing run of each where a little work finds one.
#include "command/about/why/shared.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/why/contrast/contrast.h"
#include "analyse/why/shared.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

constexpr why::ContrastEffort little{.most = 1, .work = 200'000, .questions = 16, .rounds = 1};

const Trace* cited(session::Workbench& bench, const std::string& id) {
  const auto& entries = bench.report().traces;
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &found->trace;
}

why::Chain causes_of(session::Workbench& bench, const why::Failure& failure, const Trace& trace) {
  std::vector<why::Place> from;
  if (!failure.witnesses.empty())
    for (const why::Cause& cause : failure.witnesses[0].causes)
      if (const auto place = why::place_named(bench.system(), trace, cause.column, cause.named(trace.steps.size())))
        from.push_back(*place);
  return why::chain(bench.system(), trace, from, &bench.context());
}

report::WhySharedFact fact_of(session::Workbench& bench, const why::SharedFact& fact) {
  report::WhySharedFact told;
  told.column = bench.pool().name_of(bench.system().variables[fact.variable].variable);
  if (!fact.is_branch) told.value = fact.value;
  if (fact.where.end > 0) told.line = bench.sources().place(fact.where).line;
  told.branch = fact.branch;
  told.gives = fact.gives;
  told.passing = fact.passing;
  const auto name = [&](std::size_t v) { return bench.pool().name_of(bench.system().variables[v].variable); };
  if (fact.with)
    told.with = fmt::format("{} = {}", name(fact.with->left),
                            fact.with->right ? name(*fact.with->right) : fact.with->value.to_string());
  return told;
}

}  // namespace

report::WhyShared shared_by(session::Workbench& bench, const Property& property,
                            const std::vector<std::string>& traces) {
  std::vector<why::Chain> causes;
  std::vector<Trace> passing;
  for (const std::string& id : traces) {
    const Trace* trace = cited(bench, id);
    if (!trace) continue;
    const why::Failure failure = why::failure(bench.system(), property, *trace);
    causes.push_back(causes_of(bench, failure, *trace));
    const why::Told* witness = failure.witnesses.empty() ? nullptr : &failure.witnesses[0];
    auto found = why::contrast(bench.system(), bench.stepper(), property, *trace, witness, &causes.back().roots, little,
                               bench.context());
    if (found && found->nearest.best) passing.push_back(std::move(found->nearest.best->run));
  }
  const why::Shared shared = why::shared(bench.system(), causes, passing);
  report::WhyShared told{shared.counterexamples, shared.passing};
  for (const why::SharedFact& fact : shared.facts) told.facts.push_back(fact_of(bench, fact));
  return told;
}

}  // namespace whynot::command
