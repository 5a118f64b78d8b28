// Before the analysis: names given by the user become variables, predicates and an anchor.  After it: classes become
// rows of a finding, their examples traces of the report, and the outcome a verdict no stronger than what was searched.
#include "command/about/classes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/wording.h"
#include "encode/obligations.h"
#include "host/files.h"

namespace whynot::command {
namespace {

const std::string& name_of(const ClassesOf& about, Expr variable) { return about.system.pool->name_of(variable); }

// Numbers of states and steps are nobody's variables.
bool is_named(const ClassesOf& about, Expr variable) { return !name_of(about, variable).starts_with('#'); }

// A list in which commas within parentheses separate nothing: `pc(a,b),turn`.
std::vector<std::string> joined_names(const std::vector<std::string>& pieces) {
  std::vector<std::string> names;
  std::ptrdiff_t open = 0;
  for (const std::string& piece : pieces) {
    if (open > 0)
      names.back() += "," + piece;
    else
      names.push_back(piece);
    open += std::count(piece.begin(), piece.end(), '(') - std::count(piece.begin(), piece.end(), ')');
  }
  return names;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

// Variables by name; the name of an instance, an array or an indexed observer stands for all that is in it.
std::vector<Expr> variables_named(const ClassesOf& about, const std::vector<std::string>& names,
                                  Span where = {1, 0, 0}) {
  std::set<std::size_t> chosen;
  const std::vector<VariableDecl>& variables = about.system.variables;
  std::vector<std::string_view> known;
  for (const VariableDecl& v : variables)
    if (is_named(about, v.variable)) known.push_back(name_of(about, v.variable));
  for (const std::string& written : names) {
    const std::string name = without_blanks(written);
    bool found = false;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const std::string full = without_blanks(name_of(about, variables[i].variable));
      const bool inside = full.starts_with(name) && full.size() > name.size() &&
                          std::string_view(".[(").find(full[name.size()]) != std::string_view::npos;
      if (!is_named(about, variables[i].variable) || (full != name && !inside)) continue;
      chosen.insert(i);
      found = true;
    }
    if (found) continue;
    auto& error = about.bench.diagnostics().error("app.unknown-column",
                                                  fmt::format("the model has no variable `{}`", name), where);
    if (const auto near = nearest_name(name, known); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }
  std::vector<Expr> result;
  for (std::size_t i : chosen) result.push_back(variables[i].variable);
  return result;
}

bool is_among(const std::vector<Expr>& some, Expr variable) {
  return std::find(some.begin(), some.end(), variable) != some.end();
}

std::vector<Expr> not_hidden(const ClassesOf& about, std::vector<Expr> variables,
                             const std::vector<front::pred::Named>& hide) {
  const auto leave_out = [&](const std::vector<Expr>& hidden) {
    std::erase_if(variables, [&](Expr v) { return is_among(hidden, v); });
  };
  leave_out(variables_named(about, joined_names(about.arguments.list("hide"))));
  for (const front::pred::Named& one : hide) leave_out(variables_named(about, {one.name}, one.where));
  return variables;
}

// What the user names, or everything that is not left out.
std::vector<Expr> chosen_variables(const ClassesOf& about, const LeftOut& left_out,
                                   const std::vector<front::pred::Named>& hide, bool hides_all) {
  const Arguments& a = about.arguments;
  std::vector<Expr> chosen;
  if (hides_all) return {};
  if (a.has("vocabulary"))
    chosen = variables_named(about, joined_names(a.list("vocabulary")));
  else
    for (const VariableDecl& v : about.system.variables)
      if (is_named(about, v.variable) && !is_among(left_out.own, v.variable) && !is_among(left_out.large, v.variable))
        chosen.push_back(v.variable);
  return not_hidden(about, std::move(chosen), hide);
}

// The anchored predicate's number; an error if there is none of that name.
bool find_anchor(const ClassesOf& about, const front::pred::PredicateSet& set, analyse::classify::Options& options) {
  const front::pred::Named in_file = set.anchor.value_or(front::pred::Named{"", {1, 0, 0}});
  const std::string name = about.arguments.text("anchor", in_file.name);
  if (name.empty()) return true;
  for (std::size_t i = 0; i < set.predicates.size(); ++i)
    if (set.predicates[i].name == name) options.anchor = i;
  if (options.anchor) return true;
  std::vector<std::string_view> known;
  for (const Predicate& p : set.predicates) known.push_back(p.name);
  auto& error =
      about.bench.diagnostics().error("app.unknown-predicate", fmt::format("there is no predicate `{}`", name),
                                      about.arguments.has("anchor") ? Span{1, 0, 0} : in_file.where);
  if (const auto near = nearest_name(name, known); !near.empty()) error.help = fmt::format("did you mean `{}`?", near);
  return false;
}

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

// "…; likewise of p2, of p3", or "…; likewise of any 2 of p1, p2, p3".
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
    made.sentence += fmt::format("; likewise of any {} of {}", c.names.size(), fmt::join(names, ", "));
  } else {
    for (std::size_t i = 0; i < c.images.size(); ++i) {
      made.sentence += fmt::format("{} of {}", i == 0 ? "; likewise" : ",", fmt::join(c.image_names[i], " and "));
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
  for (Expr v : variables) names.push_back(name_of(about, v));
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

analyse::classify::Mode mode_of(const Arguments& a) {
  const std::string mode = a.text("mode", "upto");
  if (mode == "exact") return analyse::classify::Mode::Exact;
  return mode == "any" ? analyse::classify::Mode::Any : analyse::classify::Mode::UpTo;
}

}  // namespace

std::optional<front::pred::PredicateSet> read_predicates(const ClassesOf& about) {
  Diagnostics& diagnostics = about.bench.diagnostics();
  Sources& sources = about.bench.sources();
  front::pred::PredicateSet set;
  set.constants = about.arguments.has("constants");
  for (const std::string& path : about.arguments.all("predicates"))
    if (const auto file = host::read_source(path, sources, diagnostics))
      front::pred::load(*file, sources, about.system, set, diagnostics);
  for (const std::string& text : about.arguments.all("predicate"))
    front::pred::load(sources.add("--predicate", text), sources, about.system, set, diagnostics);
  if (diagnostics.ok()) encode::discharge(*about.system.pool, set.owed, about.bench.context(), diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return set;
}

std::optional<analyse::classify::Options> complete_options(const ClassesOf& about, const front::pred::PredicateSet& set,
                                                           const LeftOut& left_out) {
  const Arguments& a = about.arguments;
  analyse::classify::Options options;
  options.mode = mode_of(a);
  options.constants = a.has("constants");
  options.smallest = a.has("smallest");
  options.keep_going = a.has("keep-going");
  options.certify = a.has("certify");
  options.count = !a.has("no-count");
  options.vocabulary = chosen_variables(about, left_out, set.hide, set.hides_all);
  options.predicates = set.predicates;
  if (!a.has("vocabulary") && !set.hides_all) options.own = not_hidden(about, left_out.own, set.hide);
  if (!find_anchor(about, set, options) || !about.bench.diagnostics().ok()) return std::nullopt;
  return options;
}

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

void WrittenPredicates::add(const Answer& answer) {
  if (answer.findings.empty()) return;
  const auto& finding = std::get<report::Classification>(answer.findings.back());
  text_ += fmt::format("-- {}: classes of counterexamples of {} steps{}\n", finding.property,
                       finding.mode == "exact" ? std::to_string(finding.bound) : fmt::format("up to {}", finding.bound),
                       finding.complete ? "" : "; there may be others");
  for (const report::Classification::Declared& p : finding.predicates) {
    std::string sentence = p.sentence;
    std::replace(sentence.begin(), sentence.end(), '"', '\'');
    const std::string rest = p.text.substr(p.name.size());
    text_ += fmt::format("d{}{}\n    \"{}\";\n", ++number_, rest, sentence);
  }
}

void WrittenPredicates::save(const ClassesOf& about) const {
  if (!about.arguments.has("write-predicates")) return;
  std::string error;
  const std::string whole = fmt::format("hide *;  -- these predicates only, no facts such as x@i = v\n{}", text_);
  if (!host::write_file(about.arguments.text("write-predicates"), whole, error))
    about.bench.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
}

}  // namespace whynot::command
