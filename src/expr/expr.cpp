// Hash-consing of nodes, and walks over the graph that need no recursion.
#include "expr/expr.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <unordered_set>

#include "base/check.h"

namespace whynot {
namespace {

constexpr std::array<std::string_view, op_count> names = {
    "Constant",   "Variable",   "Next",       "At",    "Not",    "And",      "Or",     "Xor",    "Iff",
    "Implies",    "Ite",        "Eq",         "Lt",    "Le",     "Neg",      "Add",    "Sub",    "Mul",
    "Div",        "Mod",        "Shl",        "Shr",   "Concat", "Extract",  "Extend", "Resize", "ToSigned",
    "ToUnsigned", "WordOfBool", "BoolOfWord", "ToInt", "SetOf",  "Interval", "Union",  "In",     "X",
    "F",          "G",          "U",          "V",     "Y",      "Z",        "O",      "H",      "S",
    "T",          "EX",         "AX",         "EF",    "AF",     "EG",       "AG",     "EU",     "AU"};

std::size_t mix(std::size_t h, std::size_t x) { return (h ^ x) * 0x9e3779b97f4a7c15u + (h >> 29); }

std::size_t hash_node(Op op, Type type, std::span<const Expr> args, std::uint64_t a, std::uint64_t b) {
  std::size_t h = mix(static_cast<std::size_t>(op), reinterpret_cast<std::size_t>(type.node()));
  h = mix(mix(h, a), b);
  for (Expr arg : args) h = mix(h, arg.id());
  return h ^ (h >> 32);
}

bool same_node(const ExprNode& n, Op op, Type type, std::span<const Expr> args, std::uint64_t a, std::uint64_t b) {
  if (n.op != op || n.type != type || n.a != a || n.b != b || n.arity != args.size()) return false;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (Expr(n.args[i]) != args[i]) return false;
  return true;
}

std::size_t hash_of(const ExprNode& n) {
  std::vector<Expr> args;
  for (std::size_t i = 0; i < n.arity; ++i) args.emplace_back(n.args[i]);
  return hash_node(n.op, n.type, args, n.a, n.b);
}

std::size_t hash_type(const TypeNode& t) {
  std::size_t h = mix(static_cast<std::size_t>(t.kind), t.width * 2 + t.is_signed);
  h = mix(h, std::hash<std::string>{}(t.name));
  h = mix(h, static_cast<std::size_t>(t.lo & 0xffffffffffffffff));
  h = mix(h, static_cast<std::size_t>(t.hi & 0xffffffffffffffff));
  for (const Value& v : t.values) h = mix(h, v.hash());
  h = mix(h, reinterpret_cast<std::size_t>(t.element.node()));
  return mix(h, reinterpret_cast<std::size_t>(t.key.node()));
}

bool same_type_node(const TypeNode& a, const TypeNode& b) {
  return a.kind == b.kind && a.is_signed == b.is_signed && a.width == b.width && a.lo == b.lo && a.hi == b.hi &&
         a.values == b.values && a.element == b.element && a.key == b.key && a.name == b.name;
}

}  // namespace

std::string_view op_name(Op op) { return names[static_cast<std::size_t>(op)]; }

bool is_past(Op op) { return op >= Op::Y && op <= Op::T; }
bool is_future(Op op) { return op >= Op::X && op <= Op::V; }
bool is_ltl(Op op) { return is_past(op) || is_future(op); }
bool is_ctl(Op op) { return op >= Op::EX; }

void* ExprPool::Arena::take(std::size_t bytes) {
  constexpr std::size_t block = std::size_t{1} << 18;
  bytes = (bytes + 7) & ~std::size_t{7};
  if (bytes > left) {
    const std::size_t size = std::max(block, bytes);
    blocks.push_back(std::make_unique<std::byte[]>(size));
    at = blocks.back().get();
    left = size;
  }
  void* result = at;
  at += bytes;
  left -= bytes;
  return result;
}

ExprPool::ExprPool() : table_(1024, nullptr) {
  boolean_ = intern({});
  TypeNode integers;
  integers.kind = TypeKind::Integer;
  integer_ = intern(std::move(integers));
}

Type ExprPool::intern(TypeNode node) {
  const std::size_t h = hash_type(node);
  const auto [begin, end] = type_index_.equal_range(h);
  for (auto it = begin; it != end; ++it)
    if (same_type_node(*it->second, node)) return Type(it->second);
  types_.push_back(std::move(node));
  type_index_.emplace(h, &types_.back());
  return Type(&types_.back());
}

Type ExprPool::range_type(const Integer& lo, const Integer& hi) {
  WHYNOT_CHECK(lo <= hi, "a range should not be empty");
  TypeNode node;
  node.kind = TypeKind::Range;
  node.lo = lo;
  node.hi = hi;
  return intern(std::move(node));
}

Type ExprPool::word_type(std::uint32_t width, bool is_signed) {
  WHYNOT_CHECK(width >= 1, "a word should have at least one bit");
  TypeNode node;
  node.kind = TypeKind::Word;
  node.width = width;
  node.is_signed = is_signed;
  return intern(std::move(node));
}

Type ExprPool::enum_type(std::vector<Value> values) {
  WHYNOT_CHECK(!values.empty(), "an enumeration should not be empty");
  TypeNode node;
  node.kind = TypeKind::Enum;
  node.has_integers = std::any_of(values.begin(), values.end(), [](const Value& v) { return v.is_integer(); });
  node.integers_only = std::all_of(values.begin(), values.end(), [](const Value& v) { return v.is_integer(); });
  if (node.integers_only) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    node.lo = least->as_integer();
    node.hi = most->as_integer();
  }
  node.values = std::move(values);
  return intern(std::move(node));
}

Type ExprPool::set_type(Type element) {
  TypeNode node;
  node.kind = TypeKind::Set;
  node.element = element;
  return intern(std::move(node));
}

Expr ExprPool::constant(const Value& value, Type type) {
  const auto [found, fresh] = value_index_.try_emplace(value, values_.size());
  if (fresh) values_.push_back(value);
  return make(Op::Constant, type, {}, found->second);
}

Expr ExprPool::boolean(bool b) { return constant(Value::boolean(b), boolean_); }
Expr ExprPool::integer(const Integer& n) { return constant(Value::integer(n), range_type(n, n)); }
Expr ExprPool::undefined(Type type) { return constant(Value(), type); }

Expr ExprPool::variable(std::string_view name, Type type) {
  auto found = name_index_.find(name);
  if (found == name_index_.end()) {
    names_.emplace_back(name);
    found = name_index_.emplace(names_.back(), names_.size() - 1).first;
  }
  return make(Op::Variable, type, {}, found->second);
}

Expr ExprPool::make(Op op, Type type, std::span<const Expr> args, std::uint64_t a, std::uint64_t b) {
  std::size_t slot = hash_node(op, type, args, a, b) & (table_.size() - 1);
  for (; table_[slot]; slot = (slot + 1) & (table_.size() - 1))
    if (same_node(*table_[slot], op, type, args, a, b)) return Expr(table_[slot]);
  auto** kept = static_cast<const ExprNode**>(arena_.take(args.size() * sizeof(void*)));
  std::uint64_t ops = std::uint64_t{1} << static_cast<unsigned>(op);
  for (std::size_t i = 0; i < args.size(); ++i) {
    kept[i] = args[i].node();
    ops |= kept[i]->ops;
  }
  auto* node = new (arena_.take(sizeof(ExprNode))) ExprNode{.id = static_cast<std::uint32_t>(nodes_),
                                                            .op = op,
                                                            .arity = static_cast<std::uint32_t>(args.size()),
                                                            .type = type,
                                                            .a = a,
                                                            .b = b,
                                                            .args = kept,
                                                            .ops = ops};
  table_[slot] = node;
  if (++nodes_ * 2 > table_.size()) grow();
  return Expr(node);
}

void ExprPool::mark_turned(Expr comparison) {
  if (comparison.id() >= turned_.size()) turned_.resize(comparison.id() + comparison.id() / 2 + 64);
  turned_[comparison.id()] = true;
}

void ExprPool::grow() {
  std::vector<const ExprNode*> old(table_.size() * 2, nullptr);
  old.swap(table_);
  for (const ExprNode* node : old) {
    if (!node) continue;
    std::size_t slot = hash_of(*node) & (table_.size() - 1);
    while (table_[slot]) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = node;
  }
}

bool contains_op(Expr root, bool (*wanted)(Op)) {
  for (std::uint64_t left = root.node()->ops; left; left &= left - 1)
    if (wanted(static_cast<Op>(std::countr_zero(left)))) return true;
  return false;
}

std::vector<Expr> support(Expr root) {
  std::vector<Expr> variables;
  for_each_postorder(root, [&](Expr e) {
    if (e.is(Op::Variable)) variables.push_back(e);
  });
  return variables;
}

std::vector<Expr> leaves(Expr root) {
  std::vector<Expr> found;
  std::unordered_set<Expr, ExprHash> seen;
  const auto add = [&](Expr e) {
    if (seen.insert(e).second) found.push_back(e);
  };
  if (root.is(Op::Variable)) add(root);
  for_each_postorder(root, [&](Expr e) {
    if (e.is(Op::Next)) return add(e);
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (e.arg(i).is(Op::Variable)) add(e.arg(i));
  });
  return found;
}

Expr rebuild(ExprPool& pool, Expr e, std::span<const Expr> args) {
  return pool.make(e.op(), e.type(), args, e.a(), e.b());
}

}  // namespace whynot
