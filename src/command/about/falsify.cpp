// whynot falsify and prove: what search and induction together, or induction alone, can say of an invariant; and
// explain of specifications, which shows the violation that they find step by step.
#include "analyse/falsify/falsify.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/falsify/graph.h"
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

LemmaForm form_of(const Arguments& a) {
  return a.text("lemma-form", "paper") == "wp" ? LemmaForm::WeakestPrecondition : LemmaForm::Paper;
}

class FalsifyGoals : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    const Goal& goal = goal_of(property);
    auto options = search_options(true);
    options.depth = options.depth.value_or(default_depth);
    const auto space =
        engine::ots::explore(specification(), scope(), std::span(&goal.predicate, 1), options, context());
    FalsifyOptions how;
    how.form = form_of(arguments());
    how.generalise = arguments().text("generalise", "on") == "on";
    if (!arguments().has("timeout")) how.effort = default_effort;
    warn_of_no_start(space->counts());
    return answer_of(property, falsify(specification(), goal.predicate, goal.given, *space, how, context()));
  }

 private:
  Answer answer_of(const Property& property, Falsification found) {
    report::Falsification finding;
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
      for (const Lemma& l : found.lemmas) facts.push_back(l.predicate);
      certify(facts, answer, finding);
    }
    return std::move(complete(answer, property, std::move(finding)));
  }
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

class ProveGoals final : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    const Goal& goal = goal_of(property);
    const std::size_t k = arguments().count("k").value_or(1);
    const Proof proof = prove(specification(), goal.predicate, goal.given, form_of(arguments()), k, context());
    report::Falsification finding;
    finding.outcome = proof.proved() ? "verified" : "open";
    finding.drawing = draw(proof, property.name, property.text);
    std::string undecided;
    for (const Proof::Step& step : proof.steps) {
      for (const std::string& text : step.lemmas)
        finding.lemmas.push_back(
            {fmt::format("L{}", finding.lemmas.size() + 1), property.name, step.transition, text, "open", {}});
      if (!step.result.decided && undecided.empty())
        undecided = fmt::format("the step of `{}`: {}", step.transition, step.result.reason);
    }
    if (proof.proved()) return proved(property, proof, std::move(finding));
    if (proof.initially == analyse::falsify::Induction::Truth::No)
      return violated_initially(property, std::move(finding));
    Answer answer{Unknown{why_not_proved(proof, finding.lemmas.size(), undecided)}, "induction"};
    return std::move(complete(answer, property, std::move(finding)));
  }

 private:
  Answer proved(const Property& property, const Proof& proof, report::Falsification finding) {
    const Goal& goal = goal_of(property);
    std::vector<Predicate> facts = goal.given;
    facts.insert(facts.begin(), goal.predicate);
    // What it uses is to be proved, too: all together, or by themselves where the goal takes several steps.
    const std::vector<Predicate>& used = proof.k ? goal.given : facts;
    if (!goal.given.empty() && !check_certificate(specification(), used, context()))
      return proved_relatively(property, std::move(finding));
    Answer answer{Holds{whynot::Induction{proof.k.value_or(1), false}}, "induction"};
    if (!proof.k) certify(facts, answer, finding);
    return std::move(complete(answer, property, std::move(finding)));
  }

  Answer proved_relatively(const Property& property, report::Falsification finding) {
    finding.outcome = "open";
    std::string names;
    for (const Predicate& p : goal_of(property).given) {
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", p.name);
      finding.lemmas.push_back({p.name, property.name, "", specification().invariant(p.name)->text, "open", {}});
    }
    Answer answer{Unknown{fmt::format("it is inductive if {} hold, which are not proved together with it", names)},
                  "induction"};
    return std::move(complete(answer, property, std::move(finding)));
  }

  // "Not inductive" is a claim, which needs a state: what the solver does not know is not decided.
  static std::string why_not_proved(const Proof& proof, std::size_t lemmas, const std::string& undecided) {
    if (!undecided.empty()) return "not decided: " + undecided;
    if (proof.initially == analyse::falsify::Induction::Truth::Unknown)
      return "not decided: the solver does not know whether it holds initially";
    const std::string wanted = lemmas == 1 ? "one lemma" : fmt::format("{} lemmas", lemmas);
    if (std::any_of(proof.steps.begin(), proof.steps.end(), [](const Proof::Step& step) { return step.fails.has_value(); }))
      return fmt::format("not inductive: {} to prove first", wanted);
    return fmt::format("not decided: the solver does not know whether it is inductive; {} would do", wanted);
  }

  // The invariant fails before anything happened.
  Answer violated_initially(const Property& property, report::Falsification finding) {
    auto options = search_options(true);
    options.depth = 0;
    auto outcome =
        engine::ots::search(specification(), scope(), std::span(&goal_of(property).predicate, 1), options, context());
    const bool found = std::holds_alternative<Violated>(outcome.verdicts[0]);
    finding.outcome = found ? "falsified" : "open";
    Answer answer{Unknown{"a solver sees it fail in an initial state, but not in one within the scope"}, "induction"};
    if (found) answer.verdict = std::move(outcome.verdicts[0]);
    return std::move(complete(answer, property, std::move(finding)));
  }
};

template <class Made>
Prepared within_scope(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  return prepared<Made>(run, bench, properties);
}

}  // namespace

Prepared falsify_goals(Run& run, session::Workbench& bench, Properties& properties) {
  return within_scope<FalsifyGoals>(run, bench, properties);
}

Prepared prove_goals(Run& run, session::Workbench& bench, Properties& properties) {
  return within_scope<ProveGoals>(run, bench, properties);
}

Prepared explain_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (const std::string wrong = refuses_explore_options(run.arguments); !wrong.empty()) return UsageError{wrong, ""};
  return within_scope<ExplainGoals>(run, bench, properties);
}

}  // namespace whynot::command
