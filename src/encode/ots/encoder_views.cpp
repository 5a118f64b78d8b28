// What the encoder says of observers as functions, and of the numbers within values.
//
// A set, bag or map that an observer shows and that formulas only ask for members, counts or values is no value of its
// own then: `x in msgs` is `msgs(x)`.  Integers stand for natural numbers, so that whoever quantifies over something
// that holds natural numbers must leave out what holds others: a hypothesis about all of them would say too much.
#include <fmt/format.h>

#include <algorithm>

#include "encode/ots/encoder.h"

namespace whynot::encode::ots {

using solve::SmtOp;
using solve::SmtSort;
using solve::SmtTerm;
using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::VarId;

namespace {

// The observed collection that a term asks, if it does: `x in o(…)`, `count(x, o(…))`, `o(…)[x]`.
std::optional<Term> asked_observer(const Ots& ots, Term t) {
  if (!t.is(Op::In) && !t.is(Op::Count) && !t.is(Op::Get)) return std::nullopt;
  const Term collection = t.arg(t.is(Op::Get) ? 0 : 1);
  if (!collection.is(Op::Observe) || ots.sorts[collection.sort()].kind == SortKind::List) return std::nullopt;
  return collection;
}

}  // namespace

void Encoder::decide_views(std::span<const Term> all) {
  views_.assign(ots_.observers.size(), View::Value);
  if (seen_ == Seen::AsArrays) return;
  for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
    const SortKind kind = ots_.sorts[ots_.observers[o].sort].kind;
    if (kind == SortKind::Map) views_[o] = View::Lookup;
    if (kind == SortKind::Set || kind == SortKind::Bag) views_[o] = View::Membership;
  }
  const auto look = [&](Term root) {
    for_each_subterm(root, [&](Term t) {
      const auto asked = asked_observer(ots_, t);
      for (std::size_t i = 0; i < t.arity(); ++i)
        if (t.arg(i).is(Op::Observe) && !(asked && t.arg(i) == *asked))
          views_[static_cast<std::size_t>(t.arg(i).a())] = View::Value;
    });
  };
  for (Term t : all) look(t);
  for (const auto& f : ots_.functions) look(f.body);
}

bool Encoder::is_asked(Term t) const {
  if (seen_ == Seen::AsArrays) return false;
  const auto collection = asked_observer(ots_, t);
  return collection && views_[static_cast<std::size_t>(collection->a())] != View::Value;
}

// The terms that the encoding of a term is made of: its arguments, or those of the observer and what it is asked for.
std::vector<Term> Encoder::parts_of(Term t) const {
  std::vector<Term> parts;
  const bool asks = is_asked(t);
  const Term from = asks ? *asked_observer(ots_, t) : t;
  for (std::size_t i = 0; i < from.arity(); ++i) parts.push_back(from.arg(i));
  if (asks) parts.push_back(t.arg(t.is(Op::Get) ? 1 : 0));
  return parts;
}

SmtTerm Encoder::asked(Term t, const std::vector<SmtTerm>& parts, StateId state) {
  const Term collection = *asked_observer(ots_, t);
  const SmtTerm found = smt_.apply(observed_[state][static_cast<std::size_t>(collection.a())], parts);
  const bool counts = ots_.sorts[collection.sort()].kind == SortKind::Bag && is_counted(collection.sort());
  if (t.is(Op::Count)) return clamped(found);
  return t.is(Op::In) && counts ? smt_.make(SmtOp::Lt, {smt_.number(0), found}) : found;
}

void Encoder::declare_functions(const std::string& suffix) {
  observed_.resize(states_.size());
  for (std::size_t o = 0; o < ots_.observers.size(); ++o) {
    const auto& observer = ots_.observers[o];
    if (observer.rigid && observed_.size() > 1) {
      observed_.back().push_back(observed_[0][o]);
      continue;
    }
    const auto& sort = ots_.sorts[observer.sort];
    std::vector<SmtSort> params;
    for (VarId v : observer.params) params.push_back(sorts_[ots_.pool->variable(v).sort]);
    SmtSort result = sorts_[observer.sort];
    if (views_[o] == View::Lookup) {
      params.push_back(sorts_[sort.key]);
      result = sorts_[sort.element];
    } else if (views_[o] == View::Membership) {
      params.push_back(sorts_[sort.element]);
      const bool counts = sort.kind == SortKind::Bag && is_counted(observer.sort);
      result = counts ? smt_.integer() : smt_.boolean();
    }
    observed_.back().push_back(smt_.declare(symbol(observer.name + suffix), params, result));
  }
}

// That functions give natural numbers where observers show them.
std::vector<SmtTerm> Encoder::numbers_of_functions() {
  std::vector<SmtTerm> facts;
  for (const auto& functions : observed_)
    for (std::size_t o = 0; o < functions.size(); ++o) {
      const auto& observer = ots_.observers[o];
      if (views_[o] == View::Membership) continue;
      std::vector<SmtTerm> args;
      for (VarId v : observer.params) args.push_back(fresh("at", ots_.pool->variable(v).sort));
      const auto& sort = ots_.sorts[observer.sort];
      if (views_[o] == View::Lookup) args.push_back(fresh("at", sort.key));
      const SortId result = views_[o] == View::Lookup ? sort.element : observer.sort;
      const SmtTerm value = smt_.apply(functions[o], args);
      if (const auto fact = well_formed(value, result)) facts.push_back(smt_.quantify(true, args, *fact));
    }
  return facts;
}

bool Encoder::holds_numbers(SortId s, std::vector<SortId>& seen) const {
  if (std::find(seen.begin(), seen.end(), s) != seen.end()) return false;
  seen.push_back(s);
  const auto& sort = ots_.sorts[s];
  if (sort.kind == SortKind::Nat) return true;
  if (sort.kind == SortKind::Map && holds_numbers(sort.key, seen)) return true;
  if (sort.kind == SortKind::Set || sort.kind == SortKind::Bag || sort.kind == SortKind::List ||
      sort.kind == SortKind::Map)
    return holds_numbers(sort.element, seen);
  return std::any_of(sort.constructors.begin(), sort.constructors.end(), [&](std::uint32_t c) {
    const auto& fields = ots_.constructors[c].fields;
    return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return holds_numbers(f.sort, seen); });
  });
}

std::optional<SmtTerm> Encoder::well_formed(SmtTerm x, SortId s) {
  std::vector<SortId> seen;
  if (!holds_numbers(s, seen)) return std::nullopt;
  const auto& sort = ots_.sorts[s];
  switch (sort.kind) {
    case SortKind::Nat: return smt_.make(SmtOp::Le, {smt_.number(0), x});
    case SortKind::Free:
    case SortKind::List: return recursively_well_formed(x, s);
    case SortKind::Map: {
      const SmtTerm at = fresh("at", sort.key);
      const auto inside = well_formed(select(x, sort.key, at), sort.element);
      return inside ? std::optional(smt_.quantify(true, std::span(&at, 1), *inside)) : std::nullopt;
    }
    case SortKind::Set:
    case SortKind::Bag: {
      const SmtTerm at = fresh("at", sort.element);
      const SmtTerm there = select(x, sort.element, at);
      const bool counts = sort.kind == SortKind::Bag && is_counted(s);
      const SmtTerm member = counts ? smt_.make(SmtOp::Lt, {smt_.number(0), there}) : there;
      const auto inside = well_formed(at, sort.element);
      if (!inside) return std::nullopt;
      return smt_.quantify(true, std::span(&at, 1), smt_.make(SmtOp::Implies, {member, *inside}));
    }
    default: return std::nullopt;
  }
}

// Field by field, of whichever constructor it is.
std::optional<SmtTerm> Encoder::fields_well_formed(SmtTerm x, SortId s) {
  const auto& sort = ots_.sorts[s];
  const bool list = sort.kind == SortKind::List;
  const auto& made = list ? lists_.at(s).datatype : datatypes_.at(s);
  std::vector<SmtTerm> facts;
  for (std::size_t c = 0; c < made.constructors.size(); ++c) {
    const auto field_sort = [&](std::size_t i) {
      if (list) return i == 0 ? sort.element : s;
      return ots_.constructors[sort.constructors[c]].fields[i].sort;
    };
    std::vector<SmtTerm> here;
    for (std::size_t i = 0; i < made.constructors[c].fields.size(); ++i)
      if (const auto fact = well_formed(smt_.apply(made.constructors[c].fields[i], std::span(&x, 1)), field_sort(i)))
        here.push_back(*fact);
    if (here.empty()) continue;
    const SmtTerm is = smt_.apply(made.constructors[c].test, std::span(&x, 1));
    facts.push_back(smt_.make(SmtOp::Implies, {is, smt_.make(SmtOp::And, here)}));
  }
  if (facts.empty()) return std::nullopt;
  return smt_.make(SmtOp::And, facts);
}

namespace {

// Whether terms of the sort hold terms of it.
bool contains_itself(const Ots& ots, SortId of, SortId at, std::vector<SortId>& seen) {
  const auto& sort = ots.sorts[at];
  if (sort.kind == SortKind::List && at == of) return true;
  if (std::find(seen.begin(), seen.end(), at) != seen.end()) return false;
  seen.push_back(at);
  const auto reaches = [&](SortId s) { return s == of || contains_itself(ots, of, s, seen); };
  if (sort.kind == SortKind::Set || sort.kind == SortKind::Bag || sort.kind == SortKind::List)
    return reaches(sort.element);
  if (sort.kind == SortKind::Map) return reaches(sort.element) || reaches(sort.key);
  return std::any_of(sort.constructors.begin(), sort.constructors.end(), [&](std::uint32_t c) {
    const auto& fields = ots.constructors[c].fields;
    return std::any_of(fields.begin(), fields.end(), [&](const auto& f) { return reaches(f.sort); });
  });
}

}  // namespace

std::optional<SmtTerm> Encoder::recursively_well_formed(SmtTerm x, SortId s) {
  std::vector<SortId> seen;
  if (!contains_itself(ots_, s, s, seen)) return fields_well_formed(x, s);
  if (const auto known = well_formed_.find(s); known != well_formed_.end())
    return smt_.apply(known->second, std::span(&x, 1));
  const SmtSort params[] = {sorts_[s]};
  const solve::SmtFunction f = smt_.declare_recursive(fmt::format("numbers.{}", s), params, smt_.boolean());
  well_formed_.emplace(s, f);
  const SmtTerm of = fresh("of", s);
  smt_.define(f, std::span(&of, 1), fields_well_formed(of, s).value_or(smt_.boolean(true)));
  return smt_.apply(f, std::span(&x, 1));
}

// Of all values of the variables' sorts, and of nothing else that the solver's sorts hold.
SmtTerm Encoder::relative(bool forall, std::span<const VarId> vars, SmtTerm body) {
  std::vector<SmtTerm> constants, facts;
  for (VarId v : vars) {
    constants.push_back(variable(v));
    if (const auto fact = well_formed(constants.back(), ots_.pool->variable(v).sort)) facts.push_back(*fact);
  }
  if (!facts.empty()) {
    const SmtTerm proper = smt_.make(SmtOp::And, facts);
    body = forall ? smt_.make(SmtOp::Implies, {proper, body}) : smt_.make(SmtOp::And, {proper, body});
  }
  return smt_.quantify(forall, constants, body);
}

}  // namespace whynot::encode::ots
