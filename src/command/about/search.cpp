// whynot search, and check of specifications: what a search of the states within a scope says of all invariants at
// once; or, of any number of elements, what a solver finds.
#include "engine/ots/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "analyse/falsify/falsify.h"
#include "base/sha256.h"
#include "command/about/shared_search.h"
#include "command/about/specification.h"
#include "command/cells.h"
#include "command/version.h"
#include "engine/ots/closure.h"
#include "engine/ots/symbolic.h"
#include "model/different.h"

namespace whynot::command {
namespace {

constexpr std::size_t most_certified_states = 500'000;
constexpr std::uint64_t most_counted = 3'000'000;  // states whose successors are counted without a depth
constexpr std::uint64_t counted_memory = 512ull << 20;

std::string_view outcome_word(const Verdict& verdict) {
  if (std::holds_alternative<Violated>(verdict)) return "falsified";
  return std::holds_alternative<Holds>(verdict) ? "verified" : "open";
}

class SearchSpecification : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  // What the words of shared and kept searches are worth is seen before anything is done.
  std::optional<UsageError> prepare(std::span<const Property> properties) {
    if (auto mistake = shared_.refuses()) return mistake;
    if (auto mistake = AboutSpecification::prepare(properties)) return mistake;
    if (!bench().diagnostics().ok()) return std::nullopt;
    const bool counts_only = arguments().has("count") && properties.empty();
    auto options = search_options(!counts_only && arguments().count("number").value_or(1) == 1);
    if (options.fabric && !shared_.is_one_question(*options.fabric, identity_of(options), bench().diagnostics()))
      return std::nullopt;
    keep_as_asked(options);
    if (!options.resume) return std::nullopt;
    if (const auto why = engine::ots::refuses_checkpoint(options))
      bench().diagnostics().error("search.checkpoint", *why, {});
    return std::nullopt;
  }

  bool speaks() const override { return !shared_.with_world() || world_fabric()->rank() == 0; }
  bool treats_at_once() const override { return true; }
  Answer treat(const Property&) override { return {}; }  // all at once

  // A violation is told when it is found: the search may go on for long because of the others.
  void treat_all(std::span<const Property> properties, Hearer& hearer) override {
    if (properties.empty()) return;
    hearer.begins(0);
    const std::size_t number = arguments().count("number").value_or(1);
    auto options = search_options(number == 1);
    std::vector<bool> told(properties.size(), false);
    if (number == 1 && properties.size() > 1)
      options.found = [&](std::size_t i, const Trace& trace, const std::vector<ots::DepthCount>& depths,
                          const auto& partition) {
        Answer answer{Violated{trace}, std::string(engine::ots::search_name)};
        report::Falsification finding;
        finding.outcome = outcome_word(answer.verdict);
        finding.search = summary_of(depths, scope().name, options.symmetry, partition);
        told[i] = true;
        hearer.answered(i, complete(answer, properties[i], std::move(finding)));
      };
    std::vector<Answer> answers = answers_of(properties, number, options, told);
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (!told[i]) hearer.answered(i, std::move(answers[i]));
  }

 protected:
  // What the search may take.
  virtual Context& allowance(engine::ots::SearchOptions&) { return context(); }

  engine::ots::SearchOutcome searched(std::span<const ots::Predicate> predicates, engine::ots::SearchOptions& options) {
    Context& allowed = allowance(options);
    // Where states are counted and properties are asked for, two searches are made; the one for properties is kept.
    if (!predicates.empty() || selected().empty()) keep_as_asked(options);
    options.spill = arguments().text("spill");
    options.ends_at = SharedSearch::test_end();
    if (options.fabric) {
      options.threads = 1;
      return told(engine::ots::search(specification(), scope(), predicates, options, allowed));
    }
    if (!arguments().has("partition") && options.checkpoint.empty())
      return engine::ots::search(specification(), scope(), predicates, options, allowed);
    const auto ranks = shared_.ranks().value_or(1);
    return told(engine::ots::search_in_parts(specification(), scope(), predicates, options, ranks, allowed));
  }

  engine::ots::SearchOptions search_options(bool seeks) const {
    auto options = AboutSpecification::search_options(seeks);
    if (shared_.with_world()) options.fabric = world_fabric();
    return options;
  }

 private:
  void keep_as_asked(engine::ots::SearchOptions& options) {
    options.resume = arguments().has("resume");
    options.checkpoint = arguments().text("resume", arguments().text("checkpoint"));
    options.identity = identity_of(options);
  }

  // By what a question is known: another one has other states, or other violations.
  std::string identity_of(const engine::ots::SearchOptions& options) {
    std::string text =
        fmt::format("{}\n{}\n{}\n{}\n", version, scope().name, options.symmetry, arguments().has("count"));
    for (const Property& p : selected()) text += p.name + ": " + p.text + "\n";
    if (from())
      for (const Value& value : *from()) text += value.to_string() + "\n";
    return sha256(text + std::string(bench().sources().text(specification().where.file)));
  }

  engine::ots::SearchOutcome told(engine::ots::SearchOutcome outcome) {
    const auto& p = outcome.partition;
    if (p && arguments().has("verbose") && speaks())
      err() << fmt::format("whynot: {} ranks: {} states of {} went to another one, in {} bytes; the largest has {}\n",
                           p->ranks, p->crossings, outcome.depths.empty() ? 0 : outcome.depths.back().transitions,
                           p->cross_bytes, p->largest_rank_states);
    return outcome;
  }

  // Of those that nobody was told of.
  std::vector<Answer> answers_of(std::span<const Property> properties, std::size_t number,
                                 engine::ots::SearchOptions& options, const std::vector<bool>& told) {
    std::vector<ots::Predicate> predicates;
    for (const Property& p : properties) predicates.push_back(goal_of(p).predicate);
    std::vector<std::vector<Trace>> several(properties.size());
    std::vector<Different> different(properties.size(),
                                     Different(number, bench().columns(arguments().list("different"))));
    if (number > 1)
      options.further = [&](std::size_t i, Trace trace) {
        if (different[i].take(trace)) several[i].push_back(std::move(trace));
        return different[i].wants_more();
      };
    auto outcome = searched(predicates, options);
    warn_of_no_start(outcome.depths);
    const auto doubts = doubts_of(predicates, outcome);
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      Answer answer{std::move(outcome.verdicts[i]), std::string(engine::ots::search_name)};
      if (told[i]) {
        answers.emplace_back();
        continue;
      }
      report::Falsification finding;
      finding.outcome = outcome_word(answer.verdict);
      finding.search = summary_of(outcome.depths, scope().name, options.symmetry, outcome.partition);
      finding.search->exhausted = outcome.exhausted;
      finding.search->stopped = outcome.stopped;
      if (!doubts.empty() && std::holds_alternative<Holds>(answer.verdict)) {
        answer.doubt = doubts[i].value_or("");
        finding.certificate = doubts[i].value_or("the space gone through once more by the concrete semantics");
      }
      if (!several[i].empty()) answer.verdict = Violated{several[i].front()};
      complete(answer, properties[i], std::move(finding));
      for (std::size_t t = 1; t < several[i].size(); ++t)
        answer.traces.push_back(
            bench().cite(several[i][t], properties[i].name, {&properties[i], Polarity::Violating, !from()}));
      answers.push_back(std::move(answer));
    }
    return answers;
  }

  // With --certify, what speaks against predicates that hold over the whole space; else nothing at all.
  std::vector<std::optional<std::string>> doubts_of(std::span<const ots::Predicate> predicates,
                                                    const engine::ots::SearchOutcome& outcome) {
    if (!arguments().has("certify") || !outcome.exhausted) return {};
    return engine::ots::doubt_exhaustion(specification(), scope(), predicates, from(), most_certified_states,
                                         context());
  }

  SharedSearch shared_{arguments()};
};

// whynot check of a specification that names no scope: what holds in the one that is made for it may fail with more
// elements, and is asked about once more as `falsify` does.  A file of mypyvy's states invariants that are meant to be
// inductive together, so that is asked first.
class CheckUnscoped final : public SearchSpecification {
 public:
  CheckUnscoped(Run& run, session::Workbench& bench) : SearchSpecification(run, bench), run_(run) {}

  void treat_all(std::span<const Property> properties, Hearer& hearer) override {
    if (properties.empty()) return;
    if (from()) return SearchSpecification::treat_all(properties, hearer);
    if (!are_inductive()) return search_then_falsify(properties, hearer);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      hearer.begins(i);
      Answer answer{Holds{whynot::Induction{1, false}}, "induction"};
      report::Falsification finding;
      finding.outcome = outcome_word(answer.verdict);
      for (const ots::Invariant& stated : specification().invariants) finding.invariant.push_back(stated.text);
      certify(stated(), answer, finding);
      hearer.answered(i, complete(answer, properties[i], std::move(finding)));
    }
  }

 private:
  std::vector<ots::Predicate> stated() {
    std::vector<ots::Predicate> out;
    for (const ots::Invariant& i : specification().invariants) out.push_back(predicate_of(i));
    return out;
  }
  void search_then_falsify(std::span<const Property> properties, Hearer& hearer) {
    struct Doubting final : Hearer {
      Doubting(CheckUnscoped& check, std::span<const Property> all, Hearer& told)
          : check(check), all(all), told(told) {}
      void begins(std::size_t i) override { told.begins(i); }
      void answered(std::size_t i, Answer answer) override {
        told.answered(i, check.beyond_the_scope(all, i, std::move(answer)));
      }
      CheckUnscoped& check;
      std::span<const Property> all;
      Hearer& told;
    };
    Doubting doubting(*this, properties, hearer);
    SearchSpecification::treat_all(properties, doubting);
  }

  Answer beyond_the_scope(std::span<const Property> all, std::size_t i, Answer answer) {
    const auto& sorts = specification().sorts;
    const bool any =
        std::any_of(sorts.begin(), sorts.end(), [](const auto& s) { return s.kind == ots::SortKind::Loose; });
    const auto* holds = std::get_if<Holds>(&answer.verdict);
    const auto* space = holds ? std::get_if<WholeSpace>(&holds->evidence) : nullptr;
    if (!space || !any) return answer;
    Answer wider = falsifying(run_, bench(), all)->treat(all[i]);
    if (auto* open = std::get_if<Unknown>(&wider.verdict))
      open->reason = fmt::format("it holds in all {} states of scope `{}`; of more elements: {}",
                                 whynot::to_string(space->states), scope().name, open->reason);
    return wider;
  }

  // Formulas that the command adds are none that the file states.
  bool are_inductive() {
    return bench().model().front == "pyv" && !arguments().has("formula") &&
           analyse::falsify::check_certificate(specification(), stated(), context());
  }

  Run& run_;
};

// Without a scope, by a solver.
class SearchAnyScope final : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    const ots::Predicate& predicate = goal_of(property).predicate;
    const std::size_t depth = search_options(true).depth.value_or(default_depth);
    auto found = engine::ots::search_symbolically(specification(), predicate, depth, context());
    report::Falsification finding;
    finding.outcome = found.trace ? "falsified" : "open";
    finding.search = summary_of({}, scope().name, false);
    finding.search->stopped = found.reason;
    finding.search->fewest = found.fewest;
    finding.search->enough = engine::ots::enough_elements(specification(), predicate, depth);
    Answer answer{NoneUpTo{found.none_up_to}, "smt"};
    std::unique_ptr<const Model> of_trace;  // within a scope that has the elements which the solver used
    if (found.trace) {
      answer.verdict = Violated{std::move(*found.trace)};
      of_trace = within(*found.scope);
    } else if (!found.complete) {
      answer.verdict = Unknown{found.reason};
    }
    return std::move(complete(answer, property, std::move(finding), of_trace.get()));
  }
};

// whynot search --count: the states of each depth; and what a search says of the properties that are named.
class CountStates final : public SearchSpecification {
 public:
  using SearchSpecification::SearchSpecification;

  Together together() override {
    auto options = search_options(false);
    const bool open_ended = is_open_ended(options);
    const auto outcome = searched({}, options);
    warn_of_no_start(outcome.depths);
    report::Falsification finding;
    finding.search = summary_of(outcome.depths, scope().name, options.symmetry, outcome.partition);
    finding.search->exhausted = outcome.exhausted;
    finding.search->stopped = outcome.stopped;
    bench().report().findings.push_back(std::move(finding));
    AboutSpecification::together();
    const bool as_far_as_meant = open_ended && context().stopped() == Stop::None;
    return {{}, !outcome.stopped.empty() && !as_far_as_meant};
  }

 protected:
  Context& allowance(engine::ots::SearchOptions& options) override {
    if (!is_open_ended(options)) return context();
    options.memory_bytes = counted_memory;
    parts_.push_back(std::make_unique<Context>(context(), most_counted));
    return *parts_.back();
  }

 private:
  // Nobody said how far, and there may be no end: as far as a few seconds' work goes, the same on every machine.
  bool is_open_ended(const engine::ots::SearchOptions& options) {
    return !options.depth && !is_finite() && !arguments().has("timeout") && !arguments().has("memory");
  }

  // Whether the states within the scope can be told to be finitely many: every observer has a finite sort.
  bool is_finite() {
    return std::all_of(specification().observers.begin(), specification().observers.end(), [&](const ots::Observer& o) {
      return ots::domain(specification(), o.sort, &scope()).has_value();
    });
  }

  std::vector<std::unique_ptr<Context>> parts_;
};

}  // namespace

Prepared search_states(Run& run, session::Workbench& bench, Properties& properties) {
  const bool any = bench.model().specification().any_scope;
  if (any && !run.arguments.has("count") && !run.arguments.has("from"))
    return prepared<SearchAnyScope>(run, bench, properties);
  if (!has_scope(bench)) return Prepared::Failed{};
  if (!run.arguments.has("count")) return prepared<SearchSpecification>(run, bench, properties);
  if (!run.arguments.has("property") && !run.arguments.has("formula")) properties.clear();
  return prepared<CountStates>(run, bench, properties);
}

Prepared check_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  const bool names_scopes = bench.model().front != "pyv" && !bench.model().specification().ots->scopes.empty();
  if (!names_scopes) return prepared<CheckUnscoped>(run, bench, properties);
  return prepared<SearchSpecification>(run, bench, properties);
}

}  // namespace whynot::command
