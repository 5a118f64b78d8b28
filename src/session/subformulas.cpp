// The formula is taken apart at its temporal operators and connectives, down to atoms.  The truth of all parts at all
// steps comes from one evaluation of the formula on the trace; an atom also lists the cells it reads.
#include "session/subformulas.h"

#include <algorithm>
#include <unordered_map>

#include "analyse/why/reading.h"
#include "model/system/slots.h"
#include "model/system/truth.h"

namespace whynot::session {
namespace {

constexpr std::size_t parts_shown = 64;
constexpr std::size_t cells_shown = 1'000'000;  // parts times steps
constexpr std::size_t text_shown = 120;

bool is_taken_apart(Expr e) { return is_temporal(e.op()) || is_connective(e); }

// Breadth first, every part once; empty when there are too many.
std::vector<Expr> parts_of(Expr formula) {
  std::vector<Expr> parts{formula};
  std::unordered_map<Expr, std::size_t, ExprHash> seen{{formula, 0}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!is_taken_apart(parts[i])) continue;
    for (std::size_t k = 0; k < parts[i].arity(); ++k) {
      const Expr part = parts[i].arg(k);
      if (part.is(Op::Constant) || !seen.try_emplace(part, parts.size()).second) continue;
      parts.push_back(part);
      if (parts.size() > parts_shown) return {};
    }
  }
  return parts;
}

std::vector<report::Subformula::Place> places_of(const TransitionSystem& system, const Slots& slots, Expr atom) {
  std::vector<report::Subformula::Place> places;
  for (Expr leaf : leaves(atom)) {
    const Expr variable = leaf.is(Op::Next) ? leaf.arg(0) : leaf;
    // Inputs and next values stand in the step that the transition leads into.
    places.push_back(
        {system.pool->name_of(variable), slots.of(leaf) < slots.inputs_begin() ? std::size_t{0} : std::size_t{1}});
  }
  return places;
}

std::string truth_of(const TraceTruth& truth, Expr part, std::size_t steps) {
  std::string text;
  for (std::size_t i = 0; i < steps; ++i) text += "F?T"[static_cast<int>(truth.at(part, i))];
  return text;
}

}  // namespace

std::vector<report::Subformula> subformulas_on(const TransitionSystem& system, const Property& property,
                                               const Trace& trace) {
  const Expr formula = analyse::why::formula_on_run(*system.pool, property);
  if (!formula) return {};
  const std::vector<Expr> parts = parts_of(formula);
  if (parts.size() * trace.steps.size() > cells_shown) return {};
  const TraceTruth truth(system, trace, formula);
  const Slots slots(system);
  const ExprNames names = analyse::why::define_names(system);
  std::vector<report::Subformula> result;
  for (Expr part : parts) {
    const bool apart = is_taken_apart(part);
    report::Subformula row{to_string(*system.pool, part, text_shown, &names),
                           apart ? std::string(op_name(part.op())) : "atom",
                           {},
                           {},
                           "",
                           {}};
    for (std::size_t k = 0; apart && k < part.arity(); ++k)
      if (const auto at = std::find(parts.begin(), parts.end(), part.arg(k)); at != parts.end())
        row.args.push_back(static_cast<std::size_t>(at - parts.begin()));
    if (is_temporal(part.op()) && part.b() != no_bound && !part.is(Op::X) && !part.is(Op::Y) && !part.is(Op::Z))
      row.bounds = {{part.a(), part.b()}};
    row.truth = truth_of(truth, part, trace.steps.size());
    if (!apart) row.places = places_of(system, slots, part);
    result.push_back(std::move(row));
  }
  return result;
}

}  // namespace whynot::session
