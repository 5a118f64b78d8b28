#include "engine/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace whynot::engine {
namespace {

struct Runner {
  const Engine* engine;
  std::unique_ptr<Search> search;
  std::optional<Verdict> last;  // inconclusive: this engine has nothing more to say
};

bool is_conclusive(const Verdict& verdict) {
  return !std::holds_alternative<NoneUpTo>(verdict) && !std::holds_alternative<Unknown>(verdict);
}

// The most that is known when nobody was conclusive: the deepest bound, else the reasons.
Answer best_of(std::vector<Runner>& runners, const std::vector<std::string>& refusals) {
  Runner* deepest = nullptr;
  std::vector<std::string> reasons;
  for (Runner& runner : runners) {
    if (const auto* none = std::get_if<NoneUpTo>(&*runner.last)) {
      if (!deepest || none->depth > std::get<NoneUpTo>(*deepest->last).depth) deepest = &runner;
    } else if (const auto* unknown = std::get_if<Unknown>(&*runner.last)) {
      const std::string reason = fmt::format("{}: {}", runner.engine->name(), unknown->reason);
      reasons.push_back(runners.size() == 1 ? unknown->reason : reason);
    }
  }
  if (deepest) return {*deepest->last, std::string(deepest->engine->name()), std::move(deepest->search)};
  reasons.insert(reasons.end(), refusals.begin(), refusals.end());
  return {Unknown{fmt::format("{}", fmt::join(reasons, "; "))}, "", nullptr};
}

// Users want the shortest counterexample.  One that bounded search did not find may be longer than needed:
// it is asked for a shorter one, with a limited effort.
Answer shortened(Answer answer, Query query, std::span<const Engine* const> engines, Context& context) {
  constexpr std::uint64_t effort = 20'000;
  const auto* violated = std::get_if<Violated>(&answer.verdict);
  const auto* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
  const auto bounded = std::find_if(engines.begin(), engines.end(), [](const Engine* e) { return e->name() == "bmc"; });
  if (!trace || trace->depth() == 0 || bounded == engines.end() || answer.engine == "bmc" || (*bounded)->refuses(query)) return answer;
  query.bound = std::min(query.bound.value_or(trace->depth()), trace->depth() - 1);
  Context limited(context, effort);
  Verdict shorter = (*bounded)->start(std::move(query), limited)->next();
  if (std::holds_alternative<Violated>(shorter)) return {std::move(shorter), "bmc", nullptr};
  return answer;
}

}  // namespace

Answer decide(const Query& query, std::span<const Engine* const> engines, Context& context) {
  std::vector<Runner> runners;
  std::vector<std::string> refusals;
  for (const Engine* engine : engines) {
    if (auto reason = engine->refuses(query))
      refusals.push_back(*reason);
    else
      runners.push_back({engine, engine->start(query, context), std::nullopt});
  }
  // Alone, an engine need not take turns.
  if (runners.size() == 1) {
    Verdict verdict = runners[0].search->next();
    return {std::move(verdict), std::string(runners[0].engine->name()), std::move(runners[0].search)};
  }
  while (std::any_of(runners.begin(), runners.end(), [](const Runner& r) { return !r.last; })) {
    for (Runner& runner : runners) {
      if (runner.last) continue;
      runner.last = runner.search->advance();
      if (!runner.last && context.should_stop()) runner.last = runner.search->next();  // says how far it came
      if (runner.last && is_conclusive(*runner.last))
        return shortened({*runner.last, std::string(runner.engine->name()), std::move(runner.search)}, query, engines, context);
    }
  }
  return best_of(runners, refusals);
}

}  // namespace whynot::engine
