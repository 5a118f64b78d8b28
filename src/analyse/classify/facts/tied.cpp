// The cone is that of the engines; what is compared is read off every expression of the model.
#include "analyse/classify/facts/tied.h"

#include <algorithm>
#include <unordered_set>

#include "encode/bit_system.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_compared = 4;  // variables in one comparison: more is arithmetic
constexpr int most_named = 8;             // values of a number that names something

class Comparisons {
 public:
  void read(Expr condition) {
    for_each_postorder(condition, [&](Expr e) {
      if (!seen_.insert(e).second) return;
      if (e.is(Op::Eq) || e.is(Op::Lt) || e.is(Op::Le)) add_all(support(e));
    });
  }

  // `x := case … : y; esac` and `x := y`.
  void read_assignment(const Assignment& a) {
    read(a.value);
    std::vector<Expr> open{a.value};
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (e.is(Op::Variable)) add(a.variable, e);
      if (e.is(Op::Next)) open.push_back(e.arg(0));
      if (e.is(Op::Ite)) open.insert(open.end(), {e.arg(1), e.arg(2)});
    }
  }

  std::vector<std::pair<Expr, Expr>> take() { return std::move(found_); }

 private:
  void add_all(const std::vector<Expr>& read) {
    if (read.size() > most_compared) return;
    for (std::size_t i = 0; i < read.size(); ++i)
      for (std::size_t j = i + 1; j < read.size(); ++j) add(read[i], read[j]);
  }

  void add(Expr x, Expr y) {
    if (x == y || x.type() != y.type()) return;
    const auto is_same = [&](const auto& pair) { return pair == std::pair(x, y) || pair == std::pair(y, x); };
    if (std::none_of(found_.begin(), found_.end(), is_same)) found_.emplace_back(x, y);
  }

  std::unordered_set<Expr, ExprHash> seen_;
  std::vector<std::pair<Expr, Expr>> found_;
};

// What is compared by order, or calculated with.
class Ordered {
 public:
  void read(Expr e) {
    for_each_postorder(e, [&](Expr x) {
      if (!seen_.insert(x).second || names_only(x.op())) return;
      for (Expr v : support(x)) ordered_.insert(v);
    });
  }

  // What gets a calculated value, or a variable's that is ordered, is ordered itself.
  void read_assignment(const Assignment& a) {
    read(a.value);
    std::vector<Expr> open{a.value};
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (e.is(Op::Ite)) open.insert(open.end(), {e.arg(1), e.arg(2)});
      if (e.is(Op::Next)) open.push_back(e.arg(0));
      if (e.is(Op::Variable)) taken_.emplace_back(a.variable, e);
      if (!names_only(e.op())) ordered_.insert(a.variable);
    }
  }

  bool contains(Expr variable) {
    for (bool grown = true; grown;) {
      grown = false;
      for (const auto& [into, from] : taken_)
        if (ordered_.contains(into) != ordered_.contains(from))
          grown = ordered_.insert(into).second || ordered_.insert(from).second;
    }
    return ordered_.contains(variable);
  }

 private:
  static bool names_only(Op op) {
    switch (op) {
      case Op::Constant:
      case Op::Variable:
      case Op::Next:
      case Op::Not:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Iff:
      case Op::Implies:
      case Op::Ite:
      case Op::Eq:
      case Op::SetOf:
      case Op::Interval:
      case Op::Union: return true;
      default: return is_temporal(op);
    }
  }

  std::unordered_set<Expr, ExprHash> seen_, ordered_;
  std::vector<std::pair<Expr, Expr>> taken_;
};

}  // namespace

std::vector<Expr> numbers_as_names(const TransitionSystem& system, const Property& property) {
  Ordered ordered;
  for (const auto* assignments : {&system.init_assignments, &system.next_assignments, &system.invar_assignments})
    for (const Assignment& a : *assignments) ordered.read_assignment(a);
  for (const auto* constraints : {&system.init, &system.trans, &system.invar, &system.justice})
    for (const Constraint& c : *constraints) ordered.read(c.condition);
  ordered.read(property.formula);
  std::vector<Expr> names;
  for (const VariableDecl& v : system.variables) {
    const Type type = v.variable.type();
    const bool has_few = type.is(TypeKind::Range) && type.size() && *type.size() > 2 && *type.size() <= most_named;
    if (has_few && !ordered.contains(v.variable)) names.push_back(v.variable);
  }
  return names;
}

std::vector<Expr> in_cone(const TransitionSystem& system, const Property& property, const std::vector<Expr>& variables,
                          Context& context) {
  std::vector<Expr> roots = support(property.formula);
  const auto add = [&](Expr condition) {
    const std::vector<Expr> read = support(condition);
    roots.insert(roots.end(), read.begin(), read.end());
  };
  for (const Constraint& c : system.justice) add(c.condition);
  for (const Compassion& c : system.compassion) {
    add(c.p);
    add(c.q);
  }
  encode::BitSystem bits(system);
  bits.settle_fits(context);
  const std::vector<bool> inside = bits.cone(roots);
  std::vector<Expr> kept;
  for (Expr x : variables)
    for (std::size_t v = 0; v < system.variables.size(); ++v)
      if (system.variables[v].variable == x && inside[v]) kept.push_back(x);
  return kept;
}

std::vector<std::pair<Expr, Expr>> compared_pairs(const TransitionSystem& system, const Property& property) {
  Comparisons found;
  for (const auto* assignments : {&system.init_assignments, &system.next_assignments, &system.invar_assignments})
    for (const Assignment& a : *assignments) found.read_assignment(a);
  for (const auto* constraints : {&system.init, &system.trans, &system.invar, &system.justice})
    for (const Constraint& c : *constraints) found.read(c.condition);
  found.read(property.formula);
  return found.take();
}

}  // namespace whynot::analyse::classify
