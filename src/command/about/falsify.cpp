// whynot falsify: what search and induction together can say of an invariant; and explain of specifications, which
// shows the violation that they find step by step.
#include "analyse/falsify/falsify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "analyse/falsify/deepen.h"
#include "analyse/falsify/fragment.h"
#include "analyse/falsify/graph.h"
#include "analyse/falsify/samples/wider.h"
#include "command/about/explain/trace_evidence.h"
#include "command/about/specification.h"
#include "command/cells.h"
#include "engine/ots/search.h"

namespace whynot::command {
namespace {

using namespace analyse::falsify;
using ots::Predicate;

// Where lemmas chase each other forever: some ten seconds of the solver's work, unless --timeout says how long.
constexpr std::uint64_t default_effort = 10'000'000;
// The same where search and induction take turns.
constexpr std::uint64_t most_states = 1'280'000, most_steps = 6'000'000;
constexpr std::size_t most_asked_about_lemmas = 4'000;  // states

class FalsifyGoals : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    if (auto known = from_what_was_verified(property, false)) return *std::move(known);
    FalsifyOptions how;
    how.form = lemma_form();
    how.generalise = arguments().text("generalise", "on") == "on";
    const auto options = search_options(true);
    return options.depth ? within_depth(property, how, options) : deepening(property, how, options);
  }

  // What one leaves open may follow from what another one rests on.
  bool treats_at_once() const override { return selected().size() > 1; }
  void treat_all(std::span<const Property> properties, Hearer& hearer) override {
    std::vector<std::pair<std::size_t, Answer>> left;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      Answer answer = timed(properties[i], i == 0 ? "" : properties[i - 1].name, hearer, i);
      if (std::holds_alternative<Unknown>(answer.verdict))
        left.emplace_back(i, std::move(answer));
      else
        hearer.answered(i, std::move(answer));
    }
    for (auto& [i, answer] : left) {
      auto known = context().should_stop() ? std::nullopt : from_what_was_verified(properties[i], true);
      if (known) known->seconds = answer.seconds;
      hearer.answered(i, known ? *std::move(known) : std::move(answer));
    }
  }

 private:
  Answer timed(const Property& property, const std::string& before, Hearer& hearer, std::size_t place) {
    const Stop why = context().look();
    if (why != Stop::None && place > 0) return leave(property, not_tried(context(), why, before));
    hearer.begins(place);
    const auto begin = std::chrono::steady_clock::now();
    Answer answer;
    try {
      answer = treat(property);
    } catch (const std::bad_alloc&) {  // the others may need less
      answer = leave(property, Unknown{"out of memory"});
    }
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
  }

  // Of one property: it and its lemmas, which are inductive together.
  struct Verified {
    std::string name;
    std::vector<Predicate> facts;
    std::vector<std::string> texts;
  };

  // Nothing, unless it is inductive with what other properties were verified by.
  std::optional<Answer> from_what_was_verified(const Property& property, bool thoroughly) {
    const Goal& goal = goal_of(property);
    std::vector<Verified> needed = verified_;
    if (needed.empty() || from() || !follows(goal, needed, thoroughly)) return std::nullopt;
    for (std::size_t i = needed.size(); i-- > 0 && needed.size() > 1;) {
      std::vector<Verified> fewer = needed;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (follows(goal, fewer, thoroughly)) needed = std::move(fewer);
    }
    report::Falsification finding;
    finding.fragment = fragment_of(specification(), goal.predicate, std::span(&goal.predicate, 1));
    finding.outcome = outcome_word(Outcome::Verified);
    Verified all{property.name, {goal.predicate}, {property.text}};
    for (const Verified& v : needed)
      for (std::size_t i = 0; i < v.facts.size(); ++i) {
        if (std::find(all.texts.begin(), all.texts.end(), v.texts[i]) != all.texts.end()) continue;
        finding.lemmas.push_back({v.facts[i].name, property.name, "", v.texts[i], "proved", {}});
        all.texts.push_back(v.texts[i]);
        all.facts.push_back(v.facts[i]);
      }
    finding.invariant = all.texts;
    Answer answer{Holds{whynot::Induction{1, false}}, "induction"};
    certify(all.facts, answer, finding);
    verified_.push_back(std::move(all));
    return std::move(complete(answer, property, std::move(finding)));
  }

  bool follows(const Goal& goal, const std::vector<Verified>& from, bool thoroughly) {
    std::vector<Predicate> facts;
    for (const Verified& v : from) facts.insert(facts.end(), v.facts.begin(), v.facts.end());
    return is_inductive_with(specification(), goal.predicate, facts, thoroughly, context());
  }

  // As the paper has it: one bound for all that is searched for.
  Answer within_depth(const Property& property, FalsifyOptions how, const engine::ots::SearchOptions& options) {
    const Goal& goal = goal_of(property);
    const auto space =
        engine::ots::explore(specification(), scope(), std::span(&goal.predicate, 1), options, context());
    if (!arguments().has("timeout")) how.effort = default_effort;
    warn_of_no_start(space->counts());
    auto found = falsify(specification(), goal.predicate, goal.given, *space, how, context());
    report::Falsification finding;
    if (found.outcome != Outcome::Verified && space->depth() > 0)
      finding.tried = {{"search", space->scope().name, space->depth(), ""}};
    finding.tried.push_back({"induction", "", {}, std::string(outcome_word(found.outcome))});
    return answer_of(property, std::move(found), std::move(finding), nullptr);
  }

  Answer deepening(const Property& property, const FalsifyOptions& how, const engine::ots::SearchOptions& options) {
    const Goal& goal = goal_of(property);
    std::vector<ots::Scope> scopes = all_scopes();
    std::vector<std::unique_ptr<ots::DeepeningSpace>> spaces;
    spaces.reserve(scopes.size());
    for (const ots::Scope& s : scopes)
      spaces.push_back(engine::ots::deepen(specification(), s, goal.predicate, most_asked_about_lemmas, options));
    DeepenOptions limits{how, most_states, most_steps};
    if (arguments().has("timeout")) limits.states = limits.steps = std::nullopt;
    if (!arguments().has("scope") && !from()) limits.wider = wider_scopes(specification());
    Deepened deepened = falsify_deeper(specification(), goal.predicate, goal.given, spaces, limits, context());
    warn_of_no_start(spaces[0]->counts());
    report::Falsification finding;
    for (const Tried& t : deepened.tried) finding.tried.push_back({t.what, t.scope, t.depth, t.result});
    if (!deepened.suggestion.empty())
      deepened.found.reason +=
          fmt::format("{}to try: {}", deepened.found.reason.empty() ? "" : "; ", deepened.suggestion);
    scopes.insert(scopes.end(), limits.wider.begin(), limits.wider.end());
    const auto used =
        std::find_if(scopes.begin(), scopes.end(), [&](const ots::Scope& s) { return s.name == deepened.found.scope; });
    const bool elsewhere = used != scopes.begin() && used != scopes.end();
    const auto there = elsewhere ? within(*used) : nullptr;
    return answer_of(property, std::move(deepened.found), std::move(finding), there.get());
  }

  // That of the model, and the others that the specification names, unless the words of the command name one.
  std::vector<ots::Scope> all_scopes() {
    std::vector<ots::Scope> out{scope()};
    if (arguments().has("scope") || from()) return out;
    for (const ots::Scope& s : specification().scopes)
      if (s.name != scope().name) out.push_back(s);
    return out;
  }

  Answer answer_of(const Property& property, Falsification found, report::Falsification finding, const Model* of) {
    const Goal& goal = goal_of(property);
    finding.fragment = fragment_of(specification(), goal.predicate, std::span(&goal.predicate, 1));
    finding.outcome = outcome_word(found.outcome);
    for (std::size_t i = 1; i < found.lemmas.size(); ++i) {  // the goal is the first
      const Lemma& l = found.lemmas[i];
      finding.lemmas.push_back({l.name, l.parent ? l.from : property.name, l.transition, l.text,
                                std::string(status_word(l.status)), l.fails_at});
    }
    finding.search = summary_of(found.depths, found.scope, found.symmetry);
    finding.text = graph_as_text(found);
    finding.drawing = draw(found);
    Answer answer{Unknown{found.reason.empty() ? "lemmas are still needed" : found.reason}, "igf"};
    if (found.outcome == Outcome::Falsified) answer.verdict = Violated{*found.trace};
    if (found.outcome == Outcome::Verified) {
      answer.verdict = Holds{whynot::Induction{1, false}};
      std::vector<Predicate> facts;
      for (const Lemma& l : found.lemmas) {
        facts.push_back(l.predicate);
        finding.invariant.push_back(l.text);
      }
      certify(facts, answer, finding);
      verified_.push_back({property.name, std::move(facts), finding.invariant});
    }
    return std::move(complete(answer, property, std::move(finding), of));
  }

  std::vector<Verified> verified_;
};

// Of a violation its trace, as the proof that a state where the invariant is false can be reached.
class ExplainGoals final : public FalsifyGoals {
 public:
  using FalsifyGoals::FalsifyGoals;

  Answer treat(const Property& property) override {
    Answer answer = FalsifyGoals::treat(property);
    if (const Trace* trace = trace_of(answer.verdict))
      answer.findings = {evidence_of_trace(arguments(), *trace, property.name, answer.traces)};
    return answer;
  }
};

template <class Made>
Prepared within_scope(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  return prepared<Made>(run, bench, properties);
}

}  // namespace

std::unique_ptr<Analysis> falsifying(Run& run, session::Workbench& bench, std::span<const Property> properties) {
  auto made = std::make_unique<FalsifyGoals>(run, bench);
  made->prepare(properties);
  return made;
}

Prepared falsify_goals(Run& run, session::Workbench& bench, Properties& properties) {
  return within_scope<FalsifyGoals>(run, bench, properties);
}

Prepared explain_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (const std::string wrong = refuses_explore_options(run.arguments); !wrong.empty()) return UsageError{wrong, ""};
  return within_scope<ExplainGoals>(run, bench, properties);
}

}  // namespace whynot::command
