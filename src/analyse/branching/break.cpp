// The formula is followed downwards along its failing parts: what is said of all runs leads on to another state, what
// is said of some run ends the way, and is told by sets of states.
#include "analyse/branching/break.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyse/why/reading.h"
#include "engine/oracle.h"
#include "model/system/path_formula.h"

namespace whynot::analyse::branching {
namespace {

using engine::Oracle;
using engine::StateSet;

constexpr std::size_t text_limit = 120, most_values = 5, most_successors = 4, most_conjuncts = 8, most_constants = 3;

std::vector<Expr> conjuncts(Expr root) {
  std::vector<Expr> found, open = {root};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.is(Op::And)) {
      open.push_back(e.arg(1));
      open.push_back(e.arg(0));
    } else {
      found.push_back(e);
    }
  }
  return found;
}

// What holds on the way, and at which step: left sides, and the opposite of what fails besides.
struct Given {
  Expr holds;
  std::size_t step = 0;
  std::string_view word;
};

class Walker {
 public:
  Walker(const TransitionSystem& system, const Property& property, Oracle& oracle)
      : system_(system), pool_(*system.pool), oracle_(oracle), names_(why::define_names(system, property)) {
    found_.way.signature = std::make_shared<const Signature>(signature_of(system));
  }

  std::optional<Break> run(Expr formula) {
    const StateSet wrong =
        oracle_.subtract(oracle_.intersect(oracle_.initial(), oracle_.fair()), oracle_.states_of(formula));
    const auto start = oracle_.stopped() ? std::nullopt : oracle_.pick(wrong);
    if (!start) return std::nullopt;
    found_.way.steps.push_back({*start, {}, {}});
    follow(formula);
    if (oracle_.stopped() || found_.sentence.empty()) return std::nullopt;
    return std::move(found_);
  }

 private:
  const State& here() const { return found_.way.steps.back().state; }
  std::size_t step() const { return found_.way.steps.size() - 1; }
  bool fails(Expr e) { return !oracle_.holds(e, here()); }
  std::string text(Expr e) const { return to_string(pool_, e, text_limit, &names_); }

  void go(const StateSet& into) {
    const auto next = oracle_.step(here(), into);
    if (next) found_.way.steps.push_back({next->to, next->inputs, {}});
  }

  // The way down -------------------------------------------------------------------------------------------

  void follow(Expr e) {
    while (!oracle_.stopped()) {
      const Expr below = next_part(e);
      if (!below) break;
      e = below;
    }
    if (!oracle_.stopped()) tell(e);
  }

  // The part that fails where the way has come to, after going on where the formula does; null at the end.
  Expr next_part(Expr e) {
    if (!contains_op(e, is_ctl)) return {};
    switch (e.op()) {
      case Op::Not: return turned(e);
      case Op::And: return fails(e.arg(0)) ? e.arg(0) : e.arg(1);
      case Op::Implies: give(e.arg(0), "but"); return e.arg(1);
      case Op::Iff:
      case Op::Xor: return differing(e);
      case Op::Or: return failing_operand(e);
      case Op::AX: go(oracle_.subtract(oracle_.fair(), oracle_.states_of(e.arg(0)))); return e.arg(0);
      case Op::AG: return bounds_of(e).unbounded() && walk_to_failure(e.arg(0)) ? e.arg(0) : Expr();
      default: return {};
    }
  }

  // What holds at the step that the way has come to, and has a part in the failure; the word leads on to the rest.
  void give(Expr e, std::string_view word) {
    if (!e.is(Op::Constant)) given_.push_back({e, step(), word});
  }

  // Both fail: the one that speaks of runs is followed.
  Expr failing_operand(Expr e) {
    const std::size_t followed = contains_op(e.arg(0), is_ctl) ? 0 : 1;
    const Expr other = e.arg(1 - followed);
    give(opposite(other), other.is(Op::Not) ? "but" : "and");
    return e.arg(followed);
  }

  // Of `a <-> b` one side holds and the other fails; of `a xor b` both do the same.
  Expr differing(Expr e) {
    const Expr first = e.arg(0), second = e.arg(1);
    const bool first_fails = fails(first);
    if (e.is(Op::Xor)) {
      give(first_fails ? opposite(first) : first, first_fails ? "and" : "but");
      return first_fails ? second : opposite(second);
    }
    const Expr failing = first_fails ? first : second, holding = first_fails ? second : first;
    if (failing.is(Op::Constant)) return opposite(holding);
    give(holding, "but");
    return failing;
  }

  Expr opposite(Expr e) { return e.is(Op::Not) ? e.arg(0) : pool_.not_(e); }

  Expr turned(Expr e) {
    const Expr made = negation_normal_form(pool_, e.arg(0), true);
    return made.is(Op::Not) ? Expr() : made;
  }

  bool walk_to_failure(Expr inside) {
    const Expr goal = pool_.temporal(Op::EF, {pool_.not_(inside)});
    auto left = oracle_.rank(goal, here());
    if (!left) return false;
    for (; *left > 0 && !oracle_.stopped(); --*left) go(oracle_.ring(goal, *left - 1));
    return !oracle_.stopped();
  }

  // What is told at its end --------------------------------------------------------------------------------

  void tell(Expr e) {
    found_.rest = e;
    switch (e.op()) {
      case Op::EF:
        if (bounds_of(e).unbounded()) return tell_unreachable(e.arg(0), oracle_.reachable(), "");
        return say(fmt::format("no run from {} on meets {} within {} to {} steps", place(e.arg(0)), text(e.arg(0)),
                               bounds_of(e).lo, bounds_of(e).hi));
      case Op::EU:
        if (bounds_of(e).unbounded())
          return tell_unreachable(e.arg(1), oracle_.states_of(e.arg(0)), fmt::format(" through `{}`", text(e.arg(0))));
        break;
      case Op::EX: return tell_successors(e.arg(0));
      case Op::EG:
        if (bounds_of(e).unbounded()) return tell_leaving(e.arg(0));
        break;
      case Op::Not:
        if (const Expr inside = e.arg(0); inside.is(Op::EU) && bounds_of(inside).unbounded())
          return tell_reached(inside);
        break;
      case Op::AF:
        if (bounds_of(e).unbounded() && tell_avoided(e.arg(0))) return;
        break;
      case Op::AU:
        if (bounds_of(e).unbounded() && (tell_avoided(e.arg(1)) || tell_given_up(e.arg(0), e.arg(1)))) return;
        break;
      default: break;
    }
    say(fact_here(e, false));
  }

  // "req is TRUE at step 1, but …"
  void say(const std::string& sentence) {
    std::string held;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const bool ends = i + 1 == given_.size() || given_[i + 1].step != given_[i].step;
      held += (i > 0 ? " and " : "") + fact(given_[i].holds, true, found_.way.steps[given_[i].step].state);
      if (ends) held += fmt::format(" at step {}", given_[i].step);
    }
    if (!held.empty()) held += fmt::format(", {} ", given_.back().word);
    found_.sentence = fmt::format("{}{}.", held, sentence);
  }

  // In values ------------------------------------------------------------------------------------------------

  // "left is 2", "left is not 2", "speed > 3 does not hold", "`EF left = 2` holds": what makes the part what it is.
  std::string fact(Expr e, bool holds, const State& state) {
    if (e.is(Op::Not)) return fact(e.arg(0), !holds, state);
    if (names_.count(e) || e.is(Op::Variable)) return fmt::format("{} is {}", text(e), holds ? "TRUE" : "FALSE");
    if (e.is(Op::Eq) && e.arg(0).arity() == 0 && e.arg(1).is(Op::Constant) && e.arg(0).type().is_boolean())
      return fact(e.arg(0), holds == pool_.value_of(e.arg(1)).is_true(), state);
    if (e.is(Op::Eq) && e.arg(0).arity() == 0 && e.arg(1).is(Op::Constant))
      return fmt::format("{} is {}{}", text(e.arg(0)), holds ? "" : "not ", text(e.arg(1)));
    const bool is_both = e.is(Op::And) || e.is(Op::Or) || e.is(Op::Implies);
    if (is_both && !contains_op(e, is_ctl)) return fact_of_two(e, holds, state);
    if (contains_op(e, is_ctl)) return fmt::format("`{}` {}", text(e), holds ? "holds" : "is false");
    return fmt::format("{} {}", text(e), holds ? "holds" : "does not hold");
  }

  // Both operands where both are needed, else the first that is enough.
  std::string fact_of_two(Expr e, bool holds, const State& state) {
    const bool turns_first = e.is(Op::Implies), needs_both = e.is(Op::And) == holds;
    const auto wanted = [&](std::size_t i) { return (i == 0 && turns_first) ? !holds : holds; };
    if (needs_both) return fmt::format("{} and {}", fact(e.arg(0), wanted(0), state), fact(e.arg(1), wanted(1), state));
    const std::size_t enough = oracle_.holds(e.arg(0), state) == wanted(0) ? 0 : 1;
    return fact(e.arg(enough), wanted(enough), state);
  }

  // The same with the step, and with values where the words do not tell them.
  std::string fact_here(Expr e, bool holds) {
    const std::string said = fact(e, holds, here());
    const bool tells_values = said.find(" not ") == std::string::npos && said.find(" hold") == std::string::npos &&
                              said.find(" false") == std::string::npos;
    return fmt::format("{} at {}", said, tells_values ? fmt::format("step {}", step()) : place(e));
  }

  // Of all runs -----------------------------------------------------------------------------------------------

  // AF: the way goes on along a fair run that never meets the goal.
  bool tell_avoided(Expr goal) {
    const StateSet avoiding = oracle_.states_of(pool_.temporal(Op::EG, {pool_.not_(goal)}));
    if (oracle_.stopped() || !oracle_.is_subset(oracle_.only(here()), avoiding)) return false;
    auto run = oracle_.fair_lasso(here(), avoiding);
    if (!run || !run->loop) return false;
    const std::string from = place(goal);
    const std::size_t offset = step();
    found_.way.steps.insert(found_.way.steps.end(), run->steps.begin() + 1, run->steps.end());
    found_.way.loop = *run->loop + offset;
    found_.way.closing_inputs = run->closing_inputs;
    const std::string round = *found_.way.loop == step()
                                  ? fmt::format("stays in step {}", step())
                                  : fmt::format("repeats steps {} to {}", *found_.way.loop, step());
    say(fmt::format("from {} on no state of this run satisfies {}; the run {} forever", from, text(goal), round));
    return true;
  }

  // AU: both sides fail before the goal is met.
  bool tell_given_up(Expr hold, Expr goal) {
    const Expr neither = pool_.and_(pool_.not_(hold), pool_.not_(goal));
    const Expr there = pool_.temporal(Op::EU, {pool_.not_(goal), neither});
    auto left = oracle_.rank(there, here());
    if (!left) return false;
    const std::size_t from = step();
    for (; *left > 0 && !oracle_.stopped(); --*left) go(oracle_.ring(there, *left - 1));
    const std::string since =
        step() == from ? "" : fmt::format(", and {} has not held since step {}", text(goal), from);
    say(fmt::format("{} and {}{}", fact(hold, false, here()), fact_here(goal, false), since));
    return true;
  }

  // A run that is there though none should be: the way goes along it.
  void tell_reached(Expr e) {
    auto left = oracle_.rank(e, here());
    if (!left) return say(fmt::format("`{}` holds at {}", text(e), place(e)));
    const std::size_t from = step();
    for (; *left > 0 && !oracle_.stopped(); --*left) go(oracle_.ring(e, *left - 1));
    const std::string through = step() == from ? "" : fmt::format(" through `{}`", text(e.arg(0)));
    say(fmt::format("`{}` is reached from step {} at {}{}", text(e.arg(1)), from, place(e.arg(1)), through));
  }

  bool only_start() { return step() == 0 && oracle_.count(oracle_.initial()) == 1; }

  // "step 3 (x = 1, y = 2)"
  std::string place(Expr about) {
    const std::string values = values_of(here(), about);
    return values.empty() ? fmt::format("step {}", step()) : fmt::format("step {} ({})", step(), values);
  }

  // The same without the values where a left side has told them of this very step.
  std::string where(Expr about) {
    const std::vector<Expr> read = support(about);
    const bool is_told = std::any_of(given_.begin(), given_.end(), [&](const auto& given) {
      const std::vector<Expr> told = support(given.holds);
      return given.step == step() && std::all_of(read.begin(), read.end(), [&](Expr variable) {
               return std::find(told.begin(), told.end(), variable) != told.end();
             });
    });
    return is_told ? fmt::format("step {}", step()) : place(about);
  }

  std::string values_of(const State& state, Expr about) const {
    const std::vector<Expr> read = support(about);
    std::vector<std::string> words;
    std::size_t column = 0;
    for (const VariableDecl& v : system_.variables) {
      if (v.kind == VariableKind::Input) continue;
      const Value& value = state[column++];
      if (std::find(read.begin(), read.end(), v.variable) == read.end() || words.size() == most_values) continue;
      words.push_back(fmt::format("{} = {}", pool_.name_of(v.variable), value.to_string()));
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

  // EF and EU: rings from here, with the first at which each conjunct is met.
  void tell_unreachable(Expr wanted, const StateSet& hold, const std::string& through) {
    const std::vector<StateSet> rings = rings_from_here(hold);
    StateSet all = rings[0];
    for (const StateSet& ring : rings) all = oracle_.unite(all, ring);
    found_.states = oracle_.count(all);
    for (Expr part : conjuncts(wanted)) found_.parts.push_back({part, first_in(rings, part)});
    find_near(rings);
    find_constants(all, wanted);
    say(unreachable_words(wanted, all, through));
  }

  std::vector<StateSet> rings_from_here(const StateSet& hold) {
    std::vector<StateSet> rings = {oracle_.only(here())};
    StateSet seen = rings[0];
    while (!oracle_.stopped()) {
      const StateSet inside = oracle_.intersect(rings.back(), hold);
      const StateSet fresh = oracle_.subtract(oracle_.successors(inside), seen);
      if (oracle_.is_empty(fresh)) break;
      seen = oracle_.unite(seen, fresh);
      rings.push_back(fresh);
    }
    return rings;
  }

  std::optional<std::size_t> first_in(const std::vector<StateSet>& rings, Expr part) {
    const StateSet where = oracle_.states_of(part);
    for (std::size_t i = 0; i < rings.size(); ++i)
      if (!oracle_.is_empty(oracle_.intersect(rings[i], where))) return step() + i;
    return std::nullopt;
  }

  // The largest set of conjuncts that are true together somewhere; of sets of one size the first.
  void find_near(const std::vector<StateSet>& rings) {
    const std::size_t n = found_.parts.size();
    if (n < 3 || n > most_conjuncts) return;
    for (std::size_t size = n - 1; size > 1; --size)
      for (unsigned s = 0; s < 1u << n; ++s) {
        if (static_cast<std::size_t>(__builtin_popcount(s)) != size) continue;
        std::vector<Expr> some;
        for (std::size_t i = 0; i < n; ++i)
          if (s >> i & 1) some.push_back(found_.parts[i].part);
        const auto at = first_in(rings, pool_.all(some));
        if (!at) continue;
        found_.near = std::move(some);
        found_.near_step = *at;
        return;
      }
  }

  // What all of the states have but not all that can be reached from the start; of variables that are spoken of first.
  void find_constants(const StateSet& all, Expr wanted) {
    if (only_start()) return;
    const std::vector<Expr> read = support(wanted);
    for (const bool spoken_of : {true, false}) {
      std::size_t column = 0;
      for (const VariableDecl& v : system_.variables) {
        if (v.kind == VariableKind::Input) continue;
        const Value& value = here()[column++];
        if (found_.constants.size() == most_constants || v.kind == VariableKind::Frozen) continue;
        if ((std::find(read.begin(), read.end(), v.variable) != read.end()) != spoken_of) continue;
        const StateSet same = oracle_.states_of(pool_.eq(v.variable, pool_.constant(value, v.variable.type())));
        if (oracle_.is_subset(all, same) && !oracle_.is_subset(oracle_.reachable(), same))
          found_.constants.emplace_back(v.variable, value);
      }
    }
  }

  std::string unreachable_words(Expr wanted, const StateSet& all, const std::string& through) {
    const std::string count = whynot::to_string(found_.states);
    const bool met = !oracle_.is_empty(oracle_.intersect(all, oracle_.states_of(wanted)));
    if (met) return fmt::format("`{}` is true only where {}", text(wanted), nothing_goes_on());
    std::string out;
    if (only_start() && through.empty())
      out = fmt::format("no reachable state ({} in all) satisfies {}", count, text(wanted));
    else
      out = fmt::format("from {} on no state that can be reached{} ({} in all) satisfies {}", place(wanted), through,
                        count, text(wanted));
    if (found_.parts.size() > 1) out += "; " + part_words();
    std::vector<std::string> fixed;
    for (const auto& [variable, value] : found_.constants)
      fixed.push_back(fmt::format("{} = {}", pool_.name_of(variable), value.to_string()));
    if (!fixed.empty()) out += fmt::format("; in all of them {}", fmt::join(fixed, ", "));
    return out;
  }

  // "each part alone is reached (a = 2 at step 1, b = 2 at step 2)"
  std::string part_words() const {
    std::vector<std::string> met, never;
    for (const Reached& r : found_.parts) {
      if (r.step)
        met.push_back(fmt::format("{} at step {}", text(r.part), *r.step));
      else
        never.push_back(text(r.part));
    }
    std::string out = fmt::format("each part alone is reached ({})", fmt::join(met, ", "));
    if (!never.empty()) out = fmt::format("never {}", fmt::join(never, ", never "));
    if (!found_.near.empty())
      out += fmt::format("; nearest is {} at step {}", text(pool_.all(found_.near)), found_.near_step);
    return out;
  }

  void tell_successors(Expr wanted) {
    StateSet next = oracle_.successors(oracle_.only(here()));
    found_.states = oracle_.count(next);
    std::vector<std::string> words;
    StateSet rest = next;
    while (words.size() < most_successors && !oracle_.is_empty(rest)) {
      const auto state = oracle_.pick(rest);
      if (!state) break;
      rest = oracle_.subtract(rest, alike(*state, wanted));
      words.push_back(values_of(*state, wanted) + failing_part(wanted, *state));
    }
    if (words.empty()) return say(fmt::format("{} has no successor", place(wanted)));
    const bool more = !oracle_.is_empty(rest);
    const bool is_same = words.size() == 1 && !more && words[0] == values_of(here(), wanted);
    const std::string from = is_same ? fmt::format("step {}", step()) : where(wanted);  // values are told once
    if (found_.states == 1)
      return say(fmt::format("the only successor of {} does not satisfy {} ({})", from, text(wanted), words[0]));
    say(fmt::format("none of the {} successors of {} satisfies {} ({}{})", whynot::to_string(found_.states), from,
                    text(wanted), fmt::join(words, "; "), more ? "; …" : ""));
  }

  // The states in which all that the formula speaks of is as it is there.
  StateSet alike(const State& state, Expr about) {
    const std::vector<Expr> read = support(about);
    std::vector<Expr> same;
    std::size_t column = 0;
    for (const VariableDecl& v : system_.variables) {
      if (v.kind == VariableKind::Input) continue;
      const Value& value = state[column++];
      if (std::find(read.begin(), read.end(), v.variable) != read.end())
        same.push_back(pool_.eq(v.variable, pool_.constant(value, v.variable.type())));
    }
    return oracle_.unite(oracle_.only(state), oracle_.states_of(pool_.all(same)));
  }

  // ": left = 1 fails", where there are several that could.
  std::string failing_part(Expr wanted, const State& state) {
    const std::vector<Expr> parts = conjuncts(wanted);
    for (Expr part : parts)
      if (!oracle_.holds(part, state)) return parts.size() == 1 ? "" : fmt::format(": {} fails", text(part));
    return ": " + nothing_goes_on();
  }

  std::string nothing_goes_on() const {
    return system_.has_fairness() ? "no fair run goes on" : "no infinite run goes on";
  }

  // EG: whoever stays within the set is counted step by step.
  void tell_leaving(Expr inside) {
    const StateSet set = oracle_.states_of(inside);
    StateSet at = oracle_.intersect(oracle_.only(here()), set);
    const Integer all = oracle_.count(oracle_.reachable());
    std::size_t stays = 0;
    while (!oracle_.stopped() && !oracle_.is_empty(at) && stays <= all) {
      at = oracle_.intersect(oracle_.successors(at), set);
      ++stays;
    }
    if (!oracle_.is_empty(at))
      return say(fmt::format("no run from {} that stays in `{}` is fair", place(inside), text(inside)));
    found_.within = stays;
    if (stays == 0) return say(fact_here(inside, false) + " already");
    say(fmt::format("every run from {} leaves `{}`, after {} step{} at the latest", place(inside), text(inside), stays,
                    stays == 1 ? "" : "s"));
  }

  const TransitionSystem& system_;
  ExprPool& pool_;
  Oracle& oracle_;
  ExprNames names_;
  std::vector<Given> given_;
  Break found_;
};

}  // namespace

std::optional<Break> where_it_breaks(const TransitionSystem& system, const Property& property, Keep* keep,
                                     Context& context) {
  const auto oracle = engine::make_oracle(system, keep, context);
  if (oracle->stopped()) return std::nullopt;
  return Walker(system, property, *oracle).run(property.formula);
}

}  // namespace whynot::analyse::branching
