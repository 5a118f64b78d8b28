// What types say of themselves: their size, their members, their text.
#include "expr/type.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot {

TypeKind Type::kind() const { return node_->kind; }

bool Type::is_integer_like() const {
  return node_ && (kind() == TypeKind::Integer || kind() == TypeKind::Range || node_->integers_only);
}

const Integer& Type::lo() const { return node_->lo; }
const Integer& Type::hi() const { return node_->hi; }
std::uint32_t Type::width() const { return node_->width; }
bool Type::is_signed() const { return node_->is_signed; }
const std::vector<Value>& Type::values() const { return node_->values; }
Type Type::element() const { return node_->element; }
Type Type::key() const { return node_->key; }
const std::string& Type::name() const { return node_->name; }

std::optional<Integer> Type::size() const {
  switch (kind()) {
    case TypeKind::Boolean: return Integer(2);
    case TypeKind::Range: return hi() - lo() + 1;
    case TypeKind::Word: return power_of_two(width());
    case TypeKind::Enum: return Integer(values().size());
    default: return std::nullopt;
  }
}

bool Type::contains(const Value& v) const {
  switch (kind()) {
    case TypeKind::Boolean: return v.is_boolean();
    case TypeKind::Integer: return v.is_integer();
    case TypeKind::Range: {
      if (!v.is_integer()) return false;
      const Integer n = v.as_integer();
      return lo() <= n && n <= hi();
    }
    case TypeKind::Word: return v.is_word() && v.width() == width() && v.is_signed() == is_signed();
    case TypeKind::Enum: return std::find(values().begin(), values().end(), v) != values().end();
    default: return v.defined();
  }
}

Value Type::value(const Integer& index) const {
  switch (kind()) {
    case TypeKind::Boolean: return Value::boolean(index != 0);
    case TypeKind::Range: return Value::integer(Integer(lo() + index));
    case TypeKind::Word: return Value::word(width(), is_signed(), index);
    case TypeKind::Enum: return values().at(static_cast<std::size_t>(index));
    default: break;
  }
  WHYNOT_CHECK(false, "only finite scalar types should be indexed");
  return {};
}

Integer Type::index_of(const Value& v) const {
  switch (kind()) {
    case TypeKind::Boolean: return v.as_boolean() ? 1 : 0;
    case TypeKind::Range: return v.as_integer() - lo();
    case TypeKind::Word: return v.bits();
    case TypeKind::Enum: {
      const auto found = std::find(values().begin(), values().end(), v);
      WHYNOT_CHECK(found != values().end(), "the value should be one of the enumeration's");
      return Integer(found - values().begin());
    }
    default: break;
  }
  WHYNOT_CHECK(false, "only finite scalar types should be indexed");
  return 0;
}

std::string Type::to_string() const {
  if (!node_) return "no type";
  switch (kind()) {
    case TypeKind::Boolean: return "boolean";
    case TypeKind::Integer: return "integer";
    case TypeKind::Range: return fmt::format("{}..{}", whynot::to_string(lo()), whynot::to_string(hi()));
    case TypeKind::Word: return fmt::format("{} word[{}]", is_signed() ? "signed" : "unsigned", width());
    case TypeKind::Enum: {
      std::string out = "{";
      for (std::size_t i = 0; i < values().size(); ++i) {
        if (i == 12) return out + ", …}";
        out += (i ? ", " : "") + values()[i].to_string();
      }
      return out + "}";
    }
    case TypeKind::Set: return "set of " + element().to_string();
    case TypeKind::Bag: return "bag of " + element().to_string();
    case TypeKind::List: return "list of " + element().to_string();
    case TypeKind::Map: return fmt::format("map {} {}", key().to_string(), element().to_string());
    case TypeKind::Array:
      return fmt::format("array {}..{} of {}", whynot::to_string(lo()), whynot::to_string(hi()), element().to_string());
    case TypeKind::Sort: return name();
  }
  return {};
}

}  // namespace whynot
