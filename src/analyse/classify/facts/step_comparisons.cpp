// A comparison is read where the assignment reads it: variables before the step, inputs on the way, next values after
// it.
#include "analyse/classify/facts/step_comparisons.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/lasting.h"
#include "analyse/classify/facts/named_steps.h"
#include "expr/print.h"
#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_comparisons = 6;
constexpr std::size_t most_changing = 12;
constexpr unsigned price_of_comparison = 30, price_of_changing = 11;

bool is_sum(Op op) { return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Mod; }
bool is_next(Op op) { return op == Op::Next; }

bool is_comparison(Expr e) {
  return (e.is(Op::Eq) || e.is(Op::Lt) || e.is(Op::Le)) && !e.arg(0).type().is(TypeKind::Boolean);
}

bool compares_sums(Expr e) { return contains_op(e, is_sum) && !contains_op(e, is_next); }

class Reader {
 public:
  explicit Reader(const TransitionSystem& system) : system_(system), pool_(*system.pool) {}

  void read_assignments() {
    for (const Assignment& a : system_.next_assignments)
      for_each_postorder(a.value, [&](Expr e) {
        if (is_comparison(e) && (compares_sums(e) || ties_a_step(e))) add(e);
      });
  }

  // What a next value is set to is no comparison.
  void read_transitions() {
    for (const Constraint& c : system_.trans)
      for_each_postorder(c.condition, [&](Expr e) {
        const bool is_plain = is_comparison(e) && !contains_op(e, [](Op op) { return op == Op::Ite; });
        if (is_plain && ties_a_step(e) && !is_set_by(c.condition, e)) add(e);
      });
  }

  void read_property(Expr formula) {
    for_each_postorder(formula, [&](Expr e) {
      if (!is_comparison(e) || contains_op(e, is_next)) return;
      const std::vector<Expr> read = support(e);
      for (const Assignment& a : system_.next_assignments)
        if (std::find(read.begin(), read.end(), a.variable) != read.end()) add_made(e, a);
    });
  }

  std::vector<Expr> take() { return std::move(found_); }

 private:
  bool is_input(Expr x) const {
    return std::any_of(system_.variables.begin(), system_.variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  }

  // An input, or a next value, with a variable of the state before.
  bool ties_a_step(Expr e) const {
    bool before = false, on_the_way = false;
    std::vector<Expr> open{e};
    while (!open.empty()) {
      const Expr x = open.back();
      open.pop_back();
      const bool is_variable = x.is(Op::Variable);
      on_the_way = on_the_way || x.is(Op::Next) || (is_variable && is_input(x));
      before = before || (is_variable && !is_input(x));
      for (std::size_t i = 0; i < x.arity() && !x.is(Op::Next); ++i) open.push_back(x.arg(i));
    }
    return before && on_the_way;
  }

  static bool is_set_by(Expr condition, Expr e) {
    const std::vector<Expr> all = rewrite::conjuncts(condition);
    return std::find(all.begin(), all.end(), e) != all.end();
  }

  // What is said of one variable is a range.
  void add(Expr e) {
    const bool is_new = support(e).size() > 1 && std::find(found_.begin(), found_.end(), e) == found_.end();
    if (is_new && found_.size() < most_comparisons) found_.push_back(e);
  }

  // The comparison after a step that assigns one of the sums.
  void add_made(Expr comparison, const Assignment& a) {
    std::vector<Expr> open{a.value};
    while (!open.empty()) {
      const Expr value = open.back();
      open.pop_back();
      if (value.is(Op::Ite)) open.insert(open.end(), {value.arg(2), value.arg(1)});
      if (value.is(Op::Ite) || !compares_sums(value)) continue;
      add(substitute(pool_, comparison, [&](Expr leaf) {
        if (leaf == a.variable) return value;
        return leaf.is(Op::Variable) && !is_input(leaf) && !never_changes(system_, leaf) ? pool_.next(leaf) : leaf;
      }));
    }
  }

  const TransitionSystem& system_;
  ExprPool& pool_;
  std::vector<Expr> found_;
};

std::string with_holes(std::string text) {
  for (const auto& [place, hole] : {std::pair("@0", "@{1}"), std::pair("@1", "@{2}")})
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1))
      text.replace(at, 2, hole);
  return text;
}

Predicate on_step(const TransitionSystem& system, Expr comparison, bool holds) {
  ExprPool& pool = *system.pool;
  const Expr before = place_of_argument(pool, 0), after = place_of_argument(pool, 1);
  const Expr here = between_positions(system, comparison), said = holds ? here : pool.not_(here);
  Predicate p;
  p.name = "sum";
  p.args = {to_string(pool, holds ? comparison : pool.not_(comparison))};
  p.arity = 2;
  p.body = pool.and_(pool.eq(pool.arithmetic(Op::Add, before, pool.integer(1)), after), said);
  p.text = fmt::format("{} & {{1}} + 1 = {{2}}", with_holes(to_string(pool, said)));
  p.sentence = fmt::format("{} on the way from {{1}} to {{2}}", p.args[0]);
  p.variable = support(comparison).front();
  p.price = price_of_comparison;
  return p;
}

}  // namespace

std::vector<Predicate> changes_of(const TransitionSystem& system, const std::vector<Expr>& variables,
                                  const std::vector<Expr>& own) {
  ExprPool& pool = *system.pool;
  std::vector<Predicate> found;
  for (const VariableDecl& v : system.variables) {
    const auto is_among = [&](const std::vector<Expr>& some) {
      return std::find(some.begin(), some.end(), v.variable) != some.end();
    };
    if (v.kind != VariableKind::State || !is_among(variables) || found.size() == most_changing) continue;
    Predicate p = on_step(system, pool.eq(v.variable, pool.next(v.variable)), false);
    p.args = {pool.name_of(v.variable) + " changes"};
    p.sentence = p.args[0] + " on the way from {1} to {2}";
    p.price = price_of_changing + (is_among(own) ? price_of_own : 0);
    found.push_back(std::move(p));
  }
  return found;
}

bool is_step_comparison(const Predicate& p) { return p.name == "sum" && p.arity == 2 && p.args.size() == 1; }

std::vector<Predicate> step_comparisons(const TransitionSystem& system, const Property& property,
                                        bool with_those_made) {
  Reader reader(system);
  reader.read_assignments();
  reader.read_transitions();
  if (with_those_made) reader.read_property(property.formula);
  std::vector<Predicate> found;
  for (Expr comparison : reader.take())
    for (const bool holds : {true, false}) found.push_back(on_step(system, comparison, holds));
  return found;
}

}  // namespace whynot::analyse::classify
