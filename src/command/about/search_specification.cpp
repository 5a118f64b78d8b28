// Violations are told when they are found; a search that is shared or kept goes on where it was.
#include "command/about/search_specification.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/sha256.h"
#include "command/version.h"
#include "engine/ots/closure.h"
#include "model/different.h"

namespace whynot::command {
namespace {

constexpr std::size_t most_certified_states = 500'000;
constexpr std::uint64_t open_ended_memory = 512ull << 20;

}  // namespace

std::string_view outcome_word(const Verdict& verdict) {
  if (std::holds_alternative<Violated>(verdict)) return "falsified";
  return std::holds_alternative<Holds>(verdict) ? "verified" : "open";
}

std::optional<UsageError> SearchSpecification::prepare(std::span<const Property> properties) {
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

void SearchSpecification::treat_all(std::span<const Property> properties, Hearer& hearer) {
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

engine::ots::SearchOutcome SearchSpecification::searched(std::span<const ots::Predicate> predicates,
                                                         engine::ots::SearchOptions& options) {
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

engine::ots::SearchOptions SearchSpecification::search_options(bool seeks) const {
  auto options = AboutSpecification::search_options(seeks);
  if (shared_.with_world()) options.fabric = world_fabric();
  return options;
}

void SearchSpecification::keep_as_asked(engine::ots::SearchOptions& options) {
  options.resume = arguments().has("resume");
  options.checkpoint = arguments().text("resume", arguments().text("checkpoint"));
  options.identity = identity_of(options);
}

// By what a question is known: another one has other states, or other violations.
std::string SearchSpecification::identity_of(const engine::ots::SearchOptions& options) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", version, scope().name, options.symmetry, arguments().has("count"));
  for (const Property& p : selected()) text += p.name + ": " + p.text + "\n";
  if (from())
    for (const Value& value : *from()) text += value.to_string() + "\n";
  return sha256(text + std::string(bench().sources().text(specification().where.file)));
}

engine::ots::SearchOutcome SearchSpecification::told(engine::ots::SearchOutcome outcome) {
  const auto& p = outcome.partition;
  if (p && arguments().has("verbose") && speaks())
    err() << fmt::format("whynot: {} ranks: {} states of {} went to another one, in {} bytes; the largest has {}\n",
                         p->ranks, p->crossings, outcome.depths.empty() ? 0 : outcome.depths.back().transitions,
                         p->cross_bytes, p->largest_rank_states);
  return outcome;
}

// Of those that nobody was told of.
std::vector<Answer> SearchSpecification::answers_of(std::span<const Property> properties, std::size_t number,
                                                    engine::ots::SearchOptions& options,
                                                    const std::vector<bool>& told) {
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
std::vector<std::optional<std::string>> SearchSpecification::doubts_of(std::span<const ots::Predicate> predicates,
                                                                       const engine::ots::SearchOutcome& outcome) {
  if (!arguments().has("certify") || !outcome.exhausted) return {};
  return engine::ots::doubt_exhaustion(specification(), scope(), predicates, from(), most_certified_states, context());
}

// Whether the states within the scope can be told to be finitely many: every observer has a finite sort.
bool SearchSpecification::is_finite() {
  return std::all_of(specification().observers.begin(), specification().observers.end(), [&](const ots::Observer& o) {
    return ots::domain(specification(), o.sort, &scope()).has_value();
  });
}

bool SearchSpecification::is_open_ended(const engine::ots::SearchOptions& options) {
  return !options.depth && !is_finite() && !arguments().has("timeout") && !arguments().has("memory");
}

Context& SearchSpecification::allowance(engine::ots::SearchOptions& options) {
  const auto states = most_states();
  if (!states || !is_open_ended(options)) return context();
  options.memory_bytes = open_ended_memory;
  parts_.push_back(std::make_unique<Context>(context(), *states));
  return *parts_.back();
}

}  // namespace whynot::command
