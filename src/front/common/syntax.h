// Syntax trees of expressions, kept flat: nodes stand in a vector, children before their parents, so that
// the tree of an expression is the range of nodes from its first to its root.  Passes are loops over that
// range, never recursions, and the deepest tree is freed at once.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "front/common/symbols.h"

namespace whynot::front {

enum class Form : std::uint8_t {
  Error,  // reported already
  Name,
  Self,
  Number,
  WordNumber,
  True,
  False,
  Member,        // of child 0: `symbol`
  MemberNumber,  // likewise, `symbol` is the number's text
  Index,
  Bits,  // a[i]; w[h:l]
  Not,
  Negate,
  Next,
  And,
  Or,
  Add,
  Union,  // two or more children each
  Xor,
  Xnor,
  Iff,
  Implies,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  In,
  Interval,
  ShiftLeft,
  ShiftRight,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Concat,
  Conditional,  // c ? a : b
  Case,         // condition, value, condition, value, …
  Set,
  Array,  // {…}, […]
  Abs,
  Min,
  Max,
  Count,
  Bool,
  Word1,
  Signed,
  Unsigned,
  Extend,
  Resize,
  Uwconst,
  Swconst,
  Sizeof,
  Toint,
  // LTL: one or two operands; with bounds, two further children that are Numbers
  X,
  F,
  G,
  Y,
  Z,
  O,
  H,
  U,
  V,
  S,
  T,
  // CTL and RTCTL, likewise; the bounded ones are EBF … and EU, AU with four children
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  EU,
  AU,
};

inline bool is_ltl(Form f) { return f >= Form::X && f <= Form::T; }
inline bool is_ctl(Form f) { return f >= Form::EX; }

using NodeId = std::uint32_t;

struct Node {
  Form form = Form::Error;
  std::uint32_t begin = 0, end = 0;  // bytes of the file
  Symbol symbol = no_symbol;
  std::uint32_t first = 0, count = 0;  // children
};

// An expression: all nodes from `first` to `root`.
struct Tree {
  NodeId first = 0, root = 0;
};

class Syntax {
 public:
  Syntax(FileId file, std::string_view text) : file_(file), text_(text) {}

  NodeId leaf(Form form, std::uint32_t begin, std::uint32_t end, Symbol symbol = no_symbol) {
    nodes_.push_back({form, begin, end, symbol, 0, 0});
    return size() - 1;
  }
  NodeId node(Form form, std::uint32_t begin, std::uint32_t end, std::span<const NodeId> children,
              Symbol symbol = no_symbol) {
    const auto first = static_cast<std::uint32_t>(children_.size());
    children_.insert(children_.end(), children.begin(), children.end());
    nodes_.push_back({form, begin, end, symbol, first, static_cast<std::uint32_t>(children.size())});
    return size() - 1;
  }
  NodeId node(Form form, std::uint32_t begin, std::uint32_t end, std::initializer_list<NodeId> children,
              Symbol symbol = no_symbol) {
    return node(form, begin, end, std::span<const NodeId>(children.begin(), children.size()), symbol);
  }

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::span<const NodeId> children(NodeId id) const { return {children_.data() + nodes_[id].first, nodes_[id].count}; }
  NodeId child(NodeId id, std::size_t i) const { return children_[nodes_[id].first + i]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  FileId file() const { return file_; }
  Span span(NodeId id) const { return {file_, nodes_[id].begin, nodes_[id].end}; }
  std::string_view text(NodeId id) const { return text_.substr(nodes_[id].begin, nodes_[id].end - nodes_[id].begin); }
  std::string_view source() const { return text_; }

 private:
  FileId file_;
  std::string_view text_;  // of the Sources, which outlives the tree
  std::vector<Node> nodes_;
  std::vector<NodeId> children_;
};

// Source text for messages and reports: comments dropped, white space folded; cut at `limit` bytes (0 = whole).
std::string folded(std::string_view text, std::size_t limit = 0);

}  // namespace whynot::front
