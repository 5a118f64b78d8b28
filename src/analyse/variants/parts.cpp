// Walks formulas from the top.  Formulas that people write are shallow; what is deep are the DEFINEs below, and those
// have no connectives that are taken apart beyond a fixed depth.
#include "analyse/variants/parts.h"

#include <unordered_map>

namespace whynot::analyse::variants {
namespace {

constexpr std::size_t deepest = 60;

bool is_taken_apart(Expr e) {
  const Op op = e.op();
  const bool connective = op == Op::Not || op == Op::And || op == Op::Or || op == Op::Implies;
  return (connective && e.type().is_boolean()) || is_temporal(op);
}

PlaceInFormula deeper(PlaceInFormula place, std::size_t argument) {
  place.push_back(argument);
  return place;
}

// All runs, or states, that the formula is about go through its argument as well.
bool keeps_all(Op op) {
  return op == Op::And || op == Op::G || op == Op::AG || op == Op::H || op == Op::X || op == Op::AX || op == Op::Z;
}

class Collector {
 public:
  explicit Collector(const ExprNames& named) : named_(named) {}

  void look(Expr e, Antecedent above) {
    if (is_whole(e, named_) || above.place.size() > deepest) return;
    if (e.is(Op::Implies)) return look_at_implication(e, std::move(above));
    if (!keeps_all(e.op())) return;
    if (is_temporal(e.op())) above.everywhere = bounds_of(e).unbounded() && (e.is(Op::G) || e.is(Op::AG));
    for (std::size_t i = 0; i < e.arity(); ++i) {
      Antecedent inside = above;
      inside.place = deeper(above.place, i);
      look(e.arg(i), std::move(inside));
    }
  }
  std::vector<Antecedent> found;

 private:
  void look_at_implication(Expr e, Antecedent above) {
    above.left = e.arg(0);
    above.right = e.arg(1);
    found.push_back(above);
    above.given.push_back(e.arg(0));
    above.place = deeper(above.place, 1);
    look(e.arg(1), std::move(above));
  }

  const ExprNames& named_;
};

// What an operator gives when some argument is a constant; null where that settles nothing.
Expr settled(ExprPool& pool, Expr e, std::span<const Expr> args) {
  const Expr yes = pool.boolean(true), no = pool.boolean(false);
  const auto is = [&](std::size_t i, Expr value) { return args[i] == value; };
  switch (e.op()) {
    case Op::Not:
      if (is(0, yes)) return no;
      return is(0, no) ? yes : Expr();
    case Op::And:
      if (is(0, no) || is(1, no)) return no;
      if (is(0, yes)) return args[1];
      return is(1, yes) ? args[0] : Expr();
    case Op::Or:
      if (is(0, yes) || is(1, yes)) return yes;
      if (is(0, no)) return args[1];
      return is(1, no) ? args[0] : Expr();
    case Op::Implies:
      if (is(0, no) || is(1, yes)) return yes;
      if (is(0, yes)) return args[1];
      return is(1, no) ? pool.not_(args[0]) : Expr();
    default: break;
  }
  const bool one_operand = is_temporal(e.op()) && args.size() == 1 && !is_past(e.op());
  return one_operand && (is(0, yes) || is(0, no)) ? args[0] : Expr();
}

}  // namespace

bool is_whole(Expr e, const ExprNames& named) {
  return !is_taken_apart(e) || (named.count(e) && !contains_op(e, is_temporal));
}

std::vector<Part> below(const Part& part, const ExprNames& named) {
  std::vector<Part> parts;
  if (is_whole(part.part, named) || part.place.size() > deepest) return parts;
  for (std::size_t i = 0; i < part.part.arity(); ++i) {
    const bool turned = part.part.is(Op::Not) || (part.part.is(Op::Implies) && i == 0);
    parts.push_back({part.part.arg(i), deeper(part.place, i), part.positive != turned});
  }
  return parts;
}

std::vector<Antecedent> antecedents(Expr formula, bool always, const ExprNames& named) {
  Collector collector(named);
  Antecedent above;
  above.everywhere = always;
  collector.look(formula, std::move(above));
  return std::move(collector.found);
}

Expr with_part(ExprPool& pool, Expr formula, const PlaceInFormula& place, Expr instead) {
  std::vector<Expr> way = {formula};
  for (const std::size_t argument : place) way.push_back(way.back().arg(argument));
  Expr made = instead;
  for (std::size_t i = place.size(); i-- > 0;) {
    std::vector<Expr> args;
    for (std::size_t a = 0; a < way[i].arity(); ++a) args.push_back(a == place[i] ? made : way[i].arg(a));
    made = rebuild(pool, way[i], args);
  }
  return made;
}

Expr without_constants(ExprPool& pool, Expr formula) {
  std::unordered_map<Expr, Expr, ExprHash> made;
  for_each_postorder(formula, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(made.at(e.arg(i)));
    if (!is_taken_apart(e)) {
      made.emplace(e, e);
      return;
    }
    const Expr simple = settled(pool, e, args);
    made.emplace(e, simple ? simple : rebuild(pool, e, args));
  });
  return made.at(formula);
}

}  // namespace whynot::analyse::variants
