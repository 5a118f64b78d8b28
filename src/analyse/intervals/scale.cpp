#include "analyse/intervals/scale.h"

#include <algorithm>

#include "encode/circuit.h"

namespace whynot::analyse::intervals {

std::optional<Scale> Scale::of(Type type, bool ordered) {
  Scale scale;
  scale.type_ = type;
  scale.type_name_ = type.to_string();
  if (type.is_boolean()) return scale;
  if (type.is_word()) {
    scale.width_ = type.width();
    scale.is_signed_ = type.is_signed();
    return scale;
  }
  if (type.is_integer_like() && !type.is(TypeKind::Integer)) {
    scale.is_signed_ = type.lo() < 0;
    scale.width_ =
        scale.is_signed_ ? encode::signed_width(type.lo(), type.hi()) : std::max<std::size_t>(1, bit_width(type.hi()));
    return scale;
  }
  if (!type.is(TypeKind::Enum) || !ordered) return std::nullopt;
  scale.symbolic_ = true;
  scale.width_ = std::max<std::size_t>(1, bit_width(Integer(type.values().size() - 1)));
  return scale;
}

Scale Scale::plain(std::string type_name, std::size_t width, bool is_signed, std::optional<Line> line) {
  Scale scale;
  scale.line_ = std::move(line);
  scale.type_name_ = std::move(type_name);
  scale.width_ = width;
  scale.is_signed_ = is_signed;
  return scale;
}

Scale::Line Scale::line() const {
  if (line_) return *line_;
  const Integer values = type_ && type_.size() ? *type_.size() : power_of_two(width_);
  if (symbolic_) return {0, values - 1, values};
  if (type_ && type_.is_integer_like()) return {type_.lo(), type_.hi(), values};
  return {least(), greatest(), values};
}

Integer Scale::number(const Value& v) const {
  if (v.is_boolean()) return v.as_boolean() ? 1 : 0;
  if (symbolic_) return type_.index_of(v);
  return v.as_integer();
}

bool Scale::is_value(const Integer& n) const {
  if (symbolic_) return 0 <= n && n < type_.values().size();
  return is_within(n) && type_.contains(value(n));
}

Value Scale::value(const Integer& n) const {
  if (type_.is_boolean()) return Value::boolean(n != 0);
  if (type_.is_word()) return Value::word(type_.width(), type_.is_signed(), n);
  return symbolic_ ? type_.value(n) : Value::integer(n);
}

}  // namespace whynot::analyse::intervals
