// After the analysis: classes become rows of a finding, their examples traces of the report, and the outcome a verdict
// no stronger than what was searched.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/wording.h"
#include "command/about/classes/classes.h"

namespace whynot::command {
namespace {

// The id of a counterexample.
std::string cite(const ClassesOf& about, const ClassesAsked& asked, const Trace& trace) {
  return about.bench.cite(trace, asked.property.name, {&asked.property, Polarity::Violating, asked.from_initial});
}

// Whether the class and its images are all choices of so many among some instances, in any order or in each.
bool is_of_any(std::size_t members, std::size_t chosen, std::size_t among) {
  std::size_t ordered = 1, orders = 1;
  for (std::size_t i = 0; i < chosen; ++i) {
    ordered *= among - i;
    orders *= i + 1;
  }
  return chosen > 1 && (members == ordered || members == ordered / orders);
}

// "…; the same for p2, for p3", or "…; the same for any 2 of p1, p2, p3".
void add_orbit(const analyse::classify::Vocabulary& vocabulary, const analyse::classify::Class& c,
               report::CounterexampleClass& made) {
  report::CounterexampleClass::Orbit orbit{c.names, c.images.size() + 1, {made.constraint}};
  for (std::size_t i = 0; i < c.images.size(); ++i) {
    for (const std::string& name : c.image_names[i])
      if (std::find(orbit.of.begin(), orbit.of.end(), name) == orbit.of.end()) orbit.of.push_back(name);
    orbit.constraints.push_back(analyse::classify::constraint_text(vocabulary, c.images[i]));
  }
  const bool keeps_values = std::all_of(c.image_values.begin(), c.image_values.end(),
                                        [](const std::string& values) { return values.empty(); });
  if (keeps_values && is_of_any(orbit.members, c.names.size(), orbit.of.size())) {
    std::vector<std::string> names = orbit.of;
    std::sort(names.begin(), names.end());
    made.sentence += fmt::format("; the same for any {} of {}", c.names.size(), fmt::join(names, ", "));
  } else {
    for (std::size_t i = 0; i < c.images.size(); ++i) {
      made.sentence += fmt::format("{} for {}", i == 0 ? "; the same" : ",", fmt::join(c.image_names[i], " and "));
      if (!keeps_values && !c.image_values[i].empty())
        made.sentence += fmt::format(" with {} exchanged", c.image_values[i]);
    }
  }
  made.orbit = std::move(orbit);
}

report::CounterexampleClass shown(const ClassesOf& about, const ClassesAsked& asked,
                                  const analyse::classify::Vocabulary& vocabulary, const analyse::classify::Class& c,
                                  const std::optional<Integer>& total) {
  report::CounterexampleClass made;
  made.constraint = analyse::classify::constraint_text(vocabulary, c.constraint);
  made.sentence = analyse::classify::sentence_of(vocabulary, c.constraint);
  for (std::size_t i = 0; i < c.constraint.positions; ++i)
    made.positions.push_back(analyse::classify::position_name(vocabulary, i));
  for (const analyse::classify::Fact& f : analyse::classify::in_reading_order(vocabulary, c.constraint)) {
    analyse::classify::FactText text = analyse::classify::fact_text(vocabulary, f);
    made.facts.push_back({std::move(text.text), std::move(text.predicate), std::move(text.args)});
  }
  if (!c.images.empty()) add_orbit(vocabulary, c, made);
  if (!c.representative.steps.empty()) made.representative = cite(about, asked, c.representative);
  if (c.canonical) {
    const bool same = c.canonical->steps == c.representative.steps && c.canonical->loop == c.representative.loop;
    made.canonical = same ? made.representative : cite(about, asked, *c.canonical);
  }
  if (c.count) made.count = to_string(*c.count);
  if (c.canonical_count) made.only = to_string(*c.canonical_count);
  if (c.count && total && *total != 0)
    made.share = (Integer(*c.count * 1'000'000'000 / *total)).convert_to<double>() / 1e9;
  made.flags = c.flags;
  for (const analyse::classify::Detail& d : c.details)
    made.details.push_back({d.text, d.sentence, to_string(d.count), d.share, d.among_passing});
  made.below = c.below;
  if (c.explained) made.sufficient = c.unbounded ? "unbounded" : "bounded";
  return made;
}

report::Insufficient shown(const ClassesOf& about, const ClassesAsked& asked,
                           const analyse::classify::Vocabulary& vocabulary,
                           const analyse::classify::Indistinct& found) {
  report::Insufficient made;
  made.counterexample = cite(about, asked, found.counterexample);
  // A finite run may be too short to tell: that it does not violate the property was looked at by the analysis.
  made.passing = about.bench.cite(found.passing, asked.property.name, {nullptr, Polarity::Passing, asked.from_initial});
  for (std::size_t i = 0; i < found.placement.size(); ++i)
    made.positions.emplace_back(analyse::classify::position_name(vocabulary, i), found.placement[i]);
  made.differ = found.differ;
  return made;
}

// With an anchor nothing is known of the counterexamples without it, nor of other lengths than the one in mode `exact`.
Verdict verdict_of(const analyse::classify::Classes& classes, const report::Classification& finding) {
  for (const analyse::classify::Class& c : classes.classes)
    if (!c.representative.steps.empty()) return Violated{c.representative};
  if (classes.insufficient) return Violated{classes.insufficient->counterexample};
  if (classes.first) return Violated{*classes.first};
  if (!classes.classes.empty()) return Violated{NoEvidence{classes.stopped}};
  if (!classes.stopped.empty()) return Unknown{classes.stopped};
  if (!finding.anchor.empty() || finding.mode == "exact") return Unknown{report::none_found(finding)};
  if (classes.unbounded) return Holds{NoEvidence{"no run of any length violates it"}};
  return NoneUpTo{classes.bound, ""};
}

std::vector<std::string> names_of(const ClassesOf& about, const std::vector<Expr>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (Expr v : variables) names.push_back(about.system.pool->name_of(v));
  return names;
}

void declare(const analyse::classify::Vocabulary& vocabulary, const analyse::classify::TraceClass& c,
             report::Classification& finding) {
  const std::string name = fmt::format("d{}", finding.predicates.size() + 1);
  finding.predicates.push_back(
      {name, analyse::classify::declaration_of(vocabulary, name, c), analyse::classify::kind_of(vocabulary, c),
       analyse::classify::sentence_of(vocabulary, c), analyse::classify::price_of(vocabulary, c) / 10.0});
}

report::Classification finding_of(const ClassesOf& about, const ClassesAsked& asked,
                                  const analyse::classify::Vocabulary& vocabulary,
                                  const analyse::classify::Classes& classes) {
  report::Classification finding;
  finding.property = asked.property.name;
  finding.mode = about.arguments.text("mode", "upto");
  finding.bound = classes.bound;
  finding.complete = classes.complete;
  finding.unbounded = classes.unbounded;
  finding.lassos = classes.lassos;
  finding.discovered = classes.discovered;
  finding.found = classes.found;
  finding.questions = classes.questions;
  finding.facts = classes.facts;
  finding.rounds = classes.rounds;
  finding.passing_seen = classes.passing_seen;
  finding.stopped = classes.stopped;
  finding.uncounted = classes.uncounted;
  finding.not_compared = classes.not_compared;
  finding.space = asked.space;
  if (classes.anchor) finding.anchor = vocabulary.predicate(*classes.anchor).name;
  if (classes.total) finding.total = to_string(*classes.total);
  if (classes.uncovered) finding.uncovered = to_string(*classes.uncovered);
  for (const analyse::classify::Class& c : classes.classes) {
    finding.found -= c.images.size();  // they are here, though not by themselves
    finding.classes.push_back(shown(about, asked, vocabulary, c, classes.total));
    declare(vocabulary, c.constraint, finding);
    for (const analyse::classify::TraceClass& image : c.images) declare(vocabulary, image, finding);
  }
  for (const analyse::classify::TraceClass& c : classes.generic)
    finding.generic.push_back(
        {analyse::classify::constraint_text(vocabulary, c), analyse::classify::sentence_of(vocabulary, c)});
  for (const auto& row : classes.overlap) {
    finding.overlap.emplace_back();
    for (const Integer& n : row) finding.overlap.back().push_back(to_string(n));
  }
  for (const analyse::classify::Descriptor& d : classes.descriptors)
    finding.descriptors.push_back(
        {d.text, d.sentence, to_string(d.count), to_string(*d.passing), to_string(*d.all_passing)});
  if (classes.insufficient) finding.insufficient = shown(about, asked, vocabulary, *classes.insufficient);
  for (std::size_t id : classes.unused)
    finding.unused.push_back(vocabulary.predicate(static_cast<analyse::classify::PredicateId>(id)).name);
  if (about.arguments.has("vocabulary") || classes.discovered) return finding;
  finding.excluded = names_of(about, asked.left_out.own);
  finding.large = names_of(about, asked.left_out.large);
  return finding;
}

}  // namespace

Answer answer_of(const ClassesOf& about, const ClassesAsked& asked, const analyse::classify::Outcome& outcome) {
  Answer answer;
  const auto* classes = std::get_if<analyse::classify::Classes>(&outcome.result);
  if (!classes) {
    answer.verdict = Unknown{std::get<analyse::classify::NotTreated>(outcome.result).reason};
    answer.open = true;
    return answer;
  }
  answer.engine = asked.engine;
  report::Classification finding = finding_of(about, asked, *outcome.vocabulary, *classes);
  answer.verdict = verdict_of(*classes, finding);
  // Traces are always replayed; the doubt is about what is said of all runs.
  const bool says_nothing = classes->doubt.empty() && std::holds_alternative<Unknown>(answer.verdict);
  if (about.arguments.has("certify") && !says_nothing) answer.doubt = classes->doubt;
  for (const report::CounterexampleClass& c : finding.classes)
    if (!c.representative.empty() && answer.traces.size() < report::most_entries)
      answer.traces.push_back(c.representative);
  if (answer.traces.empty() && finding.insufficient) answer.traces.push_back(finding.insufficient->counterexample);
  if (answer.traces.empty() && classes->first) answer.traces.push_back(cite(about, asked, *classes->first));
  answer.findings.push_back(std::move(finding));
  answer.open = classes->insufficient || !classes->stopped.empty();
  answer.settled = classes->classes.empty() && !classes->first && !answer.open;
  return answer;
}

}  // namespace whynot::command
