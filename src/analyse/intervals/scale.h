// The values of a variable as numbers on a line.  An interval speaks of numbers, a bit pattern of their bits:
// words are read as their type says, booleans as 0 and 1, integers as they are, and the symbols of an ordered
// enumeration by their place in the declaration (Toda & Inoue, section 4: a totally ordered finite domain).
//
// The bits of a number are plain binary, or two's complement where numbers may be negative.  Its *place* on
// the line is the same number with the sign bit flipped, so that places are ordered as numbers are.
#pragma once
#include <optional>
#include <string>

#include "base/integer.h"
#include "expr/type.h"

namespace whynot::analyse::intervals {

class Scale {
 public:
  // Nothing for a type whose values are not numbers.  `ordered`: the user says that symbols are in order.
  static std::optional<Scale> of(Type, bool ordered = false);
  // A scale without a type: of a set that was stored.
  // The numbers that are values: from the least to the greatest there are so many.
  struct Line {
    Integer least, greatest, values;
  };
  static Scale plain(std::string type_name, std::size_t width, bool is_signed, std::optional<Line> = {});

  std::size_t width() const { return width_; }  // bits, at least 1
  bool is_signed() const { return is_signed_; }
  bool is_symbolic() const { return symbolic_; }
  Type type() const { return type_; }  // null for a plain scale
  const std::string& type_name() const { return type_name_; }
  Line line() const;

  Integer number(const Value&) const;          // REQUIRES a value of the type
  bool is_value(const Integer& number) const;  // REQUIRES a type
  Value value(const Integer& number) const;    // REQUIRES is_value(number)
  Integer least() const {
    return is_signed_ ? Integer(-power_of_two(width_ - 1)) : Integer(0);
  }  // that the bits can write
  Integer greatest() const { return least() + power_of_two(width_) - 1; }
  bool is_within(const Integer& n) const { return least() <= n && n <= greatest(); }

  Integer place(const Integer& number) const { return number - least(); }
  Integer number_at(const Integer& place) const { return place + least(); }

  friend bool operator==(const Scale& a, const Scale& b) {
    return a.width_ == b.width_ && a.is_signed_ == b.is_signed_;
  }

 private:
  Type type_;
  std::optional<Line> line_;  // of a plain scale
  std::string type_name_;
  std::size_t width_ = 1;
  bool is_signed_ = false, symbolic_ = false;
};

}  // namespace whynot::analyse::intervals
