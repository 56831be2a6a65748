#include "host/verify/numbers.hpp"

#include "host/verify/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

namespace gridcensus::host::verify {

namespace {

constexpr int precision = 1024;  // [bits]

Real power_of_two(long exponent) {
  Real value{1, precision};
  if (exponent >= 0)
    mpf_mul_2exp(value.get_mpf_t(), value.get_mpf_t(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpf_div_2exp(value.get_mpf_t(), value.get_mpf_t(), static_cast<mp_bitcnt_t>(-exponent));
  return value;
}

[[noreturn]] void reject(std::string_view text, const char* expected) {
  throw MalformedText{fmt::format("\"{}\" is not {}", text, expected)};
}

bool differ(const Real& left, const Real& right, const Real& tolerance) {
  return abs(Real{left - right, precision}) > tolerance;
}

}  // namespace

Real exactly(const Real& value) { return {value, precision}; }
Real exactly(const GmpInteger& value) { return {value, precision}; }

Real exactly(long double value) {
  constexpr int bits = 64;
  static_assert(std::numeric_limits<long double>::digits <= bits);
  int exponent = 0;
  const long double mantissa = std::ldexp(std::frexp(std::abs(value), &exponent), bits);
  const Real size{exactly(GmpInteger{static_cast<unsigned long>(mantissa)}) * power_of_two(exponent - bits), precision};
  return value < 0 ? Real{-size, precision} : size;
}

GmpInteger integer_from(std::string_view decimal) {
  const std::string_view digits = decimal.starts_with('-') ? decimal.substr(1) : decimal;
  const bool is_plain = !digits.empty() &&
                        std::ranges::all_of(digits, [](char digit) { return digit >= '0' && digit <= '9'; }) &&
                        (digits.front() != '0' || decimal == "0");
  if (!is_plain) reject(decimal, "a decimal integer");
  return GmpInteger{std::string{decimal}, 10};
}

long double machine_real_from(std::string_view hexadecimal) {
  long double value = 0;
  const char* const end = hexadecimal.data() + hexadecimal.size();
  const auto read = std::from_chars(hexadecimal.data(), end, value, std::chars_format::hex);
  if (read.ec != std::errc{} || read.ptr != end) reject(hexadecimal, "a hexadecimal real number");
  return value;
}

Real real_from(std::string_view hexadecimal) {
  // "inf" and "nan" have no power of two.
  if (hexadecimal.find('p') == std::string_view::npos) reject(hexadecimal, "a hexadecimal real number");
  return exactly(machine_real_from(hexadecimal));
}

std::string shown(const Real& value) {
  mp_exp_t exponent = 0;
  std::string digits = value.get_str(exponent, 10, 17);
  if (digits.empty()) return "0";
  const bool is_negative = digits.front() == '-';
  digits.insert(is_negative ? 2 : 1, ".");
  return fmt::format("{}e{}", digits, exponent - 1);
}

Samples::Samples() : min{0, precision}, max{0, precision} {
  for (Real& power : powers) power = Real{0, precision};
}

Samples::Samples(GmpInteger number, const Real& mean, const Real (&central)[3], const Real& smallest,
                 const Real& largest)
    : Samples{} {
  count = std::move(number);
  min = exactly(smallest);
  max = exactly(largest);
  const Real n = exactly(count);
  const Real m = exactly(mean);
  const Real square = m * m;
  powers[0].set_prec(precision);
  powers[0] = n * m;
  powers[1] = central[0] + n * square;
  powers[2] = central[1] + 3 * m * central[0] + n * square * m;
  powers[3] = central[2] + 4 * m * central[1] + 6 * square * central[0] + n * square * square;
}

void Samples::add(const Samples& other) {
  if (other.count == 0) return;
  if (count == 0 || other.min < min) min = other.min;
  if (count == 0 || other.max > max) max = other.max;
  count += other.count;
  for (int power = 0; power < 4; ++power) powers[power] += other.powers[power];
}

Real Samples::mean() const { return count == 0 ? Real{0, precision} : Real{powers[0] / exactly(count), precision}; }

Real Samples::central(int power) const {
  const Real n = exactly(count);
  const Real m = mean();
  const Real square{m * m, precision};
  switch (power) {
    case 2: return {powers[1] - n * square, precision};
    case 3: return {powers[2] - 3 * m * powers[1] + 2 * n * square * m, precision};
    default: return {powers[3] - 4 * m * powers[2] + 6 * square * powers[1] - 3 * n * square * square, precision};
  }
}

std::optional<std::string> Samples::difference(const Samples& stored) const {
  if (count != stored.count) {
    return fmt::format("the units have {} samples, the conclusion says {}", count.get_str(), stored.count.get_str());
  }
  if (count == 0) return std::nullopt;
  const auto differing = [](const char* what, const Real& here, const Real& there) {
    return fmt::format("the {} of the units is {}, the conclusion says {}", what, shown(here), shown(there));
  };
  if (min != stored.min) return differing("smallest sample", min, stored.min);
  if (max != stored.max) return differing("largest sample", max, stored.max);
  const Real n = exactly(count);
  const Real part = power_of_two(-40);
  const Real size_of_mean{abs(mean()), precision};
  const Real second{abs(central(2)), precision};
  const Real fourth{abs(central(4)), precision};
  if (differ(mean(), stored.mean(), Real{part * (size_of_mean + sqrt(Real{second / n, precision})), precision})) {
    return differing("mean", mean(), stored.mean());
  }
  static constexpr std::array names{"sum of squares", "sum of cubes", "sum of fourth powers"};
  const std::array sizes{second, Real{sqrt(Real{second * fourth, precision}), precision}, fourth};
  // If all samples are nearly equal, the central sums are smaller than the rounding error from the mean.
  const Real blur{part * size_of_mean, precision};
  Real floor{n * blur, precision};
  for (std::size_t i = 0; i < names.size(); ++i) {
    floor *= blur;
    const Real here = central(static_cast<int>(i) + 2);
    const Real there = stored.central(static_cast<int>(i) + 2);
    if (differ(here, there, Real{part * sizes.at(i) + floor, precision})) return differing(names.at(i), here, there);
  }
  return std::nullopt;
}

}  // namespace gridcensus::host::verify
