#include "host/fields/writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gridcensus::host::encoding {

Json Readable::written(Real number) {
  using Double = std::numeric_limits<double>;
  const Real magnitude = std::abs(number);
  // Below the smallest normal double a nonzero value would lose its digits, or become zero.
  const bool fits = magnitude == 0 ||
                    (magnitude >= static_cast<Real>(Double::min()) && magnitude <= static_cast<Real>(Double::max()));
  if (fits) return static_cast<double>(number);
  return to_decimal(number);
}

nlohmann::json Lossless::written(double number) {
  std::array<char, 32> buffer{};
  return std::string{buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

}  // namespace gridcensus::host::encoding
