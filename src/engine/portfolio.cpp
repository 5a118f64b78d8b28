// Gives the engines slices of work in a fixed order, larger ones each round, until one concludes.
#include "engine/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "engine/induction.h"

namespace whynot::engine {
namespace {

// Units of a turn.  Each may take four times as long as the one before: what has to be begun again then, and
// what the others do meanwhile, costs no more than a part of what is gained.  The first engine is a turn ahead.
constexpr std::uint64_t first_effort = 500, growth = 4;

struct Runner {
  const Engine* engine;
  std::unique_ptr<Search> search;  // made when its first turn comes
  std::optional<Verdict> last;     // inconclusive: this engine has nothing more to say

  void take_turn(const Query& query, std::uint64_t effort, Context& context) {
    if (!search) search = engine->start(query, context);
    last = search->advance(effort);
    if (!last && context.should_stop()) last = search->next();  // says how far it came
  }
};

// All engines go to a failing state by a shortest way; a loop may be longer than needed.
bool is_shortest(const Query& query, const Trace& trace) {
  return trace.depth() == 0 || (!trace.loop && invariant_of(*query.system->pool, *query.property));
}

// Users want the shortest counterexample.  One from an engine that does not promise it may be longer than needed:
// one that does is asked for a shorter one, with as much effort as the last turn was given.
Answer shortened(Answer answer, Query query, std::span<const Engine* const> engines, std::uint64_t effort,
                 Context& context) {
  const auto* violated = std::get_if<Violated>(&answer.verdict);
  const auto* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
  const auto found = std::find_if(engines.begin(), engines.end(), [](const Engine* e) { return e->powers().shortest; });
  if (!trace || is_shortest(query, *trace) || found == engines.end()) return answer;
  const Engine& shortest = **found;
  if (answer.engine == shortest.name() || shortest.refuses(query)) return answer;
  query.bound = std::min(query.bound.value_or(trace->depth()), trace->depth() - 1);
  Context limited(context, effort);
  auto shorter = shortest.start(std::move(query), limited)->advance(effort);
  if (shorter && std::holds_alternative<Violated>(*shorter))
    return {*std::move(shorter), std::string(shortest.name()), nullptr};
  return answer;
}

}  // namespace

bool is_conclusive(const Verdict& verdict) {
  return !std::holds_alternative<NoneUpTo>(verdict) && !std::holds_alternative<Unknown>(verdict);
}

Answer best_of(std::vector<Answer> answers, const std::vector<std::string>& refusals, const Context& context) {
  Answer* deepest = nullptr;
  const std::string stopped = context.stopped() == Stop::None ? "" : context.stop_reason();
  std::vector<std::string> reasons;
  if (!stopped.empty()) reasons.push_back(stopped);  // said once, not of each engine
  for (Answer& answer : answers) {
    if (const auto* none = std::get_if<NoneUpTo>(&answer.verdict)) {
      if (!deepest || none->depth > std::get<NoneUpTo>(deepest->verdict).depth) deepest = &answer;
    } else if (const auto* unknown = std::get_if<Unknown>(&answer.verdict); unknown && unknown->reason != stopped) {
      const std::string reason = fmt::format("{}: {}", answer.engine, unknown->reason);
      reasons.push_back(answers.size() == 1 ? unknown->reason : reason);
    }
  }
  if (deepest) {
    // The bound asked for may be reached, but others were at work still.
    auto& none = std::get<NoneUpTo>(deepest->verdict);
    if (none.reason.empty()) none.reason = stopped;
    return std::move(*deepest);
  }
  reasons.insert(reasons.end(), refusals.begin(), refusals.end());
  return {Unknown{fmt::format("{}", fmt::join(reasons, "; "))}, "", nullptr};
}

Answer decide(const Query& query, std::span<const Engine* const> engines, Context& context) {
  std::vector<Runner> runners;
  std::vector<std::string> refusals;
  for (const Engine* engine : engines) {
    if (auto reason = engine->refuses(query))
      refusals.push_back(*reason);
    else
      runners.push_back({engine, nullptr, std::nullopt});
  }
  // Alone, an engine need not take turns.
  if (runners.size() == 1) {
    auto search = runners[0].engine->start(query, context);
    Verdict verdict = search->next();
    return {std::move(verdict), std::string(runners[0].engine->name()), std::move(search)};
  }
  const auto is_open = [](const Runner& r) { return !r.last; };
  for (std::uint64_t effort = first_effort; std::any_of(runners.begin(), runners.end(), is_open); effort *= growth) {
    for (Runner& runner : runners) {
      if (runner.last) continue;
      runner.take_turn(query, &runner == &runners.front() ? growth * effort : effort, context);
      if (runner.last && is_conclusive(*runner.last))
        return shortened({*runner.last, std::string(runner.engine->name()), std::move(runner.search)}, query, engines,
                         effort, context);
    }
  }
  std::vector<Answer> answers;
  for (Runner& runner : runners)
    answers.push_back({*std::move(runner.last), std::string(runner.engine->name()), std::move(runner.search)});
  return best_of(std::move(answers), refusals, context);
}

}  // namespace whynot::engine
