// One question for each size of the sorts, with instances of what is known added as the states found violate them.
#include "analyse/falsify/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "encode/ots/encoder.h"
#include "encode/ots/ground.h"
#include "encode/ots/simplify.h"
#include "model/ots/evaluate.h"
#include "model/ots/plan.h"
#include "solve/smt.h"

namespace whynot::analyse::falsify {

using encode::ots::after;
using encode::ots::closed_formula;
using encode::ots::Encoder;
using encode::ots::grounded;
using encode::ots::simplify;
using solve::SmtValue;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::Scope;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::Transition;
using whynot::ots::VarId;

namespace {

constexpr std::size_t most_elements = 5;     // of each sort
constexpr std::size_t most_copies = 20'000;  // of quantified formulas, written out
constexpr std::size_t most_at_once = 128;    // instances of one invariant that are added before they are missed
constexpr std::size_t most_turns = 300;      // states that violate what is known
constexpr std::size_t most_members = 3;      // of a collection over infinitely many values
constexpr std::uint64_t steps_of_query = 1'000'000, steps_of_scope = 4'000'000;

// A value as a closed term; nothing for a map with a default.
std::optional<Term> term_of(const Ots& ots, const Value& v, SortId id) {
  whynot::ots::TermPool& pool = *ots.pool;
  const auto& sort = ots.sorts[id];
  switch (sort.kind) {
    case SortKind::Bool: return pool.boolean(v.is_true());
    case SortKind::Nat:
    case SortKind::Int:
      if (!v.is_small_integer()) return std::nullopt;
      return pool.number(v.small_integer(), id);
    case SortKind::Loose:
      for (std::uint32_t e = 0; e < ots.elements.size(); ++e)
        if (ots.elements[e].sort == id && ots.elements[e].name == v.op()) return pool.make(Op::Element, id, {}, e);
      return std::nullopt;
    case SortKind::Free: {
      for (std::uint32_t c : sort.constructors) {
        if (ots.constructors[c].name != v.op()) continue;
        std::vector<Term> args;
        for (std::size_t i = 0; i < v.args().size(); ++i) {
          const auto arg = term_of(ots, v.args()[i], ots.constructors[c].fields[i].sort);
          if (!arg) return std::nullopt;
          args.push_back(*arg);
        }
        return pool.make(Op::Construct, id, args, c);
      }
      return std::nullopt;
    }
    case SortKind::Map: return std::nullopt;
    default: break;
  }
  Term out = pool.make(Op::Empty, id, {});
  for (std::size_t i = v.args().size(); i-- > 0;) {
    const auto member = term_of(ots, v.args()[i], sort.element);
    if (!member) return std::nullopt;
    out = sort.kind == SortKind::List ? pool.make(Op::Cons, id, {*member, out})
                                      : pool.make(Op::Insert, id, {out, *member});
  }
  return out;
}

class WithinScope {
 public:
  WithinScope(const Ots& ots, const Predicate& p, const Transition& t, std::span<const Predicate> known,
              std::shared_ptr<const Scope> scope, Context& context)
      : ots_(ots),
        predicate_(p),
        transition_(t),
        known_(known.begin(), known.end()),
        scope_(std::move(scope)),
        context_(context),
        layout_(ots, *scope_),
        stepper_(make_stepper(ots, *scope_)) {
    for (const auto& a : ots.axioms) known_.push_back({a.name, a.params, a.body});
  }

  std::optional<FailingStep> run() {
    if (!prepare()) return std::nullopt;
    Encoder encoder(ots_, smt_, formulas_, Encoder::Seen::AsArrays, scope_.get());
    solve::SmtSolver solver(smt_, steps_of_query, true);
    smt_.obey(context_);
    smt_.allow(steps_of_scope);
    encoder_ = &encoder;
    solver_ = &solver;
    now_ = encoder.new_state("");
    for (Term f : formulas_) add(f);
    for (std::size_t turn = 0; turn < most_turns && !context_.should_stop(); ++turn) {
      if (solver.check() != solve::SmtAnswer::Sat || !solver.has_model()) return std::nullopt;
      const auto found = read();
      if (!found) return std::nullopt;
      const auto [before, args] = *found;
      if (const auto missed = missing_instance(before))
        add(*missed);
      else
        return confirmed(before, args);
    }
    return std::nullopt;
  }

 private:
  using Found = std::pair<State, std::vector<Value>>;

  // The formulas that the solver is to satisfy at first.
  bool prepare() {
    const Term failed = ots_.pool->not_(after(ots_, transition_, predicate_.body));
    bool small = true;
    const auto take = [&](Term f) {
      const auto here = grounded(ots_, *scope_, f, most_copies);
      small = small && here && !context_.should_stop();
      if (here) formulas_.push_back(*here);
    };
    for (Term f : {transition_.guard, predicate_.body, failed}) take(simplify(ots_, f));
    for (const auto* params : {&transition_.params, &predicate_.params})
      for (VarId v : *params) keep_in_domain(v);
    for (const Predicate& p : known_)
      if (instances_of(p) <= most_at_once) take(closed_formula(ots_, {p.name, p.params, simplify(ots_, p.body)}));
    layout_.for_each([&](std::uint32_t o, const std::vector<Value>& index, std::size_t) {
      const auto cell = cell_of(o, index);
      if (cell) cells_.push_back(*cell);
      small = small && cell;
    });
    for (Term cell : cells_) bound_members(cell);
    return small && std::all_of(known_.begin(), known_.end(), [&](const Predicate& p) { return can_be_checked(p); });
  }

  // Whether the concrete semantics finds every violation: no parameter is sought among the terms of the state only.
  bool can_be_checked(const Predicate& p) {
    return plan_bindings(*ots_.pool, p.params, conjuncts(*ots_.pool, ots_.pool->not_(p.body)),
                         [&](SortId s) { return domain(ots_, s, scope_.get()).has_value(); })
        .unbound.empty();
  }

  std::size_t instances_of(const Predicate& p) const {
    std::size_t all = 1;
    for (VarId v : p.params) {
      const auto values = domain(ots_, ots_.pool->variable(v).sort, scope_.get());
      if (!values) return most_at_once + 1;
      all = std::min(all * std::max<std::size_t>(1, values->size()), most_at_once + 1);
    }
    return all;
  }

  // Terms of a finite sort may be limited by more than their constructors: numbers up to a limit.
  void keep_in_domain(VarId v) {
    const SortId s = ots_.pool->variable(v).sort;
    if (ots_.sorts[s].kind != SortKind::Nat && ots_.sorts[s].kind != SortKind::Int) return;
    const auto values = domain(ots_, s, scope_.get());
    if (!values) return;
    std::vector<Term> ways;
    for (Term value : *values) ways.push_back(ots_.pool->eq(ots_.pool->var(v), value));
    formulas_.push_back(ots_.pool->any(ways));
  }

  std::optional<Term> cell_of(std::uint32_t o, const std::vector<Value>& index) const {
    const auto& observer = ots_.observers[o];
    std::vector<Term> args;
    for (std::size_t i = 0; i < index.size(); ++i) {
      const auto arg = term_of(ots_, index[i], ots_.pool->variable(observer.params[i]).sort);
      if (!arg) return std::nullopt;
      args.push_back(*arg);
    }
    return ots_.pool->make(Op::Observe, observer.sort, args, o);
  }

  bool finite(SortId s) const { return domain(ots_, s, scope_.get()).has_value(); }

  // A collection over infinitely many values has but few members, which variables stand for.
  void bound_members(Term cell) {
    const auto& sort = ots_.sorts[cell.sort()];
    whynot::ots::TermPool& pool = *ots_.pool;
    const auto fresh = [&](SortId s) { return pool.var(pool.new_variable("m", s)); };
    if (sort.kind == SortKind::Map) {
      if (const auto keys = key_values(ots_, cell.sort(), scope_.get())) {
        for (Term k : *keys) bound_members(pool.make(Op::Get, sort.element, {cell, k}));
        return;
      }
      Members members{fresh(sort.element), {}};
      Term made = pool.make(Op::Constant, cell.sort(), {*members.otherwise});
      for (std::size_t i = 0; i < most_members; ++i) {
        members.parts.push_back({fresh(sort.key), fresh(sort.element)});
        made = pool.make(Op::Put, cell.sort(), {made, members.parts.back().first, members.parts.back().second});
      }
      formulas_.push_back(pool.eq(cell, made));
      members_.emplace(cell.id(), std::move(members));
    }
    if ((sort.kind != SortKind::Set && sort.kind != SortKind::Bag) || finite(sort.element)) return;
    Members members;
    Term made = pool.make(Op::Empty, cell.sort(), {});
    for (std::size_t i = 0; i < most_members; ++i) {
      members.parts.push_back({fresh(sort.element), fresh(whynot::ots::bool_sort)});
      const auto& [member, there] = members.parts.back();
      made = pool.ite(there, pool.make(Op::Insert, cell.sort(), {made, member}), made);
    }
    formulas_.push_back(pool.eq(cell, made));
    members_.emplace(cell.id(), std::move(members));
  }

  void add(Term f) {
    solver_->add(encoder_->encode(f, now_));
    for (VarId v : free_variables(f))
      if (const auto fact = encoder_->well_formed(encoder_->variable(v), ots_.pool->variable(v).sort))
        solver_->add(*fact);
    solver_->add(encoder_->take_side_conditions());
  }

  // The state and the arguments of the solver's model; nothing where it has no concrete form.
  std::optional<Found> read() {
    Found found;
    for (Term cell : cells_) {
      found.first.push_back(read(cell));
      if (!found.first.back().defined()) return std::nullopt;
    }
    for (VarId v : transition_.params) {
      found.second.push_back(read(ots_.pool->var(v)));
      if (!found.second.back().defined()) return std::nullopt;
    }
    return found;
  }

  // Undefined where it cannot be read.
  Value read(Term t) {
    const auto& sort = ots_.sorts[t.sort()];
    if (sort.kind == SortKind::Set || sort.kind == SortKind::Bag) return read_members(t);
    if (sort.kind == SortKind::Map) return read_map(t);
    return value_of(t.sort(), solver_->value(encoder_->encode(t, now_)));
  }

  bool holds(Term t) { return solver_->is_true(encoder_->encode(t, now_)) == true; }

  Value read_members(Term t) {
    const auto& sort = ots_.sorts[t.sort()];
    const bool bag = sort.kind == SortKind::Bag;
    std::vector<Value> members;
    const auto known = members_.find(t.id());
    const auto elements = known == members_.end() ? domain(ots_, sort.element, scope_.get()) : std::vector<Term>{};
    if (!elements) return {};
    for (Term e : *elements) {
      const Value count = bag ? read(ots_.pool->make(Op::Count, whynot::ots::nat_sort, {e, t})) : Value();
      const std::int64_t times = bag && count.is_small_integer() ? count.small_integer() : holds(ots_.pool->in(e, t));
      if (times > static_cast<std::int64_t>(most_copies)) return {};
      members.insert(members.end(), static_cast<std::size_t>(times), read(e));
    }
    if (known != members_.end())
      for (const auto& [member, there] : known->second.parts)
        if (holds(there)) members.push_back(read(member));
    if (std::any_of(members.begin(), members.end(), [](const Value& v) { return !v.defined(); })) return {};
    return bag ? Value::bag(std::move(members)) : Value::set(std::move(members));
  }

  // By the concrete semantics, which knows how maps look.
  Value read_map(Term t) {
    const auto& sort = ots_.sorts[t.sort()];
    const auto known = members_.find(t.id());
    std::vector<std::pair<Value, Value>> entries;
    Value otherwise;
    if (known == members_.end()) {
      const auto keys = key_values(ots_, t.sort(), scope_.get());
      if (!keys) return {};
      for (Term k : *keys) entries.emplace_back(read(k), read(ots_.pool->make(Op::Get, sort.element, {t, k})));
    } else {
      otherwise = read(*known->second.otherwise);
      if (!otherwise.defined()) return {};
      for (const auto& [key, value] : known->second.parts) {
        const Value k = read(key), v = read(value);
        std::erase_if(entries, [&](const auto& e) { return e.first == k; });
        if (v != otherwise) entries.emplace_back(k, v);
      }
      entries.emplace_back(Value::symbol("_"), otherwise);
    }
    for (const auto& [k, v] : entries)
      if (!k.defined() || !v.defined()) return {};
    return Value::map(std::move(entries));
  }

  Value value_of(SortId id, const SmtValue& v) const {
    const auto& sort = ots_.sorts[id];
    switch (sort.kind) {
      case SortKind::Bool: return Value::boolean(v.head == "true");
      case SortKind::Nat:
        if (!v.number || *v.number < 0) return {};
        return Value::integer(*v.number);
      case SortKind::Int: return v.number ? Value::integer(*v.number) : Value();
      case SortKind::Loose:
        for (const auto& e : ots_.elements)
          if (e.sort == id && Encoder::symbol(e.name) == v.head) return Value::symbol(e.name);
        return {};
      case SortKind::List: return list_of(id, v);
      case SortKind::Free: break;
      default: return {};
    }
    for (std::uint32_t c : sort.constructors) {
      if (Encoder::symbol(ots_.constructors[c].name) != v.head) continue;
      std::vector<Value> args;
      for (std::size_t i = 0; i < v.args.size(); ++i) {
        args.push_back(value_of(ots_.constructors[c].fields[i].sort, v.args[i]));
        if (!args.back().defined()) return {};
      }
      return Value::term(ots_.constructors[c].name, std::move(args));
    }
    return {};
  }

  Value list_of(SortId id, const SmtValue& v) const {
    std::vector<Value> items;
    const SmtValue* at = &v;
    for (; at->args.size() == 2; at = &at->args[1]) {
      items.push_back(value_of(ots_.sorts[id].element, at->args[0]));
      if (!items.back().defined()) return {};
    }
    return at->args.empty() && !at->head.empty() ? Value::list(std::move(items)) : Value();
  }

  // An instance of what is known that the state violates, as a formula.
  std::optional<Term> missing_instance(const State& state) {
    for (const Predicate& p : known_) {
      const auto values = stepper_->violation(state, p);
      if (!values) continue;
      whynot::ots::Substitution by;
      for (std::size_t i = 0; i < p.params.size(); ++i) {
        const auto value = term_of(ots_, (*values)[i], ots_.pool->variable(p.params[i]).sort);
        if (!value) return ots_.pool->boolean(false);  // the search ends here: nothing is confirmed
        by.emplace(p.params[i], *value);
      }
      const Term instance = simplify(ots_, substitute(*ots_.pool, p.body, by));
      return grounded(ots_, *scope_, instance, most_copies).value_or(ots_.pool->boolean(false));
    }
    return std::nullopt;
  }

  std::optional<FailingStep> confirmed(const State& before, const std::vector<Value>& args) const {
    const auto t = static_cast<std::uint32_t>(&transition_ - ots_.transitions.data());
    auto next = stepper_->fire(before, t, args);
    if (!next) return std::nullopt;
    auto instance = stepper_->violation(*next, predicate_);
    if (!instance) return std::nullopt;
    const std::vector<Value> shown(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(transition_.shown()));
    return FailingStep{scope_,
                       stepper_->signature(),
                       before,
                       std::move(*next),
                       Action{transition_.name, shown, transition_.where, {}, {}},
                       std::move(*instance)};
  }

  // The variables that stand for the members of a set or bag, each with whether it is there; or for the keys and
  // values of a map.
  struct Members {
    std::optional<Term> otherwise;
    std::vector<std::pair<Term, Term>> parts;
  };

  const Ots& ots_;
  const Predicate& predicate_;
  const Transition& transition_;
  std::vector<Predicate> known_;
  std::shared_ptr<const Scope> scope_;
  Context& context_;
  whynot::ots::Layout layout_;
  std::unique_ptr<whynot::ots::OtsStepper> stepper_;
  std::vector<Term> formulas_, cells_;
  std::unordered_map<std::uint32_t, Members> members_;  // by the collection's term
  solve::Smt smt_;
  Encoder* encoder_ = nullptr;
  solve::SmtSolver* solver_ = nullptr;
  Encoder::StateId now_ = 0;
};

}  // namespace

std::optional<FailingStep> find_failing_step(const Ots& ots, const Predicate& p, const Transition& t,
                                             std::span<const Predicate> known,
                                             std::span<const std::shared_ptr<const Scope>> scopes, Context& context) {
  if (Encoder::refuses(ots)) return std::nullopt;
  for (const auto& scope : scopes) {
    if (context.should_stop()) return std::nullopt;
    if (auto found = WithinScope(ots, p, t, known, scope, context).run()) return found;
  }
  return std::nullopt;
}

std::vector<std::shared_ptr<const Scope>> small_scopes(Ots& ots) {
  std::vector<std::shared_ptr<const Scope>> out;
  for (std::size_t n = 1; n <= most_elements; ++n) {
    auto scope = std::make_shared<Scope>(make_scope(ots, fmt::format("{} elements", n), n));
    if (out.empty() || out.back()->elements != scope->elements) out.push_back(std::move(scope));
  }
  return out;
}

}  // namespace whynot::analyse::falsify
