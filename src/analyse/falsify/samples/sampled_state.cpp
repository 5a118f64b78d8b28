// Each cell of a state is the number of its value, so that atoms are looked up and compared without values.
#include "analyse/falsify/samples/sampled_state.h"

#include <algorithm>

#include "model/ots/evaluate.h"

namespace whynot::analyse::falsify {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

constexpr std::size_t most_values = 200;

}  // namespace

SampledStates::SampledStates(const whynot::ots::Ots& ots, const Samples& samples) : ots_(ots) {
  const whynot::ots::Evaluator evaluator(ots, *samples.scope);
  for (SortId s = 0; s < ots.sorts.size(); ++s) {
    const SortKind kind = ots.sorts[s].kind;
    const bool plain = kind == SortKind::Bool || kind == SortKind::Loose || kind == SortKind::Free;
    const std::vector<Value>* values = plain ? evaluator.values_of(s) : nullptr;
    domains_.push_back(values && values->size() <= most_values ? *values : std::vector<Value>{});
    if (domains_.back().empty()) continue;
    const auto terms = domain(ots, s, samples.scope);
    for (std::size_t i = 0; i < terms->size(); ++i) constants_[(*terms)[i].id()] = static_cast<std::uint8_t>(i);
  }
  std::vector<SortId> cells;
  for (const auto& o : ots.observers) {
    Place place{cells.size(), {}};
    std::size_t size = 1;
    for (VarId v : o.params) {
      place.sizes.push_back(values(ots.pool->variable(v).sort));
      size *= place.sizes.back();
    }
    readable_ = readable_ && size > 0 && values(o.sort) > 0;
    cells.insert(cells.end(), size, o.sort);
    places_.push_back(std::move(place));
  }
  if (!readable_) return;
  for (const State& state : samples.states) {
    std::vector<std::uint8_t> row;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const auto& domain = domains_[cells[c]];
      row.push_back(static_cast<std::uint8_t>(std::find(domain.begin(), domain.end(), state[c]) - domain.begin()));
    }
    states_.push_back(std::move(row));
  }
}

void SampledStates::bind(VarId v, std::uint8_t value) const {
  if (bound_.size() <= v) bound_.resize(ots_.pool->variables());
  bound_[v] = value;
}

std::uint8_t SampledStates::evaluate(Term t, std::size_t state) const {
  const auto part = [&](std::size_t i) { return evaluate(t.arg(i), state); };
  switch (t.op()) {
    case Op::Var: return bound_[t.var()];
    case Op::Observe: {
      const Place& place = places_[static_cast<std::size_t>(t.a())];
      std::size_t cell = 0;
      for (std::size_t i = 0; i < t.arity(); ++i) cell = cell * place.sizes[i] + part(i);
      return states_[state][place.begin + cell];
    }
    case Op::Bool: return t.is_true();
    case Op::Not: return !part(0);
    case Op::Implies: return !part(0) || part(1);
    case Op::Eq: return part(0) == part(1);
    case Op::Ite: return part(part(0) ? 1 : 2);
    case Op::And:
    case Op::Or:
      for (std::size_t i = 0; i < t.arity(); ++i)
        if ((part(i) != 0) == t.is(Op::Or)) return t.is(Op::Or);
      return t.is(Op::And);
    case Op::Forall:
    case Op::Exists: return quantified(t, 1, state);
    default: return constants_.at(t.id());
  }
}

bool SampledStates::quantified(Term t, std::size_t at, std::size_t state) const {
  if (at == t.arity()) return evaluate(t.arg(0), state) != 0;
  for (std::size_t v = 0; v < values(t.arg(at).sort()); ++v) {
    bind(t.arg(at).var(), static_cast<std::uint8_t>(v));
    if (quantified(t, at + 1, state) == t.is(Op::Exists)) return t.is(Op::Exists);
  }
  return t.is(Op::Forall);
}

}  // namespace whynot::analyse::falsify
