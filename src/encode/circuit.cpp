// Textbook circuits over literals: adders, multipliers, restoring division, shifters, comparisons.
#include "encode/circuit.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::encode {
namespace {

constexpr auto no = [] { return Aig::constant(false); };

}  // namespace

Bits constant_bits(const Integer& n, std::size_t width) {
  const bool negative = n < 0;
  const Integer magnitude = negative ? Integer(-n - 1) : n;  // two's complement: -n-1 is the complement of n
  const std::size_t known = bit_width(magnitude);
  Bits bits(width);
  for (std::size_t i = 0; i < width; ++i) {
    const bool bit = i < known && boost::multiprecision::bit_test(magnitude, static_cast<unsigned>(i));
    bits[i] = Aig::constant(bit != negative);
  }
  return bits;
}

std::size_t signed_width(const Integer& lo, const Integer& hi) {
  const auto one = [](const Integer& n) { return bit_width(n < 0 ? Integer(-n - 1) : n) + 1; };
  return std::max(one(lo), one(hi));
}

Bits fit_signed(Bits bits, std::size_t width) {
  bits.resize(width, bits.empty() ? no() : bits.back());
  return bits;
}

Bits fit_unsigned(Bits bits, std::size_t width) {
  bits.resize(width, no());
  return bits;
}

Bits shortest_signed(Bits bits) {
  while (bits.size() > 1 && bits[bits.size() - 1] == bits[bits.size() - 2]) bits.pop_back();
  return bits;
}

Bits bitwise_not(const Bits& a) {
  Bits result;
  result.reserve(a.size());
  for (Lit bit : a) result.push_back(!bit);
  return result;
}

Bits select(Aig& g, Lit condition, const Bits& then, const Bits& otherwise) {
  WHYNOT_CHECK(then.size() == otherwise.size(), "both sides of a selection should have one width");
  Bits result(then.size());
  for (std::size_t i = 0; i < then.size(); ++i) result[i] = g.ite(condition, then[i], otherwise[i]);
  return result;
}

Bits add(Aig& g, const Bits& a, const Bits& b, Lit carry) {
  WHYNOT_CHECK(a.size() == b.size(), "summands should have one width");
  Bits sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Lit half = g.xor_(a[i], b[i]);
    sum[i] = g.xor_(half, carry);
    if (i + 1 < a.size()) carry = g.ite(half, carry, a[i]);
  }
  return sum;
}

Bits subtract(Aig& g, const Bits& a, const Bits& b) { return add(g, a, bitwise_not(b), Aig::constant(true)); }

Bits negate(Aig& g, const Bits& a) { return subtract(g, Bits(a.size(), no()), a); }

Bits multiply(Aig& g, const Bits& a, const Bits& b) {
  WHYNOT_CHECK(a.size() == b.size(), "factors should have one width");
  Bits product(a.size(), no());
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] == no()) continue;
    // Only the bits from i on change.
    Bits high(product.begin() + static_cast<std::ptrdiff_t>(i), product.end()), row(a.size() - i);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = g.and_(a[j], b[i]);
    high = add(g, high, row);
    std::copy(high.begin(), high.end(), product.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return product;
}

// Restoring division, one quotient bit a row.
Quotient divide_unsigned(Aig& g, const Bits& a, const Bits& b) {
  WHYNOT_CHECK(a.size() == b.size(), "dividend and divisor should have one width");
  const std::size_t n = a.size();
  const Bits divisor = fit_unsigned(b, n + 1);
  Quotient result{Bits(n), Bits(n, no())};
  for (std::size_t i = n; i-- > 0;) {
    Bits shifted = {a[i]};
    shifted.insert(shifted.end(), result.remainder.begin(), result.remainder.end());
    const Bits difference = subtract(g, shifted, divisor);
    result.quotient[i] = !difference[n];
    shifted.pop_back();
    result.remainder = select(g, result.quotient[i], Bits(difference.begin(), difference.end() - 1), shifted);
  }
  return result;
}

Quotient divide_signed(Aig& g, const Bits& a, const Bits& b) {
  if (a.empty()) return {};
  const Lit a_negative = a.back(), b_negative = b.back();
  const auto magnitude = [&](const Bits& n) { return select(g, n.back(), negate(g, n), n); };
  auto [quotient, remainder] = divide_unsigned(g, magnitude(a), magnitude(b));
  quotient = select(g, g.xor_(a_negative, b_negative), negate(g, quotient), quotient);
  remainder = select(g, a_negative, negate(g, remainder), remainder);
  return {quotient, remainder};
}

Bits shift_right(Aig& g, const Bits& a, std::span<const Lit> amount, Lit fill) {
  Bits result = a;
  for (std::size_t bit = 0; bit < amount.size(); ++bit) {
    const std::size_t by = bit < 32 ? std::size_t{1} << bit : a.size();
    Bits shifted(a.size(), fill);
    for (std::size_t i = 0; i + by < a.size(); ++i) shifted[i] = result[i + by];
    result = select(g, amount[bit], shifted, result);
  }
  return result;
}

Bits shift_left(Aig& g, const Bits& a, std::span<const Lit> amount) {
  Bits reversed(a.rbegin(), a.rend());
  reversed = shift_right(g, reversed, amount, no());
  return {reversed.rbegin(), reversed.rend()};
}

Lit equal(Aig& g, const Bits& a, const Bits& b) {
  WHYNOT_CHECK(a.size() == b.size(), "vectors that are compared should have one width");
  Bits same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) same[i] = g.iff(a[i], b[i]);
  return g.all(same);
}

Lit equal_constant(Aig& g, const Bits& a, const Integer& n) { return equal(g, a, constant_bits(n, a.size())); }

Lit less_unsigned(Aig& g, const Bits& a, const Bits& b) {
  WHYNOT_CHECK(a.size() == b.size(), "vectors that are compared should have one width");
  Lit less = no();
  for (std::size_t i = 0; i < a.size(); ++i) less = g.ite(g.xor_(a[i], b[i]), b[i], less);
  return less;
}

Lit less_equal_unsigned(Aig& g, const Bits& a, const Bits& b) { return !less_unsigned(g, b, a); }

// Flipping the signs turns the order of two's complement into that of unsigned numbers.
Lit less_signed(Aig& g, Bits a, Bits b) {
  if (!a.empty()) {
    a.back() = !a.back();
    b.back() = !b.back();
  }
  return less_unsigned(g, a, b);
}

Lit less_equal_signed(Aig& g, Bits a, Bits b) { return !less_signed(g, std::move(b), std::move(a)); }

}  // namespace whynot::encode
