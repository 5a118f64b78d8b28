// Each atom comes with its notation, its words and its price: what it costs a reader.  Prices are in tenths of a plain
// `x is v`; they decide which of several true answers is shown, never what is true.
#include "analyse/classify/facts/atoms.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "expr/evaluate.h"
#include "expr/print.h"

namespace whynot::analyse::classify {
namespace {

constexpr unsigned price_of_value = 10, price_of_one_of_many = 25, price_of_end = 12, price_of_other = 13,
                   price_of_pair = 16, price_of_part = 60, price_of_guard = 24;
constexpr int few_values = 8;            // so many may be told by what they are not
constexpr std::size_t most_pairs = 200;  // of variables that are compared

Expr here(ExprPool& pool, Expr variable) { return pool.make(Op::At, variable.type(), {variable}, 0); }

Expr constant(ExprPool& pool, Expr variable, const Value& value) { return pool.constant(value, variable.type()); }

Predicate about(ExprPool& pool, Expr variable, std::string sign, const Value& value) {
  Predicate p;
  p.name = std::move(sign);
  p.variable = variable;
  p.args = {pool.name_of(variable) + "@{1}", value.to_string()};
  p.text = fmt::format("{} {} {}", p.args[0], p.name, p.args[1]);
  return p;
}

Predicate differs(ExprPool& pool, Expr variable, const Value& value) {
  Predicate p = about(pool, variable, "!=", value);
  p.body = pool.not_(pool.eq(here(pool, variable), constant(pool, variable, value)));
  p.sentence = fmt::format("{} is not {} at {{1}}", pool.name_of(variable), spoken(value));
  p.price = price_of_other;
  return p;
}

Predicate compared(ExprPool& pool, Expr x, Expr y, bool is_less) {
  const Expr left = here(pool, x), right = here(pool, y);
  Predicate p;
  p.name = is_less ? "<" : "=";
  p.variable = x;
  p.body = is_less ? pool.lt(left, right) : pool.eq(left, right);
  p.args = {pool.name_of(x) + "@{1}", pool.name_of(y) + "@{1}"};
  p.text = fmt::format("{} {} {}", p.args[0], p.name, p.args[1]);
  p.sentence = fmt::format("{} {} {} at {{1}}", pool.name_of(x), is_less ? "is less than" : "equals", pool.name_of(y));
  p.price = price_of_pair;
  return p;
}

bool is_among(const std::vector<Expr>& some, Expr variable) {
  return std::find(some.begin(), some.end(), variable) != some.end();
}

// The condition with what it reads taken at the position that the fact is about.
Expr at_position(ExprPool& pool, Expr condition) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(condition, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    const Expr same = args.empty() ? e : rebuild(pool, e, args);
    done.emplace(e, e.is(Op::Variable) ? here(pool, e) : same);
  });
  return done.at(condition);
}

bool has_few_values(Type type) {
  const auto size = type.size();
  return size && *size > 2 && *size <= few_values;
}

}  // namespace

std::vector<Expr> variables_read(const Predicate& p) {
  std::vector<Expr> found;
  const auto add = [&](Expr condition) {
    for_each_postorder(condition, [&](Expr e) {
      if (e.is(Op::At) && std::find(found.begin(), found.end(), e.arg(0)) == found.end()) found.push_back(e.arg(0));
    });
  };
  add(p.body);
  for (const Predicate::Span& s : p.spans) add(s.condition);
  return found;
}

std::string spoken(const Value& value) { return value.is_word() ? to_string(value.as_integer()) : value.to_string(); }

unsigned price_of(const Vocabulary& vocabulary, const TraceClass& c) {
  constexpr unsigned price_of_order = 8, price_of_next = 10, price_of_distance = 20;
  unsigned sum = 0;
  for (const Fact& f : c.facts) {
    if (!f.is_gap())
      sum += vocabulary.predicate(f.predicate).price;
    else if (f.least == 1)
      sum += f.most == 1 ? price_of_next : price_of_order;
    else
      sum += price_of_distance;
  }
  return sum;
}

bool compares(const Predicate& p) {
  const bool is_range = p.low.defined() || p.high.defined();
  return p.variable && !p.text.empty() && !is_range && (p.name == "<" || p.name == "=");
}

bool is_ordered(Type type) { return type.is(TypeKind::Range) || type.is_word(); }

Integer rank_of(Type type, const Value& value) {
  if (!type.is_word()) return value.as_integer() - type.lo();
  const Integer half = type.is_signed() ? Integer(1) << (type.width() - 1) : Integer(0);
  return value.as_integer() + half;
}

Value value_of_rank(Type type, const Integer& rank) {
  if (!type.is_word()) return Value::integer(Integer(type.lo() + rank));
  const Integer half = type.is_signed() ? Integer(1) << (type.width() - 1) : Integer(0);
  const Integer number = rank - half;
  return Value::word(type.width(), type.is_signed(), number < 0 ? number + (Integer(1) << type.width()) : number);
}

Predicate equals(ExprPool& pool, Expr variable, const Value& value) {
  Predicate p;
  p.name = "=";
  p.body = pool.eq(here(pool, variable), constant(pool, variable, value));
  p.variable = variable;
  p.value = value;
  p.price = is_ordered(variable.type()) && *variable.type().size() > 2 ? price_of_one_of_many : price_of_value;
  return p;
}

// A range that has only the end of its type is that value, and is told so.
static Predicate end_of_type(ExprPool& pool, Expr variable, const Value& end, bool is_low) {
  Predicate p = about(pool, variable, "=", end);
  const Expr x = here(pool, variable), value = constant(pool, variable, end);
  p.body = is_low ? pool.le(value, x) : pool.le(x, value);
  p.sentence = fmt::format("{} is {} at {{1}}", pool.name_of(variable), spoken(end));
  (is_low ? p.low : p.high) = end;
  p.price = price_of_end;
  return p;
}

Predicate in_range(ExprPool& pool, Expr variable, const Value& low, const Value& high) {
  const Type type = variable.type();
  if (!high.defined() && rank_of(type, low) + 1 == *type.size()) return end_of_type(pool, variable, low, true);
  if (!low.defined() && rank_of(type, high) == 0) return end_of_type(pool, variable, high, false);
  const Expr x = here(pool, variable);
  const std::string& name = pool.name_of(variable);
  if (!high.defined()) {
    Predicate p = about(pool, variable, ">=", low);
    p.body = pool.le(constant(pool, variable, low), x);
    p.sentence = fmt::format("{} is at least {} at {{1}}", name, spoken(low));
    p.low = low;
    p.price = price_of_end;
    return p;
  }
  if (!low.defined()) {
    Predicate p = about(pool, variable, "<=", high);
    p.body = pool.le(x, constant(pool, variable, high));
    p.sentence = fmt::format("{} is at most {} at {{1}}", name, spoken(high));
    p.high = high;
    p.price = price_of_end;
    return p;
  }
  Predicate p = about(pool, variable, "in", low);
  p.body = pool.and_(pool.le(constant(pool, variable, low), x), pool.le(x, constant(pool, variable, high)));
  p.args.push_back(high.to_string());
  p.text = fmt::format("{} in {}..{}", p.args[0], p.args[1], p.args[2]);
  p.sentence = fmt::format("{} is between {} and {} at {{1}}", name, spoken(low), spoken(high));
  p.low = low;
  p.high = high;
  return p;
}

bool Atoms::is_spoken_of(Expr variable, bool is_last) const {
  return !is_last || grammar_.one_early || !is_among(grammar_.early, variable);
}

std::vector<Predicate> Atoms::at(const ValueOf& value_of, bool is_last) const {
  std::vector<Predicate> found;
  for (Expr x : variables_)
    if (const auto value = value_of(x); value && is_spoken_of(x, is_last)) add_about(x, *value, found);
  if (grammar_.pairs) add_pairs(value_of, is_last, found);
  for (Predicate& p : found)
    if (is_among(grammar_.own, p.variable)) p.price += price_of_own;
  for (Expr part : grammar_.parts) add_part(part, price_of_part, value_of, found);
  return found;
}

std::vector<Predicate> Atoms::events() const {
  std::vector<Predicate> found;
  for (Expr x : variables_) {
    const auto size = x.type().size();
    if (!size || *size > few_values) continue;
    for (Integer i = 0; i < *size; ++i) {
      found.push_back(equals(pool_, x, x.type().value(i)));
      found.back().price = price_of_value + (is_among(grammar_.own, x) ? price_of_own : 0);
    }
  }
  return found;
}

std::vector<Predicate> Atoms::guards(const ValueOf& value_of) const {
  std::vector<Predicate> found;
  for (Expr guard : grammar_.guards) add_part(guard, price_of_guard, value_of, found);
  return found;
}

void Atoms::add_about(Expr x, const Value& value, std::vector<Predicate>& found) const {
  const bool has_order = is_ordered(x.type()) && !is_among(grammar_.names, x);
  found.push_back(equals(pool_, x, value));
  if (!has_order) found.back().price = price_of_value;
  if (grammar_.ranges && has_order && *x.type().size() > 2) {
    const Integer rank = rank_of(x.type(), value);
    if (rank > 0) found.push_back(in_range(pool_, x, value, Value()));
    if (rank + 1 < *x.type().size()) found.push_back(in_range(pool_, x, Value(), value));
  }
  if (grammar_.differs && !has_order && has_few_values(x.type()))
    for (Integer i = 0; i < *x.type().size(); ++i)
      if (x.type().value(i) != value) found.push_back(differs(pool_, x, x.type().value(i)));
}

// A condition over several variables, as the property or the model has it.
void Atoms::add_part(Expr part, unsigned price, const ValueOf& value_of, std::vector<Predicate>& found) const {
  const std::vector<Expr> read = leaves(part);
  if (read.empty()) return;                                             // `1 = 1`
  if (contains_op(part, [](Op op) { return op == Op::Next; })) return;  // of a step: spans.h
  std::vector<Value> values;
  values.reserve(read.size());
  for (Expr leaf : read) values.push_back(value_of(leaf).value_or(Value()));
  if (std::any_of(values.begin(), values.end(), [](const Value& v) { return !v.defined(); })) return;
  const CompiledExpr program(pool_, part, [&](Expr leaf) {
    return static_cast<std::uint32_t>(std::find(read.begin(), read.end(), leaf) - read.begin());
  });
  const Value truth = program.run(values);
  if (!truth.defined()) return;
  Predicate p;
  const std::string said = to_string(pool_, part);
  p.name = truth.is_true() ? "holds" : "fails";
  p.variable = read.front();
  p.body = at_position(pool_, truth.is_true() ? part : pool_.not_(part));
  p.args = {said};
  const std::string placed =
      to_string(pool_, substitute(pool_, part, [&](Expr leaf) {
                  return leaf.is(Op::Variable) ? pool_.variable(pool_.name_of(leaf) + "@{1}", leaf.type()) : leaf;
                }));
  p.text = fmt::format("{}({})", truth.is_true() ? "" : "!", placed);
  p.sentence = fmt::format("{} {} at {{1}}", said, truth.is_true() ? "holds" : "does not hold");
  p.price = price;
  found.push_back(std::move(p));
}

bool Atoms::may_compare(Expr x, Expr y) const {
  if (!grammar_.compared) return true;
  return std::any_of(grammar_.compared->begin(), grammar_.compared->end(),
                     [&](const auto& pair) { return pair == std::pair(x, y) || pair == std::pair(y, x); });
}

void Atoms::add_pairs(const ValueOf& value_of, bool is_last, std::vector<Predicate>& found) const {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < variables_.size(); ++i)
    for (std::size_t j = i + 1; j < variables_.size() && pairs < most_pairs; ++j) {
      const Expr x = variables_[i], y = variables_[j];
      if (x.type() != y.type() || !is_ordered(x.type()) || !may_compare(x, y)) continue;
      if (!is_spoken_of(x, is_last) || !is_spoken_of(y, is_last)) continue;
      const auto a = value_of(x), b = value_of(y);
      if (!a || !b) continue;
      ++pairs;
      const Integer left = rank_of(x.type(), *a), right = rank_of(x.type(), *b);
      if (left == right) found.push_back(compared(pool_, x, y, false));
      if (left < right) found.push_back(compared(pool_, x, y, true));
      if (left > right) found.push_back(compared(pool_, y, x, true));
    }
}

}  // namespace whynot::analyse::classify
