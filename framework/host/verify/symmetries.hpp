#pragma once

#include "gridcensus/problem.hpp"
#include "host/verify/numbers.hpp"

#include <optional>
#include <string>

/// Facts about numbers of grids that are known without counting, from formulas implemented here independently.
namespace gridcensus::host::verify {

GmpInteger factorial(int n);
/// Returns N! if the symbols of the problem are alike, by this library's own code; otherwise the number that the SDK
/// computes from the group.
GmpInteger relabellings_of(const Problem& problem);
GmpInteger power(const GmpInteger& base, int exponent);
GmpInteger binomial(int n, int k);

/// Returns a divisor of the number of grids: (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) (R-1)!, mathematics.md, "The divisor
/// theorem".
GmpInteger grid_divisor(Shape box);
/// Returns the number of bands per normalised band, (RC)! (C!)^(R-1) !, which divides the number of bands.
GmpInteger bands_per_normalised(Shape box);
/// Returns the number of orders of the other bands and of their rows: (C-1)! (R!)^(C-1).
GmpInteger completion_symmetries(Shape box);
/// Returns the number of bands by a closed formula, for up to three rows; nullopt for more.
std::optional<GmpInteger> bands_of(Shape box);
/// Returns the number of symmetries without relabellings, including transposition if R = C.
GmpInteger symmetry_group_order(Shape box);

/// The formula of an outcome from a sum of the units: sum * times / divisor, both products of factorials of the shape.
struct Formula {
  std::string sum;
  GmpInteger times;
  GmpInteger divisor;
  std::string text;  ///< "counts * 6! * 2!^2"
};

/// Returns a formula by which the sum gives the value; nullopt if there is none. For small numbers it may be a
/// coincidence, which only the strategy can exclude.
std::optional<Formula> formula_for(Shape box, const GmpInteger& value, const std::string& name, const GmpInteger& sum);

}  // namespace gridcensus::host::verify
