// What must be true of classes, tried on all runs there are: the oracle of the tests of classification.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "analyse/classify/classify.h"
#include "analyse/classify/wording.h"

namespace whynot::analyse::classify {

struct Judged {
  std::vector<Trace> violating, passing;
};

inline bool any_satisfies(const Vocabulary& v, const TraceClass& c, const std::vector<Trace>& runs) {
  return std::any_of(runs.begin(), runs.end(), [&](const Trace& t) { return v.satisfied(c, t).has_value(); });
}

inline void check_class(const Vocabulary& v, const Class& c, bool anchored, const Judged& runs) {
  const std::string text = constraint_text(v, c.constraint);
  if (!c.explained) return;
  EXPECT_FALSE(any_satisfies(v, c.constraint, runs.passing)) << "not sufficient: " << text;
  for (std::size_t i = 0; i < c.constraint.facts.size(); ++i) {
    if (anchored && c.constraint.facts[i].predicate == 0) continue;  // kept whether or not it is needed
    TraceClass weaker = c.constraint;
    weaker.facts.erase(weaker.facts.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(any_satisfies(v, weaker, runs.passing))
        << "not minimal: " << text << " without " << fact_text(v, c.constraint.facts[i]).text;
  }
}

inline void check(const Vocabulary& v, const Classes& found, const Judged& runs) {
  if (!found.stopped.empty()) return;  // too many counterexamples that no fact explains
  for (const Class& c : found.classes) {
    check_class(v, c, found.anchor.has_value(), runs);
    std::size_t members = 0;
    for (const Trace& t : runs.violating) members += v.satisfied(c.constraint, t).has_value();
    ASSERT_TRUE(c.count) << found.uncounted;
    EXPECT_EQ(*c.count, Integer(members)) << constraint_text(v, c.constraint);
    EXPECT_TRUE(c.canonical.has_value());
  }
  ASSERT_TRUE(found.total) << found.uncounted;
  EXPECT_EQ(*found.total, Integer(runs.violating.size()));
  EXPECT_EQ(found.classes.empty() && !found.insufficient, runs.violating.empty());
  if (!found.complete) {
    ASSERT_TRUE(found.insufficient.has_value());
    return;
  }
  for (const Trace& t : runs.violating) {
    const bool covered = std::any_of(found.classes.begin(), found.classes.end(),
                                     [&](const Class& c) { return v.satisfied(c.constraint, t).has_value(); });
    EXPECT_TRUE(covered) << "a counterexample of " << t.depth() << " steps is in no class";
    if (!covered) return;
  }
}

inline void check_insufficient(Vocabulary& v, const Indistinct& found) {
  const Trace& t = found.counterexample;
  const auto facts = v.facts_of(t, t.steps.size());
  ASSERT_TRUE(facts);
  for (const Fact& f : *facts) EXPECT_TRUE(v.holds(f, found.passing, found.placement));
  for (std::size_t i = 0; i + 1 < found.placement.size(); ++i) EXPECT_LT(found.placement[i], found.placement[i + 1]);
}

// x@i = x@j, of two positions or of one twice.
inline Predicate same_value(const TransitionSystem& system, Expr x, bool distinct, bool symmetric = false) {
  ExprPool& pool = *system.pool;
  Predicate p;
  p.name = "same";
  p.arity = 2;
  p.distinct = distinct;
  p.symmetric = symmetric;
  p.body = pool.eq(pool.make(Op::At, x.type(), {x}, 0), pool.make(Op::At, x.type(), {x}, 1));
  return p;
}

// x@i = x@1: a constant position.
inline Predicate same_as_at_one(const TransitionSystem& system, Expr x) {
  Predicate p = same_value(system, x, false);
  p.name = "same_as_at_one";
  p.arity = 1;
  p.fixed = {1};
  return p;
}

// The number of a position, other than by order and distance: i = last, or i is even.
inline Predicate numbered(const TransitionSystem& system, Expr x, bool last) {
  ExprPool& pool = *system.pool;
  const Expr i = place_of_argument(pool, 0);
  const Expr at = pool.make(Op::At, x.type(), {x}, 0);
  const Expr half = pool.make(Op::Mod, pool.range_type(0, 1), {i, pool.integer(2)});
  Predicate p;
  p.name = last ? "ends" : "even";
  p.body = pool.and_(pool.eq(at, at), last ? pool.eq(i, place_of_last(pool)) : pool.eq(half, pool.integer(0)));
  return p;
}

inline bool has_anchor(const Vocabulary& v, const Trace& t) {
  for (std::size_t i = 0; i < t.steps.size(); ++i)
    for (std::size_t j = 0; j < t.steps.size(); ++j)
      if ((i != j || !v.predicate(0).distinct) && v.holds({0, {0, 1}}, t, {i, j})) return true;
  return false;
}

}  // namespace whynot::analyse::classify
