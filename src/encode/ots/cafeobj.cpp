// Writes the module section by section, then one proof passage for each case.
#include "encode/ots/cafeobj.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "encode/ots/cafeobj_data.h"
#include "encode/ots/cafeobj_start.h"
#include "encode/ots/orient.h"
#include "encode/ots/simplify.h"
#include "encode/ots/unfold.h"

namespace whynot::encode::ots {

using whynot::ots::Op;
using whynot::ots::Predicate;

namespace {

class CafeWriter : CafeData {
 public:
  explicit CafeWriter(const Ots& ots) : CafeData(ots) {}

  std::string text(std::span<const CafeGoal> goals) {
    write_sorts();
    write_functions();
    const std::string data = std::exchange(out_, "");
    states();
    out_ += "}\n";
    invariants(goals);
    for (const CafeGoal& goal : goals) passages(goal);
    const std::string rest = std::exchange(out_, "");
    quantifiers();
    return fmt::format("-- {} for CafeOBJ\n\nmod* {} {{\n  pr(INT)\n{}{}{}", ots_.name, module_name(), data, out_,
                       rest);
  }

 private:
  // States ---------------------------------------------------------------------------------------------------

  void states() {
    for (std::size_t o = 0; o < ots_.observers.size(); ++o)
      line(fmt::format("op {} : Sys {}-> {}", observer(o), signature(ots_.observers[o].params),
                       sort(ots_.observers[o].sort)));
    line("op init : -> Sys {constr}");
    for (const auto& t : ots_.transitions) {
      line(fmt::format("op {} : Sys {}-> Sys {{constr}}", transition(t), signature(t.params)));
      line(fmt::format("op {} : Sys {}-> Bool", condition(t), signature(t.params)));
    }
    for (std::size_t o = 0; o < ots_.observers.size(); ++o)
      if (ots_.observers[o].initial.size() == 1)
        equation(applied(observer(o), variables(ots_.observers[o].params, "init")), term(ots_.observers[o].initial[0]));
    for (Term condition : conjuncts(*ots_.pool, ots_.init)) start(condition);
    for (const auto& t : ots_.transitions) effects(t);
  }

  // What initial states satisfy, for all values of the variables that the condition quantifies.  Conditions with
  // further quantifiers are left out: passages assume less.
  void start(Term condition) {
    std::vector<VarId> vars;
    for (; condition.is(Op::Forall); condition = condition.arg(0))
      for (std::size_t i = 1; i < condition.arity(); ++i) vars.push_back(condition.arg(i).var());
    if (condition.is_true() || has_quantifier(condition)) return;
    state_ = "S:Sys";
    const std::string op = fmt::format("start{}", starts_.size() + 1);
    line(fmt::format("op {} : Sys {}-> Bool", op, signature(vars)));
    equation(applied(op, variables(vars, state_)), term(condition));
    starts_.push_back({op, std::move(vars), condition});
  }

  void effects(const whynot::ots::Transition& t) {
    state_ = "S:Sys";
    const std::string when = applied(condition(t), variables(t.params, state_));
    const std::string after = applied(transition(t), variables(t.params, state_));
    equation(when, term(t.guard));
    for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
      const auto& params = ots_.observers[o].params;
      const std::string before = applied(observer(o), variables(params, state_));
      std::string value = before;
      for (const auto& u : t.updates) {
        if (u.observer != o) continue;
        std::string here;
        whynot::ots::Substitution by;
        for (std::size_t i = 0; i < params.size(); ++i)
          if (is_any(u, i))
            by[u.index[i].var()] = ots_.pool->var(params[i]);
          else
            here += fmt::format("{}({} = {})", here.empty() ? "" : " and ", variable(params[i]), term(u.index[i]));
        const std::string now = term(substitute(*ots_.pool, u.value, by));
        value = here.empty() ? now : choice(here, now, value, u.value.sort());
      }
      equation(applied(observer(o), variables(params, after)),
               value == before ? before : choice(when, value, before, ots_.observers[o].sort));
    }
  }

  static bool is_any(const whynot::ots::Update& u, std::size_t i) {
    return u.index[i].is(Op::Var) && std::find(u.each.begin(), u.each.end(), u.index[i].var()) != u.each.end();
  }

  // Invariants -----------------------------------------------------------------------------------------------

  void invariants(std::span<const CafeGoal> goals) {
    out_ += fmt::format("\nmod* {0}-INV {{\n  pr({0})\n", module_name());
    line("ops s s' : -> Sys");
    state_ = "S:Sys";
    for (const CafeGoal& goal : goals) {
      const auto& p = goal.predicate;
      const std::string inv = invariant(p.name);
      line(fmt::format("op {} : Sys {}-> Bool", inv, signature(p.params)));
      equation(applied(inv, variables(p.params, state_)), term(p.body));
      line(fmt::format("op step-{} : {}-> Bool", inv, signature(p.params)));
      equation(applied("step-" + inv, variables(p.params)),
               fmt::format("{} implies {}", applied(inv, variables(p.params, "s")),
                           applied(inv, variables(p.params, "s'"))));
    }
    const std::size_t known = quantified_.size();
    for (std::size_t q = 0; q < known; ++q)
      if (quantified_[q].reads)
        for (const auto& t : ots_.transitions) quantified_after(q, t);
    out_ += "}\n";
  }

  // What a quantified formula becomes by a step: another one, of the state before.
  void quantified_after(std::size_t q, const whynot::ots::Transition& t) {
    const Quantified of = quantified_[q];
    const Term later = unsimplified_after(ots_, t, of.formula);
    const std::string before = applied(of.op, variables(of.holes, state_));
    const std::string when = applied(condition(t), variables(t.params, state_));
    equation(applied(of.op, variables(of.holes, applied(transition(t), variables(t.params, state_)))),
             later == of.formula ? before : choice(when, term(later), before, whynot::ots::bool_sort));
  }

  void quantifiers() {
    for (const Quantified& q : quantified_)
      out_ += fmt::format("  -- {}\n  op {} : {}{}-> Bool\n", to_text(ots_, q.formula), q.op, q.reads ? "Sys " : "",
                          signature(q.holes));
  }

  // Passages -------------------------------------------------------------------------------------------------

  void passages(const CafeGoal& goal) {
    constants_ = true;
    if (goal.holds_initially) initial_passages(goal);
    state_ = "s";
    for (const std::string& t : goal.undecided)
      out_ += fmt::format("\n-- {}: the step of {} was not decided\n", goal.predicate.name, t);
    for (const CafeCase& c : goal.failing) failing_passage(goal.predicate, c);
    constants_ = false;
  }

  void failing_passage(const Predicate& p, const CafeCase& c) {
    const std::string what = fmt::format("{} is lost by {}", p.name, c.transition->name);
    std::vector<Term> literals;
    for (Term l : c.literals) literals.push_back(closed_off(l));
    if (!is_followed(p, c, literals)) return left_out(what);
    open(what + ": false", free_in(c));
    assume(literals);
    std::string args = "s", instance;
    for (Term a : c.args) args += ", " + term(a);
    for (Term a : c.instance) instance += (instance.empty() ? "" : ", ") + term(a);
    line(fmt::format("eq s' = {} .", applied(transition(*c.transition), args)));
    out_ += fmt::format("  red {} .\nclose\n", applied("step-" + invariant(p.name), instance));
  }

  // Whether the guard is rewritten to true and the step to false.
  bool is_followed(const Predicate& p, const CafeCase& c, std::span<const Term> literals) {
    whynot::ots::Substitution by;
    for (std::size_t i = 0; i < c.args.size(); ++i) by[c.transition->params[i]] = c.args[i];
    for (std::size_t i = 0; i < c.instance.size(); ++i) by[p.params[i]] = c.instance[i];
    const auto instance = [&](Term t) { return closed_off(substitute(*ots_.pool, inlined(ots_, t), by)); };
    const Term later = instance(unsimplified_after(ots_, *c.transition, p.body));
    return reduces_to(ots_, literals, instance(c.transition->guard), true) &&
           reduces_to(ots_, literals, instance(p.body), true) && reduces_to(ots_, literals, later, false);
  }

  void initial_passages(const CafeGoal& goal) {
    const Predicate& p = goal.predicate;
    const std::string what = fmt::format("{} holds initially", p.name);
    const Term claim =
        closed_off(inlined(ots_, ots_.pool->make(Op::Implies, whynot::ots::bool_sort, {started(p.params), p.body})));
    const auto ways = cafe_starts(ots_, p.params, claim);
    if (!ways) return left_out(what);
    for (const CafeStart& way : *ways) {
      std::vector<Term> literals;
      for (Term l : goal.initially) literals.push_back(in_initial_state(closed_off(l), way));
      for (const auto& [x, y] : way.same) literals.push_back(ots_.pool->eq(x, y));
      for (const auto& [shown, value] : way.values) literals.push_back(ots_.pool->eq(shown, value));
      for (const auto& [x, y] : way.apart) literals.push_back(ots_.pool->not_(ots_.pool->eq(x, y)));
      if (!reduces_to(ots_, literals, in_initial_state(claim, way), true)) {
        left_out(what);
        continue;
      }
      state_ = "init";
      open(what + ": true", p.params);
      assume(literals);
      out_ += fmt::format("  red {}{} .\nclose\n", starting(p.params),
                          applied(invariant(p.name), variables(p.params, "init")));
    }
  }

  Term in_initial_state(Term t, const CafeStart& way) {
    whynot::ots::Substitution same;
    for (const auto& [x, y] : way.same) same[x.var()] = y;
    const Term valued = whynot::ots::rewrite(*ots_.pool, substitute(*ots_.pool, t, same), [&](Term part) {
      for (const auto& [shown, value] : way.values)
        if (part == shown) return value;
      return part;
    });
    return unsimplified_initially(ots_, valued);
  }

  void assume(std::span<const Term> literals) {
    for (const auto& [from, to] : oriented(ots_, literals)) equation(term(from), term(to));
  }

  void left_out(const std::string& what) {
    out_ +=
        fmt::format("\n-- {}, as the solver says; there is no passage, since rewriting alone does not show it\n", what);
  }

  // The conditions of initial states for the things that the passage speaks of.
  template <class Visit>
  void for_each_start(const std::vector<VarId>& params, Visit visit) {
    std::size_t count = 0;
    for (const Start& s : starts_) {
      std::vector<std::vector<Term>> tuples{{}};
      for (VarId v : s.vars) {
        std::vector<std::vector<Term>> longer;
        for (const auto& tuple : tuples)
          for (Term thing : things(ots_.pool->variable(v).sort, params)) {
            longer.push_back(tuple);
            longer.back().push_back(thing);
          }
        tuples = std::move(longer);
      }
      for (const auto& tuple : tuples)
        if (++count <= most_conditions) visit(s, tuple);
    }
  }
  std::string starting(const std::vector<VarId>& params) {
    std::string out;
    for_each_start(params, [&](const Start& s, const std::vector<Term>& tuple) {
      std::string args = "init";
      for (Term t : tuple) args += ", " + term(t);
      out += fmt::format("{}{}({})", out.empty() ? "" : " and ", s.op, args);
    });
    return out.empty() ? "" : fmt::format("({}) implies ", out);
  }
  Term started(const std::vector<VarId>& params) {
    std::vector<Term> all;
    for_each_start(params, [&](const Start& s, const std::vector<Term>& tuple) {
      whynot::ots::Substitution by;
      for (std::size_t i = 0; i < tuple.size(); ++i) by[s.vars[i]] = tuple[i];
      all.push_back(substitute(*ots_.pool, s.condition, by));
    });
    return ots_.pool->all(all);
  }

  std::vector<Term> things(SortId s, const std::vector<VarId>& params) {
    std::vector<Term> out;
    for (VarId v : params)
      if (ots_.pool->variable(v).sort == s) out.push_back(ots_.pool->var(v));
    for (std::uint32_t e : ots_.sorts[s].elements) out.push_back(ots_.pool->make(Op::Element, s, {}, e));
    return out;
  }

  void open(const std::string& what, const std::vector<VarId>& constants) {
    out_ += fmt::format("\n-- {}\nopen {}-INV .\n", what, module_name());
    for (VarId v : constants) line(fmt::format("op v{} : -> {} .", v, sort(ots_.pool->variable(v).sort)));
  }

  static std::vector<VarId> free_in(const CafeCase& c) {
    std::vector<VarId> out;
    const auto add = [&](const std::vector<Term>& terms) {
      for (Term t : terms)
        for (VarId v : free_variables(t))
          if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
    };
    add(c.literals);
    add(c.args);
    add(c.instance);
    return out;
  }

  static constexpr std::size_t most_conditions = 64;

  struct Start {  // a condition of initial states
    std::string op;
    std::vector<VarId> vars;
    Term condition;
  };
  std::vector<Start> starts_;
};

}  // namespace

std::string cafeobj_text(const Ots& ots, std::span<const CafeGoal> goals) { return CafeWriter(ots).text(goals); }

}  // namespace whynot::encode::ots
