// The facts are asked again with more to speak of: the variables in which a counterexample and a run that passes
// differ, these beside what was named, or whatever can be discovered.  Classes are not counted then: only how many
// there are, and whether they cover everything, is told.
#include "command/about/cures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/words.h"

namespace whynot::command {
namespace {

using analyse::classify::Classes;

// A question that was long already is not asked again by itself; counted, so that equal questions get equal answers.
constexpr std::size_t most_questions = 3000;
constexpr std::size_t most_cures = 3;

struct Candidate {
  std::string add;
  analyse::classify::Options options;
  bool discover = false;
};

std::vector<std::string> spelled(const ClassesOf& about, const std::vector<Expr>& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (Expr v : variables) names.push_back(about.system.pool->name_of(v));
  return names;
}

// Those of the system's variables that some list has, in the order of the model.
std::vector<Expr> united(const ClassesOf& about, const std::vector<Expr>& some, const std::vector<std::string>& names) {
  std::vector<Expr> all;
  for (const VariableDecl& v : about.system.variables) {
    const bool is_named = std::find(names.begin(), names.end(), about.system.pool->name_of(v.variable)) != names.end();
    if (is_named || std::find(some.begin(), some.end(), v.variable) != some.end()) all.push_back(v.variable);
  }
  return all;
}

void add_vocabulary(const ClassesOf& about, const WeakFacts& weak, std::vector<Expr> variables,
                    std::vector<Candidate>& candidates) {
  if (variables.empty() || variables == weak.options.vocabulary) return;
  Candidate made{"--vocabulary " + quoted_word(fmt::format("{}", fmt::join(spelled(about, variables), ","))),
                 weak.options};
  made.options.vocabulary = std::move(variables);
  made.options.own.clear();
  const auto is_known = [&](const Candidate& other) { return other.add == made.add; };
  if (std::none_of(candidates.begin(), candidates.end(), is_known)) candidates.push_back(std::move(made));
}

std::vector<Candidate> candidates_of(const ClassesOf& about, const WeakFacts& weak,
                                     const std::vector<std::string>& differ) {
  std::vector<Candidate> found;
  if (weak.may_discover) found.push_back({"--discover", weak.options, true});
  add_vocabulary(about, weak, united(about, {}, differ), found);
  add_vocabulary(about, weak, united(about, weak.options.vocabulary, differ), found);
  if (found.size() > most_cures) found.resize(most_cures);
  return found;
}

// The question as it was, but for what the cure says itself.
std::string line_of(const ClassesOf& about, const Property& property, const Candidate& candidate) {
  std::string line = fmt::format("classify -p {}", quoted_word(property.name));
  if (const auto bound = about.arguments.count("bound")) line += fmt::format(" --bound {}", *bound);
  if (about.arguments.has("mode")) line += fmt::format(" --mode {}", about.arguments.text("mode"));
  if (candidate.discover && about.arguments.has("vocabulary"))
    line += fmt::format(" --vocabulary {}", quoted_word(about.arguments.text("vocabulary")));
  return line + " " + candidate.add;
}

}  // namespace

void add_cures(const ClassesOf& about, const Property& property, const WeakFacts& weak, Answer& answer) {
  if (answer.findings.empty()) return;
  auto& finding = std::get<report::Classification>(answer.findings.back());
  if (!finding.insufficient) return;
  for (Candidate& candidate : candidates_of(about, weak, finding.insufficient->differ)) {
    report::Classification::Cure cure{candidate.add, line_of(about, property, candidate)};
    candidate.options.bound = finding.bound;
    candidate.options.count = false;  // how many classes, not how large
    if (finding.questions <= most_questions && !about.bench.context().should_stop()) {
      const auto outcome = weak.again(candidate.options, candidate.discover);
      const auto* classes = std::get_if<Classes>(&outcome.result);
      if (classes && classes->stopped.empty()) {
        cure.classes = classes->classes.size();
        cure.complete = classes->complete && !classes->insufficient;
      }
    }
    finding.cures.push_back(std::move(cure));
  }
}

}  // namespace whynot::command
