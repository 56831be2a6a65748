#include "ksp/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace gridcensus::ksp {

Real quotient(const Integer& numerator, const Integer& denominator) {
  if (numerator == 0) return 0;
  // Enough digits after the point that the whole quotient has 128 bits: cutting off its fraction then changes nothing
  // that a Real of 64 bits could show.
  constexpr long long bits = 128;
  const auto bits_of = [](const Integer& value) {
    return static_cast<long long>(boost::multiprecision::msb(boost::multiprecision::abs(value)));
  };
  const auto shift = std::max(0LL, bits + bits_of(denominator) - bits_of(numerator));
  return std::ldexp(to_real((numerator << shift) / denominator), -static_cast<int>(shift));
}

Real estimated_grids(Shape shape, const Integer& bands, const Integer& stacks) {
  const Integer pairs = power(bands, shape.bands()) * power(stacks, shape.stacks());
  return quotient(pairs, power(factorial(shape.side()), shape.side()));
}

}  // namespace gridcensus::ksp
