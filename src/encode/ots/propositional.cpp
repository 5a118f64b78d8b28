// Evaluates formulas to literals, with constants folded and equal gates made once.
#include "encode/ots/propositional.h"

#include <algorithm>

namespace whynot::encode::ots {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::VarId;

Propositional::Propositional(const Ots& ots, const whynot::ots::Scope& scope, solve::Sat& sat)
    : ots_(ots), sat_(sat), truth_(sat.new_variable()) {
  sat_.add({truth_});
  for (SortId s = 0; s < ots.sorts.size(); ++s) {
    const bool small = ots.sorts[s].kind == SortKind::Loose || ots.sorts[s].kind == SortKind::Free || s == bool_sort;
    domains_.push_back(small ? domain(ots, s, &scope).value_or(std::vector<Term>{}) : std::vector<Term>{});
  }
  for (const auto& o : ots.observers) {
    Place place{cells_.size(), {}};
    std::size_t size = 1;
    for (VarId v : o.params) {
      place.sizes.push_back(values(ots.pool->variable(v).sort));
      size *= place.sizes.back();
    }
    if (values(o.sort) == 0 || size == 0) throw NotPropositional{};
    cells_.insert(cells_.end(), size, o.sort);
    places_.push_back(std::move(place));
  }
}

std::size_t Propositional::values(SortId s) const { return domains_[s].size(); }

Finite Propositional::value(SortId s, std::size_t number) const {
  if (s == bool_sort) return {{number == 1 ? truth_ : -truth_}, {}};
  Finite out{std::vector<int>(values(s), -truth_), {}};
  out.is[number] = truth_;
  return out;
}

Finite Propositional::any_value(SortId s) {
  Finite out;
  const auto& sort = ots_.sorts[s];
  if (sort.kind == SortKind::Map) {
    if (values(sort.key) == 0) throw NotPropositional{};
    for (std::size_t i = 0; i < values(sort.key); ++i) out.parts.push_back(any_value(sort.element));
    return out;
  }
  if (values(s) == 0) throw NotPropositional{};
  if (s == bool_sort) return {{sat_.new_variable()}, {}};
  for (std::size_t i = 0; i < values(s); ++i) out.is.push_back(sat_.new_variable());
  sat_.add(out.is);
  for (std::size_t i = 0; i < out.is.size(); ++i)
    for (std::size_t k = i + 1; k < out.is.size(); ++k) sat_.add({-out.is[i], -out.is[k]});
  return out;
}

Propositional::Cells Propositional::any_state() {
  Cells out;
  for (SortId s : cells_) out.push_back(any_value(s));
  return out;
}

int Propositional::all(std::vector<int> literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::erase(literals, truth_);
  for (int l : literals)
    if (l == -truth_ || std::binary_search(literals.begin(), literals.end(), -l)) return -truth_;
  if (literals.empty()) return truth_;
  if (literals.size() == 1) return literals[0];
  const auto [at, added] = gates_.try_emplace(literals, 0);
  if (!added) return at->second;
  const int gate = at->second = sat_.new_variable();
  std::vector<int> back{gate};
  for (int l : literals) {
    sat_.add({-gate, l});
    back.push_back(-l);
  }
  sat_.add(back);
  return gate;
}

int Propositional::any(std::vector<int> literals) {
  for (int& l : literals) l = -l;
  return -all(std::move(literals));
}

int Propositional::literal(Term formula, const Cells& cells, Environment& env) {
  return evaluate(formula, cells, env).is.at(0);
}

Finite Propositional::constant(Term t) const {
  const auto& domain = domains_[t.sort()];
  const auto at = std::find(domain.begin(), domain.end(), t);
  if (at == domain.end()) throw NotPropositional{};
  return value(t.sort(), static_cast<std::size_t>(at - domain.begin()));
}

Finite Propositional::evaluate(Term t, const Cells& cells, Environment& env) {
  const auto part = [&](std::size_t i) { return literal(t.arg(i), cells, env); };
  const auto parts = [&] {
    std::vector<int> out;
    for (std::size_t i = 0; i < t.arity(); ++i) out.push_back(part(i));
    return out;
  };
  switch (t.op()) {
    case Op::Var:
      if (const auto at = env.find(t.var()); at != env.end()) return at->second;
      throw NotPropositional{};
    case Op::Bool: return value(bool_sort, t.is_true());
    case Op::Element:
    case Op::Construct: return constant(t);
    case Op::Observe: return observed(t, cells, env);
    case Op::Get: return looked_up(t, cells, env);
    case Op::Not: return {{-part(0)}, {}};
    case Op::And: return {{all(parts())}, {}};
    case Op::Or: return {{any(parts())}, {}};
    case Op::Implies: return {{any({-part(0), part(1)})}, {}};
    case Op::Ite: return conditional(part(0), evaluate(t.arg(1), cells, env), evaluate(t.arg(2), cells, env));
    case Op::Eq: return {{equal(evaluate(t.arg(0), cells, env), evaluate(t.arg(1), cells, env))}, {}};
    case Op::Forall:
    case Op::Exists: return {{quantified(t, 1, cells, env)}, {}};
    default: throw NotPropositional{};
  }
}

int Propositional::equal(const Finite& a, const Finite& b) {
  if (a.is.empty() || a.is.size() != b.is.size()) throw NotPropositional{};
  std::vector<int> same;
  for (std::size_t i = 0; i < a.is.size(); ++i) same.push_back(all({a.is[i], b.is[i]}));
  if (a.is.size() == 1) same.push_back(all({-a.is[0], -b.is[0]}));
  return any(std::move(same));
}

Finite Propositional::conditional(int condition, const Finite& yes, const Finite& no) {
  return one_of({yes, no}, {condition, -condition});
}

Finite Propositional::one_of(const std::vector<Finite>& from, const std::vector<int>& where) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (where[i] == truth_) return from[i];
  Finite out;
  for (std::size_t v = 0; v < from[0].is.size(); ++v) {
    std::vector<int> ways;
    for (std::size_t i = 0; i < from.size(); ++i) ways.push_back(all({where[i], from[i].is[v]}));
    out.is.push_back(any(std::move(ways)));
  }
  for (std::size_t p = 0; p < from[0].parts.size(); ++p) {
    std::vector<Finite> inner;
    inner.reserve(from.size());
    for (const Finite& f : from) inner.push_back(f.parts[p]);
    out.parts.push_back(one_of(inner, where));
  }
  return out;
}

// The cells that the index may mean, each with the condition that it is the one.
std::vector<std::pair<std::size_t, int>> Propositional::cells_at(std::size_t observer,
                                                                 const std::vector<Finite>& index) {
  const Place& place = places_[observer];
  std::vector<std::pair<std::size_t, int>> at{{0, truth_}};
  for (std::size_t i = 0; i < index.size(); ++i) {
    std::vector<int> is = index[i].is;
    if (is.size() == 1 && place.sizes[i] == 2) is = {-is[0], is[0]};  // a truth value
    std::vector<std::pair<std::size_t, int>> further;
    for (const auto& [cell, condition] : at)
      for (std::size_t v = 0; v < is.size(); ++v)
        if (is[v] != -truth_) further.emplace_back(cell * place.sizes[i] + v, all({condition, is[v]}));
    at = std::move(further);
  }
  for (auto& [cell, condition] : at) cell += place.begin;
  return at;
}

Finite Propositional::observed(Term t, const Cells& cells, Environment& env) {
  std::vector<Finite> index, from;
  std::vector<int> where;
  for (std::size_t i = 0; i < t.arity(); ++i) index.push_back(evaluate(t.arg(i), cells, env));
  for (const auto& [cell, condition] : cells_at(static_cast<std::size_t>(t.a()), index)) {
    from.push_back(cells[cell]);
    where.push_back(condition);
  }
  return one_of(from, where);
}

Finite Propositional::looked_up(Term t, const Cells& cells, Environment& env) {
  const Finite map = evaluate(t.arg(0), cells, env), key = evaluate(t.arg(1), cells, env);
  if (map.parts.size() != key.is.size()) throw NotPropositional{};
  return one_of(map.parts, key.is);
}

int Propositional::quantified(Term t, std::size_t at, const Cells& cells, Environment& env) {
  if (at == t.arity()) return literal(t.arg(0), cells, env);
  const std::size_t size = values(t.arg(at).sort());
  if (size == 0) throw NotPropositional{};
  std::vector<int> parts;
  for (std::size_t v = 0; v < size; ++v) {
    env[t.arg(at).var()] = value(t.arg(at).sort(), v);
    parts.push_back(quantified(t, at + 1, cells, env));
  }
  return t.is(Op::Forall) ? all(std::move(parts)) : any(std::move(parts));
}

Propositional::Cells Propositional::after(const whynot::ots::Transition& t, const Cells& from, Environment& env) {
  Cells to = from;
  for (const auto& u : t.updates) update(u, 0, from, env, to);
  return to;
}

void Propositional::update(const whynot::ots::Update& u, std::size_t at, const Cells& from, Environment& env,
                           Cells& to) {
  if (at < u.each.size()) {
    const SortId sort = ots_.pool->variable(u.each[at]).sort;
    for (std::size_t v = 0; v < values(sort); ++v) {
      env[u.each[at]] = value(sort, v);
      update(u, at + 1, from, env, to);
    }
    return;
  }
  const Finite shown = evaluate(u.value, from, env);
  std::vector<Finite> index;
  for (Term i : u.index) index.push_back(evaluate(i, from, env));
  for (const auto& [cell, condition] : cells_at(u.observer, index)) to[cell] = conditional(condition, shown, to[cell]);
}

}  // namespace whynot::encode::ots
