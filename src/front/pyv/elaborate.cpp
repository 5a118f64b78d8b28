// Two passes over a formula: the first gives each variable a sort by unification, the second builds the term.
#include "front/pyv/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "model/ots/rename.h"

namespace whynot::front::pyv {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using Kind = Syntax::Kind;

bool speaks_of_after(Term root) {
  bool found = false;
  for_each_subterm(root, [&](Term t) { found = found || (t.is(Op::Observe) && t.b() == 1); });
  return found;
}

std::optional<Term> after(const whynot::ots::Ots& ots, Term root) {
  if (speaks_of_after(root)) return std::nullopt;
  return rewrite(*ots.pool, root, [&](Term t) {
    if (!t.is(Op::Observe) || ots.observers[static_cast<std::size_t>(t.a())].rigid) return t;
    std::vector<Term> args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(t.arg(i));
    return ots.pool->make(Op::Observe, t.sort(), args, t.a(), 1);
  });
}

namespace {

struct Misread {};  // thrown and caught within this file

class Elaborator {
 public:
  Elaborator(const Language& language, States states, Diagnostics& diagnostics)
      : language_(language), states_(states), diagnostics_(diagnostics), pool_(*language.ots->pool) {}

  Elaborated run(const std::vector<Param>& params, const Syntax& s) {
    for (const Param& p : params) bind(p);
    equate(infer(s), known(bool_sort), s.where);
    Elaborated out;
    for (std::size_t i = 0; i < params.size(); ++i) out.params.push_back(scope_[i].var = variable(scope_[i]));
    std::vector<Term> quantified{{}};
    for (Bound& b : free_) {
      b.var = variable(b);
      quantified.push_back(pool_.var(b.var));
    }
    marked_ = states_ == States::Two && language_.older;
    quantified[0] = build(s);
    out.body = free_.empty() ? quantified[0] : pool_.make(Op::Forall, bool_sort, quantified);
    return out;
  }

 private:
  struct Bound {
    std::string name;
    std::size_t slot = 0;
    Span where;
    VarId var = 0;
    Term value = {};  // of a let
  };
  struct Slot {
    std::size_t parent;
    std::optional<SortId> sort;
  };

  [[noreturn]] void fail(const char* code, std::string message, Span where) {
    diagnostics_.error(code, std::move(message), where);
    throw Misread{};
  }

  // Sorts
  std::size_t fresh() {
    slots_.push_back({slots_.size(), {}});
    return slots_.size() - 1;
  }
  std::size_t known(SortId s) {
    slots_.push_back({slots_.size(), s});
    return slots_.size() - 1;
  }
  std::size_t find(std::size_t slot) const {
    while (slots_[slot].parent != slot) slot = slots_[slot].parent;
    return slot;
  }
  const std::string& sort_name(SortId s) const { return language_.ots->sorts[s].name; }
  void equate(std::size_t a, std::size_t b, Span where) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    const auto one = slots_[a].sort, other = slots_[b].sort;
    if (one && other && *one != *other)
      fail("pyv.sort",
           fmt::format("this is of sort `{}`, where one of sort `{}` should stand", sort_name(*one), sort_name(*other)),
           where);
    slots_[a].parent = b;
    if (!other) slots_[b].sort = one;
  }
  SortId sort_named(const Name& n) {
    const auto at = language_.sorts.find(n.text);
    if (at == language_.sorts.end()) fail("pyv.unknown-name", fmt::format("there is no sort `{}`", n.text), n.where);
    return at->second;
  }

  void bind(const Param& p) {
    scope_.push_back({p.name.text, p.sort.text.empty() ? fresh() : known(sort_named(p.sort)), p.name.where});
  }
  Bound* bound(const std::string& name) {
    for (std::size_t i = scope_.size(); i-- > 0;)
      if (scope_[i].name == name) return &scope_[i];
    for (Bound& b : free_)
      if (b.name == name) return &b;
    return nullptr;
  }
  VarId variable(const Bound& b) {
    const auto sort = slots_[find(b.slot)].sort;
    if (!sort)
      fail("pyv.sort", fmt::format("the sort of `{}` cannot be told from its use; write `{}: SORT`", b.name, b.name),
           b.where);
    return pool_.new_variable(b.name, *sort);
  }

  // The first pass.
  std::size_t infer(const Syntax& s) {
    switch (s.kind) {
      case Kind::Name: return infer_name(s);
      case Kind::Bool: return known(bool_sort);
      case Kind::Equal:
      case Kind::Unequal: equate(infer(*s.args[1]), infer(*s.args[0]), s.args[1]->where); return known(bool_sort);
      case Kind::If: {
        equate(infer(*s.args[0]), known(bool_sort), s.args[0]->where);
        const std::size_t yes = infer(*s.args[1]);
        equate(infer(*s.args[2]), yes, s.args[2]->where);
        return yes;
      }
      case Kind::Distinct: {
        const std::size_t one = fresh();
        for (const SyntaxPtr& a : s.args) equate(infer(*a), one, a->where);
        return known(bool_sort);
      }
      case Kind::After:
      case Kind::Before: return infer(*s.args[0]);
      case Kind::Forall:
      case Kind::Exists:
      case Kind::Let: return infer_binder(s);
      default:
        for (const SyntaxPtr& a : s.args) equate(infer(*a), known(bool_sort), a->where);
        return known(bool_sort);
    }
  }

  // The slots of what it binds are found again by the second pass.
  std::size_t infer_binder(const Syntax& s) {
    const bool let = s.kind == Kind::Let;
    const std::size_t value = let ? infer(*s.args[0]) : 0;
    for (const Param& p : s.params) {
      bind(p);
      slot_of_[&p] = scope_.back().slot;
    }
    if (let) equate(value, scope_.back().slot, s.args[0]->where);
    const std::size_t body = infer(*s.args.back());
    if (!let) equate(body, known(bool_sort), s.args.back()->where);
    scope_.resize(scope_.size() - s.params.size());
    return body;
  }

  std::size_t infer_name(const Syntax& s) {
    if (const Bound* b = s.args.empty() ? bound(s.word) : nullptr) return b->slot;
    if (const auto at = language_.observers.find(s.word); at != language_.observers.end()) {
      const auto& o = language_.ots->observers[at->second];
      infer_args(s, o.params);
      return known(o.sort);
    }
    if (const auto at = language_.macros.find(s.word); at != language_.macros.end()) {
      infer_args(s, at->second.params);
      return known(bool_sort);
    }
    if (!s.args.empty() || !std::isupper(static_cast<unsigned char>(s.word[0]))) unknown(s);
    free_.push_back({s.word, fresh(), s.where});
    return free_.back().slot;
  }

  [[noreturn]] void unknown(const Syntax& s) {
    std::vector<std::string_view> candidates;
    for (const auto& [name, o] : language_.observers) candidates.push_back(name);
    for (const auto& [name, m] : language_.macros) candidates.push_back(name);
    const std::string_view near = nearest_name(s.word, candidates);
    diagnostics_.error("pyv.unknown-name", fmt::format("there is nothing of the name `{}`", s.word), s.where).help =
        near.empty() ? "" : fmt::format("did you mean `{}`?", near);
    throw Misread{};
  }

  void infer_args(const Syntax& s, const std::vector<VarId>& params) {
    if (s.args.size() != params.size())
      fail("pyv.arity", fmt::format("`{}` takes {} arguments, here {} are given", s.word, params.size(), s.args.size()),
           s.where);
    for (std::size_t i = 0; i < params.size(); ++i)
      equate(infer(*s.args[i]), known(pool_.variable(params[i]).sort), s.args[i]->where);
  }

  // The second pass.
  Term build(const Syntax& s) {
    switch (s.kind) {
      case Kind::Name: return build_name(s);
      case Kind::Bool: return pool_.boolean(s.word == "true");
      case Kind::Not: return pool_.not_(build(*s.args[0]));
      case Kind::And: return pool_.all(all(s));
      case Kind::Or: return pool_.any(all(s));
      case Kind::Implies: return pool_.make(Op::Implies, bool_sort, all(s));
      case Kind::Iff:
      case Kind::Equal: return equation(s);
      case Kind::Unequal: return pool_.not_(equation(s));
      case Kind::If: {
        const std::vector<Term> parts = all(s);
        return pool_.ite(parts[0], parts[1], parts[2]);
      }
      case Kind::Distinct: return distinct(all(s));
      case Kind::After:
      case Kind::Before: return in_state(s);
      default: return build_binder(s);
    }
  }

  std::vector<Term> all(const Syntax& s) {
    std::vector<Term> out;
    for (const SyntaxPtr& a : s.args) out.push_back(build(*a));
    return out;
  }

  Term equation(const Syntax& s) {
    const std::vector<Term> sides = all(s);
    return pool_.eq(sides[0], sides[1]);
  }

  Term distinct(const std::vector<Term>& terms) {
    std::vector<Term> parts;
    for (std::size_t i = 0; i < terms.size(); ++i)
      for (std::size_t k = i + 1; k < terms.size(); ++k) parts.push_back(pool_.not_(pool_.eq(terms[i], terms[k])));
    return pool_.all(parts);
  }

  Term build_binder(const Syntax& s) {
    const bool let = s.kind == Kind::Let;
    std::vector<Term> parts{{}};
    const Term value = let ? build(*s.args[0]) : Term();
    for (const Param& p : s.params) {
      scope_.push_back({p.name.text, slot_of_.at(&p), p.name.where, 0, value});
      if (let) continue;
      scope_.back().var = variable(scope_.back());
      parts.push_back(pool_.var(scope_.back().var));
    }
    parts[0] = build(*s.args.back());
    scope_.resize(scope_.size() - s.params.size());
    if (let) return parts[0];
    return pool_.make(s.kind == Kind::Forall ? Op::Forall : Op::Exists, bool_sort, parts);
  }

  // new(e) and old(e).
  Term in_state(const Syntax& s) {
    const bool after = s.kind == Kind::After;
    if (states_ != States::Two)
      fail("pyv.states", fmt::format("`{}` compares two states; here there is one", after ? "new" : "old"), s.where);
    if (after != language_.older && marked_ == after)
      fail("pyv.unsupported", "only two states are compared: `new` within `new` would be a third", s.where);
    const bool before = std::exchange(marked_, after);
    const Term t = build(*s.args[0]);
    marked_ = before;
    return t;
  }

  Term build_name(const Syntax& s) {
    if (s.after && states_ != States::Two)
      fail("pyv.states", "a prime speaks of the state after a transition; here there is one state", s.where);
    const std::vector<Term> args = all(s);
    if (const Bound* b = s.args.empty() ? bound(s.word) : nullptr) return b->value ? b->value : pool_.var(b->var);
    const bool marked = marked_ || s.after;
    if (const auto at = language_.observers.find(s.word); at != language_.observers.end()) {
      const auto& o = language_.ots->observers[at->second];
      if (!o.rigid && states_ == States::Zero)
        fail("pyv.states", fmt::format("`{}` is mutable; here there is no state", s.word), s.where);
      return pool_.make(Op::Observe, o.sort, args, at->second, marked && !o.rigid ? 1 : 0);
    }
    const Macro& m = language_.macros.at(s.word);
    if (static_cast<int>(m.states) > static_cast<int>(states_))
      fail("pyv.states", fmt::format("`{}` speaks of more states than there are here", s.word), s.where);
    whynot::ots::Substitution by;
    for (std::size_t i = 0; i < args.size(); ++i) by[m.params[i]] = args[i];
    // The body first, so that arguments keep the state they are of.
    const auto body = marked && m.states != States::Two ? after(*language_.ots, m.body) : m.body;
    if (!body) fail("pyv.states", fmt::format("`{}` speaks of two states already", s.word), s.where);
    return substitute(pool_, with_fresh_variables(pool_, *body), by);
  }

  const Language& language_;
  States states_;
  Diagnostics& diagnostics_;
  whynot::ots::TermPool& pool_;
  std::vector<Slot> slots_;
  std::vector<Bound> scope_, free_;
  std::map<const Param*, std::size_t> slot_of_;
  bool marked_ = false;  // within what is said of the state after
};

}  // namespace

Elaborated elaborate(const Language& language, const std::vector<Param>& params, const Syntax& s, States states,
                     Diagnostics& diagnostics) {
  try {
    return Elaborator(language, states, diagnostics).run(params, s);
  } catch (const Misread&) {
    return {};
  }
}

}  // namespace whynot::front::pyv
