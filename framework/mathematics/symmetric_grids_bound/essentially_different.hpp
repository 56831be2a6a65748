#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"
#include "gridcensus/strategy.hpp"

#include <optional>
#include <string>

namespace gridcensus::symmetric_grids_bound {

/// Returns the least integer of `digits` digits and zeros that is not below the value.
///
/// @param value  0 or greater, finite
Integer rounded_up(Real value, int digits);

/// Derives an estimate of essentially different grids from an estimate of all grids. By Burnside's lemma they are at
/// least grids / (N! |G|), where G are the symmetries of the problem, and grids with automorphisms add to that.
///
/// For classic rules these add at most E = `automorphism_excess_bound`. Rules that keep rows, columns and boxes have
/// fewer grids; if G is a subgroup of the classic group G0, too, each sum over its symmetries is a part of the classic
/// one, so they add at most E |G0| / |G|. The upper end of the interval includes that; the value does not. If that
/// exceeds the standard error, for other rules, and below side 12, the result is an approximation, which is too low.
class EssentiallyDifferent {
 public:
  /// Returns why nothing is computed for a problem; nullopt if it is not refused.
  static std::optional<std::string> why_not(const Problem& problem);

  /// Checks whether the addition by grids with automorphisms is bounded, so the result is an estimate.
  ///
  /// @cost  that of the generators of the symmetries: 5x5 under a second; classic rules: none
  static bool is_bounded(const Problem& problem);

  /// @cost  that of the bound: 0.2 s for 5x5; for rules that are not classic also that of the symmetries
  explicit EssentiallyDifferent(const Problem& problem);

  /// Returns the outcome for essentially different grids that follows from an outcome for all grids.
  Outcome from(const Outcome& grids) const;

  /// Adds the outcome that follows from an estimate of grids and, if it is bounded, the finding of the maximum that
  /// grids with automorphisms can add.
  void add_to(Report& report, const Outcome& grids) const;

 private:
  bool is_classic_;
  Real classes_ = 1;
  std::optional<Integer> excess_;  ///< nullopt: not bounded
};

}  // namespace gridcensus::symmetric_grids_bound
