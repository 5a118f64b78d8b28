// Every condition has a literal that switches it on; a question assumes the switches and the facts that it is about.
#include "analyse/why/relation/relation.h"

#include <algorithm>

#include "base/check.h"
#include "rewrite/definitions.h"

namespace whynot::analyse::why {
namespace {

constexpr std::uint64_t conflicts_each = 5'000;

Expr condition_of(ExprPool& pool, Expr variable, Expr value) {
  return value.type().is(TypeKind::Set) ? pool.in(variable, value) : pool.eq(variable, value);
}

}  // namespace

std::string_view kind_word(Condition::Kind kind) {
  switch (kind) {
    case Condition::Kind::Assign: return "ASSIGN";
    case Condition::Kind::Init: return "INIT";
    case Condition::Kind::Trans: return "TRANS";
    case Condition::Kind::Invar: return "INVAR";
  }
  return "";
}

bool Relation::takes(const TransitionSystem& system) {
  return std::all_of(system.variables.begin(), system.variables.end(),
                     [](const VariableDecl& v) { return encode::has_code(v.variable.type()); });
}

Relation::Relation(const TransitionSystem& system, Of of, Context& context)
    : system_(system), of_(of), sat_(context), cnf_(graph_, sat_) {
  make_bits();
  ExprPool& pool = *system.pool;
  encode::Blaster now(pool, graph_, [this](Expr e) { return leaf(e, of_ == Of::Start); });
  encode::Blaster after(pool, graph_, [this](Expr e) { return leaf(e, true); });
  if (of == Of::Start) {
    for (const Assignment& a : system.init_assignments)
      add(Condition::Kind::Assign, a.where, after.condition(condition_of(pool, a.variable, a.value)));
    for (const Constraint& c : system.init)
      for (Expr part : rewrite::conjuncts(c.condition)) add(Condition::Kind::Init, c.where, after.condition(part));
  } else {
    for (const Assignment& a : system.next_assignments)
      add(Condition::Kind::Assign, a.where, now.condition(condition_of(pool, pool.next(a.variable), a.value)));
    for (const Constraint& c : system.trans)
      for (Expr part : rewrite::conjuncts(c.condition)) add(Condition::Kind::Trans, c.where, now.condition(part));
    add_state_conditions(now);
  }
  add_state_conditions(after);
}

void Relation::add_state_conditions(encode::Blaster& blaster) {
  for (const Assignment& a : system_.invar_assignments)
    add(Condition::Kind::Assign, a.where, blaster.condition(condition_of(*system_.pool, a.variable, a.value)));
  for (const Constraint& c : system_.invar)
    for (Expr part : rewrite::conjuncts(c.condition)) add(Condition::Kind::Invar, c.where, blaster.condition(part));
}

void Relation::make_bits() {
  const auto fresh = [&](Type type) {
    encode::Bits made;
    for (std::size_t i = 0; i < encode::code_width(type); ++i) made.push_back(graph_.input());
    cnf_.require(encode::valid_code(graph_, type, made));
    return made;
  };
  for (const VariableDecl& v : system_.variables) {
    const Type type = v.variable.type();
    Codes codes;
    if (v.kind == VariableKind::Input) {
      codes.input = fresh(type);
    } else {
      codes.after = fresh(type);
      if (of_ == Of::Step) codes.before = v.kind == VariableKind::Frozen ? codes.after : fresh(type);
    }
    number_.emplace(v.variable, codes_.size());
    codes_.push_back(std::move(codes));
  }
}

encode::Bits Relation::leaf(Expr e, bool after) const {
  const bool is_next = e.is(Op::Next);
  const std::size_t v = number_.at(is_next ? e.arg(0) : e);
  if (system_.variables[v].kind == VariableKind::Input) return codes_[v].input;
  return is_next || after ? codes_[v].after : codes_[v].before;
}

void Relation::add(Condition::Kind kind, Span where, encode::Lit condition) {
  conditions_.push_back({kind, where});
  switches_.push_back(sat_.new_variable());
  sat_.add({-switches_.back(), cnf_.literal(condition)});
}

std::vector<std::size_t> Relation::all_conditions() const {
  std::vector<std::size_t> all(conditions_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

const encode::Bits& Relation::bits(std::size_t variable, Side side) const {
  const Codes& codes = codes_[variable];
  if (side == Side::Input) return codes.input;
  return side == Side::Before ? codes.before : codes.after;
}

int Relation::literal(const Fact& fact) {
  const Type type = system_.variables[fact.variable].variable.type();
  return cnf_.literal(
      encode::equal_constant(graph_, bits(fact.variable, fact.side), encode::code_of(type, fact.value)));
}

std::optional<bool> Relation::possible(std::span<const Fact> facts, std::span<const std::size_t> conditions,
                                       const Fact* except) {
  std::vector<int> assumed;
  for (const std::size_t i : conditions) assumed.push_back(switches_[i]);
  for (const Fact& fact : facts) assumed.push_back(literal(fact));
  if (except) assumed.push_back(-literal(*except));
  ++questions_;
  const solve::Answer answer = sat_.solve(assumed, conflicts_each);
  if (answer == solve::Answer::Stopped) return std::nullopt;
  return answer == solve::Answer::Sat;
}

Value Relation::value(std::size_t variable, Side side) const {
  Integer code = 0;
  const encode::Bits& read = bits(variable, side);
  for (std::size_t i = read.size(); i-- > 0;)
    code = code * 2 + (cnf_.input_value(read[i].node()) != read[i].complemented() ? 1 : 0);
  return encode::value_of_code(system_.variables[variable].variable.type(), code);
}

std::optional<Relation::Core> Relation::core(std::vector<Fact> facts, const Fact& asked, bool excluded) {
  Core core{std::move(facts), all_conditions(), true};
  const auto is_out = [&](const Core& c) {
    std::vector<Fact> given = c.facts;
    if (excluded) given.push_back(asked);
    const auto found = possible(given, c.conditions, excluded ? nullptr : &asked);
    return found ? std::optional(!*found) : std::nullopt;
  };
  if (!is_out(core).value_or(false)) return std::nullopt;
  const auto shrink = [&](auto Core::*list) {
    for (std::size_t i = (core.*list).size(); i-- > 0;) {
      Core smaller = core;
      (smaller.*list).erase((smaller.*list).begin() + static_cast<std::ptrdiff_t>(i));
      const auto out = is_out(smaller);
      if (!out) core.minimal = false;
      smaller.minimal = core.minimal;
      if (out.value_or(false)) core = std::move(smaller);
    }
  };
  shrink(&Core::facts);
  // Of the conditions, what a refutation does not use goes at once.
  if (!is_out(core).value_or(false)) return std::nullopt;
  std::vector<bool> used;
  for (const std::size_t i : core.conditions) used.push_back(sat_.failed(switches_[i]));
  std::erase_if(core.conditions, [&](std::size_t i) { return !used[i]; });
  shrink(&Core::conditions);
  return core;
}

}  // namespace whynot::analyse::why
