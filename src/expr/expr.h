// Expressions: immutable, typed, hash-consed nodes of an ExprPool.  Equal handles mean equal expressions,
// and every node has a dense id, so that passes keep their results in plain vectors.
//
// Building does not simplify.  What the user wrote is what the Stepper evaluates; simplification belongs
// to `rewrite` and to the encoders, which are checked against the Stepper.
//
// Expressions are DAGs that may be very deep (a chain of DEFINEs): walk them with for_each_postorder,
// never by recursion.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/type.h"
#include "expr/value.h"

namespace whynot {

enum class Op : std::uint8_t {
  Constant,
  Variable,
  Next,  // of a Variable only: front ends push `next` down to the leaves
  At,    // of a Variable: its value at the position with number a()
  // Boolean, or bitwise on words
  Not,
  And,
  Or,
  Xor,
  Iff,
  Implies,
  Ite,  // condition, then, else
  Eq,
  Lt,
  Le,
  Neg,
  Add,
  Sub,
  Mul,
  Div,
  Mod,  // integers (division truncates towards zero) or words
  Shl,
  Shr,  // word by integer or unsigned word; Shr is arithmetic on signed words
  Concat,
  Extract,  // Extract: bits a() down to b()
  Extend,   // by a() bits: sign or zero
  Resize,   // to a() bits
  ToSigned,
  ToUnsigned,
  WordOfBool,
  BoolOfWord,
  ToInt,
  // Sets of values: the right-hand sides of nondeterministic assignments, and of `in`
  SetOf,     // its elements
  Interval,  // lo..hi, two constants
  Union,
  In,
  // LTL; F G U V and O H S T may be bounded by [a(), b()], see is_bounded
  X,
  F,
  G,
  U,
  V,
  Y,
  Z,
  O,
  H,
  S,
  T,
  // CTL, and RTCTL with bounds a()..b()
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  EU,
  AU,
};
constexpr std::size_t op_count = static_cast<std::size_t>(Op::AU) + 1;

// "And", "EX": for messages and dumps of ours; the printer writes SMV.
std::string_view op_name(Op);

class Expr;

struct ExprNode {
  std::uint32_t id;
  Op op;
  std::uint32_t arity;
  Type type;
  std::uint64_t a, b;  // Constant, Variable: index into the pool's tables
  const ExprNode* const* args;
  std::uint64_t ops;  // those that occur in it, itself included: one bit each
};
static_assert(op_count <= 64);

class Expr {
 public:
  Expr() = default;
  explicit Expr(const ExprNode* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }

  std::uint32_t id() const { return node_->id; }
  Op op() const { return node_->op; }
  bool is(Op op) const { return node_->op == op; }
  Type type() const { return node_->type; }
  std::size_t arity() const { return node_->arity; }
  Expr arg(std::size_t i) const { return Expr(node_->args[i]); }
  std::uint64_t a() const { return node_->a; }
  std::uint64_t b() const { return node_->b; }

  const ExprNode* node() const { return node_; }

  friend bool operator==(Expr, Expr) = default;

 private:
  const ExprNode* node_ = nullptr;
};

struct ExprHash {
  std::size_t operator()(Expr e) const { return e.id(); }
};

constexpr std::uint64_t no_bound = ~std::uint64_t{0};
// A temporal operator without bounds has a() = 0 and b() = no_bound.
struct TimeBounds {
  std::uint64_t lo = 0, hi = no_bound;
  bool unbounded() const { return lo == 0 && hi == no_bound; }
};

// Owns types and expressions of one session.  Not thread-safe: a thread that builds has its own pool,
// threads that only read may share one.
class ExprPool {
 public:
  ExprPool();
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  // Types
  Type boolean_type() const { return boolean_; }
  Type integer_type() const { return integer_; }
  Type range_type(const Integer& lo, const Integer& hi);  // REQUIRES lo <= hi
  Type word_type(std::uint32_t width, bool is_signed);
  Type enum_type(std::vector<Value> values);
  Type set_type(Type element);
  Type intern(TypeNode);

  // Leaves
  Expr constant(const Value&, Type);
  Expr boolean(bool);
  Expr integer(const Integer&);  // its type is the range n..n
  Expr undefined(Type);          // what a case without a matching branch gives
  Expr variable(std::string_view name, Type);
  const Value& value_of(Expr constant) const { return values_[constant.a()]; }
  const std::string& name_of(Expr variable) const { return names_[variable.a()]; }

  // Any node, its type given by the caller (front ends, which have checked it).
  Expr make(Op, Type, std::span<const Expr> args, std::uint64_t a = 0, std::uint64_t b = 0);
  Expr make(Op op, Type type, std::initializer_list<Expr> args, std::uint64_t a = 0, std::uint64_t b = 0) {
    return make(op, type, std::span<const Expr>(args.begin(), args.size()), a, b);
  }

  // Builders that find the result type themselves.  REQUIRES operands that fit (checked).
  Expr next(Expr variable);
  Expr not_(Expr);
  Expr and_(Expr, Expr);
  Expr or_(Expr, Expr);
  Expr xor_(Expr a, Expr b) { return same_type(Op::Xor, a, b); }
  Expr iff(Expr a, Expr b) { return same_type(Op::Iff, a, b); }
  Expr implies(Expr a, Expr b) { return same_type(Op::Implies, a, b); }
  Expr all(std::span<const Expr>);  // balanced conjunction; TRUE when empty
  Expr any(std::span<const Expr>);  // balanced disjunction; FALSE when empty
  Expr ite(Expr condition, Expr then, Expr otherwise);
  Expr eq(Expr, Expr);
  Expr lt(Expr, Expr);
  Expr le(Expr, Expr);
  Expr in(Expr element, Expr set);
  Expr arithmetic(Op, Expr, Expr);  // Add Sub Mul Div Mod, by interval arithmetic on integers
  Expr negate(Expr);
  Expr temporal(Op, std::initializer_list<Expr> args, TimeBounds = {});

  // The type that holds the values of both; nothing if they do not go together.
  Type join(Type, Type);

  std::size_t size() const { return nodes_; }  // ids are 0..size()-1

  // A comparison that somebody wrote the other way round: `a > 1` is kept as 1 < a.
  void mark_turned(Expr comparison);
  bool is_turned(Expr comparison) const { return comparison.id() < turned_.size() && turned_[comparison.id()]; }

 private:
  Expr same_type(Op, Expr, Expr);
  Expr balanced(Op, std::span<const Expr>);
  Type interval(Op, Type, Type);
  void grow();

  struct Arena {
    void* take(std::size_t bytes);
    std::vector<std::unique_ptr<std::byte[]>> blocks;
    std::size_t left = 0;
    std::byte* at = nullptr;
  } arena_;
  std::vector<const ExprNode*> table_;  // open addressing; size a power of two
  std::size_t nodes_ = 0;
  std::vector<bool> turned_;  // by id
  std::deque<TypeNode> types_;
  std::unordered_multimap<std::size_t, const TypeNode*> type_index_;
  std::deque<Value> values_;
  std::unordered_map<Value, std::uint64_t, ValueHash> value_index_;
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, std::uint64_t> name_index_;
  Type boolean_, integer_;
};

// Calls `visit` once for each node below the roots, arguments before their users.  `seen` is grown as
// needed and marks what was visited: pass the same one again to visit only what is new.
template <class Visit>
void for_each_postorder(std::span<const Expr> roots, std::vector<bool>& seen, Visit visit) {
  std::vector<std::pair<Expr, std::uint32_t>> stack;
  for (Expr root : roots) {
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [e, next_arg] = stack.back();
      if (next_arg == 0) {
        if (e.id() >= seen.size()) seen.resize(e.id() + e.id() / 2 + 64);
        if (seen[e.id()]) {
          stack.pop_back();
          continue;
        }
      }
      if (next_arg < e.arity()) {
        const Expr arg = e.arg(next_arg++);
        if (arg.id() >= seen.size() || !seen[arg.id()]) stack.emplace_back(arg, 0);
        continue;
      }
      const Expr done = e;
      stack.pop_back();
      if (seen[done.id()]) continue;
      seen[done.id()] = true;
      visit(done);
    }
  }
}

template <class Visit>
void for_each_postorder(Expr root, Visit visit) {
  std::vector<bool> seen;
  for_each_postorder(std::span<const Expr>(&root, 1), seen, visit);
}

inline TimeBounds bounds_of(Expr temporal) { return {temporal.a(), temporal.b()}; }

bool is_past(Op);    // Y Z O H S T
bool is_future(Op);  // X F G U V
bool is_ltl(Op);     // past or future
bool is_ctl(Op);
bool contains_op(Expr, bool (*)(Op));
inline bool is_temporal(Op op) { return is_ltl(op) || is_ctl(op); }

// The variables below an expression, each once, in order of first visit.
std::vector<Expr> support(Expr);
// What an evaluation reads: Next nodes, and the Variables that stand elsewhere than under a Next.
std::vector<Expr> leaves(Expr);

// The expression with each leaf (Variable or Next) replaced by what `leaf` gives for it; a null handle
// keeps the leaf.
template <class Leaf>
Expr substitute(ExprPool& pool, Expr root, Leaf leaf);

// Rebuilds `e` over new arguments.
Expr rebuild(ExprPool&, Expr e, std::span<const Expr> args);

template <class Leaf>
Expr substitute(ExprPool& pool, Expr root, Leaf leaf) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  std::vector<Expr> args;
  for_each_postorder(root, [&](Expr e) {
    Expr made;
    if (e.is(Op::Variable) || e.is(Op::Next)) made = leaf(e);
    if (!made) {
      args.clear();
      bool same = true;
      for (std::size_t i = 0; i < e.arity(); ++i) {
        args.push_back(e.is(Op::Next) ? e.arg(i) : done.at(e.arg(i)));
        same = same && args.back() == e.arg(i);
      }
      made = same ? e : rebuild(pool, e, args);
    }
    done.emplace(e, made);
  });
  return done.at(root);
}

}  // namespace whynot
