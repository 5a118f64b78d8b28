// Collects what may have no value, and works out under which conditions each of them is used.
#include "front/common/hazards.h"

#include <algorithm>
#include <unordered_set>

#include "front/common/typing.h"

namespace whynot::front {

// In a later text the same operation is told there: what the model says of it was settled when it was opened.
void Hazards::add(Expr node, Hazard::Kind kind, Span where) {
  const auto [known, fresh] = hazards_.emplace(node, Hazard{kind, where});
  if (fresh)
    facts_.mark_hazard(node);
  else if (known->second.where.file != where.file)
    known->second.where = where;
}

void Hazards::copy(Expr from, Expr to) {
  if (const auto found = hazards_.find(from); found != hazards_.end()) add(to, found->second.kind, found->second.where);
}

void Hazards::add_below(Expr root, const Hazards& known, Span where) {
  for_each_postorder(root, [&](Expr e) {
    if (const auto found = known.hazards_.find(e); found != known.hazards_.end())
      return add(e, found->second.kind, found->second.where);
    const bool no_branch = e.is(Op::Ite) && e.arg(2).is(Op::Constant) && !pool_.value_of(e.arg(2)).defined();
    if (no_branch) add(e, Hazard::Kind::CaseNotExhaustive, where);
    if (e.is(Op::Div) || e.is(Op::Mod)) add(e, Hazard::Kind::DivisionByZero, where);
    if (e.is(Op::Shl) || e.is(Op::Shr)) add(e, Hazard::Kind::ShiftTooFar, where);
  });
}

// Path conditions ---------------------------------------------------------------------------------------

namespace {

struct Words {
  std::string_view code, message, help;
};

Words words_of(Hazard::Kind kind) {
  switch (kind) {
    case Hazard::Kind::CaseNotExhaustive:
      return {"smv.case-not-exhaustive", "the case is not exhaustive", "add a last branch `TRUE : …;`"};
    case Hazard::Kind::IndexOutOfBounds:
      return {"smv.index-out-of-bounds", "this index may lie outside the array",
              "guard it, or narrow the index's type"};
    case Hazard::Kind::DivisionByZero:
      return {"smv.division-by-zero", "this divisor may be zero", "guard it: `d != 0 ? n / d : …`"};
    case Hazard::Kind::ShiftTooFar:
      return {"smv.shift-out-of-range", "this word may be shifted by more than its width",
              "guard or narrow the distance"};
  }
  return {};
}

}  // namespace

void Hazards::give(Expr node, Expr condition) {
  if (!facts_.has(node, Facts::HasHazard)) return;
  auto& conditions = paths_[node];
  if (!conditions.empty() && conditions.back() == condition) return;
  conditions.push_back(condition);
}

// How the operands of a node are looked at when the node itself is, under `condition`.  A conjunct protects
// those to its right, and those to its left too unless it is hazardous itself: NuSMV accepts both orders.
void Hazards::give_arguments(Expr node, Expr condition) {
  const Expr yes = pool_.boolean(true);
  const auto and_also = [&](Expr guard) { return condition == yes ? guard : pool_.and_(condition, guard); };
  const auto both = [&](bool first_negated, bool second_negated) {
    const Expr a = node.arg(0), b = node.arg(1);
    const Expr if_a = first_negated ? pool_.not_(a) : a, if_b = second_negated ? pool_.not_(b) : b;
    give(a, facts_.has(b, Facts::HasHazard) ? condition : and_also(if_b));
    give(b, and_also(if_a));
  };
  if (whynot::is_temporal(node.op())) {
    for (std::size_t i = 0; i < node.arity(); ++i) give(node.arg(i), yes);
  } else if (node.is(Op::Ite)) {
    give(node.arg(0), condition);
    give(node.arg(1), and_also(node.arg(0)));
    give(node.arg(2), and_also(pool_.not_(node.arg(0))));
  } else if (node.type().is_boolean() && node.is(Op::And)) {
    both(false, false);
  } else if (node.type().is_boolean() && node.is(Op::Or)) {
    both(true, true);
  } else if (node.type().is_boolean() && node.is(Op::Implies)) {
    both(false, true);
  } else {
    for (std::size_t i = 0; i < node.arity(); ++i) give(node.arg(i), condition);
  }
}

Expr Hazards::safe(Expr node, const Hazard& hazard) {
  switch (hazard.kind) {
    case Hazard::Kind::CaseNotExhaustive:
    case Hazard::Kind::IndexOutOfBounds: return node.arg(0);
    case Hazard::Kind::DivisionByZero: {
      const Type type = node.arg(1).type();
      const Expr zero =
          type.is_word() ? pool_.constant(Value::word(type.width(), type.is_signed(), 0), type) : pool_.integer(0);
      return pool_.not_(pool_.eq(node.arg(1), zero));
    }
    case Hazard::Kind::ShiftTooFar: {
      const Type type = node.arg(1).type();
      const Integer width = node.type().width();
      if (type.is_word()) return pool_.le(node.arg(1), pool_.constant(Value::word(type.width(), false, width), type));
      return pool_.and_(pool_.le(pool_.integer(0), node.arg(1)), pool_.le(node.arg(1), pool_.integer(width)));
    }
  }
  return {};
}

std::vector<Obligation> Hazards::obligations(std::span<const Expr> roots) {
  if (hazards_.empty()) return {};
  paths_.clear();
  std::vector<Expr> hazardous, order;
  for (const Expr root : roots)
    if (facts_.has(root, Facts::HasHazard)) hazardous.push_back(root);
  std::vector<bool> seen;
  for_each_postorder(hazardous, seen, [&](Expr e) {
    if (facts_.has(e, Facts::HasHazard)) order.push_back(e);
  });
  for (const Expr root : hazardous) give(root, pool_.boolean(true));
  std::vector<Obligation> found;
  for (auto e = order.rbegin(); e != order.rend(); ++e) {
    auto& conditions = paths_[*e];
    const bool always = std::find(conditions.begin(), conditions.end(), pool_.boolean(true)) != conditions.end();
    const Expr condition = always ? pool_.boolean(true) : pool_.any(conditions);
    give_arguments(*e, condition);
    const auto hazard = hazards_.find(*e);
    if (hazard == hazards_.end()) continue;
    const Words words = words_of(hazard->second.kind);
    const Expr goal = safe(*e, hazard->second);
    const bool has_value = e->type().is_word() && hazard->second.kind != Hazard::Kind::CaseNotExhaustive &&
                           hazard->second.kind != Hazard::Kind::IndexOutOfBounds;
    found.push_back({always ? goal : pool_.implies(condition, goal), std::string(words.code),
                     std::string(words.message), std::string(words.help), hazard->second.where, !has_value});
  }
  std::sort(found.begin(), found.end(), [](const Obligation& a, const Obligation& b) {
    return std::pair(a.where.begin, a.condition.id()) < std::pair(b.where.begin, b.condition.id());
  });
  return found;
}

// Values that fit a type --------------------------------------------------------------------------------

namespace {

// A type of a variable, asked again and again whether it has a value.
class Home {
 public:
  Home(ExprPool& pool, Type type) : pool_(pool), type_(type) {
    if (type.is(TypeKind::Enum)) values_.insert(type.values().begin(), type.values().end());
  }

  bool has(const Value& v) const { return values_.empty() ? type_.contains(v) : values_.contains(v); }

  bool has_all(Type other) const {
    if (other == type_) return true;
    if (other.is(TypeKind::Enum))
      return std::all_of(other.values().begin(), other.values().end(), [&](const Value& v) { return has(v); });
    if (!other.is_integer_like()) return true;  // booleans and words: checked by their types
    if (type_.is(TypeKind::Range)) return type_.lo() <= other.lo() && other.hi() <= type_.hi();
    if (other.hi() - other.lo() >= Integer(values_.size())) return false;
    for (Integer n = other.lo(); n <= other.hi(); ++n)
      if (!has(Value::integer(n))) return false;
    return true;
  }

  // When does a value without choices inside lie here?  Null: always.
  Expr condition(Expr value) const {
    if (value.is(Op::Constant)) {
      const Value& v = pool_.value_of(value);
      return !v.defined() || has(v) ? Expr() : pool_.boolean(false);
    }
    if (has_all(element_of(value.type()))) return {};
    if (value.is(Op::Interval)) return pool_.boolean(false);
    if (type_.is(TypeKind::Range) && value.type().is_integer_like())
      return pool_.and_(pool_.le(pool_.integer(type_.lo()), value), pool_.le(value, pool_.integer(type_.hi())));
    return pool_.in(value, members());
  }

 private:
  Expr members() const {
    const Type set = pool_.set_type(type_);
    if (type_.is(TypeKind::Range))
      return pool_.make(Op::Interval, set, {pool_.integer(type_.lo()), pool_.integer(type_.hi())});
    std::vector<Expr> constants;
    for (const Value& v : type_.values())
      constants.push_back(v.is_integer() ? pool_.integer(v.as_integer()) : pool_.constant(v, pool_.enum_type({v})));
    return pool_.make(Op::SetOf, set, constants);
  }

  ExprPool& pool_;
  Type type_;
  std::unordered_set<Value, ValueHash> values_;
};

// Only choices are looked into: conditionals (not their conditions) and sets.
bool is_choice(Expr e) { return e.is(Op::Ite) || e.is(Op::SetOf) || e.is(Op::Union); }
std::size_t first_part(Expr e) { return e.is(Op::Ite) ? 1 : 0; }

// Calls `visit` for each part of the choice, parts before the choices they stand in.
template <class Visit>
void for_each_part(Expr root, Visit visit) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<std::pair<Expr, std::size_t>> stack = {{root, first_part(root)}};
  while (!stack.empty()) {
    auto& [e, next] = stack.back();
    if (is_choice(e) && next < e.arity()) {
      const Expr part = e.arg(next++);
      if (!seen.contains(part.id())) stack.emplace_back(part, first_part(part));
      continue;
    }
    const Expr done = e;
    stack.pop_back();
    if (seen.insert(done.id()).second) visit(done);
  }
}

}  // namespace

Expr Hazards::fits(Expr root, Type type) {
  const Home home(pool_, type);
  if (!root.is(Op::Constant) && home.has_all(element_of(root.type()))) return {};
  std::unordered_map<Expr, Expr, ExprHash> condition;  // null: always
  for_each_part(root, [&](Expr e) {
    Expr& result = condition[e];
    if (e.is(Op::Ite)) {
      const Expr yes = pool_.boolean(true), a = condition.at(e.arg(1)), b = condition.at(e.arg(2));
      if (a || b) result = pool_.ite(e.arg(0), a ? a : yes, b ? b : yes);
    } else if (is_choice(e)) {
      std::vector<Expr> parts;
      for (std::size_t i = 0; i < e.arity(); ++i)
        if (const Expr part = condition.at(e.arg(i))) parts.push_back(part);
      if (!parts.empty()) result = pool_.all(parts);
    } else {
      result = home.condition(e);
    }
  });
  return condition.at(root);
}

}  // namespace whynot::front
