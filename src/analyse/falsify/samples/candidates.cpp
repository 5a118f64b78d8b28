// States are read as numbers, atoms evaluated row by row, clauses found by branching on the literals that a row leaves
// open to make it true.
#include "analyse/falsify/samples/candidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "analyse/falsify/samples/sampled_state.h"

namespace whynot::analyse::falsify {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;
using whynot::ots::TermPool;
using whynot::ots::VarId;

namespace {

constexpr std::size_t most_of_sort = 3;  // variables
constexpr std::size_t most_atoms = 60;   // of a template, without those that say that there is something
constexpr std::size_t most_existential = 60;
constexpr std::size_t most_rows = 12'000;
constexpr std::size_t most_clauses = 1'500;                          // of all templates
constexpr std::size_t most_branches = 300'000, most_found = 20'000;  // of one template

using Vars = std::vector<VarId>;
using Terms = std::vector<Term>;
using Row = std::vector<bool>;

struct Literal {
  Term atom;
  bool positive = true;
};

// The variables that templates take theirs from, so that equal clauses of two templates are equal terms.
class Variables {
 public:
  explicit Variables(const Ots& ots) : by_sort_(ots.sorts.size()) {
    for (SortId s = 0; s < ots.sorts.size(); ++s) {
      if (ots.sorts[s].kind != SortKind::Loose) continue;
      sorts_.push_back(s);
      const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(ots.sorts[s].name[0])));
      for (std::size_t i = 0; i <= most_of_sort; ++i)
        by_sort_[s].push_back(ots.pool->new_variable(std::string(1, first) + std::to_string(i + 1), s));
    }
  }
  const std::vector<SortId>& sorts() const { return sorts_; }
  VarId of(SortId s, std::size_t i) const { return by_sort_[s][i]; }
  VarId bound(SortId s) const { return by_sort_[s].back(); }  // for what there is

 private:
  std::vector<SortId> sorts_;
  std::vector<Vars> by_sort_;
};

// Atoms over some variables.
class Atoms {
 public:
  Atoms(const Ots& ots, const Vars& vars) : ots_(ots), pool_(*ots.pool), terms_(ots.sorts.size()) {
    for (VarId v : vars) terms_[pool_.variable(v).sort].push_back(pool_.var(v));
    for (const auto& s : ots.sorts)
      if (s.kind == SortKind::Free)
        for (std::uint32_t c : s.constructors) {
          const SortId id = ots.constructors[c].sort;
          if (ots.constructors[c].fields.empty()) constants_.push_back(pool_.make(Op::Construct, id, {}, c));
        }
    const std::vector<Terms> simple = terms_;
    for (std::uint32_t o = 0; o < ots.observers.size(); ++o)
      if (ots.observers[o].sort != bool_sort) each(o, simple, [&](Term t) { terms_[t.sort()].push_back(t); });
    for (Term c : constants_) terms_[c.sort()].push_back(c);
    relations(simple);
    equations();
  }
  Terms all() const { return atoms_; }

 private:
  // The observer at each index made of the terms.
  template <class Found>
  void each(std::uint32_t o, const std::vector<Terms>& from, const Found& found) {
    std::vector<Terms> rows{{}};
    for (VarId v : ots_.observers[o].params) {
      std::vector<Terms> longer;
      for (const Terms& row : rows)
        for (Term t : from[pool_.variable(v).sort]) {
          longer.push_back(row);
          longer.back().push_back(t);
        }
      rows = std::move(longer);
    }
    for (const Terms& row : rows) found(pool_.make(Op::Observe, ots_.observers[o].sort, row, o));
  }

  // Over variables alone first: where there are too many, those are kept.
  void relations(const std::vector<Terms>& simple) {
    for (const auto* from : {&simple, static_cast<const std::vector<Terms>*>(&terms_)})
      for (std::uint32_t o = 0; o < ots_.observers.size(); ++o)
        if (ots_.observers[o].sort == bool_sort) each(o, *from, [&](Term t) { add(t); });
  }

  void equations() {
    for (const Terms& of : terms_)
      for (std::size_t i = 0; i < of.size(); ++i)
        for (std::size_t k = i + 1; k < of.size(); ++k)
          if (of[i].is(Op::Observe) || of[k].is(Op::Observe)) add(pool_.eq(of[i], of[k]));
  }

  void add(Term t) {
    if (atoms_.size() < most_atoms && std::find(atoms_.begin(), atoms_.end(), t) == atoms_.end()) atoms_.push_back(t);
  }

  const Ots& ots_;
  TermPool& pool_;
  std::vector<Terms> terms_;  // by sort
  Terms constants_, atoms_;
};

bool is_about(Term t, VarId v) { return occurs(v, t); }

// That there is something of which one atom holds, or two, or which all things of a kind are in some relation to; or
// two things in some relation.
Terms existential_atoms(const Ots& ots, const Variables& variables, const Vars& vars) {
  TermPool& pool = *ots.pool;
  Terms out;
  const auto exists = [&](VarId y, Term body) {
    if (out.size() < most_existential) out.push_back(pool.make(Op::Exists, bool_sort, {body, pool.var(y)}));
  };
  for (SortId s : variables.sorts()) {
    const VarId y = variables.bound(s);
    Vars with = vars;
    with.push_back(y);
    Terms about;
    for (Term a : Atoms(ots, with).all())
      if (a.is(Op::Observe) && is_about(a, y)) about.push_back(a);
    for (Term a : about) exists(y, a);
    for (std::size_t i = 0; i < about.size(); ++i)
      for (std::size_t k = i + 1; k < about.size(); ++k)
        if (about[i].a() != about[k].a()) exists(y, pool.all({about[i], about[k]}));
    for (SortId other : variables.sorts()) {
      if (other == s) continue;
      const VarId z = variables.bound(other);
      Vars both = with;
      both.push_back(z);
      Terms left, right;
      for (Term a : Atoms(ots, both).all()) {
        if (!a.is(Op::Observe) || !is_about(a, z)) continue;
        (is_about(a, y) ? left : right).push_back(a);
      }
      for (Term l : left)
        if (s < other && out.size() < most_existential)
          out.push_back(pool.make(Op::Exists, bool_sort, {l, pool.var(y), pool.var(z)}));
      for (Term l : left)
        for (Term r : right)
          if (l.arity() == 2)
            exists(y, pool.make(Op::Forall, bool_sort, {pool.make(Op::Implies, bool_sort, {l, r}), pool.var(z)}));
    }
  }
  return out;
}

class Template {
 public:
  Template(const Ots& ots, const Variables& variables, Vars vars, const CandidateShape& shape)
      : pool_(*ots.pool), vars_(std::move(vars)), shape_(shape), atoms_(Atoms(ots, vars_).all()) {
    positive_from_ = atoms_.size();
    if (shape.exists)
      for (Term t : existential_atoms(ots, variables, vars_)) atoms_.push_back(t);
  }

  void add(const SampledStates& states) {
    std::vector<std::vector<std::uint8_t>> choices{{}};
    for (std::size_t i = 0; i < vars_.size(); ++i) {
      std::vector<std::vector<std::uint8_t>> longer;
      const std::size_t size = states.values(pool_.variable(vars_[i]).sort);
      for (const auto& row : choices)
        for (std::size_t v = 0; v < size; ++v) {
          bool apart = true;
          for (std::size_t k = 0; k < i; ++k)
            apart = apart && !(row[k] == v && pool_.variable(vars_[k]).sort == pool_.variable(vars_[i]).sort);
          if (!apart) continue;
          longer.push_back(row);
          longer.back().push_back(static_cast<std::uint8_t>(v));
        }
      choices = std::move(longer);
    }
    for (std::size_t s = 0; s < states.size() && rows_.size() < most_rows; ++s)
      for (const auto& choice : choices) {
        for (std::size_t i = 0; i < vars_.size(); ++i) states.bind(vars_[i], choice[i]);
        Row row(atoms_.size());
        for (std::size_t a = 0; a < atoms_.size(); ++a) row[a] = states.evaluate(atoms_[a], s) != 0;
        rows_.insert(std::move(row));
      }
  }

  // Calls `found` with each minimal clause.
  template <class Found>
  void clauses(const Found& found, Context& context) {
    if (rows_.empty()) return;
    make_literals();
    std::vector<std::uint64_t> open((rows_.size() + 63) / 64, ~std::uint64_t{0});
    if (rows_.size() % 64) open.back() = (std::uint64_t{1} << (rows_.size() % 64)) - 1;
    std::vector<std::size_t> clause;
    branch(open, clause, context);
    for (const auto& c : found_)
      if (is_minimal(c)) {
        std::vector<Literal> literals;
        literals.reserve(c.size());
        for (std::size_t l : c) literals.push_back(literals_[l]);
        found(literals);
      }
    for (const auto& [a, b] : same_) {
      found(std::vector<Literal>{{atoms_[a], false}, {atoms_[b.first], b.second}});
      found(std::vector<Literal>{{atoms_[a], true}, {atoms_[b.first], !b.second}});
    }
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  // Of atoms that agree in all rows, or disagree in all, the first stands for the others.
  void make_literals() {
    std::map<Bits, std::size_t> known;
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      Bits yes((rows_.size() + 63) / 64), no = yes;
      std::size_t r = 0;
      for (const Row& row : rows_) {
        (row[a] ? yes : no)[r / 64] |= std::uint64_t{1} << (r % 64);
        ++r;
      }
      const bool usual = a < positive_from_;
      const auto as = known.find(yes), opposite = known.find(no);
      if (usual && as != known.end()) {
        same_.push_back({as->second, {a, true}});
        continue;
      }
      if (usual && opposite != known.end()) {
        same_.push_back({opposite->second, {a, false}});
        continue;
      }
      if (usual) known[yes] = a;
      add_literal({atoms_[a], true}, yes);
      if (usual) add_literal({atoms_[a], false}, no);
    }
  }
  void add_literal(Literal l, Bits bits) {
    if (std::all_of(bits.begin(), bits.end(), [](std::uint64_t w) { return w == 0; })) return;
    literals_.push_back(l);
    bits_.push_back(std::move(bits));
  }

  void branch(const Bits& open, std::vector<std::size_t>& clause, Context& context) {
    std::size_t word = 0;
    while (word < open.size() && open[word] == 0) ++word;
    if (word == open.size()) {
      std::vector<std::size_t> sorted = clause;
      std::sort(sorted.begin(), sorted.end());
      found_.insert(std::move(sorted));
      return;
    }
    if (clause.size() == shape_.literals || found_.size() >= most_found || ++branches_ > most_branches) return;
    if (branches_ % 1024 == 0 && context.should_stop()) return;
    const std::uint64_t bit = open[word] & (~open[word] + 1);
    for (std::size_t l = 0; l < literals_.size(); ++l) {
      if (!(bits_[l][word] & bit)) continue;
      Bits rest = open;
      for (std::size_t w = word; w < rest.size(); ++w) rest[w] &= ~bits_[l][w];
      clause.push_back(l);
      branch(rest, clause, context);
      clause.pop_back();
    }
  }

  bool is_minimal(const std::vector<std::size_t>& clause) const {
    for (std::size_t without : clause) {
      if (clause.size() == 1) return true;
      std::vector<std::size_t> rest;
      for (std::size_t l : clause)
        if (l != without) rest.push_back(l);
      if (found_.count(rest)) return false;
      // A part of it that is a clause already, of more than one literal less.
      for (std::size_t l : rest)
        if (found_.count({l})) return false;
    }
    return true;
  }

  TermPool& pool_;
  Vars vars_;
  CandidateShape shape_;
  Terms atoms_;
  std::size_t positive_from_ = 0;  // atoms that are not negated
  std::set<Row> rows_;
  std::vector<Literal> literals_;
  std::vector<Bits> bits_;  // by literal: the rows in which it is true
  std::set<std::vector<std::size_t>> found_;
  std::vector<std::pair<std::size_t, std::pair<std::size_t, bool>>> same_;
  std::size_t branches_ = 0;
};

// Clauses as predicates, each once whatever its variables are called.
class Collected {
 public:
  Collected(const Ots& ots, const Variables& variables) : ots_(ots), pool_(*ots.pool), variables_(variables) {}

  void add(const std::vector<Literal>& clause) {
    if (out_.size() >= most_clauses) return;
    bool rigid = true;
    Terms literals;
    for (const Literal& l : clause) {
      literals.push_back(l.positive ? l.atom : pool_.not_(l.atom));
      for_each_subterm(l.atom, [&](Term t) {
        rigid = rigid && !(t.is(Op::Observe) && !ots_.observers[static_cast<std::size_t>(t.a())].rigid);
      });
    }
    const Vars used = free_variables(pool_.any(literals));
    if (rigid || !known_.insert(least_form(literals, used)).second) return;
    for (std::size_t i = 0; i < used.size(); ++i)
      for (std::size_t k = i + 1; k < used.size(); ++k)
        if (pool_.variable(used[i]).sort == pool_.variable(used[k]).sort)
          literals.push_back(pool_.eq(pool_.var(used[i]), pool_.var(used[k])));
    out_.push_back({"", used, pool_.any(literals)});
  }
  std::vector<Predicate> take() { return std::move(out_); }

 private:
  using Form = std::vector<std::uint32_t>;

  // The least of the forms that renaming its variables gives it.
  Form least_form(const Terms& literals, const Vars& used) {
    std::vector<Vars> groups;
    for (SortId s : variables_.sorts()) {
      Vars group;
      for (VarId v : used)
        if (pool_.variable(v).sort == s) group.push_back(v);
      if (!group.empty()) groups.push_back(std::move(group));
    }
    Form least;
    rename(literals, groups, 0, {}, least);
    return least;
  }
  void rename(const Terms& literals, const std::vector<Vars>& groups, std::size_t at,
              const whynot::ots::Substitution& by, Form& least) {
    if (at == groups.size()) {
      Form form;
      for (Term l : literals) form.push_back(oriented(substitute(pool_, l, by)).id());
      std::sort(form.begin(), form.end());
      if (least.empty() || form < least) least = std::move(form);
      return;
    }
    const Vars& group = groups[at];
    std::vector<std::size_t> order(group.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    do {
      whynot::ots::Substitution with = by;
      for (std::size_t i = 0; i < group.size(); ++i)
        with[group[i]] = pool_.var(variables_.of(pool_.variable(group[i]).sort, order[i]));
      rename(literals, groups, at + 1, with, least);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  Term oriented(Term root) {
    return rewrite(pool_, root, [&](Term t) {
      return t.is(Op::Eq) && t.arg(1).id() < t.arg(0).id() ? pool_.eq(t.arg(1), t.arg(0)) : t;
    });
  }

  const Ots& ots_;
  TermPool& pool_;
  const Variables& variables_;
  std::set<Form> known_;
  std::vector<Predicate> out_;
};

// All ways to have so many variables in all, few of each sort.
void each_template(const Variables& variables, std::size_t at, std::size_t left, Vars& so_far,
                   const std::function<void(const Vars&)>& visit) {
  if (at == variables.sorts().size()) {
    if (left == 0) visit(so_far);
    return;
  }
  const std::size_t before = so_far.size();
  for (std::size_t n = 0; n <= std::min(left, most_of_sort); ++n) {
    if (n > 0) so_far.push_back(variables.of(variables.sorts()[at], n - 1));
    each_template(variables, at + 1, left - n, so_far, visit);
  }
  so_far.resize(before);
}

}  // namespace

std::vector<Predicate> candidate_clauses(const Ots& ots, std::span<const Samples> samples, const CandidateShape& shape,
                                         Context& context) {
  const Variables variables(ots);
  std::vector<SampledStates> states;
  for (const Samples& s : samples) {
    states.emplace_back(ots, s);
    if (!states.back().readable()) return {};
  }
  Collected collected(ots, variables);
  const std::size_t most = std::min(shape.variables, variables.sorts().size() * most_of_sort);
  Vars none;
  each_template(variables, 0, most, none, [&](const Vars& vars) {
    if (context.should_stop()) return;
    Template here(ots, variables, vars, shape);
    for (const SampledStates& s : states) here.add(s);
    here.clauses([&](const std::vector<Literal>& clause) { collected.add(clause); }, context);
  });
  return collected.take();
}

}  // namespace whynot::analyse::falsify
