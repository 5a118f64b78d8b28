// whynot classify: all counterexamples of a property, in a few classes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "analyse/classify/classify.h"
#include "analyse/classify/wording.h"
#include "app/command.h"
#include "app/files.h"
#include "front/pred/pred.h"

namespace whynot::app {
namespace {

// Without --bound: the first of these up to which there is a counterexample.
constexpr std::size_t default_bounds[] = {10, 20, 40};

// Variables by name; the name of an instance or an array stands for all that is in it.
std::vector<Expr> variables_named(Workbench& workbench, const std::vector<std::string>& names) {
  std::set<std::size_t> chosen;
  const std::vector<VariableDecl>& variables = workbench.system().variables;
  std::vector<std::string_view> known;
  for (const VariableDecl& v : variables) known.push_back(workbench.pool().name_of(v.variable));
  for (const std::string& name : names) {
    bool found = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
      const bool inside = known[i].starts_with(name) && known[i].size() > name.size() &&
                          (known[i][name.size()] == '.' || known[i][name.size()] == '[');
      if (known[i] != name && !inside) continue;
      chosen.insert(i);
      found = true;
    }
    if (found) continue;
    auto& error = workbench.diagnostics().error("app.unknown-column", fmt::format("the model has no variable `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, known); !near.empty()) error.help = fmt::format("did you mean `{}`?", near);
  }
  std::vector<Expr> result;
  for (std::size_t i : chosen) result.push_back(variables[i].variable);
  return result;
}

// What built-in facts speak of: what the user names, or everything the property does not speak of itself, since
// "the property is violated" explains nothing.
std::vector<Expr> vocabulary_for(Run& run, Workbench& workbench, const Property& property,
                                 const std::vector<std::string>& hide, std::vector<std::string>& excluded) {
  const Arguments& a = run.arguments;
  std::vector<Expr> chosen;
  if (a.has("vocabulary")) {
    chosen = variables_named(workbench, a.list("vocabulary"));
  } else {
    const std::vector<Expr> own = support(property.formula);
    for (const VariableDecl& v : workbench.system().variables) {
      if (std::find(own.begin(), own.end(), v.variable) == own.end()) chosen.push_back(v.variable);
      else excluded.push_back(workbench.pool().name_of(v.variable));
    }
  }
  std::vector<std::string> names = a.list("hide");
  names.insert(names.end(), hide.begin(), hide.end());
  const std::vector<Expr> hidden = variables_named(workbench, names);
  std::erase_if(chosen, [&](Expr v) { return std::find(hidden.begin(), hidden.end(), v) != hidden.end(); });
  return chosen;
}

report::CounterexampleClass shown(Workbench& workbench, const classify::Vocabulary& vocabulary, const classify::Class& c,
                                  const std::optional<Integer>& total, const std::string& property) {
  report::CounterexampleClass made;
  made.constraint = classify::constraint_text(vocabulary, c.constraint);
  made.sentence = classify::sentence_of(vocabulary, c.constraint);
  for (std::size_t i = 0; i < c.constraint.positions; ++i) made.positions.push_back(classify::position_name(i));
  for (const classify::Fact& f : classify::in_reading_order(vocabulary, c.constraint)) {
    classify::FactText text = classify::fact_text(vocabulary, f);
    made.facts.push_back({std::move(text.text), std::move(text.predicate), std::move(text.args)});
  }
  if (!c.representative.steps.empty()) made.representative = workbench.add_trace(c.representative, property, false);
  if (c.canonical) {
    const bool same = c.canonical->steps == c.representative.steps && c.canonical->loop == c.representative.loop;
    made.canonical = same ? made.representative : workbench.add_trace(*c.canonical, property, false);
  }
  if (c.count) made.count = to_string(*c.count);
  if (c.canonical_count) made.only = to_string(*c.canonical_count);
  if (c.count && total && *total != 0) made.share = (Integer(*c.count * 1'000'000'000 / *total)).convert_to<double>() / 1e9;
  made.flags = c.flags;
  made.sufficient = !c.explained ? "" : c.unbounded ? "unbounded" : "bounded";
  return made;
}

report::Insufficient shown(Workbench& workbench, const classify::Indistinct& found, const std::string& property) {
  report::Insufficient made;
  made.counterexample = workbench.add_trace(found.counterexample, property, false);
  made.passing = workbench.add_trace(found.passing, property, false);
  for (std::size_t i = 0; i < found.placement.size(); ++i)
    made.positions.emplace_back(classify::position_name(i), found.placement[i]);
  made.differ = found.differ;
  return made;
}

Verdict verdict_of(const classify::Classes& classes) {
  for (const classify::Class& c : classes.classes)
    if (!c.representative.steps.empty()) return Violated{c.representative};
  if (classes.insufficient) return Violated{classes.insufficient->counterexample};
  if (!classes.classes.empty()) return Violated{NoEvidence{classes.stopped}};
  if (!classes.stopped.empty()) return Unknown{classes.stopped};
  if (classes.unbounded) return Holds{NoEvidence{"no run of any length violates it"}};
  return NoneUpTo{classes.bound, ""};
}

report::Classification finding_of(Workbench& workbench, const Property& property, const classify::Vocabulary& vocabulary,
                                  const classify::Classes& classes, std::string mode) {
  report::Classification finding;
  finding.property = property.name;
  finding.mode = std::move(mode);
  finding.bound = classes.bound;
  finding.complete = classes.complete;
  finding.unbounded = classes.unbounded;
  finding.lassos = classes.lassos;
  finding.found = classes.found;
  finding.questions = classes.questions;
  finding.facts = classes.facts;
  finding.stopped = classes.stopped;
  finding.uncounted = classes.uncounted;
  if (classes.total) finding.total = to_string(*classes.total);
  for (const classify::Class& c : classes.classes)
    finding.classes.push_back(shown(workbench, vocabulary, c, classes.total, property.name));
  for (const auto& row : classes.overlap) {
    finding.overlap.emplace_back();
    for (const Integer& n : row) finding.overlap.back().push_back(to_string(n));
  }
  if (classes.insufficient) finding.insufficient = shown(workbench, *classes.insufficient, property.name);
  for (std::size_t id : classes.unused) finding.unused.push_back(vocabulary.predicate(static_cast<classify::PredicateId>(id)).name);
  return finding;
}

// The predicates that files and options give.
bool read_predicates(Run& run, Workbench& workbench, pred::PredicateSet& set) {
  for (const std::string& path : run.arguments.all("predicates")) {
    std::string error;
    const auto text = read_file(path, error);
    if (!text) workbench.diagnostics().error("app.cannot-read", error, {1, 0, 0});
    else pred::load(workbench.sources().add(path, *text), workbench.sources(), workbench.system(), set, workbench.diagnostics());
  }
  for (const std::string& text : run.arguments.all("predicate"))
    pred::load(workbench.sources().add("--predicate", text), workbench.sources(), workbench.system(), set, workbench.diagnostics());
  return workbench.diagnostics().ok();
}

// The anchored predicate's number; an error if there is none of that name.
bool find_anchor(Run& run, Workbench& workbench, const pred::PredicateSet& set, classify::Options& options) {
  const std::string name = run.arguments.text("anchor", set.anchor.value_or(""));
  if (name.empty()) return true;
  for (std::size_t i = 0; i < set.predicates.size(); ++i)
    if (set.predicates[i].name == name) options.anchor = i;
  if (options.anchor) return true;
  std::vector<std::string_view> known;
  for (const Predicate& p : set.predicates) known.push_back(p.name);
  auto& error = workbench.diagnostics().error("app.unknown-predicate", fmt::format("there is no predicate `{}`", name), {1, 0, 0});
  if (const auto near = nearest_name(name, known); !near.empty()) error.help = fmt::format("did you mean `{}`?", near);
  return false;
}

classify::Options options_of(const Arguments& a) {
  classify::Options options;
  const std::string mode = a.text("mode", "upto");
  options.mode = mode == "exact" ? classify::Mode::Exact : mode == "any" ? classify::Mode::Any : classify::Mode::UpTo;
  options.constants = a.has("constants");
  options.smallest = a.has("smallest");
  options.keep_going = a.has("keep-going");
  return options;
}

classify::Outcome classified(Run& run, Workbench& workbench, const Property& property, classify::Options options) {
  const auto ask = [&](std::size_t bound) {
    options.bound = bound;
    return classify::classify(workbench.system(), workbench.stepper(), property, options, run.context);
  };
  if (const auto bound = run.arguments.count("bound")) return ask(*bound);
  classify::Outcome outcome;
  for (std::size_t bound : default_bounds) {
    outcome = ask(bound);
    const auto* classes = std::get_if<classify::Classes>(&outcome.result);
    if (!classes || classes->unbounded || !classes->classes.empty() || classes->insufficient || !classes->stopped.empty()) break;
  }
  return outcome;
}

ExitCode classify_property(Run& run, Workbench& workbench, const Property& property, const pred::PredicateSet& set) {
  const auto begin = std::chrono::steady_clock::now();
  classify::Options options = options_of(run.arguments);
  std::vector<std::string> excluded;
  options.vocabulary = vocabulary_for(run, workbench, property, set.hide, excluded);
  options.predicates = set.predicates;
  if (!find_anchor(run, workbench, set, options) || !workbench.diagnostics().ok()) return exit_input;
  classify::Outcome outcome = classified(run, workbench, property, options);

  report::PropertyResult result;
  result.property = property;
  result.engine = "bmc";
  const auto* classes = std::get_if<classify::Classes>(&outcome.result);
  if (classes) {
    report::Classification finding =
        finding_of(workbench, property, *outcome.vocabulary, *classes, run.arguments.text("mode", "upto"));
    finding.excluded = excluded;
    result.verdict = verdict_of(*classes);
    // Counting state by state walks a product that shares nothing with the search for classes, and finds the same;
    // proofs for any length are those of other engines.
    result.certified = run.arguments.has("certify") && (classes->counted_apart || classes->unbounded);
    if (run.arguments.has("certify") && !result.certified)
      result.certified_reason = classes->total ? "counted by diagrams of the circuits that the search used" : classes->uncounted;
    for (const report::CounterexampleClass& c : finding.classes)
      if (!c.representative.empty()) result.traces.push_back(c.representative);
    if (result.traces.empty() && finding.insufficient) result.traces.push_back(finding.insufficient->counterexample);
    workbench.report().findings.push_back(std::move(finding));
  } else {
    result.engine.clear();
    result.verdict = Unknown{std::get<classify::NotTreated>(outcome.result).reason};
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  workbench.report().properties.push_back(std::move(result));
  if (run.context.stopped() == Stop::Interrupted) return exit_interrupted;
  if (!classes || classes->insufficient || !classes->stopped.empty()) return exit_undecided;
  return classes->classes.empty() ? exit_ok : exit_violated;
}

// Of two answers about different properties, the one that matters more.
ExitCode worse(ExitCode a, ExitCode b) {
  for (ExitCode code : {exit_interrupted, exit_input, exit_undecided, exit_violated})
    if (a == code || b == code) return code;
  return exit_ok;
}

}  // namespace

ExitCode run_classify(Run& run) {
  const Arguments& a = run.arguments;
  if (a.operands.size() != 1) return usage_error(run, "`whynot classify` takes one model");
  if (const std::string language = language_of(a); language != "smv")
    return usage_error(run, fmt::format("`whynot classify` treats SMV models, not {}", language),
                       language == "pds" ? "`whynot paths` groups the counterexamples of pushdown systems"
                                         : "`whynot search` and `whynot falsify` find counterexamples of specifications");
  Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;
  std::vector<std::string> names = a.all("property");
  for (const std::string& formula : a.all("formula")) {
    if (!workbench.add_formula(formula, a.text("kind"))) return fail_with_diagnostics(run, workbench, exit_input);
    names.push_back(workbench.program().properties.back().name);
  }
  pred::PredicateSet set;
  if (!read_predicates(run, workbench, set)) return fail_with_diagnostics(run, workbench, exit_input);
  std::vector<Property> selected;
  if (!workbench.select(names, selected)) return fail_with_diagnostics(run, workbench, exit_input);
  ExitCode code = exit_ok;
  for (const Property& property : selected) {
    run.context.progress(property.name);
    code = worse(code, classify_property(run, workbench, property, set));
    if (code == exit_input) return fail_with_diagnostics(run, workbench, exit_input);
  }
  if (const ExitCode written = write_report(run, workbench.report()); written != exit_ok) return written;
  return code;
}

}  // namespace whynot::app
