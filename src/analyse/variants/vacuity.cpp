// Every finding is a verdict about the property with one part replaced by what hurts it most.
#include "analyse/variants/vacuity.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/why/reading.h"
#include "model/system/path_formula.h"

namespace whynot::analyse::variants {
namespace {

constexpr std::size_t text_limit = 120;

bool starts_with(const PlaceInFormula& place, const PlaceInFormula& beginning) {
  return place.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), place.begin());
}

}  // namespace

Holding::Holding(const TransitionSystem& system, const Property& property, Keep* keep, SideQuestions& ask)
    : system_(system), property_(property), keep_(keep), ask_(ask), names_(why::define_names(system, property)) {}

std::string Holding::text(Expr e) const { return to_string(*system_.pool, e, text_limit, &names_); }

std::optional<bool> Holding::still_holds(Expr formula) {
  Property variant = property_;
  variant.formula = formula;
  return ask_.holds(system_, variant, keep_);
}

std::optional<bool> Holding::has_runs() {
  const Property nothing =
      about(is_of_states() ? PropertyKind::Invariant : PropertyKind::Ltl, system_.pool->boolean(false));
  const auto holds = ask_.holds(system_, nothing, keep_);
  return holds ? std::optional(!*holds) : std::nullopt;
}

Vacuity Holding::failed(const Antecedent& a) const {
  Vacuity found{Vacuity::Reason::Antecedent, a.left, text(a.left), "", {}};
  const bool is_name = a.left.is(Op::Variable) || names_.count(a.left);
  const std::string never = fmt::format("`{}` is never {}", found.part_text, is_name ? "TRUE" : "true");
  if (!a.everywhere && contains_op(a.left, is_temporal) && a.given.empty())
    found.sentence = fmt::format("holds because no run satisfies `{}`", found.part_text);
  else if (!a.everywhere)
    found.sentence = fmt::format("holds because {} where the property looks at it", never);
  else if (a.given.empty())
    found.sentence = fmt::format("holds because {}", never);
  else
    found.sentence = fmt::format("holds because {} where `{}` is", never, text(system_.pool->all(a.given)));
  return found;
}

std::vector<Vacuity> Holding::antecedents() {
  std::vector<Vacuity> found;
  std::vector<PlaceInFormula> places;
  for (const Antecedent& a : variants::antecedents(property_.formula, is_of_states(), names_)) {
    const auto is_inside = [&](const PlaceInFormula& place) { return starts_with(a.place, place); };
    if (std::any_of(places.begin(), places.end(), is_inside)) continue;
    if (a.left.is(Op::Constant)) continue;  // somebody has switched it off, or on
    const Expr without = with_part(*system_.pool, property_.formula, a.place, system_.pool->not_(a.left));
    if (!still_holds(without).value_or(false)) continue;
    places.push_back(a.place);
    found.push_back(failed(a));
    found.back().variant = without;
  }
  return found;
}

std::vector<Vacuity> Holding::irrelevant(const std::vector<Vacuity>& found) {
  std::vector<Vacuity> parts;
  for (const Part& part : below({property_.formula, {}, true}, names_)) look_below(part, found, parts);
  return parts;
}

void Holding::look_below(const Part& part, const std::vector<Vacuity>& found, std::vector<Vacuity>& into) {
  if (part.part.is(Op::Constant)) return;
  ExprPool& pool = *system_.pool;
  // What stands to the right of a left side that is never true is of no use, and has been told of.
  const auto is_told = [&](const Vacuity& v) { return part.part.is(Op::Implies) && part.part.arg(0) == v.part; };
  if (std::any_of(found.begin(), found.end(), is_told)) return;
  const Expr hurt = with_part(pool, property_.formula, part.place, pool.boolean(!part.positive));
  if (!still_holds(hurt).value_or(false)) {
    for (const Part& inside : below(part, names_)) look_below(inside, found, into);
    return;
  }
  Vacuity v{Vacuity::Reason::Irrelevant, part.part, text(part.part), "", hurt};
  const Expr rest = without_constants(pool, hurt);
  v.sentence = fmt::format("holds whatever `{}` is", v.part_text);
  if (!rest.is(Op::Constant)) v.sentence += fmt::format(": `{}` holds already", text(rest));
  into.push_back(std::move(v));
}

std::vector<Vacuity> Holding::constants() {
  ExprPool& pool = *system_.pool;
  std::vector<Vacuity> found;
  const std::vector<Expr> read = support(property_.formula);
  for (const VariableDecl& v : system_.variables) {
    if (v.kind != VariableKind::State || std::find(read.begin(), read.end(), v.variable) == read.end()) continue;
    const Property same = about(PropertyKind::Invariant, pool.eq(pool.next(v.variable), v.variable));
    const auto holds = ask_.holds(system_, same, keep_);
    if (!holds.value_or(false)) continue;
    const std::string name = text(v.variable);
    found.push_back(
        {Vacuity::Reason::Constant, v.variable, name, fmt::format("speaks of `{}`, which never changes", name), {}});
  }
  return found;
}

std::optional<Trace> Holding::violation(PropertyKind kind, Expr formula) {
  return ask_.violation(system_, about(kind, formula), keep_);
}

std::optional<Holding::Use> Holding::witness() {
  ExprPool& pool = *system_.pool;
  const PropertyKind kind = is_of_states() ? PropertyKind::Invariant : PropertyKind::Ltl;
  const auto as = [](Use::Kind how, std::optional<Trace> run) {
    return run ? std::optional<Use>({how, *std::move(run)}) : std::nullopt;
  };
  if (!is_of_states() && !why::formula_on_run(pool, property_))
    return as(Use::Kind::Shown, violation(PropertyKind::Ctl, pool.not_(property_.formula)));
  // As it is written: normal forms have no implications.
  const Expr on_run = property_.is_ctl() ? without_quantifiers(pool, property_.formula) : property_.formula;
  for (const Antecedent& a : variants::antecedents(on_run, is_of_states(), names_)) {
    const Expr unused = pool.not_(pool.and_(a.left, a.right));
    if (auto use = as(Use::Kind::Used, violation(kind, with_part(pool, on_run, a.place, unused)))) return use;
  }
  const Expr always = is_of_states() ? pool.temporal(Op::G, {on_run}) : on_run;
  if (auto use = as(Use::Kind::True, violation(PropertyKind::Ltl, pool.not_(always)))) return use;
  return is_of_states() ? as(Use::Kind::True, violation(kind, pool.boolean(false))) : std::nullopt;
}

}  // namespace whynot::analyse::variants
