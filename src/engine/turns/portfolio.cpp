// Gives the engines slices of work in a fixed order, larger ones each round, until one concludes.
#include "engine/turns/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "engine/induction.h"
#include "model/property.h"

namespace whynot::engine {
namespace {

// Units of a turn.  After a glance all engines get the same; from then on each turn may take four times as long as the
// one before: what has to be begun again then, and what the others do meanwhile, costs no more than a part of what is
// gained.  Those who lead are a turn ahead.
constexpr std::uint64_t glance = 25, even_effort = 250, first_effort = 500, growth = 4;
// A glance of the others: a question that is hard for a solver should not keep easy ones waiting.
constexpr std::uint64_t short_glance = 2;
// Then those have a short turn who take longer to begin: it costs less than a long turn of somebody who will not
// answer.
constexpr std::uint64_t late_glance = 12;
constexpr std::size_t late_round = 1, even_round = 2, first_round = 3;

std::uint64_t effort_of_round(std::size_t round, std::uint64_t before) {
  switch (round) {
    case late_round: return late_glance;
    case even_round: return even_effort;
    case first_round: return first_effort;
    default: return growth * before;
  }
}
// While turns are no larger than this, a long run waits for a shorter one.
constexpr std::uint64_t most_waiting = 8000;

// Whether the property reads inputs or next values: what it says of a state then depends on the step that leaves it.
bool speaks_of_steps(const Query& query) {
  const auto is_input = [&](Expr v) {
    const auto& all = query.system->variables;
    return std::any_of(all.begin(), all.end(),
                       [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
  };
  const Expr formula = query.property->formula;
  return formula && speaks_of_transition(formula, is_input);
}

// Engines that do not wander go to a failing state by a shortest way; a loop may be longer than needed, and what leaves
// the state not the step that fails.
bool is_shortest(const Query& query, const Trace& trace) {
  return trace.depth() == 0 ||
         (!trace.loop && invariant_of(*query.system->pool, *query.property) && !speaks_of_steps(query));
}

// Bounded search closes such loops on what was read, too (encode/lasso.h), and may find an end before it finds a loop.
bool may_close_late(const Query& query, const Trace& trace) {
  const bool has_loops = trace.loop || !invariant_of(*query.system->pool, *query.property);
  return has_loops && trace.depth() > 1 && speaks_of_steps(query);
}

std::optional<std::size_t> looked_up_to(const std::optional<Verdict>& verdict) {
  const auto* none = verdict ? std::get_if<NoneUpTo>(&*verdict) : nullptr;
  return none ? std::optional(none->depth) : std::nullopt;
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
  const std::size_t shorter_ones = trace->depth() - 1;
  query.bound = std::min(query.bound.value_or(trace->depth()), shorter_ones);
  Context limited(context, effort);
  auto shorter = shortest.start(query, limited)->advance(effort);
  if (shorter && std::holds_alternative<Violated>(*shorter)) {
    const bool longer = may_close_late(query, *trace_of(*shorter));
    return {*std::move(shorter), std::string(shortest.name()), nullptr, longer};
  }
  const auto none_up_to = looked_up_to(shorter);
  answer.may_be_longer = !none_up_to || *none_up_to < shorter_ones || may_close_late(query, *trace);
  return answer;
}

}  // namespace

bool may_be_longer(const Query& query, const Engine& engine, const Search& search, const Verdict& verdict) {
  const Trace* trace = trace_of(verdict);
  if (!trace || trace->depth() == 0) return false;
  if (engine.powers().shortest) return may_close_late(query, *trace);
  return search.may_be_longer() || (!is_shortest(query, *trace) && (query.property->is_ltl() || trace->loop));
}

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
  // Who could not be asked matters where nobody else was stopped at work.
  if (stopped.empty()) reasons.insert(reasons.end(), refusals.begin(), refusals.end());
  return {Unknown{fmt::format("{}", fmt::join(reasons, "; "))}, "", nullptr};
}

namespace {

// Diagrams rarely come to an end on designs with very many bits of state, where IC3 often does.
bool is_wide(const TransitionSystem& system) {
  constexpr std::size_t many = 128;
  std::size_t bits = 0;
  for (const Assignment& a : system.next_assignments)
    bits += a.variable.type().size() ? bit_width(Integer(*a.variable.type().size() - 1)) : 0;
  return bits > many;
}

}  // namespace

Portfolio::Portfolio(Query query, std::span<const Engine* const> engines, Context& context)
    : query_(std::move(query)), engines_(engines.begin(), engines.end()), context_(context), effort_(glance) {
  for (const Engine* engine : engines_) {
    if (auto reason = engine->refuses(query_))
      refusals_.push_back(*reason);
    else
      runners_.push_back({engine});
  }
  const auto finds_runs = [](const Runner& r) { return r.engine->powers().shortest; };
  if (std::any_of(runners_.begin(), runners_.end(), finds_runs))
    for (Runner& runner : runners_) runner.leaves_runs = !finds_runs(runner);
  if (is_wide(*query_.system)) {
    std::stable_partition(runners_.begin(), runners_.end(), [](const Runner& r) { return r.engine->powers().clauses; });
    is_wide_ = true;
  }
}

void Portfolio::Runner::take_turn(const Query& query, std::uint64_t effort, Context& context) {
  if (!search && context.should_stop()) {  // how far it came when it was given up
    last = so_far.value_or(Unknown{context.stop_reason()});
    if (auto* none = std::get_if<NoneUpTo>(&*last)) none->reason = context.stop_reason();
    return;
  }
  if (!search) {
    search = engine->start(query, context);
    if (leaves_runs) search->leave_runs();
  }
  last = search->advance(effort);
  if (!last && context.should_stop()) last = search->next();  // says how far it came
  goes_well = !last && search->goes_well();
}

// All have had the same by now; who is well on its way leads from here on.  In a wide design proof and run lead
// together, the run first: where there is one it is often found long before clauses lead to it.
void Portfolio::choose_leaders() {
  const auto finds_runs = [](const Runner& r) { return r.engine->powers().shortest; };
  const auto proves = [](const Runner& r) { return r.engine->powers().clauses; };
  if (is_wide_) std::stable_partition(runners_.begin(), runners_.end(), finds_runs);
  std::stable_partition(runners_.begin(), runners_.end(), [](const Runner& r) { return r.goes_well; });
  for (Runner& r : runners_) r.leads = is_wide_ && (finds_runs(r) || proves(r));
  runners_.front().leads = true;
}

// Those who cannot answer after a few units are not asked at a glance, unless there is nobody else.
bool Portfolio::takes_part(const Runner& runner) const {
  if (runner.last) return false;
  if (round_ > late_round || runners_.size() == 1) return true;
  return runner.engine->powers().glances == (round_ < late_round);
}

std::uint64_t Portfolio::effort_of(const Runner& runner) const {
  if (round_ == 0) return &runner == &runners_.front() ? effort_ : short_glance;
  return runner.leads ? growth * effort_ : effort_;
}

// Who is seen to be well on its way when it had as much as the others will get need not wait for them; nor the first
// where clauses cannot be the answer, as it most often is the one that gives it then.
void Portfolio::go_ahead(Runner& runner) {
  if (round_ != even_round || runner.last) return;
  const auto proves = [](const Runner& r) { return r.engine->powers().clauses; };
  const bool is_likely = &runner == &runners_.front() && std::none_of(runners_.begin(), runners_.end(), proves);
  if (runner.goes_well || is_likely) runner.take_turn(query_, growth * first_effort, context_);
}

std::optional<Answer> Portfolio::round() {
  for (Runner& runner : runners_) {
    if (!takes_part(runner)) continue;
    runner.take_turn(query_, effort_of(runner), context_);
    go_ahead(runner);
    if (!runner.last || !is_conclusive(*runner.last)) continue;
    if (auto answer = concluded(runner)) return answer;
  }
  const bool all_ended = std::all_of(runners_.begin(), runners_.end(), [](const Runner& r) { return bool(r.last); });
  if (all_ended || (far_ && (effort_ >= most_waiting || context_.should_stop()))) return ended();
  ++round_;
  effort_ = effort_of_round(round_, effort_);
  if (round_ == first_round) choose_leaders();
  return std::nullopt;
}

std::optional<Answer> Portfolio::concluded(Runner& runner) {
  Answer answer{*runner.last, std::string(runner.engine->name()), std::move(runner.search)};
  const Trace* trace = trace_of(answer.verdict);
  if (takes_any_run_) return answer;
  answer.may_be_longer = may_be_longer(query_, *runner.engine, *answer.search, answer.verdict);
  if (!runner.engine->powers().wanders || !trace || trace->depth() == 0)
    return shortened(std::move(answer), query_, engines_, std::max(effort_, first_effort), context_);
  far_ = std::move(answer);
  return std::nullopt;
}

std::optional<Answer> Portfolio::ended() {
  if (far_) {
    const Trace* trace = trace_of(far_->verdict);
    far_->may_be_longer = trace && !none_is_shorter(*trace);
    return std::move(far_);
  }
  std::vector<Answer> answers;
  for (Runner& runner : runners_)
    answers.push_back({*std::move(runner.last), std::string(runner.engine->name()), std::move(runner.search)});
  return best_of(std::move(answers), refusals_, context_);
}

bool Portfolio::none_is_shorter(const Trace& trace) const {
  const auto excludes = [&](const Runner& r) {
    if (!r.engine->powers().shortest) return false;
    const auto known = r.last || !r.search ? r.last : r.search->so_far();
    const auto none_up_to = looked_up_to(known);
    return none_up_to && *none_up_to + 1 >= trace.depth();
  };
  return std::any_of(runners_.begin(), runners_.end(), excludes);
}

void Portfolio::rest() {
  for (Runner& runner : runners_) {
    if (runner.search && !runner.last)
      if (auto known = runner.search->so_far()) runner.so_far = std::move(known);
    runner.search.reset();
  }
}

Answer decide(const Query& query, std::span<const Engine* const> engines, Context& context, Runs runs) {
  Portfolio portfolio(query, engines, context);
  if (runs == Runs::Any) portfolio.take_any_run();
  // Alone, an engine need not take turns.
  if (const Engine* engine = portfolio.only()) {
    auto search = engine->start(query, context);
    Verdict verdict = search->next();
    const bool longer = may_be_longer(query, *engine, *search, verdict);
    return {std::move(verdict), std::string(engine->name()), std::move(search), longer};
  }
  while (true)
    if (auto answer = portfolio.round()) return *std::move(answer);
}

}  // namespace whynot::engine
