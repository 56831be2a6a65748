#include "gridcensus/integer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace gridcensus {

// Not value.str(): its stream groups digits by the global locale.
std::string to_decimal(const Integer& value) {
  constexpr std::uint64_t block = 1'000'000'000'000'000'000;
  constexpr std::size_t digits = 18;
  std::vector<std::uint64_t> blocks;  // from the last
  Integer rest = abs(value);
  Integer quotient;
  Integer remainder;
  do {
    divide_qr(rest, Integer{block}, quotient, remainder);
    blocks.push_back(remainder.convert_to<std::uint64_t>());
    rest = quotient;
  } while (rest != 0);
  std::string text = value < 0 ? "-" : "";
  text += std::to_string(blocks.back());
  for (auto place = std::next(blocks.rbegin()); place != blocks.rend(); ++place) {
    const std::string part = std::to_string(*place);
    text.append(digits - part.size(), '0').append(part);
  }
  return text;
}

std::optional<Integer> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative ? text.substr(1) : text;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  if (digits.front() == '0' && (digits.size() > 1 || negative)) return std::nullopt;
  const Integer magnitude{std::string{digits}};
  return negative ? Integer{-magnitude} : magnitude;
}

std::string group_digits(std::string_view decimal) {
  std::string grouped;
  const std::size_t sign = decimal.starts_with('-') ? 1 : 0;
  for (std::size_t i = 0; i < decimal.size(); ++i) {
    if (i > sign && (decimal.size() - i) % 3 == 0) grouped += ',';
    grouped += decimal[i];
  }
  return grouped;
}

std::string to_decimal(Real value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

std::optional<Real> parse_real(std::string_view text) {
  Real value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Real to_real(const Integer& value) { return value.convert_to<Real>(); }

Integer factorial(int n) {
  if (n < 0) throw std::domain_error{"factorial of a negative number"};
  Integer product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}

Integer power(const Integer& base, int exponent) {
  if (exponent < 0) throw std::domain_error{"negative exponent"};
  return boost::multiprecision::pow(base, static_cast<unsigned>(exponent));
}

}  // namespace gridcensus
