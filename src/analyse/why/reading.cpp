// Takes the formula apart, evaluates its atoms step by step, and judges witnesses.
#include "analyse/why/reading.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/path_formula.h"
#include "model/system/slots.h"

namespace whynot::analyse::why {
namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '#'; }

std::string_view last_part(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

struct KleeneLogic {
  static Truth constant(bool value) { return value ? Truth::True : Truth::False; }
  static Truth unknown() { return Truth::Unknown; }
  static Truth negation(Truth t) { return static_cast<Truth>(2 - static_cast<int>(t)); }
  static Truth both(Truth a, Truth b) { return std::min(a, b); }
  static Truth either(Truth a, Truth b) { return std::max(a, b); }
};

}  // namespace

bool mentions(std::string_view text, std::string_view words) {
  if (words.empty()) return false;
  const bool begins = is_of_name(words.front()), ends = is_of_name(words.back());
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool is_joined =
        (begins && at > 0 && is_of_name(text[at - 1])) || (ends && end < text.size() && is_of_name(text[end]));
    if (!is_joined) return true;
  }
  return false;
}

bool mentions_define(const Property& property, const Define& define) {
  if (define.name.starts_with('$')) return true;  // made for sentences: $rose(clk)
  return mentions(property.text, last_part(define.name));
}

ExprNames define_names(const TransitionSystem& system) {
  ExprNames names;
  for (const Define& define : system.defines)
    if (define.value && define.value.arity() > 0) names.try_emplace(define.value, define.name);
  return names;
}

ExprNames define_names(const TransitionSystem& system, const Property& property) {
  ExprNames names;
  for (const Define& define : system.defines) {
    if (!define.value || define.value.is(Op::Constant) || !mentions_define(property, define)) continue;
    const bool renames = define.value.is(Op::Variable);
    if (renames && mentions(property.text, last_part(system.pool->name_of(define.value)))) continue;
    names.try_emplace(define.value, define.name);
  }
  return names;
}

Expr formula_on_run(ExprPool& pool, const Property& property) {
  if (property.kind == PropertyKind::Invariant) return pool.temporal(Op::G, {property.formula});
  if (property.is_ltl()) return property.formula;
  return property.formula ? path_formula(pool, property.formula, Polarity::Violating) : Expr();
}

Reading::Reading(const TransitionSystem& system, const Trace& trace, Expr formula, const ExprNames& named)
    : pool_(*system.pool), formula_(formula) {
  WHYNOT_CHECK(!trace.steps.empty(), "a trace should have at least one step");
  collect(named);
  lay_out(trace);
  evaluate(system, trace);
}

void Reading::collect(const ExprNames& named) {
  const auto is_whole = [&](Expr e) {
    if (is_temporal(e.op())) return false;
    return !is_connective(e) || (named.count(e) && !contains_op(e, is_temporal));
  };
  std::unordered_set<Expr, ExprHash> seen;
  std::vector<std::pair<Expr, std::size_t>> open = {{formula_, 0}};
  seen.insert(formula_);
  while (!open.empty()) {
    auto& [e, next] = open.back();
    const bool whole = is_whole(e);
    if (!whole && next < e.arity()) {
      const Expr part = e.arg(next++);
      if (seen.insert(part).second) open.emplace_back(part, 0);
      continue;
    }
    if (!whole || e.is(Op::Constant))
      parts_.push_back(e);
    else
      atoms_.push_back(e);
    open.pop_back();
  }
}

// Past operators may tell the rounds of a loop apart, so positions go on until they no longer do.
void Reading::lay_out(const Trace& trace) {
  const std::size_t steps = trace.steps.size(), length = trace.loop ? steps - *trace.loop : 0;
  positions_.count = steps;
  if (trace.loop) {
    positions_.count += rounds_until_stable(formula_, length) * length;
    positions_.wrap = positions_.count - length;
  }
  for (std::size_t p = 0; p < positions_.count; ++p)
    step_.push_back(p < steps ? p : *trace.loop + (p - steps) % length);
}

void Reading::evaluate(const TransitionSystem& system, const Trace& trace) {
  values_.assign(atoms_.size(), std::vector<Truth>(trace.steps.size(), Truth::Unknown));
  const Slots slots(system);
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    const CompiledExpr program(*system.pool, atoms_[a], [&](Expr leaf) { return slots.of(leaf); });
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const Value value = program.run(slots.around(trace, i));
      if (value.defined()) values_[a][i] = KleeneLogic::constant(value.as_boolean());
    }
  }
}

bool Reading::is_false_by(const std::vector<Cell>& kept) const {
  using Row = std::vector<Truth>;
  std::unordered_map<Expr, Row, ExprHash> table;
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    Row by_step(steps(), Truth::Unknown);
    for (const Cell& cell : kept)
      if (cell.atom == a) by_step[cell.step] = value(cell);
    Row& row = table[atoms_[a]];
    for (std::size_t p = 0; p < positions_.count; ++p) row.push_back(by_step[step_[p]]);
  }
  const auto row_of = [&](Expr part) -> const Row& { return table.at(part); };
  for (Expr e : parts_) {
    if (e.is(Op::Constant))
      table.emplace(e, Row(positions_.count, KleeneLogic::constant(constant(e))));
    else
      table.emplace(e, combined_row(e, KleeneLogic(), positions_, row_of));
  }
  return table.at(formula_)[0] == Truth::False;
}

}  // namespace whynot::analyse::why
