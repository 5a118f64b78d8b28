// Arithmetic on vectors of and-inverter literals: the circuits that words and integers are made of.
// Bits are listed from the least significant; "signed" vectors are in two's complement, their last bit the
// sign.  Operands of one operation have one width unless it says otherwise.
#pragma once
#include <span>
#include <vector>

#include "base/integer.h"
#include "solve/aig.h"

namespace whynot::encode {

using solve::Aig;
using solve::Lit;
using Bits = std::vector<Lit>;

Bits constant_bits(const Integer& n, std::size_t width);  // n modulo 2^width
// Bits that write every number of lo..hi in two's complement.
std::size_t signed_width(const Integer& lo, const Integer& hi);

// Cut to `width` bits, or widened by the sign (or by zeros); an empty vector is 0.
Bits fit_signed(Bits, std::size_t width);
Bits fit_unsigned(Bits, std::size_t width);
// Without the leading bits that repeat the sign; at least one bit.
Bits shortest_signed(Bits);

Bits bitwise_not(const Bits&);
Bits select(Aig&, Lit condition, const Bits& then, const Bits& otherwise);
Bits add(Aig&, const Bits&, const Bits&, Lit carry = Aig::constant(false));  // modulo 2^width
Bits subtract(Aig&, const Bits&, const Bits&);
Bits negate(Aig&, const Bits&);
Bits multiply(Aig&, const Bits&, const Bits&);  // modulo 2^width

struct Quotient {
  Bits quotient, remainder;
};
// By zero: quotient all ones, remainder the dividend.
Quotient divide_unsigned(Aig&, const Bits&, const Bits&);
// Truncating towards zero, the remainder with the sign of the dividend.  Modulo 2^width: the least number
// divided by -1 is itself.
Quotient divide_signed(Aig&, const Bits&, const Bits&);

// `amount` is an unsigned number of any width; from the width of the vector on, everything is shifted out.
Bits shift_left(Aig&, const Bits&, std::span<const Lit> amount);
Bits shift_right(Aig&, const Bits&, std::span<const Lit> amount, Lit fill);

Lit equal(Aig&, const Bits&, const Bits&);
Lit equal_constant(Aig&, const Bits&, const Integer&);  // bits of n modulo 2^width
Lit less_unsigned(Aig&, const Bits&, const Bits&);
Lit less_equal_unsigned(Aig& g, const Bits& a, const Bits& b);
Lit less_signed(Aig&, Bits, Bits);
Lit less_equal_signed(Aig& g, Bits a, Bits b);

}  // namespace whynot::encode
