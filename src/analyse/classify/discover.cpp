// Levels of facts, the cheapest first.  The model's own names for its steps and events (inputs, and variables that come
// and go) say more than latches, which only remember them; and those say more than the property's own variables, of
// which a class is soon the property again.  Each level is classified exactly; the first by which a few classes cover
// every counterexample and none says the property again is shown, or else the best of all.
#include "analyse/classify/discover.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/guards.h"
#include "analyse/classify/facts/named_steps.h"
#include "analyse/classify/facts/step_comparisons.h"
#include "analyse/classify/facts/tied.h"
#include "analyse/classify/minimise.h"
#include "analyse/classify/solver/solver_space.h"
#include "encode/bit_system.h"
#include "encode/unroll.h"
#include "model/property.h"
#include "solve/cnf.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t few_classes = 5, most_own = 4, most_in_vain = 2, fault_of_restating = 6;
constexpr std::uint64_t effort_of_all = 50'000, effort_of_level = 30'000, effort_of_late_level = 4'000,
                        effort_of_longer = 3'000, conflicts_of_latch = 2'000;

const Classes* classes_of(const Outcome& outcome) { return std::get_if<Classes>(&outcome.result); }

bool covers(const Outcome& outcome) {
  const Classes* classes = classes_of(outcome);
  return classes && classes->complete && classes->stopped.empty() && !classes->insufficient;
}

// Nothing to explain, or nobody can: other facts change nothing.
bool is_settled(const Outcome& outcome) {
  const Classes* classes = classes_of(outcome);
  if (!classes) return true;
  return classes->stopped.empty() && classes->classes.empty() && !classes->insufficient && !classes->first;
}

// Nothing was found before the effort was spent: counterexamples themselves are hard to find, whatever the facts.
bool is_empty(const Outcome& outcome) {
  const Classes* classes = classes_of(outcome);
  return classes && classes->classes.empty() && !classes->insufficient && !classes->first;
}

// Whether several classes name single values of one number: a range would say them all.
bool lists_values(const Outcome& outcome) {
  std::set<std::string> seen;
  for (const Class& c : classes_of(outcome)->classes) {
    std::set<std::string> here;
    for (const Fact& f : c.constraint.facts) {
      if (f.is_gap()) continue;
      const Predicate& p = outcome.vocabulary->predicate(f.predicate);
      if (p.variable && p.value.defined() && is_ordered(p.variable.type()) && *p.variable.type().size() > 2)
        here.insert(outcome.vocabulary->system().pool->name_of(p.variable));
    }
    for (const std::string& name : here)
      if (!seen.insert(name).second) return true;
  }
  return false;
}

// A cause is short; a long story is mostly one that happens to tell runs apart up to the bound.
bool is_long(const TraceClass& c) {
  const auto is_said = [](const Fact& f) { return !f.is_gap(); };
  return c.positions > 3 || std::count_if(c.facts.begin(), c.facts.end(), is_said) > 4;
}

// That something takes its time may well be the cause.
bool is_flagged(const Class& c) {
  return std::any_of(c.flags.begin(), c.flags.end(), [](const std::string& f) { return !f.starts_with("distance"); });
}

// What speaks against an answer that covers everything: less is better, and nothing is good.
std::size_t faults_of(const Outcome& outcome) {
  const Classes& classes = *classes_of(outcome);
  const std::size_t entries = classes.classes.size();
  std::size_t faults = entries > few_classes ? entries - few_classes + fault_of_restating : 0;
  for (const Class& c : classes.classes) {
    if (is_flagged(c)) faults += fault_of_restating;
    if (is_long(c.constraint)) ++faults;
    if (entries > 1 && waits(c.constraint)) ++faults;  // of one class that may well be the cause
  }
  return faults + (lists_values(outcome) ? 1 : 0);
}

// Whether some class says how far steps are apart: up to a bound that may be all that tells runs apart.
bool measures(const Outcome& outcome) {
  const std::vector<Class>& classes = classes_of(outcome)->classes;
  return std::any_of(classes.begin(), classes.end(), [](const Class& c) {
    return std::any_of(c.constraint.facts.begin(), c.constraint.facts.end(),
                       [](const Fact& f) { return f.is_gap() && f.least > 1; });
  });
}

bool is_good(const Outcome& outcome) { return covers(outcome) && faults_of(outcome) == 0; }

bool is_better(const Outcome& one, const Outcome& other) {
  if (covers(one) != covers(other) || !covers(one)) return covers(one) && !covers(other);
  const auto key = [](const Outcome& outcome) {
    unsigned price = 0;
    for (const Class& c : classes_of(outcome)->classes) price += price_of(*outcome.vocabulary, c.constraint);
    return std::tuple(faults_of(outcome), classes_of(outcome)->classes.size(), price);
  };
  return key(one) < key(other);
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
  bool loops = true;       // facts about what a loop repeats
  bool always = false;     // facts about whole runs, and all that comes after a step
  bool steps = false;      // facts that name steps as the model does
  bool sums = false;       // sums that steps look at, and other comparisons
  bool made = false;       // … and what they make of those of the property
  bool one_early = false;  // of `early` any one
  bool changes = false;    // variables that change on a step
  bool between = false;    // what does not happen between two steps, or before one
  bool guards = false;     // what the model waits for
  bool names = true;       // numbers that only name something have no ranges
  bool any_pairs = false;  // variables are compared that the model does not compare
  bool last = false;       // quickly tried, and only where nothing else covers
};

// `a & X b` as the condition a & next(b) on a step; nothing where it looks further, or at inputs.
std::optional<Expr> on_step(const TransitionSystem& system, Expr formula) {
  ExprPool& pool = *system.pool;
  const auto is_input = [&](Expr x) {
    return std::any_of(system.variables.begin(), system.variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  };
  if (contains_op(formula, [](Op op) { return is_temporal(op) && op != Op::X; })) return std::nullopt;
  bool looks_further = false;
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(formula, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    Expr made = args.empty() ? e : rebuild(pool, e, args);
    if (e.is(Op::X)) {
      looks_further = looks_further || speaks_of_transition(args[0], is_input);
      made = substitute(pool, args[0], [&](Expr leaf) { return leaf.is(Op::Variable) ? pool.next(leaf) : Expr(); });
    }
    done.emplace(e, made);
  });
  return looks_further ? std::nullopt : std::optional(done.at(formula));
}

// The largest conditions on single states, and those on steps, that the formula is made of.
std::vector<Expr> state_parts(const TransitionSystem& system, Expr formula) {
  std::vector<Expr> parts, open{formula};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    const bool is_of_states = !contains_op(e, is_temporal);
    const auto part = on_step(system, e);
    if (part && !e.is(Op::Constant) && !e.is(Op::X)) parts.push_back(*part);
    if (is_of_states) continue;
    for (std::size_t i = 0; i < e.arity(); ++i) open.push_back(e.arg(i));
  }
  return parts;
}

// Own variables at earlier steps only: all of them, then any one for each counterexample, so that no state violates the
// property by what is said of it alone.
void add_own_levels(const Level& level, const std::vector<Expr>& own, std::vector<Level>& levels) {
  levels.push_back(level);
  levels.back().early = own;
  if (own.size() < 2 || own.size() > most_own) return;
  levels.push_back(levels.back());
  levels.back().one_early = true;
}

std::vector<Level> levels_of(const TransitionSystem& system, const Property& property, const Options& options,
                             bool lassos, Context& context) {
  std::vector<Level> levels;
  const std::vector<Expr>& given = options.vocabulary;
  const std::vector<Expr> events = without_latches(system, given, context);
  const std::vector<Expr> all = joined(given, options.own);
  const auto add = [&](const Level& level) {
    if (events.size() < given.size()) {
      levels.push_back(level);
      levels.back().variables = events;
    }
    levels.push_back(level);
  };
  if (!named_steps(system).empty()) add({.variables = given, .loops = false, .steps = true});
  if (lassos) {  // what happens once and cannot be made good
    add({.variables = given, .loops = false});
    levels.push_back({.variables = all, .loops = false});
  }
  add({given});
  if (lassos) add({.variables = given, .always = true});
  if (lassos && !guards_of(system, options.own).empty()) levels.push_back({.variables = all, .guards = true});
  const auto read = step_comparisons(system, property, false);
  if (!read.empty()) {
    levels.push_back({.variables = given, .sums = true});
    add_own_levels({.variables = all, .sums = true}, options.own, levels);
  }
  if (!options.own.empty()) {
    add_own_levels({.variables = all}, options.own, levels);
    if (const auto made = step_comparisons(system, property, true); made.size() > read.size()) {
      levels.push_back({.variables = given, .sums = true, .made = true});
      levels.push_back({.variables = all, .early = options.own, .sums = true, .made = true});
    }
    if (!lassos) levels.push_back({.variables = all, .early = options.own, .changes = true});
    if (lassos) levels.push_back({.variables = all, .always = true});
    if (lassos) levels.push_back({.variables = all, .parts = state_parts(system, property.formula), .always = true});
    levels.push_back({.variables = all, .between = true});
    levels.push_back({.variables = all, .any_pairs = true});
    levels.push_back({.variables = all, .parts = state_parts(system, property.formula), .any_pairs = true});
  }
  levels.push_back({.variables = all, .constants = true, .any_pairs = true});  // properties that count steps
  if (!options.own.empty())
    levels.push_back({.variables = {}, .parts = state_parts(system, property.formula), .last = true});
  return levels;
}

Options of_level(const TransitionSystem& system, const Property& property, const Options& options, const Level& level) {
  Options made = options;
  made.vocabulary = level.variables;
  made.constants = level.constants;
  if (level.steps)
    for (Predicate& p : named_steps(system)) made.predicates.push_back(std::move(p));
  if (level.sums)
    for (Predicate& p : step_comparisons(system, property, level.made)) made.predicates.push_back(std::move(p));
  if (level.changes)
    for (Predicate& p : changes_of(system, level.variables, options.own)) made.predicates.push_back(std::move(p));
  made.grammar = {.ranges = true,
                  .differs = true,
                  .pairs = true,
                  .compared = {},
                  .loops = level.loops,
                  .between = level.between,
                  .always = level.always,
                  .own = options.own,
                  .parts = level.parts,
                  .early = level.early,
                  .one_early = level.one_early};
  if (level.names) made.grammar.names = numbers_as_names(system, property);
  if (level.guards) made.grammar.guards = guards_of(system, options.own);
  if (!level.any_pairs) made.grammar.compared = compared_pairs(system, property);
  return made;
}

// Whether no longer run that passes is in a class: up to the bound some facts tell runs apart only because those that
// pass are too long.
bool stays_sufficient(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                      const Violation& violation, const Outcome& outcome, Context& context) {
  const Classes& classes = *classes_of(outcome);
  const Question longer{&system, &property, violation, false, 2 * classes.bound};
  Context limited(context, effort_of_longer);
  const auto space = make_solver_space(longer, stepper, *outcome.vocabulary, limited);
  return std::all_of(classes.classes.begin(), classes.classes.end(),
                     [&](const Class& c) { return space->passing().find(c.constraint.facts) == Answer::Unsat; });
}

}  // namespace

Outcome discover(const TransitionSystem& system, const Stepper& stepper, const Property& property,
                 const Options& options, bool at_once, Context& context) {
  Options uncounted = options;
  uncounted.count = false;
  // Where whynot chooses what facts speak of: what can have no part in the failure tells runs apart by accident only.
  if (!options.own.empty())
    if (auto inside = in_cone(system, property, options.vocabulary, context); !inside.empty())
      uncounted.vocabulary = std::move(inside);
  const auto counted = [&](Outcome outcome) {
    if (options.count) add_counts(system, stepper, property, options, outcome, context);
    return outcome;
  };
  const auto plan = plan_violation(system, property, [&] { return runs_go_on(system, context); });
  const auto* violation = std::get_if<Violation>(&plan);
  const auto lasts = [&](const Outcome& outcome) {
    return !violation || stays_sufficient(system, stepper, property, *violation, outcome, context);
  };
  Context all(context, effort_of_all);
  Outcome best;
  if (!at_once) {
    Context limited(all, effort_of_level);
    best = classify(system, stepper, property, uncounted, limited);
    if (is_settled(best)) return counted(std::move(best));
    if (is_good(best) && (!measures(best) || lasts(best))) return counted(std::move(best));
  }
  std::size_t in_vain = !at_once && is_empty(best) ? 1 : 0, rounds = at_once ? 0 : 1;
  std::vector<Level> levels = levels_of(system, property, uncounted, violation && violation->lassos, context);
  for (std::size_t n = 0; n < levels.size(); ++n) {
    const Level level = levels[n];
    if (context.should_stop()) break;
    if (level.last ? covers(best) : in_vain >= most_in_vain) continue;
    // Late levels cover most and are quickly tried: each has its share, whatever the others took.
    std::optional<Context> share;
    if (all.should_stop())
      share.emplace(context, effort_of_late_level);
    else
      share.emplace(all, effort_of_level);
    Outcome found = classify(system, stepper, property, of_level(system, property, uncounted, level), *share);
    if (auto* classes = std::get_if<Classes>(&found.result)) {
      classes->discovered = true;
      classes->rounds = ++rounds;
      if (level.steps || level.sums || level.changes) classes->unused.clear();  // nobody asked for them
    }
    if (is_settled(found)) return counted(std::move(found));
    if (is_empty(found)) ++in_vain;
    const bool is_once = violation && violation->lassos && !level.loops;
    if (is_once && (!is_good(found) || !lasts(found))) continue;
    if (is_good(found) && (is_once || !measures(found) || lasts(found))) return counted(std::move(found));
    if (covers(found) && level.names && lists_values(found)) {  // then ranges may do after all
      levels.insert(levels.begin() + static_cast<std::ptrdiff_t>(n) + 1, level);
      levels[n + 1].names = false;
    }
    if (is_better(found, best)) best = std::move(found);
  }
  if (at_once && !covers(best)) best = classify(system, stepper, property, uncounted, context);
  return counted(std::move(best));
}

}  // namespace whynot::analyse::classify
