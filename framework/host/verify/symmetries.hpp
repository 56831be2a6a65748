#pragma once

#include "gridcensus/problem.hpp"
#include "host/verify/numbers.hpp"

#include <optional>
#include <string>

/// What is known of any number of grids before one is counted, from formulas that are written down here once more.
namespace gridcensus::host::verify {

GmpInteger factorial(int n);
/// Returns N! if the symbols of the problem are alike, by code of verify's own; else the number that the SDK computes
/// from the group.
GmpInteger relabellings_of(const Problem& problem);
GmpInteger power(const GmpInteger& base, int exponent);
GmpInteger binomial(int n, int k);

/// Divides the number of grids: (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) !, mathematics.md, "The divisor theorem".
GmpInteger grid_divisor(Shape box);
/// Bands for each normalised one: (RC)! (C!)^(R-1) !. Divides the number of bands.
GmpInteger bands_per_normalised(Shape box);
/// Orders of the other bands and of their rows: (C-1)! (R!)^(C-1).
GmpInteger completion_symmetries(Shape box);
/// The number of bands where a closed formula has it: up to three rows.
std::optional<GmpInteger> bands_of(Shape box);
/// Symmetries without relabelling; turning on the diagonal is one where R = C.
GmpInteger symmetry_group_order(Shape box);

/// How an outcome follows from a sum of the units: sum * times / divisor, both products of factorials of the shape.
struct Formula {
  std::string sum;
  GmpInteger times;
  GmpInteger divisor;
  std::string text;  ///< "counts * 6! * 2!^2"
};

/// The formula by which a sum would give the value; nullopt where they are in no such proportion. Small numbers may be
/// so by chance: whether it is the reason, only the strategy can tell.
std::optional<Formula> formula_for(Shape box, const GmpInteger& value, const std::string& name, const GmpInteger& sum);

}  // namespace gridcensus::host::verify
