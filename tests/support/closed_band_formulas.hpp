#pragma once

#include "closed_formulas/closed_formulas.hpp"

#include <optional>

namespace gridcensus::testing {

using mathematics::binomial;
using mathematics::checked_add;
using mathematics::checked_multiply;
using mathematics::checked_power;
using mathematics::factorial;
using mathematics::UInt128;

/// Returns the number of fillings of one band of boxes of `rows` rows and `cols` columns, if a closed formula is known:
///
///     b(1,C) = C!
///     b(2,C) = (2C)! (C!)^2
///     b(3,C) = (3C)! (C!)^6 sum over k of binomial(C,k)^3
///
/// @return  nullopt for more than three rows.
/// @throws std::overflow_error  the number does not fit 128 bits.
/// @source  Pettersen and Silver, forum.enjoysudoku.com, "Su-Doku's maths" (2005); the sums are the Franel numbers.
constexpr std::optional<UInt128> bands_by_formula(int rows, int cols) {
  const UInt128 relabellings = factorial(rows * cols);
  if (rows == 1) return relabellings;
  if (rows == 2) return checked_multiply(relabellings, checked_power(factorial(cols), 2));
  if (rows != 3) return std::nullopt;
  UInt128 franel = 0;
  for (int k = 0; k <= cols; ++k) franel = checked_add(franel, checked_power(binomial(cols, k), 3));
  return checked_multiply(checked_multiply(relabellings, checked_power(factorial(cols), 6)), franel);
}

}  // namespace gridcensus::testing
