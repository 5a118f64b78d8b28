// The watch interns trails and exclusions' progress; the search asks for runs to final trails, round by round.
#include "analyse/paths/sites.h"

#include <algorithm>
#include <tuple>

namespace whynot::analyse::paths {

using namespace engine::pushdown;

namespace {

constexpr std::size_t most_edges = 3'000'000;  // of the product with trails; beyond that sites are points alone
constexpr std::size_t least_allowed = 1'000'000, growth = 12;  // of the edges, by what is excluded
constexpr std::size_t most_trails = 20'000;
constexpr std::size_t most_sites = 1'000;  // nobody reads more
constexpr std::size_t most_rounds = 24;    // of exclusion
constexpr std::size_t most_exclusions = 120;
constexpr std::size_t most_tried = 12;  // runs to a site, before loops are not counted any more
// Steps of the scout: a little for each site, then more for those that are left.
constexpr std::size_t most_in_vain = 4;  // of the second ones, one after the other
constexpr std::size_t first_effort = 20'000, second_effort = 200'000, effort_of_all = 8'000'000;

// Whether its relevant steps have the pattern among them.
bool is_like(const Efsa& efsa, std::span<const JudgedStep> steps, const PathsExclusion& excluded) {
  std::vector<PathsExclusion::Step> relevant;
  for (const JudgedStep& step : steps)
    if (excluded.is_relevant(efsa, step.rule, step.from, step.to))
      relevant.push_back(excluded.seen(step.rule, step.from, step.to));
  return std::search(relevant.begin(), relevant.end(), excluded.pattern.begin(), excluded.pattern.end()) !=
         relevant.end();
}

}  // namespace

// A step that leaves the automaton as it was has no part in what its variables hold.
bool PathsExclusion::is_relevant(const Efsa& efsa, std::uint32_t rule, std::uint32_t from, std::uint32_t to) const {
  if (relevant[rule]) return true;
  if (!with_states || !watched[rule]) return false;
  return from != to || std::any_of(efsa.transitions.begin(), efsa.transitions.end(), [&](const EfsaTransition& t) {
           return t.from == from && t.to == to && !t.assignments.empty();
         });
}

PathsExclusion::Step PathsExclusion::seen(std::uint32_t rule, std::uint32_t from, std::uint32_t to) const {
  Step step{(*first_like)[rule]};
  if (with_states) {
    step.from = from;
    step.to = to;
  }
  return step;
}

// ---- the watch

SiteWatch::SiteWatch(const Pds& pds, const Efsa& efsa, const std::vector<bool>& ends, Keep keep)
    : pds_(pds), efsa_(efsa), ends_(ends), only_points_(keep == Keep::Points) {}

void SiteWatch::restart() {
  pairs_.clear();
  pair_ids_.clear();
}

void SiteWatch::exclude(const PathsExclusion& what) {
  Excluded added{what, {0}, {}};
  const auto& pattern = added.what.pattern;
  for (std::size_t i = 1, matched = 0; i < pattern.size(); ++i) {
    while (matched > 0 && pattern[i] != pattern[matched]) matched = added.fallback[matched - 1];
    if (pattern[i] == pattern[matched]) ++matched;
    added.fallback.push_back(static_cast<std::uint32_t>(matched));
  }
  if (!ahead_) ahead_.emplace(pds_);
  for (const auto& step : pattern) added.may_go.push_back(ahead_->leads_to(step.rule, added.what.relevant));
  excluded_.push_back(std::move(added));
}

std::uint32_t SiteWatch::intern(std::vector<std::uint32_t> pair) {
  const auto [at, fresh] = pair_ids_.try_emplace(std::move(pair), static_cast<std::uint32_t>(pairs_.size()));
  if (fresh) pairs_.push_back(at->first);
  return at->second;
}

std::uint32_t SiteWatch::extended(std::uint32_t trail, std::uint32_t state, std::uint32_t symbol) {
  const auto [at, fresh] = trail_ids_.try_emplace({trail, state, symbol}, static_cast<std::uint32_t>(trails_.size()));
  if (fresh) trails_.push_back({trail, state, symbol});
  return at->second;
}

std::uint32_t SiteWatch::start(std::uint32_t location) {
  const std::uint32_t state = only_points_ ? none : monitor_->state(location);
  std::vector<std::uint32_t> pair{location, extended(none, state, none)};
  pair.resize(2 + excluded_.size());
  return intern(std::move(pair));
}

std::uint32_t SiteWatch::step(std::uint32_t from, const Move& move) {
  std::vector<std::uint32_t> pair = pairs_[from];
  const bool final = monitor_->is_final(move.to), was_final = monitor_->is_final(pair[0]);
  if (final && !was_final && !ends_.empty() && !ends_[move.rule]) return none;
  const PathsExclusion::Step taken{move.rule, monitor_->state(pair[0]), monitor_->state(move.to)};
  const PdsRule& rule = pds_.rules[move.rule];
  for (std::size_t i = 0; i < excluded_.size(); ++i) {
    const std::uint32_t before = still_open(excluded_[i], pair[2 + i], rule.symbol);
    const std::uint32_t after = advance(excluded_[i], before, taken);
    if (after == excluded_[i].what.pattern.size()) return none;
    pair[2 + i] = rule.size == 0 ? after : still_open(excluded_[i], after, rule.push[0]);
  }
  pair[1] = next_trail(pair[1], move);
  pair[0] = move.to;
  return intern(std::move(pair));
}

std::uint32_t SiteWatch::advance(const Excluded& excluded, std::uint32_t matched,
                                 const PathsExclusion::Step& taken) const {
  if (!excluded.what.is_relevant(efsa_, taken.rule, taken.from, taken.to)) return matched;
  const PathsExclusion::Step seen = excluded.what.seen(taken.rule, taken.from, taken.to);
  const auto& pattern = excluded.what.pattern;
  while (matched > 0 && pattern[matched] != seen) matched = excluded.fallback[matched - 1];
  return pattern[matched] == seen ? matched + 1 : matched;
}

// What cannot go on any more is as good as what has not come so far: runs that differ in that alone are one.
std::uint32_t SiteWatch::still_open(const Excluded& excluded, std::uint32_t matched, std::uint32_t symbol) {
  while (matched > 0 && !excluded.may_go[matched][symbol]) matched = excluded.fallback[matched - 1];
  return matched;
}

// A state that comes again takes the trail back to where it was: what lay between was a detour.
std::uint32_t SiteWatch::next_trail(std::uint32_t trail, const Move& move) {
  const std::uint32_t state = monitor_->state(move.to), symbol = pds_.rules[move.rule].symbol;
  if (monitor_->is_final(move.to)) return trails_[trail].state == state ? trail : extended(trail, state, symbol);
  if (only_points_) return trail;
  if (trails_[trail].state == state) {
    const std::uint32_t before = trails_[trail].before;
    return before != none && move.event != none && assigns(state, move.event) ? extended(before, state, symbol) : trail;
  }
  for (std::uint32_t back = trail; back != none; back = trails_[back].before)
    if (trails_[back].state == state) return back;
  return extended(trail, state, symbol);
}

bool SiteWatch::leads_to(std::uint32_t early, std::uint32_t late) const {
  while (late != none && late != early) late = trails_[late].before;
  return late == early;
}

bool SiteWatch::assigns(std::uint32_t state, std::uint32_t event) const {
  return std::any_of(efsa_.transitions.begin(), efsa_.transitions.end(), [&](const EfsaTransition& t) {
    return t.from == state && t.to == state && !t.assignments.empty() && t.fits(pds_.events[event]);
  });
}

// ---- the search

SiteSearch::SiteSearch(const Pds& pds, const Efsa& efsa, const PathsOptions& options, Context& context)
    : pds_(pds),
      efsa_(efsa),
      options_(options),
      context_(context),
      watch_(pds, efsa, options.ends),
      effort_(effort_of_all) {
  for (std::size_t i = 0; i < most_rounds; ++i)
    if (!round()) break;
  add_open();
  if (options_.keep_infeasible)
    for (const auto& [trail, refused] : refused_)
      if (!by_trail_.contains(trail)) add(refused);
  // What is sure comes first.
  const auto key = [](const Found& found) {
    return std::tuple(found.site.feasible == "no", found.site.feasible == "unknown", found.site.steps);
  };
  std::stable_sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < found_.size(); ++i) by_trail_[found_[i].trail] = i;
}

// Whether another one may tell more.
bool SiteSearch::round() {
  for (std::size_t i = 0; i < later_.size() && exclusions_ < most_exclusions; ++i, ++exclusions_)
    watch_.exclude(later_[i]);
  later_.clear();
  watch_.restart();
  Product product(pds_, efsa_, &watch_);
  Tabulation tabulation(product, false);
  tabulation.allow(std::min(most_edges, most_edges_));
  tabulation.add_starts();
  if (!tabulation.run(context_) || watch_.trails() > most_trails) {
    const bool stops = context_.should_stop();
    complete_ = complete_ && exclusions_ > 0 && !stops;  // what is open stays so
    if (stops || is_coarse_ || exclusions_ > 0) return false;
    is_coarse_ = true;
    watch_.forget_trails();
    return true;
  }
  if (exclusions_ == 0) most_edges_ = std::max(least_allowed, growth * tabulation.edges().size());
  const Distances distances(product, tabulation, context_);
  if (!distances.complete()) return complete_ = false;
  const Nearest nearest(product, tabulation, distances, context_);
  if (!nearest.complete()) return complete_ = false;
  complete_ = !is_coarse_;
  Materialiser materialiser(product);
  Scout scout(product, tabulation, distances, options_.follow, context_);
  settle_all({product, materialiser, scout}, tabulation, nearest);
  return !later_.empty() && exclusions_ < most_exclusions;
}

void SiteSearch::settle_all(const Reached& reached, const Tabulation& tabulation, const Nearest& nearest) {
  std::map<std::uint32_t, std::vector<Head>> ends;  // by trail
  for (const Head head : tabulation.final_heads())
    ends[watch_.trail(reached.product.pair(reached.product.control_of(head)))].push_back(head);
  open_.clear();
  for (const auto& [trail, heads] : ends) {
    if (by_trail_.contains(trail)) continue;
    if (context_.should_stop() || found_.size() >= most_sites) {
      complete_ = false;
      if (refused_.contains(trail)) open_.push_back(trail);  // there are further runs, which nobody has looked at
      continue;
    }
    const Head nearest_head = *std::min_element(heads.begin(), heads.end(),
                                                [&](Head a, Head b) { return nearest.steps(a) < nearest.steps(b); });
    settle(reached, nearest.run_to(nearest_head), trail, heads);
  }
}

// The site gets its run, or the run is refused and others of its kind are not looked at again.
void SiteSearch::settle(const Reached& reached, std::optional<Run> run, std::uint32_t trail,
                        std::span<const Head> ends) {
  Found found;
  found.trail = trail;
  if (!run) {  // too long to be written down
    found.site.feasible = options_.judge ? "unknown" : "yes";
    return add(std::move(found));
  }
  PathsJudgement said = judged(reached, run, trail, ends);
  found.site = described(reached.product, *run);
  found.site.feasible = judgement_word(said.is);
  found.site.model = std::move(said.model);
  const bool refused = said.is == PathsJudgement::Is::Infeasible;
  if (!refused || !refused_.contains(trail)) {
    found.trace = reached.materialiser.trace(*run);
    found.rules = reached.materialiser.pds_rules(run->rules);
    found.initial = run->start.initial;
  }
  if (!refused) return add(std::move(found));
  refused_.try_emplace(trail, std::move(found));
  open_.push_back(trail);
}

// If the run is refused, another one may take its place.
PathsJudgement SiteSearch::judged(const Reached& reached, std::optional<Run>& run, std::uint32_t trail,
                                  std::span<const Head> ends) {
  const bool strict = ++tried_[trail] <= most_tried;
  PathsJudgement said = judge_anew(reached.product, *run, strict);
  if (said.is != PathsJudgement::Is::Infeasible) {
    if (!strict && said.is == PathsJudgement::Is::Feasible) said = {};
    return said;
  }
  const std::size_t times = options_.follow && !options_.keep_infeasible ? ++scouted_[trail] : 3;
  if (times > 2 || (times == 2 && in_vain_ == most_in_vain)) return said;
  std::size_t effort = std::min(times == 1 ? first_effort : second_effort, effort_);
  effort_ -= effort;
  PathsJudgement second;
  const auto doubt = [&](const Run& found) {
    second = judge(reached.product, found);
    return second.is == PathsJudgement::Is::Infeasible ? std::optional(second.by) : std::nullopt;
  };
  std::optional<Run> other = reached.scout.run_to(ends, doubt, effort);
  effort_ += effort;
  if (times == 2) in_vain_ = other ? 0 : in_vain_ + 1;
  if (!other) return said;
  run = std::move(other);
  return second;
}

// What this round has refused already is not put to the judge again.
PathsJudgement SiteSearch::judge_anew(const Product& product, const Run& run, bool strict) {
  if (!options_.judge) return {PathsJudgement::Is::Feasible, {}, {}};
  const std::vector<JudgedStep> steps = judged_steps(product, run);
  for (const PathsExclusion& excluded : later_)
    if (is_like(efsa_, steps, excluded)) return {PathsJudgement::Is::Infeasible, {}, {}};
  PathsJudgement said = options_.judge(steps, strict, context_);
  if (said.is != PathsJudgement::Is::Infeasible) return said;
  exclude_later(said.because);
  for (const PathsExclusion& excluded : said.also) exclude_later(excluded);
  return said;
}

void SiteSearch::exclude_later(const PathsExclusion& excluded) {
  const bool known = std::any_of(later_.begin(), later_.end(), [&](const PathsExclusion& other) {
    return other.pattern == excluded.pattern && other.relevant == excluded.relevant;
  });
  if (!known) later_.push_back(excluded);
}

void SiteSearch::add(Found found) {
  by_trail_[found.trail] = found_.size();
  found_.push_back(std::move(found));
}

// Sites of which every run that was tried was refused, but there are further ones: nobody knows.
void SiteSearch::add_open() {
  for (const std::uint32_t trail : open_) {
    Found found = refused_.at(trail);
    found.site.feasible = "unknown";
    found.trace.reset();
    add(std::move(found));
  }
}

std::size_t SiteSearch::infeasible() const {
  return static_cast<std::size_t>(std::count_if(refused_.begin(), refused_.end(), [&](const auto& refused) {
    const auto at = by_trail_.find(refused.first);
    return at == by_trail_.end() || found_[at->second].site.feasible == "no";
  }));
}

// ---- runs

namespace {

Watch::Move move_of(const Product& product, std::uint32_t rule) {
  const HeadRule& made = product.rule(rule);
  return {made.rule, made.event, product.location(made.to)};
}

}  // namespace

std::string_view judgement_word(PathsJudgement::Is is) {
  if (is == PathsJudgement::Is::Feasible) return "yes";
  return is == PathsJudgement::Is::Infeasible ? "no" : "unknown";
}

std::vector<JudgedStep> SiteSearch::judged_steps(const Product& product, const Run& run) {
  std::vector<JudgedStep> steps;
  std::uint32_t from = product.monitor().state(product.location(run.start.control));
  for (const std::uint32_t index : run.rules) {
    const HeadRule& made = product.rule(index);
    const std::uint32_t to = product.monitor().state(product.location(made.to));
    steps.push_back({made.rule, made.event, from, to});
    from = to;
  }
  return steps;
}

PathsJudgement SiteSearch::judge(const Product& product, const Run& run, bool strict) const {
  if (!options_.judge) return {PathsJudgement::Is::Feasible, {}, {}};
  return options_.judge(judged_steps(product, run), strict, context_);
}

// The steps into the states of the trail, loops of the automaton left out.
PathsSite SiteSearch::described(const Product& product, const Run& run) {
  struct Entered {
    std::uint32_t trail;
    std::size_t step;
  };
  std::vector<Entered> entered;
  std::uint32_t pair = product.pair(run.start.control);
  PathsSite site;
  site.steps = run.rules.size();
  std::vector<std::uint32_t> stack(pds_.initial[run.start.initial].stack.rbegin(),
                                   pds_.initial[run.start.initial].stack.rend());
  for (std::size_t i = 0; i < run.rules.size(); ++i) {
    const HeadRule& made = product.rule(run.rules[i]);
    const PdsRule& rule = pds_.rules[made.rule];
    stack.pop_back();
    for (std::uint32_t k = rule.size; k-- > 0;) stack.push_back(rule.push[k]);
    const std::uint32_t before = watch_.trail(pair), after = watch_.trail(pair = product.pair(made.to));
    if (before == after) continue;
    while (!entered.empty() && !watch_.leads_to(entered.back().trail, after)) entered.pop_back();
    const bool at_start = watch_.at(after).before == none;
    if (!at_start && (entered.empty() || entered.back().trail != after)) entered.push_back({after, i});
  }
  site.point = stack.empty() ? product.symbol_text(product.bottom()) : pds_.symbols[stack.back()];
  site.states.push_back(efsa_.states[product.monitor().state(product.location(run.start.control))].name);
  const auto names = options_.names ? options_.names(judged_steps(product, run)) : std::vector<std::string>();
  for (const Entered& at : entered) {
    const HeadRule& made = product.rule(run.rules[at.step]);
    site.states.push_back(efsa_.states[product.monitor().state(product.location(made.to))].name);
    site.events.push_back(interesting_event(pds_, made));
    if (options_.names) site.named.push_back(names[at.step].empty() ? site.events.back() : names[at.step]);
    site.places.push_back(pds_.rules[made.rule].where);
  }
  if (!run.rules.empty()) {
    const PdsRule& last = pds_.rules[product.rule(run.rules.back()).rule];
    site.where = last.where;
    const std::uint32_t procedure = last.symbol < pds_.procedure_of.size() ? pds_.procedure_of[last.symbol] : Pds::none;
    if (procedure != Pds::none) site.function = pds_.procedures[procedure];
  }
  return site;
}

std::optional<std::uint32_t> SiteSearch::trail_of(const Product& product, const Run& run) {
  if (walked_ != &product) {
    watch_.restart();
    next_pair_.clear();
  }
  walked_ = &product;
  watch_.attach(product.monitor());
  std::uint32_t pair = watch_.start(product.location(run.start.control));
  for (const std::uint32_t index : run.rules) {
    const std::uint64_t key = pair_key(pair, index);
    pair = next_pair_.contains(key) ? next_pair_.find(key)
                                    : next_pair_.insert(key, watch_.step(pair, move_of(product, index))).first;
    if (pair == none) return std::nullopt;
  }
  return watch_.trail(pair);
}

SiteSearch::Place SiteSearch::place_of(const Product& product, const Run& run) {
  const auto trail = trail_of(product, run);
  if (!trail) return {true, std::nullopt};
  const auto at = by_trail_.find(*trail);
  return {false, at == by_trail_.end() ? std::nullopt : std::optional(at->second)};
}

std::string interesting_event(const Pds& pds, const HeadRule& made) {
  const PdsRule& rule = pds.rules[made.rule];
  if (made.event != none) return pds.events[made.event].text();
  if (rule.events != 0 && !pds.event_sets[rule.events].empty())
    return pds.events[pds.event_sets[rule.events][0]].text();
  return "at " + pds.symbols[rule.symbol];
}

}  // namespace whynot::analyse::paths
