// The formula is taken apart as far as conjunction, universal quantifiers and conditions about the state before reach.
// Pieces are guards (of the state before), definitions (what an observer shows at some indexes) and the rest.  Choices
// of the formula outside of all quantifiers become parameters.  An observer shows what its definitions say; where there
// is none it is open, and a parameter says what it shows.  The rest is then a condition on the state before: what it
// says of the state after is written out.
#include "front/pyv/relational.h"

#include <algorithm>
#include <map>

#include "front/pyv/elaborate.h"
#include "model/ots/rename.h"

namespace whynot::front::pyv {
namespace {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Substitution;
using whynot::ots::TermPool;
using whynot::ots::Transition;
using Vars = std::vector<VarId>;
using Terms = std::vector<Term>;

constexpr std::size_t most_atoms = 12;  // of a propositional question

// Whether the formula is true whatever its atoms are.
class Propositional {
 public:
  explicit Propositional(TermPool& pool) : pool_(pool) {}

  bool is_valid(Term f) {
    atoms_.clear();
    if (!collect(f)) return false;
    for (std::size_t row = 0; row < (std::size_t{1} << atoms_.size()); ++row)
      if (!evaluate(f, row)) return false;
    return true;
  }

 private:
  static bool is_connective(Term t) {
    return t.is(Op::Not) || t.is(Op::And) || t.is(Op::Or) || t.is(Op::Implies) ||
           (t.is(Op::Ite) && t.sort() == bool_sort) || (t.is(Op::Eq) && t.arg(0).sort() == bool_sort);
  }
  Term oriented(Term t) const {
    return t.is(Op::Eq) && t.arg(1).id() < t.arg(0).id() ? pool_.eq(t.arg(1), t.arg(0)) : t;
  }
  bool collect(Term t) {
    if (t.is(Op::Bool)) return true;
    if (!is_connective(t)) {
      const Term atom = oriented(t);
      if (std::find(atoms_.begin(), atoms_.end(), atom) == atoms_.end()) atoms_.push_back(atom);
      return atoms_.size() <= most_atoms;
    }
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (!collect(t.arg(i))) return false;
    return true;
  }
  bool evaluate(Term t, std::size_t row) const {
    const auto part = [&](std::size_t i) { return evaluate(t.arg(i), row); };
    if (t.is(Op::Bool)) return t.is_true();
    if (!is_connective(t)) {
      const auto at = std::find(atoms_.begin(), atoms_.end(), oriented(t)) - atoms_.begin();
      return (row >> at) & 1;
    }
    switch (t.op()) {
      case Op::Not: return !part(0);
      case Op::Implies: return !part(0) || part(1);
      case Op::Eq: return part(0) == part(1);
      case Op::Ite: return part(part(0) ? 1 : 2);
      default: break;
    }
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (part(i) == t.is(Op::Or)) return t.is(Op::Or);
    return t.is(Op::And);
  }

  TermPool& pool_;
  Terms atoms_;
};

class Maker {
 public:
  Maker(Ots& ots, const std::vector<std::uint32_t>& modified, Transition& transition)
      : ots_(ots), pool_(*ots.pool), modified_(modified), transition_(transition), propositional_(pool_) {}

  void run(Term formula) {
    split(unmark_others(formula), {});
    std::map<std::uint32_t, Term> values;  // over `index_`
    for (const std::uint32_t o : modified_) values[o] = define(o);
    for (Term rest : rest_) guards_.push_back(written_out(rest, values));
    transition_.guard = pool_.all(guards_);
    for (const auto& [o, value] : values) {
      Terms at;
      for (VarId v : index_of(o)) at.push_back(pool_.var(v));
      transition_.updates.push_back({o, at, value, index_of(o)});
    }
  }

 private:
  // Where a piece stands: for all values of these, under these conditions about the state before.
  struct Context {
    Vars vars;
    Terms conditions;
    Context with(Term condition) const {
      Context out = *this;
      out.conditions.push_back(condition);
      return out;
    }
  };
  struct Definition {  // over the indexes of its observer
    Term where, value;
  };

  bool is_modified(Term t) const {
    return std::find(modified_.begin(), modified_.end(), static_cast<std::uint32_t>(t.a())) != modified_.end();
  }
  Terms args_of(Term t) const {
    Terms args;
    for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(t.arg(i));
    return args;
  }
  // What nobody modifies shows the same after as before.
  Term unmark_others(Term formula) const {
    return rewrite(pool_, formula, [&](Term t) {
      if (!t.is(Op::Observe) || t.b() == 0 || is_modified(t)) return t;
      return pool_.make(Op::Observe, t.sort(), args_of(t), t.a());
    });
  }

  Term closed(const Context& at, Term f) const {
    Term body = at.conditions.empty() ? f : pool_.make(Op::Implies, bool_sort, {pool_.all(at.conditions), f});
    const Vars free = free_variables(body);
    Terms parts{body};
    for (VarId v : at.vars)
      if (std::find(free.begin(), free.end(), v) != free.end()) parts.push_back(pool_.var(v));
    return parts.size() == 1 ? body : pool_.make(Op::Forall, bool_sort, parts);
  }
  void leave(const Context& at, Term f) { rest_.push_back(closed(at, f)); }

  // Taking apart
  void split(Term f, const Context& at) {
    if (!speaks_of_after(f)) return guards_.push_back(closed(at, f));
    switch (f.op()) {
      case Op::And:
        for (std::size_t i = 0; i < f.arity(); ++i) split(f.arg(i), at);
        return;
      case Op::Or: return split_or(args_of(f), at);
      case Op::Implies: return split_or({pool_.not_(f.arg(0)), f.arg(1)}, at);
      case Op::Not: return split_not(f, at);
      case Op::Forall:
      case Op::Exists: return split_quantifier(f, at);
      case Op::Ite:
        if (speaks_of_after(f.arg(0))) return leave(at, f);
        split(f.arg(1), at.with(f.arg(0)));
        return split(f.arg(2), at.with(pool_.not_(f.arg(0))));
      case Op::Eq: return split_equation(f, at);
      case Op::Observe: return define(f, pool_.boolean(true), f, at);
      default: return leave(at, f);
    }
  }

  // One of them holds.  What is known of the state before is a condition of the others.
  void split_or(const Terms& parts, Context at) {
    Terms open;
    for (Term p : parts) {
      if (speaks_of_after(p))
        open.push_back(p);
      else
        at.conditions.push_back(p.is(Op::Not) ? p.arg(0) : pool_.not_(p));
    }
    if (open.size() == 1) return split(open[0], at);
    if (!at.vars.empty()) return leave(at, pool_.any(open));
    for (std::size_t i = 0; i + 1 < open.size(); ++i) {
      const Term chosen = choice("way", bool_sort);
      split(open[i], at.with(chosen));
      at.conditions.push_back(pool_.not_(chosen));
    }
    split(open.back(), at);
  }

  void split_not(Term f, const Context& at) {
    const Term t = f.arg(0);
    const auto negated = [&](std::size_t i) { return pool_.not_(t.arg(i)); };
    switch (t.op()) {
      case Op::Not: return split(t.arg(0), at);
      case Op::Or:
        for (std::size_t i = 0; i < t.arity(); ++i) split(negated(i), at);
        return;
      case Op::And: {
        Terms parts;
        for (std::size_t i = 0; i < t.arity(); ++i) parts.push_back(negated(i));
        return split_or(parts, at);
      }
      case Op::Implies: split(t.arg(0), at); return split(negated(1), at);
      case Op::Forall:
      case Op::Exists: {
        Terms parts = args_of(t);
        parts[0] = pool_.not_(parts[0]);
        return split(pool_.make(t.is(Op::Forall) ? Op::Exists : Op::Forall, bool_sort, parts), at);
      }
      case Op::Ite: return split(pool_.ite(t.arg(0), negated(1), negated(2)), at);
      case Op::Eq:
        if (t.arg(0).sort() != bool_sort) return leave(at, f);
        return split(pool_.eq(t.arg(0), negated(1)), at);
      case Op::Observe: return define(t, pool_.boolean(false), f, at);
      default: return leave(at, f);
    }
  }

  void split_quantifier(Term f, const Context& at) {
    Context inside = at;
    if (f.is(Op::Forall)) {
      for (std::size_t i = 1; i < f.arity(); ++i) inside.vars.push_back(f.arg(i).var());
      return split(f.arg(0), inside);
    }
    if (!at.vars.empty()) return leave(at, f);
    Substitution by;
    for (std::size_t i = 1; i < f.arity(); ++i)
      by[f.arg(i).var()] = choice(pool_.variable(f.arg(i).var()).name, f.arg(i).sort());
    split(substitute(pool_, f.arg(0), by), at);
  }

  // `new(f(x)) = e`, either way round; a negated side of truth values is the other one negated.
  void split_equation(Term f, const Context& at) {
    for (const std::size_t side : {0u, 1u}) {
      Term observed = f.arg(side), value = f.arg(1 - side);
      while (observed.is(Op::Not)) {
        observed = observed.arg(0);
        value = pool_.not_(value);
      }
      if (observed.is(Op::Observe) && observed.b() == 1 && !speaks_of_after(value))
        return define(observed, value, f, at);
    }
    leave(at, f);
  }

  // The piece as a definition, where its variables are all indexes; else it is left.
  void define(Term observed, Term value, Term f, const Context& at) {
    const auto o = static_cast<std::uint32_t>(observed.a());
    Substitution by;
    Terms where;
    for (std::size_t i = 0; i < observed.arity(); ++i) {
      const Term arg = observed.arg(i), index = pool_.var(index_of(o)[i]);
      if (speaks_of_after(arg)) return leave(at, f);
      const bool is_bound = arg.is(Op::Var) && std::find(at.vars.begin(), at.vars.end(), arg.var()) != at.vars.end();
      if (is_bound && !by.count(arg.var()))
        by[arg.var()] = index;
      else
        where.push_back(pool_.eq(index, arg));
    }
    for (Term& w : where) w = substitute(pool_, w, by);
    for (Term c : at.conditions) where.push_back(substitute(pool_, c, by));
    Definition d{pool_.all(where), substitute(pool_, value, by)};
    Terms some{d.where};
    for (VarId v : at.vars) {
      if (by.count(v)) continue;
      if (occurs(v, d.value)) return leave(at, f);
      if (occurs(v, d.where)) some.push_back(pool_.var(v));
    }
    if (some.size() > 1) d.where = pool_.make(Op::Exists, bool_sort, some);
    definitions_[o].push_back(d);
  }

  // Putting together
  const Vars& index_of(std::uint32_t o) {
    const auto [at, added] = index_.try_emplace(o);
    if (added)
      for (VarId v : ots_.observers[o].params)
        at->second.push_back(pool_.new_variable(pool_.variable(v).name, pool_.variable(v).sort));
    return at->second;
  }

  Term choice(const std::string& name, SortId sort) {
    const VarId v = pool_.new_variable(name, sort);
    transition_.params.push_back(v);
    ++transition_.choices;
    return pool_.var(v);
  }

  // What the observer shows after, over its indexes.
  Term define(std::uint32_t o) {
    std::vector<Definition>& all = definitions_[o];
    Terms where;
    for (const Definition& d : all) where.push_back(d.where);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t k = i + 1; k < all.size(); ++k) agree(o, all[i], all[k]);
    const bool covered = !all.empty() && propositional_.is_valid(pool_.any(where));
    Term value = covered ? all.back().value : open(o, where);
    for (std::size_t i = all.size() - (covered ? 1 : 0); i-- > 0;) value = pool_.ite(all[i].where, all[i].value, value);
    return value;
  }

  // Two definitions say the same where both apply.
  void agree(std::uint32_t o, const Definition& a, const Definition& b) {
    const Term both = pool_.all({a.where, b.where});
    if (a.value == b.value || propositional_.is_valid(pool_.not_(both))) return;
    Term claim = pool_.make(Op::Implies, bool_sort, {both, pool_.eq(a.value, b.value)});
    Terms parts{claim};
    const Substitution by = equal_to(conjuncts(pool_, both), index_of(o));
    parts[0] = substitute(pool_, claim, by);
    for (VarId v : index_of(o))
      if (!by.count(v)) parts.push_back(pool_.var(v));
    guards_.push_back(parts.size() == 1 ? parts[0] : pool_.make(Op::Forall, bool_sort, parts));
  }

  // Those indexes that one of the conditions says to be something else than an index.
  Substitution equal_to(const Terms& conditions, const Vars& index) const {
    Substitution by;
    for (Term c : conditions) {
      if (!c.is(Op::Eq)) continue;
      for (const std::size_t side : {0u, 1u}) {
        const Term x = c.arg(side), t = c.arg(1 - side);
        const bool is_index = x.is(Op::Var) && std::find(index.begin(), index.end(), x.var()) != index.end();
        const Vars free = free_variables(t);
        const bool apart = std::none_of(
            free.begin(), free.end(), [&](VarId v) { return std::find(index.begin(), index.end(), v) != index.end(); });
        if (is_index && apart) by.emplace(x.var(), t);
      }
    }
    return by;
  }

  // What nothing defines: one value, where that is all, else one for each index.
  Term open(std::uint32_t o, const Terms& where) {
    const auto& observer = ots_.observers[o];
    const Vars& index = index_of(o);
    const Terms outside = conjuncts(pool_, pool_.not_(pool_.any(where)));
    if (equal_to(outside, index).size() == index.size()) return choice("next_" + observer.name, observer.sort);
    SortId sort = observer.sort;
    std::vector<SortId> sorts(index.size());
    for (std::size_t i = index.size(); i-- > 0;) sorts[i] = sort = listed_map(pool_.variable(index[i]).sort, sort);
    Term shown = choice("next_" + observer.name, sort);
    for (VarId v : index) shown = pool_.make(Op::Get, ots_.sorts[shown.sort()].element, {shown, pool_.var(v)});
    return shown;
  }

  SortId listed_map(SortId key, SortId element) {
    for (SortId s = 0; s < ots_.sorts.size(); ++s)
      if (ots_.sorts[s].listed && ots_.sorts[s].key == key && ots_.sorts[s].element == element) return s;
    whynot::ots::Sort sort;
    sort.kind = whynot::ots::SortKind::Map;
    sort.element = element;
    sort.key = key;
    sort.name = "map " + ots_.sorts[key].name + " " + ots_.sorts[element].name;
    sort.listed = true;
    ots_.sorts.push_back(std::move(sort));
    return static_cast<SortId>(ots_.sorts.size() - 1);
  }

  Term written_out(Term f, const std::map<std::uint32_t, Term>& values) {
    return rewrite(pool_, f, [&](Term t) {
      if (!t.is(Op::Observe) || t.b() == 0) return t;
      const auto o = static_cast<std::uint32_t>(t.a());
      Substitution by;
      for (std::size_t i = 0; i < t.arity(); ++i) by[index_of(o)[i]] = t.arg(i);
      return substitute_apart(pool_, values.at(o), by);
    });
  }

  Ots& ots_;
  TermPool& pool_;
  const std::vector<std::uint32_t>& modified_;
  Transition& transition_;
  Propositional propositional_;
  Terms guards_, rest_;
  std::map<std::uint32_t, std::vector<Definition>> definitions_;
  std::map<std::uint32_t, Vars> index_;
};

}  // namespace

void make_executable(Ots& ots, Term formula, const std::vector<std::uint32_t>& modified, Transition& transition) {
  Maker(ots, modified, transition).run(formula);
}

}  // namespace whynot::front::pyv
