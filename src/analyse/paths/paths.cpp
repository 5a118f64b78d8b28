// Verdict by tabulation, then the stream of shortest traces, grouped as they come; a second opinion where it is asked
// for.
#include "analyse/paths/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyse/paths/common.h"
#include "analyse/paths/materialise.h"
#include "analyse/paths/sites.h"
#include "base/check.h"
#include "engine/pushdown/count.h"
#include "engine/pushdown/infinite/repeating.h"
#include "engine/pushdown/pre_star.h"
#include "engine/pushdown/stream/conformance.h"
#include "engine/pushdown/stream/stream.h"

namespace whynot::analyse::paths {
namespace {

using namespace engine::pushdown;

constexpr std::size_t max_looked_at = 1000;           // traces of `complete` when telling what another mode misses
constexpr std::size_t cells_between_looks = 1 << 16;  // of traces, at the memory that they take
constexpr std::size_t most_cells = 100'000'000;       // of traces that are kept: most of a gigabyte of JSON
// Error paths that narrow down what all of them may share; each event that is left costs a tabulation.
constexpr std::size_t paths_for_common = 20, steps_for_common = 100'000;
constexpr std::size_t most_refused = 200;          // counterexamples that no execution follows, before the list ends
constexpr std::size_t most_judged = 400;           // counterexamples, one by one
constexpr std::size_t listed_before_common = 100;  // an endless list is cut, and should not be empty before

RecursionMode engine_mode(PathsMode mode) {
  if (mode == PathsMode::Paper) return RecursionMode::Paper;
  return mode == PathsMode::Distinct ? RecursionMode::Distinct : RecursionMode::Complete;
}

class Analysis {
 public:
  Analysis(const Pds& pds, const Efsa& efsa, const PathsOptions& options, Context& context, const PathsSink& sink)
      : pds_(pds),
        efsa_(efsa),
        options_(options),
        context_(context),
        sink_(sink),
        ends_(pds, efsa, options.ends, SiteWatch::Keep::Points),
        product_(pds, efsa, options.ends.empty() ? nullptr : &ends_),
        tabulation_(product_, options.all_final || efsa.is_liveness()),
        materialiser_(product_) {
    if (options.effect_of_all) product_.take_every_state();
    finding_.property = efsa.name;
    finding_.mode = options.mode;
  }

  PathsFinding run() {
    tabulation_.add_starts();
    if (context_.look() != Stop::None || !tabulation_.run(context_)) return undecided();
    if (!product_.blocked().empty()) return stuck();
    if (efsa_.is_liveness()) return lassos();
    if (tabulation_.final_heads().empty()) {
      certify(violated_by_pre_star, false);
      finding_.verdict = Holds{WholeSpace{tabulation_.edges().size()}};
      finding_.complete = finding_.sites_complete = true;
      finding_.total = 0;
      return std::move(finding_);
    }
    finding_.verdict = Violated{NoEvidence{"no counterexample was written out"}};
    const Distances distances(product_, tabulation_, context_);
    if (!distances.complete()) {
      finding_.incomplete_because = context_.stop_reason();
      return std::move(finding_);
    }
    find_sites();
    if (std::holds_alternative<Holds>(finding_.verdict)) return std::move(finding_);
    enumerate(distances);
    finding_.listed = finding_.traces.size();
    add_sites();
    const bool was_cut = options_.mode == PathsMode::Complete && context_.stopped() != Stop::None;
    if (finding_.listed == 0 && (finding_.infeasible > 0 || was_cut)) list_sites();
    find_common(distances);
    if (finding_.complete)
      finding_.total = finding_.count;
    else if (options_.mode == PathsMode::Complete && !options_.max_stack)
      finding_.total = count_traces(product_, tabulation_, distances);
    look_for_missed(distances);
    if (!finding_.traces.empty()) finding_.verdict = Violated{finding_.traces.front()};
    certify(violated_by_pre_star, true);
    finding_.common_sequence = longest_common_sequence(finding_.groups);
    return std::move(finding_);
  }

  void say_cut(PathsFinding& finding) const {
    finding.stack_shown = materialiser_.stacks_cut();
    if (finding.stack_shown)
      finding.diagnostics.push_back(
          {Severity::Note,
           "paths.stacks-cut",
           fmt::format(
               "some counterexamples to `{}` are so deep that only the topmost {} symbols of their stacks are shown",
               efsa_.name, *finding.stack_shown),
           efsa_.where,
           {},
           {}});
  }

 private:
  // Infinite runs through repeat states: one lasso for each component of repeating heads.
  PathsFinding lassos() {
    const Repeating repeating(product_, tabulation_, context_);
    if (!repeating.complete()) return undecided();
    finding_.complete = true;
    if (repeating.components() == 0) {
      certify(repeats_by_pre_star, false);
      finding_.verdict = Holds{WholeSpace{tabulation_.edges().size()}};
      return std::move(finding_);
    }
    finding_.verdict = Violated{NoEvidence{"no counterexample was written out"}};
    const std::vector<Lasso> found = shortest_lassos(repeating);
    for (std::size_t i = 0; i < found.size() && finding_.incomplete_because != "cancelled"; ++i) {
      if (i > 0 && context_.should_stop()) {
        incomplete(context_.stop_reason());
        break;
      }
      take(found[i]);
    }
    find_common(repeating, found);
    certify(repeats_by_pre_star, true);
    finding_.common_sequence = longest_common_sequence(finding_.groups);
    return std::move(finding_);
  }

  // One for each component, up to the limit, by their length.
  std::vector<Lasso> shortest_lassos(const Repeating& repeating) {
    std::vector<Lasso> found;
    for (std::size_t i = 0; i < repeating.components() && finding_.complete; ++i) {
      const bool enough = options_.limit && found.size() >= *options_.limit;
      auto lasso = enough ? std::nullopt : repeating.lasso(i, context_);
      if (lasso)
        found.push_back(std::move(*lasso));
      else if (enough)
        incomplete("limit");
      else if (context_.should_stop())
        incomplete(context_.stop_reason());
      else
        incomplete("a counterexample has too many steps to be written down");
    }
    const auto length = [](const Lasso& lasso) { return lasso.stem.size() + lasso.loop.size(); };
    std::stable_sort(found.begin(), found.end(), [&](const Lasso& a, const Lasso& b) { return length(a) < length(b); });
    return found;
  }

  void find_common(const Repeating& repeating, const std::vector<Lasso>& found) {
    std::optional<std::vector<std::uint32_t>> candidates;
    for (const Lasso& lasso : found) keep_common(unrolled(lasso), candidates);
    if (found.empty())
      if (const auto one = repeating.lasso(0, context_)) keep_common(unrolled(*one), candidates);
    CommonEvents common(product_, true, context_);
    if (candidates) finding_.common = common.on_every_infinite_run(*candidates);
  }

  void incomplete(std::string_view why) {
    finding_.complete = false;
    finding_.incomplete_because = why;
  }

  void take(const Lasso& lasso) {
    ++finding_.count;
    const Run whole = unrolled(lasso);
    const auto [group, fresh] = group_of(whole);
    if (options_.keep_runs) finding_.runs.push_back({materialiser_.pds_lasso(lasso), group});
    Trace trace = materialiser_.trace(lasso);
    look_at_memory();
    if (finding_.traces.empty()) finding_.verdict = Violated{trace};
    if (sink_ && !sink_(trace, group)) incomplete("cancelled");
    if (!fresh && !options_.keep_traces) return;
    PathsLoop loop{materialiser_.pds_lasso(lasso), {}};
    for (std::uint32_t symbol : left_by_loop(pds_, loop.run)) loop.leaves.push_back(pds_.symbols[symbol]);
    finding_.loops.push_back(std::move(loop));
    finding_.traces.push_back(std::move(trace));
    finding_.rules.push_back(materialiser_.pds_rules(whole.rules));
    finding_.initials.push_back(whole.start.initial);
  }

  PathsFinding undecided() {
    finding_.verdict = Unknown{context_.stop_reason()};
    finding_.incomplete_because = context_.stop_reason();
    return std::move(finding_);
  }

  PathsFinding stuck() {
    for (const Product::Blocked& blocked : product_.blocked()) {
      const PdsRule& rule = pds_.rules[blocked.rule];
      const EfsaState& state = efsa_.states[product_.efsa_location(blocked.control).state];
      Diagnostic d{
          Severity::Error,
          "pds.blocked",
          fmt::format("`{}` of property `{}` has no transition for the step `{}`: the run would end there unnoticed",
                      product_.control_text(blocked.control), efsa_.name, pds_.rule_text(rule)),
          state.where,
          {},
          {}};
      if (rule.where.file != 0) d.labels.push_back({rule.where, "this step"});
      d.help = fmt::format(
          "add `{0} -> {0} else`; or write `property {1} stutter` to stay where nothing is enabled, "
          "`property {1} partial` to leave such runs out",
          state.name, efsa_.name);
      finding_.diagnostics.push_back(std::move(d));
    }
    finding_.verdict = Unknown{"the automaton gets stuck"};
    finding_.incomplete_because = "the automaton gets stuck";
    return std::move(finding_);
  }

  // A second opinion on the verdict.  Where there is no time for it, a counterexample that was replayed is one: replay
  // shares nothing with the engine either.
  void certify(std::optional<bool> (*ask)(const Pds&, const Efsa&, Context&), bool violated) {
    if (!options_.certify) return;
    const auto second = ask(pds_, efsa_, context_);
    WHYNOT_CHECK(!second || *second == violated, "post* and pre* should agree");
    finding_.certified = second || (violated && finding_.count > 0);
    if (!finding_.certified) finding_.certified_reason = context_.stop_reason();
  }

  void enumerate(const Distances& distances) {
    Stream stream(product_, tabulation_, distances,
                  {engine_mode(options_.mode), options_.max_stack, StreamOptions().max_nodes}, context_);
    Conformance paper(product_, tabulation_, distances, RecursionMode::Paper, context_);
    while (!options_.limit || finding_.count < *options_.limit) {
      if (finding_.count == listed_before_common) find_common(distances);
      const auto run = stream.next();
      if (!run) {
        finding_.incomplete_because = stream.stopped();
        finding_.complete = stream.stopped().empty() && !options_.max_stack;
        if (stream.stopped().empty() && options_.max_stack) finding_.incomplete_because = "stack bound";
        return;
      }
      if (!is_believed(*run)) {
        if (++finding_.infeasible < most_refused) continue;
        finding_.incomplete_because = "most counterexamples are infeasible";
        return;
      }
      ++finding_.count;
      if (options_.mode == PathsMode::Complete && !paper.admits(*run)) ++finding_.missed_by_paper;
      if (!take(*run)) {
        finding_.incomplete_because = "cancelled";
        return;
      }
      if (materialiser_.cells() > most_cells) {
        finding_.incomplete_because = "size of the report";
        return;
      }
    }
    finding_.complete = !options_.max_stack && !stream.next() && stream.stopped().empty();
    if (!finding_.complete) finding_.incomplete_because = "limit";
  }

  // Before the list is made, for it may be cut.  Where no execution gets to any site, nothing is violated.
  void find_sites() {
    if (!options_.find_sites) return;
    sites_.emplace(pds_, efsa_, options_, context_);
    finding_.sites_complete = sites_->complete();
    finding_.infeasible_sites = sites_->infeasible();
    if (!sites_->complete() || !sites_->found().empty() || context_.should_stop()) return;
    finding_.verdict = Holds{WholeSpace{tabulation_.edges().size()}};
    finding_.complete = true;
    finding_.total = 0;
  }

  // Whether the run is shown: no judge refuses it.
  bool is_believed(const Run& run) {
    if (!sites_ || !options_.judge || options_.keep_infeasible) return true;
    return !sites_->place_of(product_, run).excluded &&
           (judged_++ >= most_judged || sites_->judge(product_, run).is != PathsJudgement::Is::Infeasible);
  }

  // Counts the run in its site; the first one of a site represents it.
  void count_in_site(const Run& run, std::optional<std::size_t> trace) {
    if (!sites_) return;
    const auto site = sites_->place_of(product_, run).site;
    if (!site) return;
    ++counts_[*site].first;
    if (!counts_[*site].second) counts_[*site].second = trace;
  }

  // Sites that no listed counterexample ends at bring their own trace, behind those that are listed.
  void add_sites() {
    if (!sites_) return;
    for (std::size_t i = 0; i < sites_->found().size(); ++i) {
      const SiteSearch::Found& found = sites_->found()[i];
      PathsSite& site = finding_.sites.emplace_back(found.site);
      site.count = std::max<std::size_t>(counts_[i].first, found.trace ? 1 : 0);
      site.representative = counts_[i].second;
      const bool is_shortest =
          !site.representative || finding_.traces[*site.representative].steps.size() == found.site.steps + 1;
      if (!is_shortest && found.trace) site.representative.reset();  // the mode lists longer ones only
      if (site.representative || !found.trace || !options_.keep_traces) continue;
      site.representative = finding_.traces.size();
      finding_.traces.push_back(*found.trace);
      finding_.rules.push_back(found.rules);
      finding_.initials.push_back(found.initial);
    }
  }

  // All that the list looked at was refused, or it had no time: the runs to the sites are what there is to show.
  void list_sites() {
    finding_.listed = finding_.count = finding_.traces.size();
    for (const PathsSite& site : finding_.sites)
      if (site.representative) finding_.groups.push_back({site.point, site.events, 1, *site.representative});
  }

  // Asked of the automaton, once: which traces the mode lists, and how many, makes no difference.  The first error
  // paths only tell which events are worth asking about.
  void find_common(const Distances& distances) {
    if (std::exchange(asked_for_common_, true)) return;
    Stream stream(product_, tabulation_, distances, {}, context_);
    std::optional<std::vector<std::uint32_t>> candidates;
    for (std::size_t i = 0, steps = 0; i < paths_for_common && steps < steps_for_common; ++i) {
      const auto run = stream.next();
      if (!run) break;
      steps += run->rules.size();
      keep_common(*run, candidates);
    }
    if (candidates) finding_.common = CommonEvents(product_, options_.all_final, context_).on_every_path(*candidates);
  }

  // They stay in the order of the first run.
  void keep_common(const Run& run, std::optional<std::vector<std::uint32_t>>& candidates) const {
    std::set<std::uint32_t> events;
    std::vector<std::uint32_t> in_order;
    for (std::uint32_t index : run.rules)
      for (std::uint32_t event : pds_.event_sets[pds_.rules[product_.rule(index).rule].events])
        if (events.insert(event).second) in_order.push_back(event);
    if (candidates)
      std::erase_if(*candidates, [&](std::uint32_t event) { return !events.contains(event); });
    else
      candidates = std::move(in_order);
  }

  bool take(const Run& run) {
    const auto [group, fresh] = group_of(run);
    const bool kept = fresh || options_.keep_traces;
    if (options_.keep_runs)
      finding_.runs.push_back({{run.start.initial, materialiser_.pds_rules(run.rules), {}}, group});
    count_in_site(run, options_.keep_traces ? std::optional(finding_.traces.size()) : std::nullopt);
    if (!kept && !sink_) {
      materialiser_.replay(run);
      return true;
    }
    Trace trace = materialiser_.trace(run);
    look_at_memory();
    const bool go_on = !sink_ || sink_(trace, group);
    if (kept) {
      finding_.traces.push_back(std::move(trace));
      finding_.rules.push_back(materialiser_.pds_rules(run.rules));
      finding_.initials.push_back(run.start.initial);
    }
    return go_on;
  }

  // Traces may be large: their size says when to look, not how often somebody asks.
  void look_at_memory() {
    if (materialiser_.cells() - looked_at_ < cells_between_looks) return;
    looked_at_ = materialiser_.cells();
    context_.look();
  }

  // The group that the run now counts in, and whether it is a new one.
  std::pair<std::size_t, bool> group_of(const Run& run) {
    const auto key = group_key(run);
    const auto [at, fresh] = group_index_.try_emplace(key, finding_.groups.size());
    if (fresh) finding_.groups.push_back({key.first, key.second, 0, finding_.traces.size()});
    ++finding_.groups[at->second].count;
    return {at->second, fresh};
  }

  std::pair<std::string, std::vector<std::string>> group_key(const Run& run) const {
    std::vector<std::string> events;
    std::uint32_t location = product_.location(run.start.control);
    std::vector<std::uint32_t> stack(pds_.initial[run.start.initial].stack.rbegin(),
                                     pds_.initial[run.start.initial].stack.rend());
    for (std::uint32_t index : run.rules) {
      const HeadRule& made = product_.rule(index);
      const PdsRule& rule = pds_.rules[made.rule];
      const bool changed = product_.location(made.to) != location;
      location = product_.location(made.to);
      if (!options_.only.empty())
        add_named_events(rule, events);
      else if (changed)
        events.push_back(interesting_event(pds_, made));
      stack.pop_back();
      for (std::uint32_t i = rule.size; i-- > 0;) stack.push_back(rule.push[i]);
    }
    return {stack.empty() ? product_.symbol_text(product_.bottom()) : pds_.symbols[stack.back()], events};
  }

  void add_named_events(const PdsRule& rule, std::vector<std::string>& to) const {
    for (std::uint32_t event : pds_.event_sets[rule.events]) {
      const std::string text = pds_.events[event].text();
      if (std::any_of(options_.only.begin(), options_.only.end(),
                      [&](const std::string& name) { return is_meant(name, text); }))
        to.push_back(text);
    }
  }

  // What the chosen mode leaves out of the violations there are.
  void look_for_missed(const Distances& distances) {
    if (options_.mode != PathsMode::Complete && !context_.should_stop()) {
      Stream stream(product_, tabulation_, distances,
                    {RecursionMode::Complete, options_.max_stack, StreamOptions().max_nodes}, context_);
      Conformance paper(product_, tabulation_, distances, RecursionMode::Paper, context_);
      for (std::size_t i = 0; i < std::min(options_.limit.value_or(max_looked_at), max_looked_at); ++i) {
        const auto run = stream.next();
        if (!run) break;
        if (!paper.admits(*run)) ++finding_.missed_by_paper;
      }
    }
    if (finding_.count == 0 && finding_.complete && options_.mode != PathsMode::Complete) {
      finding_.missed_by_paper = std::max<std::size_t>(finding_.missed_by_paper, 1);
      finding_.diagnostics.push_back(
          {Severity::Warning,
           "paths.missed",
           fmt::format("property `{}` is violated, but no counterexample is minimum-recursion in the sense of "
                       "mode `{}`; mode `complete` finds them",
                       efsa_.name, mode_word(options_.mode)),
           efsa_.where,
           {},
           {}});
    } else if (finding_.missed_by_paper > 0) {
      finding_.diagnostics.push_back(
          {Severity::Note,
           "paths.missed",
           fmt::format("{} of the counterexamples to `{}` are not minimum-recursion in the paper's sense",
                       finding_.missed_by_paper, efsa_.name),
           efsa_.where,
           {},
           {}});
    }
  }

  const Pds& pds_;
  const Efsa& efsa_;
  const PathsOptions& options_;
  Context& context_;
  const PathsSink& sink_;
  SiteWatch ends_;  // leaves violations at other points out
  Product product_;
  Tabulation tabulation_;
  Materialiser materialiser_;
  std::size_t looked_at_ = 0;  // of Materialiser::cells
  bool asked_for_common_ = false;
  PathsFinding finding_;
  std::optional<SiteSearch> sites_;
  std::map<std::size_t, std::pair<std::size_t, std::optional<std::size_t>>> counts_;  // by site: runs, first trace
  std::size_t judged_ = 0;
  std::map<std::pair<std::string, std::vector<std::string>>, std::size_t> group_index_;
};

}  // namespace

std::string_view mode_word(PathsMode mode) {
  if (mode == PathsMode::Paper) return "paper";
  return mode == PathsMode::Distinct ? "distinct" : "complete";
}

std::optional<PathsMode> mode_named(std::string_view word) {
  for (PathsMode mode : {PathsMode::Paper, PathsMode::Distinct, PathsMode::Complete})
    if (mode_word(mode) == word) return mode;
  return std::nullopt;
}

PathsFinding run_paths(const Pds& pds, const Efsa& efsa, const PathsOptions& options, Context& context,
                       const PathsSink& sink) {
  Analysis analysis(pds, efsa, options, context, sink);
  PathsFinding finding = analysis.run();
  analysis.say_cut(finding);
  return finding;
}

}  // namespace whynot::analyse::paths
