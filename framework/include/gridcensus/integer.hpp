#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gridcensus {

/// The integer of every count: arbitrary precision, never rounded. Expression templates are off, so that `auto`
/// always names a value.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

/// The real number of every estimate. On x86-64 its range is 1e4932, enough for the 5x5 total (4e308), which a double
/// cannot hold.
using Real = long double;

/// Returns the decimal digits, with a leading '-' if negative.
std::string to_decimal(const Integer& value);

/// Parses the form of `to_decimal`: no sign '+', no leading zeros, no blanks, no exponent. Returns nullopt for any
/// other text.
std::optional<Integer> parse_integer(std::string_view text);

/// Returns the digits in groups of three, separated by commas, for people: 6,670,903.
std::string group_digits(std::string_view decimal);

/// Returns the shortest decimal text that parses to the same value ("6.67e+21", "0.25").
std::string to_decimal(Real value);

/// Parses a decimal real number. Returns nullopt unless the whole text is a finite number.
std::optional<Real> parse_real(std::string_view text);

/// Returns the nearest Real.
Real to_real(const Integer& value);

/// Returns n! for n >= 0.
Integer factorial(int n);

/// Returns base^exponent for exponent >= 0.
Integer power(const Integer& base, int exponent);

}  // namespace gridcensus
