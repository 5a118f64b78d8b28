// Before the analysis: names given by the user become variables, predicates and an anchor.  After it: what was found,
// as a file of predicates.
#include "command/about/classes/classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
  result.reserve(chosen.size());
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
