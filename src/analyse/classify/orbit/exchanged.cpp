// Instances are often told apart by numbers that shared variables hold: where p0 and p1 change places, `turn = 0` and
// `turn = 1` do.  One exchange of two values is tried; both classes were checked by themselves.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/spans.h"
#include "analyse/classify/orbit/orbit.h"

namespace whynot::analyse::classify {
namespace {

// The one value that a fact leaves to a variable that belongs to no instance.
struct Single {
  Expr variable;
  Value value;
};

bool is_place(Expr e) { return e.is(Op::At) || e.is(Op::Variable); }

std::optional<Single> single_of(const ExprPool& pool, Expr condition) {
  if (!condition.is(Op::Eq) && !condition.is(Op::Le)) return std::nullopt;
  const std::size_t constant = condition.arg(0).is(Op::Constant) ? 0 : 1;
  const Expr place = condition.arg(1 - constant);
  if (!condition.arg(constant).is(Op::Constant) || !is_place(place)) return std::nullopt;
  const Expr variable = place.is(Op::At) ? place.arg(0) : place;
  const Value& value = pool.value_of(condition.arg(constant));
  if (condition.is(Op::Le)) {
    if (!is_ordered(variable.type())) return std::nullopt;
    const Integer rank = rank_of(variable.type(), value),
                  end = constant == 0 ? *variable.type().size() - 1 : Integer(0);
    if (rank != end) return std::nullopt;
  }
  return Single{variable, value};
}

std::optional<Single> single_of(const Alike& alike, const Fact& f, const Vocabulary& vocabulary) {
  if (f.is_gap()) return std::nullopt;
  const Predicate& p = vocabulary.predicate(f.predicate);
  if (!p.variable || f.predicate < vocabulary.given() || p.spans.size() > 1) return std::nullopt;
  const auto found = single_of(*vocabulary.system().pool, p.spans.empty() ? p.body : p.spans[0].condition);
  return found && !found->value.is_boolean() && !alike.is_of_instance(found->variable) ? found : std::nullopt;
}

// A built-in fact about several variables at once, such as a guard of the model.
bool is_compound(const Fact& f, const Vocabulary& vocabulary) {
  if (f.is_gap() || f.predicate < vocabulary.given()) return false;
  const Predicate& p = vocabulary.predicate(f.predicate);
  return p.variable && p.spans.size() == 1;
}

// What a comparison with a value leaves to a variable that belongs to no instance.
std::optional<Single> compared_in(const Alike& alike, const ExprPool& pool, Expr e) {
  const auto found = e.is(Op::Eq) ? single_of(pool, e) : std::nullopt;
  return found && !found->value.is_boolean() && !alike.is_of_instance(found->variable) ? found : std::nullopt;
}

Value exchanged(const Value& value, const Value& one, const Value& other) {
  if (value == one) return other;
  return value == other ? one : value;
}

Expr exchanged(const Alike& alike, ExprPool& pool, Expr condition, const Value& one, const Value& other) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(condition, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    if (const auto single = compared_in(alike, pool, e)) {
      const Value value = exchanged(single->value, one, other);
      for (Expr& arg : args)
        if (arg.is(Op::Constant) && single->variable.type().contains(value))
          arg = pool.constant(value, single->variable.type());
    }
    done.emplace(e, args.empty() ? e : rebuild(pool, e, args));
  });
  return done.at(condition);
}

// The class with two values exchanged, and every single value told as one.
TraceClass exchanged(const Alike& alike, TraceClass c, const Value& one, const Value& other, Vocabulary& vocabulary) {
  ExprPool& pool = *vocabulary.system().pool;
  for (Fact& f : c.facts) {
    const auto single = single_of(alike, f, vocabulary);
    if (!single && is_compound(f, vocabulary)) {
      Predicate made = vocabulary.predicate(f.predicate);
      made.spans[0].condition = exchanged(alike, pool, made.spans[0].condition, one, other);
      f.predicate = vocabulary.built_in(std::move(made));
    }
    if (!single) continue;
    const Value value = exchanged(single->value, one, other);
    if (!single->variable.type().contains(value)) continue;
    Predicate made = equals(pool, single->variable, value);
    const std::vector<Predicate::Span> spans = vocabulary.predicate(f.predicate).spans;
    if (!spans.empty()) made = spanning(pool, made, spans[0].over);
    f.predicate = vocabulary.built_in(std::move(made));
  }
  return c;
}

std::vector<Value> values_in(const Alike& alike, const TraceClass& c, const Vocabulary& vocabulary) {
  std::vector<Value> found;
  const auto add = [&](const std::optional<Single>& single) {
    if (single && std::find(found.begin(), found.end(), single->value) == found.end()) found.push_back(single->value);
  };
  for (const Fact& f : c.facts) {
    const auto single = single_of(alike, f, vocabulary);
    add(single);
    if (!single && is_compound(f, vocabulary))
      for_each_postorder(vocabulary.predicate(f.predicate).spans[0].condition,
                         [&](Expr e) { add(compared_in(alike, *vocabulary.system().pool, e)); });
  }
  return found;
}

}  // namespace

std::optional<std::string> exchanged_values(const Alike& alike, const TraceClass& one, const TraceClass& other,
                                            Vocabulary& vocabulary) {
  if (in_normal_order(one) == in_normal_order(other)) return "";
  if (one.facts.size() != other.facts.size() || one.positions != other.positions) return std::nullopt;
  const std::vector<Fact> wanted = in_normal_order(exchanged(alike, other, Value(), Value(), vocabulary));
  for (const Value& from : values_in(alike, one, vocabulary))
    for (const Value& to : values_in(alike, other, vocabulary)) {
      if (in_normal_order(exchanged(alike, one, from, to, vocabulary)) != wanted) continue;
      return from == to ? "" : fmt::format("{} and {}", from.to_string(), to.to_string());
    }
  return std::nullopt;
}

}  // namespace whynot::analyse::classify
