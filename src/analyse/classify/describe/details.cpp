// Candidates are plain values of what the class does not speak of: of a lasso those that come again and again, of a
// finite run those that it has at some step.  One count over all of them tells how many counterexamples of the class
// have each, and how many of the runs that pass; those are shown whose odds differ by two to one.
#include "analyse/classify/describe/details.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analyse/classify/count/count.h"
#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/spans.h"
#include "analyse/classify/wording.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_classes = 5, most_candidates = 12, most_values = 4, most_details = 2;
constexpr double least_share = 0.05, most_share = 0.95, least_ratio = 2;
constexpr std::uint64_t effort_of_details = 2'000;

std::set<std::string> named_in(const Vocabulary& vocabulary, const TraceClass& c) {
  std::set<std::string> names;
  for (const Fact& f : c.facts) {
    if (f.is_gap()) continue;
    const Predicate& p = vocabulary.predicate(f.predicate);
    const auto note = [&](Expr e) {
      if (e.is(Op::Variable)) names.insert(vocabulary.system().pool->name_of(e));
    };
    for_each_postorder(p.body, note);
    for (const Predicate::Span& span : p.spans) for_each_postorder(span.condition, note);
  }
  return names;
}

// One of a boolean's values is enough: that it is the other one is the opposite.
std::vector<Value> values_told(Type type) {
  if (type.is_boolean()) return {Value::boolean(true)};
  const auto size = type.size();
  return size && *size <= most_values ? type.values() : std::vector<Value>();
}

std::vector<TraceClass> candidates_for(Vocabulary& vocabulary, const TraceClass& c, bool lassos) {
  ExprPool& pool = *vocabulary.system().pool;
  const std::set<std::string> named = named_in(vocabulary, c);
  std::vector<TraceClass> made;
  for (Expr x : std::vector<Expr>(vocabulary.variables())) {
    if (named.contains(pool.name_of(x))) continue;
    for (const Value& value : values_told(x.type())) {
      if (made.size() == most_candidates) return made;
      Predicate p = equals(pool, x, value);
      if (lassos) p = spanning(pool, p, Predicate::Over::SomeOfLoop);
      made.push_back(instance_of(vocabulary, vocabulary.built_in(std::move(p))));
    }
  }
  return made;
}

double part_of(const Integer& part, const Integer& whole) {
  return whole == 0 ? 0 : part.convert_to<double>() / whole.convert_to<double>();
}

// How many have it for each that has not.
double odds(double share) { return (share + 1e-9) / (1 - share + 1e-9); }

struct WeighedDetail {
  Detail detail;
  double weight;
};

std::vector<Detail> details_of(const Question& question, Vocabulary& vocabulary, const Class& c, Context& context) {
  const std::vector<TraceClass> open = candidates_for(vocabulary, c.constraint, question.violation.lassos);
  if (open.empty()) return {};
  CountedClasses counted{{TraceClass{}}, c.constraint, {0}};
  for (const TraceClass& one : open) {
    counted.classes.push_back(one);
    counted.entry.push_back(counted.entry.size());
  }
  const auto counts = count_runs(question, vocabulary, counted, context);
  const auto* found = std::get_if<Counts>(&counts);
  if (!found || found->total == 0 || found->passing[0] == 0) return {};
  std::vector<WeighedDetail> all;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const double share = part_of(found->in[i + 1], found->total);
    const double among_passing = part_of(found->passing[i + 1], found->passing[0]);
    if (share < least_share || share > most_share) continue;
    const double weight = std::abs(std::log2(odds(share) / odds(among_passing)));
    if (weight < std::log2(least_ratio)) continue;
    all.push_back({{constraint_text(vocabulary, open[i]), sentence_of(vocabulary, open[i]), found->in[i + 1], share,
                    among_passing},
                   weight});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const WeighedDetail& a, const WeighedDetail& b) { return a.weight > b.weight; });
  if (all.size() > most_details) all.resize(most_details);
  std::vector<Detail> told;
  told.reserve(all.size());
  for (WeighedDetail& one : all) told.push_back(std::move(one.detail));
  return told;
}

}  // namespace

void add_details(const Question& question, Vocabulary& vocabulary, Classes& classes, Context& context) {
  if (!classes.total) return;
  Context limited(context, effort_of_details);
  for (std::size_t i = 0; i < std::min(classes.classes.size(), most_classes); ++i)
    if (classes.classes[i].images.empty())
      classes.classes[i].details = details_of(question, vocabulary, classes.classes[i], limited);
}

}  // namespace whynot::analyse::classify
