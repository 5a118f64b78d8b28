// One shared representation for terms and collections, with a total order over all values.
#include "expr/value.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot {
namespace {

const std::vector<Value> no_args;
const std::string no_op;

std::string joined(const std::vector<Value>& values, std::string_view open, std::string_view close) {
  std::string out(open);
  for (std::size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + values[i].to_string();
  return out += close;
}

}  // namespace

Value Value::boolean(bool b) {
  Value v;
  v.kind_ = Kind::Boolean;
  v.small_ = b;
  return v;
}

Value Value::integer(std::int64_t n) {
  Value v;
  v.kind_ = Kind::Integer;
  v.small_ = n;
  return v;
}

Value Value::integer(const Integer& n) {
  if (fits_int64(n)) return integer(static_cast<std::int64_t>(n));
  Value v;
  v.kind_ = Kind::Integer;
  v.node_ = std::make_shared<const Node>(Node{{}, {}, n});
  return v;
}

Value Value::word(std::uint32_t width, bool is_signed, const Integer& bits) {
  WHYNOT_CHECK(width >= 1, "a word should have at least one bit");
  Value v;
  v.kind_ = Kind::Word;
  v.is_signed_ = is_signed;
  v.width_ = width;
  const Integer modulus = power_of_two(width);
  Integer reduced = bits;
  if (reduced < 0 || reduced >= modulus) {
    reduced %= modulus;
    if (reduced < 0) reduced += modulus;
  }
  if (width <= 63)
    v.small_ = static_cast<std::int64_t>(reduced);
  else
    v.node_ = std::make_shared<const Node>(Node{{}, {}, reduced});
  return v;
}

Value Value::term(std::string op, std::vector<Value> args) {
  Value v;
  v.kind_ = Kind::Term;
  v.node_ = std::make_shared<const Node>(Node{std::move(op), std::move(args), 0});
  return v;
}

Value Value::composite(Kind kind, std::vector<Value> args) {
  Value v;
  v.kind_ = kind;
  v.node_ = std::make_shared<const Node>(Node{{}, std::move(args), 0});
  return v;
}

Value Value::set(std::vector<Value> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return composite(Kind::Set, std::move(members));
}

Value Value::bag(std::vector<Value> members) {
  std::sort(members.begin(), members.end());
  return composite(Kind::Bag, std::move(members));
}

Value Value::list(std::vector<Value> items) { return composite(Kind::List, std::move(items)); }

Value Value::map(std::vector<std::pair<Value, Value>> entries) {
  std::sort(entries.begin(), entries.end());
  std::vector<Value> flat;
  for (auto& [key, value] : entries) {
    flat.push_back(std::move(key));
    flat.push_back(std::move(value));
  }
  return composite(Kind::Map, std::move(flat));
}

bool Value::as_boolean() const {
  WHYNOT_CHECK(is_boolean(), "the value should be a boolean: types were checked");
  return small_ != 0;
}

Integer Value::as_integer() const {
  WHYNOT_CHECK(is_integer() || is_word(), "the value should be a number: types were checked");
  Integer n = node_ ? node_->big : Integer(small_);
  if (is_word() && is_signed_ && boost::multiprecision::bit_test(n, width_ - 1)) n -= power_of_two(width_);
  return n;
}

Integer Value::bits() const {
  WHYNOT_CHECK(is_word(), "the value should be a word: types were checked");
  return node_ ? node_->big : Integer(small_);
}

const std::string& Value::op() const { return node_ ? node_->op : no_op; }
const std::vector<Value>& Value::args() const { return node_ ? node_->args : no_args; }

std::string Value::to_string() const {
  switch (kind_) {
    case Kind::Undefined: return "undefined";
    case Kind::Boolean: return small_ ? "TRUE" : "FALSE";
    case Kind::Integer: return whynot::to_string(as_integer());
    case Kind::Word: return fmt::format("0{}d{}_{}", is_signed_ ? 's' : 'u', width_, whynot::to_string(as_integer()));
    case Kind::Term: return args().empty() ? op() : op() + joined(args(), "(", ")");
    case Kind::Set: return joined(args(), "{", "}");
    case Kind::Bag: return joined(args(), "{|", "|}");
    case Kind::List: return joined(args(), "[", "]");
    case Kind::Map: {
      std::string out = "{";
      for (std::size_t i = 0; i + 1 < args().size(); i += 2)
        out += fmt::format("{}{} -> {}", i ? ", " : "", args()[i].to_string(), args()[i + 1].to_string());
      return out + "}";
    }
  }
  return {};
}

std::size_t Value::hash() const {
  std::size_t h = static_cast<std::size_t>(kind_) * 0x9e3779b97f4a7c15u ^ std::hash<std::int64_t>{}(small_) ^
                  (std::size_t(width_) << 40);
  if (!node_) return h;
  h ^= std::hash<std::string>{}(node_->op);
  for (const Value& arg : node_->args) h = h * 0x100000001b3u + arg.hash();
  if (node_->big != 0) h ^= std::hash<std::string>{}(whynot::to_string(node_->big));
  return h;
}

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_ || a.width_ != b.width_ || a.is_signed_ != b.is_signed_ || a.small_ != b.small_) return false;
  if (a.node_ == b.node_) return true;
  if (!a.node_ || !b.node_) return false;
  return a.node_->op == b.node_->op && a.node_->big == b.node_->big && a.node_->args == b.node_->args;
}

// Integers and words by number, the rest structurally: the order in which sets are printed.
std::strong_ordering operator<=>(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_) return a.kind_ <=> b.kind_;
  if (a.is_integer() || a.is_word()) {
    if (auto c = a.width_ <=> b.width_; c != 0) return c;
    if (auto c = a.is_signed_ <=> b.is_signed_; c != 0) return c;
    const bool small = !a.node_ && !b.node_ && !a.is_signed_;
    return small ? a.small_ <=> b.small_ : a.as_integer().compare(b.as_integer()) <=> 0;
  }
  if (auto c = a.small_ <=> b.small_; c != 0) return c;
  if (a.node_ == b.node_) return std::strong_ordering::equal;
  if (auto c = a.op() <=> b.op(); c != 0) return c;
  return std::lexicographical_compare_three_way(a.args().begin(), a.args().end(), b.args().begin(), b.args().end());
}

}  // namespace whynot
