// whynot prove: what induction alone can say of an invariant, with the lemmas that it names.
//
// "Not inductive" is a claim, which needs a state and a step that the concrete semantics confirms.  What the solver
// does not know is called so, with the cases that it leaves open.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyse/falsify/falsify.h"
#include "analyse/falsify/fragment.h"
#include "analyse/falsify/graph.h"
#include "command/about/specification.h"
#include "command/cells.h"
#include "engine/ots/search.h"

namespace whynot::command {
namespace {

using namespace analyse::falsify;
using ots::Predicate;
using Truth = analyse::falsify::Induction::Truth;

// The goal and what it uses: they are proved together.
std::vector<Predicate> together_with(const Goal& goal) {
  std::vector<Predicate> facts{goal.predicate};
  facts.insert(facts.end(), goal.given.begin(), goal.given.end());
  return facts;
}

bool uses(const Goal& goal, const std::string& name) {
  return std::any_of(goal.given.begin(), goal.given.end(), [&](const Predicate& p) { return p.name == name; });
}

report::InductionCase::Cells cells_of(const Signature& signature, const State& state) {
  report::InductionCase::Cells out;
  for (std::size_t i = 0; i < state.size(); ++i) out.emplace_back(signature.columns[i].name, state[i]);
  return out;
}

std::string text_of(const Action& action) {
  std::string args;
  for (const Value& v : action.args) args += (args.empty() ? "" : ", ") + v.to_string();
  return args.empty() ? action.name : fmt::format("{}({})", action.name, args);
}

report::InductionCase case_of(const Proof::Step& step) {
  report::InductionCase out;
  out.transition = step.transition;
  out.result = step.proved() ? "holds" : "unknown";
  if (step.fails) {
    out.result = "fails";
    out.action = text_of(step.fails->action);
    out.state = cells_of(*step.fails->signature, step.fails->before);
    out.next = cells_of(*step.fails->signature, step.fails->after);
  } else if (!step.proved()) {
    out.reason = step.result.reason;
  }
  return out;
}

class ProveGoals final : public AboutSpecification {
 public:
  using AboutSpecification::AboutSpecification;

  Answer treat(const Property& property) override {
    const Goal& goal = goal_of(property);
    const std::size_t k = arguments().count("k").value_or(1);
    if (const Property* with = known_to_be_proved_with(property)) return proved_beside(property, *with, beside(goal));
    const Proof proof = prove(specification(), goal.predicate, goal.given, lemma_form(), k, context());
    report::Falsification finding;
    finding.outcome = proof.proved() ? "verified" : "open";
    finding.drawing = draw(proof, property.name, property.text);
    finding.fragment = fragment_of(specification(), goal.predicate, together_with(goal));
    for (const Proof::Step& step : proof.steps) {
      finding.cases.push_back(case_of(step));
      for (const std::string& text : step.lemmas)
        finding.lemmas.push_back(
            {fmt::format("L{}", finding.lemmas.size() + 1), property.name, step.transition, text, "open", {}});
    }
    if (proof.proved()) return proved(property, proof, std::move(finding));
    if (proof.initially == Truth::No) return violated_initially(property, std::move(finding));
    if (const Property* with = proved_with(property)) return proved_beside(property, *with, std::move(finding));
    Answer answer{Unknown{why_not_proved(proof, finding.lemmas.size())}, "induction"};
    return std::move(complete(answer, property, std::move(finding)));
  }

 private:
  Answer proved(const Property& property, const Proof& proof, report::Falsification finding) {
    const Goal& goal = goal_of(property);
    // What it uses is to be proved, too: all together, or by themselves where the goal takes several steps.
    const bool firm = proof.k ? check_certificate(specification(), goal.given, context()) : is_certain(property);
    if (!goal.given.empty() && !firm) return proved_relatively(property, std::move(finding));
    add_used(property, finding, "proved");
    Answer answer{Holds{whynot::Induction{proof.k.value_or(1), false}}, "induction"};
    if (!proof.k) certify(together_with(goal), answer, finding);
    return std::move(complete(answer, property, std::move(finding)));
  }

  // The lemmas that the goal names, and the whole as an invariant.
  void add_used(const Property& property, report::Falsification& finding, const char* status) {
    if (finding.outcome == "verified") finding.invariant.push_back(property.text);
    for (const Predicate& p : goal_of(property).given) {
      const std::string& text = specification().invariant(p.name)->text;
      finding.lemmas.push_back({p.name, property.name, "", text, status, {}});
      if (finding.outcome == "verified") finding.invariant.push_back(text);
    }
  }

  // Whether the goal and what it uses are inductive together; asked once.
  bool is_certain(const Property& property) {
    const auto known = certain_.find(property.name);
    if (known != certain_.end()) return known->second;
    const bool firm = check_certificate(specification(), together_with(goal_of(property)), context());
    return certain_.emplace(property.name, firm).first->second;
  }

  // Another of the properties asked about whose proof has this one as a lemma.
  const Property* proved_with(const Property& property) {
    for (const Property& other : selected())
      if (other.name != property.name && uses(goal_of(other), property.name) && !context().should_stop() &&
          is_certain(other))
        return &other;
    return nullptr;
  }

  // The same, where that is known already and each of the two uses the other: one proof serves both.
  const Property* known_to_be_proved_with(const Property& property) {
    for (const Property& other : selected()) {
      const auto known = certain_.find(other.name);
      const bool mutual = uses(goal_of(other), property.name) && uses(goal_of(property), other.name);
      if (known != certain_.end() && known->second && mutual) return &other;
    }
    return nullptr;
  }
  report::Falsification beside(const Goal& goal) {
    report::Falsification finding;
    finding.fragment = fragment_of(specification(), goal.predicate, together_with(goal));
    return finding;
  }

  Answer proved_beside(const Property& property, const Property& with, report::Falsification finding) {
    finding.outcome = "verified";
    finding.lemmas.clear();
    finding.cases.clear();
    for (const Predicate& p : together_with(goal_of(with))) {
      const std::string& text = specification().invariant(p.name)->text;
      finding.invariant.push_back(text);
      if (p.name != property.name) finding.lemmas.push_back({p.name, with.name, "", text, "proved", {}});
    }
    Answer answer{Holds{whynot::Induction{1, false}}, "induction"};
    certify(together_with(goal_of(with)), answer, finding);
    return std::move(complete(answer, property, std::move(finding)));
  }

  // It needs its lemmas, of which at least one is not kept: which, and where.
  Answer proved_relatively(const Property& property, report::Falsification finding) {
    finding.outcome = "open";
    finding.cases.clear();
    const std::vector<Predicate> facts = together_with(goal_of(property));
    std::string why;
    for (const Predicate& p : goal_of(property).given) {
      const Proof proof = prove(specification(), p, facts, lemma_form(), 1, context());
      const char* status = proof.proved() ? "relative" : "open";
      finding.lemmas.push_back({p.name, property.name, "", specification().invariant(p.name)->text, status, {}});
      if (proof.proved() || !why.empty()) continue;
      why = fmt::format("it is inductive with what it uses, but `{}`, which it uses, is {}", p.name,
                        why_not_proved(proof, count_lemmas(proof)));
      for (const Proof::Step& step : proof.steps)
        if (!step.proved()) finding.cases.push_back(case_of(step));
    }
    if (why.empty()) why = "not decided: the solver could not confirm the lemmas together";
    Answer answer{Unknown{why}, "induction"};
    return std::move(complete(answer, property, std::move(finding)));
  }

  static std::size_t count_lemmas(const Proof& proof) {
    std::size_t all = 0;
    for (const Proof::Step& step : proof.steps) all += step.lemmas.size();
    return all;
  }

  static std::string why_not_proved(const Proof& proof, std::size_t lemmas) {
    std::string by, open, reason;
    for (const Proof::Step& step : proof.steps) {
      std::string& names = step.fails ? by : open;
      if (!step.proved()) names += fmt::format("{}`{}`", names.empty() ? "" : ", ", step.transition);
      if (!step.proved() && reason.empty() && !step.result.reason.empty()) reason = ": " + step.result.reason;
    }
    const std::string wanted = lemmas == 1 ? "one lemma" : fmt::format("{} lemmas", lemmas);
    const std::string_view verb = by.find(',') == std::string::npos ? "breaks" : "break";
    if (!by.empty())
      return fmt::format("not inductive: {} {} it{}", by, verb,
                         lemmas == 0 ? "" : fmt::format("; {} to prove first", wanted));
    if (proof.initially != Truth::Yes)
      return fmt::format("not decided: the solver does not know whether it holds initially{}", reason);
    return fmt::format("not decided: the solver does not know whether it is inductive, in the step of {}{}{}", open,
                       reason, lemmas == 0 ? "" : fmt::format("; {} would do", wanted));
  }

  // The solver has an initial state where it fails: one within a scope is to show it.
  Answer violated_initially(const Property& property, report::Falsification finding) {
    auto options = search_options(true);
    options.depth = 0;
    std::vector<ots::Scope> scopes{scope()};
    for (const auto& small : small_scopes(specification())) scopes.push_back(*small);
    finding.outcome = "open";
    Answer answer{Unknown{"not decided: the solver has an initial state where it fails, but no scope shows one"},
                  "induction"};
    for (const ots::Scope& scope : scopes) {
      if (context().should_stop()) break;
      const auto here = within(scope);
      auto outcome = engine::ots::search(specification(), here->specification().scope,
                                         std::span(&goal_of(property).predicate, 1), options, context());
      if (!std::holds_alternative<Violated>(outcome.verdicts[0])) continue;
      finding.outcome = "falsified";
      answer.verdict = std::move(outcome.verdicts[0]);
      return std::move(complete(answer, property, std::move(finding), here.get()));
    }
    return std::move(complete(answer, property, std::move(finding)));
  }

  std::map<std::string, bool> certain_;
};

}  // namespace

Prepared prove_goals(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  return prepared<ProveGoals>(run, bench, properties);
}

}  // namespace whynot::command
