#pragma once

#include "host/verify/numbers.hpp"
#include "host/verify/texts.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What is known of any number of grids before one is counted, from formulas that are written down here once more.
namespace gridcensus::host::verify {

/// The shape of a box.
struct Box {
  int rows = 0;
  int cols = 0;

  int side() const { return rows * cols; }
  Box transposed() const { return {cols, rows}; }
  auto operator<=>(const Box&) const = default;
};

/// Returns nullopt if the text is not that of a shape.
std::optional<Box> box_of(const std::string& shape);
std::string to_string(const Box& box);

/// What is counted, as identities and documents write it.
struct CountedProblem {
  Box box;
  std::string rules;  ///< canonical

  /// Whether the theorems on shapes hold: other rules have other symmetries.
  bool is_classic() const { return rules == "classic"; }
  auto operator<=>(const CountedProblem&) const = default;
};

/// @throws BadText  it is not a shape with rules.
CountedProblem problem_of(const Text& json);

Whole factorial(int n);
Whole power(const Whole& base, int exponent);
Whole binomial(int n, int k);

/// Divides the number of grids: (RC)! (R!)^(C-1) (C-1)! (C!)^(R-1) !, mathematics.md, "The divisor theorem".
Whole grid_divisor(const Box& box);
/// Bands for each normalised one: (RC)! (C!)^(R-1) !. Divides the number of bands.
Whole bands_per_normalised(const Box& box);
/// Orders of the other bands and of their rows: (C-1)! (R!)^(C-1).
Whole completion_symmetries(const Box& box);
/// The number of bands where a closed formula has it: up to three rows.
std::optional<Whole> bands_of(const Box& box);
/// Symmetries without relabelling; turning on the diagonal is one where R = C.
Whole symmetry_group_order(const Box& box);

/// How an outcome follows from a sum of the units: sum * times / divisor, both products of factorials of the shape.
struct Formula {
  std::string sum;
  Whole times;
  Whole divisor;
  std::string text;  ///< "counts * 6! * 2!^2"
};

/// The formula by which a sum would give the value; nullopt where they are in no such proportion. Small numbers may be
/// so by chance: whether it is the reason, only the strategy can tell.
std::optional<Formula> formula_for(const Box& box, const Whole& value, const std::string& name, const Whole& sum);

}  // namespace gridcensus::host::verify
