// Levels of facts, the cheapest first.  Events (inputs, and variables that come and go) say more than latches, which
// only remember them; and those say more than the property's own variables, of which a class is soon the property
// again. Each level is classified exactly; the first that covers every counterexample by a few classes is shown.
#include "analyse/classify/discover.h"

#include <algorithm>

#include "encode/bit_system.h"
#include "encode/unroll.h"
#include "solve/cnf.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t many_classes = 12;
constexpr std::uint64_t effort_of_level = 20'000, conflicts_of_latch = 2'000;

const Classes* classes_of(const Outcome& outcome) { return std::get_if<Classes>(&outcome.result); }

bool covers(const Outcome& outcome) {
  const Classes* classes = classes_of(outcome);
  return classes && classes->complete && classes->stopped.empty() && !classes->insufficient;
}

bool is_good(const Outcome& outcome) { return covers(outcome) && classes_of(outcome)->classes.size() <= many_classes; }

// Nothing to explain, or nobody can: other facts change nothing.
bool is_settled(const Outcome& outcome) {
  const Classes* classes = classes_of(outcome);
  return !classes || (classes->classes.empty() && !classes->insufficient && !classes->first);
}

// Variables that change at most once in any run, and never back: they remember that something happened.
class Latches {
 public:
  Latches(const TransitionSystem& system, Context& context)
      : pool_(*system.pool),
        bits_(system),
        step_(bits_, std::vector<bool>(system.variables.size(), true), encode::Start::Anywhere, context) {
    bits_.settle_fits(context);
    step_.extend();
  }

  // `initial`: the only value that it starts with.
  bool is_latch(Expr variable, const Value& initial) {
    const Expr next = pool_.next(variable);
    const Expr leaves = pool_.and_(pool_.not_(pool_.eq(variable, pool_.constant(initial, variable.type()))),
                                   pool_.not_(pool_.eq(variable, next)));
    const solve::Lit literal = step_.at(bits_.condition(leaves), 0);
    const int assumed = step_.cnf().literal(literal);
    return step_.sat().solve(std::span(&assumed, 1), conflicts_of_latch) == solve::Answer::Unsat;
  }

 private:
  ExprPool& pool_;
  encode::BitSystem bits_;
  encode::Unroll step_;
};

std::vector<Expr> without_latches(const TransitionSystem& system, const std::vector<Expr>& variables,
                                  Context& context) {
  std::optional<Latches> latches;
  std::vector<Expr> rest;
  for (Expr v : variables) {
    const auto initial = std::find_if(system.init_assignments.begin(), system.init_assignments.end(),
                                      [&](const Assignment& a) { return a.variable == v; });
    const bool has_one_value = initial != system.init_assignments.end() && initial->value.is(Op::Constant);
    if (has_one_value && !latches) latches.emplace(system, context);
    if (!has_one_value || !latches->is_latch(v, system.pool->value_of(initial->value))) rest.push_back(v);
  }
  return rest;
}

std::vector<Expr> joined(std::vector<Expr> a, const std::vector<Expr>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Level {
  std::vector<Expr> variables, early = {}, parts = {};
  bool constants = false;  // facts about fixed positions, too
};

// The largest conditions on single states that the formula is made of.
std::vector<Expr> state_parts(Expr formula) {
  std::vector<Expr> parts, open{formula};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!contains_op(e, is_temporal) && !e.is(Op::Constant)) {
      if (!contains_op(e, [](Op op) { return op == Op::Next; })) parts.push_back(e);
      continue;
    }
    for (std::size_t i = 0; i < e.arity(); ++i) open.push_back(e.arg(i));
  }
  return parts;
}

std::vector<Level> levels_of(const TransitionSystem& system, const Property& property, const Options& options,
                             Context& context) {
  std::vector<Level> levels;
  const std::vector<Expr>& given = options.vocabulary;
  if (const std::vector<Expr> events = without_latches(system, given, context); events.size() < given.size())
    levels.push_back({events});
  levels.push_back({given});
  const std::vector<Expr> all = joined(given, options.own);
  if (!options.own.empty()) {
    levels.push_back({all, options.own});
    levels.push_back({all});
    levels.push_back({all, {}, state_parts(property.formula)});
  }
  levels.push_back({all, {}, {}, true});  // properties that count steps
  return levels;
}

Options of_level(const Options& options, const Level& level) {
  Options made = options;
  made.vocabulary = level.variables;
  made.constants = level.constants;
  made.grammar = {.ranges = true,
                  .differs = true,
                  .pairs = true,
                  .loops = true,
                  .own = options.own,
                  .parts = level.parts,
                  .early = level.early};
  return made;
}

}  // namespace

Outcome discover(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                 const Options& options, bool at_once, Context& context) {
  Options uncounted = options;
  uncounted.count = false;
  const auto counted = [&](Outcome outcome) {
    if (options.count) add_counts(system, stepper, property, options, outcome, context);
    return outcome;
  };
  Outcome best;
  if (!at_once) best = classify(system, stepper, property, uncounted, context);
  if (!at_once && (is_good(best) || is_settled(best))) return counted(std::move(best));
  for (const Level& level : levels_of(system, property, options, context)) {
    if (context.should_stop()) break;
    Context limited(context, effort_of_level);
    Outcome found = classify(system, stepper, property, of_level(uncounted, level), limited);
    if (auto* classes = std::get_if<Classes>(&found.result)) classes->discovered = true;
    if (is_good(found) || is_settled(found)) return counted(std::move(found));
    const bool is_better =
        covers(found) && (!covers(best) || classes_of(found)->classes.size() < classes_of(best)->classes.size());
    if (is_better) best = std::move(found);
  }
  if (at_once && !covers(best)) best = classify(system, stepper, property, uncounted, context);
  return counted(std::move(best));
}

}  // namespace whynot::analyse::classify
