// The same for every space of runs: what is classified, what is counted, and what is said of it at the end.
#include "analyse/classify/outcome.h"

#include <fmt/format.h>

#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

Expr apart(ExprPool& pool, Expr i, Expr j, bool in_order) {
  return in_order ? pool.make(Op::Lt, pool.boolean_type(), {i, j}) : pool.not_(pool.eq(i, j));
}

}  // namespace

std::vector<Predicate> with_distinct_positions(const TransitionSystem& system, const Options& options) {
  std::vector<Predicate> predicates = options.predicates;
  ExprPool& pool = *system.pool;
  for (std::size_t id = 0; id < predicates.size(); ++id) {
    Predicate& p = predicates[id];
    if (!p.distinct || (p.left && options.anchor != id)) continue;
    p.left = p.right = {};
    for (std::size_t i = 0; i < p.arity; ++i)
      for (std::size_t j = i + 1; j < p.arity; ++j)
        p.body = pool.and_(p.body, apart(pool, place_of_argument(pool, i), place_of_argument(pool, j), p.symmetric));
  }
  return predicates;
}

std::optional<TraceClass> anchored_part(const Options& options, const Vocabulary& vocabulary) {
  if (!options.anchor) return std::nullopt;
  return instance_of(vocabulary, static_cast<PredicateId>(*options.anchor));
}

std::vector<TraceClass> constraints_of(const Classes& classes) {
  std::vector<TraceClass> constraints;
  for (const Class& c : classes.classes) constraints.push_back(c.constraint);
  return constraints;
}

CountedClasses counted_classes(const Classes& classes, const Options& options, const Vocabulary& vocabulary) {
  CountedClasses made{{}, anchored_part(options, vocabulary), {}};
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    made.classes.push_back(classes.classes[i].constraint);
    made.classes.insert(made.classes.end(), classes.classes[i].images.begin(), classes.classes[i].images.end());
    made.entry.resize(made.classes.size(), i);
  }
  return made;
}

void take_counts(std::variant<Counts, Uncounted> counted, bool passing_too, Classes& classes) {
  if (const auto* no = std::get_if<Uncounted>(&counted)) {
    classes.uncounted = no->reason;
    return;
  }
  Counts& counts = std::get<Counts>(counted);
  WHYNOT_CHECK(!classes.complete || counts.outside == 0, "every counterexample should be in a class");
  classes.total = counts.total;
  classes.uncovered = counts.outside;
  classes.counted_apart = counts.apart;
  classes.overlap = std::move(counts.in_both);
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    Class& c = classes.classes[i];
    WHYNOT_CHECK(!passing_too || !c.explained || counts.passing[i] == 0, "no passing run should be in a class");
    c.count = counts.in[i];
    c.canonical_count = counts.only_in[i];
  }
  if (classes.classes.size() > most_compared_classes)
    classes.not_compared = fmt::format("there are more than {} classes", most_compared_classes);
}

void leave_uncounted(Classes& classes) {
  classes.uncounted = fmt::format("the search for classes ended early: {}", classes.stopped);
}

void list_unused(const Vocabulary& vocabulary, Classes& classes) {
  std::vector<bool> used(vocabulary.given(), false);
  for (const Class& c : classes.classes)
    for (const Fact& f : c.constraint.facts)
      if (!f.is_gap() && f.predicate < used.size()) used[f.predicate] = true;
  for (std::size_t id = 0; id < used.size(); ++id)
    if (!used[id]) classes.unused.push_back(id);
}

}  // namespace whynot::analyse::classify
