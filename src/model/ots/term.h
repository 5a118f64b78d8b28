// Terms of observational transition systems: typed, immutable, hash-consed nodes of a TermPool.  Equal handles
// mean equal terms.  They are kept apart from Expr because their world is another one: many user-defined sorts,
// constructors and selectors, collections, bound variables; and none of the words and temporal operators.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace whynot::ots {

using SortId = std::uint32_t;
using VarId = std::uint32_t;

enum class Op : std::uint8_t {
  Var,        // a: VarId
  Bool,       // a: 0 or 1
  Number,     // a: its value; of sort Nat or Int
  Element,    // a: index into Ots::elements
  Construct,  // a: index into Ots::constructors
  Observe,    // a: index into Ots::observers; arguments: the indexes
  Call,       // a: index into Ots::functions
  Not,
  And,
  Or,
  Implies,
  Ite,
  Eq,
  In,      // In: element, collection
  Select,  // a: constructor, b: field.  Undefined on terms of another constructor
  Is,      // a: constructor
  Empty,   // set, bag or list, by its sort
  Insert,
  Remove,  // set or bag, element.  Remove takes one occurrence away, if there is one
  Union,
  Difference,  // of two sets or bags
  Size,        // of a set, bag or list
  Count,       // element, bag: how often
  Cons,
  Head,
  Tail,
  Append,    // lists.  Head of the empty list is undefined, its Tail empty
  Constant,  // of sort map: the map that is the argument everywhere
  Get,
  Put,  // map, key; map, key, value
  Add,
  Sub,
  Lt,
  Le,  // Sub on Nat stops at 0
  Forall,
  Exists,  // body, then the bound Vars
};

struct TermNode {
  std::uint32_t id;
  Op op;
  SortId sort;
  std::int64_t a;
  std::uint32_t b;
  std::vector<const TermNode*> args;
};

class Term {
 public:
  Term() = default;
  explicit Term(const TermNode* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }

  std::uint32_t id() const { return node_->id; }
  Op op() const { return node_->op; }
  bool is(Op op) const { return node_->op == op; }
  SortId sort() const { return node_->sort; }
  std::int64_t a() const { return node_->a; }
  std::uint32_t b() const { return node_->b; }
  std::size_t arity() const { return node_->args.size(); }
  Term arg(std::size_t i) const { return Term(node_->args[i]); }
  VarId var() const { return static_cast<VarId>(node_->a); }  // REQUIRES is(Op::Var)
  bool is_true() const { return is(Op::Bool) && a() == 1; }
  bool is_false() const { return is(Op::Bool) && a() == 0; }

  friend bool operator==(Term, Term) = default;

 private:
  friend class TermPool;
  const TermNode* node_ = nullptr;
};

struct TermHash {
  std::size_t operator()(Term t) const { return t.id(); }
};

constexpr SortId bool_sort = 0, nat_sort = 1, int_sort = 2;  // the sorts that every specification has

struct Variable {
  std::string name;
  SortId sort = 0;
};

// Owns terms and variables of one specification.  Not thread-safe.  Building does not simplify.
class TermPool {
 public:
  Term make(Op, SortId, std::span<const Term> args, std::int64_t a = 0, std::uint32_t b = 0);
  Term make(Op op, SortId sort, std::initializer_list<Term> args, std::int64_t a = 0, std::uint32_t b = 0) {
    return make(op, sort, std::span<const Term>(args.begin(), args.size()), a, b);
  }
  VarId new_variable(std::string name, SortId);
  const Variable& variable(VarId v) const { return variables_[v]; }
  std::size_t variables() const { return variables_.size(); }

  Term var(VarId v) { return make(Op::Var, variables_[v].sort, {}, v); }
  Term boolean(bool b) { return make(Op::Bool, bool_sort, {}, b); }
  Term number(std::int64_t n, SortId sort = nat_sort) { return make(Op::Number, sort, {}, n); }
  Term not_(Term t) { return make(Op::Not, bool_sort, {t}); }
  Term eq(Term a, Term b) { return make(Op::Eq, bool_sort, {a, b}); }
  Term in(Term element, Term collection) { return make(Op::In, bool_sort, {element, collection}); }
  Term ite(Term c, Term a, Term b) { return make(Op::Ite, a.sort(), {c, a, b}); }
  Term all(std::span<const Term>);  // the conjunction; true when empty, the term itself when one
  Term any(std::span<const Term>);
  Term all(std::initializer_list<Term> ts) { return all(std::span<const Term>(ts.begin(), ts.size())); }
  Term any(std::initializer_list<Term> ts) { return any(std::span<const Term>(ts.begin(), ts.size())); }
  Term for_all(std::span<const VarId>, Term body);  // the body when of no variable

 private:
  struct Hash {
    std::size_t operator()(const TermNode*) const;
  };
  struct Same {
    bool operator()(const TermNode*, const TermNode*) const;
  };
  std::deque<TermNode> nodes_;
  std::unordered_set<const TermNode*, Hash, Same> index_;
  std::vector<Variable> variables_;
};

// Calls `visit` once for each subterm, arguments first.
void for_each_subterm(Term root, const std::function<void(Term)>& visit);

// Rebuilds bottom-up: `rule` is given each subterm with its arguments already rewritten and answers with what
// shall stand in its place.  Variables are unique, so that nothing is captured.
Term rewrite(TermPool&, Term root, const std::function<Term(Term)>& rule);

using Substitution = std::unordered_map<VarId, Term>;
Term substitute(TermPool&, Term root, const Substitution&);

// Free variables, each once, in order of first occurrence.
std::vector<VarId> free_variables(Term);
bool occurs(VarId, Term);

// The conjuncts of a formula after pushing negations inwards as far as conjunction reaches.
std::vector<Term> conjuncts(TermPool&, Term);

}  // namespace whynot::ots
