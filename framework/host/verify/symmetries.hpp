#pragma once

#include "gridcensus/problem.hpp"
#include "host/verify/numbers.hpp"

#include <optional>
#include <string>

/// What is known of any number of grids before one is counted, from formulas that are written down here once more.
namespace gridcensus::host::verify {

Whole factorial(int n);
/// Returns N! if the symbols of the problem are alike, by code of verify's own; else the number that the SDK computes
/// from the group.
Whole relabellings_of(const Problem& problem);
Whole power(const Whole& base, int exponent);
Whole binomial(int n, int k);

/// Divides the number of grids: (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) !, mathematics.md, "The divisor theorem".
Whole grid_divisor(Shape box);
/// Bands for each normalised one: (RC)! (C!)^(R-1) !. Divides the number of bands.
Whole bands_per_normalised(Shape box);
/// Orders of the other bands and of their rows: (C-1)! (R!)^(C-1).
Whole completion_symmetries(Shape box);
/// The number of bands where a closed formula has it: up to three rows.
std::optional<Whole> bands_of(Shape box);
/// Symmetries without relabelling; turning on the diagonal is one where R = C.
Whole symmetry_group_order(Shape box);

/// How an outcome follows from a sum of the units: sum * times / divisor, both products of factorials of the shape.
struct Formula {
  std::string sum;
  Whole times;
  Whole divisor;
  std::string text;  ///< "counts * 6! * 2!^2"
};

/// The formula by which a sum would give the value; nullopt where they are in no such proportion. Small numbers may be
/// so by chance: whether it is the reason, only the strategy can tell.
std::optional<Formula> formula_for(Shape box, const Whole& value, const std::string& name, const Whole& sum);

}  // namespace gridcensus::host::verify
