#include "gridcensus/broken_invariant.hpp"

#include <string>

namespace gridcensus {

Integer exact_quotient(const Integer& value, const Integer& divisor, std::string_view what) {
  Integer quotient;
  Integer remainder;
  boost::multiprecision::divide_qr(value, divisor, quotient, remainder);
  if (remainder == 0) return quotient;
  throw BrokenInvariant{std::string{what} + ": " + to_decimal(value) + " is not a multiple of " + to_decimal(divisor)};
}

}  // namespace gridcensus
