#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace gridcensus {

/// The integer of every count: arbitrary precision, never rounded. Expression templates are off, so that `auto`
/// always names a value.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

/// The real number of every estimate. On x86-64 its range is 1e4932, past the 5x5 total (4e308) that a double
/// cannot hold.
using Real = long double;

/// Decimal digits, a leading '-' where negative.
std::string to_decimal(const Integer& value);

/// Reads what `to_decimal` writes, and nothing else: no sign '+', no leading zeros, no blanks, no exponent.
///
/// @return  nullopt where the text is anything else.
std::optional<Integer> parse_integer(std::string_view text);

/// Digits in groups of three, separated by commas, for people: 6,670,903.
std::string group_digits(std::string_view decimal);

/// The shortest decimal text that reads back as the same value ("6.67e+21", "0.25").
std::string to_decimal(Real value);

/// Reads a decimal real number.
///
/// @return  nullopt where the text is not wholly a finite number.
std::optional<Real> parse_real(std::string_view text);

/// The nearest Real.
Real to_real(const Integer& value);

/// n! for n >= 0.
Integer factorial(int n);

/// base^exponent for exponent >= 0.
Integer power(const Integer& base, int exponent);

}  // namespace gridcensus
