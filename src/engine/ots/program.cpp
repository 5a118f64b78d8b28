// Assigns registers to variables and decides, in order of the plan, where each is bound first.
#include "engine/ots/program.h"

#include <algorithm>
#include <functional>

#include "base/check.h"

namespace whynot::engine::ots {

using whynot::ots::Move;
using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::VarId;

namespace {

Word closed_word(Store& store, Term t) {
  std::vector<Word> args;
  for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(closed_word(store, t.arg(i)));
  switch (t.op()) {
    case Op::Bool:
    case Op::Element: return static_cast<Word>(t.a());
    case Op::Number: return store.number(t.a());
    default: return store.construct(static_cast<std::uint32_t>(t.a()), args);
  }
}

// The sorts that values of a finite sort are made of, itself among them.
void for_each_part(const whynot::ots::Ots& ots, SortId id, const std::function<void(SortId)>& visit) {
  const whynot::ots::Sort& sort = ots.sorts[id];
  visit(id);
  if (sort.kind == SortKind::Set || sort.kind == SortKind::Map) for_each_part(ots, sort.element, visit);
  if (sort.kind == SortKind::Map) for_each_part(ots, sort.key, visit);
  for (const std::uint32_t c : sort.constructors)
    for (const auto& field : ots.constructors[c].fields) for_each_part(ots, field.sort, visit);
}

}  // namespace

Ranks::Ranks(const std::vector<Word>& domain) : size_(static_cast<std::uint32_t>(domain.size())) {
  if (domain.empty()) return;
  const auto [least, most] = std::minmax_element(domain.begin(), domain.end());
  least_ = *least;
  ranks_.assign(std::size_t{*most} - *least + 1, none);
  for (std::uint32_t i = 0; i < size_; ++i) ranks_[domain[i] - least_] = i;
}

Program::Program(Store& store, const whynot::ots::Scope& scope) : store_(store), scope_(scope) {
  const whynot::ots::Evaluator evaluator(ots(), scope);
  for (SortId s = 0; s < ots().sorts.size(); ++s) list_keys(evaluator, s);
  for (SortId s = 0; s < ots().sorts.size(); ++s) {
    const auto values = whynot::ots::domain(ots(), s, &scope);
    finite_.push_back(values.has_value());
    domains_.emplace_back();
    if (ots().sorts[s].listed && values)
      for (const Value& v : *evaluator.values_of(s)) domains_.back().push_back(store.word_of(s, v));
    else
      for (Term t : values.value_or(std::vector<Term>{})) domains_.back().push_back(closed_word(store, t));
  }
  place_observers();
  compile_functions();
  for (std::uint32_t t = 0; t < ots().transitions.size(); ++t) {
    const auto& transition = ots().transitions[t];
    std::vector<Term> conditions = conjuncts(*ots().pool, transition.guard);
    for (const auto& [of, extra] : scope.wheres)
      if (of == t)
        for (Term c : conjuncts(*ots().pool, extra)) conditions.push_back(c);
    CompiledTransition compiled{query(transition.params, conditions), {}};
    for (const auto& update : transition.updates) {
      CompiledUpdate u{update.observer, {}, 0};
      for (Term i : update.index) {
        u.index.push_back(compile(i));
        u.may_lack_index = u.may_lack_index || is_partial(ots(), i);
      }
      u.value = compile(update.value);
      for (VarId v : update.each) u.each.emplace_back(register_of(v), ots().pool->variable(v).sort);
      compiled.updates.push_back(std::move(u));
    }
    transitions.push_back(std::move(compiled));
  }
}

// Of a sort of maps; before it, of those that its keys hold, which are finite and so do not hold themselves.
void Program::list_keys(const whynot::ots::Evaluator& evaluator, SortId map) {
  if (ots().sorts[map].kind != SortKind::Map || store_.keys(map)) return;
  const auto* values = evaluator.keys_of(map);
  if (!values) return;
  for_each_part(ots(), ots().sorts[map].key, [&](SortId part) { list_keys(evaluator, part); });
  std::vector<Word> words;
  for (const Value& v : *values) words.push_back(store_.word_of(ots().sorts[map].key, v));
  store_.list_keys(map, std::move(words));
}

void Program::place_observers() {
  for (const auto& observer : ots().observers) {
    ObserverPlace place{cells_, 1, {}};
    for (VarId v : observer.params) {
      place.ranks.emplace_back(domains_[ots().pool->variable(v).sort]);
      place.size *= place.ranks.back().size();
    }
    cells_ += place.size;
    cell_sorts_.resize(cells_, observer.sort);
    places.push_back(std::move(place));
  }
}

// A function's registers stand together, so that a recursive call can save them.
void Program::compile_functions() {
  for (const auto& f : ots().functions) {
    CompiledFunction compiled;
    compiled.frame_begin = registers_;
    for (VarId v : f.params) compiled.params.push_back(register_of(v));
    functions.push_back(compiled);
    functions.back().body = compile(f.body);
    functions.back().frame_end = registers_;
  }
}

std::uint32_t Program::register_of(VarId v) {
  const auto [at, added] = register_of_.emplace(v, registers_);
  if (added) ++registers_;
  return at->second;
}

std::uint32_t Program::push_args(const std::vector<std::uint32_t>& values) {
  const auto begin = static_cast<std::uint32_t>(args.size());
  args.insert(args.end(), values.begin(), values.end());
  return begin;
}

CompiledQuery Program::compile_violation(const whynot::ots::Predicate& p) {
  return query(p.params, conjuncts(*ots().pool, ots().pool->not_(p.body)));
}

CompiledQuery Program::query(std::span<const VarId> vars, const std::vector<Term>& conditions) {
  const whynot::ots::Plan plan = plan_bindings(*ots().pool, vars, conditions, [&](SortId s) { return finite_[s]; });
  CompiledQuery compiled;
  compiled.complete = plan.unbound.empty();
  for (VarId v : vars) compiled.vars.push_back(register_of(v));
  std::vector<VarId> open(vars.begin(), vars.end());
  for (const Move& move : plan.moves) {
    CompiledMove m;
    m.kind = move.kind;
    if (move.kind == Move::Kind::Domain || move.kind == Move::Kind::Active) {
      m.reg = register_of(move.var);
      m.sort = ots().pool->variable(move.var).sort;
      std::erase(open, move.var);
    } else {
      m.code = compile(move.kind == Move::Kind::Filter ? move.term : move.source);
      if (move.kind != Move::Kind::Filter) m.pattern = compile_pattern(move.term, open);
      m.list = move.kind == Move::Kind::Member && ots().sorts[move.source.sort()].kind == SortKind::List;
    }
    compiled.moves.push_back(m);
  }
  return compiled;
}

std::uint32_t Program::compile_pattern(Term t, std::vector<VarId>& open) {
  Pattern p;
  if (const auto at = t.is(Op::Var) ? std::find(open.begin(), open.end(), t.var()) : open.end(); at != open.end()) {
    open.erase(at);
    p.kind = Pattern::Kind::Bind;
    p.a = register_of(t.var());
  } else if (t.is(Op::Construct)) {
    std::vector<std::uint32_t> parts;
    for (std::size_t i = 0; i < t.arity(); ++i) parts.push_back(compile_pattern(t.arg(i), open));
    p = {Pattern::Kind::Construct, static_cast<std::uint32_t>(t.a()), push_args(parts),
         static_cast<std::uint32_t>(parts.size())};
  } else {
    p.a = compile(t);
  }
  patterns.push_back(p);
  return static_cast<std::uint32_t>(patterns.size() - 1);
}

Code Program::compile(Term t) {
  if (const auto found = code_of_.find(t.id()); found != code_of_.end()) return found->second;
  Instruction in;
  in.op = t.op();
  in.sort = t.sort();
  if (t.is(Op::Forall) || t.is(Op::Exists)) return code_of_[t.id()] = compile_quantifier(t);
  std::vector<std::uint32_t> parts;
  for (std::size_t i = 0; i < t.arity(); ++i) parts.push_back(compile(t.arg(i)));
  in.args = push_args(parts);
  in.arity = static_cast<std::uint32_t>(parts.size());
  in.a = static_cast<std::uint32_t>(t.a());
  in.b = t.b();
  if (t.arity() > 0) in.operand_sort = t.arg(0).sort();
  const bool constant_parts = std::all_of(parts.begin(), parts.end(),
                                          [&](Code c) { return instructions[c].kind == Instruction::Kind::Constant; });
  if (t.is(Op::Var)) {
    in.kind = Instruction::Kind::Register;
    in.a = register_of(t.var());
  } else if (t.is(Op::Bool) || t.is(Op::Element) || (t.is(Op::Number) && Store::holds(t.a())) || t.is(Op::Empty) ||
             (t.is(Op::Construct) && constant_parts)) {
    in.kind = Instruction::Kind::Constant;
    in.a = t.is(Op::Empty) ? nil : closed_word(store_, t);
  } else if (t.is(Op::Observe)) {
    const ObserverPlace& place = places[static_cast<std::size_t>(t.a())];
    in.kind = parts.empty() ? Instruction::Kind::Cell : Instruction::Kind::IndexedCell;
    if (parts.empty()) in.a = place.begin;
  }
  instructions.push_back(in);
  return code_of_[t.id()] = static_cast<Code>(instructions.size() - 1);
}

Code Program::compile_quantifier(Term t) {
  std::vector<VarId> vars;
  for (std::size_t i = 1; i < t.arity(); ++i) vars.push_back(t.arg(i).var());
  const bool forall = t.is(Op::Forall);
  CompiledQuery compiled = query(vars, conjuncts(*ots().pool, forall ? ots().pool->not_(t.arg(0)) : t.arg(0)));
  compiled.negated = forall;
  queries.push_back(std::move(compiled));
  Instruction in;
  in.kind = Instruction::Kind::Quantified;
  in.op = t.op();
  in.a = static_cast<std::uint32_t>(queries.size() - 1);
  instructions.push_back(in);
  return static_cast<Code>(instructions.size() - 1);
}

}  // namespace whynot::engine::ots
