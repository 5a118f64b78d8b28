// Hash-consing of terms, and substitution with a table of what was replaced.
#include "model/ots/term.h"

#include <algorithm>

namespace whynot::ots {

std::size_t TermPool::Hash::operator()(const TermNode* n) const {
  std::size_t h = static_cast<std::size_t>(n->op) * 0x9e3779b97f4a7c15u ^ n->sort;
  h = (h ^ static_cast<std::size_t>(n->a)) * 0xff51afd7ed558ccdu + n->b;
  for (const TermNode* arg : n->args) h = (h ^ (h >> 29) ^ arg->id) * 0xbf58476d1ce4e5b9u;
  return h ^ (h >> 32);
}

bool TermPool::Same::operator()(const TermNode* x, const TermNode* y) const {
  return x->op == y->op && x->sort == y->sort && x->a == y->a && x->b == y->b && x->args == y->args;
}

Term TermPool::make(Op op, SortId sort, std::span<const Term> args, std::int64_t a, std::uint32_t b) {
  TermNode node{static_cast<std::uint32_t>(nodes_.size()), op, sort, a, b, {}};
  node.args.reserve(args.size());
  for (Term t : args) node.args.push_back(t.node_);
  if (const auto found = index_.find(&node); found != index_.end()) return Term(*found);
  nodes_.push_back(std::move(node));
  index_.insert(&nodes_.back());
  return Term(&nodes_.back());
}

VarId TermPool::new_variable(std::string name, SortId sort) {
  variables_.push_back({std::move(name), sort});
  return static_cast<VarId>(variables_.size() - 1);
}

Term TermPool::all(std::span<const Term> terms) {
  if (terms.empty()) return boolean(true);
  return terms.size() == 1 ? terms[0] : make(Op::And, bool_sort, terms);
}

Term TermPool::any(std::span<const Term> terms) {
  if (terms.empty()) return boolean(false);
  return terms.size() == 1 ? terms[0] : make(Op::Or, bool_sort, terms);
}

Term TermPool::for_all(std::span<const VarId> variables, Term body) {
  std::vector<Term> args{body};
  for (const VarId v : variables) args.push_back(var(v));
  return variables.empty() ? body : make(Op::Forall, bool_sort, args);
}

void for_each_subterm(Term root, const std::function<void(Term)>& visit) {
  std::unordered_set<std::uint32_t> done;
  std::vector<std::pair<Term, std::size_t>> stack{{root, 0}};
  while (!stack.empty()) {
    auto& [t, next] = stack.back();
    if (next == 0 && done.count(t.id())) {
      stack.pop_back();
    } else if (next < t.arity()) {
      stack.emplace_back(t.arg(next++), 0);
    } else {
      const Term finished = t;
      stack.pop_back();
      if (done.insert(finished.id()).second) visit(finished);
    }
  }
}

Term rewrite(TermPool& pool, Term root, const std::function<Term(Term)>& rule) {
  std::unordered_map<std::uint32_t, Term> made;
  for_each_subterm(root, [&](Term t) {
    std::vector<Term> args;
    bool same = true;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      // Bound variables are declared, not used, in a quantifier's tail: they stay.
      const bool binder = (t.is(Op::Forall) || t.is(Op::Exists)) && i > 0;
      args.push_back(binder ? t.arg(i) : made.at(t.arg(i).id()));
      same = same && args.back() == t.arg(i);
    }
    made[t.id()] = rule(same ? t : pool.make(t.op(), t.sort(), args, t.a(), t.b()));
  });
  return made.at(root.id());
}

Term substitute(TermPool& pool, Term root, const Substitution& by) {
  if (by.empty()) return root;
  return rewrite(pool, root, [&](Term t) {
    if (!t.is(Op::Var)) return t;
    const auto found = by.find(t.var());
    return found == by.end() ? t : found->second;
  });
}

std::vector<VarId> free_variables(Term root) {
  std::vector<VarId> found, bound;
  for_each_subterm(root, [&](Term t) {
    if (t.is(Op::Var)) found.push_back(t.var());
    if (t.is(Op::Forall) || t.is(Op::Exists))
      for (std::size_t i = 1; i < t.arity(); ++i) bound.push_back(t.arg(i).var());
  });
  std::erase_if(found, [&](VarId v) { return std::find(bound.begin(), bound.end(), v) != bound.end(); });
  return found;
}

bool occurs(VarId v, Term root) {
  bool found = false;
  for_each_subterm(root, [&](Term t) { found = found || (t.is(Op::Var) && t.var() == v); });
  return found;
}

std::vector<Term> conjuncts(TermPool& pool, Term root) {
  std::vector<Term> out;
  std::vector<std::pair<Term, bool>> todo{{root, true}};
  while (!todo.empty()) {
    const auto [t, positive] = todo.back();
    todo.pop_back();
    const auto push_all = [&, p = positive](Term of) {
      for (std::size_t i = of.arity(); i-- > 0;) todo.emplace_back(of.arg(i), p);
    };
    if (t.is(Op::Not)) {
      todo.emplace_back(t.arg(0), !positive);
    } else if (t.is(Op::And) == positive && (t.is(Op::And) || t.is(Op::Or))) {
      push_all(t);
    } else if (t.is(Op::Implies) && !positive) {
      todo.emplace_back(t.arg(1), false);
      todo.emplace_back(t.arg(0), true);
    } else if (!(t.is_true() && positive) && !(t.is_false() && !positive)) {
      out.push_back(positive ? t : pool.not_(t));
    }
  }
  return out;
}

}  // namespace whynot::ots
